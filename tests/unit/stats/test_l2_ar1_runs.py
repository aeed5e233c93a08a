"""`l2_ar1_v1` on the runs on disk, on series made here from the completions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from rolloutdiff.settings import L2Ar1Settings
from rolloutdiff.stats.panel import SeriesPanel
from rolloutdiff.stats.retrospective import find_shifts

DEFAULT = L2Ar1Settings()
WORDS = ["def run_tests", "return", "if ", "else", "for ", "result", "x * x", "- ", '"""', "lambda"]


def presence(folder: Path) -> SeriesPanel:
    """Prompt-balanced prevalence of each word, with its cluster-robust standard error."""
    cells: dict[int, dict[str, list[list[bool]]]] = defaultdict(lambda: defaultdict(list))
    for file in sorted(folder.glob("completions/*.parquet")):
        table = pq.read_table(file, columns=["step", "prompt", "completion"]).to_pydict()
        for step, prompt, text in zip(*table.values(), strict=True):
            cells[step][prompt].append([word in text for word in WORDS])
    steps = sorted(cells)
    of_prompt = [np.array([np.mean(rows, axis=0) for rows in cells[step].values()]) for step in steps]
    positives = [np.sum([row for rows in cells[step].values() for row in rows], axis=0) for step in steps]
    shape = (len(WORDS), len(steps))
    return SeriesPanel(
        steps=np.array(steps, dtype=np.int64),
        mean=np.stack([one.mean(axis=0) for one in of_prompt], axis=1),
        se=np.stack([one.std(axis=0, ddof=1) / np.sqrt(len(one)) for one in of_prompt], axis=1),
        prompts=np.broadcast_to(np.array([len(one) for one in of_prompt]), shape).copy(),
        samples=np.full(shape, 128),
        positives=np.stack(positives, axis=1).astype(np.int64),
        within_sd=np.full(shape, np.nan),
        binary=np.ones(len(WORDS), dtype=np.bool_),
    )


def test_the_loophole_is_found_near_its_middle(loophole_path: Path) -> None:
    """It crosses its baseline by 0.10 at step 47 and half of the way at 51: one step fits it there."""
    panel = presence(loophole_path)
    result = find_shifts(panel, DEFAULT)
    assert result.found[0]
    assert 50 <= result.onset_low[0] <= result.onset_step[0] <= result.onset_high[0] <= 52
    assert result.before_mean[0] < 0.05
    assert result.after_mean[0] > 0.9
    assert result.p_value[0] == 0.001


def test_a_frozen_policy_changes_nothing(data_dir: Callable[[str], Path]) -> None:
    panel = presence(data_dir("trl-frozen"))
    for settings in (DEFAULT, L2Ar1Settings(winsorise=True)):
        assert not find_shifts(panel, settings).found.any()


def test_a_passing_exploit_stays_unconfirmed(data_dir: Callable[[str], Path]) -> None:
    """A known weakness: a smooth rise and a fall leave residuals that look like slow noise.

    The split itself is where it should be, near the middle of the rise, and independent noise rules it out.
    """
    panel = presence(data_dir("trl-collapse"))
    confirmed, plain = (find_shifts(panel, L2Ar1Settings(confirm=confirm)) for confirm in (True, False))
    assert (bool(confirmed.found[0]), bool(plain.found[0])) == (False, True)
    assert confirmed.onset_step[0] == plain.onset_step[0] == pytest.approx(34, abs=2)
    assert confirmed.phi[0] > 0.8
