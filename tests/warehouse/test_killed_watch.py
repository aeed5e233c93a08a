"""A watch killed at any stage boundary: the next one goes on, with each row and each alert there once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rolloutdiff import open_warehouse
from rolloutdiff.pipeline.progress import Listener
from rolloutdiff.warehouse.snapshot import snapshot_path
from tests.warehouse.killed import first_of, heard_by, killed, last_of
from tests.warehouse.live import ask, full, look, rows, text, watcher, write

STAGES = ("ingest", "prepare", "extract", "vocabulary", "count", "series", "screening", "evidence", "events")
# Where most can be half done; `make test-matrix` takes them all.
FEW = (("ingest", True), ("events", True), ("snapshot", False))
EVERY = [(stage, end) for stage in (*STAGES, "snapshot") for end in (False, True)]
PLACES = [
    pytest.param(*place, marks=() if place in FEW else pytest.mark.matrix, id=f"{place[0]}-{place[1]}")
    for place in EVERY
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dump of 22 steps that was looked at, and what the trainer wrote since: two steps, the last torn."""
    folder = tmp_path_factory.mktemp("killed_watch")
    look(watcher(write(folder / "run", range(1, 23)), folder / "w.duckdb"))
    write(folder / "run", [23])
    (folder / "run" / "24.jsonl").write_text(text(24)[:-70], encoding="utf-8")
    return folder


def copied(folder: Path, name: str) -> Path:
    """The same once more, under a folder of its own."""
    target = folder.parent / f"{folder.name}-{name}"
    shutil.copytree(folder, target)
    return target


def look_twice(listener: Listener, folder: Path) -> None:
    """The watch that is killed: a look, and one more after the trainer went on."""
    watching = watcher(folder / "run", folder / "w.duckdb", settle=0.0)
    look(watching)
    write(folder / "run", [24, 25])
    look(watching, listener)


def report(folder: Path) -> bytes:
    """Bytes of the report of the one analysis."""
    with open_warehouse(folder / "w.duckdb") as warehouse, warehouse.analysis() as analysis:
        analysis.write_json(folder / "report.json")
    return (folder / "report.json").read_bytes()


def told(folder: Path) -> list[tuple[str, str]]:
    """Alerts that were told."""
    return sorted(ask(folder / "w.duckdb", "select feature, direction from rolloutdiff.watch_alert"))


@pytest.fixture(scope="module")
def calm(folder: Path) -> tuple[Path, list[str]]:
    """The folder after looks that nobody killed, and what the listener heard."""
    target = copied(folder, "calm")
    return target, heard_by(look_twice, target)


def test_listener_hears_both_ends_of_every_stage(calm: tuple[Path, list[str]]) -> None:
    for stage in (*STAGES, "snapshot"):
        heard = [told.split() for told in calm[1] if told.split()[0] == stage]
        assert heard[0][1] == "0", stage
        assert heard[-1][1] == heard[-1][2], stage


@pytest.mark.parametrize(("stage", "end"), PLACES)
def test_killed_at_an_end_of_a_stage(
    folder: Path, calm: tuple[Path, list[str]], stage: str, end: bool
) -> None:
    undisturbed, heard = calm
    work = copied(folder, f"{stage}-{end}")
    last = killed((last_of if end else first_of)(heard, stage), look_twice, work)
    assert last.split()[0] == stage
    db = work / "w.duckdb"
    begun = (stage, end) != ("ingest", False)
    assert rows(db) == full(25) if begun else rows(db)[24] == 15
    # A reader of the copy, too, sees an analysis that was complete.
    for file in (db, snapshot_path(db)):
        ((analyses, complete),) = ask(
            file, "select count(*), count(distinct run) from rolloutdiff.report_run"
        )
        assert (complete, analyses >= 1) == (1, True)
    with open_warehouse(db) as warehouse:
        assert {run["last_step"] for run in warehouse.analyses.rows()} <= {24, 25}
    found = look(watcher(work / "run", db, settle=0.0))
    assert found.new_rollouts == (0 if begun else 17)
    assert rows(db) == full(25)
    assert report(work) == report(undisturbed)
    assert told(work) == told(undisturbed) != []
    assert ask(db, "select count(*) from rolloutdiff.analysis") == [(1,)]
    assert not list(work.glob("*.partial*"))
    shutil.rmtree(work)


def tell(listener: Listener, folder: Path) -> None:
    """A look whose alerts are about to be recorded as told."""
    watching = watcher(folder / "run", folder / "w.duckdb", settle=0.0)
    watching.round(watching.listing())
    listener("telling", 0, 1)


def test_killed_between_telling_and_recording(folder: Path, tmp_path: Path) -> None:
    """The alert is told again rather than lost."""
    write(tmp_path / "run", range(1, 25))
    assert killed(1, tell, tmp_path) == "telling 0 1"
    assert ask(tmp_path / "w.duckdb", "select count(*) from rolloutdiff.watch_alert") == [(0,)]
    assert look(watcher(tmp_path / "run", tmp_path / "w.duckdb")).alerts
