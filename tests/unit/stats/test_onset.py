"""Onsets of series whose curve is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rolloutdiff.stats.onset import Onset, fit_onset

STEPS = np.arange(1, 61)
T = STEPS.astype(float)
MANY = 4000.0


def share(values: np.ndarray, completions: float = MANY, **options: object) -> Onset:
    """Fits shares over steps 1 ... n; with so many completions the curve itself is all there is to see."""
    steps = np.arange(1, len(values) + 1)
    result = fit_onset(
        steps, values, np.full(len(values), completions), binary=True, dispersion=1.0, **options
    )
    assert result is not None
    return result


def size(values: np.ndarray, variance: float = 0.01, **options: object) -> Onset:
    steps = np.arange(1, len(values) + 1)
    result = fit_onset(steps, values, np.full(len(values), variance), binary=False, dispersion=1.0, **options)
    assert result is not None
    return result


def sampled(curve: np.ndarray, seed: int, completions: int = 128) -> np.ndarray:
    return np.random.default_rng(seed).binomial(completions, curve) / completions


def where(onset: Onset) -> tuple[int, int, int]:
    return onset.onset_low, onset.onset, onset.onset_high


STEP = np.where(STEPS >= 31, 0.5, 0.1)
RAMP = 0.1 + 0.4 * np.clip((T - 20.5) / 20, 0, 1)
LOGISTIC = 0.1 + 0.6 / (1 + np.exp(-(T - 35) / 3))


class TestCurves:
    """Without noise the onset is where the curve is."""

    def test_step(self) -> None:
        result = share(STEP)
        assert where(result) == (31, 31, 31)
        assert (result.at, result.shape, result.start, result.half, result.end) == (
            "ten_points",
            "step",
            31,
            31,
            None,
        )
        assert (result.before, result.during, result.after) == (pytest.approx(0.1), None, pytest.approx(0.5))

    def test_ramp(self) -> None:
        """0.02 a step from 0.1 at 20.5: 0.14 at 22.5, 0.2 at 25.5, 0.3 at 30.5."""
        result = share(RAMP)
        assert where(result) == (26, 26, 26)
        assert (result.shape, result.start, result.half) == ("ramp", 23, 31)

    def test_logistic(self) -> None:
        """0.6 / (1 + exp(-u)) = 0.1 at u = -log 5 = -1.61, 4.83 steps before 35: first step 31."""
        result = share(LOGISTIC)
        assert (result.onset, result.half, result.shape) == (31, 35, "ramp")
        assert result.onset_high - result.onset_low <= 1

    def test_fast_at_first(self) -> None:
        """0.6 (1 - exp(-u / 8)) = 0.1 at u = 8 log 1.2 = 1.46."""
        result = share(0.1 + 0.6 * -np.expm1(-np.maximum(T - 30, 0) / 8))
        assert (result.onset, result.shape) == (32, "ramp")

    @pytest.mark.parametrize("curve", [STEP, RAMP, LOGISTIC], ids=["step", "ramp", "logistic"])
    def test_falls_mirror_rises(self, curve: np.ndarray) -> None:
        rise, fall = share(curve, 512), share(1 - curve, 512)
        assert (where(fall), fall.start, fall.half, fall.shape) == (
            where(rise),
            rise.start,
            rise.half,
            rise.shape,
        )
        assert (fall.before, fall.after) == (pytest.approx(1 - rise.before), pytest.approx(1 - rise.after))

    def test_small_change_of_a_share(self) -> None:
        """0.06 in all: half of it is made 3 steps after 28.5."""
        result = share(0.1 + 0.06 * np.clip((T - 28.5) / 6, 0, 1))
        assert (result.at, result.onset, result.half) == ("half_change", 32, 32)

    def test_half_of_a_size(self) -> None:
        result = size(5 + 3 * np.clip((T - 20.5) / 20, 0, 1), 1e-3)
        assert (result.at, result.onset, result.shape) == ("half_change", 31, "ramp")
        assert (result.before, result.after) == (pytest.approx(5.0, abs=0.02), pytest.approx(8.0, abs=0.02))

    def test_from_zero_to_one(self) -> None:
        result = share((STEPS >= 31).astype(float), 64)
        assert (where(result), result.before, result.after) == ((31, 31, 31), 0.0, 1.0)


class TestShapes:
    def test_pulse(self) -> None:
        """Back within 0.05 of 0.1, a quarter of its height of 0.4 being 0.1."""
        result = share(np.where((STEPS >= 21) & (STEPS < 41), 0.5, np.where(STEPS < 21, 0.1, 0.15)))
        assert (result.onset, result.end, result.shape) == (21, 41, "pulse")
        assert (result.before, result.during, result.after) == tuple(
            pytest.approx(x) for x in (0.1, 0.5, 0.15)
        )

    def test_bump_that_settles_above_the_old_level(self) -> None:
        result = share(np.where((STEPS >= 21) & (STEPS < 41), 0.5, np.where(STEPS < 21, 0.1, 0.3)))
        assert (result.onset, result.end, result.shape) == (21, None, "step")
        assert (result.during, result.after) == (pytest.approx(0.5), pytest.approx(0.3))

    def test_spike_alone(self) -> None:
        result = share(np.where((STEPS >= 31) & (STEPS <= 33), 0.5, 0.1), 128)
        assert (where(result), result.end, result.shape) == ((31, 31, 31), 34, "spike")
        assert (result.at, result.after) == ("ten_points", pytest.approx(0.1))

    def test_spike_before_a_change_is_no_onset(self) -> None:
        spiked = np.where((STEPS == 15) | (STEPS == 16), 0.6, RAMP)
        assert where(share(spiked, 512)) == where(share(RAMP, 512))

    def test_drift(self) -> None:
        assert size(5 + T / 60, 1e-3).shape == "drift"

    def test_up_down_and_up_again(self) -> None:
        again = np.where(((STEPS >= 21) & (STEPS < 31)) | (STEPS >= 46), 0.6, 0.1)
        result = share(again, 128)
        assert (where(result), result.end, result.shape) == ((21, 21, 21), 31, "pulse")


class TestSeveralChanges:
    STAIRS = np.where(STEPS < 21, 1.0, np.where(STEPS < 41, 2.0, 3.2))

    def test_stairs(self) -> None:
        """The first stair is more than a third of the largest deviation, and 20 steps long."""
        assert size(self.STAIRS).onset == 21

    def test_later_change_by_its_neighbourhood(self) -> None:
        result = size(self.STAIRS, around=(21, 60))
        assert (result.onset, result.before, result.after) == (41, pytest.approx(2.0), pytest.approx(3.2))

    def test_levels_on_the_way(self) -> None:
        """Three stairs of four steps are one change, from 1 to 4.2; 2.6 is passed with the second."""
        result = size(1 + np.select([STEPS < 21, STEPS < 25, STEPS < 29], [0.0, 1.0, 2.2], 3.2), 1e-3)
        assert (result.onset, result.start, result.shape) == (25, 21, "ramp")

    def test_up_then_below_the_old_level(self) -> None:
        """The fall is another change, however soon it comes and however far it goes."""
        curve = np.select([STEPS < 21, STEPS < 27, STEPS < 41], [5.0, 8.0, 1.0], 5.0)
        result = size(curve)
        assert (result.onset, result.end, result.during, result.shape) == (
            21,
            27,
            pytest.approx(8.0),
            "pulse",
        )

    def test_small_change_first(self) -> None:
        """A change of 1 before one of 8 is less than a third of the deviation of 9."""
        result = size(np.where(STEPS < 21, 1.0, np.where(STEPS < 41, 2.0, 10.0)))
        assert (result.onset, result.half) == (41, 41)

    @pytest.mark.parametrize(("direction", "onset"), [(0, 21), (1, 21), (-1, 41)])
    def test_direction(self, direction: int, onset: int) -> None:
        curve = np.where(STEPS < 21, 0.4, np.where(STEPS < 41, 0.7, 0.2))
        assert share(curve, 128, direction=direction).onset == onset


class TestInput:
    def test_steps_without_a_value_are_skipped(self) -> None:
        values = sampled(STEP, 3)
        gaps = np.array([5, 6, 22, 40])
        kept = np.setdiff1d(np.arange(60), gaps)
        units = np.full(60, 128.0)
        without = fit_onset(STEPS[kept], values[kept], units[kept], binary=True, dispersion=1.2)
        missing = np.array(values)
        missing[gaps] = np.nan
        assert fit_onset(STEPS, missing, units, binary=True, dispersion=1.2) == without
        empty = np.where(np.isnan(missing), 0.0, units)
        wrong = np.where(np.isnan(missing), 0.9, missing)
        assert fit_onset(STEPS, wrong, empty, binary=True, dispersion=1.2) == without

    def test_logged_steps_far_apart(self) -> None:
        values, units = sampled(RAMP, 4), np.full(60, 128.0)
        near = fit_onset(STEPS, values, units, binary=True, dispersion=1.2)
        far = fit_onset(STEPS * 10 + 5, values, units, binary=True, dispersion=1.2)
        assert near is not None and far is not None
        assert where(far) == tuple(10 * step + 5 for step in where(near))

    def test_scale_of_a_size_changes_levels_only(self) -> None:
        values = 5 + np.random.default_rng(5).standard_normal(60) * 0.1 + 0.4 * (RAMP - 0.1)
        one = size(values)
        other = size(values * 1024 - 64, 0.01 * 1024**2)
        levels = {
            name: getattr(one, name) if getattr(one, name) is None else getattr(one, name) * 1024 - 64
            for name in ("before", "during", "after")
        }
        for name, level in levels.items():
            assert getattr(other, name) == (None if level is None else pytest.approx(level))
        same = {name: getattr(one, name) for name in (*levels, "dispersion")}
        assert replace(other, **same) == one
        assert other.dispersion == pytest.approx(one.dispersion)

    def test_dispersion_is_at_least_the_residual_one(self) -> None:
        """Residuals of +-0.2 with variance 0.01: mean square 4 per degree of freedom, 57 of 60."""
        values = np.where(STEPS >= 31, 7.0, 5.0) + 0.2 * (-1.0) ** STEPS
        assert size(values).dispersion == pytest.approx(4 * 60 / 57)
        assert size(values, 1.0).dispersion == 1.0

    @pytest.mark.parametrize(
        "values",
        [np.zeros(60), np.ones(60), np.full(60, 0.3), np.full(60, np.nan), np.array([0.0, 0, 0, 1, 1, 1, 1])],
        ids=["zero", "one", "constant", "empty", "short"],
    )
    def test_nothing_to_find(self, values: np.ndarray) -> None:
        steps, units = np.arange(len(values)), np.full(len(values), 64.0)
        assert fit_onset(steps, values, units, binary=True, dispersion=1.2) is None

    def test_no_change_in_the_wanted_direction(self) -> None:
        units = np.full(60, 128.0)
        assert fit_onset(STEPS, STEP, units, binary=True, dispersion=1.2, direction=-1) is None


def test_set_holds_the_true_onset() -> None:
    """30 noisy rises; nominal 95 %, and the margin is wide."""
    near, covered, width = [], [], []
    for seed in range(30):
        rng = np.random.default_rng([seed, 11])
        centre, base, slowness = rng.integers(25, 45), rng.uniform(0, 0.3), rng.choice([0.3, 2.0, 4.0])
        curve = base + 0.4 / (1 + np.exp(-(T - centre) / slowness))
        crossing = int(STEPS[(curve >= base + 0.1).argmax()])
        result = share(sampled(curve, 100 + seed), 128)
        near.append(abs(result.onset - crossing) <= 3)
        covered.append(result.onset_low - 1 <= crossing <= result.onset_high + 1)
        width.append(result.onset_high - result.onset_low + 1)
    assert np.mean(near) >= 0.85
    assert np.mean(covered) >= 0.85
    assert np.mean(width) <= 8
