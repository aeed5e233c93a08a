"""The chain of upgrade steps: complete, documented, and read for what it creates and drops."""

from __future__ import annotations

from pathlib import Path

import pytest

from rolloutdiff.errors import WarehouseError
from rolloutdiff.sqlfiles import control, sql_root
from rolloutdiff.sqlfiles.lint import lint_step
from rolloutdiff.sqlfiles.upgrades import upgrade_steps


def write(root: Path, start: int, body: str, head: str | None = None) -> None:
    (root / "upgrades").mkdir(exist_ok=True)
    head = f"-- From version {start} to {start + 1}: something.\n" if head is None else head
    (root / "upgrades" / f"{start}--{start + 1}.sql").write_text(head + body, encoding="utf-8")


def test_shipped_chain_is_complete_and_holds_nothing_else() -> None:
    version = control().schema_version
    steps = upgrade_steps(1, version)
    names = sorted(path.name for path in (sql_root() / "upgrades").iterdir())
    assert names == sorted(f"{n}--{n + 1}.sql" for n in range(1, version))
    assert [(step.start, step.end) for step in steps] == [(n, n + 1) for n in range(1, version)]
    assert all(step.summary.endswith(".") and step.touched for step in steps)
    assert [finding for step in steps for finding in lint_step(step)] == []


def test_no_step_is_needed_for_the_same_version(tmp_path: Path) -> None:
    assert upgrade_steps(3, 3, tmp_path) == ()


def test_missing_step_is_named(tmp_path: Path) -> None:
    write(tmp_path, 1, "select 1;\n")
    with pytest.raises(WarehouseError, match="there is no step 2--3"):
        upgrade_steps(1, 3, tmp_path)


@pytest.mark.parametrize("head", ["", "-- something\n", "-- From version 2 to 3: wrong.\n"])
def test_step_that_does_not_say_what_it_does_is_refused(tmp_path: Path, head: str) -> None:
    write(tmp_path, 1, "select 1;\n", head)
    with pytest.raises(WarehouseError, match=r"1--2\.sql: the first line does not begin"):
        upgrade_steps(1, 2, tmp_path)


def test_step_is_read_for_its_tables(tmp_path: Path) -> None:
    body = (
        "create table rolloutdiff.fresh (x integer);\n"
        "insert into rolloutdiff.fresh select o.x from rolloutdiff.stale as o;\n"
        "drop table rolloutdiff.stale;\n-- rolloutdiff.comment\n"
        "alter table rolloutdiff.kept add column y varchar default 'rolloutdiff.text';\n"
    )
    write(tmp_path, 1, body, "-- From version 1 to 2: rows move,\n-- and more.\n")
    (step,) = upgrade_steps(1, 2, tmp_path)
    assert step.summary == "rows move, and more."
    assert step.body == body
    assert step.touched == {"fresh", "stale", "kept"}
    assert (step.created, step.dropped) == ({"fresh"}, {"stale"})


def test_lint_finds_what_retargeting_would_miss(tmp_path: Path) -> None:
    body = "alter table rolloutdiff.point add column y VARCHAR default 'rolloutdiff';\n"
    write(tmp_path, 1, body)
    (step,) = upgrade_steps(1, 2, tmp_path)
    messages = [f.message for f in lint_step(step)]
    assert {f.line for f in lint_step(step)} == {2}
    assert any("hides the schema" in text for text in messages)
    assert "'VARCHAR' must be lower-case" in messages
