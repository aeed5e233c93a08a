"""An audit killed at any stage boundary: the analysis stays as it is, the next audit clears the rest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from rolloutdiff import analyze_rollouts, audit_rollouts, doctor, forget, from_table
from rolloutdiff.pipeline.progress import Listener
from rolloutdiff.sqlfiles import load_all
from tests.warehouse.killed import first_of, killed, last_of
from tests.warehouse.small import FAST, audited_dump, small_dump

STAGES = ("columns", "groups", "premiums", "value", "corrected")
TABLES = sorted(file.header.name for file in load_all(kinds=("table",)))
AUDITS = [name for name in TABLES if name == "audit" or name.startswith("audit_")]


def audit(listener: Listener, db: Path) -> None:
    """The audit that is killed; its listener hears both ends of every stage, the end once it is committed."""
    audit_rollouts(db=db, run="rated", settings=FAST, progress=listener).close()


def rows(db: Path, names: list[str] = TABLES) -> dict[str, list[str]]:
    """Rows of our tables, as texts in no particular order."""
    with duckdb.connect(str(db), read_only=True) as con:
        found = {name: con.execute(f"select t.* from rolloutdiff.{name} as t").fetchall() for name in names}
    return {name: sorted(map(repr, held)) for name, held in found.items()}


def shown(db: Path) -> dict[str, list[str]]:
    """Rows of every report view."""
    return rows(db, [file.header.name for file in load_all(kinds=("view",))])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse with an analysis of another run, and one that can be audited but is not."""
    folder = tmp_path_factory.mktemp("killed_audit")
    other = from_table(small_dump(folder / "other.parquet", steps=20), run="other")
    for rollouts in (other, audited_dump("rated")):
        analyze_rollouts(rollouts, db=folder / "w.duckdb").close()
    return folder


def copied(folder: Path, name: str) -> Path:
    (folder / name).write_bytes((folder / "w.duckdb").read_bytes())
    return folder / name


@pytest.fixture(scope="module")
def calm(folder: Path) -> tuple[Path, list[str]]:
    """A warehouse in which the audit was done undisturbed, and what the listener heard."""
    db, heard = copied(folder, "calm.duckdb"), []
    with audit_rollouts(
        db=db, run="rated", settings=FAST, progress=lambda *told: heard.append(" ".join(map(str, told)))
    ) as audit:
        audit.write_json(folder / "calm.json")
    return db, heard


@pytest.fixture(scope="module")
def killed_at(folder: Path) -> Callable[[int], tuple[str, Path]]:
    """Kills an audit at the nth event; gives what was told last, and the warehouse."""

    def kill(event: int) -> tuple[str, Path]:
        db = copied(folder, f"killed-{event}.duckdb")
        return killed(event, audit, db), db

    return kill


def test_listener_hears_both_ends_of_every_stage(calm: tuple[Path, list[str]]) -> None:
    for stage in STAGES:
        told = [told.split() for told in calm[1] if told.split()[0] == stage]
        assert told[0][1] == "0", stage
        assert told[-1][1] == told[-1][2], stage
    assert {told.split()[0] for told in calm[1]} == set(STAGES)


@pytest.mark.parametrize("end", [False, True])
@pytest.mark.parametrize("stage", STAGES)
def test_killed_at_an_end_of_a_stage(
    folder: Path,
    calm: tuple[Path, list[str]],
    killed_at: Callable[[int], tuple[str, Path]],
    stage: str,
    end: bool,
) -> None:
    undisturbed, heard = calm
    told, db = killed_at((last_of if end else first_of)(heard, stage))
    assert told.split()[0] == stage
    complete = (stage, end) == ("corrected", True)
    # What is shown is all of the audit or nothing; the rows of analyses are the same.
    assert shown(db) == shown(undisturbed if complete else folder / "w.duckdb")
    left, before = rows(db), rows(folder / "w.duckdb")
    assert {name: left[name] for name in TABLES if name not in AUDITS} == {
        name: before[name] for name in TABLES if name not in AUDITS
    }
    begun = (stage, end) not in (("columns", False), ("columns", True), ("groups", False))
    assert len(left["audit"]) == begun
    assert bool(left["audit_premium"]) == (
        begun and stage != "groups" and (stage, end) != ("premiums", False)
    )
    with duckdb.connect(str(db)) as con:
        assert doctor(con) == ()
    # The same audit, done again, leaves the same rows and writes the same bytes.
    with audit_rollouts(db=db, run="rated", settings=FAST) as audit:
        assert ([t.stage for t in audit.timings] == ["columns"]) == complete
        audit.write_json(folder / "again.json")
    assert (folder / "again.json").read_bytes() == (folder / "calm.json").read_bytes()
    assert rows(db) == rows(undisturbed)


