"""Onset of a change as a person means it: when the level under the noise had visibly moved."""

from __future__ import annotations

import numpy as np

from rolloutdiff.stats.onset_levels import Response
from rolloutdiff.stats.onset_posterior import Onset, OnsetPosterior, find_onset
from rolloutdiff.stats.onset_search import MIN_BEFORE
from rolloutdiff.stats.panel import Booleans, Floats, Integers

__all__ = ["Onset", "fit_onset"]

# Fewest steps with a value: a level before and one after.
MIN_STEPS = 2 * MIN_BEFORE
# Rounds in which spikes are taken out.
MAX_SPIKES = 4


def fit_onset(
    steps: Integers,
    values: Floats,
    units: Floats,
    *,
    binary: bool,
    dispersion: float,
    headline_change: float = 0.10,
    around: tuple[int, int] | None = None,
    direction: int = 0,
) -> Onset | None:
    """Finds when a series that is known to have changed did so.

    Every curve of a grid is fitted by quasi-likelihood (log-likelihood over dispersion; binomial for
    shares, normal else), see `candidate_curves`: a level, a change that is abrupt, sigmoid, linear,
    fast at first or fast at last, and any number of later levels, each at a price. The onset of each
    curve, weighted by the curve's posterior, is the posterior of the onset. The curve's levels count with
    their own uncertainty.

    An excursion of up to three steps does not last and is no onset: such spikes before the change are
    taken out and the rest is fitted again. Only where nothing lasts is the spike itself reported.

    Labels, from the best curve that has the reported onset; w is the number of steps from 10 % to 90 % of
    the change:

    - `spike`: back below half of its height within three steps.
    - `pulse`: later back within a quarter of its height of the old level, for four steps or until the end.
    - `drift`: w is more than half of the steps.
    - `ramp`: w is more than three steps, and curves with three or fewer have a probability below 10 %.
    - `step`: all others.

    Of several changes the first is reported whose level is at least a third of the series' largest
    deviation. For a later one give its neighbourhood: the level before is then the one at its start.

    Args:
        steps: int64[n], logged steps, increasing.
        values: float64[n], shares (binary), or values on the scale of the rule; NaN where there is none.
        units: float64[n], completions (binary), or white variance of each value; steps without a
            positive one are skipped.
        binary: Whether values are shares.
        dispersion: Variance of a value over n / (p (1 - p)) (the design effect), or over its white variance.
        headline_change: Change of a share that is the onset of a change as large.
        around: First and last step to look at, else the whole series: from the end of the change before
            to the start of the next.
        direction: 1 or -1 to count rises or falls only, else 0.

    Returns:
        The onset; None with fewer than 8 steps, or if the series does not move at all in that direction.
    """
    kept: Booleans = np.isfinite(values) & np.isfinite(units) & (units > 0)
    if around is not None:
        kept &= (steps >= around[0]) & (steps <= around[1])
    level, scale = (0.0, 1.0) if binary or not kept.any() else _standard(values[kept], units[kept])
    headline = headline_change if binary else np.inf
    with_spikes: tuple[OnsetPosterior, Integers] | None = None
    result: tuple[OnsetPosterior, Integers] | None = None
    for _ in range(MAX_SPIKES + 1):
        rows = np.flatnonzero(kept)
        if len(rows) < MIN_STEPS:
            break
        response = Response(
            value=(values[rows] - level) / scale,
            weight=units[rows] if binary else scale * scale / units[rows],
            binary=binary,
        )
        found = find_onset(response, steps[rows], dispersion, headline, direction)
        if with_spikes is not None and found.evidence <= 0:
            # Without its spikes the series is level: they are all there is.
            result = with_spikes
            break
        result = found, rows
        spike = found.spikes()
        if not spike.any():
            break
        with_spikes = with_spikes or result
        kept[rows[spike]] = False
    if result is None or not result[0].moves:
        return None
    return result[0].onset(steps[result[1]], level, scale)


def _standard(values: Floats, variances: Floats) -> tuple[float, float]:
    """Level and size of values, so that nothing depends on their unit."""
    weight = 1.0 / variances
    level = float(values @ weight / weight.sum())
    return level, float(np.sqrt((values - level) ** 2 @ weight / weight.sum())) or 1.0
