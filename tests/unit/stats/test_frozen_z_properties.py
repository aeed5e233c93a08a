"""`frozen_z_v1` against the plain oracle, and what must hold for any panel."""

from __future__ import annotations

import math
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rolloutdiff.settings import FrozenZSettings
from rolloutdiff.stats.panel import SeriesPanel
from rolloutdiff.stats.screening import Screening
from rolloutdiff.stats.sequential import screen_frozen_z
from tests.oracle.frozen_z import Point, screen

RULES = st.builds(
    FrozenZSettings,
    baseline_steps=st.integers(2, 5),
    consecutive_steps=st.integers(1, 3),
    max_gap=st.integers(0, 2),
    z=st.sampled_from([0.5, 2.0, 4.0]),
    min_rise=st.sampled_from([0.0, 0.1, 0.25]),
    min_effect=st.sampled_from([0.0, 0.5]),
    sparse_steps=st.integers(0, 6),
)
SPREADS = st.sampled_from([0.0, 0.0, 0.01]) | st.floats(1e-3, 2.0)
# A spread may be as small as 1e-7 of the level it is taken from; the rest of float64 is left for comparing.
ILL_CONDITIONED = 1e-7
LEVELS = st.sampled_from([0.0, 0.0, 0.1, 0.2, 0.3, 1.0]) | st.floats(-50.0, 50.0)


@st.composite
def points(draw: st.DrawFn, step: int, binary: bool) -> Point:
    prompts = draw(st.sampled_from([0, 1, 2, 3, 4, 4, 4, 4]))
    if prompts == 0:
        return Point(step=step, mean=None, se=None, prompts=0, samples=0)
    each = draw(st.integers(1, 3))
    samples = prompts * each
    positives = draw(st.sampled_from([0, 0, samples]) | st.integers(0, samples)) if binary else 0
    return Point(
        step=step,
        mean=positives / samples if binary else draw(LEVELS),
        se=draw(SPREADS) if prompts > 1 else None,
        prompts=prompts,
        samples=samples,
        positives=positives,
        within_sd=draw(SPREADS) if each > 1 else None,
    )


@st.composite
def panels(draw: st.DrawFn) -> tuple[list[list[Point]], list[bool]]:
    steps = sorted(draw(st.sets(st.integers(0, 60), min_size=1, max_size=16)))
    kinds = draw(st.lists(st.booleans(), min_size=1, max_size=4))
    return [[draw(points(step, binary)) for step in steps] for binary in kinds], kinds


def to_panel(series: list[list[Point]], binary: list[bool]) -> SeriesPanel:
    def stack(name: str, dtype: type) -> np.ndarray:
        missing = math.nan if dtype is np.float64 else 0
        return np.array(
            [
                [missing if (value := getattr(point, name)) is None else value for point in row]
                for row in series
            ],
            dtype=dtype,
        )

    return SeriesPanel(
        steps=np.array([point.step for point in series[0]], dtype=np.int64),
        mean=stack("mean", np.float64),
        se=stack("se", np.float64),
        prompts=stack("prompts", np.int64),
        samples=stack("samples", np.int64),
        positives=stack("positives", np.int64),
        within_sd=stack("within_sd", np.float64),
        binary=np.array(binary, dtype=np.bool_),
    )


def take(panel: SeriesPanel, rows: list[int] | slice, columns: slice = slice(None)) -> SeriesPanel:
    arrays = {
        field.name: np.array(getattr(panel, field.name)[rows, columns])
        for field in fields(panel)
        if field.name not in ("steps", "binary")
    }
    return SeriesPanel(steps=panel.steps[columns].copy(), binary=panel.binary[rows].copy(), **arrays)


