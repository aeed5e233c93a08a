"""From layout to fragments: which text is Python code to parse, and which text is prose.

A fenced block is a Python fragment when its language is Python or not given.

An answer without any fence is one fragment when it reads as a program: it parses, and at top level it holds
an assignment of a value (`x = 3`, `x += 3`, `x: int = 3`), an import, a definition or a compound statement.
Plain words can form every other statement: `42`, `not sure`, `Answer: 42`, `return home`.

An answer without any fence that opens like a definition is code even when it does not parse. It opens so
with one of these, white space before it aside:

- a head up to its bracket or colon: `def f(`, `async def f(`, `class A(`, `class A:`;
- a complete import: `import a.b as c, d` up to a line feed, `;`, `#` or the end, or `from a.b import`;
- a line that starts with a decorator, and next `@`, `async`, `def` or `class`.

One that is too long or too deeply nested to be parsed is code also when it opens like the head of a
compound statement, up to a colon on the same line and within 200 characters, or like an assignment without
annotation to a name, an attribute or an item. How an answer opens is decided by its first 400 characters.
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
_NO_STRING: Final = re.compile(r"[^'\"#\\]{0,400}(?:\Z|(?<!\w))")
_TWO_WORDS: Final = re.compile(r"(?<!\w)([^\W\d]\w*+)(?=[ \t]++([^\W\d]\w*+))")
_KEYWORDS: Final = frozenset({*keyword.kwlist, "match", "case", "type", "print", "exec", "_"})
_WORD_STATEMENTS: Final = (
    ast.Expr,
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
        prose: Stretches of the answer outside fences, in text order, white space kept; see `join_prose`.
        fences: Number of fenced blocks of any language.
        code_chars: Characters inside fenced blocks of any language.
        answer_chars: Characters outside thinking blocks, tags left out, fence lines counted.
        thinking_chars: Characters inside thinking blocks, tags left out.
        calls: Number of tool calls.
        environment: Stretches `[start, end)` that the environment wrote.
        documents: Number of blocks in a fence of language `json`.

    Special tokens do not count as characters.
    """

    fragments: list[str]
    prose: list[str]
    fences: int
    code_chars: int
    answer_chars: int
    thinking_chars: int
    calls: int = 0
    environment: Sequence[tuple[int, int]] = ()
    documents: int = 0


def is_python_language(language: str) -> bool:
    """Whether a fence of this language is Python: none, `python`, `ipython`, `py`, also with `3` or `3.x`."""
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
    environment: list[tuple[int, int]] = []
    fences = code_chars = answer_chars = thinking_chars = calls = documents = 0
    for kind, start, end, language, indent in layout.spans:
        if kind is Kind.TAG:
            continue
        if kind is Kind.ENVIRONMENT:
            environment.append((start, end))
            continue
        chars = len(drop_special_tokens(text[start:end])) if has_specials else end - start
        if kind is Kind.THINKING:
            thinking_chars += chars
            continue
        answer_chars += chars
        if kind is Kind.PROSE:
            prose.append(text[start:end])
        elif kind is Kind.CALL:
            calls += 1
        elif kind is Kind.CODE:
            fences += 1
            code_chars += chars
            documents += language in ("json", "jsonl")
            if is_python_language(language):
                code = _unindent(text[start:end], indent)
                fragments.append(trim_special_tokens(code) if has_specials else code)
    return Pieces(
        fragments, prose, fences, code_chars, answer_chars, thinking_chars, calls, environment, documents
    )


def join_prose(prose: Sequence[str], *, has_specials: bool) -> str:
    """Joins stretches of prose by the boundary character.

    Special tokens split stretches; each one is stripped of white space at its ends, blank ones are left out.
    """
    if has_specials:
        prose = [part for stretch in prose for part in SPECIAL.split(stretch)]
    return BOUNDARY.join(stretch for stretch in map(str.strip, prose) if stretch)


def _plain_words_form(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.AnnAssign):
        return statement.value is None
    return isinstance(statement, _WORD_STATEMENTS)


def is_program(tree: ast.Module) -> bool:
    """Whether at least one top-level statement is one that plain words cannot form."""
    return not all(map(_plain_words_form, tree.body))


def cannot_be_program(text: str) -> bool:
    """Whether two plain words stand side by side in the text, which no Python program has.

    Saves a parse that fails. Looks no further than the first string, comment or backslash, since words may
    stand there side by side, and no further than 400 characters.
    """
    head = _NO_STRING.match(text)
    words = () if head is None else _TWO_WORDS.finditer(head.group())
    return any(_KEYWORDS.isdisjoint(pair.groups()) for pair in words)


def opens_like_definition(text: str) -> bool:
    """Whether the text opens with an import, a function, a class or a decorator, as the module describes."""
    return _DEFINITION.match(text[:_HEAD]) is not None


def opens_like_statement(text: str) -> bool:
    """Whether the text opens like a definition, an assignment or the head of a compound statement."""
    head = text[:_HEAD]
    return _DEFINITION.match(head) is not None or _STATEMENT.match(head) is not None
