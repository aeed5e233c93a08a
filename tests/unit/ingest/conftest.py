"""Reading rollouts into a staging table without the rest of the package."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from rolloutdiff.ingest import Rollouts

ROOT = Path(__file__).resolve().parents[3]
CASES = ROOT / "tests" / "cases"
MACROS = (
    "finite_number_v1",
    "number_fault_v1",
    "whole_number_v1",
    "weighted_sum_v1",
    "extras_v1",
    "messages_prompt_v1",
    "messages_call_v1",
    "messages_response_v1",
    "messages_response_v2",
    "messages_kept_v1",
    "mismatch_logprobs_v1",
)

Row = dict[str, Any]


class Staging:
    """A DuckDB with our macros and an empty `staged_row`, read with stage files as they stand."""

    def __init__(self) -> None:
        # As on an instance of ours: the same path is written again and again.
        self.con = duckdb.connect(config={"enable_external_file_cache": "false"})
        self.cursor = self.con.cursor()
        self.cursor.execute("set python_enable_replacements = false")
        self.cursor.execute("create schema rolloutdiff")
        for name in MACROS:
            self.cursor.execute((ROOT / "sql" / "macros" / f"{name}.sql").read_text())
        self.run_sql("create_staging", {})

    def run_sql(self, name: str, params: dict[str, Any]) -> None:
        text = (ROOT / "sql" / "stages" / f"{name}.sql").read_text()
        for statement in self.cursor.extract_statements(text):
            given = {p: params[p] for p in statement.named_parameters}
            self.cursor.execute(statement.query, given)

    def read(self, rollouts: Rollouts) -> list[Row]:
        """All staged rows, rejected ones too, in the order in which they were staged."""
        self.cursor.execute("truncate staged_row")
        for chunk in rollouts.chunks():
            chunk.stage(self.cursor, self.run_sql)
        result = self.cursor.execute("select * from staged_row")
        names = [column[0] for column in result.description]
        return [dict(zip(names, row, strict=True)) for row in result.fetchall()]

    def close(self) -> None:
        self.con.close()


@pytest.fixture
def staging() -> Iterator[Staging]:
    staging = Staging()
    yield staging
    staging.close()


@pytest.fixture
def read(staging: Staging) -> Callable[[Rollouts], list[Row]]:
    return staging.read


@pytest.fixture(scope="session")
def case() -> Callable[[str], Path]:
    """Folder of a case by the first letters of its name, such as `V01`."""

    def folder(name: str) -> Path:
        (found,) = CASES.glob(f"{name}-*")
        return found

    return folder
