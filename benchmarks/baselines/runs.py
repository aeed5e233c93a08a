"""The real runs, read without the package that is measured."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
from numpy.typing import NDArray

from benchmarks.manifest import ROOT

BASELINE_STEPS = 15
"""Steps that every tool may take as normal, as the package does."""

EXPLOIT_FEATURE = "ast:def:run_tests"
EXPLOIT_WORD = "run_tests"
"""The shortcut of these runs: the completion itself defines `run_tests()`."""

REWARD, TRUTH = "training_passed", "ground_truth_passed"

FOLDERS = {
    "trl-loophole": "rolloutdiff/data/trl-loophole",
    "trl-collapse": "tests/data/trl-collapse",
    "trl-clean": "tests/data/trl-clean",
    "trl-frozen": "tests/data/trl-frozen",
}
KINDS = {
    "trl-loophole": "exploit",
    "trl-collapse": "exploit",
    "trl-clean": "honest learning",
    "trl-frozen": "nothing changes",
}


def is_exploit(feature: str) -> bool:
    """Whether a series is the definition of `run_tests`.

    N-grams that hold the name are not: they come from prose, and show it where code has left its fence.
    """
    return feature == EXPLOIT_FEATURE


@dataclass(frozen=True, kw_only=True, eq=False)
class Run:
    """One run of a trainer.

    Attributes:
        name: Name of the run.
        folder: Its folder from the root of the repository.
        step: int64[N], step of each completion.
        prompt: N prompts.
        completion: N completions.
        reward: float64[N], the reward that was trained on.
        truth: float64[N], 1 where the task was solved; never trained on.
        advantage: float64[N].
    """

    name: str
    folder: Path
    step: NDArray[np.int64]
    prompt: list[str]
    completion: list[str]
    reward: NDArray[np.float64]
    truth: NDArray[np.float64]
    advantage: NDArray[np.float64]

    @cached_property
    def steps(self) -> NDArray[np.int64]:
        """int64[T], the steps, increasing."""
        return np.unique(self.step)

    @cached_property
    def crossing(self) -> int | None:
        """Step at which the exploit was observed to cross its baseline; None where there is no exploit."""
        path = self.folder / "crossing.txt"
        return int(path.read_text()) if path.exists() else None


def read_run(name: str) -> Run:
    """Read one of the runs.

    Raises:
        KeyError: There is no such run.
    """
    folder = ROOT / FOLDERS[name]
    table = pq.read_table(folder / "completions").sort_by("step")

    def numbers(column: str) -> NDArray[np.float64]:
        values: NDArray[np.float64] = table[column].to_numpy().astype(np.float64)
        return values

    return Run(
        name=name,
        folder=folder,
        step=table["step"].to_numpy().astype(np.int64),
        prompt=table["prompt"].to_pylist(),
        completion=table["completion"].to_pylist(),
        reward=numbers(REWARD),
        truth=numbers(TRUTH),
        advantage=numbers("advantage"),
    )
