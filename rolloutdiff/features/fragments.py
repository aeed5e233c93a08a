"""From layout to fragments: which text is Python code to parse, and which text is prose.

A fenced block is a Python fragment when its language is Python or not given. An answer without any fence is
one fragment when it reads as a program: it parses and holds an assignment, an import, a definition or a
compound statement, since plain words can form every other statement (`42`, `not sure`, `Answer: 42`,
`return home`). An unfenced answer that opens like a definition or an import is code even when it does not
parse, and one that opens like an assignment or a compound statement is code when it is too long or too
deeply nested to be parsed.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from rolloutdiff.features.layout import Kind, Layout
from rolloutdiff.features.specials import BOUNDARY, SPECIAL, drop_special_tokens, trim_special_tokens

_PYTHON: Final = re.compile(r"(?:(?:i?python|py)(?:3(?:\.\d+)?)?)?")

_DEFINITION: Final = re.compile(
    r"\s*(?:import[ \t]+[\w.]+(?:[ \t]+as[ \t]+\w+|[ \t]*,[ \t]*[\w.]+)*[ \t]*(?:[\n;#]|\Z)"
    r"|from[ \t]+[\w.]+[ \t]+import\b|(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(|class[ \t]+\w+[ \t]*[(:]"
    r"|@[\w.]+[^\n]*\n\s*(?:@|(?:async|def|class)\b))"
)
_STATEMENT: Final = re.compile(
    r"\s*(?:(?:if|for|while|with|try|async|match)\b[^\n]{0,200}:"
    r"|[^\W\d]\w*(?:\.\w+|\[[^]\n]{0,40}\]){0,8}[ \t]?(?:[-+*/%&|^@]|//|\*\*|<<|>>)?=(?!=))"
)
_HEAD = 400
_TWO_WORDS: Final = re.compile(r"\s*([^\W\d]\w*)[ \t]+([^\W\d]\w*)")
_KEYWORDS: Final = frozenset({*keyword.kwlist, "match", "case", "type", "print", "exec", "_"})
_WORD_STATEMENTS: Final = (
    ast.Expr,
    ast.AnnAssign,
    ast.Pass,
    ast.Break,
    ast.Continue,
    ast.Global,
    ast.Nonlocal,
    ast.Delete,
    ast.Return,
    ast.Raise,
    ast.Assert,
)


class Pieces(NamedTuple):
    """The answer taken apart.

    Attributes:
        fragments: Code of the blocks that are read as Python, in text order.
        prose: Stretches of the answer outside fences, in text order, white space kept.
        fences: Number of fenced blocks of any language.
        code_chars: Characters inside fenced blocks of any language.
        answer_chars: Characters outside thinking blocks, tags left out.
        thinking_chars: Characters inside thinking blocks, tags left out.

    Special tokens do not count as characters.
    """

    fragments: list[str]
    prose: list[str]
    fences: int
    code_chars: int
    answer_chars: int
    thinking_chars: int


def is_python_language(language: str) -> bool:
    """Whether a fence of this language holds Python: `python`, `py`, either with a 3, `ipython`, or none."""
    return _PYTHON.fullmatch(language) is not None


def _unindent(code: str, indent: int) -> str:
    """Takes up to `indent` columns of leading white space off every line, as for a fence in a list item."""
    return re.sub(rf"(?m)^[ \t]{{1,{indent}}}", "", code) if indent else code


def take_apart(text: str, layout: Layout, *, has_specials: bool) -> Pieces:
    """Collects fragments and prose of a response along its layout.

    Args:
        text: The response.
        layout: Its layout.
        has_specials: Whether special tokens occur in it; they are then trimmed off the ends of fragments.
    """
    fragments: list[str] = []
    prose: list[str] = []
    fences = code_chars = answer_chars = thinking_chars = 0
    for kind, start, end, language, indent in layout.spans:
        if kind is Kind.TAG:
            continue
        part = text[start:end]
        chars = len(drop_special_tokens(part)) if has_specials else len(part)
        if kind is Kind.THINKING:
            thinking_chars += chars
            continue
        answer_chars += chars
        if kind is Kind.PROSE:
            prose.append(part)
        elif kind is Kind.CODE:
            fences += 1
            code_chars += chars
            if is_python_language(language):
                code = _unindent(part, indent)
                fragments.append(trim_special_tokens(code) if has_specials else code)
    return Pieces(fragments, prose, fences, code_chars, answer_chars, thinking_chars)


def join_prose(prose: Sequence[str], *, has_specials: bool) -> str:
    """Joins stretches of prose by the boundary character; special tokens split them, blank ones drop."""
    if has_specials:
        prose = [part for stretch in prose for part in SPECIAL.split(stretch)]
    return BOUNDARY.join(stretch for stretch in map(str.strip, prose) if stretch)


def is_program(tree: ast.Module) -> bool:
    """Whether at least one top-level statement is one that plain words cannot form."""
    return any(not isinstance(statement, _WORD_STATEMENTS) for statement in tree.body)


def cannot_be_program(text: str) -> bool:
    """Whether the text opens with two plain words, which no Python program does: saves a failing parse."""
    match = _TWO_WORDS.match(text)
    return match is not None and match.group(1) not in _KEYWORDS and match.group(2) not in _KEYWORDS


def opens_like_definition(text: str) -> bool:
    """Whether the text opens with an import, a function, a class or a decorator."""
    return _DEFINITION.match(text[:_HEAD]) is not None


def opens_like_statement(text: str) -> bool:
    """Whether the text opens with a definition, an assignment or the head of a compound statement."""
    head = text[:_HEAD]
    return _DEFINITION.match(head) is not None or _STATEMENT.match(head) is not None
