"""How an audit is done: the same bytes in every way, once, whole or not at all, and gone when forgotten."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

from rolloutdiff import analyze_rollouts, audit_rollouts, forget, from_table
from rolloutdiff.errors import WarehouseError
from rolloutdiff.settings import Resources
from rolloutdiff.warehouse.stage import StageRunner

from .conftest import COLUMNS, FAST
from .world import World

MAPPED = COLUMNS | {"gold": "expert", "logprob": "lp", "ref_logprob": "rlp", "target_logprob": "tlp"}


def copied(warehouse: Path, folder: Path) -> Path:
    path = folder / "w.duckdb"
    path.write_bytes(warehouse.read_bytes())
    return path


@pytest.fixture(scope="module")
def written(warehouse: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """audit.json, computed with one thread."""
    folder = tmp_path_factory.mktemp("written")
    with audit_rollouts(db=copied(warehouse, folder), settings=FAST, resources=Resources(threads=1)) as audit:
        audit.write_json(folder / "audit.json")
    return (folder / "audit.json").read_bytes()


@pytest.mark.parametrize("threads", [2, 8])
def test_threads_change_no_byte(warehouse: Path, written: bytes, tmp_path: Path, threads: int) -> None:
    limits = Resources(threads=threads)
    with audit_rollouts(db=copied(warehouse, tmp_path), settings=FAST, resources=limits) as audit:
        audit.write_json(tmp_path / "audit.json")
    assert (tmp_path / "audit.json").read_bytes() == written


def test_other_work_in_the_warehouse_changes_no_byte(run: World, written: bytes, tmp_path: Path) -> None:
    db = tmp_path / "w.duckdb"
    other = run.table.slice(0, 400)
    with analyze_rollouts(from_table(other, run="other", name="other", columns=COLUMNS), db=db):
        pass
    rollouts = from_table(run.table, run="r", name="dump", columns=MAPPED)
    with audit_rollouts(rollouts, db=db, settings=FAST) as audit:
        audit.write_json(tmp_path / "audit.json")
    assert (tmp_path / "audit.json").read_bytes() == written


def test_texts_and_rewards_stay_out_of_the_file(written: bytes, run: World) -> None:
    text = written.decode()
    assert "question" not in text
    assert not any(response in text for response in run.column("response")[:200])


def test_an_audit_is_done_once(warehouse: Path, tmp_path: Path) -> None:
    db = copied(warehouse, tmp_path)
    with audit_rollouts(db=db, settings=FAST) as audit:
        first, stages = audit.id, [t.stage for t in audit.timings]
    assert stages == ["columns", "groups", "premiums", "value", "corrected"]
    with audit_rollouts(db=db, settings=FAST) as audit:
        assert (audit.id, [t.stage for t in audit.timings]) == (first, ["columns"])
    with duckdb.connect(str(db), read_only=True) as con:
        assert con.execute("select count(*) from rolloutdiff.audit").fetchone() == (1,)
        assert con.execute("select count(*) from duckdb_tables() where temporary").fetchone() == (0,)


def test_what_is_read_makes_another_audit(warehouse: Path, tmp_path: Path) -> None:
    db = copied(warehouse, tmp_path)
    found = set()
    for arguments in ({}, {"gold_column": "logprob"}, {"slice_column": "slice"}):
        with audit_rollouts(db=db, settings=FAST, **arguments) as audit:
            found.add(audit.id)
    # Named or found by itself, a column is the same.
    assert len(found) == 2


@pytest.mark.parametrize("stage", ["store_audit_premium", "store_audit_ope", "store_audit_corrected"])
def test_a_broken_audit_is_seen_by_nobody_and_cleared_by_the_next(
    warehouse: Path, written: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    db = copied(warehouse, tmp_path)
    plain = StageRunner.run

    def breaks(self: StageRunner, name: str, params: Any = None) -> None:
        plain(self, name, params)
        if name == stage:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(StageRunner, "run", breaks)
        with pytest.raises(KeyboardInterrupt):
            audit_rollouts(db=db, settings=FAST)
    with duckdb.connect(str(db), read_only=True) as con:
        assert con.execute("select a.complete from rolloutdiff.audit as a").fetchall() == [(False,)]
        for view in ("report_audit", "report_audit_slice_risk", "report_audit_premium"):
            assert con.execute(f"select count(*) from rolloutdiff.{view}").fetchone() == (0,)
    # Another audit clears what was left, also one that finds other input.
    with audit_rollouts(db=db, settings=FAST, gold_column="logprob") as audit:
        other = audit.id
    with duckdb.connect(str(db), read_only=True) as con:
        for table in audit_tables(con):
            assert con.execute(f"select distinct t.audit_id from rolloutdiff.{table} as t").fetchall() in (
                [(other,)],
                [],
            )
    with audit_rollouts(db=db, settings=FAST) as audit:
        audit.write_json(tmp_path / "audit.json")
    assert (tmp_path / "audit.json").read_bytes() == written


@pytest.mark.parametrize("later", [duckdb.FatalException, WarehouseError])
def test_what_broke_an_audit_is_told_and_not_that_nothing_works_after_it(
    warehouse: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: type[Exception]
) -> None:
    db = copied(warehouse, tmp_path)
    plain = StageRunner.run

    def breaks(self: StageRunner, name: str, params: Any = None) -> None:
        if name == "audit_start":
            raise WarehouseError("the disk is full", "make room")
        if name == "audit_finish":
            raise later("nothing works", "hint") if later is WarehouseError else later("nothing works")
        plain(self, name, params)

    monkeypatch.setattr(StageRunner, "run", breaks)
    with pytest.raises(WarehouseError, match="the disk is full"):
        audit_rollouts(db=db, settings=FAST)


def audit_tables(con: duckdb.DuckDBPyConnection) -> list[str]:
    query = (
        "select c.table_name from duckdb_columns() as c inner join duckdb_tables() as t using (table_name)"
        " where c.column_name = 'audit_id' and c.schema_name = 'rolloutdiff' order by c.table_name"
    )
    return [name for (name,) in con.execute(query).fetchall()]


def test_forgetting_an_analysis_takes_its_audits(warehouse: Path, tmp_path: Path) -> None:
    db = copied(warehouse, tmp_path)
    with audit_rollouts(
        db=db, settings=FAST, truth=[{"slice": "south", "exploited": 1}, {"slice": "west", "exploited": 0}]
    ) as audit:
        analysis = audit.analysis_id
    with duckdb.connect(str(db), read_only=True) as con:
        tables = audit_tables(con)
        assert len(tables) == 13
        rows = {t: con.execute(f"select count(*) from rolloutdiff.{t}").fetchall()[0][0] for t in tables}
        assert all(rows.values())
    told = forget(db=db, analysis=analysis, dry_run=True).rows
    assert {name: told[name] for name in tables} == rows
    forget(db=db, run="r")
    with duckdb.connect(str(db), read_only=True) as con:
        assert {con.execute(f"select count(*) from rolloutdiff.{t}").fetchall()[0][0] for t in tables} == {0}


def test_an_audit_in_a_connection_of_the_caller(run: World) -> None:
    with duckdb.connect() as con:
        con.execute("set threads = 1")
        rollouts = from_table(run.table, run="r", columns=MAPPED)
        with analyze_rollouts(rollouts, con=con, schema="mine"):
            pass
        with audit_rollouts(con=con, schema="mine", settings=FAST) as audit:
            assert "1 slices flagged" in repr(audit)
            assert audit.slice_risk.view == "mine.report_audit_slice_risk"
        assert con.execute("select count(*) from mine.report_audit").fetchone() == (1,)


def test_rewards_permuted_inside_prompts_flag_nothing(run: World) -> None:
    """Without any link between words and rewards at most one of nine slices may be flagged by chance."""
    flags = 0
    for seed in range(3):
        rng = np.random.default_rng(seed)
        reward = run.column("reward").astype(float)
        keys = [f"{a}/{b}" for a, b in zip(run.column("prompt"), run.column("step"), strict=True)]
        group = np.unique(keys, return_inverse=True)[1]
        order = np.lexsort((rng.random(len(group)), group))
        shuffled = np.empty(len(group))
        shuffled[np.argsort(group, kind="stable")] = reward[order]
        table = run.table.set_column(run.table.column_names.index("reward"), "reward", [shuffled])
        with audit_rollouts(from_table(table, run="r", columns=COLUMNS), settings=FAST) as audit:
            flags += sum(row["flag"] for row in audit.slice_risk.rows() if row["leads"])
    assert flags <= 1
