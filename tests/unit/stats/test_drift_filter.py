"""The filter against dense algebra: its rows are those of the inverse Cholesky factor."""

from __future__ import annotations

import numpy as np
import pytest

from rolloutdiff.stats.drift_filter import drift_filter

GRID = ((0.0, 0.0), (0.5, 0.6), (2.0, 0.9))


def test_rows_are_those_of_the_inverse_cholesky_factor() -> None:
    random = np.random.default_rng(3)
    count, patterns = 12, 4
    weight = random.uniform(0.3, 3.0, (count, patterns))
    distance = random.choice([1.0, 1.0, 2.0, 0.5], (count, patterns))
    x = random.standard_normal((count, patterns))
    found = drift_filter(weight, distance, GRID)
    state = np.zeros((len(GRID), patterns))
    rows = np.empty((count, len(GRID), patterns))
    for step in range(count):
        rows[step], state = found.whitened(x[step], state, step)
    for pattern in range(patterns):
        place = np.concatenate([[0.0], np.cumsum(distance[1:, pattern])])
        for pair, (kappa, rho) in enumerate(GRID):
            apart = np.abs(place[:, None] - place[None, :])
            covariance = np.diag(1.0 / weight[:, pattern]) + kappa**2 * rho**apart
            inverse = np.linalg.inv(np.linalg.cholesky(covariance))
            assert rows[:, pair, pattern] == pytest.approx(inverse @ x[:, pattern], abs=1e-12)
            ones = inverse @ np.ones(count)
            assert found.ones[:, pair, pattern] == pytest.approx(ones, abs=1e-12)
            assert found.ones_square[:, pair, pattern] == pytest.approx(np.cumsum(ones**2), abs=1e-12)
            log_det = np.cumsum(np.log(np.diag(inverse)))
            assert found.log_det[:, pair, pattern] == pytest.approx(log_det, abs=1e-12)
