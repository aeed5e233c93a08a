"""The benchmark of planted engine noise: its world, and its table on two runs."""

from __future__ import annotations

import numpy as np

from benchmarks.mismatch.__main__ import planted, stationary
from benchmarks.mismatch.judge import RULES, Judged
from benchmarks.mismatch.world import AFTER, BEFORE, CHANGE, GROUP, PROMPTS, STEPS, TOKENS, run


def noise(seed: int, *, grown: bool) -> np.ndarray:
    """float64[STEPS]: standard deviation of the log ratio per step."""
    table = run(seed, planted=grown)
    sides = [
        np.array(table[name].combine_chunks().flatten()).reshape(STEPS, -1)
        for name in ("train_logprobs", "rollout_logprobs")
    ]
    assert sides[0].shape == (STEPS, PROMPTS * GROUP * TOKENS)
    return (sides[0] - sides[1]).std(axis=1)


def test_the_noise_grows_in_planted_runs_only():
    grown, level = noise(1, grown=True), noise(1, grown=False)
    assert np.allclose(level, BEFORE, rtol=0.08)
    assert np.allclose(grown[:CHANGE], BEFORE, rtol=0.08)
    assert np.allclose(grown[CHANGE:], AFTER, rtol=0.08)


def test_requirements_are_held_against_the_leading_rule():
    near = {
        (rule, name): CHANGE + 2 for rule in RULES for name in ("mismatch:prob_diff_mean", "mismatch:k3_kl")
    }
    late = near | {(RULES[0], "mismatch:k3_kl"): CHANGE + 3}
    series = dict.fromkeys(RULES, 13)
    runs = [Judged(seed=1, onsets=near, series=series), Judged(seed=2, onsets=late, series=series)]
    verdicts = {(c.part, c.name): (c.met, c.verdict) for c in planted(runs)}
    assert verdicts[RULES[0], "onsets of mismatch:prob_diff_mean within 2 steps of 40"] == (True, "met")
    assert verdicts[RULES[0], "onsets of mismatch:k3_kl within 2 steps of 40"] == (False, "missed")
    assert [c.verdict for c in stationary(runs)] == ["missed", "", ""]
    quiet = [Judged(seed=i, onsets={}, series=series) for i in range(3)]
    assert [c.verdict for c in stationary(quiet)] == ["met", "", ""]
