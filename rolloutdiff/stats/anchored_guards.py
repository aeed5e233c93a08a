"""What a change must show beside its evidence: that it lasts, is no spike, and is no wider noise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rolloutdiff.stats.anchored_rule import SequentialRule
from rolloutdiff.stats.panel import Booleans, Floats, Integers

# Steps before a change whose spread is compared with it.
SPREAD_STEPS = 20
TINY = 1e-300


@dataclass(frozen=True, kw_only=True, eq=False)
class History:
    """The steps of R series up to now.

    Attributes:
        x: float64[N, R], as measured.
        clipped: float64[N, R], without spikes; read before the starts only.
        weight: float64[N, R].
        step: The present step; later rows are not read.
    """

    x: Floats
    clipped: Floats
    weight: Floats
    step: int


def lasting(history: History, start: Integers, change: Floats, rule: SequentialRule, window: int) -> Booleans:
    """Whether changes look like new levels.

    With n the steps from which on an excursion is no spike (`clip.steps`), s the larger of 1 and the
    standard deviation of the 20 steps before the change, and z the size of the change over the standard
    error of the difference of the means before and after:

    - each of the last n steps lies beyond the level before by `side_line` s;
    - without the n - 1 steps in a row that stand highest, the sum of the others over its standard error is
      above `rest_line` s: two or three high steps beside an ordinary one are a spike;
    - z is above `size_line` s: in noise that has become wider, large values are no change;
    - z is above `spread_line` times the standard deviation of the steps since the start: the same where the
      noise has only just become wider. Ramps are wide, too; they pass with z above `plain_size` s, or the
      sum of the other steps above `steady_rest` s.

    Args:
        history: Steps so far.
        start: int64[R], first steps of the changes, at least n - 1 steps ago and fewer than `window`.
        change: float64[R], estimated sizes; their sign is the side.
        rule: Lines.
        window: Steps that a change may have lasted.

    Returns:
        bool[R].
    """
    step, length = history.step, rule.clip.steps
    level, weight_before = _level_before(history, start)
    spread = np.maximum(_spread_before(history, start), 1.0)

    first = max(step - window + 1, 0)
    since = np.arange(first, step + 1)[:, None] >= start
    weight = np.where(since, history.weight[first : step + 1], 0.0)
    height = np.where(since, np.sign(change) * (history.x[first : step + 1] - level), 0.0)
    weight_since = summed(weight)
    z = np.abs(change) * np.sqrt(weight_before * weight_since / (weight_before + weight_since))

    one_side = height[-length:].min(axis=0) > rule.side_line * spread
    rest = _rest(height * weight, weight, length - 1)
    mean = summed(weight * height) / weight_since
    square = summed(weight * np.where(since, height - mean, 0.0) ** 2)
    own_spread = np.sqrt(square / (since.sum(axis=0) - 1))
    steady = (z > rule.spread_line * own_spread) | (z > rule.plain_size * spread)
    steady |= rest > rule.steady_rest * spread
    result: Booleans = one_side & steady & (rest > rule.rest_line * spread) & (z > rule.size_line * spread)
    return result


def summed(values: Floats) -> Floats:
    """float64[R]: sums along the first axis, from first to last, so that no series depends on the others."""
    total: Floats = values[0].copy()
    for row in values[1:]:
        total += row
    return total


def _level_before(history: History, start: Integers) -> tuple[Floats, Floats]:
    """Weighted mean of the steps before each start, and the sum of their weights."""
    before = np.arange(history.step)[:, None] < start
    weight = np.where(before, history.weight[: history.step], 0.0)
    total = summed(weight)
    return summed(weight * history.clipped[: history.step]) / total, total


def _spread_before(history: History, start: Integers) -> Floats:
    """Standard deviation, at weight 1, of the last steps before each start."""
    place = start - np.arange(SPREAD_STEPS, 0, -1)[:, None]
    column = np.arange(len(start))
    inside = place >= 0
    weight = np.where(inside, history.weight[place, column], 0.0)
    value = np.where(inside, history.clipped[place, column], 0.0)
    mean = summed(weight * value) / summed(weight)
    square = summed(weight * (value - mean) ** 2)
    result: Floats = np.sqrt(square / (inside.sum(axis=0) - 1))
    return result


def _rest(parts: Floats, weight: Floats, width: int) -> Floats:
    """Standardised sum of the steps of a change without the `width` in a row that add most to it."""
    windows = len(parts) - width + 1
    high = summed(np.stack([parts[i : i + windows] for i in range(width)]))
    best = high.argmax(axis=0)
    column = np.arange(parts.shape[1])
    taken = summed(np.stack([weight[best + i, column] for i in range(width)]))
    left = np.maximum(summed(weight) - taken, TINY)
    result: Floats = (summed(parts) - high[best, column]) / np.sqrt(left)
    return result
