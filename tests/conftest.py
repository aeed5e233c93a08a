"""What every part of the suite shares: the runs on disk, hypothesis without a clock, a browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# The same examples on every machine, and no deadline: a shared core may be slow without being wrong.
hypothesis.settings.register_profile("suite", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("suite")


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def loophole_path() -> Path:
    """The run that ships with the package: TRL, 90 steps, the loophole found at step 47."""
    return ROOT / "rolloutdiff" / "data" / "trl-loophole"


@pytest.fixture(scope="session")
def data_dir() -> Callable[[str], Path]:
    """Gives the folder of a run under `tests/data` by its name, such as `trl-frozen`."""

    def folder(name: str) -> Path:
        path = ROOT / "tests" / "data" / name
        if not path.is_dir():
            known = sorted(entry.name for entry in path.parent.iterdir() if entry.is_dir())
            raise LookupError(f"No run {name!r} under tests/data, which has {', '.join(known)}.")
        return path

    return folder


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of a Chromium; the test is skipped, with the reason, where there is none.

    The environment variable ROLLOUTDIFF_CHROMIUM names one that is not on the search path.
    """
    for name in (os.environ.get("ROLLOUTDIFF_CHROMIUM", ""), *BROWSERS):
        found = shutil.which(name) if name else None
        if found is not None:
            return found
    pytest.skip(f"no browser: none of {', '.join(BROWSERS)} is on the search path")
