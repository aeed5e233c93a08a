"""`frozen_z_v1` clause by clause, on rows worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rolloutdiff.settings import FrozenZSettings
from rolloutdiff.stats.sequential import screen_frozen_z
from tests.unit.stats.panels import (
    AT_THE_LINE,
    BASELINE,
    BEYOND,
    QUIET,
    Series,
    binary,
    continuous,
    one,
    panel,
    verdict,
)


class TestLine:
    def test_z_of_exactly_four_is_not_beyond(self) -> None:
        result = one(continuous(*[AT_THE_LINE] * 5))
        assert verdict(result) == QUIET
        assert result.z[0, 15:].tolist() == [4.0] * 5
        assert result.statistic[0] == 4.0

    def test_nor_is_minus_four(self) -> None:
        result = one(continuous(*[-AT_THE_LINE] * 5))
        assert verdict(result) == QUIET
        assert result.statistic[0] == -4.0

    def test_just_more_is(self) -> None:
        result = one(continuous(*[AT_THE_LINE + 1e-9] * 5))
        assert verdict(result) == ("alert", None, 16, 18, 1)

    def test_baseline_steps_have_no_z(self) -> None:
        result = one(continuous(0, 0, 0))
        assert np.isnan(result.z[0, :15]).all()
        assert (result.baseline_mean[0], result.baseline_sd[0]) == (0.0, 120.0)

    def test_continuous_falls_alert_too(self) -> None:
        result = one(continuous(0, -BEYOND, -BEYOND, -BEYOND))
        assert verdict(result) == ("alert", None, 17, 19, -1)
        assert result.statistic[0] == -BEYOND / 241
        assert result.side[0].tolist() == [0] * 16 + [-1] * 3

    def test_standard_error_is_at_least_the_spread(self) -> None:
        """Without a standard error, sqrt(120^2 + 120^2 / 15) = sqrt(15360)."""
        result = one(Series(mean=[*BASELINE, 1000.0, 0.0, 0.0]))
        assert result.z[0, 15] == pytest.approx(1000 / math.sqrt(15360), rel=1e-15)

    def test_least_effect(self) -> None:
        series = continuous(*[1000.0] * 3)
        assert verdict(one(series, FrozenZSettings(min_effect=1000.0))) == ("alert", None, 16, 18, 1)
        assert verdict(one(series, FrozenZSettings(min_effect=1000.1))) == QUIET
        fall = continuous(*[-1000.0] * 3)
        assert verdict(one(fall, FrozenZSettings(min_effect=1000.0))) == ("alert", None, 16, 18, -1)
        assert verdict(one(fall, FrozenZSettings(min_effect=1000.1))) == QUIET


class TestBinary:
    def test_rise_of_a_tenth_counts(self) -> None:
        """0.35 - 0.25 is a little below 0.1 in binary floating point, and still a tenth."""
        assert 0.35 - 0.25 < 0.10
        assert verdict(one(binary(0.25, 0.35, 0.35, 0.35))) == ("alert", None, 16, 18, 1)

    def test_rise_below_a_tenth_does_not(self) -> None:
        result = one(binary(0.25, *[0.3499] * 5))
        assert verdict(result) == QUIET
        assert result.statistic[0] > 4

    def test_rise_of_a_tenth_with_a_small_z_does_not(self) -> None:
        result = one(binary(0.25, *[0.35] * 5, prompts=20))
        assert verdict(result) == QUIET
        assert result.statistic[0] < 4

    def test_falls_never_alert(self) -> None:
        result = one(binary(0.9, *[0.0] * 20))
        assert verdict(result) == QUIET
        assert result.z[0, 15] < -4
        assert not result.side.any()

    def test_statistic_of_a_quiet_series_is_the_highest_z(self) -> None:
        result = one(binary(0.5, 0.0, 0.51, 0.0))
        assert result.statistic[0] == result.z[0, 16]
        assert result.statistic[0] > 0

    def test_spread_of_zeros_is_floored(self) -> None:
        """x = 0 of n = 15 * 8: q = 0.5 / 121; 4 prompts in a step: sqrt(q (1 - q) / 4)."""
        result = one(Series(mean=[0.0] * 15 + [0.5] * 3, positives=[0] * 15 + [4] * 3, binary=True))
        share = 0.5 / 121
        assert result.baseline_sd[0] == pytest.approx(math.sqrt(share * (1 - share) / 4), rel=1e-15)
        assert verdict(result) == ("alert", None, 16, 18, 1)

    def test_spread_of_ones_is_floored(self) -> None:
        """x = n = 120: q = 120.5 / 121."""
        result = one(Series(mean=[1.0] * 20, positives=8, binary=True))
        share = 120.5 / 121
        assert result.baseline_sd[0] == pytest.approx(math.sqrt(share * (1 - share) / 4), rel=1e-12)
        assert verdict(result)[1] == "ceiling"

    def test_units_of_the_floor_are_mean_prompts_of_the_baseline(self) -> None:
        """14 steps with 4 prompts and one with 19: 75 / 15 = 5."""
        prompts = [4] * 14 + [19] + [2] * 3
        series = Series(mean=[0.0] * 18, prompts=prompts, samples=prompts, within_sd=math.nan, binary=True)
        share = 0.5 / 76
        assert one(series).baseline_sd[0] == pytest.approx(math.sqrt(share * (1 - share) / 5), rel=1e-15)


class TestContinuousFloor:
    def test_spread_inside_prompts_is_pooled_by_degrees_of_freedom(self) -> None:
        """Baseline steps: ten with 8 - 4 = 4 degrees and sd 3, five with 20 - 4 = 16 and sd 6.

        Variance (40 * 9 + 80 * 36) / 120 = 27, completions per step (80 + 100) / 15 = 12;
        sqrt(27 / 12) = 1.5.
        """
        result = one(
            Series(
                mean=[50.0] * 18,
                samples=[8] * 10 + [20] * 5 + [8] * 3,
                within_sd=[3.0] * 10 + [6.0] * 5 + [1000.0] * 3,
            )
        )
        assert result.baseline_sd[0] == 1.5

    def test_steps_without_repeats_have_no_say(self) -> None:
        """Only five steps repeat a prompt: variance 36; completions per step (40 + 60) / 15 = 20 / 3."""
        result = one(
            Series(
                mean=[50.0] * 15 + [51.0] * 3,
                samples=[4] * 10 + [12] * 5 + [4] * 3,
                within_sd=[math.nan] * 10 + [6.0] * 5 + [math.nan] * 3,
            )
        )
        assert result.baseline_sd[0] == pytest.approx(math.sqrt(36 / (20 / 3)), rel=1e-15)

    @pytest.mark.parametrize(("level", "spread"), [(0.0, 0.01), (0.3, 0.01), (-500.0, 5.0)])
    def test_no_variation_at_all(self, level: float, spread: float) -> None:
        result = one(Series(mean=[level] * 15 + [level + 1000.0] * 3))
        assert result.baseline_sd[0] == spread
        assert result.z[0, 15] == pytest.approx(1000 / (spread * math.sqrt(16 / 15)), rel=1e-14)

    def test_rounding_is_no_variation(self) -> None:
        """0.1 + 0.2 and 0.3 are one value; their difference must not become the yardstick."""
        result = one(Series(mean=[0.1 + 0.2, 0.3] * 10, within_sd=1e-9))
        assert result.baseline_sd[0] == 0.01
        assert verdict(result) == ("unscorable", "constant", -1, -1, 0)


class TestRuns:
    def test_two_steps_are_not_enough(self) -> None:
        assert verdict(one(continuous(BEYOND, BEYOND, 0, BEYOND, BEYOND))) == QUIET

    def test_three_are(self) -> None:
        result = one(continuous(BEYOND, BEYOND, 0, BEYOND, BEYOND, BEYOND, 2000.0))
        assert verdict(result) == ("alert", None, 19, 21, 1)
        assert (result.onset_index[0], result.alert_index[0]) == (18, 20)
        assert result.statistic[0] == BEYOND / 241

    def test_they_must_lie_on_one_side(self) -> None:
        assert verdict(one(continuous(*[BEYOND, BEYOND, -BEYOND, -BEYOND] * 3))) == QUIET
        assert verdict(one(continuous(BEYOND, -BEYOND, -BEYOND, -BEYOND))) == ("alert", None, 17, 19, -1)

    def test_the_first_run_wins(self) -> None:
        result = one(continuous(*[BEYOND] * 3, 0, *[-BEYOND] * 9))
        assert verdict(result) == ("alert", None, 16, 18, 1)

    @pytest.mark.parametrize("gap", [1, 3])
    def test_steps_that_cannot_be_scored_are_stepped_over(self, gap: int) -> None:
        later = [BEYOND, *[0.0] * gap, BEYOND, *[0.0] * gap, BEYOND]
        holes = [*range(16, 16 + gap), *range(17 + gap, 17 + 2 * gap)]
        result = one(continuous(*later, absent=holes))
        assert verdict(result) == ("alert", None, 16, 18 + 2 * gap, 1)

    def test_four_of_them_break_a_run(self) -> None:
        series = continuous(BEYOND, BEYOND, *[0.0] * 4, BEYOND, BEYOND, absent=range(17, 21))
        assert verdict(one(series)) == QUIET
        assert verdict(one(series, FrozenZSettings(max_gap=4))) == ("alert", None, 16, 22, 1)

    def test_a_run_starts_anew_after_a_broken_one(self) -> None:
        series = continuous(BEYOND, *[0.0] * 4, *[BEYOND] * 3, absent=range(16, 20))
        assert verdict(one(series)) == ("alert", None, 21, 23, 1)

    def test_single_prompts_are_gaps(self) -> None:
        prompts = [4] * 16 + [1] * 3 + [4] * 2
        series = Series(
            mean=[*BASELINE, *[BEYOND] * 6],
            se=[239.0] * 16 + [math.nan] * 3 + [239.0] * 2,
            prompts=prompts,
            samples=8,
        )
        assert verdict(one(series)) == ("alert", None, 16, 21, 1)

    def test_gaps_are_counted_in_logged_steps(self) -> None:
        """A trainer that logs every tenth step leaves no gap."""
        series = continuous(BEYOND, 0, 0, 0, BEYOND, BEYOND, absent=range(16, 19))
        result = screen_frozen_z(panel(series, steps=range(10, 211, 10)), FrozenZSettings())
        assert verdict(result) == ("alert", None, 160, 210, 1)

    def test_baseline_takes_scorable_steps_only(self) -> None:
        series = Series(mean=[999.0, *BASELINE, *[BEYOND] * 3], se=239.0, absent=[0])
        result = one(series)
        assert result.baseline_mean[0] == 0.0
        assert verdict(result) == ("alert", None, 17, 19, 1)

    def test_length_is_a_setting(self) -> None:
        assert verdict(one(continuous(0, 0, BEYOND), FrozenZSettings(consecutive_steps=1)))[2:4] == (18, 18)


class TestReasons:
    def test_seventeen_logged_steps_are_a_short_run(self) -> None:
        result = one(continuous(BEYOND, BEYOND))
        assert verdict(result) == ("unscorable", "short_run", -1, -1, 0)
        # What exists is still told: 15 steps make a baseline.
        assert result.baseline_mean[0] == 0.0
        assert result.statistic[0] == BEYOND / 241

    def test_numbers_that_do_not_exist_are_nan(self) -> None:
        result = one(Series(mean=[1.0, 2.0, 3.0]))
        numbers = (result.baseline_mean, result.baseline_sd, result.statistic, result.detectable_rise)
        assert np.isnan(numbers).all()
        assert result.threshold[0] == 4.0

    def test_one_prompt_per_step(self) -> None:
        series = Series(mean=[0.5] * 40, se=math.nan, prompts=1, samples=1, within_sd=math.nan)
        assert verdict(one(series)) == ("unscorable", "single_unit", -1, -1, 0)

    def test_one_prompt_per_step_in_a_short_run(self) -> None:
        series = Series(mean=[0.5] * 17, se=math.nan, prompts=1, samples=1, within_sd=math.nan)
        assert verdict(one(series)) == ("unscorable", "short_run", -1, -1, 0)

    def test_steps_without_a_value_make_a_short_run(self) -> None:
        assert verdict(one(continuous(*[0.0] * 30, absent=range(17, 45))))[1] == "short_run"

    def test_eighteenth_step_with_a_single_prompt(self) -> None:
        series = Series(
            mean=[*BASELINE, 0, 0, 0], se=[239.0] * 17 + [math.nan], prompts=[4] * 17 + [1], samples=8
        )
        assert verdict(one(series))[1] == "single_unit"

    @pytest.mark.parametrize(("steps", "expected"), [(7, "sparse"), (8, None)])
    def test_sparse_features(self, steps: int, expected: str | None) -> None:
        shown = [0.0] * 5 + [0.05] * steps + [0.0] * (40 - steps)
        series = Series(
            mean=shown, prompts=20, samples=20, positives=[round(m * 20) for m in shown], binary=True
        )
        result = one(series)
        assert verdict(result)[1] == expected
        assert np.isfinite([result.baseline_mean[0], result.baseline_sd[0], result.statistic[0]]).all()

    def test_steps_with_one_prompt_do_not_count_as_seen(self) -> None:
        """Seen in seven scorable steps and in five that are not."""
        prompts = [1] * 5 + [20] * 40
        shown = [1.0] * 5 + [0.05] * 7 + [0.0] * 33
        series = Series(
            mean=shown,
            se=[math.nan] * 5 + [0.0] * 40,
            prompts=prompts,
            samples=prompts,
            positives=[1] * 12 + [0] * 33,
            binary=True,
        )
        assert verdict(one(series))[1] == "sparse"

    def test_a_rare_feature_that_once_rose_enough_is_quiet(self) -> None:
        shown = [0.0] * 20 + [0.10] + [0.0] * 10
        series = Series(
            mean=shown, prompts=20, samples=20, positives=[round(m * 20) for m in shown], binary=True
        )
        assert verdict(one(series)) == QUIET

    def test_a_spike_inside_the_baseline_is_no_rise(self) -> None:
        shown = [0.0] * 10 + [0.5] + [0.0] * 20
        series = Series(
            mean=shown, prompts=20, samples=20, positives=[round(m * 20) for m in shown], binary=True
        )
        assert verdict(one(series))[1] == "sparse"

    @pytest.mark.parametrize(("level", "expected"), [(0.90, None), (0.91, "ceiling"), (1.0, "ceiling")])
    def test_a_baseline_without_room_for_the_smallest_rise(self, level: float, expected: str | None) -> None:
        series = Series(
            mean=[level] * 40, prompts=100, samples=100, positives=round(level * 100), binary=True
        )
        assert verdict(one(series))[1] == expected

    def test_constant_series(self) -> None:
        assert verdict(one(Series(mean=[3.0] * 30))) == ("unscorable", "constant", -1, -1, 0)
        assert verdict(one(Series(mean=[0.0] * 30)))[1] == "constant"

    @pytest.mark.parametrize("other", [{"se": 0.1}, {"within_sd": 0.1}, {"mean": [3.0] * 29 + [3.1]}])
    def test_any_variation_makes_a_quiet_series(self, other: dict[str, object]) -> None:
        assert verdict(one(Series(**{"mean": [3.0] * 30, **other}))) == QUIET

    def test_an_alert_needs_no_reason(self) -> None:
        """A line near zero makes even a change of rounding size an alert."""
        series = Series(mean=[1.0] * 15 + [1.0 + 5e-8] * 3)
        assert verdict(one(series))[1] == "constant"
        assert verdict(one(series, FrozenZSettings(z=1e-6))) == ("alert", None, 16, 18, 1)

    def test_variation_where_nothing_is_scored_does_not_count(self) -> None:
        series = Series(mean=[3.0] * 30 + [9.0], se=[0.0] * 30 + [math.nan], prompts=[4] * 30 + [1])
        assert verdict(one(series))[1] == "constant"


class TestDetectableRise:
    def test_median_standard_error_after_the_baseline(self) -> None:
        """Median of 239, 239, 1, 9999 is 239: 4 * 241."""
        series = Series(mean=[*BASELINE, 0, 0, 0, 0], se=[5.0] * 15 + [239.0, 1.0, 9999.0, 239.0])
        assert one(series).detectable_rise[0] == 4 * 241

    def test_of_an_even_number_it_is_the_middle(self) -> None:
        """Between 200 and 278 lies 239."""
        series = Series(mean=[*BASELINE, 0, 0, 0, 0], se=[5.0] * 15 + [200.0, 1.0, 9999.0, 278.0])
        assert one(series).detectable_rise[0] == 4 * 241

    def test_binary_features_need_their_least_rise(self) -> None:
        assert one(binary(0.25, *[0.25] * 3, prompts=100_000)).detectable_rise[0] == 0.10

    def test_or_more_when_the_noise_is_larger(self) -> None:
        """q = 150.5 / 301, 20 prompts: 4 * sqrt(q (1 - q) / 20 * 16 / 15)."""
        share = 150.5 / 301
        expected = 4 * math.sqrt(share * (1 - share) / 20 * 16 / 15)
        assert one(binary(0.5, *[0.5] * 3, prompts=20)).detectable_rise[0] == pytest.approx(expected)

    def test_a_constant_change_of_a_little_more_alerts(self) -> None:
        rise = one(continuous(0, 0, 0)).detectable_rise[0]
        assert verdict(one(continuous(*[rise * (1 + 1e-9)] * 3)))[0] == "alert"
        assert verdict(one(continuous(*[rise * (1 - 1e-9)] * 3)))[0] == "quiet"

    def test_least_effect_of_continuous_series(self) -> None:
        assert one(continuous(0, 0, 0), FrozenZSettings(min_effect=5000.0)).detectable_rise[0] == 5000.0