def random_panel(seed: int, series: int, steps: int) -> SeriesPanel:
    """Realistic panel with gaps, shifts and all kinds of baselines."""
    rng = np.random.default_rng(seed)
    binary = rng.random(series) < 0.5
    prompts = np.minimum(rng.integers(0, 12, (series, steps)) + rng.integers(0, 2, (series, 1)) * 4, 12)
    samples = prompts * rng.integers(1, 5, (series, 1))
    share = np.clip(rng.choice([0.0, 0.01, 0.2, 0.9], (series, 1)) + np.zeros((1, steps)), 0, 1)
    shift = (np.arange(steps) >= steps // 2) & (rng.random((series, 1)) < 0.5)
    share = np.where(shift, np.minimum(share + 0.5, 1.0), share)
    positives = rng.binomial(samples, share)
    level = rng.choice([0.0, 3.0, 400.0], (series, 1)) + rng.normal(size=(series, steps)) + 30 * shift
    present = prompts > 0
    mean = np.where(binary[:, None], positives / np.maximum(samples, 1), level)
    return SeriesPanel(
        steps=np.arange(0, 10 * steps, 10),
        mean=np.where(present, mean, np.nan),
        se=np.where(prompts > 1, rng.random((series, steps)) * 0.1, np.nan),
        prompts=prompts,
        samples=samples,
        positives=np.where(binary[:, None], positives, 0),
        within_sd=np.where(samples > prompts, rng.random((series, steps)), np.nan),
        binary=binary,
    )


def same_bits(one: Screening, other: Screening) -> bool:
    for field in fields(Screening):
        a, b = getattr(one, field.name), getattr(other, field.name)
        if isinstance(a, np.ndarray) and a.dtype == np.float64:
            a, b = a.view(np.int64), b.view(np.int64)
        if not np.array_equal(a, b):
            return False
    return True


def rows_of(result: Screening, rows: list[int]) -> Screening:
    return replace(
        result,
        **{
            field.name: getattr(result, field.name)[rows]
            for field in fields(Screening)
            if field.name != "rule"
        },
    )


def compare_with_oracle(
    result: Screening, series: list[list[Point]], kinds: list[bool], rule: object, rel: float
) -> None:
    for row, (of_series, binary) in enumerate(zip(series, kinds, strict=True)):
        expected = screen(of_series, "binary" if binary else "continuous", rule)
        assert (str(result.status[row]), result.reason[row]) == (expected.status, expected.reason)
        alert = expected.status == "alert"
        onset_alert = (expected.onset_step, expected.alert_step) if alert else (-1, -1)
        assert (result.onset_step[row], result.alert_step[row]) == onset_alert
        assert result.direction[row] == expected.direction
        for name in ("baseline_mean", "baseline_sd", "statistic", "threshold", "detectable_rise"):
            wanted = getattr(expected, name)
            number = getattr(result, name)[row]
            if name == "statistic" and wanted is not None and not alert and not binary:
                wanted, number = abs(wanted), abs(number)  # z of -2 and 2, but for rounding, are a tie
            assert number == pytest.approx(
                math.nan if wanted is None else wanted, rel=rel, abs=1e-12, nan_ok=True
            )
        z = [math.nan if value is None else value for value in expected.z]
        assert result.z[row] == pytest.approx(z, rel=rel, abs=rel, nan_ok=True)


def near_a_line(result: Screening, panel: SeriesPanel, rule: FrozenZSettings) -> bool:
    """Whether another order of summation may decide otherwise."""
    change = np.abs(panel.mean - result.baseline_mean[:, None])
    least = np.where(panel.binary, rule.min_rise, rule.min_effect)[:, None] - 1e-12
    near_z = np.abs(np.abs(result.z) - rule.z) < ILL_CONDITIONED
    return bool((near_z | ((np.abs(change - least) < 1e-13) & (least > 0))).any())


@settings(max_examples=400, deadline=None)
@given(panels(), RULES)
def test_equals_the_oracle(drawn: tuple[list[list[Point]], list[bool]], rule: FrozenZSettings) -> None:
    series, kinds = drawn
    panel = to_panel(series, kinds)
    result = screen_frozen_z(panel, rule)
    assume(not near_a_line(result, panel, rule))
    compare_with_oracle(result, series, kinds, rule, ILL_CONDITIONED)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32))
