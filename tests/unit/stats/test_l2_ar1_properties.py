"""`l2_ar1_v1` against the plain oracle, and what must hold for any panel."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rolloutdiff.settings import L2Ar1Settings
from rolloutdiff.stats.null import SEED
from rolloutdiff.stats.panel import SeriesPanel
from rolloutdiff.stats.retrospective import find_shifts
from rolloutdiff.stats.shift import Shift
from tests.oracle import l2_ar1 as oracle

RULES = st.builds(
    L2Ar1Settings,
    min_segment=st.sampled_from([2, 3]),
    alpha=st.sampled_from([0.05, 0.1, 0.14, 0.5]),
    draws=st.just(19),
    confirm=st.booleans(),
    winsorise=st.booleans(),
)
# Few enough values that exact ties between splits are common.
LEVELS = st.integers(-4, 4).map(lambda eighths: eighths / 8) | st.floats(-50.0, 50.0).map(
    lambda value: round(value, 3)
)
ERRORS = st.sampled_from([0.0, 0.0, 0.125, 0.5, 1.0]) | st.floats(1e-3, 2.0)
STEPS, OFFSET = ("onset_step", "onset_low", "onset_high"), 3
NUMBERS = ("before_mean", "after_mean", "statistic", "threshold", "p_value")


@st.composite
def points(draw: st.DrawFn, step: int, binary: bool) -> oracle.Point:
    prompts = draw(st.sampled_from([0, 1, 2, 3, 4, 4, 4, 4, 4, 4]))
    if prompts == 0:
        return oracle.Point(step=step, mean=None, se=None, prompts=0)
    positives = draw(st.integers(0, prompts)) if binary else 0
    return oracle.Point(
        step=step,
        mean=positives / prompts if binary else draw(LEVELS),
        se=draw(ERRORS) if prompts > 1 else None,
        prompts=prompts,
        positives=positives,
    )


@st.composite
def panels(draw: st.DrawFn) -> tuple[list[list[oracle.Point]], list[bool]]:
    length = draw(st.integers(1, 12))
    kinds = draw(st.lists(st.booleans(), min_size=1, max_size=4))
    rows = [[draw(points(OFFSET + 2 * column, binary)) for column in range(length)] for binary in kinds]
    return rows, kinds


def to_panel(rows: list[list[oracle.Point]], kinds: list[bool]) -> SeriesPanel:
    def matrix(name: str, dtype: type) -> np.ndarray:
        cells = [[getattr(point, name) for point in row] for row in rows]
        return np.array([[np.nan if cell is None else cell for cell in row] for row in cells], dtype=dtype)

    return SeriesPanel(
        steps=np.array([point.step for point in rows[0]], dtype=np.int64),
        mean=matrix("mean", np.float64),
        se=matrix("se", np.float64),
        prompts=matrix("prompts", np.int64),
        samples=matrix("prompts", np.int64),
        positives=matrix("positives", np.int64),
        within_sd=np.full((len(rows), len(rows[0])), np.nan),
        binary=np.array(kinds, dtype=np.bool_),
    )


@cache
def grid(count: int, rule: L2Ar1Settings) -> oracle.Grid:
    innovation, white = (
        np.random.Generator(np.random.Philox(key=[SEED, stream]))
        .standard_normal((count, rule.draws))
        .tolist()
        for stream in (0, 1)
    )
    if rule.confirm:
        return oracle.null_grid(innovation, white, rule)
    return [[oracle.null_statistics(innovation, white, 0.0, 0.0, rule)]]


def assert_same(ours: Shift, one: int, theirs: oracle.Verdict) -> None:
    assert (bool(ours.found[one]), ours.reason[one]) == (theirs.found, theirs.reason)
    for name in STEPS:
        expected = getattr(theirs, name)
        assert getattr(ours, name)[one] == (-1 if expected is None else expected), name
    for name in NUMBERS:
        expected = getattr(theirs, name)
        value = getattr(ours, name)[one]
        assert value == pytest.approx(
            np.nan if expected is None else expected, rel=1e-7, abs=1e-12, nan_ok=True
        ), name


@settings(max_examples=150)
@given(panels(), RULES)
def test_every_number_equals_the_oracle(
    drawn: tuple[list[list[oracle.Point]], list[bool]], rule: L2Ar1Settings
) -> None:
    ours = find_shifts(to_panel(*drawn), rule)
    # The tables are those of unclipped noise and know no level.
    key = replace(rule, winsorise=False, alpha=0.5)
    for one, (row, binary) in enumerate(zip(*drawn, strict=True)):
        kind = "binary" if binary else "continuous"
        assert_same(ours, one, oracle.judge(row, kind, rule, lambda count: grid(count, key)))
    assert (ours.shape == "step").tolist() == ours.found.tolist()


def test_the_split_is_that_of_brute_force() -> None:
    """Default settings, 30 to 40 steps: walks, noise and steps, some with holes."""
    panel = noisy(40, 40, seed=4)
    result = find_shifts(panel, L2Ar1Settings())
    for one, scorable in enumerate(panel.scorable):
        values = panel.mean[one, scorable].tolist()
        position = oracle.best_split(values, 8)
        assert result.onset_step[one] == panel.steps[scorable][position]
        assert result.before_mean[one] == pytest.approx(np.mean(values[:position]), rel=1e-9)
        assert result.after_mean[one] == pytest.approx(np.mean(values[position:]), rel=1e-9)


def assert_bitwise(ours: Shift, theirs: Shift, rows: np.ndarray) -> None:
    for field in fields(Shift):
        value, other = getattr(ours, field.name), getattr(theirs, field.name)
        if isinstance(value, np.ndarray):
            if value.dtype == object:
                assert value[rows].tolist() == other.tolist()
            else:
                assert value[rows].tobytes() == other.tobytes(), field.name
        else:
            assert value == other


@settings(max_examples=50)
@given(panels(), RULES, st.randoms(use_true_random=False))
def test_a_series_does_not_depend_on_the_others(
    drawn: tuple[list[list[oracle.Point]], list[bool]], rule: L2Ar1Settings, random: Random
) -> None:
    rows, kinds = drawn
    whole = find_shifts(to_panel(rows, kinds), rule)
    order = random.sample(range(len(rows)), random.randint(1, len(rows)))
    chosen = find_shifts(to_panel([rows[i] for i in order], [kinds[i] for i in order]), rule)
    assert_bitwise(whole, chosen, np.array(order))


def noisy(series: int, steps: int, seed: int) -> SeriesPanel:
    """Random walks, flat noise and steps, some with holes, of very different sizes."""
    rng = np.random.default_rng(seed)
    mean = rng.standard_normal((series, steps))
    mean[::3] = np.cumsum(mean[::3], axis=1)
    mean[1::3, steps // 2 :] += 2.0
    mean *= 10.0 ** rng.integers(-6, 6, size=(series, 1))
    prompts = np.where(rng.random((series, steps)) < 0.05 * (np.arange(series) % 4)[:, None], 0, 8)
    return SeriesPanel(
        steps=np.arange(steps),
        mean=np.where(prompts == 0, np.nan, mean),
        se=np.where(prompts == 0, np.nan, np.abs(mean) * 0.1),
        prompts=prompts,
        samples=8 * prompts,
        positives=np.zeros((series, steps), dtype=np.int64),
        within_sd=np.full((series, steps), np.nan),
        binary=np.zeros(series, dtype=np.bool_),
    )


def taken(panel: SeriesPanel, rows: np.ndarray) -> SeriesPanel:
    names = ("mean", "se", "prompts", "samples", "positives", "within_sd", "binary")
    return replace(panel, **{name: getattr(panel, name)[rows] for name in names})


@pytest.mark.parametrize("rule", [L2Ar1Settings(), L2Ar1Settings(confirm=False, winsorise=True)])
def test_batches_and_order_change_no_bit(rule: L2Ar1Settings) -> None:
    """More series than are computed at a time, alone, reversed and in other company."""
    panel = noisy(1300, 40, seed=1)
    whole = find_shifts(panel, rule)
    for rows in (np.arange(1300)[::-1], np.arange(0, 1300, 7), np.array([1299]), np.array([3, 3, 0])):
        assert_bitwise(whole, find_shifts(taken(panel, rows), rule), rows)


@pytest.mark.parametrize(
    "rule", [L2Ar1Settings(), L2Ar1Settings(confirm=False), L2Ar1Settings(winsorise=True)]
)
@pytest.mark.parametrize("exponent", [-300, -3, 5, 400])
def test_the_unit_does_not_matter(rule: L2Ar1Settings, exponent: int) -> None:
    """Powers of two are exact: verdicts agree to the bit."""
    panel = noisy(60, 50, seed=2)
    unit = 2.0**exponent
    scaled = find_shifts(replace(panel, mean=panel.mean * unit, se=panel.se * unit), rule)
    plain = find_shifts(panel, rule)
    for name in (*STEPS, "statistic", "p_value", "threshold", "found"):
        assert np.array_equal(getattr(plain, name), getattr(scaled, name), equal_nan=True), name
    assert np.array_equal(plain.after_mean * unit, scaled.after_mean)


def test_mirror_images_have_the_same_statistic() -> None:
    panel = noisy(60, 50, seed=3)
    plain = find_shifts(panel, L2Ar1Settings())
    negative = find_shifts(replace(panel, mean=-panel.mean), L2Ar1Settings())
    assert np.array_equal(plain.statistic, negative.statistic)
    assert np.array_equal(plain.after_mean, -negative.after_mean)
    turned = replace(
        panel, **{n: getattr(panel, n)[:, ::-1].copy() for n in ("mean", "se", "prompts", "samples")}
    )
    assert find_shifts(turned, L2Ar1Settings()).statistic == pytest.approx(plain.statistic, rel=1e-9)
