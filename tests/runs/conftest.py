"""Real training runs, each analysed once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rolloutdiff import analyze_rollouts, load_trl, load_verl
from rolloutdiff.api import Analysis

Analysed = Callable[[str], Analysis]


@pytest.fixture(scope="session")
def analysed(loophole_path: Path, data_dir: Callable[[str], Path]) -> Iterator[Analysed]:
    """Gives the analysis of a run by its name."""
    done: dict[str, Analysis] = {}

    def get(name: str) -> Analysis:
        if name not in done:
            folder = loophole_path if name == "trl-loophole" else data_dir(name)
            if name.startswith("verl"):
                rollouts = load_verl(folder, run="run")
            else:
                rollouts = load_trl(folder, run="run", reward_column="training_passed")
            done[name] = analyze_rollouts(rollouts)
        return done[name]

    yield get
    for analysis in done.values():
        analysis.close()
