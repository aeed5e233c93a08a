from __future__ import annotations

import math

import numpy as np
import pytest

from rolloutdiff.stats.panel import SeriesPanel
from rolloutdiff.stats.sampling import DEFAULT_DEFF
from rolloutdiff.stats.standard import ARCSINE, LOG, RAW, standardise


def sizes(mean: np.ndarray, se: float = 1.0, prompts: int = 16, within_sd: float = 8.0) -> SeriesPanel:
    """Sizes with the same standard error at every step; NaN means no value."""
    shape = mean.shape
    some = np.isfinite(mean)
    return SeriesPanel(
        steps=np.arange(1, shape[1] + 1),
        mean=mean,
        se=np.where(some, se, np.nan),
        prompts=np.where(some, prompts, 0),
        samples=np.where(some, 8 * prompts, 0),
        positives=np.zeros(shape, dtype=np.int64),
        within_sd=np.where(some, within_sd, np.nan),
        binary=np.zeros(shape[0], dtype=np.bool_),
    )


def shares(positives: np.ndarray, prompts: int = 16, each: int = 8, deff: float = 1.0) -> SeriesPanel:
    """Binary series whose standard errors have the stated design effect at every step."""
    n = prompts * each
    mean = positives / n
    return SeriesPanel(
        steps=np.arange(1, positives.shape[1] + 1),
        mean=mean,
        se=np.sqrt(deff * mean * (1 - mean) / n),
        prompts=np.full(positives.shape, prompts),
        samples=np.full(positives.shape, n),
        positives=positives,
        within_sd=np.sqrt(mean * (1 - mean)),
        binary=np.ones(len(positives), dtype=np.bool_),
    )


class TestBinary:
    def test_arcsine_of_the_share(self) -> None:
        standard = standardise(shares(np.full((1, 30), 32)), 15, 20)
        assert standard.scale[0] == ARCSINE
        assert standard.y[0, 0] == pytest.approx(math.asin(math.sqrt(32.375 / 128.75)), rel=1e-15)
        assert standard.x[0].tolist() == pytest.approx([0.0] * 30, abs=1e-12)
        assert standard.baseline_mean[0] == 0.25

    def test_variance_is_deff_over_four_n(self) -> None:
        # One feature: the pooled design effect is its own, so that shrinking leaves it.
        standard = standardise(shares(np.full((1, 30), 32), deff=1.5), 15, 20)
        assert standard.deff == pytest.approx(1.5)
        assert standard.sd[0] ** 2 == pytest.approx(1.5 / (4 * 128))

    def test_design_effect_is_drawn_to_the_run(self) -> None:
        positives = np.full((3, 30), 32)
        panel = shares(positives)
        se = panel.se * np.sqrt(np.array([[1.2], [1.2], [2.4]]))
        standard = standardise(_with(panel, se=se), 15, 20)
        # 15 steps of 16 prompts give 225 degrees of freedom beside 70 pooled ones.
        assert standard.sd[2] ** 2 * 4 * 128 == pytest.approx((70 * 1.2 + 225 * 2.4) / 295)
        assert standard.sd[0] ** 2 * 4 * 128 == pytest.approx(1.2)

    def test_nothing_seen_takes_the_run_s_design_effect(self) -> None:
        positives = np.full((2, 30), 32)
        positives[1, :] = 0
        standard = standardise(shares(positives, deff=1.4), 15, 20)
        assert standard.sd[1] ** 2 * 4 * 128 == pytest.approx(1.4)
        alone = standardise(shares(positives[1:], deff=1.4), 15, 20)
        assert alone.deff == DEFAULT_DEFF

    def test_later_steps_do_not_change_the_scale(self) -> None:
        rng = np.random.default_rng(3)
        positives = rng.integers(0, 128, (4, 60))
        late, early = standardise(shares(positives), 15, 20), standardise(shares(positives[:, :25]), 15, 20)
        assert np.array_equal(late.sd, early.sd)
        assert np.array_equal(late.level, early.level)
        assert np.array_equal(late.x[:, :25], early.x)

    def test_back_to_shares(self) -> None:
        positives = np.tile(np.arange(0, 120, 4), (1, 1))
        standard = standardise(shares(positives), 15, 20)
        back = standard.to_unit(np.zeros(30, dtype=np.int64), standard.x[0])
        assert back == pytest.approx((positives[0] + 0.375) / 128.75)