def test_equals_the_oracle_on_long_series(seed: int) -> None:
    panel = random_panel(seed, 30, 60)
    result = screen_frozen_z(panel, FrozenZSettings())
    assume(not near_a_line(result, panel, FrozenZSettings()))

    def plain(value: float) -> float | None:
        return None if math.isnan(value) else float(value)

    series = [
        [
            Point(
                step=int(panel.steps[t]),
                mean=plain(panel.mean[s, t]),
                se=plain(panel.se[s, t]),
                prompts=int(panel.prompts[s, t]),
                samples=int(panel.samples[s, t]),
                positives=int(panel.positives[s, t]),
                within_sd=plain(panel.within_sd[s, t]),
            )
            for t in range(60)
        ]
        for s in range(30)
    ]
    compare_with_oracle(result, series, panel.binary.tolist(), FrozenZSettings(), 1e-11)


def test_long_panels_reach_every_verdict() -> None:
    """The comparison above is not one of empty cases."""
    result = screen_frozen_z(random_panel(1, 400, 60), FrozenZSettings())
    assert set(result.status.tolist()) == {"alert", "quiet", "unscorable"}
    assert set(np.unique(result.direction)) == {0, 1}
    assert "sparse" in result.reason.tolist()


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_a_series_does_not_depend_on_the_others(seed: int, random: object) -> None:
    panel = random_panel(seed, 23, 50)
    whole = screen_frozen_z(panel, FrozenZSettings())
    rows = list(range(23))
    random.shuffle(rows)
    rows = rows[: random.randint(1, 23)]
    assert same_bits(screen_frozen_z(take(panel, rows), FrozenZSettings()), rows_of(whole, rows))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_memory_layout_does_not_matter(seed: int) -> None:
    panel = random_panel(seed, 9, 40)
    arrays = {
        field.name: np.asfortranarray(getattr(panel, field.name))
        for field in fields(panel)
        if field.name not in ("steps", "binary")
    }
    other = replace(panel, **arrays)
    assert same_bits(screen_frozen_z(panel, FrozenZSettings()), screen_frozen_z(other, FrozenZSettings()))


@settings(max_examples=200, deadline=None)
@given(panels(), RULES, st.data())
def test_later_steps_change_nothing_earlier(
    drawn: tuple[list[list[Point]], list[bool]], rule: FrozenZSettings, data: st.DataObject
) -> None:
    panel = to_panel(*drawn)
    end = data.draw(st.integers(0, len(panel.steps)))
    early = screen_frozen_z(take(panel, slice(None), slice(0, end)), rule)
    late = screen_frozen_z(panel, rule)
    assert np.array_equal(early.z, late.z[:, :end], equal_nan=True)
    assert np.array_equal(early.side, late.side[:, :end])
    frozen = ~np.isnan(early.baseline_mean)
    for name in ("baseline_mean", "baseline_sd"):
        assert np.array_equal(getattr(early, name)[frozen], getattr(late, name)[frozen])
    alerting = early.status == "alert"
    for name in ("status", "reason", "onset_step", "alert_step", "direction", "statistic"):
        assert np.array_equal(getattr(early, name)[alerting], getattr(late, name)[alerting])


@settings(max_examples=200, deadline=None)
@given(panels(), RULES)
def test_scored_steps_have_finite_numbers(
    drawn: tuple[list[list[Point]], list[bool]], rule: FrozenZSettings
) -> None:
    panel = to_panel(*drawn)
    result = screen_frozen_z(panel, rule)
    rank = np.cumsum(panel.scorable, axis=1)
    scored = panel.scorable & (rank > rule.baseline_steps)
    assert np.array_equal(np.isfinite(result.z), scored)
    judged = result.status != "unscorable"
    for name in ("baseline_mean", "baseline_sd", "statistic", "detectable_rise"):
        assert np.isfinite(getattr(result, name)[judged]).all()
    assert (result.baseline_sd[judged] > 0).all()
    assert not (panel.binary & (result.direction < 0)).any()


@settings(max_examples=100, deadline=None)
@given(panels(), RULES)
def test_status_reason_and_alert_agree(
    drawn: tuple[list[list[Point]], list[bool]], rule: FrozenZSettings
) -> None:
    result = screen_frozen_z(to_panel(*drawn), rule)
    for status, reason, onset, alert, direction in zip(
        result.status, result.reason, result.onset_index, result.alert_index, result.direction, strict=True
    ):
        assert (status == "unscorable") == (reason is not None)
        assert (status == "alert") == (onset >= 0) == (alert >= 0) == (direction != 0)
        assert alert - onset >= rule.consecutive_steps - 1 or alert < 0
