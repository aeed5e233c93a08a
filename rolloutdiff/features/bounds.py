"""Our own bounds on code, checked before `ast.parse`.

CPython refuses long and deep code with four kinds of error, at limits that differ between versions. Here a
fragment is refused by two numbers of ours, so that the outcome is the same on every Python, and small enough
that no supported CPython reaches a limit of its own:

- its size in UTF-8 bytes;
- its nesting: block levels, plus `elif` branches of the open chains, plus the height of the deepest
  expression. In an expression every bracket, unary or binary operator, conditional, `lambda`, `not` and
  `await` is one link, and so is every attribute, call or subscript of one operand. Elements separated by
  commas do not add up. The number bounds the height of the syntax tree from above: it ignores precedence.

The scan is linear. It follows CPython's tokenizer for strings, comments, line joining and indentation; where
code is broken, a string without end runs to the end of its line (of the fragment when triple-quoted).
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from rolloutdiff.features.fstrings import fstring_height
from rolloutdiff.features.nesting import count_links, is_surely_shallow, is_too_deep


class Outcome(Enum):
    """What reading a fragment came to; the values are part of feature names."""

    OK = "ok"
    SYNTAX_ERROR = "SyntaxError"
    TOO_LONG = "too_long"
    TOO_DEEP = "too_deep"


_STRING_OR_COMMENT: Final = re.compile(
    r"""
      \"\"\"(?:[^"\\]++|\\.|"(?!""))*+(?:\"\"\")?
    | \'\'\'(?:[^'\\]++|\\.|'(?!''))*+(?:\'\'\')?
    | "(?:[^"\\\n]++|\\.)*+"?
    | '(?:[^'\\\n]++|\\.)*+'?
    | \#[^\n]*
    """,
    re.VERBOSE | re.DOTALL,
)
_FSTRING_PREFIX: Final = re.compile(r"(?<!\w)(?:[fF][rR]?|[rR][fF])\Z")
_MAYBE_FSTRING: Final = re.compile(r"[fF][rR]?[\"']")


class _NotPython311(Exception):
    """An f-string is not one of Python 3.11."""


def _string_body(token: str) -> str:
    quotes = 3 if token.startswith(('"""', "'''")) else 1
    closed = len(token) >= 2 * quotes and token.endswith(token[:quotes])
    return token[quotes : len(token) - quotes] if closed else token[quotes:]


def _blank_string(match: re.Match[str]) -> str:
    """Stands in for a string or comment: nothing for a comment, `""` for a string, brackets as high as the
    deepest field for an f-string."""
    token = match.group()
    if token[0] == "#":
        return ""
    start = match.start()
    prefix = _FSTRING_PREFIX.search(match.string, max(0, start - 3), start)
    if prefix is None:
        return '""'
    height = fstring_height(_string_body(token), raw=len(prefix.group()) == 2)
    if height is None:
        raise _NotPython311
    return "(" * height + ")" * height


def check(code: str, *, max_bytes: int, max_depth: int) -> Outcome | None:
    """Decides whether a fragment may be handed to `ast.parse`.

    Args:
        code: The fragment.
        max_bytes: Most UTF-8 bytes.
        max_depth: Most nesting.

    Returns:
        None when it may be parsed, else the outcome: `TOO_LONG`; `SYNTAX_ERROR` for a NUL character, which
        CPython reports in a different way from version to version, and for f-strings that Python 3.11 does
        not accept; `TOO_DEEP`.
    """
    if len(code) > max_bytes:
        return Outcome.TOO_LONG
    encoded = code.encode("utf-8", "surrogatepass")
    if len(encoded) > max_bytes:
        return Outcome.TOO_LONG
    if b"\0" in encoded:
        return Outcome.SYNTAX_ERROR
    shallow = count_links(encoded) <= max_depth
    if shallow and (b"{" not in encoded or _MAYBE_FSTRING.search(code) is None):
        return None
    if "\r" in code:
        code = code.replace("\r\n", "\n").replace("\r", "\n")
    try:
        blanked = _STRING_OR_COMMENT.sub(_blank_string, code)
    except _NotPython311:
        return Outcome.SYNTAX_ERROR
    if shallow or count_links(blanked.encode("utf-8", "surrogatepass")) <= max_depth:
        return None
    blanked = blanked.replace("\\\n", " ")
    if is_surely_shallow(blanked, max_depth) or not is_too_deep(blanked, max_depth):
        return None
    return Outcome.TOO_DEEP
