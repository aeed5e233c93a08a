"""The closed database reaches nothing, and stops what takes too long."""

from __future__ import annotations

import duckdb
import pyarrow as pa
import pytest

from rolloutdiff.sqlfiles.guard import GuardedExpression
from rolloutdiff.warehouse import closed as closed_module
from rolloutdiff.warehouse.closed import ClosedDatabase, TooLong


@pytest.fixture
def closed():
    with ClosedDatabase() as database:
        yield database


@pytest.mark.parametrize(
    "statement",
    [
        "select * from read_text('{file}')",
        "select * from '{file}'",
        "copy (select 1) to '{file}.copy'",
        "attach '{file}.db' as other",
        "install httpfs",
        "load httpfs",
        "set threads = 8",
        "set memory_limit = '8GB'",
        "set enable_external_access = true",
        "reset lock_configuration",
        "export database '{file}.export'",
    ],
)
def test_nothing_outside_is_reached(closed, tmp_path, statement):
    file = tmp_path / "secret.txt"
    file.write_text("secret")
    with pytest.raises(duckdb.Error):
        closed.runner.cursor.execute(statement.format(file=file)).fetchall()
    assert [p.name for p in tmp_path.iterdir()] == ["secret.txt"]


def test_python_variables_do_not_stand_in_for_tables(closed):
    local_table = pa.table({"x": [1]})
    with pytest.raises(duckdb.CatalogException):
        closed.runner.cursor.execute("select * from local_table")
    assert local_table.num_rows == 1


def test_an_expression_stands_for_the_macro(closed):
    rows = pa.table({"rollout_id": [1, 2], "prompt": ["p", "q"], "response": ["ab", None]})
    closed.define(GuardedExpression(sql="LENGTH(response) + 1", columns=frozenset({"response"})))
    with closed.runner.table("custom_row", rows):
        assert closed.runner.scalar("custom_type") == "BIGINT"
        closed.runner.run("custom_value", {"first_rollout": 1, "last_rollout": 2})
    found = closed.runner.cursor.execute("from custom_value order by rollout_id").fetchall()
    assert found == [(1, False, 3.0), (2, True, None)]
    assert closed.runner.rows("custom_fault", {"scale": 1}) == []
    assert closed.runner.rows("custom_count", {"scale": 1}) == [(1, 3)]


def test_what_takes_too_long_is_stopped_and_the_next_runs(closed):
    endless = (
        "select count(*) from range(100000000) as a, range(100000000) as b where a.range % 7 = b.range % 11"
    )
    with pytest.raises(TooLong):
        closed.within(0.1, lambda: closed.runner.cursor.execute(endless).fetchall())
    assert closed.within(60, lambda: closed.runner.cursor.execute("select 1").fetchall()) == [(1,)]


def test_memory_has_a_bound_and_the_next_runs(monkeypatch):
    monkeypatch.setattr(closed_module, "MEMORY_LIMIT", "16MB")
    with ClosedDatabase() as database:
        with pytest.raises(duckdb.OutOfMemoryException):
            database._cursor.execute(
                "create temp table large as select md5(range::varchar) as a from range(2_000_000)"
            )
        assert database._cursor.execute("select 1").fetchall() == [(1,)]


def test_an_interrupt_of_somebody_else_is_not_ours(closed):
    def work():
        raise duckdb.InterruptException("by hand")

    with pytest.raises(duckdb.InterruptException):
        closed.within(60, work)
