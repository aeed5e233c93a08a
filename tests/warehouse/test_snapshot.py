"""Readers of a warehouse in use: a finished copy beside it, or one sentence with the holder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import duckdb
import pytest

from rolloutdiff import analyze_rollouts, from_table, open_warehouse
from rolloutdiff.api import Analysis
from rolloutdiff.errors import ReportError, UsageError, WarehouseError, WarehouseLocked
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.warehouse.snapshot import snapshot_path, write_snapshot
from tests.warehouse.holder import held
from tests.warehouse.small import small_dump

CATALOGUE = (
    "select schema_name, table_name, comment, estimated_size from duckdb_tables() order by all",
    "select schema_name, view_name, comment, sql from duckdb_views() where not internal order by all",
    "select table_name, column_name, data_type, is_nullable, column_default, comment"
    " from duckdb_columns() where not internal order by all",
    "select schema_name, function_name, comment, macro_definition from duckdb_functions()"
    " where not internal and schema_name <> 'main' order by all",
    "select schema_name, index_name, sql from duckdb_indexes() order by all",
    "select tags['storage_version'] from duckdb_databases() where database_name = current_database()",
)


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    return small_dump(tmp_path / "dump.parquet")


def analysed(dump: Path, db: Path, **options: object) -> Analysis:
    return analyze_rollouts(from_table(dump, run="r"), db=db, **options)  # type: ignore[arg-type]


def catalogue(file: Path) -> list[object]:
    with duckdb.connect(str(file), read_only=True) as con:
        return [con.execute(query).fetchall() for query in CATALOGUE]


def test_snapshot_is_a_whole_copy_that_can_be_read_while_the_file_is_locked(
    tmp_path: Path, dump: Path
) -> None:
    db = tmp_path / "w.duckdb"
    with duckdb.connect(str(db), config={"storage_compatibility_version": "v1.0.0"}) as con:
        con.execute('create schema "my s"; create table "my s"."a ""t" (i integer primary key, j integer)')
        con.execute("""insert into "my s"."a ""t" values (1, 2); create index ix on "my s"."a ""t" (j)""")
        con.execute("""comment on column "my s"."a ""t".j is 'it''s mine'; create macro "my s".m(x) as x""")
        con.execute("create table gone (a integer); create view broken as from gone; drop table gone")
    with analysed(dump, db, snapshot=True) as analysis:
        assert [timing.stage for timing in analysis.timings][-1] == "snapshot"
        report = analysis.report()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["dump.parquet", "w.duckdb", "w.duckdb.snapshot"]
    assert catalogue(snapshot_path(db)) == catalogue(db)
    assert "v1.0.0" in str(catalogue(snapshot_path(db))[-1])
    before = snapshot_path(db).read_bytes()
    with held(db), open_warehouse(db) as warehouse:
        assert (warehouse.path, warehouse.is_snapshot) == (snapshot_path(db), True)
        with warehouse.analysis() as read:
            assert read.report() == report
            assert read.alerts.view == "rolloutdiff.report_alert"
            assert "ast:def:f" in {row["feature"] for row in read.alerts.rows()}
    assert snapshot_path(db).read_bytes() == before


@pytest.mark.parametrize("by", ["the process that copies", "DuckDB"])
def test_a_database_that_nobody_else_uses_is_copied_as_a_file(
    tmp_path: Path, dump: Path, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    """The lock is kept, and where no process can be started DuckDB copies."""
    db = tmp_path / "w.duckdb"
    analysed(dump, db).close()
    if by == "DuckDB":
        monkeypatch.setattr(sys, "executable", str(tmp_path / "gone"))
    statements: list[str] = []
    with duckdb.connect(str(db)) as con:
        con.execute("create table mine as select 7 as x")

        class Cursor:
            def execute(self, query: str) -> duckdb.DuckDBPyConnection:
                statements.append(query.split()[0])
                return con.execute(query)

        write_snapshot(Cursor(), alone=True)  # type: ignore[arg-type]
        monkeypatch.undo()
        code = f"import duckdb\nduckdb.connect({str(db)!r}, read_only=True)"
        other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "Could not set lock" in other.stderr
    assert ("copy" in statements) == (by == "DuckDB")
    assert catalogue(snapshot_path(db)) == catalogue(db)
    with duckdb.connect(str(snapshot_path(db)), read_only=True) as con:
        assert con.execute("from mine").fetchall() == [(7,)]


def test_an_unlocked_file_is_read_itself(tmp_path: Path, dump: Path) -> None:
    db = tmp_path / "w.duckdb"
    analysed(dump, db, snapshot=True).close()
    before = db.read_bytes()
    with open_warehouse(str(db)) as warehouse:
        assert (warehouse.path, warehouse.is_snapshot) == (db, False)
        assert "w.duckdb" in repr(warehouse)
    assert db.read_bytes() == before


def test_a_locked_file_without_snapshot_names_the_holder(tmp_path: Path, dump: Path) -> None:
    db = tmp_path / "w.duckdb"
    analysed(dump, db).close()
    with held(db) as holder, pytest.raises(WarehouseLocked) as caught:
        open_warehouse(db)
    assert f"is in use by process {holder} (" in caught.value.message
    assert "--snapshot" in str(caught.value.hint)
    assert "\n" not in str(caught.value)


def test_the_writer_keeps_its_lock_while_it_copies(tmp_path: Path, dump: Path) -> None:
    db = tmp_path / "w.duckdb"
    code = f"import duckdb\nduckdb.connect({str(db)!r}, read_only=True)"
    with analysed(dump, db, snapshot=True):
        other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "Could not set lock" in other.stderr


READER = """
import duckdb, json, sys
from rolloutdiff import open_warehouse
for line in sys.stdin:
    with open_warehouse(sys.argv[1]) as warehouse:
        found = [row["run"] for row in warehouse.analyses.rows()]
        with warehouse.analysis(run="r") as analysis:
            alerts = len(analysis.alerts.rows())
    # As any other client sees it, without our package.
    with duckdb.connect(sys.argv[1] + ".snapshot", read_only=True) as con:
        views = con.execute("select view_name from duckdb_views() where not internal").fetchall()
        shown = {view: len(con.execute(f"from rolloutdiff.{view}").fetchall()) for (view,) in views}
    print(json.dumps([warehouse.is_snapshot, sorted(found), alerts, shown]), flush=True)
