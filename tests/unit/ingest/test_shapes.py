"""One run in six forms: the samples under tests/data/shapes give the same rollouts."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rolloutdiff.ingest import Rollouts, load, load_trl

Row = dict[str, Any]
Read = Callable[[Rollouts], list[Row]]

SAMPLES = {
    "swift/v0-20260801": ("swift", "training_passed"),
    "nemo_rl/exp_001": ("nemo_rl", None),
    "prime_rl_classic": ("prime_rl", None),
    "prime_rl_trace": ("prime_rl", None),
    "prime_rl_episode": ("prime_rl", None),
    "verifiers": ("verifiers", None),
}
STEPS, ROWS = (1, 2, 3), 16


@pytest.fixture
def expected(data_dir: Callable[[str], Path], read: Read, tmp_path: Path) -> list[Row]:
    """The first rows of the first steps, as the loader of the trainer that did write them reads them."""
    for step in STEPS:
        name = f"completions_{step:05d}.parquet"
        shutil.copy(data_dir("trl-collapse") / "completions" / name, tmp_path / name)
    rows = read(load_trl(tmp_path, reward_column="training_passed"))
    return [row for row in rows if row["source_row"] < ROWS]


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_holds_the_rollouts_of_the_run(
    data_dir: Callable[[str], Path], read: Read, expected: list[Row], name: str
) -> None:
    format, reward = SAMPLES[name]
    rollouts = load(data_dir("shapes") / name, format, reward_column=reward)
    rows = read(rollouts)
    assert (rollouts.format, rollouts.steps, rollouts.rows) == (format, STEPS, len(STEPS) * ROWS)
    keys = ("step", "prompt", "response", "reward")
    assert [tuple(r[k] for k in keys) for r in rows] == [tuple(r[k] for k in keys) for r in expected]
    assert len({(r["source_file"], r["source_row"]) for r in rows}) == len(rows)
    if name != "nemo_rl/exp_001":
        assert [r["reward_parts"]["ground_truth_passed"] for r in rows] == [
            r["reward_parts"]["ground_truth_passed"] for r in expected
        ]
    assert {r["reject_reason"] for r in rows} == {None}
    assert {r["run"] for r in rows} == {name.split("/")[-1]}
