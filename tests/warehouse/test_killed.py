"""An analysis killed at any stage boundary: the warehouse stays whole, the next run clears the rest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from rolloutdiff import AnalysisSettings, analyze_rollouts, from_table, open_warehouse
from rolloutdiff.pipeline.progress import Listener
from rolloutdiff.warehouse.snapshot import snapshot_path
from tests.warehouse.killed import heard_by, killed, last_of
from tests.warehouse.small import small_dump

FIRST = AnalysisSettings(profile="original")
SECOND = AnalysisSettings(unscored="error")

STAGES = ("ingest", "prepare", "extract", "vocabulary", "count", "series", "screening", "evidence", "events")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two dumps, and a warehouse with an analysis of the first."""
    folder = tmp_path_factory.mktemp("killed")
    small_dump(folder / "first.parquet", steps=20)
    small_dump(folder / "second.parquet", steps=24)
    run(folder, "w.duckdb", "first", FIRST)
    return folder


def run(folder: Path, db: str, name: str, settings: AnalysisSettings) -> tuple[str, str]:
    """Analyses a dump; gives the report as text and the analysis."""
    rollouts = from_table(folder / f"{name}.parquet", run=name)
    with analyze_rollouts(rollouts, db=folder / db, settings=settings) as analysis:
        analysis.write_json(folder / "report.json")
        return (folder / "report.json").read_text(encoding="utf-8"), analysis.id


@pytest.fixture(scope="module")
def undisturbed(folder: Path) -> tuple[str, str]:
    """The second analysis in a warehouse that nothing disturbs."""
    (folder / "calm.duckdb").write_bytes((folder / "w.duckdb").read_bytes())
    return run(folder, "calm.duckdb", "second", SECOND)


def analyze(listener: Listener, dump: Path, db: Path) -> None:
    """The analysis that is killed, with a snapshot.

    Every stage tells its beginning and, once its transaction is committed, its end; some tell more in
    between. So the process is killed between any two stages, inside some, and with the snapshot begun.
    """
    analyze_rollouts(from_table(dump, run="second"), db=db, progress=listener, snapshot=True).close()


@pytest.fixture(scope="module")
def events(folder: Path) -> list[str]:
    """What the listener hears in an analysis that nobody kills."""
    (folder / "told.duckdb").write_bytes((folder / "w.duckdb").read_bytes())
    return heard_by(analyze, folder / "second.parquet", folder / "told.duckdb")


def visible(con: duckdb.DuckDBPyConnection) -> dict[str, list[tuple[object, ...]]]:
    """Rows of every report view."""
    query = (
        "select view_name from duckdb_views() where schema_name = 'rolloutdiff' and view_name like 'report_%'"
    )
    views = [name for (name,) in con.execute(query).fetchall()]
    assert len(views) > 10
    rows = {name: con.execute(f"select * from rolloutdiff.{name}").fetchall() for name in views}
    return {name: sorted(found, key=repr) for name, found in rows.items()}


def test_listener_hears_both_ends_of_every_stage(events: list[str]) -> None:
    for stage in (*STAGES, "snapshot"):
        told = [told for told in events if told.split()[0] == stage]
        assert told[0].split()[1] == "0", stage
        assert told[-1].split()[1] == told[-1].split()[2], stage


@pytest.fixture(scope="module")
def killed_at(folder: Path) -> Callable[[int], tuple[str, Path]]:
    """Kills an analysis at the nth event; gives what was told last, and the warehouse."""

    def kill(event: int) -> tuple[str, Path]:
        db = folder / f"killed-{event}.duckdb"
        db.write_bytes((folder / "w.duckdb").read_bytes())
        return killed(event, analyze, folder / "second.parquet", db), db

    return kill


@pytest.mark.parametrize("stage", [*STAGES, "snapshot"])
def test_killed_at_the_end_of_a_stage(
    folder: Path,
    undisturbed: tuple[str, str],
    events: list[str],
    killed_at: Callable[[int], tuple[str, Path]],
    stage: str,
) -> None:
    last = last_of(events, stage)
    report, analysis = undisturbed
    with duckdb.connect(str(folder / "w.duckdb"), read_only=True) as con:
        before = visible(con)
    complete = stage in ("events", "snapshot")
    # The snapshot is written between its two events, so there the kill comes at the beginning.
    told, db = killed_at(last - (stage == "snapshot"))
    assert told.split()[0] == stage
    with duckdb.connect(str(db), read_only=True) as con:
        after = visible(con)
        held = con.execute("select analysis_id, complete from rolloutdiff.analysis").fetchall()
    if complete:
        assert (analysis, True) in held
        assert all(set(map(repr, rows)) <= set(map(repr, after[view])) for view, rows in before.items())
    else:
        assert after == before
        assert ((analysis, False) in held) == (stage != "ingest")
        with open_warehouse(db) as warehouse:
            assert [row["run"] for row in warehouse.analyses.rows()] == ["first"]
    assert not snapshot_path(db).exists()
    assert run(folder, db.name, "second", SECOND) == (report, analysis)


def rows_of(db: Path, analysis: str) -> dict[str, int]:
    """Rows of an analysis in every table that has its column."""
    query = (
        "select table_name from duckdb_columns() where schema_name = 'rolloutdiff'"
        " and column_name = 'analysis_id' and table_name not like 'report_%' order by table_name"
    )
    with duckdb.connect(str(db), read_only=True) as con:
        tables = [name for (name,) in con.execute(query).fetchall()]
        count = "select count(*) from rolloutdiff.{} where analysis_id = ?"
        found = {name: con.execute(count.format(name), [analysis]).fetchall()[0][0] for name in tables}
        orphans = "select count(*) from rolloutdiff.feature_count as c anti join rolloutdiff.feature as f"
        found["orphans"] = con.execute(f"{orphans} using (feature_id)").fetchall()[0][0]
    return found


def test_an_unfinished_analysis_is_cleared_by_any_later_one(
    folder: Path,
    undisturbed: tuple[str, str],
    events: list[str],
    killed_at: Callable[[int], tuple[str, Path]],
) -> None:
    inside = events.index("events 0 1") + 1
    told, db = killed_at(inside)
    left = rows_of(db, undisturbed[1])
    assert (told, left["analysis"]) == ("events 0 1", 1)
    assert left["series_point"] > 0 and left["orphans"] == 0
    # Nothing is left to compute here, and still what the killed process left goes.
    run(folder, db.name, "first", FIRST)
    assert set(rows_of(db, undisturbed[1]).values()) == {0}
    with duckdb.connect(str(db), read_only=True) as con:
        assert con.execute("select complete from rolloutdiff.analysis").fetchall() == [(True,)]


def test_an_analysis_at_work_in_this_process_is_not_cleared(folder: Path) -> None:
    (folder / "two.duckdb").write_bytes((folder / "w.duckdb").read_bytes())
    second = from_table(folder / "second.parquet", run="second")
    begun = []

    def listen(stage: str, done: int, total: int) -> None:
        if stage == "vocabulary" and done and not begun:
            begun.append(run(folder, "two.duckdb", "first", FIRST))

    with analyze_rollouts(second, db=folder / "two.duckdb", progress=listen) as analysis:
        assert begun
        assert analysis.run.rows()[0]["steps"] == 24
