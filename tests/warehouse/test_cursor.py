"""Work in the DuckDB of a caller: nothing of theirs changes, and nothing of theirs changes a result."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from rolloutdiff.errors import UsageError, WarehouseError
from rolloutdiff.warehouse.connect import CURSOR_SETTINGS, open_session, work_cursor
from rolloutdiff.warehouse.install import install, installed
from rolloutdiff.warehouse.stage import StageRunner

SETTINGS = "select name, value from duckdb_settings() order by name"
IN_USE = "select current_database(), current_schema(), current_setting('search_path')"


def snapshot(con: duckdb.DuckDBPyConnection) -> tuple[object, ...]:
    return (
        con.execute(SETTINGS).fetchall(),
        con.cursor().execute(SETTINGS).fetchall(),
        con.execute(IN_USE).fetchall(),
        con.execute("select current_setting('python_enable_replacements')").fetchall(),
    )


def test_settings_search_path_and_database_of_the_caller_stay(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("attach ':memory:' as lab; create schema lab.work; set search_path = 'lab.work,memory.main'")
    con.execute("set default_order = 'desc'; set timezone = 'Asia/Tokyo'; set enable_progress_bar = true")
    before = snapshot(con)
    with open_session(con, None) as session:
        install(session.runner.cursor)
        install(con)
        assert installed(con)
    assert snapshot(con) == before
    schemas = con.execute("select database_name from duckdb_schemas() where schema_name = 'rolloutdiff'")
    assert schemas.fetchall() == [("lab",)]


def test_cursor_works_in_the_same_database_and_schema(con: duckdb.DuckDBPyConnection) -> None:
    con.execute('attach \':memory:\' as "my ""lab"; create schema "my ""lab"."a.b"; use "my ""lab"."a.b"')
    con.execute("create table t as select 1 as a")
    cursor = work_cursor(con)
    assert cursor.execute("select current_database(), current_schema()").fetchall() == [('my "lab', "a.b")]
    assert cursor.execute("select t.a from t").fetchall() == [(1,)]
    assert work_cursor(cursor).execute("select current_schema()").fetchall() == [("a.b",)]


def test_every_setting_holds_on_the_cursor_only(con: duckdb.DuckDBPyConnection) -> None:
    own = con.cursor()
    for name, value in {
        "default_order": "'desc'",
        "default_null_order": "'nulls_first'",
        "default_collation": "'nocase'",
        "integer_division": "true",
        "ieee_floating_point_ops": "false",
        "scalar_subquery_error_on_multiple_rows": "false",
        "timezone": "'Asia/Tokyo'",
    }.items():
        assert name in dict(CURSOR_SETTINGS)
        con.execute(f"set {name} = {value}")
    cursor = work_cursor(con)
    values = "(values (1), (null), (3)) as v(a)"
    order = f"select v.a from {values} order by v.a"
    assert con.execute(order).fetchall() == [(None,), (3,), (1,)]
    assert cursor.execute(order).fetchall() == [(1,), (3,), (None,)]
    assert con.execute("select 1 / 2").fetchall() == [(0,)]
    assert cursor.execute("select 1 / 2, 1.0::double / 0").fetchall() == [(0.5, float("inf"))]
    con.execute("create table word as select 'a' as w")
    assert con.execute("select word.w = 'A' from word").fetchall() == [(True,)]
    assert cursor.execute("select word.w = 'A' from word").fetchall() == [(False,)]
    stamp = "select (timestamptz '2024-01-01 00:00:00+00')::varchar"
    assert con.execute(stamp).fetchall() == [("2024-01-01 09:00:00+09",)]
    assert cursor.execute(stamp).fetchall() == [("2024-01-01 00:00:00+00",)]
    with pytest.raises(duckdb.Error, match="subquery"):
        cursor.execute(f"select (select v.a from {values})").fetchall()
    assert own.execute("select current_setting('python_enable_replacements')").fetchall() == [(True,)]


def test_python_variable_never_stands_in_for_a_missing_table(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("set python_scan_all_frames = true")
    install(con)
    con.execute("drop table rolloutdiff.install_log")
    con.execute("create schema other")
    install_log = pa.table({"action": ["from Python"]})
    missing = pa.table({"a": [1]})
    assert (install_log.num_rows, missing.num_rows) == (1, 1)
    # The hazard: on a plain connection even a schema-qualified name finds the variable.
    assert con.execute("select l.action from rolloutdiff.install_log as l").fetchall() == [("from Python",)]
    cursor = work_cursor(con)
    for name in ("missing", "other.missing", "rolloutdiff.install_log", "install_log"):
        with pytest.raises(duckdb.CatalogException, match="does not exist"):
            cursor.execute(f"select count(*) from {name}")
        with pytest.raises(duckdb.CatalogException, match="does not exist"):
            cursor.sql(f"select count(*) from {name}")


def test_python_variable_never_changes_a_stored_view(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("set python_scan_all_frames = true")
    install(con)
    runner = StageRunner(work_cursor(con))
    event = pa.table({"analysis_id": ["x"], "run": ["r"]})
    analysis = pa.table({"analysis_id": ["x"], "complete": [True]})
    assert (event.num_rows, analysis.num_rows) == (1, 1)
    assert runner.view("report_event", "x", "run").num_rows == 0
    con.execute("drop view rolloutdiff.report_event; drop table rolloutdiff.event")
    con.execute(
        "create view rolloutdiff.report_event as select e.analysis_id, e.run from rolloutdiff.event as e"
    )
    with pytest.raises(duckdb.CatalogException, match="event"):
        runner.view("report_event", "x", "run")
    # Installing again finds the registered table gone and makes it again; the variable stays out of it.
    con.execute("drop view rolloutdiff.report_event")
    install(con)
    assert runner.view("report_event", "x", "run").num_rows == 0


def test_installation_does_not_read_variables(con: duckdb.DuckDBPyConnection, make_tree) -> None:
    con.execute("set python_scan_all_frames = true")
    point = pa.table({"x": [1]})
    assert point.num_rows == 1
    root: Path = make_tree(
        far="create view rolloutdiff.far as\nselect o.x from rolloutdiff.elsewhere as o;\n"
    )
    elsewhere = pa.table({"x": [1]})
    assert elsewhere.num_rows == 1
    with pytest.raises(WarehouseError, match=re.escape("rolloutdiff.elsewhere does not exist")):
        install(con, root=root)


def test_open_transaction_of_the_caller_is_neither_seen_nor_ended(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create table t (a integer); begin; insert into t values (1)")
    with open_session(con, None) as session:
        install(session.runner.cursor)
        assert session.runner.cursor.execute("select count(*) from t").fetchall() == [(0,)]
    assert con.execute("select count(*) from t").fetchall() == [(1,)]
    con.execute("rollback")
    assert con.execute("select count(*) from t").fetchall() == [(0,)]
    assert installed(con)


@pytest.mark.parametrize("thing", [None, "w.duckdb", object()])
def test_only_a_connection_will_do(thing: object) -> None:
    with pytest.raises(UsageError, match=f"con is a {type(thing).__name__}"):
        work_cursor(thing)  # type: ignore[arg-type]


def test_unusable_connections_are_one_sentence(con: duckdb.DuckDBPyConnection) -> None:
    closed = duckdb.connect()
    closed.close()
    with pytest.raises(WarehouseError, match="The connection cannot be used"):
        work_cursor(closed)
    con.execute("begin")
    with pytest.raises(duckdb.Error):
        con.execute("select error('x')").fetchall()
    with pytest.raises(WarehouseError, match="The connection cannot be used"):
        work_cursor(con)


def test_schema_in_use_that_is_not_committed_is_one_sentence(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("begin; create schema fresh; use fresh")
    with pytest.raises(WarehouseError, match="cannot use schema 'fresh' of database 'memory'"):
        work_cursor(con)
