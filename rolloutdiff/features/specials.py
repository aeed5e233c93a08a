"""Special tokens of tokenizers that a decoder left in the text."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

BOUNDARY: Final = "\x01"
"""Stands where prose is interrupted; an n-gram may not cross it. One that a response holds itself stays in
its prose and is a boundary like any other."""

KNOWN_SPECIAL_TOKENS: Final = (
    "<|im_start|>",
    "<|im_end|>",
    "<|endoftext|>",
    "<|begin_of_text|>",
    "<|end_of_text|>",
    "<|start_header_id|>",
    "<|end_header_id|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|end|>",
    "<|user|>",
    "<|assistant|>",
    "<|system|>",
    "<｜begin▁of▁sentence｜>",  # noqa: RUF001 -- these tokens are written with full-width bars
    "<｜end▁of▁sentence｜>",  # noqa: RUF001
    "<start_of_turn>",
    "<end_of_turn>",
    "<s>",
    "</s>",
    "<pad>",
    "<unk>",
    "<bos>",
    "<eos>",
    "[INST]",
    "[/INST]",
    "[PAD]",
    "<<SYS>>",
    "<</SYS>>",
)
"""Tokens with a feature of their own; others of the form `<|name|>` are counted together with these."""

_ANGLED = (
    r"<(?:\|\w{1,40}\|>|｜[^\s｜<>]{1,40}｜>|</?SYS>>"  # noqa: RUF001
    r"|(?:/?s|pad|unk|bos|eos|start_of_turn|end_of_turn)>)"
)
_SQUARE = r"\[(?:/?INST|PAD)\]"
_SPECIAL = f"{_ANGLED}|{_SQUARE}"
_LONGEST = 44

SPECIAL: Final = re.compile(_SPECIAL)
"""Matches one special token, known by name or by form."""

# Most texts hold none. A pattern that starts with one literal character is searched for several times faster
# than one that starts with either of two.
_FIND_ANGLED = re.compile(_ANGLED).search
_FIND_SQUARE = re.compile(_SQUARE).search

_AT_END = re.compile(rf"(?:{_SPECIAL})\Z")
_AT_START = re.compile(rf"(?:\s|{_SPECIAL})*+")


def count_special_tokens(text: str) -> dict[str, int]:
    """How often each special token occurs in `text`, by the text of the token."""
    if _FIND_ANGLED(text) is None and _FIND_SQUARE(text) is None:
        return {}
    return Counter(SPECIAL.findall(text))


def drop_special_tokens(text: str) -> str:
    """The text without its special tokens."""
    return SPECIAL.sub("", text)


def trim_special_tokens(text: str) -> str:
    """Takes special tokens, and the white space among them, off both ends of `text`.

    A decoder that keeps special tokens must not turn a program into one that does not parse. Text without a
    special token at an end keeps its white space there. Linear in the length of the text.
    """
    end = len(text)
    keep = end
    while True:
        while end and text[end - 1].isspace():
            end -= 1
        match = _AT_END.search(text, max(0, end - _LONGEST), end)
        if match is None:
            break
        keep = end = match.start()
    text = text[:keep]
    match = _AT_START.match(text)
    start = 0 if match is None else match.end()
    return text[start:] if SPECIAL.search(text, 0, start) else text
