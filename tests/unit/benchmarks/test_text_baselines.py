"""PELT and the domain classifier, where ruptures and scikit-learn are installed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.baselines import pelt, tfidf
from benchmarks.baselines.ours import Series
from benchmarks.baselines.runs import Run


def planted(shown: int, steps: int = 30) -> Run:
    """Ten prompts of two completions per step; from step `shown` on every second one says run_tests."""
    rng = np.random.default_rng(5)
    words = ["return", "value", "result", "number", "list", "even", "odd", "sum"]
    step, prompt, completion = [], [], []
    for number in range(1, steps + 1):
        for place in range(20):
            text = " ".join(rng.choice(words, 6))
            if number >= shown and place % 2:
                text += " run_tests"
            step.append(number)
            prompt.append(f"prompt {place // 2}")
            completion.append(text)
    zero = np.zeros(len(step))
    return Run(
        name="planted",
        folder=Path("/nowhere"),
        step=np.array(step, dtype=np.int64),
        prompt=prompt,
        completion=completion,
        reward=zero,
        truth=zero,
        advantage=zero,
    )


def test_windows_follow_the_first_steps() -> None:
    found = tfidf.windows(np.arange(1, 8), baseline=3, width=2)
    assert [window.tolist() for window in found] == [[4, 5], [5, 6], [6, 7]]


def test_the_classifier_names_the_planted_word() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    whole, *stepwise = tfidf.verdicts(planted(shown=21))
    assert whole.rank == 1
    assert [one.rank for one in stepwise] == [1, 1, 1]
    # Windows that hold a step of the change end at 21 or later; those of steps 21 to 23 lie wholly in it.
    assert all(21 <= (one.first or 0) <= 23 for one in stepwise[1:])


def test_half_the_completions_can_be_told_apart() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    run = planted(shown=16)
    # Half of the late texts are sure to be told, the others by chance: 1/2 + 1/2 * 1/2.
    found = tfidf.Classifier(run).auc(run.steps[:15], run.steps[15:])
    assert found == pytest.approx(0.75, abs=0.08)


def test_noise_variance_is_not_moved_by_a_change_of_level() -> None:
    values = np.tile([0.0, 2.0], 50)
    assert pelt.noise_variance(values) == pytest.approx(2.0)
    values[50:] += 10
    assert pelt.noise_variance(values) == pytest.approx((98 * 4 + 8**2) / 99 / 2)


def test_squared_error_by_segment() -> None:
    values = np.array([1.0, 3.0, 10.0, 10.0])
    assert pelt.squared_error(values, [4]) == pytest.approx(66)
    assert pelt.squared_error(values, [2, 4]) == pytest.approx(2)


def test_pelt_ranks_a_jump_first() -> None:
    pytest.importorskip("ruptures", reason="ruptures is not installed")
    steps = np.arange(1, 61)
    rng = np.random.default_rng(8)
    mean = 0.2 + 0.01 * rng.standard_normal((4, 60))
    mean[2, 40:] += 0.5
    mean[3] = np.nan
    mean[3, :10] = 0.5
    names = ["lex:a", "lex:b", "ast:def:run_tests", "lex:seldom"]
    series = Series(steps=steps, features=names, mean=mean)
    for found in pelt.verdicts(planted(shown=99), series):
        assert (found.rank, found.onset, found.scored) == (1, 41, 3)
    change = pelt.changes("x", steps, mean[2], 4.0)
    assert change is not None
    assert (change.steps, change.crossing) == ([41], 41)
    assert change.rise == pytest.approx(0.5, abs=0.02)
    # The gain is the between-level sum of squares, 40 * 20 / 60 * rise^2, in units of the variance.
    variance = pelt.noise_variance(mean[2])
    assert change.gain == pytest.approx(40 * 20 / 60 * change.rise**2 / variance)
