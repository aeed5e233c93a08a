"""Whitening of white sampling noise plus slow drift, one step after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rolloutdiff.stats.panel import Floats

Theta = tuple[float, float]


@dataclass(frozen=True, kw_only=True, eq=False)
class DriftFilter:
    """Kalman filters of x_t = u_t + e_t, var e_t = 1 / weight_t, cov(u_s, u_t) = kappa^2 rho^|d_s - d_t|.

    The standardised one-step errors (x_t - prediction) / sd of a filter are the rows of L x, with L the
    inverse of the lower Cholesky factor of the noise covariance of the first steps. A later step only adds
    a row: nothing computed for the steps before it changes.

    Arrays are [N, H, P]: step, pair (kappa, rho) of the grid, pattern of weights and distances.

    Attributes:
        carry: rho^(distance from the step before), 0 at the first step.
        gain: Kalman gain, the share of an error that is taken for drift.
        inverse_sd: 1 / standard deviation of the one-step error: the diagonal of L.
        ones: L 1, the whitened constant.
        ones_square: running sum of `ones` squared.
        log_det: running sum of log `inverse_sd`.
    """

    carry: Floats
    gain: Floats
    inverse_sd: Floats
    ones: Floats
    ones_square: Floats
    log_det: Floats

    def whitened(self, value: Floats, state: Floats, step: int) -> tuple[Floats, Floats]:
        """One row of L x, and the drift estimated after it.

        Args:
            value: float64[S] or [H, S], x at this step.
            state: float64[H, S], drift estimated at the step before.
            step: Row of the arrays.
        """
        predicted = self.carry[step] * state
        error = value - predicted
        return error * self.inverse_sd[step], predicted + self.gain[step] * error


def drift_filter(weight: Floats, distance: Floats, grid: Sequence[Theta]) -> DriftFilter:
    """Filters for every pair of the grid and every pattern.

    Args:
        weight: float64[N, P], inverse white variances, above 0.
        distance: float64[N, P], distance of each step from the one before; the first row is not read.
        grid: Pairs (kappa, rho), 0 <= rho < 1.
    """
    count, patterns = weight.shape
    shape = (count, len(grid), patterns)
    carry, gain, inverse_sd, ones = np.zeros(shape), np.empty(shape), np.empty(shape), np.empty(shape)
    latent = np.array([kappa * kappa for kappa, _ in grid])[:, None]
    rho = np.array([rho for _, rho in grid])[:, None]
    variance = np.zeros((len(grid), patterns))
    state = np.zeros((len(grid), patterns))
    for step in range(count):
        if step:
            carry[step] = rho ** distance[step]
        a = carry[step]
        prior = a * a * variance + latent * (1.0 - a * a)
        total = prior + 1.0 / weight[step]
        gain[step] = prior / total
        inverse_sd[step] = 1.0 / np.sqrt(total)
        variance = prior * (1.0 - gain[step])
        predicted = a * state
        ones[step] = (1.0 - predicted) * inverse_sd[step]
        state = predicted + gain[step] * (1.0 - predicted)
    return DriftFilter(
        carry=carry,
        gain=gain,
        inverse_sd=inverse_sd,
        ones=ones,
        ones_square=np.cumsum(ones * ones, axis=0),
        log_det=np.cumsum(np.log(inverse_sd), axis=0),
    )
