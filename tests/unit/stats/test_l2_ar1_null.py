"""Error rates of `l2_ar1_v1`, and the tables its p-values are read from."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rolloutdiff.settings import L2Ar1Settings
from rolloutdiff.stats.ar1 import Ar1Noise
from rolloutdiff.stats.null import (
    PHIS,
    SHARES,
    NullTable,
    ar1_table,
    table_cell,
    table_length,
    white_table,
)
from rolloutdiff.stats.panel import SeriesPanel
from rolloutdiff.stats.retrospective import find_shifts
from rolloutdiff.stats.shift import Shift

DEFAULT = L2Ar1Settings()
UNCONFIRMED = L2Ar1Settings(confirm=False)
# The published target for series without a change, twice the nominal level.
TARGET = 0.005
SERIES, STEPS, ONSET = 4000, 80, 40


def autoregressive(phi: float, share: float = 1.0, seed: int = 11) -> np.ndarray:
    """float64[SERIES, STEPS] of variance 1, a share of it AR(1) and the rest white."""
    rng = np.random.default_rng(seed)
    series = rng.standard_normal((SERIES, STEPS))
    for step in range(1, STEPS):
        series[:, step] = phi * series[:, step - 1] + math.sqrt(1 - phi * phi) * series[:, step]
    return math.sqrt(share) * series + math.sqrt(1 - share) * rng.standard_normal((SERIES, STEPS))


def judged(mean: np.ndarray, settings: L2Ar1Settings, se: float = 0.0) -> Shift:
    ones = np.ones(mean.shape, dtype=np.int64)
    return find_shifts(
        SeriesPanel(
            steps=np.arange(mean.shape[1]),
            mean=mean,
            se=np.full(mean.shape, se),
            prompts=8 * ones,
            samples=64 * ones,
            positives=0 * ones,
            within_sd=np.full(mean.shape, np.nan),
            binary=np.zeros(len(mean), dtype=np.bool_),
        ),
        settings,
    )


class TestRates:
    @pytest.mark.parametrize("settings", [DEFAULT, L2Ar1Settings(winsorise=True)])
    @pytest.mark.parametrize(("phi", "share"), [(0.0, 1.0), (0.3, 1.0), (0.6, 1.0), (0.6, 0.5), (0.0, 0.0)])
    def test_stationary_series_stay_within_the_target(
        self, phi: float, share: float, settings: L2Ar1Settings
    ) -> None:
        series = autoregressive(phi, share)
        assert judged(series, settings, math.sqrt(1 - share)).found.mean() <= TARGET

    def test_without_confirmation_slow_noise_passes_for_a_change(self) -> None:
        """What the switch turns off: independent noise keeps the level, AR(1) noise does not."""
        assert judged(autoregressive(0.0), UNCONFIRMED).found.mean() <= TARGET
        assert judged(autoregressive(0.6), UNCONFIRMED).found.mean() > 0.2

    def test_slow_noise_under_white_noise_is_a_known_weakness(self) -> None:
        """Above the target, and far below what an unconfirmed split gives."""
        series = autoregressive(0.9, 0.5)
        rate = judged(series, DEFAULT, math.sqrt(0.5)).found.mean()
        assert TARGET < rate < 0.06
        assert judged(series, UNCONFIRMED).found.mean() > 0.4

    @pytest.mark.parametrize(("phi", "least"), [(0.0, 0.99), (0.3, 0.9)])
    def test_a_change_of_three_sd_is_found_where_it_is(self, phi: float, least: float) -> None:
        series = autoregressive(phi)[:1000]
        series[:, ONSET:] += 3.0
        result = judged(series, DEFAULT)
        assert (result.found & (np.abs(result.onset_step - ONSET) <= 5)).mean() >= least
        inside = (result.onset_low <= ONSET) & (result.onset_high >= ONSET)
        assert inside[result.found].mean() >= 0.95

    def test_known_noise_that_is_all_there_is(self) -> None:
        series = autoregressive(0.0)[:1000]
        series[:, ONSET:] += 3.0
        assert judged(series, DEFAULT, 1.0).found.mean() >= 0.95

    def test_ramps_look_like_slow_noise(self) -> None:
        """A straight rise of 30 sd over the whole run is never confirmed, one of 10 steps is."""
        noise = autoregressive(0.0)[:200]
        whole = np.linspace(0.0, 30.0, STEPS)
        short = np.clip((np.arange(STEPS) - 35) / 10, 0, 1) * 30.0
        assert judged(noise + whole, DEFAULT).found.mean() == 0.0
        ramp = judged(noise + short, DEFAULT)
        assert ramp.found.mean() > 0.95
        assert np.abs(np.median(ramp.onset_step) - 41) <= 1

    def test_p_values_of_independent_noise_are_level(self) -> None:
        p = judged(autoregressive(0.0), UNCONFIRMED).p_value
        for level in (0.05, 0.25, 0.5, 0.75):
            # Standard errors of the table (999 draws) and of the series (4,000), four of them.
            error = 4 * math.sqrt(level * (1 - level) * (1 / 999 + 1 / SERIES))
            assert (p <= level).mean() == pytest.approx(level, abs=error)


class TestTable:
    def test_p_value_counts_the_draws_at_or_above(self) -> None:
        table = NullTable(draws=np.array([[1.0, 2.0, 2.0, 5.0], [3.0, 4.0, 4.0, 6.0]]))
        statistic = np.array([0.0, 2.0, 2.5, 5.0, 7.0, 2.0])
        cell = np.array([0, 0, 0, 0, 0, 1])
        assert table.p_value(statistic, cell).tolist() == [1.0, 0.8, 0.4, 0.4, 0.2, 1.0]

    def test_threshold_is_where_the_p_value_meets_the_level(self) -> None:
        table = NullTable(draws=np.sort(np.random.default_rng(3).random((1, 999))))
        cell = np.zeros(1, dtype=np.int64)
        for alpha in (0.001, 0.0025, 0.003, 0.05, 0.29, 0.999):
            line = table.threshold(alpha, cell)
            assert table.p_value(line, cell)[0] > alpha
            assert table.p_value(np.nextafter(line, 9.0), cell)[0] <= alpha

    def test_line_and_p_value_agree(self) -> None:
        for settings in (DEFAULT, UNCONFIRMED, L2Ar1Settings(alpha=0.1)):
            series = autoregressive(0.3)[:500]
            series[:, ONSET:] += np.linspace(0, 3, 500)[:, None]
            result = judged(series, settings)
            assert result.found.any()
            assert (result.found == (result.p_value <= settings.alpha)).all()

    def test_p_never_rises_with_the_statistic(self) -> None:
        table = ar1_table(40, 8, 99)
        statistic = np.linspace(0, 300, 500)
        for cell in range(len(PHIS) * len(SHARES)):
            assert (np.diff(table.p_value(statistic, np.full(500, cell))) <= 0).all()

    def test_p_never_falls_with_slower_or_more_latent_noise(self) -> None:
        p = np.stack(
            [
                ar1_table(40, 8, 99).p_value(np.linspace(0, 300, 500), np.full(500, cell))
                for cell in range(len(PHIS) * len(SHARES))
            ]
        ).reshape(len(PHIS), len(SHARES), 500)
        assert (np.diff(p, axis=0) >= 0).all()
        assert (np.diff(p, axis=1) >= 0).all()

    def test_a_larger_shift_around_the_same_noise_is_never_less_certain(self) -> None:
        noise = autoregressive(0.6)[:20]
        shifts = np.arange(6.0, 60.0, 3.0)
        series = np.repeat(noise, len(shifts), axis=0)
        series[:, ONSET:] += np.tile(shifts, len(noise))[:, None]
        p = judged(series, DEFAULT).p_value.reshape(len(noise), -1)
        assert (np.diff(p, axis=1) <= 0).all()

    def test_tables_are_shared_and_repeat(self) -> None:
        assert ar1_table(40, 8, 99) is ar1_table(40, 8, 99)
        again = ar1_table.__wrapped__(40, 8, 99)
        assert again.draws.tobytes() == ar1_table(40, 8, 99).draws.tobytes()
        assert white_table(40, 8, 99).draws.shape == (1, 99)

    def test_white_table_is_that_of_normal_noise(self) -> None:
        """Against the median and 95 % point of a table from numpy's other generator, ten times as large."""
        noise = np.random.default_rng(8).standard_normal((9990, 40))
        best = np.zeros(len(noise))
        for k in range(8, 33):
            left, right = noise[:, :k], noise[:, k:]
            rest = (k * left.var(axis=1) + (40 - k) * right.var(axis=1)) / 38
            gain = k * (40 - k) / 40 * (left.mean(axis=1) - right.mean(axis=1)) ** 2
            best = np.maximum(best, gain / rest)
        ours = white_table(40, 8, 999).draws[0]
        for level in (0.5, 0.95):
            assert (ours <= np.quantile(best, level)).mean() == pytest.approx(level, abs=0.06)

    @pytest.mark.parametrize(
        ("count", "length"),
        [(16, 16), (63, 63), (64, 64), (65, 64), (90, 90), (91, 90), (131, 128), (1000, 992)],
    )
    def test_long_series_share_tables(self, count: int, length: int) -> None:
        assert table_length(count, 8) == length
        assert table_length(131, 65) == 130

    @pytest.mark.parametrize(
        ("phi", "share", "cell"),
        [
            # One standard error of an autocorrelation of 0 in 100 steps is 0.1.
            (0.0, 1.0, (0.2, 1.0)),
            # 0.6 + 0.08 = 0.68.
            (0.6, 1.0, (0.7, 1.0)),
            # share 0.5 + 0.5 * 0.141 * 0.5 = 0.535; phi 0.6 + 0.08 / 0.535 = 0.7495.
            (0.6, 0.5, (0.75, 0.75)),
            # A share of 0.07 hides phi altogether.
            (0.0, 0.0, (0.95, 0.1)),
            (0.95, 0.2, (0.95, 0.35)),
        ],
    )
    def test_cells_are_read_above_the_estimates(
        self, phi: float, share: float, cell: tuple[float, float]
    ) -> None:
        one = np.ones(1)
        noise = Ar1Noise(
            phi=phi * one, latent=share * one, white=(1 - share) * one, long_run=one, share=share * one
        )
        expected = PHIS.index(cell[0]) * len(SHARES) + SHARES.index(cell[1])
        assert table_cell(noise, 100).tolist() == [expected]
