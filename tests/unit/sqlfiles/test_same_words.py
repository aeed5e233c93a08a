"""Two texts of one meaning: as DuckDB releases print them."""

from __future__ import annotations

import pytest

from rolloutdiff.sqlfiles.tokens import same_words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("select 1 as a", "SELECT  1\nAS a -- why"),
        ('select "value"::double', "select VALUE::DOUBLE"),
        ("f(CAST('f' AS BOOLEAN), CAST('t' AS BOOLEAN))", "f(false, true)"),
        ('main.struct_pack("a" := 1)', 'struct_pack("a" := 1)'),
        ("f(lambda x: x + 1)", "f(x -> x + 1)"),
        ("f(lambda x: g(lambda y: y))", "f((x) -> g((y -> y)))".replace("(y -> y)", "y -> y")),
        ("f(lambda a, b: a * b)", 'f("row"(a, b) -> a * b)'),
        ("with t as (select 1)select * from t", "with t as (select 1) select * from t"),
    ],
)
def test_same(one: str, other: str) -> None:
    assert same_words(one) == same_words(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("select 'A'", "select 'a'"),
        ("select 1", "select 2"),
        ("cast('f' as varchar)", "false"),
        ("main.f(1)", "f(1)"),
        ("select 'unclosed", "select  'unclosed"),
    ],
)
def test_different(one: str, other: str) -> None:
    assert same_words(one) != same_words(other)
