"""A warehouse killed while it is written anew: the old file or the new one, whole; the same again works."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rolloutdiff import analyze_rollouts, load_verl, open_warehouse
from rolloutdiff.pipeline.progress import Listener
from tests.warehouse.killed import first_of, heard_by, killed, last_of
from tests.warehouse.live import ask, full, rows, write

STEPS = 24
LARGE, SMALL = 262_144, 65_536


def without_texts(listener: Listener | None, folder: Path) -> None:
    rollouts = load_verl(folder / "run", run="r")
    analyze_rollouts(rollouts, db=folder / "w.duckdb", progress=listener, no_text=True).close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """A folder with a dump and its warehouse, complete and large, and the bytes of the report."""
    folder = tmp_path_factory.mktemp("whole")
    rollouts = load_verl(write(folder / "run", range(1, STEPS + 1)), run="r")
    analyze_rollouts(rollouts, db=folder / "w.duckdb").close()
    return folder, report(folder)


@pytest.fixture(scope="module")
def heard(whole: tuple[Path, bytes], tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What the listener hears when nobody kills."""
    return heard_by(without_texts, copied(whole[0], tmp_path_factory.mktemp("calm")))


def copied(folder: Path, target: Path) -> Path:
    """The warehouse in another folder, beside the same dump."""
    (target / "w.duckdb").write_bytes((folder / "w.duckdb").read_bytes())
    (target / "run").symlink_to(folder / "run")
    return target


def report(folder: Path) -> bytes:
    with open_warehouse(folder / "w.duckdb") as warehouse, warehouse.analysis() as analysis:
        analysis.write_json(folder / "report.json")
    return (folder / "report.json").read_bytes()


# Before anything is taken out; in the middle of the tables; with all written and not yet renamed; at the end.
PLACES = {
    "begin": lambda heard: first_of(heard, "compact"),
    "middle": lambda heard: (first_of(heard, "compact") + last_of(heard, "compact")) // 2,
    "written": lambda heard: last_of(heard, "compact") - 1,
    "end": lambda heard: last_of(heard, "compact"),
}


@pytest.mark.parametrize("place", PLACES)
def test_killed_while_the_file_is_written_anew(
    whole: tuple[Path, bytes], heard: list[str], tmp_path: Path, place: str
) -> None:
    where: Callable[[list[str]], int] = PLACES[place]
    folder, db = copied(whole[0], tmp_path), tmp_path / "w.duckdb"
    assert killed(where(heard), without_texts, folder).split()[0] == "compact"
    assert (tmp_path / "w.duckdb.partial").exists() == (place in ("middle", "written"))
    assert rows(db) == full(STEPS)
    ((block,),) = ask(db, "select block_size from pragma_database_size()")
    assert block == (SMALL if place == "end" else LARGE)
    texts, kept, referred = (
        ask(db, f"select count(*) from rolloutdiff.{what}")[0][0]
        for what in ("rollout where response is not null", "feature_count", "text_reference")
    )
    left_out = place != "begin"
    assert (texts, kept > 0, referred) == (0 if left_out else 16 * STEPS, not left_out, 16 * STEPS * left_out)
    assert report(folder) == whole[1]
    without_texts(None, folder)
    assert ask(db, "select block_size from pragma_database_size()") == [(SMALL,)]
    assert report(folder) == whole[1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.json", "run", "w.duckdb"]
