"""What moves a series besides sampling: how much bounded drift a run's baseline allows for."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rolloutdiff.stats.panel import Floats, Integers
from rolloutdiff.stats.standard import ARCSINE, Standard

Grid = tuple[tuple[float, float], ...]

# Drift: an AR(1) with kappa times the sampling standard deviation and lag-1 autocorrelation rho.
NARROW: Grid = ((0.0, 0.0), (0.5, 0.6), (0.5, 0.9))
WIDE: Grid = (*NARROW, (1.0, 0.6), (1.0, 0.9))
WIDEST: Grid = (*WIDE, (2.0, 0.6), (2.0, 0.9))
# Largest drift variance, in units of the sampling variance, that each grid holds.
NARROW_LIMIT = 0.25
WIDE_LIMIT = 1.0
# Baseline steps see about this share of the variance of drift with rho 0.6, the rest goes into their mean.
VISIBLE = 0.8
# Prevalences outside this range are too far from normal to tell drift from sampling.
RARE = 0.02


@dataclass(frozen=True, kw_only=True)
class RunNoise:
    """Noise of a run, from the baselines of all of its series.

    Attributes:
        deff: Pooled design effect of binary features.
        kappa_squared: Variance of drift over sampling variance; below 0 when steps differ less than
            sampling predicts.
        kappa_squared_high: The same plus two standard errors.
        grid: Pairs (kappa, rho) that count as noise.
        single: Whether the steps hold one prompt each; drift is then not told from prompts.
    """

    deff: float
    kappa_squared: float
    kappa_squared_high: float
    grid: Grid
    single: bool


def estimate_noise(standard: Standard, expected: float = 1.0) -> RunNoise:
    """Chooses the drift that counts as noise, from baseline steps only.

    Each series of medium prevalence, and each size, has a baseline variance of x around its mean, 1 under
    sampling alone. The excess, pooled over series step by step, is drift; its error comes from the spread of
    the steps, since series of one step go together. Learnt from whole series instead, drift would take in
    the changes that are sought.

    Args:
        standard: All series of one run.
        expected: Variance of x around its baseline mean under sampling alone; 1 for independent steps.

    Returns:
        The noise. Independent of the order of the series.
    """
    rows = _usable(standard)
    if standard.single or not len(rows):
        return RunNoise(
            deff=standard.deff,
            kappa_squared=0.0,
            kappa_squared_high=NARROW_LIMIT,
            grid=NARROW,
            single=standard.single,
        )
    column = np.nonzero(standard.baseline[rows])[1].reshape(len(rows), -1)
    at = (rows[:, None], column)
    x, weight = standard.x[at], standard.weight[at]
    steps = column.shape[1]
    excess = weight * x * x * (steps / (steps - 1)) / expected - 1.0
    by_step = np.sort(excess, axis=0).sum(axis=0) / len(rows)
    estimate = float(by_step.mean()) / VISIBLE
    error = float(by_step.std(ddof=1)) / math.sqrt(steps) / VISIBLE
    high = estimate + 2.0 * error
    return RunNoise(
        deff=standard.deff,
        kappa_squared=estimate,
        kappa_squared_high=high,
        grid=NARROW if high <= NARROW_LIMIT else WIDE if high <= WIDE_LIMIT else WIDEST,
        single=False,
    )


def correlation(steps: Integers, rho: float) -> Floats:
    """float64[T, T]: rho to the distance of two steps, in units of the median distance of neighbours."""
    spacing = float(np.median(np.diff(steps))) if len(steps) > 1 else 1.0
    distance = np.abs(steps[:, None] - steps[None, :]) / spacing
    result: Floats = rho**distance if rho > 0 else np.eye(len(steps))
    return result


def _usable(standard: Standard) -> Integers:
    share = standard.baseline_mean
    medium = (standard.scale != ARCSINE) | ((share >= RARE) & (share <= 1.0 - RARE))
    varied = standard.baseline_sd > 0
    return np.flatnonzero(medium & varied & standard.pooled)
