"""Error rates and power of the calibrated rules: a small share of benchmarks/detection, with wide margins.

The limits are several standard errors from what the rules do, so that they fail when a rule breaks and not by
chance; `python -m benchmarks.detection` measures the rates themselves.
"""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.detection import (
    measures,
    rows_many,
    rows_noise,
    rows_null,
    rows_plants,
    rows_prompts,
    rows_protocol,
    rows_shapes,
)
from benchmarks.detection.figures import Figure, Findings, Measure
from benchmarks.detection.names import CALIBRATED, LR, SEQ

SEED = 11


def rng(*place: int) -> np.random.Generator:
    return np.random.default_rng([SEED, *place])


def pooled(findings: Findings, measure: Measure, rule: str, part: str = "") -> Figure:
    """The figure over all scenarios whose name holds `part`."""
    together = Findings()
    for (scenario, name, other), values in findings.values.items():
        if (name, other) == (measure.name, rule) and part in scenario:
            together.add("", measure, rule, values)
    return together.figure("", measure, rule)


FALSE = measures.false_alerts(None)


@pytest.fixture(scope="module")
def still() -> Findings:
    """Runs without a change: 8 to 32 prompts, 80 and 200 steps."""
    findings = Findings()
    for place, (prompts, steps) in enumerate(((8, 80), (32, 80), (16, 200))):
        findings.merge(rows_null.null_task(rng(1, place), "still", prompts, steps))
    return findings


@pytest.mark.parametrize("rule", CALIBRATED)
def test_a_policy_that_does_not_change_hardly_alerts(still: Findings, rule: str) -> None:
    figure = pooled(still, FALSE, rule)
    assert figure.count > 900
    assert figure.value <= 0.01


@pytest.mark.parametrize("rule", CALIBRATED)
def test_a_policy_that_does_not_change_has_no_headline(still: Findings, rule: str) -> None:
    assert pooled(still, measures.HEADLINES, rule).value == 0
    assert pooled(still, measures.DISCOVERIES, rule).value <= 2


@pytest.mark.parametrize(("kappa", "rho", "limit"), [(0.5, 0.9, 0.015), (1.0, 0.9, 0.03)])
def test_drift_hardly_alerts(kappa: float, rho: float, limit: float) -> None:
    findings = rows_null.null_task(rng(2, int(10 * kappa)), "drift", 16, 80, kappa=kappa, rho=rho)
    for rule in CALIBRATED:
        assert pooled(findings, FALSE, rule).value <= limit


@pytest.mark.parametrize("kind", rows_noise.KINDS)
def test_noise_that_is_not_normal_hardly_alerts(kind: str) -> None:
    findings = rows_noise.noise_task(rng(3, *kind.encode()), kind, "sizes")
    for rule in CALIBRATED:
        assert pooled(findings, FALSE, rule).value <= 0.02


@pytest.fixture(scope="module")
def planted() -> Findings:
    """Behaviours planted in the real completions of the frozen run."""
    return rows_plants.plant_task(rng(4), "trl-frozen", per_cell=12)


@pytest.mark.parametrize("rule", CALIBRATED)
@pytest.mark.parametrize(("rise", "share"), [("+0.15", 0.8), ("+0.3", 0.95), ("+0.9", 0.97)])
def test_planted_behaviours_are_found(planted: Findings, rule: str, rise: str, share: float) -> None:
    assert pooled(planted, rows_plants.FOUND, rule, rise).value >= share


def test_planted_behaviours_are_found_early(planted: Findings) -> None:
    assert pooled(planted, rows_plants.DELAY, SEQ).value <= 5


def test_onsets_of_planted_behaviours_are_where_a_person_sees_them(planted: Findings) -> None:
    assert pooled(planted, rows_plants.CLOSE, LR).value >= 0.93
    assert pooled(planted, rows_plants.COVERED, LR).value >= 0.93
    assert pooled(planted, rows_plants.WIDTH, LR).value <= 7


def test_a_run_that_changes_half_way() -> None:
    findings = rows_protocol.protocol_task(rng(6), "trl-loophole", 32)
    for rule in CALIBRATED:
        assert pooled(findings, FALSE, rule).value <= 0.015
        assert pooled(findings, rows_protocol.FOUND, rule, "+0.30").value >= 0.93
    assert pooled(findings, rows_protocol.FOUND, LR, "+0.20").value >= 0.93
    assert pooled(findings, rows_protocol.FOUND, LR, "32 × 8, sizes").value >= 0.85


def test_a_behaviour_that_was_never_seen_before() -> None:
    findings = rows_protocol.zero_task(rng(7))
    for rule in CALIBRATED:
        assert pooled(findings, rows_protocol.FOUND, rule).value >= 0.9


def test_both_ends_of_a_passing_change() -> None:
    pattern = next(iter(rows_shapes.PATTERNS))
    findings = rows_shapes.shape_task(rng(8), pattern)
    assert pooled(findings, rows_shapes.BOTH, LR).value >= 0.9


def test_one_prompt_per_step() -> None:
    findings = rows_prompts.single_task(rng(9))
    for rule in CALIBRATED:
        assert pooled(findings, FALSE, rule).value <= 0.02
    assert pooled(findings, rows_prompts.FOUND9, LR).value >= 0.9


def test_prompts_that_return_are_compared_with_themselves() -> None:
    findings = rows_prompts.pool_task(rng(10), 2.0)
    assert pooled(findings, rows_prompts.FALSE10, LR).value <= 0.02
    adjusted = pooled(findings, rows_prompts.FOUND10, LR).value
    assert adjusted >= 0.75
    assert adjusted >= pooled(findings, rows_prompts.RAW, LR).value + 0.3


def test_few_discoveries_of_a_long_list_are_false() -> None:
    findings = rows_many.list_task(rng(11), "sampling")
    assert pooled(findings, rows_many.REALISED, LR).value <= 0.12
    assert pooled(findings, rows_many.POWER, LR).value >= 0.5
