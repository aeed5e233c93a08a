"""Thinking tags: which text of a response is thinking, and which tag shapes it shows.

Tag names are `think` and `thinking`, in any case, without attributes. A block runs from its opening tag to
the first closing tag of the same name; blocks do not nest and mixed names do not pair. When the prompt ends
with an opening tag, the response starts inside that block. A block that is never closed is thinking to the
end.

A closing tag outside of a block ends none. Like every tag it belongs neither to the answer nor to thinking,
and it parts the prose before it from the prose behind it. Two kinds of tag are no tags but text: those
inside a fenced block; and, outside of a thinking block, those between two equal quote characters or
backticks, of which the second backtick has no further one behind it.
"""

from __future__ import annotations

import re
from typing import Final

TAG: Final = "</?[tT][hH][iI][nN][kK](?:[iI][nN][gG])?>"
"""Pattern of one tag; it matches ASCII letters only, so that no case folding of other scripts applies."""

THINK_SHAPES: Final[dict[str, str]] = {
    "think_pair": "A thinking block that is closed by its own tag; the opening tag may stand in the prompt.",
    "think_empty": "A closed thinking block that holds white space or nothing; it is a think_pair too.",
    "think_unclosed": "A thinking block that is never closed: the response is thinking to its end.",
    "think_lone_close": "A closing tag outside of thinking: it closes no block.",
    "think_mixed": "A thinking block that meets the closing tag of the other tag name.",
    "think_nested": "An opening tag inside a thinking block.",
    "think_quoted": "A tag inside a fenced block or between quotes, read as text.",
    "think_opened_by_prompt": "The prompt ends with the opening tag.",
}
"""Names of the tag shapes and what each one says; every shape is a binary feature of tier `shape`."""

_TRAILING_OPEN_TAG = re.compile("<([tT][hH][iI][nN][kK](?:[iI][nN][gG])?)>$")
_QUOTES = frozenset("`'\"")


def read_tag(text: str) -> tuple[str, bool]:
    """Reads the text of one tag, such as `</THINK>`: its lower-case name, and whether it closes."""
    closing = text[1] == "/"
    return text[2 if closing else 1 : -1].lower(), closing


def is_quoted(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` stands between two equal quote characters or backticks, see above."""
    if start == 0 or end >= len(text) or text[start - 1] != text[end] or text[end] not in _QUOTES:
        return False
    return text[end] != "`" or text[end + 1 : end + 2] != "`"


def opened_tag(prompt: str | None) -> str | None:
    """Name of the thinking tag that a prompt opens.

    Args:
        prompt: The prompt as text, None when there is none.

    Returns:
        `think` or `thinking` when the prompt, trailing white space aside, ends with that opening tag;
        otherwise None.
    """
    if prompt is None:
        return None
    match = _TRAILING_OPEN_TAG.search(prompt.rstrip()[-len("<thinking>") :])
    return None if match is None else match.group(1).lower()