"""


def test_another_process_reads_while_an_analysis_runs(tmp_path: Path, dump: Path) -> None:
    """At both ends of every stage it sees the last finished state, whole, and never a part of the new one."""
    db = tmp_path / "w.duckdb"
    with analysed(dump, db, snapshot=True) as analysis:
        alerts = len(analysis.alerts.rows())
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-c", READER, str(db)]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    seen: list[tuple[str, list[object]]] = []
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as reader:
        assert reader.stdin is not None and reader.stdout is not None

        def look(stage: str) -> None:
            reader.stdin.write("look\n")
            reader.stdin.flush()
            seen.append((stage, json.loads(reader.stdout.readline())))

        def listen(stage: str, done: int, total: int) -> None:
            if done in (0, total):
                look(stage)

        with analyze_rollouts(from_table(dump, run="s"), db=db, snapshot=True, progress=listen) as analysis:
            look("open")
            assert (analysis.runs, len(analysis.alerts.rows())) == (["s"], alerts)
        look("closed")
        reader.stdin.close()
    stages = [stage for stage, _ in seen]
    assert {"extract", "screening", "events", "snapshot"} <= {*stages}
    renamed = max(place for place, stage in enumerate(stages) if stage == "snapshot")
    ((_, (_, _, _, whole)), *_) = seen
    assert min(whole[view] for view in ("report_alert", "report_series", "report_event", "report_run")) > 0
    for _, found in seen[:renamed]:
        assert found == [True, ["r"], alerts, whole]
    for _, found in seen[renamed:-1]:
        assert found[:3] == [True, ["r", "s"], alerts]
    assert seen[-1][1][:3] == [False, ["r", "s"], alerts]
    assert seen[-1][1][3]["report_run"] == 2


def test_analyses_are_listed_and_chosen(tmp_path: Path, dump: Path) -> None:
    db = tmp_path / "w.duckdb"
    analysed(dump, db).close()
    analysed(dump, db, settings=AnalysisSettings(profile="original")).close()
    analyze_rollouts(from_table(dump, run="s"), db=db).close()
    with open_warehouse(db) as warehouse:
        rows = warehouse.analyses.rows()
        assert sorted((row["run"], row["profile"]) for row in rows) == [
            ("r", "calibrated"),
            ("r", "original"),
            ("s", "calibrated"),
        ]
        for row in rows:
            with warehouse.analysis(row["analysis_id"][:10]) as read:
                assert (read.id, read.runs) == (row["analysis_id"], [row["run"]])
                assert read.run.rows() == [row]
                assert read.timings == []
        assert warehouse.analysis(run="s").runs == ["s"]
        with pytest.raises(UsageError, match="holds 3 analyses"):
            warehouse.analysis()
        with pytest.raises(UsageError, match="holds 2 analyses"):
            warehouse.analysis(run="r")
        with pytest.raises(ReportError, match="no analysis of run 'x'"):
            warehouse.analysis(run="x")


def test_a_warehouse_is_never_written_by_a_reader(tmp_path: Path, dump: Path) -> None:
    db = tmp_path / "w.duckdb"
    analysed(dump, db).close()
    with open_warehouse(db) as warehouse, warehouse.analysis() as analysis:
        cursor = analysis._session.runner.cursor
        with pytest.raises(duckdb.InvalidInputException, match="read-only"):
            cursor.execute("delete from rolloutdiff.analysis")


def test_files_that_are_no_warehouse_are_one_sentence(tmp_path: Path) -> None:
    db = tmp_path / "w.duckdb"
    with pytest.raises(WarehouseError, match="does not exist"):
        open_warehouse(db)
    duckdb.connect(str(db)).close()
    with pytest.raises(WarehouseError, match="no schema 'mine' of ours"):
        open_warehouse(db, schema="mine")


def test_snapshot_of_the_callers_database(tmp_path: Path, dump: Path) -> None:
    db = tmp_path / "it's mine.duckdb"
    with duckdb.connect(str(db)) as con:
        con.execute("create table t (a integer)")
        con.execute("begin; insert into t values (1)")
        analyze_rollouts(from_table(dump, run="r"), con=con, snapshot=True).close()
        databases = con.execute("select database_name from duckdb_databases() where not internal").fetchall()
        assert databases == [("it's mine",)]
        con.execute("rollback")
    with open_warehouse(snapshot_path(db)) as warehouse:
        assert warehouse.analysis().runs == ["r"]


def test_databases_without_a_file_are_refused_before_anything_is_done(dump: Path) -> None:
    with pytest.raises(UsageError, match="in memory has no snapshot"):
        analyze_rollouts(from_table(dump, run="r"), snapshot=True)
    with duckdb.connect() as con:
        with pytest.raises(UsageError, match="'memory' is not a DuckDB file"):
            analyze_rollouts(from_table(dump, run="r"), con=con, snapshot=True)
        assert con.execute("select count(*) from duckdb_tables()").fetchall() == [(0,)]


def test_an_encrypted_database_is_refused(tmp_path: Path, dump: Path) -> None:
    with duckdb.connect() as con:
        # Later releases ship a cipher that only reads, unless told that this is a test.
        with suppress(duckdb.Error):
            con.execute("set force_mbedtls_unsafe = 'true'")
        try:
            con.execute(f"attach '{tmp_path / 'secret.duckdb'}' as secret (encryption_key 'k'); use secret")
        except duckdb.Error as error:
            pytest.skip(f"no encrypted file can be made: {error}")
        with pytest.raises(UsageError, match="encrypted"):
            analyze_rollouts(from_table(dump, run="r"), con=con, snapshot=True)


def test_what_a_killed_copy_left_is_replaced_and_a_failed_one_leaves_the_old(
    tmp_path: Path, dump: Path
) -> None:
    db = tmp_path / "w.duckdb"
    snapshot = snapshot_path(db)
    partial = tmp_path / "w.duckdb.snapshot.partial"
    partial.write_bytes(b"half")
    partial.with_name(f"{partial.name}.wal").write_bytes(b"half")
    snapshot.with_name(f"{snapshot.name}.wal").write_bytes(b"old")
    analysed(dump, db, snapshot=True).close()
    names = ["dump.parquet", "w.duckdb", "w.duckdb.snapshot"]
    assert sorted(p.name for p in tmp_path.iterdir()) == names
    before = snapshot.read_bytes()
    partial.mkdir()
    with pytest.raises(WarehouseError, match=r"analysis is kept, but snapshot .* cannot be written"):
        analysed(dump, db, snapshot=True)
    assert snapshot.read_bytes() == before
    with open_warehouse(db) as warehouse:
        assert len(warehouse.analyses) == 1


def test_a_reader_of_the_old_snapshot_keeps_it(tmp_path: Path, dump: Path) -> None:
    db = tmp_path / "w.duckdb"
    analysed(dump, db, snapshot=True).close()
    with duckdb.connect(str(snapshot_path(db)), read_only=True) as reader:
        analysed(dump, db, snapshot=True, settings=AnalysisSettings(profile="original")).close()
        count = "select count(*) from rolloutdiff.report_run"
        assert reader.execute(count).fetchall() == [(1,)]
    with duckdb.connect(str(snapshot_path(db)), read_only=True) as reader:
        assert reader.execute(count).fetchall() == [(2,)]
