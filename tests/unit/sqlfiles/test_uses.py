"""What a stored text uses: names as they are resolved, not as they look."""

from __future__ import annotations

import logging

import pytest

from rolloutdiff.sqlfiles.uses import uses


def written(text: str) -> set[str]:
    """Uses as `database.schema.name`, with `()` behind what is called."""
    return {
        ".".join(part for part in use[:3] if part) + ("()" if use.called else "")
        for use in uses(text)
        if use.name not in ("as", "select")
    }


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("select a.x from r.t as a join db.r.u on true", {"r.t", "db.r.u"}),
        ('select * from "R"."My Table"', {"r.my table"}),
        ("from r.t select x", {"r.t"}),
        ("select r.t.x, 'r.u' as u from q as r", {"q"}),
        ("select r.twice(a.x) from r.t as a", {"r.twice()", "r.t"}),
        ("select db.r.twice(1)", {"db.r.twice()"}),
        ("select * from r.above(3)", {"r.above()"}),
        ("with t as (select 1 as x) select * from t", set()),
        ("with t as (select * from t) select * from t", {"t"}),
        ("with recursive t as (select 1 union all select * from t) select * from t", set()),
        ("with t as (select * from u), u as (select 1) select * from t", {"u"}),
        ("with t as (select 1) select (select max(x) from t) from r.t", {"r.t", "max()"}),
        ("with t as (select 1) select * from r.t", {"r.t"}),
        ("select * from query_table('r.t')", {"query_table()", "r.t"}),
        ("select * from query_table('t')", {"query_table()", "t"}),
        ("select * from query('select r.m(1) from r.t')", {"query()", "r.m()", "r.t"}),
        ("create view a.v as select * from r.t", {"a.v", "r.t"}),
        ("select 1 -- r.t", set()),
        ("select 'unclosed", set()),
    ],
)
def test_uses(text: str, found: set[str]) -> None:
    assert written(text) == found


def test_text_that_cannot_be_parsed_is_read_word_by_word(caplog: pytest.LogCaptureFixture) -> None:
    assert {"r.t", "r.m()"} <= written("create view v as select ][ r.m(1) from r.t where")
    assert {"r.t"} <= written("frobnicate r.t")
    assert caplog.records == []
    assert not logging.getLogger("sqlglot").disabled