# Written by the last stage, or with truth labels.
NOT_YET = ("audit_corrected_reward", "audit_auc")


@pytest.fixture
def half(calm: tuple[Path, list[str]], killed_at: Callable[[int], tuple[str, Path]]) -> Path:
    """A warehouse with an audit that was killed when all but its last stage was done."""
    db = killed_at(calm[1].index("corrected 0 1") + 1)[1]
    assert all(held for name, held in rows(db, AUDITS).items() if name not in NOT_YET)
    return db


def test_an_unfinished_audit_is_cleared_by_an_audit_of_another_run(folder: Path, half: Path) -> None:
    with audit_rollouts(db=half, run="other", settings=FAST) as audit:
        found = audit.id
    for name, held in rows(half, AUDITS).items():
        assert all(row.startswith(f"('{found}'") for row in held), name
    assert len(rows(half, ["audit"])["audit"]) == 1


@pytest.mark.parametrize("by", ["run", "analysis"])
def test_forgetting_takes_the_rows_of_an_unfinished_audit(folder: Path, half: Path, by: str) -> None:
    with duckdb.connect(str(half), read_only=True) as con:
        query = "select a.analysis_id from rolloutdiff.report_run as a where a.run = 'rated'"
        ((analysis,),) = con.execute(query).fetchall()
    chosen = {by: "rated" if by == "run" else analysis}
    counted = forget(db=half, dry_run=True, **chosen).rows
    left = rows(half)
    assert {name: counted.get(name, 0) for name in AUDITS} == {name: len(left[name]) for name in AUDITS}
    forget(db=half, **chosen)
    plain = copied(folder, "plain.duckdb")
    forget(db=plain, **chosen)
    assert rows(half) == rows(plain)
    assert set(map(len, rows(half, AUDITS).values())) == {0}


def test_forgetting_takes_exactly_the_rows_of_the_audits_of_a_run(folder: Path) -> None:
    """Two runs with audits, one of them with two: what goes is what came."""
    db = copied(folder, "forgotten.duckdb")
    with audit_rollouts(db=db, run="other", settings=FAST, truth=[{"slice": "all", "exploited": 1}]):
        pass
    before = rows(db)
    for gold in ("gold", "logprob"):
        audit_rollouts(db=db, run="rated", settings=FAST, gold_column=gold).close()
    both = rows(db)
    assert len(both["audit"]) == 3
    counted = forget(db=db, run="rated", dry_run=True).rows
    assert rows(db) == both
    assert {name: counted.get(name, 0) for name in AUDITS} == {
        name: len(both[name]) - len(before[name]) for name in AUDITS
    }
    assert forget(db=db, run="rated").rows == counted
    assert rows(db, AUDITS) == {name: before[name] for name in AUDITS}
    # The other run's audit is still known.
    with audit_rollouts(db=db, run="other", settings=FAST) as audit:
        assert [t.stage for t in audit.timings] == ["columns"]


def test_an_audit_at_work_in_this_process_is_not_cleared(folder: Path, calm: tuple[Path, list[str]]) -> None:
    db, begun = copied(folder, "two.duckdb"), []

    def listen(stage: str, done: int, total: int) -> None:
        if stage == "value" and not begun:
            begun.append(audit_rollouts(db=db, run="other", settings=FAST))
            begun[0].close()

    with audit_rollouts(db=db, run="rated", settings=FAST, progress=listen) as audit:
        assert begun
        audit.write_json(folder / "two.json")
    assert (folder / "two.json").read_bytes() == (folder / "calm.json").read_bytes()
