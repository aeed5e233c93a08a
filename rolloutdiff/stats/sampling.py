"""Sampling variance of step means: what a baseline and the whole run say about it."""

from __future__ import annotations

import numpy as np

from rolloutdiff.stats.panel import LARGEST_VALUE, Booleans, Floats, SeriesPanel, ordered_sum

# Design effect assumed where a run holds nothing to estimate it from.
DEFAULT_DEFF = 1.2
# Degrees of freedom with which the run's pooled design effect speaks beside a feature's own: in real runs
# true effects spread by about 0.2 around 1.2, as much as an estimate with this many.
POOLED_FREEDOM = 70.0
# The same for one prompt per step, where effects differ as much as prompts do.
POOLED_SINGLE = 4.0
# The same for the variance of sizes, whose own estimate is the better one.
SIZE_FREEDOM = 10.0
# Positive completions of a baseline from which on a feature tells its design effect.
FEWEST_POSITIVES = 20.0
# Noise assumed for a size without any variation, as a share of max(|level|, 1).
CONSTANT_SHARE = 0.01
ROUNDING = 1e-7


def baseline_mean(values: Floats, chosen: Booleans) -> Floats:
    """Mean of the chosen cells of each row; 0 where there is none."""
    total = ordered_sum(np.where(chosen, values, 0.0))
    result: Floats = total / np.maximum(chosen.sum(axis=1), 1)
    return result


def square_error(
    panel: SeriesPanel, with_se: Booleans, mean: Floats, n: Floats, single: bool, baseline: Booleans
) -> Floats:
    """float64[S]: variance per completion of the baseline's step means, in the unit of the series."""
    if single:
        centre = baseline_mean(mean, baseline)
        deviation = np.where(baseline, n * (mean - centre[:, None]) ** 2, 0.0)
        result: Floats = ordered_sum(deviation) / np.maximum(baseline.sum(axis=1) - 1, 1)
        return result
    se = np.where(with_se, panel.se, 0.0)
    return baseline_mean(n * se * se, with_se)


def design_effect(
    panel: SeriesPanel,
    baseline: Booleans,
    with_se: Booleans,
    mean: Floats,
    n: Floats,
    y: Floats,
    single: bool,
    from_rows: Booleans,
) -> tuple[float, Floats]:
    """The pooled design effect, and float64[S] that of every binary series."""
    binary = panel.binary
    share = np.clip(mean, 0.0, 1.0)
    if single:
        # Between steps: 4 n times the variance of y is the design effect, prompts included.
        centre = baseline_mean(y, baseline)
        own = ordered_sum(np.where(baseline, 4.0 * n * (y - centre[:, None]) ** 2, 0.0))
        freedom = np.maximum(baseline.sum(axis=1) - 1, 1).astype(np.float64)
        own = own / freedom
    else:
        se = np.where(with_se, panel.se, 0.0)
        expected = ordered_sum(np.where(with_se, share * (1.0 - share), 0.0))
        own = ordered_sum(n * se * se) / np.where(expected > 0, expected, 1.0)
        clusters = ordered_sum(np.where(with_se, panel.prompts - 1.0, 0.0))
        freedom = np.where(expected > 0, clusters, 0.0)
    positive = ordered_sum(np.where(baseline, n * share * (1.0 - share), 0.0))
    usable = binary & (positive >= FEWEST_POSITIVES) & (freedom > 0)
    told = usable & from_rows
    pooled = float(np.median(own[told])) if told.any() else DEFAULT_DEFF
    pooled = max(pooled, 1.0)
    if single:
        # A feature's own prompts decide; too few of them to be told from the pool are drawn to it.
        weight = np.where(usable, freedom, 0.0)
        drawn = (POOLED_SINGLE * pooled + weight * own) / (POOLED_SINGLE + weight)
        return pooled, np.maximum(drawn, 1.0)
    weight = np.minimum(freedom, positive)
    return pooled, (POOLED_FREEDOM * pooled + weight * own) / (POOLED_FREEDOM + weight)


def size_variance(
    panel: SeriesPanel,
    baseline: Booleans,
    with_se: Booleans,
    square: Floats,
    n: Floats,
    centre: Floats,
    from_rows: Booleans,
) -> Floats:
    """float64[S]: variance per completion of sizes, in their own unit."""
    within_sd = np.where(baseline & (panel.within_sd <= LARGEST_VALUE), panel.within_sd, 0.0)
    inside = baseline_mean(within_sd * within_sd, baseline)
    clusters = ordered_sum(np.where(with_se, panel.prompts - 1.0, 0.0))
    known = from_rows & ~panel.binary & (inside > 0) & (square > 0)
    ratio = float(np.median(square[known] / inside[known])) if known.any() else 1.0
    prior = np.where(inside > 0, ratio * inside, square)
    variance = (SIZE_FREEDOM * prior + clusters * square) / (SIZE_FREEDOM + clusters)
    reference = baseline_mean(n, baseline)
    tiny = variance <= (ROUNDING * np.abs(centre)) ** 2 * reference
    assumed = (CONSTANT_SHARE * np.maximum(np.abs(centre), 1.0)) ** 2 * reference
    return np.where(tiny | (variance <= 0), assumed, variance)
