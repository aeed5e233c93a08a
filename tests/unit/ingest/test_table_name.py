"""Tables of a database: how their names are read, found, and read in place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import duckdb
import pytest

from rolloutdiff.errors import InputError, PathNotFound
from rolloutdiff.ingest.table import table_in
from rolloutdiff.ingest.table_name import TableName, name_parts

ROWS = "select 1 as step, 'p' as prompt, 'r' as response, 2 as reward"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a", ["a"]),
        ("a.b", ["a", "b"]),
        ("d.a.b", ["d", "a", "b"]),
        ("my table", ["my table"]),
        ('a."b.c"', ["a", "b.c"]),
        ('"say ""hi"""."x y".z', ['say "hi"', "x y", "z"]),
        ("a.", ["a."]),
        ('"a', ['"a']),
        ('a"b', ['a"b']),
        ("", [""]),
        ("日本.表", ["日本", "表"]),
        ("x'; drop table t; --", ["x'; drop table t; --"]),
    ],
)
def test_a_qualified_name_falls_into_its_parts(text: str, parts: list[str]) -> None:
    assert name_parts(text) == parts


@pytest.fixture
def cursor() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        con.execute("attach ':memory:' as \"other db\"")
        con.execute('create schema "my schema"; create schema s; create schema "other db".s')
        con.execute(f'create table "my schema"."odd ""t"" . x" as {ROWS}')
        con.execute(f"create table s.completions as {ROWS}; create view s.seen as from s.completions")
        con.execute(f'create table "other db".s.far as {ROWS}; create table "other db".main.near as {ROWS}')
        con.execute(
            f'create table "a.b" as {ROWS}; create table plain as {ROWS}; create temp table hidden as {ROWS}'
        )
        con.execute("create table only_step as select 1 as step")
        con.execute("create view broken as from only_step; drop table only_step")
        yield con


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("plain", "plain"),
        ("PLAIN", "plain"),
        ("main.plain", "plain"),
        ("memory.main.plain", "plain"),
        ("s.completions", "s.completions"),
        ('"S"."Completions"', "s.completions"),
        ("s.seen", "s.seen"),
        ('my schema."odd ""t"" . x"', '"my schema"."odd ""t"" . x"'),
        ("a.b", '"a.b"'),
        ('"a.b"', '"a.b"'),
        ("other db.near", '"other db".main.near'),
        ('"other db".s.far', '"other db".s.far'),
    ],
)
def test_a_table_is_found_and_has_one_name(cursor: Any, text: str, label: str) -> None:
    assert TableName(text).label(cursor) == label
    assert TableName(label).place(cursor) == TableName(text).place(cursor)
    assert TableName(text).columns_on(cursor) == ["step", "prompt", "response", "reward"]


def test_the_schema_in_use_comes_first_then_main(cursor: Any) -> None:
    cursor.execute(f"create table s.plain as {ROWS}; use s")
    assert TableName("plain").label(cursor) == "s.plain"
    assert TableName("completions").label(cursor) == "s.completions"
    assert TableName("a.b").label(cursor) == '"a.b"'


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("s.completion", "s.completions"),
        ("completions", "s.completions"),
        ("other db.s.fat", '"other db".s.far'),
        ("plan", "plain"),
        ("my schema.odd t", '"my schema"."odd ""t"" . x"'),
    ],
)
def test_a_table_that_is_not_there_is_told_with_a_near_name(cursor: Any, text: str, near: str) -> None:
    with pytest.raises(PathNotFound, match="no table or view of the database") as caught:
        table_in(cursor, text, run="r")
    assert f"Did you mean {near}?" in str(caught.value)


def test_temporary_tables_and_nonsense_are_not_found(cursor: Any) -> None:
    for name in ("hidden", "", ".", "a.b.c.d", "range(3)", "x'; drop table plain; --"):
        with pytest.raises(PathNotFound, match="Temporary tables and uncommitted ones are not seen"):
            table_in(cursor, name, run="r")
    assert TableName("plain").label(cursor) == "plain"


def test_a_view_that_does_not_work_is_told(cursor: Any) -> None:
    with pytest.raises(InputError, match=r"View 'broken' cannot be read: .*only_step"):
        table_in(cursor, "broken", run="r")


def test_the_order_of_a_large_table_is_kept_and_nothing_stays_behind(read: Any, staging: Any) -> None:
    answer = '"the, ""answer"""'
    fields = f"i as step, 'p' as prompt, 'r' || i as {answer}, 1 as reward, false as unused"
    staging.con.execute(f'create table "big t" as select {fields} from range(300_000) as t(i)')
    rollouts = table_in(staging.cursor, "big t", run="r", columns={"response": 'the, "answer"'})
    assert rollouts.files[0].name == '"big t"'
    assert "unused" in rollouts.evidence
    for chunk in rollouts.chunks():
        chunk.stage(staging.cursor, staging.run_sql)
    moved = "select count(*) from staged_row where source_row <> step or response <> 'r' || step"
    assert staging.cursor.execute(moved).fetchone() == (0,)
    assert staging.cursor.execute("select count(*) from staged_row").fetchone() == (300_000,)
    left = "select view_name from duckdb_views() where not internal"
    assert staging.cursor.execute(left).fetchall() == []
