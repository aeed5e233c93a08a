"""Statements of a stage file."""

from __future__ import annotations

import duckdb
import pytest

from rolloutdiff.sqlfiles import split


def test_each_statement_has_the_parameters_it_mentions() -> None:
    text = (
        "-- a; b\ninsert into t select $run, ';$x' from u where u.a = $step;\n"
        "/* ; $y */ create temp table w as select $run as r, $$;$z$$ as s;\n"
        'delete from "a;b";\n-- the end;\n'
    )
    with duckdb.connect() as con:
        statements = split(con, text)
    assert [s.params for s in statements] == [{"run", "step"}, {"run"}, set()]
    assert "delete from" in statements[2].sql
    assert "';$x'" in statements[0].sql


def test_parts_run_in_order_with_their_parameters() -> None:
    text = "create table t as select $a as x; insert into t select $b; select sum(t.x) from t where t.x < $c"
    given = {"a": 1, "b": 2, "c": 9}
    with duckdb.connect() as con:
        for statement in split(con, text):
            rows = con.execute(statement.sql, {p: given[p] for p in statement.params}).fetchall()
    assert rows == [(3,)]


def test_text_that_is_not_sql_is_refused() -> None:
    with duckdb.connect() as con, pytest.raises(duckdb.ParserException):
        split(con, "selec 1")
