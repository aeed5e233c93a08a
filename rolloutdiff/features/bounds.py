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

# Blanks, plain names and signs that neither nest nor separate are passed over. The last branches make every
# attempt match, which keeps the search linear.
_TOKEN: Final = re.compile(
    r"""
    (?: [\s=]++ | (?!(?:if|not|lambda|await|and|or|else)\b)[^\W\d]\w*+ | \d[\d_]*+(?![\w.]) | "" )*+
    ( [][(){}+%@&|^~.,:;-] | \*\*?|//?|<<?|>>? | \w++ | . | \Z )
    """,
    re.VERBOSE | re.DOTALL,
)
# The role of a flat sign is 0 and that of a link is 1: what they add.
_FLAT, _LINK, _OPEN, _CLOSE, _DOT, _COMMA, _COLON, _LAMBDA, _SEMICOLON = range(9)
_ROLE: Final[dict[str, int]] = (
    dict.fromkeys(("<", ">", "and", "or", "else"), _FLAT)
    | dict.fromkeys(("+", "-", "*", "**", "/", "//", "%", "@", "&", "|", "^", "~", "<<", ">>"), _LINK)
    | dict.fromkeys(("if", "not", "await"), _LINK)
    | dict.fromkeys(("(", "[", "{"), _OPEN)
    | dict.fromkeys((")", "]", "}"), _CLOSE)
    | {".": _DOT, ",": _COMMA, ":": _COLON, "lambda": _LAMBDA, ";": _SEMICOLON}
)
_BRANCH: Final = re.compile(r"(?:elif|else)\b")
_LINK_BYTES: Final = b"([{+-*/%@&|^~.:<>"
_LINK_WORDS: Final = (b"if", b"not", b"lambda", b"await")


class _NotPython311(Exception):
    """An f-string is not one of Python 3.11."""


def _count_links(code: bytes) -> int:
    """Characters and words that every block and every link needs one of: an upper bound of the nesting."""
    return len(code) - len(code.translate(None, _LINK_BYTES)) + sum(map(code.count, _LINK_WORDS))


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


def expression_height(statement: str) -> int:
    """Bounds the height of the expressions of one statement, strings blanked.

    Returns:
        Links on the longest way down, counted as the module describes. A bracket that is never closed counts
        like a closed one.
    """
    highest = 0
    # One bracket level: `done` is the height of its finished elements; in the current element, `links` counts
    # its links, `operands` is the height of its highest operand, `operand` that of the current one; `lambdas`
    # still await their colon. Levels further out wait on the stack.
    outer: list[tuple[int, int, int, int, int]] = []
    done = links = operands = operand = lambdas = 0
    role_of = _ROLE.get
    for token in [*_TOKEN.findall(statement), ";"]:
        role = role_of(token)
        if role is None:
            links += token.count("if")  # a number glued to a word, such as 1if
        elif role == _DOT:
            operand += 1
            operands = max(operands, operand)
        elif role == _OPEN:
            outer.append((done, links, operands, operand, lambdas))
            done = links = operands = operand = lambdas = 0
        elif role == _CLOSE:
            if outer:
                height = max(done, links + operands) + 1
                done, links, operands, operand, lambdas = outer.pop()
                operand = max(operand + 1, height)
                operands = max(operands, operand)
        elif role <= _LINK:
            operand = 0
            links += role
        elif role == _LAMBDA:
            links += 1
            lambdas += 1
        elif role == _COLON and lambdas:
            lambdas -= 1
        elif role == _SEMICOLON:
            height = max(done, links + operands)
            while outer:
                done, links, operands, operand, lambdas = outer.pop()
                height = max(done, links + max(operands, operand + 1, height + 1))
            highest = max(highest, height)
            done = links = operands = operand = lambdas = 0
        elif not lambdas:
            done = max(done, links + operands)
            links = operands = operand = 0
    return highest


class _Blocks:
    """Open blocks by column, and the `elif` branches of the chain each one is in."""

    def __init__(self) -> None:
        self.columns = [0]
        self.branches = [0]
        self.height = 0

    def start_statement(self, line: str, statement: str) -> None:
        """Closes and opens blocks for the statement that starts on `line`.

        Tabs go to multiples of eight, a form feed starts over.
        """
        column = len(line) - len(statement)
        if "\t" in line or "\f" in line:
            column = len(line[:column].rpartition("\f")[2].expandtabs(8))
        while self.columns[-1] > column:
            self.columns.pop()
            self.height -= 1 + self.branches.pop()
        if column > self.columns[-1]:
            self.columns.append(column)
            self.branches.append(0)
            self.height += 1
        branch = _BRANCH.match(statement)
        if branch is None:
            self.height -= self.branches[-1]
            self.branches[-1] = 0
        elif branch.group() == "elif":
            self.branches[-1] += 1
            self.height += 1


def is_too_deep(code: str, limit: int) -> bool:
    """Whether code without strings and comments is nested deeper than `limit`.

    Args:
        code: The code, with `\n` line ends only, strings blanked, line continuations joined.
        limit: The greatest nesting allowed, as the module describes it.
    """
    blocks = _Blocks()
    lines: list[str] = []
    brackets = 0
    for line in code.split("\n"):
        if not lines:
            statement = line.lstrip(" \t\f")
            if not statement:
                continue
            blocks.start_statement(line, statement)
            brackets = 0
        brackets += line.count("(") + line.count("[") + line.count("{")
        brackets -= line.count(")") + line.count("]") + line.count("}")
        lines.append(line)
        if brackets > 0:
            continue
        if _is_statement_too_deep(lines, limit - blocks.height):
            return True
        lines.clear()
    return _is_statement_too_deep(lines, limit - blocks.height)


def _is_statement_too_deep(lines: list[str], limit: int) -> bool:
    if limit < 0:
        return True
    # Every link takes a character, so short statements need no look.
    return sum(map(len, lines)) > limit and expression_height("\n".join(lines)) > limit


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
    shallow = _count_links(encoded) <= max_depth
    if shallow and (b"{" not in encoded or _MAYBE_FSTRING.search(code) is None):
        return None
    if "\r" in code:
        code = code.replace("\r\n", "\n").replace("\r", "\n")
    try:
        blanked = _STRING_OR_COMMENT.sub(_blank_string, code)
    except _NotPython311:
        return Outcome.SYNTAX_ERROR
    if shallow or _count_links(blanked.encode("utf-8", "surrogatepass")) <= max_depth:
        return None
    blanked = blanked.replace("\\\n", " ")
    return Outcome.TOO_DEEP if is_too_deep(blanked, max_depth) else None
