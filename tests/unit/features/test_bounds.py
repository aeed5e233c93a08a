from __future__ import annotations

import ast

import pytest

from rolloutdiff.features.bounds import Outcome, check
from rolloutdiff.features.nesting import expression_height, is_surely_shallow, is_too_deep


@pytest.mark.parametrize(
    ("statement", "height"),
    [
        ("", 0),
        ("x", 0),
        ("x = 1", 0),
        ("a + b", 1),
        ("a + b * c", 2),
        ("-a", 1),
        ("- - a", 2),
        ("a.b.c", 2),
        ("f(x)", 1),
        ("f(g(x))", 2),
        ("f(x)(y)", 2),
        ("a.b(c).d", 3),
        ("((x))", 2),
        ("[1, 2, 3]", 1),
        ("[-1, -2]", 2),
        ("[a + b, c + d + e]", 3),
        ("{a: b + c, d: e}", 2),
        ("a.b and c.d or e.f", 1),
        ("a.b < c.d", 1),
        ("a.b + c.d", 2),
        ("x if y else z", 1),
        ("x if y else z if v else w", 2),
        ("not not x", 2),
        ("lambda: lambda: x", 2),
        ("lambda a, b: lambda c, d: x", 2),
        ("[lambda a, b: x, lambda c: y]", 2),
        ("lambda a=(1, 2): -x", 3),
        ("await x", 1),
        ("a << b >> c", 2),
        ("a ** b // c", 2),
        ("1if x else 2", 1),
        ("notable + iffy", 1),
        ("a + b; c", 1),
        ("f(", 1),
        ("f(g(", 2),
        ("-(-(", 4),
        (")", 0),
        ("x[1:2, 3]", 1),
        ("d[a.b:c.d.e]", 3),
        ("1.5 + 2.5", 2),
    ],
)
def test_expression_height(statement: str, height: int) -> None:
    assert expression_height(statement) == height


def depth(code: str) -> int:
    """Smallest limit under which the code is not too deep."""
    return next(limit for limit in range(200) if not is_too_deep(code, limit))


@pytest.mark.parametrize(
    ("code", "nesting"),
    [
        ("", 0),
        ("x\ny\n", 0),
        ("if a:\n  b\n", 1),
        ("if a:\n  if b:\n    c\nd\n", 2),
        ("if a:\n  if b:\n    -c\nd\n", 3),
        ("if a:\n\tb\n\tif c:\n\t\td\n", 2),
        ("if a: b\nelif c: d\n", 1),
        ("if a: b\nelif c: d\nelif e: f\nelse: g\n", 2),
        ("if a: b\nelif c: d\nif e: f\nelif g: h\n", 1),
        ("if a:\n  b\nelif c:\n  if d: e\n  elif f: g\n", 3),
        ("f(a,\n      b,\n          c)\nd", 1),
        ("f(a,\n\n  (b),\n c)\nif d:\n  e", 2),
        ("if a:\n\n\n  b\n", 1),
        ("(\n(\n(", 3),
        ("x\x0c\nif a:\n \x0c  b\n", 1),
    ],
)
def test_nesting_of_blocks_and_expressions(code: str, nesting: int) -> None:
    assert depth(code) == nesting


@pytest.mark.parametrize(
    ("code", "bound"),
    [
        ("x", 1),
        ("f(x)\ng(x)", 3),
        ("f(a,\n  [b],\n c.d)", 6),
        ("if a:\n  b\nelif c:\n  d + e", 5),
        ("x = f(\n\n(a\n", 4),
    ],
)
def test_the_quick_bound_by_hand(code: str, bound: int) -> None:
    """One for the first line, indentations, `elif` branches, and links of the longest statement."""
    assert is_surely_shallow(code, bound)
    assert not is_surely_shallow(code, bound - 1)


def outcome(code: str, max_bytes: int = 65_536, max_depth: int = 90) -> Outcome | None:
    return check(code, max_bytes=max_bytes, max_depth=max_depth)


def test_bytes_are_counted_in_utf8() -> None:
    assert outcome("#" * 10, max_bytes=10) is None
    assert outcome("#" * 11, max_bytes=10) is Outcome.TOO_LONG
    assert outcome("#\u00e9\u00e9\u00e9\u00e9", max_bytes=9) is None
    assert outcome("#\u00e9\u00e9\u00e9\u00e9a", max_bytes=9) is Outcome.TOO_LONG
    assert outcome("#\U0001f600\U0001f600", max_bytes=8) is Outcome.TOO_LONG
    assert outcome("#\ud800", max_bytes=4) is None


def test_the_limit_itself_is_allowed() -> None:
    assert outcome("(" * 90 + ")" * 90) is None
    assert outcome("(" * 91 + ")" * 91) is Outcome.TOO_DEEP
    assert outcome("((x))", max_depth=2) is None
    assert outcome("(((x)))", max_depth=2) is Outcome.TOO_DEEP


def test_length_is_judged_before_nul_and_nul_before_depth() -> None:
    assert outcome("(" * 200 + "\0", max_bytes=100) is Outcome.TOO_LONG
    assert outcome("(" * 200 + "\0") is Outcome.SYNTAX_ERROR


@pytest.mark.parametrize(
    "text",
    [
        "'((((' + '))))'",
        '"""((((\n----\n""" # ((((',
        "r'((((\\\\' + b'((((' + u'((((' + rb\"((((\"",
        "'\\'((((' + '\\\\' + '(((('",
        "x = 1 # ((((\n# ((((\n",
        "'a\\\n((((\\\n'",
        "f'(((( {x} ((((' + F\"----{y:----}\"[:0]",
        "rf'((((' + fr'((((' + f'{{((((}}'",
    ],
)
def test_text_in_strings_and_comments_does_not_count(text: str) -> None:
    ast.parse(text)
    assert outcome(text, max_depth=10) is None


def test_an_unclosed_string_runs_to_the_end_of_its_line() -> None:
    assert outcome("'((((\n((((", max_depth=3) is Outcome.TOO_DEEP
    assert outcome("'((((\n((((", max_depth=4) is None
    assert outcome("'''((((\n((((", max_depth=1) is None


def test_fields_of_f_strings_count() -> None:
    assert outcome("f'{((((x))))}'", max_depth=4) is Outcome.TOO_DEEP
    assert outcome("f'{((((x))))}'", max_depth=5) is None
    assert outcome("'{((((x))))}'", max_depth=1) is None
    assert outcome("xf'{((((x))))}'", max_depth=1) is None
