"""Nesting of code, strings and comments blanked: a quick bound from above, and the number itself.

What counts as nesting is described in `rolloutdiff.features.bounds`.
"""

from __future__ import annotations

import re
from typing import Final

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
_INDENT: Final = re.compile(r"\n[ \t\f]*")
# Keeps line ends, brackets, all of them round, and a dot for every other sign that is a link.
_TO_LINKS: Final = bytes.maketrans(b"[{]}+-*/%@&|^~<>", b"(())............")
_NO_LINK: Final = bytes(set(range(256)) - set(b"\n()[]{}+-*/%@&|^~.<>"))


def count_links(code: bytes) -> int:
    """Characters and words of which every link and, in code that parses, every block needs one of its own."""
    return len(code) - len(code.translate(None, _LINK_BYTES)) + sum(map(code.count, _LINK_WORDS))


def _links_of_longest_statement(code: bytes) -> int:
    """Characters and words that may be links, of the statement that has most."""
    for word in _LINK_WORDS:
        code = code.replace(word, b".")
    most = links = brackets = 0
    for line in code.translate(_TO_LINKS, _NO_LINK).split(b"\n"):
        if line:
            closing = line.count(b")")
            links += len(line) - closing
            brackets += line.count(b"(") - closing
        if brackets <= 0:
            most = max(most, links)
            links = brackets = 0
    return max(most, links)


def is_surely_shallow(code: str, limit: int) -> bool:
    """Whether a look that costs little already shows that `is_too_deep` is false.

    Open blocks start in different columns, so they are no more than the different indentations, of which the
    first line may have one more. No statement is higher than the number of its links.
    """
    blocks = 1 + len(set(_INDENT.findall(code))) + code.count("elif")
    return blocks + _links_of_longest_statement(code.encode("utf-8", "surrogatepass")) <= limit


def expression_height(statement: str) -> int:
    """Bounds the height of the expressions of one statement, strings blanked.

    Returns:
        Links on the longest way down. A bracket that is never closed counts like a closed one.
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
        limit: The greatest nesting allowed.
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
