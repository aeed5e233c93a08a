"""Series on a common scale: the sampling noise of a step is 1, whatever the feature's unit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rolloutdiff.stats.panel import LARGEST_VALUE, Booleans, Floats, Integers, SeriesPanel, ordered_sum
from rolloutdiff.stats.sampling import ROUNDING, baseline_mean, design_effect, size_variance, square_error

# A size is put on the log scale when its step means lie this many standard errors above zero.
LOG_SCALE_Z = 5.0
# On the log scale values stop falling at this share of the baseline.
LOWEST_SHARE = 0.01

RAW, LOG, ARCSINE = 0, 1, 2


@dataclass(frozen=True, kw_only=True, eq=False)
class Standard:
    """S series over T logged steps on the scale y, and x = (y - level) / sd.

    y is asin(sqrt((k + 3/8) / (n + 3/4))) for binary features, k = mean * n of n completions (Anscombe,
    Biometrika 35, 1948, eq. 4), whose sampling variance is about deff / (4 n); log(mean) for sizes well above
    zero; the mean itself for others. Only the baseline, the first scored steps, is read for level and sd.

    Attributes:
        y: float64[S, T], NaN at steps without a value.
        x: float64[S, T], NaN at steps without a value.
        weight: float64[S, T], completions of the step over those of a mean baseline step; 0 without a value.
            The sampling variance of x is 1 / weight.
        scored: bool[S, T], steps with a value; none in rows that are too short.
        baseline: bool[S, T], the first scored steps.
        level: float64[S], weighted mean of y over the baseline.
        sd: float64[S], sampling standard deviation of y at weight 1, above 0.
        baseline_mean: float64[S], weighted mean over the baseline in the unit of the series.
        baseline_sd: float64[S], standard deviation (ddof 1) of its step means there.
        scale: int8[S], RAW, LOG or ARCSINE.
        reason: object[S], `short_run`, `constant` or `ceiling` where a series cannot be judged, else None.
        pooled: bool[S], whether the baseline is among those that the run's noise is taken from.
        single: bool, whether the steps hold one prompt each, so that sd comes from step to step.
        deff: float64, pooled design effect; the variance of a mean over that of independent completions.
    """

    y: Floats
    x: Floats
    weight: Floats
    scored: Booleans
    baseline: Booleans
    level: Floats
    sd: Floats
    baseline_mean: Floats
    baseline_sd: Floats
    scale: NDArray[np.int8]
    reason: NDArray[np.object_]
    pooled: Booleans
    single: bool
    deff: float

    def to_unit(self, rows: Integers, x: Floats) -> Floats:
        """Values of x in the unit of the series.

        Args:
            rows: int64[R], rows of the panel.
            x: float64[R], values on the common scale.

        Returns:
            float64[R].
        """
        y = self.level[rows] + self.sd[rows] * x
        share = np.sin(np.clip(y, 0.0, np.pi / 2)) ** 2
        with np.errstate(over="ignore"):
            size = np.exp(y)
        result: Floats = np.where(
            self.scale[rows] == ARCSINE, share, np.where(self.scale[rows] == LOG, size, y)
        )
        return result


def standardise(
    panel: SeriesPanel,
    baseline_steps: int,
    min_steps: int,
    known: Floats | None = None,
    early: Booleans | None = None,
) -> Standard:
    """Puts every series on the common scale; nothing after the baseline changes level, sd or scale.

    What is pooled over the run comes from series whose baseline is complete before any series can alert.

    The design effect of a binary feature is the sum over its baseline of n se^2 over that of p (1 - p), drawn
    towards the median of the run's features with `POOLED_FREEDOM` degrees of freedom, the more the rarer the
    feature. The variance of a size is the baseline's mean of n se^2, drawn in the same way towards its
    variance inside prompts times the run's median ratio of the two. Runs with one prompt per step have no
    standard errors: there the variance is that of the baseline's step means.

    Args:
        panel: Series of one run.
        baseline_steps: Scored steps of a baseline.
        min_steps: Fewest scored steps of a series.
        known: float64[S], variance per completion that is known otherwise, as a design effect for binary
            series and in their own unit for sizes; NaN where it is not.
        early: bool[S], series that were there from the start, which alone are pooled; None for all.

    Returns:
        The series, in the panel's order.
    """
    scored = (panel.prompts >= 1) & (np.abs(panel.mean) <= LARGEST_VALUE)
    short = scored.sum(axis=1) < min_steps
    baseline = scored & (np.cumsum(scored, axis=1) <= baseline_steps)
    pooled = baseline[:, : min_steps - 1].sum(axis=1) == baseline_steps
    if early is not None:
        pooled &= early
    with_se = baseline & (panel.prompts >= 2) & (np.abs(panel.se) <= LARGEST_VALUE)
    single = bool(2 * with_se[pooled].sum() < baseline[pooled].sum())

    n = np.where(scored, panel.samples, 0).astype(np.float64)
    reference = baseline_mean(n, baseline)
    weight = n / np.where(reference > 0, reference, 1.0)[:, None]
    mean = np.where(scored, panel.mean, 0.0)
    centre = baseline_mean(mean, baseline)
    square = square_error(panel, with_se, mean, n, single, baseline)

    scale = _scale(panel, baseline, mean, centre, square, reference)
    y = _transform(scale, mean, n, centre)
    deff, share = design_effect(panel, baseline, with_se, mean, n, y, single, pooled)
    own = np.where(panel.binary, share, size_variance(panel, baseline, with_se, square, n, centre, pooled))
    if known is not None:
        # What rounding leaves of a series that never varies is no variance.
        rounding = (ROUNDING * np.abs(centre)) ** 2 * reference
        own = np.where(known > np.maximum(rounding, ROUNDING**2), known, own)
    divisor = np.where(scale == ARCSINE, 4.0, np.where(scale == LOG, centre * centre, 1.0))
    variance = own / np.where(divisor > 0, divisor, 1.0)
    sd = np.sqrt(np.where(reference > 0, variance, 1.0) / np.where(reference > 0, reference, 1.0))
    level = ordered_sum(np.where(baseline, weight * y, 0.0)) / np.maximum(
        ordered_sum(np.where(baseline, weight, 0.0)), 1e-300
    )
    whole = baseline.sum(axis=1) == baseline_steps
    spread = np.where(baseline, mean - centre[:, None], 0.0)
    reason: NDArray[np.object_] = np.full(len(mean), None, dtype=object)
    reason[_constant(panel, scored, mean)] = "constant"
    reason[short] = "short_run"
    return Standard(
        y=np.where(scored, y, np.nan),
        x=np.where(scored, (y - level[:, None]) / sd[:, None], np.nan),
        weight=weight,
        scored=scored & ~short[:, None],
        baseline=baseline,
        level=level,
        sd=sd,
        baseline_mean=np.where(whole, centre, np.nan),
        baseline_sd=np.where(whole, np.sqrt(ordered_sum(spread**2) / (baseline_steps - 1)), np.nan),
        scale=scale,
        reason=reason,
        pooled=pooled,
        single=single,
        deff=deff,
    )


def _scale(
    panel: SeriesPanel,
    baseline: Booleans,
    mean: Floats,
    centre: Floats,
    square: Floats,
    reference: Floats,
) -> NDArray[np.int8]:
    lowest = np.where(baseline, mean, np.inf).min(axis=1, initial=np.inf)
    error = np.sqrt(square / np.where(reference > 0, reference, 1.0))
    far = np.isfinite(lowest) & (lowest > 0.0) & (centre >= LOG_SCALE_Z * error)
    result: NDArray[np.int8] = np.where(panel.binary, ARCSINE, np.where(far, LOG, RAW)).astype(np.int8)
    return result


def _transform(scale: NDArray[np.int8], mean: Floats, n: Floats, centre: Floats) -> Floats:
    y = mean.copy()
    binary = scale == ARCSINE
    count = n[binary]
    share = (np.clip(mean[binary], 0.0, 1.0) * count + 0.375) / (count + 0.75)
    y[binary] = np.arcsin(np.sqrt(share))
    log = scale == LOG
    y[log] = np.log(np.maximum(mean[log], LOWEST_SHARE * centre[log, None]))
    return y


def _constant(panel: SeriesPanel, scored: Booleans, mean: Floats) -> Booleans:
    """Sizes whose step means never differ, up to rounding."""
    low = np.where(scored, mean, np.inf).min(axis=1, initial=np.inf)
    high = np.where(scored, mean, -np.inf).max(axis=1, initial=-np.inf)
    result: Booleans = ~panel.binary & (high - low <= ROUNDING * np.maximum(np.abs(low), np.abs(high)))
    return result
