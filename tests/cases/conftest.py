"""Cases: folders beside these tests, named by their id, each with the smallest dump that shows a trouble."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import pytest

from rolloutdiff import analyze_rollouts
from rolloutdiff.analysis import Analysis
from rolloutdiff.cli.app import run as run_command
from rolloutdiff.ingest import Rollouts

Row = dict[str, Any]
STORED = (
    "select step, sample_id, prompt_id, group_id, prompt, response, reward,"
    " map_entries(reward_parts) as parts, extras, source_file, source_row"
    " from rolloutdiff.rollout order by step, source_file, source_row"
)


class Read:
    """An analysis of a case, with the rows as they are stored."""

    def __init__(self, con: duckdb.DuckDBPyConnection, analysis: Analysis) -> None:
        self.analysis = analysis
        result = con.execute(STORED)
        names = [column[0] for column in result.description]
        self.rows = [dict(zip(names, row, strict=True)) for row in result.fetchall()]
        for row in self.rows:
            row["extras"] = json.loads(row["extras"] or "{}")
            row["parts"] = {entry["key"]: entry["value"] for entry in row["parts"] or ()}
        rejected = con.execute(
            "select source_file, source_row, column_name, reason, value"
            " from rolloutdiff.rejected_row order by all"
        )
        self.rejected = rejected.fetchall()

    def series(self, feature: str) -> dict[int, Row]:
        """Points of a series by step."""
        return {row["step"]: row for row in self.analysis.series.rows() if row["feature"] == feature}

    def findings(self) -> dict[str, Row]:
        """Findings about the dump by code."""
        return {row["code"]: row for row in self.analysis.integrity.rows()}

    def alerts(self) -> set[str]:
        """Features that any rule alerts on."""
        return {row["feature"] for row in self.analysis.alerts.rows()}


@contextmanager
def analysed(rollouts: Rollouts, **options: Any) -> Iterator[Read]:
    with duckdb.connect() as con, analyze_rollouts(rollouts, con=con, **options) as analysis:
        yield Read(con, analysis)


def numbers(value: Any) -> Iterator[float]:
    """Every number of a report."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from numbers(item)
    elif isinstance(value, float):
        yield value


def write_steps(folder: Path, steps: int, line: Callable[[int, int, int], Row]) -> Path:
    """A dump of four prompts with four completions a step, one file per step."""
    folder.mkdir(exist_ok=True)
    for step in range(1, steps + 1):
        rows = [
            {"input": f"Question {prompt}", "score": float(sample % 2), "step": step}
            | line(step, prompt, sample)
            for prompt in range(4)
            for sample in range(4)
        ]
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{step}.jsonl").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def case(root: Path) -> Callable[[str], Path]:
    """Folder of a case by its id."""

    def folder(name: str) -> Path:
        (found,) = (root / "tests" / "cases").glob(f"{name}-*")
        return found

    return folder


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Runs a command line; gives exit code, stdout and stderr."""

    def call(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["rolloutdiff", *map(str, arguments)])
        code = 0
        try:
            run_command()
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return call
