from __future__ import annotations

import numpy as np
import pytest

from rolloutdiff.stats.noise import NARROW, WIDE, WIDEST, correlation, estimate_noise
from rolloutdiff.stats.standard import standardise
from tests.unit.stats.test_standard import shares, sizes


def drifting(seed: int, kappa: float, series: int = 300, steps: int = 40) -> np.ndarray:
    """Sizes around 100 with sampling standard deviation 1 and drift of rho 0.9."""
    rng = np.random.default_rng(seed)
    root = np.linalg.cholesky(correlation(np.arange(steps), 0.9))
    return (
        100.0 + rng.standard_normal((series, steps)) + kappa * rng.standard_normal((series, steps)) @ root.T
    )


class TestGrid:
    def test_sampling_alone_keeps_the_narrow_grid(self) -> None:
        noise = estimate_noise(standardise(sizes(drifting(1, 0.0)), 15, 20))
        assert noise.grid == NARROW
        assert abs(noise.kappa_squared) < 0.1

    def test_drift_as_large_as_sampling_widens_it(self) -> None:
        noise = estimate_noise(standardise(sizes(drifting(2, 1.0)), 15, 20))
        assert noise.grid == WIDE
        assert 0.3 < noise.kappa_squared < 1.0

    def test_more_drift_takes_the_widest(self) -> None:
        assert estimate_noise(standardise(sizes(drifting(6, 2.0)), 15, 20)).grid == WIDEST

    def test_change_after_the_baseline_is_not_drift(self) -> None:
        mean = drifting(3, 0.0)
        mean[:, 20:] += 30
        assert estimate_noise(standardise(sizes(mean), 15, 20)).grid == NARROW

    def test_order_of_series_is_nothing(self) -> None:
        mean = drifting(4, 0.5)
        one = estimate_noise(standardise(sizes(mean), 15, 20))
        other = estimate_noise(standardise(sizes(mean[::-1].copy()), 15, 20))
        assert one == other

    def test_rare_features_tell_nothing(self) -> None:
        noise = estimate_noise(standardise(shares(np.ones((5, 30), dtype=np.int64)), 15, 20))
        assert noise.grid == NARROW
        assert noise.kappa_squared == 0.0

    def test_one_series_is_too_little_to_exclude_drift(self) -> None:
        assert estimate_noise(standardise(sizes(drifting(5, 0.0, series=1)), 15, 20)).grid != NARROW


class TestCorrelation:
    def test_distance_in_logged_steps(self) -> None:
        found = correlation(np.array([10, 20, 30, 60]), 0.5)
        assert found[0].tolist() == pytest.approx([1, 0.5, 0.25, 0.5**5])

    def test_no_autocorrelation(self) -> None:
        assert np.array_equal(correlation(np.arange(3), 0.0), np.eye(3))
