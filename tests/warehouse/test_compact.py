"""Warehouses without what can be computed or read again: the same results, less room, and honest refusals."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from rolloutdiff import (
    analyze_rollouts,
    audit_rollouts,
    doctor,
    forget,
    from_table,
    load_verl,
    open_warehouse,
)
from rolloutdiff.api import Analysis, ingest_rollouts
from rolloutdiff.cli.app import run
from rolloutdiff.errors import RunLoadedDifferently, UsageError, WarehouseError
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.warehouse.connect import open_connection
from tests.warehouse.small import FAST, ROWS, small_dump

GROWN = 24


def verl_dump(folder: Path, steps: int = GROWN) -> Path:
    """The small run as verl writes it: one JSONL file per step."""
    folder.mkdir(exist_ok=True)
    with duckdb.connect() as con:
        rows = con.execute(ROWS.replace("$steps", str(steps))).fetchall()
    for step in range(1, steps + 1):
        lines = [
            json.dumps(
                {"input": prompt, "output": response, "score": float(reward), "step": step, "note": "kept"}
            )
            for at, prompt, response, reward in rows
            if at == step
        ]
        (folder / f"{step}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def analysed(dump: Path, db: Path, **options: object) -> Analysis:
    return analyze_rollouts(load_verl(dump, run="r"), db=db, **options)  # type: ignore[arg-type]


def counted(db: Path, table: str, where: str = "true") -> int:
    with duckdb.connect(str(db), read_only=True) as con:
        ((rows,),) = con.execute(f"select count(*) from rolloutdiff.{table} where {where}").fetchall()
        return int(rows)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dump, and its warehouse as it is with each option."""
    folder = tmp_path_factory.mktemp("made")
    dump = verl_dump(folder / "dump")
    analysed(dump, folder / "whole").close()
    for option in ("compact", "no_text"):
        shutil.copy(folder / "whole", folder / option)
        analysed(dump, folder / option, **{option: True}).close()
    return folder


@pytest.fixture
def dump(tmp_path: Path, made: Path) -> Path:
    return Path(shutil.copytree(made / "dump", tmp_path / "dump"))


@pytest.fixture
def kept(tmp_path: Path, made: Path) -> Callable[[str], Path]:
    """Gives a warehouse of the dump: `whole`, `compact` or `no_text`."""

    def copy(name: str) -> Path:
        return Path(shutil.copy(made / name, tmp_path / f"{name}.duckdb"))

    return copy


def report_of(db: Path, analysis: str | None = None) -> dict[str, Any]:
    with open_warehouse(db) as warehouse, warehouse.analysis(analysis) as found:
        return found.report()


@pytest.mark.parametrize("option", ["compact", "no_text"])
def test_the_report_is_that_of_a_whole_warehouse_and_the_file_smaller(
    tmp_path: Path, dump: Path, kept: Callable[[str], Path], option: str
) -> None:
    whole, small = kept("whole"), tmp_path / "small.duckdb"
    with analysed(dump, small, **{option: True}) as found:
        assert found.report() == report_of(whole)
        assert [timing.stage for timing in found.timings][-1] == "compact"
    assert small.stat().st_size < whole.stat().st_size
    assert sorted(p.name for p in tmp_path.iterdir()) == ["dump", "small.duckdb", "whole.duckdb"]
    texts = counted(small, "rollout", "response is not null and prompt is not null and extras is not null")
    assert texts == (0 if option == "no_text" else GROWN * 16)
    assert counted(small, "feature_count") == counted(small, "extraction") == 0
    with duckdb.connect(str(small)) as con:
        assert doctor(con) == ()


def test_a_warehouse_without_texts_shows_none_of_them(tmp_path: Path, dump: Path) -> None:
    db = tmp_path / "w.duckdb"
    for file in dump.iterdir():
        file.write_text(file.read_text().replace('"kept"', '"secret-note"').replace("Answer", "Confidential"))
    analysed(dump, db, no_text=True).close()
    # Words of completions stay, as names of features.
    assert b"secret-note" not in db.read_bytes() and b"Confidential 3 2." not in db.read_bytes()


