"""The retrospective rule `l2_ar1_v1`: the best single split, confirmed against autocorrelated noise."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from rolloutdiff.settings import L2Ar1Settings
from rolloutdiff.stats.ar1 import ar1_noise, scaled_gain, white_noise_variance
from rolloutdiff.stats.baseline import ROUNDING
from rolloutdiff.stats.null import ar1_table, table_cell, table_length, white_table
from rolloutdiff.stats.panel import Booleans, Floats, Integers, SeriesPanel, ordered_sum
from rolloutdiff.stats.shift import Shift
from rolloutdiff.stats.split import best_split, near_best
from rolloutdiff.stats.winsor import winsorised

L2_AR1 = "l2_ar1_v1"

# -2 log(1 - sqrt(0.95)): 95 % point of the likelihood ratio of a split (Eo and Morley, Quantitative
# Economics 6, 2015). The chi-squared point, 3.84, would cover too rarely: a split is no regular parameter.
ONSET_SLACK = 7.3524
# Series computed at a time; it bounds memory and changes no result.
BATCH = 1024


@dataclass(frozen=True, kw_only=True, eq=False)
class _Fit:
    """Results for series with equally many scorable steps; columns of their scorable steps."""

    onset: Integers
    low: Integers
    high: Integers
    before_mean: Floats
    after_mean: Floats
    statistic: Floats
    threshold: Floats
    p_value: Floats
    phi: Floats
    latent_share: Floats


def find_shifts(panel: SeriesPanel, settings: L2Ar1Settings) -> Shift:
    """Splits every series of a run once, where two means fit it best, and says whether to believe it.

    The split is the one with at least `min_segment` scorable steps on each side that minimises the squared
    error around two means (`best_split`). Its statistic is the gain in squared error over the long-run
    variance of the noise, latent AR(1) plus the known observation noise s^2 of the steps (the mean of their
    squared standard errors), estimated around the two means (`ar1_noise`):

        T = (n_1 n_2 / n) (after - before)^2 / (s^2 + latent (1 + phi) / (1 - phi)).

    The p-value is the rank of T among `draws` series without a change, which were simulated with noise
    like the one estimated and treated alike (`ar1_table`); in one table it never rises with T. With
    `confirm` off, T is relative to the plain residual variance and its p-value to independent noise
    (`white_table`). With `winsorise`, spikes are clipped first (`winsorised`); the tables stay those of
    unclipped noise, in which clipping changes little.

    The onset's set spans the splits whose gain is within 7.35 long-run variances of the best. It is a
    nominal 95 % set for one abrupt step in noise of this class, and says nothing about ramps.

    What the rule cannot do:

    - One step is all that is fitted. Two opposite changes may leave nothing to find, and the onset of a
      ramp lies near its middle.
    - What a ramp or a passing change leaves around two means looks like slow noise. Such a change may stay
      unconfirmed however large it is.
    - Slow noise half hidden under white noise is underestimated: of stationary series of 80 steps with
      phi 0.9 and equal parts about 4 % are found, and 7 % when their standard errors are given as 0.
    - Noise whose variance changes is treated as if it did not, and the p-value assumes normal noise.
    - Spikes, unless clipped, hide a change or move its onset; near an end, a spike of several steps
      may pass for one.
    - Steps without a value are skipped, so that their neighbours count as adjacent.
    - No p-value is below 1 / (draws + 1), and the line itself is an order statistic of the draws: with
      999 of them the true rate at a nominal 0.25 % may be half or twice as large.

    Each series is computed by itself, in a fixed order of operations: its result does not depend, to the
    bit, on the other series of the panel.

    Args:
        panel: All series of one run.
        settings: Settings of the rule.

    Returns:
        One row per series, in the panel's order.
    """
    scorable = panel.scorable
    scored = scorable.sum(axis=1)
    constant = _constant(panel, scorable)
    reason = _reason(panel, scorable, constant, settings.min_segment)
    split = np.flatnonzero((scored >= 2 * settings.min_segment) & ~constant)
    series = len(scored)
    step = {name: np.full(series, -1, dtype=np.int64) for name in ("onset", "low", "high")}
    number = {field.name: np.full(series, np.nan) for field in fields(_Fit) if field.name not in step}
    for rows in _batches(split, scored):
        # Every chosen row has equally many true cells, so the row-major indices fold into a rectangle.
        columns = np.nonzero(scorable[rows])[1].reshape(len(rows), -1)
        fit = _fit(panel.mean[rows[:, None], columns], panel.se[rows[:, None], columns], settings)
        for name, steps in step.items():
            steps[rows] = panel.steps[columns[np.arange(len(rows)), getattr(fit, name)]]
        for name, numbers in number.items():
            numbers[rows] = getattr(fit, name)
    found = (number["statistic"] > number["threshold"]) & (reason == np.array(None))
    shape: NDArray[np.object_] = np.full(series, None, dtype=object)
    shape[found] = "step"
    return Shift(
        rule=L2_AR1,
        null="latent_ar1" if settings.confirm else "white_noise",
        winsorised=settings.winsorise,
        found=found,
        shape=shape,
        reason=reason,
        onset_step=step["onset"],
        onset_low=step["low"],
        onset_high=step["high"],
        **number,
    )


def _batches(rows: Integers, scored: Integers) -> list[Integers]:
    """Rows grouped by their number of scorable steps, a bounded number at a time."""
    groups = [rows[scored[rows] == count] for count in np.unique(scored[rows])]
    return [group[start : start + BATCH] for group in groups for start in range(0, len(group), BATCH)]


def _fit(mean: Floats, se: Floats, settings: L2Ar1Settings) -> _Fit:
    """Splits and scores; `mean` and `se` are float64[S, n] without gaps."""
    # A power of two near the largest size: exact, and squares neither overflow nor vanish.
    exponent = np.frexp(np.maximum(np.abs(mean).max(axis=1), se.max(axis=1)))[1]
    values = np.ascontiguousarray(np.ldexp(mean, -exponent[:, None]).T)
    errors = np.ldexp(se, -exponent[:, None])
    count = len(values)
    observation = ordered_sum(errors * errors) / count
    if settings.winsorise:
        values = winsorised(values, np.sqrt(observation), settings.min_segment)
    split = best_split(values, settings.min_segment)
    length = table_length(count, settings.min_segment)
    if settings.confirm:
        noise = ar1_noise(split, observation)
        variance, phi, share = noise.long_run, noise.phi, noise.share
        table = ar1_table(length, settings.min_segment, settings.draws)
        cell = table_cell(noise, count)
    else:
        variance = white_noise_variance(split)
        phi = share = np.full(len(mean), np.nan)
        table = white_table(length, settings.min_segment, settings.draws)
        cell = np.zeros(len(mean), dtype=np.int64)
    statistic = scaled_gain(split, variance)
    low, high = near_best(split, ONSET_SLACK * variance)
    return _Fit(
        onset=split.position,
        low=low,
        high=high,
        before_mean=np.ldexp(split.before, exponent),
        after_mean=np.ldexp(split.after, exponent),
        statistic=statistic,
        threshold=table.threshold(settings.alpha, cell),
        p_value=table.p_value(statistic, cell),
        phi=phi,
        latent_share=share,
    )


def _constant(panel: SeriesPanel, scorable: Booleans) -> Booleans:
    """Series whose scorable step means are equal, up to rounding."""
    low = np.where(scorable, panel.mean, np.inf).min(axis=1, initial=np.inf)
    high = np.where(scorable, panel.mean, -np.inf).max(axis=1, initial=-np.inf)
    result: Booleans = high - low <= ROUNDING * np.maximum(np.abs(low), np.abs(high))
    return result


def _reason(
    panel: SeriesPanel, scorable: Booleans, constant: Booleans, min_segment: int
) -> NDArray[np.object_]:
    """Why a series cannot be judged, None where it can; the strongest reason is written last."""
    needed = 2 * min_segment
    scored = scorable.sum(axis=1)
    single = scored + (panel.prompts == 1).sum(axis=1)
    positive = (scorable & (panel.positives > 0)).sum(axis=1)
    reason: NDArray[np.object_] = np.full(len(scored), None, dtype=object)
    reason[constant] = "constant"
    reason[panel.binary & (positive < min_segment)] = "sparse"
    reason[scored < needed] = "short_run"
    reason[(scored < needed) & (single >= needed)] = "single_unit"
    return reason
