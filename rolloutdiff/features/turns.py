"""Turns of a response: which of its stretches the environment wrote, not the model.

A dump that decodes a whole conversation puts the words of tools and users between those of the model. Two
kinds of marks tell them apart; a response without any is the model's own from end to end. A dump of message
lists leaves those words out, and a line with the character U+001E alone stands between two turns; blocks and
headers do not reach beyond it.

Blocks. `<tool_response>`, and likewise `tool_result`, `tool_output`, `function_result`, `interpreter`,
`observation` and `information`, at the start of a line or right behind a tag, up to the closing tag of the
same name. A `<tool_response>` that is never closed runs to the end of the response, any other one is text. A
line before a block that holds `user` or `tool` alone, and one behind it that holds `assistant` alone, are
what is left of a chat template and go with it, as does the white space between two blocks.

Chat templates. A header of another role, such as `<|im_start|>tool`, up to the next header of the assistant.
Without such a header the stretch of a tool runs to the end of the response; that of a user or system is
text, since a model that never stops writes it itself.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_NAMES: Final = "tool_response|tool_result|tool_output|function_result|interpreter|observation|information"
TURN: Final = "\n\x1e\n"
"""What stands between the turns of a message list; `messages_response_v2` writes it."""

_TOOL: Final = "tool|ipython|function|observation"
_OPENING: Final = re.compile(
    rf"<(?:(?P<block>{_NAMES})>|\|im_start\|>(?P<im>user|system|{_TOOL})\b"
    rf"|\|start_header_id\|>(?P<header>user|system|{_TOOL})<\|end_header_id\|>"
    rf"|start_of_turn>(?P<gemma>user|{_TOOL})\b|\|(?P<bar>user|{_TOOL})\|>)"
)
_ASSISTANT: Final = re.compile(
    r"<(?:\|im_start\|>assistant\b|\|start_header_id\|>assistant<\|end_header_id\|>"
    r"|start_of_turn>model\b|\|assistant\|>)\n{0,2}"
)
_ROLE_BEFORE: Final = re.compile(r"(?:\A|\n)(?:user|tool)[ \t]*\n\s{0,9}\Z")
_ROLE_BEHIND: Final = re.compile(r"\s{0,9}\nassistant[ \t]*(?:\n|\Z)")
_NEXT_BLOCK: Final = re.compile(rf"\s{{0,9}}(?=<(?:{_NAMES})>)")
_LONGEST_ROLE = 32


class Cut(NamedTuple):
    """A stretch `[start, end)` that the environment wrote.

    Attributes:
        start: Where it starts.
        end: Where the model goes on.
        new_turn: Whether the model starts a turn of its own there, in which no thinking block is open.
    """

    start: int
    end: int
    new_turn: bool


def environment(text: str) -> list[Cut]:
    """Stretches of a response that the environment wrote.

    Args:
        text: The response.

    Returns:
        The stretches in text order, without overlap and not empty. Linear in the length of the text.
    """
    cuts: list[Cut] = []
    at = 0
    for turn in text.split(TURN):
        for start, end, new_turn in _marked(turn):
            _add(cuts, Cut(at + start, at + end, new_turn))
        at += len(turn) + len(TURN)
        if at <= len(text):
            _add(cuts, Cut(at - len(TURN), at, True))
    return cuts


def _add(cuts: list[Cut], cut: Cut) -> None:
    """Appends a stretch, or lengthens the last one by it where the two touch."""
    start = cuts.pop().start if cuts and cuts[-1].end == cut.start else cut.start
    cuts.append(cut._replace(start=start))


def _marked(text: str) -> list[Cut]:
    """Stretches of one turn that marks tell apart."""
    cuts: list[Cut] = []
    if "<" not in text:
        return cuts
    # What was sought in vain once is not sought again, which keeps the time linear.
    absent: set[str] = set()
    at = 0
    while (match := _OPENING.search(text, at)) is not None:
        cut = _block(text, match, at, absent) if match["block"] else _template(text, match, absent)
        if cut is not None:
            _add(cuts, cut)
        at = match.end() if cut is None else cut.end
    return cuts


def _block(text: str, opening: re.Match[str], floor: int, absent: set[str]) -> Cut | None:
    name = opening["block"]
    start = opening.start()
    before = text[max(floor, start - _LONGEST_ROLE) : start]
    stem = before.rstrip(" \t")
    if start > floor and stem and stem[-1] not in "\n>":
        return None
    end = -1 if name in absent else text.find(f"</{name}>", opening.end())
    if end < 0:
        absent.add(name)
        if name != "tool_response":
            return None
    role = _ROLE_BEFORE.search(before)
    if role is not None:
        start -= len(before) - role.start()
    if end < 0:
        return Cut(start, len(text), True)
    end += len(name) + 3
    behind = _ROLE_BEHIND.match(text, end)
    if behind is not None:
        return Cut(start, behind.end(), True)
    following = _NEXT_BLOCK.match(text, end)
    return Cut(start, end if following is None else following.end(), False)


def _template(text: str, opening: re.Match[str], absent: set[str]) -> Cut | None:
    answer = None if "assistant" in absent else _ASSISTANT.search(text, opening.end())
    if answer is not None:
        return Cut(opening.start(), answer.end(), True)
    absent.add("assistant")
    role = opening["im"] or opening["header"] or opening["gemma"] or opening["bar"]
    return None if role in ("user", "system") else Cut(opening.start(), len(text), True)
