"""Small warehouses beside what else is done with them: watching, shards, readers, other runs."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from rolloutdiff import analyze_rollouts, from_table, load_verl, merge_shards, open_warehouse
from rolloutdiff.api import ingest_rollouts
from rolloutdiff.errors import UsageError, WarehouseError, WarehouseLocked
from rolloutdiff.ingest import Rollouts, Shard
from rolloutdiff.warehouse.compact import write_compact
from rolloutdiff.warehouse.connect import open_session
from tests.warehouse.holder import held
from tests.warehouse.live import PREFIX, ask, full, look, rows, watcher, write
from tests.warehouse.small import small_dump

TEXTS = "select run, count(response), count(*) from rolloutdiff.rollout group by run order by run"


def report(db: Path, run: str) -> bytes:
    target = db.with_suffix(".json")
    with open_warehouse(db) as warehouse, warehouse.analysis(run=run) as analysis:
        analysis.write_json(target)
    return target.read_bytes()


def test_a_watch_goes_on_where_the_warehouse_was_made_small(tmp_path: Path) -> None:
    db, dump = tmp_path / "w.duckdb", write(tmp_path / "run", range(1, 23))
    watching = watcher(dump, db)
    first = look(watching)
    analyze_rollouts(load_verl(dump), db=db, settings=PREFIX, no_text=True).close()
    assert ask(db, "select analysis_id from rolloutdiff.analysis_uncounted") == [(first.analysis_id,)]
    write(dump, [23, 24])
    found = look(watching)
    assert (found.new_rollouts, rows(db)) == (32, full(24))
    assert ask(db, TEXTS) == [("run", 16 * 24, 16 * 24)]
    other = tmp_path / "other.duckdb"
    with analyze_rollouts(load_verl(dump), db=other, settings=PREFIX) as wanted:
        assert wanted.id == found.analysis_id
    assert report(db, "run") == report(other, "run")
    counts = "select count(*), sum(n) from rolloutdiff.feature_count"
    assert ask(db, counts) == ask(other, counts)


def without_texts(db: Path, *runs: str) -> None:
    with open_session(None, db) as session:
        write_compact(session.runner, without_texts=runs, progress=lambda done, total: None)


def test_a_shard_without_texts_is_refused_by_name_until_it_is_loaded_again(tmp_path: Path) -> None:
    dump = write(tmp_path / "run", range(1, 25))

    def opened() -> Rollouts:
        return load_verl(dump, run="r")

    shards = [tmp_path / f"shard-{number}.duckdb" for number in (1, 2)]
    for number, file in enumerate(shards, 1):
        ingest_rollouts(opened(), db=file, shard=Shard(number=number, count=2))
    without_texts(shards[1], "r")
    merged, whole = tmp_path / "merged.duckdb", tmp_path / "whole.duckdb"
    with pytest.raises(
        WarehouseError, match=r"Shard 2/2 in .*shard-2\.duckdb is not finished.* extracted 0"
    ) as caught:
        merge_shards(*shards, db=merged)
    assert "ingest again" in str(caught.value.hint)
    ingest_rollouts(opened(), db=shards[1], shard=Shard(number=2, count=2))
    assert merge_shards(*shards, db=merged) == {"r": 16 * 24}
    analyze_rollouts(opened(), db=merged, no_text=True).close()
    analyze_rollouts(opened(), db=whole).close()
    assert report(merged, "r") == report(whole, "r")


def test_a_shard_itself_is_not_analysed_and_so_not_made_small(tmp_path: Path) -> None:
    rollouts, db = load_verl(write(tmp_path / "run", range(1, 5)), run="r"), tmp_path / "w.duckdb"
    ingest_rollouts(rollouts, db=db, shard=Shard(number=1, count=2))
    with pytest.raises(WarehouseError, match="holds shard 1/2"):
        analyze_rollouts(rollouts, db=db, no_text=True)
    assert ask(db, TEXTS) == [("r", 32, 32)]


def test_texts_of_another_run_stay(tmp_path: Path) -> None:
    """They may come from a table, where they could not be found again."""
    db = tmp_path / "w.duckdb"
    with duckdb.connect() as con:
        rows = con.sql(f"from '{small_dump(tmp_path / 't.parquet')}'").to_arrow_table()
    ingest_rollouts(from_table(rows, run="a"), db=db)
    dump = write(tmp_path / "run", range(1, 23))
    analyze_rollouts(load_verl(dump, run="r"), db=db, no_text=True).close()
    assert ask(db, TEXTS) == [("a", 16 * 24, 16 * 24), ("r", 0, 16 * 22)]
    # And a run without texts does not keep the other from being analysed.
    analyze_rollouts(from_table(rows, run="a"), db=db, compact=True).close()
    assert ask(db, TEXTS) == [("a", 16 * 24, 16 * 24), ("r", 0, 16 * 22)]


def test_a_reader_keeps_the_file_as_it_is(tmp_path: Path) -> None:
    db, dump = tmp_path / "w.duckdb", write(tmp_path / "run", range(1, 23))
    analyze_rollouts(load_verl(dump), db=db, snapshot=True).close()
    before, snapshot = db.read_bytes(), tmp_path / "w.duckdb.snapshot"
    with held(db, read_only=True), pytest.raises(WarehouseLocked):
        analyze_rollouts(load_verl(dump), db=db, no_text=True)
    assert db.read_bytes() == before
    # A reader of the copy keeps what it has open, and the next one sees the new copy.
    with duckdb.connect(str(snapshot), read_only=True) as con:
        with held(snapshot, read_only=True):
            analyze_rollouts(load_verl(dump), db=db, no_text=True, snapshot=True).close()
        assert con.execute(TEXTS).fetchall() == [("run", 16 * 22, 16 * 22)]
    assert ask(snapshot, TEXTS) == [("run", 0, 16 * 22)]


@pytest.mark.parametrize(
    ("name", "statement"),
    [("main.m", "create macro m(p_x) as p_x + 1"), ("s.q", "create schema s; create sequence s.q")],
)
def test_a_file_with_something_of_others_is_refused(tmp_path: Path, name: str, statement: str) -> None:
    db = tmp_path / "w.duckdb"
    with duckdb.connect(str(db)) as con:
        con.execute(statement)
    before = db.read_bytes()
    with pytest.raises(UsageError, match=name):
        analyze_rollouts(load_verl(write(tmp_path / "run", range(1, 5))), db=db, compact=True)
    assert db.read_bytes() == before
