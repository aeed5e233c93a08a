"""An in-memory warehouse with our schema, and a small way to fill it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import duckdb
import pytest

from rolloutdiff.warehouse.install import install
from rolloutdiff.warehouse.stage import StageRunner

Fill = Callable[[list[tuple[Any, ...]]], None]


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as connection:
        install(connection)
        yield connection


@pytest.fixture
def runner(con: duckdb.DuckDBPyConnection) -> StageRunner:
    return StageRunner(con, "rolloutdiff")


@pytest.fixture
def analysis(con: duckdb.DuckDBPyConnection) -> str:
    """A complete analysis `a` without rows."""
    con.execute(
        "insert into rolloutdiff.analysis values"
        " ('a', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', true)"
    )
    return "a"


@pytest.fixture
def add_rollouts(con: duckdb.DuckDBPyConnection, analysis: str) -> Fill:
    """Adds (rollout_id, run, step, prompt_id, reward, reward_parts) rows to the analysis."""

    numbers: dict[tuple[str, str], int] = {}

    def fill(rows: list[tuple[Any, ...]]) -> None:
        for rollout_id, run, step, prompt_id, reward, parts in rows:
            con.execute(
                "insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response,"
                " reward, group_id, split, reward_parts, extras, source_file, source_row) values"
                " (?, ?, ?, ?, ?, 'p', 'text', ?, null, null, ?, null, 'f', ?)",
                [rollout_id, run, step, f"s{rollout_id}", prompt_id, reward, parts, rollout_id],
            )
            con.execute(
                "insert into rolloutdiff.analysis_rollout values (?, ?, ?, ?, ?, ?, (md5_number(?) % 2)::tinyint)",
                [
                    analysis,
                    rollout_id,
                    run,
                    step,
                    prompt_id,
                    numbers.setdefault((run, prompt_id), len(numbers)),
                    prompt_id,
                ],
            )

    return fill


@pytest.fixture
def add_features(con: duckdb.DuckDBPyConnection, analysis: str) -> Fill:
    """Adds (feature_id, tier, kind, name, scale) rows to the analysis."""

    def fill(rows: list[tuple[Any, ...]]) -> None:
        for feature_id, tier, kind, name, scale in rows:
            con.execute(
                "insert into rolloutdiff.feature values (?, ?, ?, ?, ?, 'unit', ?, 1, 'fixed', 0)",
                [feature_id, analysis, tier, kind, name, scale],
            )

    return fill


@pytest.fixture
def add_counts(con: duckdb.DuckDBPyConnection) -> Fill:
    """Adds (feature_id, rollout_id, step, n) rows."""

    def fill(rows: list[tuple[Any, ...]]) -> None:
        con.executemany("insert into rolloutdiff.feature_count values (?, ?, ?, ?)", rows)

    return fill
