from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_ope import certify_slices, ess, log_weight, snips, verdict

SETTINGS = AuditSettings(bootstrap=400)


def test_weights_by_hand() -> None:
    weight = np.exp(log_weight(np.log([2.0, 1.0, 1.0]), np.zeros(3)))
    assert weight == pytest.approx([2.0, 1.0, 1.0])
    assert snips(weight, np.array([1.0, 0.0, 0.5])) == pytest.approx(2.5 / 4)
    assert ess(weight) == pytest.approx(16 / 6)
    assert log_weight(np.array([900.0, -900.0, 1.5]), np.zeros(3)).tolist() == [30.0, -50.0, 1.5]


@pytest.mark.parametrize(
    ("size", "gain", "low", "high", "expected"),
    [
        (9.99, 0.5, 0.4, 0.6, "insufficient_overlap"),
        (10.0, 0.02, 0.001, 0.04, "improved"),
        (50.0, 0.019, 0.001, 0.04, "inconclusive"),
        (50.0, 0.05, 0.0, 0.1, "inconclusive"),
        (50.0, -0.05, -0.08, -0.031, "regressed"),
        (50.0, -0.05, -0.08, -0.03, "inconclusive"),
    ],
)
def test_verdicts(size: float, gain: float, low: float, high: float, expected: str) -> None:
    assert verdict(size, gain, low, high, SETTINGS) == expected


def _policies(seed: int, n: int = 400, shift: float = 0.8) -> tuple[np.ndarray, ...]:
    """Four answers worth 0, .2, .6, 1; the target prefers the best by `shift` in log-probability."""
    rng = np.random.default_rng(seed)
    logits = np.array([0.0, shift])[[0, 0, 0, 1]]
    target = logits - np.log(np.exp(logits).sum())
    drawn = rng.integers(0, 4, n)
    worth = np.array([0.0, 0.2, 0.6, 1.0])
    truth = float(np.exp(target) @ worth)
    return worth[drawn] + rng.normal(0, 0.05, n), np.full(n, np.log(0.25)), target[drawn], truth


def test_value_and_interval_cover_the_truth() -> None:
    inside = 0
    for seed in range(20):
        gold, behaviour, target, truth = _policies(seed)
        row = certify_slices(["a"] * len(gold), gold, behaviour, target, SETTINGS)[0]
        assert row.snips == pytest.approx(truth, abs=0.08)
        assert row.ref_mean == pytest.approx(gold.mean())
        assert row.gain == pytest.approx((row.snips or 0) - gold.mean())
        assert row.ci_lo is not None
        assert row.ci_hi is not None
        inside += row.ci_lo <= truth - 0.45 <= row.ci_hi
    assert inside >= 17


def test_scores_move_the_mean_along_their_slope() -> None:
    gold = np.array([0.0, 1.0, 2.0, 3.0])
    score = np.array([0.0, 1.0, 2.0, 3.5])
    other = np.array([1.0, 2.0, 3.0, 4.5])
    target = np.log([1.0, 1.0, 1.0, 5.0])
    row = certify_slices(["a"] * 4, gold, np.zeros(4), target, SETTINGS, score=score, target_score=other)[0]
    slope = np.polyfit(score, gold, 1)[0]
    assert row.direct == pytest.approx(1.5 + slope)
    left = gold - 1.5 - slope * (score - score.mean())
    assert row.residual_adjusted == pytest.approx(1.5 + slope + left @ [1, 1, 1, 5] / 8)
    flat = certify_slices(
        ["a"] * 4, gold, np.zeros(4), target, SETTINGS, score=np.ones(4), target_score=other
    )[0]
    assert (flat.direct, flat.residual_adjusted) == (None, None)


def test_mean_over_slices() -> None:
    gold, behaviour, target, _ = _policies(3)
    names = ["a"] * 100 + ["b"] * 300
    a, b, every = certify_slices(names, gold, behaviour, target, SETTINGS)
    assert (a.slice, b.slice, every.slice) == ("a", "b", None)
    assert every.n == 400
    assert every.snips == pytest.approx(((a.snips or 0) + (b.snips or 0)) / 2)
    assert every.ess == min(a.ess or 0, b.ess or 0)
    assert (every.ci_lo or 0) < (every.gain or 0) < (every.ci_hi or 0)
    mixed = certify_slices(names, gold, behaviour, target, SETTINGS, mix={"a": 3.0, "b": 1.0})[2]
    assert mixed.snips == pytest.approx((3 * (a.snips or 0) + (b.snips or 0)) / 4)
    only = certify_slices(names, gold, behaviour, target, SETTINGS, mix={"b": 2.0})[2]
    assert replace(only, slice="b") == b


def test_order_of_rows_and_other_slices_do_not_matter_to_the_bit() -> None:
    gold, behaviour, target, _ = _policies(4)
    names = np.array(["a"] * 150 + ["b"] * 250)
    first = certify_slices(names.tolist(), gold, behaviour, target, SETTINGS)
    order = np.random.default_rng(1).permutation(400)
    second = certify_slices(names[order].tolist(), gold[order], behaviour[order], target[order], SETTINGS)
    assert second == first
    alone = certify_slices(["a"] * 150, gold[:150], behaviour[:150], target[:150], SETTINGS)
    assert alone[0] == first[0]


def test_a_policy_far_away_is_never_improved() -> None:
    gold, behaviour, _, _ = _policies(5)
    target = behaviour.copy()
    target[np.argmax(gold)] += 20.0
    row = certify_slices(["a"] * 400, gold, behaviour, target, SETTINGS)[0]
    assert row.gain is not None
    assert row.gain > 0.3
    assert row.ess == pytest.approx(1.0, abs=1e-3)
    assert row.verdict == "insufficient_overlap"


def test_degenerate_slices_have_a_reason() -> None:
    nan = np.full(2, np.nan)
    gold = np.array([0.1, 0.2, np.nan, np.nan, 0.5, 0.6])
    behaviour = np.concatenate([np.zeros(4), nan])
    rows = certify_slices(["a", "a", "b", "b", "c", "c"], gold, behaviour, np.zeros(6), SETTINGS)
    assert [(row.slice, row.n, row.reason) for row in rows] == [
        ("a", 2, None),
        ("b", 0, "no_rows"),
        ("c", 2, "no_logprobs"),
        (None, 4, "no_rows"),
    ]
    assert rows[1].row()["snips"] is None
    assert {row.verdict for row in rows} == {"insufficient_overlap"}
    assert certify_slices([], np.empty(0), np.empty(0), np.empty(0), SETTINGS)[0].reason == "no_rows"