def test_inspect_takes_the_texts_from_the_dump(
    dump: Path,
    kept: Callable[[str], Path],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole, db = kept("whole"), kept("no_text")

    def inspected(*arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["rolloutdiff", "inspect", *arguments, "--json"])
        with pytest.raises(SystemExit) as left:
            run()
        told = capsys.readouterr()
        return int(left.value.code or 0), told.out or told.err

    code, shown = inspected("--db", str(whole))
    assert code == 0 and "def f" in shown
    assert inspected(str(dump), "--db", str(db)) == (0, shown)
    code, told = inspected("--db", str(db))
    assert code == 3 and "keeps no texts" in told and "inspect PATH --db FILE" in told
    for file in dump.iterdir():
        file.write_text(file.read_text().replace("return 1", "return 2"))
    code, told = inspected(str(dump), "--db", str(db))
    assert code == 3 and ".jsonl' has changed since the report was made" in told
    for file in dump.iterdir():
        file.unlink()
    code, told = inspected(str(dump), "--db", str(db))
    assert code == 3 and str(dump) in told


@pytest.mark.parametrize("option", ["compact", "no_text"])
def test_a_further_analysis_reads_again_what_is_missing(
    dump: Path, kept: Callable[[str], Path], option: str
) -> None:
    db, whole = kept(option), kept("whole")
    report, settings = report_of(whole), AnalysisSettings(vocabulary="prefix")
    with analysed(dump, whole, settings=settings) as wanted, analysed(dump, db, settings=settings) as found:
        assert found.report() == wanted.report()
    analysis = report["analysis_id"]
    assert report_of(db, analysis) == report
    with analysed(dump, db) as again:
        assert (again.id, again.report()) == (analysis, report)
    assert counted(db, "text_reference") == counted(db, "analysis_uncounted") == 0
    assert counted(db, "rollout", "prompt is null or response is null or extras is null") == 0
    for table in ("feature_count", "extraction"):
        assert counted(db, table) == counted(whole, table) > 0


def test_the_same_again_computes_nothing(dump: Path, kept: Callable[[str], Path]) -> None:
    db = kept("no_text")
    with analysed(dump, db, no_text=True) as again:
        assert {timing.stage for timing in again.timings} == {"ingest", "compact"}
    assert counted(db, "text_reference") == GROWN * 16


def test_a_run_that_grew_gives_what_the_whole_run_gives(tmp_path: Path) -> None:
    db, other = tmp_path / "w.duckdb", tmp_path / "other.duckdb"
    dump = verl_dump(tmp_path / "dump", 22)
    analysed(dump, db, no_text=True).close()
    verl_dump(dump)
    with analysed(dump, db, no_text=True) as found, analysed(dump, other) as wanted:
        assert found.report() == wanted.report()
    assert counted(db, "text_reference") == GROWN * 16


@pytest.mark.parametrize(("old", "new"), [("Answer 3 2.", "Answer 3 7."), ('"kept"', '"other"')])
def test_a_text_that_changed_is_refused_and_nothing_is_lost(
    dump: Path, kept: Callable[[str], Path], old: str, new: str
) -> None:
    db = kept("no_text")
    report = report_of(db)
    (dump / "3.jsonl").write_text((dump / "3.jsonl").read_text().replace(old, new))
    with pytest.raises(RunLoadedDifferently, match=r"'3.jsonl': row \d+ \(counted from 0\) differs"):
        ingest_rollouts(load_verl(dump, run="r"), db=db)
    assert counted(db, "text_reference") == GROWN * 16
    assert report_of(db) == report


def test_an_audit_needs_counts_and_an_audited_analysis_keeps_them(
    dump: Path, kept: Callable[[str], Path]
) -> None:
    db = kept("compact")
    with pytest.raises(WarehouseError, match=r"counts of analysis .* were taken out"):
        audit_rollouts(db=db)
    with audit_rollouts(load_verl(dump, run="r"), db=db, settings=FAST) as audit:
        found = audit.report()
    counts = counted(db, "feature_count")
    analysed(dump, db, compact=True).close()
    assert counted(db, "feature_count") == counts > 0
    with audit_rollouts(db=db, settings=FAST) as audit:
        assert audit.report() == found


def test_a_reward_function_needs_texts(dump: Path, kept: Callable[[str], Path]) -> None:
    db = kept("whole")
    audit_rollouts(db=db, settings=FAST).close()
    analysed(dump, db, no_text=True).close()
    with pytest.raises(WarehouseError, match=r"texts of analysis .* are left in the dump"):
        audit_rollouts(
            db=db, settings=FAST, reward_function=lambda prompts, responses: [0.0] * len(responses)
        )


def test_forgetting_takes_the_references_along(kept: Callable[[str], Path]) -> None:
    db = kept("no_text")
    gone = forget(db=db, run="r")
    assert (gone.rows["text_reference"], gone.rows["analysis_uncounted"]) == (GROWN * 16, 1)
    assert counted(db, "text_reference") == counted(db, "analysis_uncounted") == counted(db, "rollout") == 0


def test_what_cannot_be_made_small_is_refused_before_anything_is_read(tmp_path: Path, dump: Path) -> None:
    db = tmp_path / "w.duckdb"
    rollouts = load_verl(dump, run="r")
    with pytest.raises(UsageError, match="compact is given without a database file"):
        analyze_rollouts(rollouts, compact=True)
    with duckdb.connect() as con, pytest.raises(UsageError, match="no_text is given without"):
        analyze_rollouts(rollouts, con=con, no_text=True)
    table = from_table(str(small_dump(tmp_path / "t.parquet")), run="r")
    with duckdb.connect() as con, pytest.raises(UsageError, match="come from no file"):
        rows = con.sql(f"from '{tmp_path / 't.parquet'}'").to_arrow_table()
        analyze_rollouts(from_table(rows, run="r"), db=db, no_text=True)
    with duckdb.connect(str(db)) as con:
        con.execute('create table "my t" (i integer)')
    before = db.read_bytes()
    with pytest.raises(UsageError, match=r"holds 'main\.my t', which is not ours"):
        analyze_rollouts(table, db=db, compact=True)
    assert db.read_bytes() == before
    with pytest.raises(UsageError, match="table of the database itself"):
        analyze_rollouts(table="my t", db=db, compact=True)
    with open_connection(tmp_path / "new.duckdb"), pytest.raises(WarehouseError, match="open a second time"):
        analysed(dump, tmp_path / "new.duckdb", compact=True)


def test_a_file_that_cannot_be_written_anew_stays_as_it_is(dump: Path, kept: Callable[[str], Path]) -> None:
    db = kept("whole")
    report, partial = report_of(db), db.with_name(f"{db.name}.partial")
    partial.mkdir()
    with pytest.raises(WarehouseError, match="The analysis is kept, but database"):
        analysed(dump, db, no_text=True)
    assert report_of(db) == report
    partial.rmdir()
    large = db.stat().st_size
    analysed(dump, db, no_text=True).close()
    assert db.stat().st_size < large