class TestSizes:
    def test_far_from_zero_is_logarithmic(self) -> None:
        standard = standardise(sizes(np.full((1, 30), 50.0)), 15, 20)
        assert standard.scale[0] == LOG
        assert standard.y[0, 3] == pytest.approx(math.log(50))
        assert standard.sd[0] == pytest.approx(1 / 50)

    @pytest.mark.parametrize("level", [4.9, -50.0, 0.0])
    def test_near_or_below_zero_is_raw(self, level: float) -> None:
        mean = level + np.tile([0.5, -0.5], 15)[None, :]
        standard = standardise(sizes(mean), 15, 20)
        assert standard.scale[0] == RAW
        assert standard.sd[0] == pytest.approx(1.0)

    @pytest.mark.parametrize("factor", [1e-6, 3.0, 1e6])
    def test_the_unit_does_not_matter(self, factor: float) -> None:
        mean = np.random.default_rng(1).normal(50, 1, (2, 40))
        one = standardise(sizes(mean), 15, 20)
        other = standardise(sizes(mean * factor, se=factor, within_sd=8.0 * factor), 15, 20)
        assert other.x == pytest.approx(one.x, rel=1e-7, abs=1e-7)

    def test_more_completions_weigh_more(self) -> None:
        panel = sizes(np.full((1, 30), 50.0))
        samples = panel.samples.copy()
        samples[0, 20:] *= 4
        standard = standardise(_with(panel, samples=samples), 15, 20)
        assert standard.weight[0].tolist() == [1.0] * 20 + [4.0] * 10

    def test_no_variation_has_a_floor(self) -> None:
        mean = np.full((1, 30), 50.0)
        mean[0, 25:] = 51.0
        standard = standardise(sizes(mean, se=0.0, within_sd=0.0), 15, 20)
        assert standard.sd[0] == pytest.approx(0.01)
        assert standard.reason[0] is None


class TestReasons:
    def test_short(self) -> None:
        mean = np.full((1, 30), 50.0)
        mean[0, ::2] = np.nan
        standard = standardise(sizes(mean), 15, 20)
        assert standard.reason.tolist() == ["short_run"]
        assert not standard.scored.any()
        assert standard.baseline_mean.tolist() == [50.0]

    def test_without_a_baseline_there_is_no_level(self) -> None:
        mean = np.full((1, 30), 50.0)
        mean[0, 10:] = np.nan
        assert np.isnan(standardise(sizes(mean), 15, 20).baseline_mean).all()

    def test_constant_size(self) -> None:
        assert standardise(sizes(np.full((1, 30), 50.0)), 15, 20).reason.tolist() == ["constant"]

    def test_missing_steps_are_left_out(self) -> None:
        mean = np.full((1, 40), 50.0) + np.arange(40) % 3
        mean[0, [3, 7]] = np.nan
        standard = standardise(sizes(mean), 15, 20)
        assert np.flatnonzero(standard.baseline[0]).tolist() == [i for i in range(17) if i not in (3, 7)]
        assert standard.weight[0, 3] == 0
        assert np.isnan(standard.x[0, 3])


class TestPooling:
    def test_late_series_do_not_speak_for_the_run(self) -> None:
        positives = np.full((2, 60), 32)
        panel = shares(positives)
        se = panel.se * np.sqrt(np.array([[1.2], [3.0]]))
        prompts, samples, mean = panel.prompts.copy(), panel.samples.copy(), panel.mean.copy()
        prompts[1, :10] = samples[1, :10] = 0
        mean[1, :10] = se[1, :10] = np.nan
        counted = panel.positives.copy()
        counted[1, :10] = 0
        late = _with(panel, se=se, prompts=prompts, samples=samples, mean=mean, positives=counted)
        standard = standardise(late, 15, 20)
        assert standard.pooled.tolist() == [True, False]
        assert standard.deff == pytest.approx(1.2)

    def test_only_those_there_from_the_start(self) -> None:
        panel = shares(np.full((2, 30), 32))
        se = panel.se * np.sqrt(np.array([[1.2], [3.0]]))
        standard = standardise(_with(panel, se=se), 15, 20, early=np.array([True, False]))
        assert standard.deff == pytest.approx(1.2)


class TestSinglePrompt:
    def test_variance_comes_from_step_to_step(self) -> None:
        mean = 50.0 + np.tile([2.0, -2.0], 20)[None, :]
        panel = _with(sizes(mean, prompts=1), se=np.full((1, 40), np.nan))
        standard = standardise(panel, 15, 20)
        assert standard.single
        own = np.var(mean[0, :15], ddof=1)
        assert standard.scale[0] == LOG
        assert standard.sd[0] * standard.baseline_mean[0] == pytest.approx(math.sqrt(own))


def _with(panel: SeriesPanel, **changes: np.ndarray) -> SeriesPanel:
    return SeriesPanel(**{n: changes.get(n, getattr(panel, n)) for n in panel.__dataclass_fields__})
