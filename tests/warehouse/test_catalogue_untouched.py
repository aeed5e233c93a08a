"""A good guest: whatever we do in a warehouse, all that is the user's stays as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from rolloutdiff import analyze_rollouts, doctor, from_table, install, uninstall, upgrade
from rolloutdiff.errors import SchemaNotOurs
from rolloutdiff.sqlfiles import quote_identifier, retarget

VERSION_1 = Path(__file__).resolve().parents[1] / "data" / "schema_1.sql"
OURS = 'guest\'s "lab"'

AWKWARD = '''
create schema rolloutdiff;
create table rolloutdiff.object (name varchar, package varchar);
insert into rolloutdiff.object values ('object', 'somebody else');
create table rolloutdiff.rollout (x integer primary key);
create view rolloutdiff.report_run as select r.x from rolloutdiff.rollout as r;
create macro rolloutdiff.step_mean_v1(p_x) as p_x;
create table rollout (rollout_id integer, "a ""b"" c" varchar default 'it''s');
insert into rollout values (1, 'kept');
create table feature as select range as feature_id from range(5);
create table "select" ("from" integer check ("from" > 0), "Größe" double);
create schema "my ""own"" schema";
create table "my ""own"" schema"." leading space" (" " integer);
create table "my ""own"" schema"."rolloutdiff.rollout" (x integer);
create view "my ""own"" schema"."report_alert" as select * from "my ""own"" schema"."rolloutdiff.rollout";
create macro "my ""own"" schema"."jaccard_v1"(a, b := 2) as a + b;
create macro extraction(a) as table select a as x;
create type mood as enum ('sad', 'it''s');
create sequence analysis start 7;
create unique index "an ""index""" on rollout (rollout_id);
comment on table rollout is 'the user''s';
comment on column rollout.rollout_id is 'its number';
comment on view "my ""own"" schema"."report_alert" is 'mine';
'''

SOURCES = {
    "duckdb_schemas()": "schema_name, comment, sql",
    "duckdb_tables()": "schema_name, table_name, comment, estimated_size, column_count, sql",
    "duckdb_views()": "schema_name, view_name, comment, sql",
    "duckdb_columns()": "schema_name, table_name, column_name, data_type, column_default, comment",
    "duckdb_constraints()": "schema_name, table_name, constraint_text",
    "duckdb_indexes()": "schema_name, index_name, table_name, comment, sql",
    "duckdb_types()": "schema_name, type_name, logical_type, comment",
    "duckdb_sequences()": "schema_name, sequence_name, start_value, last_value, sql",
    "duckdb_functions()": "schema_name, function_name, function_type, parameters, macro_definition",
}


def belongings(con: duckdb.DuckDBPyConnection) -> dict[str, object]:
    """Catalogue, rows, settings, search path and attached databases, but for our own schema."""
    found: dict[str, object] = {}
    for source, columns in SOURCES.items():
        query = f"select database_name, {columns} from {source} where schema_name <> $ours order by all"
        found[source] = con.execute(query, {"ours": OURS}).fetchall()
    tables = con.execute(
        "select database_name, schema_name, table_name from duckdb_tables() where schema_name <> $ours",
        {"ours": OURS},
    ).fetchall()
    for parts in tables:
        name = ".".join(map(quote_identifier, parts))
        found[name] = con.execute(f"select t.*, t.rowid from {name} as t order by all").fetchall()
    found["settings"] = con.execute("select name, value from duckdb_settings() order by all").fetchall()
    found["databases"] = con.execute("select database_name, path from duckdb_databases()").fetchall()
    found["in use"] = con.execute("select current_database(), current_schema()").fetchall()
    return found


@pytest.fixture
def con(tmp_path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """A caller in the middle of work, in a warehouse full of awkward names."""
    with duckdb.connect(str(tmp_path / 'it\'s a "warehouse".duckdb')) as connection:
        connection.execute(AWKWARD)
        connection.execute('use "my ""own"" schema"')
        connection.execute("create temp table rollout as select 42 as x")
        connection.execute("create temp view report_run as select 43 as x")
        connection.execute("create temp macro step_mean_v1(x) as 44")
        for setting in (
            *("threads = 1", "memory_limit = '1GB'", "default_order = 'desc'", "timezone = 'Asia/Tokyo'"),
            *("default_null_order = 'nulls_first'", "enable_progress_bar = false", "integer_division = true"),
        ):
            connection.execute(f"set {setting}")
        connection.execute("begin transaction")
        connection.execute('insert into main."select" values (5, 0.5)')
        yield connection


def analyse(con: duckdb.DuckDBPyConnection, run: str = "r") -> None:
    # Variables of the names of our tables: DuckDB would take them for missing ones.
    rollout = feature = extraction = analysis = None
    assert rollout is feature is extraction is analysis
    places = [(step, p) for step in range(20) for p in range(4)]
    data = pa.table(
        {
            "step": [step for step, _ in places],
            "prompt": [f"p{p}" for _, p in places],
            "response": [f"word{step % 3} word{p} " + "try " * (step > 12) * p for step, p in places],
            "reward": [float(p % 2) for _, p in places],
        }
    )
    with analyze_rollouts(from_table(data, run=run), con=con, schema=OURS) as found:
        assert found.run.rows()[0]["rows"] == 80


def first_install(con: duckdb.DuckDBPyConnection) -> None:
    install(con, OURS)


def first_version_1(con: duckdb.DuckDBPyConnection) -> None:
    with con.cursor() as cursor:
        cursor.execute(retarget(VERSION_1.read_text(encoding="utf-8"), OURS))


@pytest.mark.parametrize(
    ("prepare", "act"),
    [
        ((), first_install),
        ((), lambda con: install(con, OURS, dry_run=True)),
        ((first_install,), first_install),
        ((first_version_1,), lambda con: upgrade(con, OURS)),
        ((first_version_1,), lambda con: upgrade(con, OURS, dry_run=True)),
        ((first_install,), lambda con: doctor(con, OURS)),
        ((first_install,), lambda con: uninstall(con, OURS)),
        ((), analyse),
        ((analyse,), lambda con: analyse(con, "another")),
        ((analyse,), lambda con: uninstall(con, OURS, drop_data=True)),
    ],
    ids=(
        *("install", "plan-install", "reinstall", "upgrade", "plan-upgrade"),
        *("doctor", "uninstall", "analyze", "analyze-more", "drop"),
    ),
)
def test_nothing_of_the_user_changes(
    con: duckdb.DuckDBPyConnection,
    prepare: tuple[Callable[[duckdb.DuckDBPyConnection], object], ...],
    act: Callable[[duckdb.DuckDBPyConnection], object],
) -> None:
    for step in prepare:
        step(con)
    before = belongings(con)
    act(con)
    assert belongings(con) == before
    # The transaction is still open, and is the caller's to end.
    con.execute("rollback")
    assert con.execute('from main."select"').fetchall() == []
    assert con.execute("select * from temp.rollout, temp.report_run").fetchall() == [(42, 43)]


def test_after_all_of_it_the_file_is_as_before(tmp_path: Path) -> None:
    path = str(tmp_path / "w.duckdb")
    with duckdb.connect(path) as con:
        con.execute(AWKWARD)
    with duckdb.connect(path) as con:
        before = belongings(con)
        first_version_1(con)
        upgrade(con, OURS)
        analyse(con)
        assert doctor(con, OURS) == ()
        uninstall(con, OURS, drop_data=True)
    with duckdb.connect(path) as con:
        assert belongings(con) == before
        schemas = con.execute("select count(*) from duckdb_schemas() where schema_name = $s", {"s": OURS})
        assert schemas.fetchall() == [(0,)]


@pytest.mark.parametrize("act", [install, upgrade, uninstall, doctor, analyze_rollouts])
def test_schema_of_the_default_name_that_is_not_ours_is_refused(
    con: duckdb.DuckDBPyConnection, act: Callable[..., object]
) -> None:
    before = belongings(con)
    with pytest.raises(SchemaNotOurs):
        if act is analyze_rollouts:
            rows = duckdb.sql("select 1 as step, 'p' as prompt, 'r' as response, 1.0 as reward").df()
            act(from_table(rows, run="r"), con=con)
        else:
            act(con)
    assert belongings(con) == before
