from __future__ import annotations

import ast
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rolloutdiff.features.fstrings import fstring_height


@pytest.mark.parametrize(
    ("body", "height"),
    [
        ("", 0),
        ("text - (text)", 0),
        ("{{}} {{x}}", 0),
        ("{x}", 1),
        ("{x} {y}", 1),
        ("{x.y}", 2),
        ("{x.y} {f(z.w)}", 3),
        ("{-x}", 2),
        ("{a if b else c}", 2),
        ("{x:>{w}}", 4),
        ("{x!r:^10}", 3),
        ("{x=}", 1),
        ("{x = !r}", 1),
        ("{a == b}", 1),
        ("{a != b}", 1),
        ("{a <= b < c}", 3),
        ("{d['k']}", 2),
        ("{'}'}", 1),
        ("{'#'}", 1),
        ("{'''a'''}", 1),
        ("{''}", 1),
        ("{f'{x}'}", 2),
        ("\\N{DASH}", 0),
        ("\\N{DASH", 0),  # refused later, as an escape
        ("\\{x}", 1),
        ("\\\\{x}", 1),
        ("{(lambda x: x)}", 4),
        ("{x[1:2]}", 3),
        ("{x:{{}}}", 4),
    ],
)
def test_height(body: str, height: int) -> None:
    assert fstring_height(body, raw=False) == height


@pytest.mark.parametrize(
    "body",
    [
        "{",
        "}",
        "{x",
        "x}",
        "{x:",
        "{x!r",
        "{x!r x}",
        "{'",
        "{'a}",
        "{x # y}",
        "{x\\n}",
        "{'\\n'}",
        "{(x}",
        "{x)}",
        "{(x]}",
        "{x[}",
        "{a:{b:{c}}}",
        "{x:{y}",
        "{f'{'}",
        "\\N{x} {",
    ],
)
def test_refused(body: str) -> None:
    assert fstring_height(body, raw=False) is None


def test_backslashes_in_raw_f_strings() -> None:
    assert fstring_height("\\N{x}", raw=True) == 1
    assert fstring_height("\\{x}", raw=True) == 1
    assert fstring_height("\\d{{2}}", raw=True) == 0


def test_many_fields_take_the_highest_only() -> None:
    assert fstring_height("{x.y}" * 10_000, raw=False) == 2


PARTS = [
    "{",
    "}",
    "{{",
    "}}",
    "x",
    "'",
    "!r",
    ":",
    "=",
    " ",
    "(",
    ")",
    "[",
    "]",
    ">",
    "<=",
    "!=",
    "1",
    "{x}",
    "{x:>{w}}",
    "{x!r:^10}",
    ".",
    "\\N{DASH}",
    "\\n",
    ",",
    "+",
    "#",
    "{x['a']}",
    "{f'{y}'}",
    "\\",
]


@given(st.lists(st.sampled_from(PARTS), max_size=8).map("".join), st.booleans())
def test_what_is_refused_does_not_parse_on_3_11(body: str, raw: bool) -> None:
    if fstring_height(body, raw=raw) is None and sys.version_info < (3, 12) and not body.endswith("\\"):
        with pytest.raises(SyntaxError):
            ast.parse(f'{"r" if raw else ""}f"""{body} """')
