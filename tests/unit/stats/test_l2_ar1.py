"""`l2_ar1_v1` on series whose answer is known by hand, and on the case files."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rolloutdiff.errors import UsageError
from rolloutdiff.settings import L2Ar1Settings
from rolloutdiff.stats.panel import SeriesPanel
from rolloutdiff.stats.retrospective import L2_AR1, find_shifts
from rolloutdiff.stats.shift import Shift
from tests.unit.stats.panels import Series, binary, case, panel

DEFAULT = L2Ar1Settings()
UNCONFIRMED = L2Ar1Settings(confirm=False)
WINSORISED = L2Ar1Settings(winsorise=True)
# Levels 0 and 3 with residuals +1 and -1 in turn; exact in binary.
ALTERNATING = [1.0, -1.0] * 10 + [4.0, 2.0] * 10


def one(series: Series, settings: L2Ar1Settings = DEFAULT) -> Shift:
    return find_shifts(panel(series), settings)


def noise(steps: int, seed: int = 7) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(steps)


class TestByHand:
    def test_known_white_noise(self) -> None:
        """Residuals of variance 40 / 38 stay below a known variance of 4: nothing is left for drift."""
        result = one(Series(mean=ALTERNATING, se=2.0))
        assert (result.onset_step[0], result.before_mean[0], result.after_mean[0]) == (21, 0.0, 3.0)
        # 20 * 20 / 40 * 3^2 = 90 in units of 4.
        assert result.statistic[0] == pytest.approx(22.5)
        assert (result.phi[0], result.latent_share[0]) == (0.0, 0.0)

    def test_all_noise_latent(self) -> None:
        """Neighbours of opposite sign: phi is 0, the residual variance is the unit."""
        result = one(Series(mean=ALTERNATING, se=0.0))
        assert result.statistic[0] == pytest.approx(90 / (40 / 38), rel=1e-5)
        assert result.phi[0] == 0.0
        assert result.latent_share[0] == pytest.approx(1.0, abs=1e-4)

    def test_slow_noise(self) -> None:
        """Residuals in runs of four: phi is fitted to three autocovariances and corrected.

        Each level has 12 residuals of one sign and 8 of the other, so that its mean is off by 0.2.
        """
        swing = ([1.0] * 4 + [-1.0] * 4) * 2 + [1.0] * 4
        result = one(Series(mean=[*swing, *[9.0 - value for value in swing]]))
        shift = 9.0 - 0.4
        assert (result.onset_step[0], result.before_mean[0]) == (21, pytest.approx(0.2))
        assert result.after_mean[0] - result.before_mean[0] == pytest.approx(shift)
        around = np.array([value - 0.2 for value in swing] + [0.2 - value for value in swing])
        variance, *lags = (sum(around[h:] * around[: 40 - h]) / 38 for h in range(4))
        latent = variance - (0.001 * shift) ** 2
        errors = [sum((c - latent * (p / 20) ** h) ** 2 for h, c in enumerate(lags, 1)) for p in range(20)]
        assert errors.index(min(errors)) == 7
        phi = 0.35 + (4 + 8 * 0.35) / 40
        assert result.phi[0] == pytest.approx(phi)
        long_run = 1e-6 * shift**2 + latent * (1 + phi) / (1 - phi)
        assert result.statistic[0] == pytest.approx(10 * shift**2 / long_run)

    def test_without_confirmation_the_residual_variance_is_the_unit(self) -> None:
        result = one(Series(mean=ALTERNATING, se=2.0), UNCONFIRMED)
        assert result.statistic[0] == pytest.approx(90 / (40 / 38))
        assert np.isnan(result.phi[0])
        assert np.isnan(result.latent_share[0])

    def test_onset_set(self) -> None:
        """A split off by j steps moves j values to the wrong side.

        With means 0 and d, n = 40, k = 20 +- j: gain = 10 d^2 (1 - j / 20)^2 / (1 - (j / 20)^2)
        = 10 d^2 (20 - j) / (20 + j). For d = 2 and unit variance, 40 - 40 (20 - j) / (20 + j) is 3.81, 7.27,
        10.4 for j = 1, 2, 3; 7.35 includes two on either side.
        """
        result = one(Series(mean=[0.0] * 20 + [2.0] * 20, se=1.0))
        assert result.statistic[0] == pytest.approx(40.0)
        assert (result.onset_low[0], result.onset_step[0], result.onset_high[0]) == (19, 21, 23)

    def test_ties_go_to_the_earliest(self) -> None:
        """A mirrored series has two best splits."""
        mean = [0.0] * 10 + [1.0] * 10 + [0.0] * 10
        assert one(Series(mean=mean, se=1.0)).onset_step[0] == 11
        assert one(Series(mean=[value / 3 for value in mean], se=1.0)).onset_step[0] == 11

    @pytest.mark.parametrize(("change", "onset"), [(3, 9), (8, 9), (9, 10), (32, 33), (33, 33), (38, 33)])
    def test_segments_are_never_short(self, change: int, onset: int) -> None:
        mean = [0.0] * change + [1.0] * (40 - change)
        assert one(Series(mean=mean, se=0.1)).onset_step[0] == onset


class TestCases:
    def test_s01_one_spike_is_no_change(self) -> None:
        series = case("S01-one-spike")
        for settings in (DEFAULT, UNCONFIRMED, WINSORISED):
            assert one(series, settings).found.tolist() == [False]

    def test_s02_five_steps_are_a_short_run(self) -> None:
        result = one(case("S02-too-short"))
        assert (result.found[0], result.reason[0]) == (False, "short_run")

    @pytest.mark.parametrize("kind", [True, False])
    @pytest.mark.parametrize("settings", [DEFAULT, UNCONFIRMED, WINSORISED])
    def test_s03_constant_then_a_jump(self, kind: bool, settings: L2Ar1Settings) -> None:
        """No noise at all: a thousandth of the jump stands in for it."""
        result = one(case("S03-constant-then-step", binary=kind), settings)
        assert result.found[0]
        assert (result.onset_low[0], result.onset_step[0], result.onset_high[0]) == (30, 30, 30)
        assert (result.before_mean[0], result.after_mean[0]) == (0.0, 1.0)
        assert result.statistic[0] == pytest.approx(29 * 31 / 60 * 1e6)
        assert result.p_value[0] == 0.001

    def test_s03_with_steps_missing(self) -> None:
        whole = case("S03-constant-then-step")
        result = one(Series(mean=whole.mean, absent=[3, 20, 29, 31]))
        assert result.found[0]
        assert result.onset_step[0] == 31
        assert math.isfinite(result.statistic[0])

    def test_s07_one_prompt_per_step(self) -> None:
        result = one(case("S07-one-prompt-per-step"))
        assert (result.found[0], result.reason[0]) == (False, "single_unit")
        assert np.isnan(result.statistic[0])


class TestScorability:
    def test_steps_are_counted_where_they_can_be_scored(self) -> None:
        values = [0.0] * 8 + [5.0] * 8
        assert one(Series(mean=values, se=1.0)).reason.tolist() == [None]
        assert one(Series(mean=values, se=1.0, absent=[0])).reason.tolist() == ["short_run"]
        alone = Series(mean=values, se=[1.0] * 15 + [math.nan], prompts=[4] * 15 + [1])
        assert one(alone).reason.tolist() == ["single_unit"]
        result = one(Series(mean=[*values, math.inf, 1e308], se=1.0))
        assert (result.reason[0], result.onset_step[0], result.after_mean[0]) == (None, 9, 5.0)

    def test_constant(self) -> None:
        """Equal step means cannot be split, whatever varies inside the steps; nor can rounding."""
        for level in (0.0, 1.0, 0.1 + 0.2):
            result = one(Series(mean=[level, 0.3 if level > 0.3 and level < 1 else level] * 10, se=0.5))
            assert result.reason.tolist() == ["constant"]
            assert result.columns()["onset_step"] == [None]

    def test_sparse(self) -> None:
        """Seven positive steps cannot fill a segment; the numbers are given all the same."""
        seen = binary(0.0, *[0.0] * 10, *[0.5] * 7)
        result = one(seen)
        assert (result.reason[0], result.found[0]) == ("sparse", False)
        assert result.statistic[0] > result.threshold[0]
        assert one(binary(0.0, *[0.0] * 10, *[0.5] * 8)).reason.tolist() == [None]
        assert one(binary(0.0, *[0.0] * 10)).reason.tolist() == ["sparse"]
        assert one(binary(1.0, *[1.0] * 10)).reason.tolist() == ["constant"]

    def test_gaps_are_skipped(self) -> None:
        """The same values with holes between them: the same numbers at later steps."""
        dense = one(Series(mean=ALTERNATING, se=1.0))
        mean = [value for pair in zip(ALTERNATING, [9.0] * 40, strict=True) for value in pair]
        holes = one(Series(mean=mean, se=1.0, absent=range(1, 80, 2)))
        assert (dense.onset_step[0], holes.onset_step[0]) == (21, 41)
        for name in ("statistic", "p_value", "threshold", "phi", "before_mean", "after_mean"):
            assert getattr(dense, name)[0] == getattr(holes, name)[0]


class TestSpikes:
    """The plain rule is sensitive to spikes; clipping them restores what it would have said."""

    def test_a_spike_hides_a_change(self) -> None:
        changed = noise(80)
        changed[40:] += 3.0
        assert one(Series(mean=changed.tolist())).onset_step.tolist() == [41]
        spiked = changed.copy()
        spiked[14:17] += 40.0
        plain, robust = (one(Series(mean=spiked.tolist()), settings) for settings in (DEFAULT, WINSORISED))
        assert (plain.found[0], plain.onset_step[0]) == (False, 18)
        assert (robust.found[0], robust.onset_step[0]) == (True, 41)

    def test_a_spike_near_an_end_passes_for_a_change(self) -> None:
        """Most of all without confirmation: autocorrelated noise makes such spikes, too."""
        spiked = np.random.default_rng(5).standard_normal((500, 80))
        spiked[:, 74:76] += 12.0
        series = panel(*[Series(mean=row) for row in spiked.tolist()])
        rates = [
            find_shifts(series, L2Ar1Settings(confirm=confirm, winsorise=winsorise)).found.mean()
            for confirm in (False, True)
            for winsorise in (False, True)
        ]
        assert rates[0] > 0.3
        assert rates[1] < 0.1
        assert max(rates[2:]) < 0.01

    def test_steps_stay_as_they_are(self) -> None:
        """Every value is on the side of the majority of its window, at either side of a step."""
        clean = Series(mean=[0.0, 1.0] * 10 + [50.0, 51.0] * 10, se=1.0)
        assert one(clean, WINSORISED).before_mean[0] == 0.5
        assert one(clean, WINSORISED).after_mean[0] == 50.5
        assert one(clean, WINSORISED).statistic[0] == one(clean).statistic[0]

    def test_rare_features_keep_what_their_noise_explains(self) -> None:
        """Most steps of a window are zero, so that its MAD is; three standard errors may still be had."""
        mean = [0.0] * 80
        mean[10::9] = [1.0] * len(mean[10::9])
        rare = one(Series(mean=mean, se=0.4), WINSORISED)
        assert rare.after_mean[0] > 0
        assert rare.statistic[0] == one(Series(mean=mean, se=0.4)).statistic[0]


class TestOutput:
    def test_one_row_per_series_in_order(self) -> None:
        flat = [0.0, 1.0] * 20
        result = find_shifts(
            panel(
                Series(mean=flat, se=1.0),
                Series(mean=ALTERNATING, se=1.0),
                Series(mean=[2.0] * 40),
                Series(mean=flat, se=1.0, absent=range(30)),
            ),
            DEFAULT,
        )
        assert (result.rule, result.null, result.winsorised) == (L2_AR1, "latent_ar1", False)
        assert result.found.tolist() == [False, True, False, False]
        assert result.reason.tolist() == [None, None, "constant", "short_run"]
        assert np.isfinite(result.statistic).tolist() == [True, True, False, False]
        other = find_shifts(panel(Series(mean=flat)), L2Ar1Settings(confirm=False, winsorise=True))
        assert (other.null, other.winsorised) == ("white_noise", True)

    def test_columns_are_plain_values(self) -> None:
        result = find_shifts(
            panel(Series(mean=[0.0] * 20 + [3.0] * 20, se=1.0), Series(mean=[2.0] * 40)), UNCONFIRMED
        )
        columns = result.columns()
        threshold = columns.pop("threshold")
        assert columns == {
            "shape": ["step", None],
            "onset_step": [21, None],
            "onset_low": [21, None],
            "onset_high": [21, None],
            "before_mean": [0.0, None],
            "after_mean": [3.0, None],
            "statistic": [pytest.approx(1e7), None],
            "p_value": [0.001, None],
            **{key: [None, None] for key in ("start_step", "half_step", "end_step", "q_value", "onset_at")},
            "place": [1, 1],
        }
        assert threshold == [float(result.threshold[0]), None]

    @pytest.mark.parametrize(("series", "steps"), [(0, 0), (0, 30), (3, 0), (3, 1)])
    def test_empty_panels(self, series: int, steps: int) -> None:
        shape = (series, steps)
        result = find_shifts(
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

    @pytest.mark.parametrize("scale", [1e-160, 1e-100, 1.0, 1e149])
    def test_numbers_are_finite_at_any_scale(self, scale: float) -> None:
        for se in (0.0, scale, 1e149):
            result = one(Series(mean=[value * scale for value in ALTERNATING], se=se))
            assert math.isfinite(result.statistic[0])
            assert result.after_mean[0] == pytest.approx(3 * scale)


@pytest.mark.parametrize(
    "setting", [{"min_segment": 1}, {"draws": 18}, {"alpha": 0.0}, {"alpha": 1.0}, {"alpha": 0.0009}]
)
def test_settings_are_checked(setting: dict[str, float]) -> None:
    with pytest.raises(UsageError, match=next(iter(setting))):
        L2Ar1Settings(**setting)
