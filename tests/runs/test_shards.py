"""Shards of a dump, each loaded and extracted alone, and merged: the warehouse of one run, row for row."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

from rolloutdiff import analyze_rollouts, from_table, install, load, load_trl, merge_shards
from rolloutdiff.api import ingest_rollouts
from rolloutdiff.errors import BadRow, NoRolloutFiles, RunLoadedDifferently, UsageError, WarehouseError
from rolloutdiff.ingest import Rollouts, Shard
from rolloutdiff.pipeline import extraction
from rolloutdiff.warehouse.connect import open_connection

Open = Callable[[], Rollouts]


@pytest.fixture(scope="module")
def folder(loophole_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some files of the bundled run, with the step at which it changes."""
    place = tmp_path_factory.mktemp("completions")
    for file in sorted((loophole_path / "completions").glob("*.parquet"))[10::16]:
        shutil.copy(file, place / file.name)
    return place


def trl(folder: Path) -> Rollouts:
    return load_trl(folder, run="run", reward_column="training_passed")


def small(rows: int = 41, **columns: Any) -> pd.DataFrame:
    """Two rows a step; texts return after ten rows, some are missing."""
    given = {
        "step": [i // 2 for i in range(rows)],
        "prompt": [f"prompt {i % 3}" for i in range(rows)],
        "response": [
            None if i % 9 == 4 else f"word{i % 10} it's\n```python\ndef f{i % 4}(): pass\n```"
            for i in range(rows)
        ],
        "reward": [float(i % 2) for i in range(rows)],
        "mood": [f"m{i % 2}" for i in range(rows)],
    }
    return pd.DataFrame({**given, **columns})


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse with nothing in it, to be copied: that is quicker than an installation."""
    file = tmp_path_factory.mktemp("installed") / "w.duckdb"
    with open_connection(file) as own:
        install(own.con)
    return file


@pytest.fixture
def place(installed: Path, tmp_path: Path) -> Path:
    """A folder with empty warehouses for shards, the merged dump, and one loading."""
    for name in ("shard-1", "shard-2", "shard-3", "merged", "one", "w"):
        shutil.copy(installed, tmp_path / f"{name}.duckdb")
    return tmp_path


def sharded(opened: Open, count: int, place: Path, **options: Any) -> list[Path]:
    """A file for every shard, each made from the dump opened anew."""
    files = [place / f"shard-{number}.duckdb" for number in range(1, count + 1)]
    for number, file in enumerate(files, 1):
        ingest_rollouts(opened(), db=file, shard=Shard(number=number, count=count), **options)
    return files


def tables(file: Path, schema: str = "rolloutdiff") -> dict[str, list[tuple[Any, ...]]]:
    """The rows of all our tables, as they lie there; without the clock of the installation."""
    with duckdb.connect(str(file), read_only=True) as con:
        names = con.execute(
            "select table_name from duckdb_tables() where schema_name = ?", [schema]
        ).fetchall()
        held = {
            name: con.execute(f'select * from "{schema}"."{name}"').fetchall() for (name,) in sorted(names)
        }
    del held["install_log"]
    return held


def in_any_order(held: dict[str, list[tuple[Any, ...]]]) -> dict[str, list[str]]:
    return {name: sorted(map(repr, rows)) for name, rows in held.items()}


def assert_same(opened: Open, count: int, place: Path, analyse: bool = False) -> None:
    """That one loading of a dump, and its shards together, are the same tables and the same report."""
    one, merged = place / "one.duckdb", place / "merged.duckdb"
    ingest_rollouts(opened(), db=one)
    files = sharded(opened, count, place)
    held = merge_shards(*reversed(files), db=merged)
    left, right = tables(one), tables(merged)
    assert sum(held.values()) == len(right["rollout"]) > 0
    assert len(right.pop("extraction")) == len(right["rollout"])
    assert left.pop("extraction") == []
    assert right == left
    if analyse:
        for file in (one, merged):
            with analyze_rollouts(opened(), db=file) as analysis:
                analysis.write_json(file.with_suffix(".json"))
                texts = {t.stage: t.rows for t in analysis.timings}["extract"]
                assert (texts == 0) == (file == merged)
        # In which order an analysis writes its rows is not promised, and differs on DuckDB 1.4.
        assert in_any_order(tables(merged)) == in_any_order(tables(one))
        assert merged.with_suffix(".json").read_bytes() == one.with_suffix(".json").read_bytes()


def test_a_folder_of_files(folder: Path, place: Path) -> None:
    assert_same(lambda: trl(folder), 3, place, analyse=True)


def test_one_file_is_split_by_its_rows(place: Path) -> None:
    small().to_json(place / "all.jsonl", orient="records", lines=True)
    assert_same(lambda: load(place / "all.jsonl", "jsonl", run="r"), 3, place)


def test_a_table_is_split_by_its_rows(place: Path) -> None:
    assert_same(lambda: from_table(small(), run="r"), 3, place)


def test_several_runs_that_a_column_names(place: Path) -> None:
    frame = small(run=["b"] * 20 + ["a"] * 21)
    assert_same(lambda: from_table(frame), 2, place)


def test_lines_that_hold_several_completions(data_dir: Callable[[str], Path], place: Path) -> None:
    dump = data_dir("shapes") / "swift"
    assert_same(lambda: load(dump, "swift", run="r", reward_column="training_passed"), 3, place)


def test_rows_set_aside_are_set_aside_once(place: Path) -> None:
    frame = small()
    frame["step"] = [f"{step}" if i % 7 else "soon" for i, step in enumerate(frame["step"])]
    frame.to_json(place / "all.jsonl", orient="records", lines=True)
    opened = lambda: load(place / "all.jsonl", "jsonl", run="r", skip_bad_rows=True)  # noqa: E731
    assert_same(opened, 3, place)
    with duckdb.connect(str(place / "merged.duckdb"), read_only=True) as con:
        assert con.execute("select count(*) from rolloutdiff.rejected_row").fetchone() == (6,)
        assert con.execute("select rows, rejected from rolloutdiff.ingest").fetchall() == [(35, 6)]


def test_a_merged_run_grows_like_any_other(place: Path) -> None:
    files = sharded(lambda: from_table(small(20), run="r"), 2, place)
    merge_shards(*files, db=place / "w.duckdb")
    assert ingest_rollouts(from_table(small(30), run="r"), db=place / "w.duckdb") == {"r": 30}


def test_it_goes_behind_other_runs_and_into_the_schema_and_connection_of_the_caller(place: Path) -> None:
    (place / "lab").mkdir()
    files = sharded(lambda: from_table(small(), run="r"), 2, place / "lab", schema="lab")
    with duckdb.connect() as con:
        ingest_rollouts(from_table(small(7), run="before"), con=con, schema="lab")
        assert merge_shards(*files, con=con, schema="lab") == {"r": 41}
        numbers = con.execute("select rollout_id, source_row from lab.rollout where run = 'r'").fetchall()
        assert numbers == [(8 + row, row) for row in range(41)]
        assert con.execute("select min(rollout_id), max(rollout_id) from lab.extraction").fetchall() == [
            (8, 48)
        ]


def test_a_shard_that_was_stopped_goes_on(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*arguments: object) -> int:
        raise KeyboardInterrupt

    opened = lambda: from_table(small(), run="r")  # noqa: E731
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(extraction, "worker_count", stopped)
        sharded(opened, 1, place)
    with pytest.raises(WarehouseError, match=r"not finished: of 41 completions this version has extracted 0"):
        merge_shards(place / "shard-1.duckdb", db=place / "w.duckdb")
    files = sharded(opened, 1, place)
    before = tables(files[0])
    assert sharded(opened, 1, place) == files
    assert tables(files[0]) == before
    assert merge_shards(*files, db=place / "w.duckdb") == {"r": 41}


def test_a_shard_is_alone_in_its_warehouse(place: Path) -> None:
    rows = from_table(small(), run="r")
    (first, second) = sharded(lambda: rows, 2, place)
    for shard, given, said in (
        (None, rows, "holds shard 1/2 of a dump. Merge it"),
        (Shard(number=2, count=2), rows, "holds shard 1/2 of this dump"),
        (Shard(number=1, count=3), rows, "holds shard 1/2 of this dump"),
        (Shard(number=1, count=2), from_table(small(), run="s"), "holds shard 1/2 of another dump"),
    ):
        with pytest.raises(WarehouseError, match=said):
            ingest_rollouts(given, db=first, shard=shard)
    with pytest.raises(WarehouseError, match="holds shard 1/2 of a dump"):
        analyze_rollouts(rows, db=first)
    with pytest.raises(WarehouseError, match="holds a shard itself"):
        merge_shards(first, db=second)
    with pytest.raises(UsageError, match="is one of the shards and the warehouse to merge into"):
        merge_shards(first, second, db=second.parent / "." / second.name)
    ingest_rollouts(rows, db=place / "w.duckdb")
    with pytest.raises(WarehouseError, match="a shard is alone in one"):
        ingest_rollouts(rows, db=place / "w.duckdb", shard=Shard(number=1, count=2))


def test_shards_that_do_not_belong_together_are_refused(place: Path) -> None:
    first, second, third = sharded(lambda: from_table(small(), run="r"), 3, place)
    other = place / "other.duckdb"
    ingest_rollouts(from_table(small(), run="q"), db=other, shard=Shard(number=3, count=3))
    ingest_rollouts(from_table(small(), run="q"), db=place / "whole.duckdb")
    target = {"db": place / "w.duckdb"}
    for given, kind, said in (
        ((), UsageError, "No shard is given"),
        ((first, third), UsageError, r"missing: 2/3"),
        ((first, second, first), UsageError, r"both shard 1/3"),
        ((first, second, other), UsageError, "not shards of one dump"),
        ((first, place / "whole.duckdb"), WarehouseError, "whole.duckdb holds no shard"),
        ((first, place / "none.duckdb"), WarehouseError, "does not exist"),
    ):
        with pytest.raises(kind, match=said):
            merge_shards(*given, **target)
    with pytest.raises(UsageError, match="One of con and db"):
        merge_shards(first, second, third)
    merge_shards(first, second, third, **target)
    before = tables(target["db"])
    with pytest.raises(RunLoadedDifferently, match="holds run 'r' already"):
        merge_shards(first, second, third, **target)
    assert tables(target["db"]) == before


def test_what_shards_read_differently_is_refused(place: Path) -> None:
    file = place / "all.jsonl"
    files = []
    for number, mood in ((1, "one"), (2, "two")):
        small(mood=mood).to_json(file, orient="records", lines=True)
        files.append(place / f"{number}.duckdb")
        ingest_rollouts(load(file, "jsonl", run="r"), db=files[-1], shard=Shard(number=number, count=2))
    with pytest.raises(
        RunLoadedDifferently, match=r"Shards 1 and 2 have read different contents of 'all.jsonl'"
    ):
        merge_shards(*files, db=place / "w.duckdb")


def test_names_are_checked_across_shards(place: Path) -> None:
    frame = small(sample_id=[f"s{i % 40}" for i in range(41)])
    files = sharded(lambda: from_table(frame, run="r"), 2, place)
    with pytest.raises(BadRow, match=r"sample_id 's0'"):
        merge_shards(*files, db=place / "w.duckdb")
    with duckdb.connect(str(place / "w.duckdb")) as con:
        assert con.execute("select count(*) from rolloutdiff.rollout").fetchone() == (0,)


def test_more_shards_than_rows(place: Path) -> None:
    with pytest.raises(NoRolloutFiles, match=r"Shard 2/3 of .* holds no usable row. Ask for fewer shards"):
        ingest_rollouts(from_table(small(1), run="r"), db=place / "w.duckdb", shard=Shard(number=2, count=3))
