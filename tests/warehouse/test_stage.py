"""Running stage files, and transactions around them."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from rolloutdiff.errors import WarehouseError
from rolloutdiff.warehouse.connect import work_cursor
from rolloutdiff.warehouse.install import install
from rolloutdiff.warehouse.stage import StageRunner, transaction


@pytest.fixture(params=["rolloutdiff", 'my "own" schema'])
def runner(con: duckdb.DuckDBPyConnection, tree: Path, request: pytest.FixtureRequest) -> StageRunner:
    install(con, request.param, root=tree)
    return StageRunner(work_cursor(con), request.param, tree)


def test_every_statement_gets_its_own_parameters(runner: StageRunner) -> None:
    params = {"x": 4, "note": "rolloutdiff.point", "unused": object()}
    assert runner.rows("add_point", params) == [(4, "rolloutdiff.point")]
    assert runner.cursor.execute("select n.x, n.note from noted as n").fetchall() == [
        (4, "rolloutdiff.point")
    ]
    runner.run("add_point", params | {"x": 2})
    assert runner.scalar("count_point") == 2


def test_missing_parameter_is_named(runner: StageRunner) -> None:
    with pytest.raises(KeyError, match="note"):
        runner.run("add_point", {"x": 1})


def test_unknown_stage_is_one_sentence(runner: StageRunner) -> None:
    with pytest.raises(WarehouseError, match="no SQL file named 'add_points'"):
        runner.run("add_points")


def test_rows_come_as_arrow(runner: StageRunner) -> None:
    table = runner.arrow("add_point", {"x": 7, "note": ""})
    assert table.to_pylist() == [{"x": 7, "label": "rolloutdiff.point"}]
    assert table.schema.field("x").type == pa.int32()


def test_batches_come_in_order_and_may_be_left_early(runner: StageRunner) -> None:
    with runner.table("given", pa.table({"x": list(range(10))})):
        batches = list(runner.batches("read_given", {"least": 3}, size=4))
        assert [[x for (x,) in batch] for batch in batches] == [[3, 4, 5, 6], [7, 8, 9]]
        early = runner.batches("read_given", {"least": 3}, size=2)
        assert next(early) == [(3,), (4,)]
        early.close()
        assert runner.arrow("read_given", {"least": 8}).to_pylist() == [{"x": 8}, {"x": 9}]


def test_given_table_lasts_as_long_as_its_block(runner: StageRunner) -> None:
    with runner.table("given", pa.table({"x": [1]})):
        assert runner.rows("read_given", {"least": 0}) == [(1,)]
    with pytest.raises(duckdb.CatalogException, match="given"):
        runner.rows("read_given", {"least": 0})


def test_given_table_hides_a_table_of_the_caller(con: duckdb.DuckDBPyConnection, runner: StageRunner) -> None:
    con.execute("create table given as select 5 as x")
    with runner.table("given", pa.table({"x": [1]})):
        assert runner.rows("read_given", {"least": 0}) == [(1,)]
    assert con.execute("select g.x from given as g").fetchall() == [(5,)]


def test_failure_inside_a_block_is_not_replaced(runner: StageRunner) -> None:
    with (
        pytest.raises(ZeroDivisionError),
        transaction(runner.cursor),
        runner.table("given", pa.table({"x": [1]})),
    ):
        with pytest.raises(duckdb.Error):
            runner.cursor.execute("select error('x')").fetchall()
        raise ZeroDivisionError
    assert runner.scalar("count_point") == 0


def test_view_of_one_analysis(con: duckdb.DuckDBPyConnection) -> None:
    install(con)
    con.execute("insert into rolloutdiff.analysis values ('a', '{}', '', '', '', '{}', '', '', '', true)")
    for count, code in ((2, "late"), (1, "early")):
        con.execute(
            "insert into rolloutdiff.integrity values ('a', 'r', ?, 'note', ?, null, null, null, '', null)",
            [code, count],
        )
    table = StageRunner(work_cursor(con)).view("report_integrity", "a", "code")
    assert table.column("code").to_pylist() == ["early", "late"]
    assert StageRunner(work_cursor(con)).view("report_integrity", "b", "code").num_rows == 0


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit, ValueError, GeneratorExit])
def test_any_exception_rolls_back(runner: StageRunner, stop: type[BaseException]) -> None:
    with pytest.raises(stop), transaction(runner.cursor):
        runner.run("add_point", {"x": 1, "note": ""})
        raise stop
    assert runner.scalar("count_point") == 0
    with transaction(runner.cursor):
        runner.run("add_point", {"x": 1, "note": ""})
    assert runner.scalar("count_point") == 1


def test_failed_statement_rolls_back(runner: StageRunner) -> None:
    with pytest.raises(duckdb.ConstraintException), transaction(runner.cursor):
        runner.run("add_point", {"x": 1, "note": ""})
        runner.run("add_point", {"x": None, "note": ""})
    assert runner.scalar("count_point") == 0


def test_conflicting_write_is_one_sentence_and_writes_nothing(
    con: duckdb.DuckDBPyConnection, tree: Path
) -> None:
    install(con, root=tree)
    con.execute("insert into rolloutdiff.point values (1, 'a'); begin; update rolloutdiff.point set x = 2")
    cursor = work_cursor(con)
    with (
        pytest.raises(WarehouseError, match="met a write of another connection and wrote nothing") as caught,
        transaction(cursor),
    ):
        cursor.execute("insert into rolloutdiff.point values (5, 'b')")
        cursor.execute("update rolloutdiff.point set x = 3")
    assert "\n" not in str(caught.value)
    con.execute("commit")
    assert con.execute("select p.x from rolloutdiff.point as p").fetchall() == [(2,)]


def test_memory_that_does_not_suffice_is_one_sentence(make_tree) -> None:
    body = "select list(repeat('x', 1000) || g.x order by g.x) as texts from given as g;\n"
    root: Path = make_tree(read_given=body)
    with duckdb.connect(config={"memory_limit": "40MB", "threads": 1}) as con:
        runner = StageRunner(work_cursor(con), root=root)
        with (
            runner.table("given", pa.table({"x": list(range(100_000))})),
            pytest.raises(WarehouseError, match="Stage read_given ran out of memory") as caught,
        ):
            runner.rows("read_given")
    assert "--memory-limit" in str(caught.value.hint)
    assert "\n" not in str(caught.value)
