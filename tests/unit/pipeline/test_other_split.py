"""Steps of another split, in simulated runs: found where evaluations are, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import duckdb
import numpy as np
import pyarrow as pa
import pytest

from rolloutdiff.warehouse.connect import work_cursor
from rolloutdiff.warehouse.install import install
from rolloutdiff.warehouse.stage import StageRunner

Steps = dict[str, set[int]]


@pytest.fixture(scope="module")
def runner() -> Iterator[StageRunner]:
    with duckdb.connect() as con:
        install(con)
        with closing(work_cursor(con)) as cursor:
            yield StageRunner(cursor)


def trained(rng: np.random.Generator, order: str, prompts: int, batch: int, steps: int) -> list[list[int]]:
    """Prompts of every step: shuffled anew or the same in every pass, drawn at random, or half dropped."""
    passes = -(-steps * batch // prompts)
    fixed = rng.permutation(prompts)
    queue = np.concatenate([fixed if order == "fixed" else rng.permutation(prompts) for _ in range(passes)])
    batches = queue[: steps * batch].reshape(steps, batch)
    if order == "drawn":
        batches = rng.integers(prompts, size=(steps, batch))
    kept = rng.random(batches.shape) < (0.5 if order == "filtered" else 1.0)
    kept[:, 0] = True
    return [list(dict.fromkeys(row[keep].tolist())) for row, keep in zip(batches, kept, strict=True)]


def told(runner: StageRunner, evaluated: bool) -> tuple[Steps, Steps]:
    """Steps found by run, and those that are evaluations, of a hundred simulated runs."""
    rng = np.random.default_rng(7 + evaluated)
    truth: Steps = {}
    rows: list[tuple[str, int, str]] = []
    for number in range(100):
        run = str(number)
        order = ("shuffled", "fixed", "drawn", "filtered")[number % 4]
        prompts, batch, size = (int(rng.choice(c)) for c in ((12, 40, 400), (2, 4, 8), (1, 4)))
        every, held = int(rng.choice([5, 10])), int(rng.choice([1, 5, 20]))
        truth[run] = set(range(every, 61, every)) if evaluated else set()
        for step, asked in enumerate(trained(rng, order, prompts, batch, 60), 1):
            names = [f"held {i}" for i in range(held)] if step in truth[run] else [f"p {i}" for i in asked]
            times = 3 * size if step in truth[run] else size
            rows += [(run, step, name) for name in names for _ in range(times)]
    columns = zip(*rows, strict=True)
    made = pa.table(dict(zip(("run", "step", "prompt"), map(list, columns), strict=True)))
    runner.cursor.execute("begin transaction")
    with runner.table("made", made):
        runner.cursor.execute(
            "insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response,"
            " source_file, source_row)"
            " select row_number() over (), run, step, '', prompt, prompt, 'x', 'f', 0 from made"
        )
    keys = {"analysis_id": "a", "runs": list(truth), "unscored": "keep", "left_out": True}
    runner.run("store_other_split", keys)
    pairs = runner.cursor.execute("select run, step from rolloutdiff.other_split_step").fetchall()
    runner.cursor.execute("rollback")
    found: Steps = {run: set() for run in truth}
    for run, step in pairs:
        found[run].add(step)
    return found, truth


def test_runs_without_evaluations_keep_all_their_steps(runner: StageRunner) -> None:
    found, _ = told(runner, evaluated=False)
    assert {run: steps for run, steps in found.items() if steps} == {}


def test_evaluations_are_found_and_nothing_else(runner: StageRunner) -> None:
    found, truth = told(runner, evaluated=True)
    assert all(steps <= truth[run] for run, steps in found.items())
    hits, there = (sum(map(len, steps.values())) for steps in (found, truth))
    assert hits >= 0.9 * there
