"""`frozen_z_v1` on the case files, and the shapes of its output."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rolloutdiff.settings import FrozenZSettings
from rolloutdiff.stats.panel import SeriesPanel
from rolloutdiff.stats.sequential import screen_frozen_z
from tests.unit.stats.panels import (
    BASELINE,
    BEYOND,
    DEFAULT,
    QUIET,
    Series,
    binary,
    case,
    continuous,
    one,
    panel,
    verdict,
)


class TestCases:
    def test_s01_one_spike_is_no_alert(self) -> None:
        result = one(case("S01-one-spike"))
        assert verdict(result) == QUIET
        assert result.statistic[0] == result.z[0, 29] > 50
        assert result.side[0].tolist() == [0] * 29 + [1] + [0] * 30

    def test_s02_five_steps_are_a_short_run(self) -> None:
        assert verdict(one(case("S02-too-short")))[:2] == ("unscorable", "short_run")

    @pytest.mark.parametrize("kind", [True, False])
    def test_s03_constant_baseline_then_a_jump(self, kind: bool) -> None:
        result = one(case("S03-constant-then-step", binary=kind))
        assert verdict(result) == ("alert", None, 30, 32, 1)
        assert np.isfinite(result.z[0, 15:]).all()
        # Binary: q = 0.5 / 61 over four prompts; continuous: 1 % of 1.
        share = 0.5 / 61
        spread = math.sqrt(share * (1 - share) / 4) if kind else 0.01
        assert result.statistic[0] == pytest.approx(1 / (spread * math.sqrt(16 / 15)))

    def test_s03_with_steps_missing(self) -> None:
        whole = case("S03-constant-then-step")
        holes = Series(mean=whole.mean, absent=[3, 20, 29, 31], within_sd=math.nan)
        result = one(holes)
        assert verdict(result) == ("alert", None, 31, 34, 1)
        assert np.isfinite(result.z[0, [16, 59]]).all()

    def test_s05_significant_and_tiny(self) -> None:
        """A change of 0.001 in 0.5 is seen; a least effect of a hundredth leaves it quiet."""
        series = case("S05-tiny-but-significant")
        result = one(series)
        assert verdict(result) == ("alert", None, 31, 33, 1)
        assert result.baseline_mean[0] == pytest.approx(0.5, abs=1e-5)
        quiet = one(series, FrozenZSettings(min_effect=0.01))
        assert verdict(quiet) == QUIET
        assert quiet.detectable_rise[0] == 0.01

    def test_s07_one_prompt_per_step(self) -> None:
        result = one(case("S07-one-prompt-per-step"))
        assert verdict(result)[:2] == ("unscorable", "single_unit")
        assert np.isnan(result.z).all()


class TestShape:
    def test_one_row_per_series_in_order(self) -> None:
        result = screen_frozen_z(
            panel(
                continuous(0, 0, 0), continuous(*[BEYOND] * 3), Series(mean=[1.0] * 18), binary(0, 0, 0, 0)
            ),
            DEFAULT,
        )
        assert result.rule == "frozen_z_v1"
        assert result.status.tolist() == ["quiet", "alert", "unscorable", "unscorable"]
        assert result.reason.tolist() == [None, None, "constant", "sparse"]

    def test_columns_are_plain_values(self) -> None:
        result = screen_frozen_z(panel(continuous(*[-BEYOND] * 3), continuous(0, 0, 0)), DEFAULT)
        assert result.columns() == {
            "status": ["alert", "quiet"],
            "reason": [None, None],
            "baseline_mean": [0.0, 0.0],
            "baseline_sd": [120.0, 120.0],
            "onset_step": [16, None],
            "alert_step": [18, None],
            "direction": ["fall", None],
            "statistic": [-BEYOND / 241, 0.0],
            "threshold": [4.0, 4.0],
            "detectable_rise": [964.0, 964.0],
            **{key: [None, None] for key in ("change", "p_value", "q_value", "e_value", "headline")},
        }
        assert one(Series(mean=[1.0])).columns()["baseline_mean"] == [None]

    @pytest.mark.parametrize(("series", "steps"), [(0, 0), (0, 30), (3, 0), (3, 1)])
    def test_empty_panels(self, series: int, steps: int) -> None:
        shape = (series, steps)
        result = screen_frozen_z(
            SeriesPanel(
                steps=np.arange(steps),
                mean=np.full(shape, np.nan),
                se=np.full(shape, np.nan),
                prompts=np.zeros(shape, dtype=np.int64),
                samples=np.zeros(shape, dtype=np.int64),
                positives=np.zeros(shape, dtype=np.int64),
                within_sd=np.full(shape, np.nan),
                binary=np.ones(series, dtype=np.bool_),
            ),
            DEFAULT,
        )
        assert result.reason.tolist() == ["short_run"] * series

    def test_huge_and_infinite_values_are_not_scored(self) -> None:
        series = Series(
            mean=[*BASELINE, 0, 0, 0, 1e308, math.inf, 0.0],
            se=[239.0] * 20 + [math.inf],
            within_sd=[1e200] * 21,
        )
        result = one(series)
        assert verdict(result) == QUIET
        assert np.isnan(result.z[0, 18:]).all()

    @pytest.mark.parametrize("scale", [1e-160, 1e-120, 1e-100, 1e150])
    @pytest.mark.parametrize("jump", [0.0, 1.0, 9e149])
    def test_z_is_finite_at_any_scale(self, scale: float, jump: float) -> None:
        result = one(Series(mean=[m * scale / 120 for m in BASELINE] + [0.9 * scale, jump, jump]))
        assert np.isfinite(result.z[0, 15:]).all()
