"""The frozen baseline of `frozen_z_v1`: level and between-step spread of the first scorable steps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rolloutdiff.stats.panel import LARGEST_VALUE, Booleans, Floats, Integers, SeriesPanel, ordered_sum

# A spread below this share of the level is what float rounding leaves of equal values.
ROUNDING = 1e-7
# Squares of spreads above this stay above zero in float64.
SMALLEST_SPREAD = 1e-100
# Spread assumed for a continuous series without any variation, as a share of max(|level|, 1).
CONSTANT_SHARE = 0.01


@dataclass(frozen=True, kw_only=True, eq=False)
class FrozenBaseline:
    """Baselines of S series; NaN where a series has too few scorable steps for one.

    Attributes:
        mean: float64[S], plain mean of the baseline's step means.
        sd: float64[S], floored standard deviation (ddof 1) of those means; always above zero.
        after: bool[S, T], scorable steps that come after the baseline.
    """

    mean: Floats
    sd: Floats
    after: Booleans


def freeze_baseline(panel: SeriesPanel, scorable: Booleans, steps: int) -> FrozenBaseline:
    """Level and spread of the first `steps` scorable steps; nothing after them is read.

    The spread is floored, so that no z is infinite. Binary: sqrt(q (1 - q) / u) with q = (x + 0.5) / (n + 1),
    x positives among the n completions of the baseline, u the mean number of prompts per baseline step.
    Continuous: standard deviation inside prompts, pooled over the baseline by its degrees of freedom
    (samples - prompts), over the square root of the mean completions per step; without any variation,
    1 % of max(|level|, 1).

    Args:
        panel: Series of one run.
        scorable: bool[S, T], steps that can be scored.
        steps: Number of scorable steps in a baseline, at least 2.

    Returns:
        One baseline per series.
    """
    rank = np.cumsum(scorable, axis=1, dtype=np.int64)
    inside = scorable & (rank <= steps)
    rows = np.flatnonzero(inside.sum(axis=1) == steps)
    # Every chosen row has exactly `steps` true cells, so the row-major indices fold into a rectangle.
    columns = np.nonzero(inside[rows])[1].reshape(len(rows), steps)
    at = (rows[:, None], columns)

    means = panel.mean[at]
    level, spread = _level_and_spread(means)
    prompts, samples = panel.prompts[at], panel.samples[at]
    floor = np.where(
        panel.binary[rows],
        _binary_floor(panel.positives[at], prompts, samples),
        _continuous_floor(panel.within_sd[at], prompts, samples),
    )
    sd = np.maximum(spread, floor)
    flat = (sd <= ROUNDING * np.abs(means).max(axis=1, initial=0.0)) | (sd < SMALLEST_SPREAD)
    sd = np.where(flat, CONSTANT_SHARE * np.maximum(np.abs(level), 1.0), sd)

    mean = np.full(len(panel.binary), np.nan)
    mean[rows] = level
    all_sd = np.full(len(panel.binary), np.nan)
    all_sd[rows] = sd
    return FrozenBaseline(mean=mean, sd=all_sd, after=scorable & (rank > steps))


def _level_and_spread(means: Floats) -> tuple[Floats, Floats]:
    """Mean and ddof-1 standard deviation of each row; exact for equal values, which are shifted to zero."""
    count = means.shape[1]
    first = means[:, 0]
    level = first + ordered_sum(means - first[:, None]) / count
    deviation = means - level[:, None]
    return level, np.sqrt(ordered_sum(deviation * deviation) / (count - 1))


def _binary_floor(positives: Integers, prompts: Integers, samples: Integers) -> Floats:
    share = (positives.sum(axis=1) + 0.5) / (samples.sum(axis=1) + 1.0)
    units = prompts.sum(axis=1) / prompts.shape[1]
    floor: Floats = np.sqrt(share * (1.0 - share) / units)
    return floor


def _continuous_floor(within_sd: Floats, prompts: Integers, samples: Integers) -> Floats:
    freedom = np.where(within_sd <= LARGEST_VALUE, samples - prompts, 0)
    variance = np.where(freedom > 0, within_sd, 0.0) ** 2
    pooled = ordered_sum(freedom * variance) / np.maximum(freedom.sum(axis=1), 1)
    floor: Floats = np.sqrt(pooled / (samples.sum(axis=1) / samples.shape[1]))
    return floor
