"""What the best split's statistic does in series without a change: tables of draws, shared by all series."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rolloutdiff.stats.ar1 import Ar1Noise, ar1_noise, scaled_gain, white_noise_variance
from rolloutdiff.stats.panel import Floats, Integers
from rolloutdiff.stats.split import best_split

# All tables are made of the same normal draws (common random numbers), from this key of a Philox generator.
SEED = 1
PHIS = (0.0, 0.2, 0.35, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
SHARES = (0.1, 0.2, 0.35, 0.5, 0.75, 1.0)
# Leading binary digits of a length that are kept: lengths up to 64 have a table each, longer ones share it.
LENGTH_BITS = 6
# Standard errors by which a table is read above the estimates.
PHI_MARGIN, SHARE_MARGIN = 1.0, 0.5
# A latent share below this says nothing about phi.
SMALLEST_SHARE = 0.05


@dataclass(frozen=True, kw_only=True, eq=False)
class NullTable:
    """Draws of the statistic under each noise of a grid.

    Attributes:
        draws: float64[C, D], statistics of D series without a change, ascending; row by row one cell of
            the grid. Both for phi and for the latent share a cell is nowhere below the one before it.
    """

    draws: Floats

    def p_value(self, statistic: Floats, cell: Integers) -> Floats:
        """float64[S]: (1 + draws at or above the statistic) / (1 + draws), from the cell of each series."""
        p: Floats = np.full(len(statistic), np.nan)
        size = self.draws.shape[1]
        for one in np.unique(cell):
            rows = np.flatnonzero(cell == one)
            below = np.searchsorted(self.draws[one], statistic[rows], side="left")
            p[rows] = (1 + size - below) / (1 + size)
        return p

    def threshold(self, alpha: float, cell: Integers) -> Floats:
        """float64[S]: the line above which, strictly, the p-value is at most `alpha`."""
        size = self.draws.shape[1]
        # The product of a decimal share and a round number may fall short of an integer by rounding.
        most_above = math.floor(alpha * (1 + size) + 1e-9) - 1
        line: Floats = self.draws[cell, size - 1 - most_above]
        return line


def table_length(count: int, min_segment: int) -> int:
    """The length whose table serves series of `count` scorable steps: 3 % shorter at most."""
    coarse = max(0, count.bit_length() - LENGTH_BITS)
    return max(count >> coarse << coarse, 2 * min_segment)


@lru_cache(maxsize=64)
def ar1_table(count: int, min_segment: int, draws: int) -> NullTable:
    """The null table of the confirmed rule.

    Every draw is a series of `count` steps with variance 1: sqrt(w) u + sqrt(1 - w) e, u a stationary AR(1)
    and e white noise, for each phi and each latent share w of the grid. It is split and scaled exactly as a
    real series is, with 1 - w as its known observation variance, so that what the estimates lose is
    lost in the table too. Order statistics are made monotone in phi and w by running maxima.

    Args:
        count: Steps of a series, at least 4.
        min_segment: Fewest steps on each side of a split.
        draws: Number of draws.

    Returns:
        Cells in the order of `table_cell`.
    """
    innovation, white = _normals(count, draws, 0), _normals(count, draws, 1)
    cells = np.empty((len(PHIS), len(SHARES), draws))
    for row, latent in enumerate(_latent(innovation)):
        for column, share in enumerate(SHARES):
            split = best_split(math.sqrt(share) * latent + math.sqrt(1.0 - share) * white, min_segment)
            noise = ar1_noise(split, np.full(draws, 1.0 - share))
            cells[row, column] = np.sort(scaled_gain(split, noise.long_run))
    cells = np.maximum.accumulate(np.maximum.accumulate(cells, axis=0), axis=1)
    return NullTable(draws=cells.reshape(-1, draws))


@lru_cache(maxsize=64)
def white_table(count: int, min_segment: int, draws: int) -> NullTable:
    """The null table without confirmation: one cell, independent noise, residual variance as the scale."""
    split = best_split(_normals(count, draws, 1), min_segment)
    statistic = np.sort(scaled_gain(split, white_noise_variance(split)))
    return NullTable(draws=statistic[None, :])


def table_cell(noise: Ar1Noise, count: int) -> Integers:
    """The cell of `ar1_table` in which to read a series, one standard error above its estimates.

    The estimates err low together with a statistic that errs high. So phi is raised by
    sqrt((1 - phi^2) / n) / w, the large-sample standard error of an autocorrelation divided by the latent
    share it is seen through, the share by half of sqrt(2 / n) (1 - w), and both then to the grid.

    Args:
        noise: Estimates for S series.
        count: Steps of each series.

    Returns:
        int64[S].
    """
    share = np.minimum(noise.share + SHARE_MARGIN * math.sqrt(2.0 / count) * (1.0 - noise.share), 1.0)
    error = np.sqrt((1.0 - noise.phi * noise.phi) / count) / np.maximum(share, SMALLEST_SHARE)
    phi = np.minimum(noise.phi + PHI_MARGIN * error, PHIS[-1])
    row = np.searchsorted(PHIS, phi, side="left")
    column = np.searchsorted(SHARES, share, side="left")
    result: Integers = row * len(SHARES) + column
    return result


def _normals(count: int, draws: int, stream: int) -> Floats:
    """float64[count, draws]; a longer series begins with the shorter one."""
    generator = np.random.Generator(np.random.Philox(key=[SEED, stream]))
    return generator.standard_normal((count, draws))


def _latent(innovation: Floats) -> Iterator[Floats]:
    """Stationary AR(1) series with variance 1, one matrix per phi of the grid."""
    for phi in PHIS:
        series = innovation.copy()
        rest = math.sqrt(1.0 - phi * phi)
        for step in range(1, len(series)):
            series[step] = phi * series[step - 1] + rest * innovation[step]
        yield series
