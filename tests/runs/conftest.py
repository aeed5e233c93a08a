"""Real training runs, each analysed once by each profile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import pytest

from rolloutdiff import AnalysisSettings, analyze_rollouts, load_trl, load_verl
from rolloutdiff.api import Analysis
from rolloutdiff.settings import Profile

Analysed = Callable[[str], Analysis]


@pytest.fixture(scope="session")
def analysed_by(
    loophole_path: Path, data_dir: Callable[[str], Path]
) -> Iterator[Callable[[Profile, str], Analysis]]:
    """Gives the analysis of a run by a profile and the run's name."""
    done: list[Analysis] = []

    @cache
    def get(profile: Profile, name: str) -> Analysis:
        folder = loophole_path if name == "trl-loophole" else data_dir(name)
        if name.startswith("verl"):
            rollouts = load_verl(folder, run="run")
        else:
            rollouts = load_trl(folder, run="run", reward_column="training_passed")
        done.append(analyze_rollouts(rollouts, settings=AnalysisSettings(profile=profile)))
        return done[-1]

    yield get
    for analysis in done:
        analysis.close()


@pytest.fixture(scope="session")
def analysed(analysed_by: Callable[[Profile, str], Analysis]) -> Analysed:
    """Gives the analysis of a run by profile `original`."""
    return partial(analysed_by, "original")


@pytest.fixture(scope="session")
def calibrated(analysed_by: Callable[[Profile, str], Analysis]) -> Analysed:
    """Gives the analysis of a run by profile `calibrated`."""
    return partial(analysed_by, "calibrated")
