"""Checks f-strings by the rules of Python 3.11, which later versions relaxed.

From 3.12 an f-string may reuse its own quotes, hold backslashes, comments and line breaks in its expressions,
and nest format fields further. Fragments are read by the grammar of 3.11 on every Python, so that a feature
does not depend on the interpreter; these f-strings therefore do not parse. The scan follows
`fstring_find_expr` of CPython 3.11 (Parser/string_parser.c).
"""

from __future__ import annotations

import re
from typing import Final

_LITERAL_STOP: Final = re.compile(r"\{\{|\}\}|[{}]|\\N\{[^}]*\}?|\\[^{}N]", re.DOTALL)
_LITERAL_STOP_RAW: Final = re.compile(r"\{\{|\}\}|[{}]")
_SPEC_STOP: Final = re.compile(r"[{}]|\\N\{[^}]*\}?|\\[^{}N]", re.DOTALL)
_SPEC_STOP_RAW: Final = re.compile(r"[{}]")
_EXPRESSION_STOP: Final = re.compile(r"[][(){}\\#'\"]|[!=<>:]=?|\Z")
_NESTED_PREFIX: Final = re.compile(r"(?<!\w)([fF][rR]?|[rR][fF])\Z")
_LINK: Final = re.compile(r"[(\[{+*/%@&|^~.:<>-]|if|not|lambda|await")
_PAIRS: Final = {")": "(", "]": "[", "}": "{"}


def _quoted_end(body: str, start: int) -> tuple[int, int]:
    """Start and end of the content of the string whose opening quote is at `start`; end < 0 if unclosed."""
    quote = body[start]
    if body.startswith(quote * 3, start):
        return start + 3, body.find(quote * 3, start + 3)
    return start + 1, body.find(quote, start + 1)


def _expression_end(body: str, start: int, nested: list[tuple[str, bool]]) -> int:
    """Where the expression at `start` ends (at `}`, `:`, `!` or `=`), below 0 if 3.11 refuses it."""
    opened: list[str] = []
    at = start
    while True:
        match = _EXPRESSION_STOP.search(body, at)
        if match is None or match.group() in ("", "\\", "#"):
            return -1
        stop = match.group()
        at = match.start()
        if stop in "'\"":
            content, end = _quoted_end(body, at)
            if end < 0 or "\\" in body[content:end]:
                return -1
            prefix = _NESTED_PREFIX.search(body, max(start, at - 3), at)
            if prefix is not None:
                nested.append((body[content:end], "r" in prefix.group(1).lower()))
            at = end + (content - at)
        elif stop in "([{":
            opened.append(stop)
            at += 1
        elif not opened and (stop in ("}", ":", "!", "=") or stop == ":="):
            return at
        elif stop in ")]}":
            if not opened or opened.pop() != _PAIRS[stop]:
                return -1
            at += 1
        else:
            at = match.end()


def _field_end(body: str, start: int, raw: bool, level: int, nested: list[tuple[str, bool]]) -> int:
    """End of the replacement field that opens at `start`, below 0 if 3.11 refuses it."""
    if level >= 2:
        return -1
    at = _expression_end(body, start + 1, nested)
    if at < 0:
        return -1
    if body[at] == "=":
        at += 1
        while body[at : at + 1].isspace():
            at += 1
    if body[at : at + 1] == "!":
        at += 2
    if body[at : at + 1] == ":":
        at += 1
        stops = _SPEC_STOP_RAW if raw else _SPEC_STOP
        while True:
            match = stops.search(body, at)
            if match is None:
                return -1
            at = match.end()
            if match.group() == "}":
                return at
            if match.group() == "{":
                at = _field_end(body, match.start(), raw, level + 1, nested)
                if at < 0:
                    return -1
    return at + 1 if body[at : at + 1] == "}" else -1


def fstring_height(body: str, *, raw: bool) -> int | None:
    """Bounds the nesting inside an f-string.

    Args:
        body: Text between the quotes.
        raw: Whether the prefix holds an `r`.

    Returns:
        An upper bound on the height of the deepest replacement field, in the links that
        `rolloutdiff.features.bounds` counts; 0 without fields; None when Python 3.11 does not accept the
        f-string.
    """
    height = 0
    nested = [(body, raw)]
    while nested:
        body, raw = nested.pop()
        stops = _LITERAL_STOP_RAW if raw else _LITERAL_STOP
        at = 0
        while (match := stops.search(body, at)) is not None:
            at = match.end()
            if match.group() == "}":
                return None
            if match.group() == "{":
                at = _field_end(body, match.start(), raw, 0, nested)
                if at < 0:
                    return None
                height = max(height, len(_LINK.findall(body, match.start(), at)))
    return height
