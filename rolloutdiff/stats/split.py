"""The best single split of a series into two levels, and what is left around them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rolloutdiff.stats.panel import Booleans, Floats, Integers

# Splits whose gains differ by less than this share differ by rounding only.
TIE = 1e-12


@dataclass(frozen=True, kw_only=True, eq=False)
class Split:
    """Best splits of S series of n values each; matrices are step by series.

    Attributes:
        position: int64[S], number of values before the split.
        before: float64[S], mean of the values before it.
        after: float64[S], mean of the others.
        gain: float64[S], by how much two means instead of one lower the sum of squares.
        gains: float64[n, S], the same for every split; row k stands for k values before it. -inf where a
            segment would be too short.
        residual: float64[n, S], values minus the mean of their segment.
    """

    position: Integers
    before: Floats
    after: Floats
    gain: Floats
    gains: Floats
    residual: Floats


def best_split(values: Floats, min_segment: int) -> Split:
    """Finds the split that minimises the squared error around two means, by trying all of them.

    With C_k the sum of the first k values of a centred series, two means lower the sum of squares by
    n C_k^2 / (k (n - k)); the largest gain is the smallest squared error and the largest F. Of equal
    splits the earliest is taken.

    Args:
        values: float64[n, S], one series per column, n >= 2 `min_segment`; squares must stay finite.
        min_segment: Fewest values on each side, at least 1.

    Returns:
        One split per series. Each column is computed by itself, to the bit.
    """
    count, series = values.shape
    origin = values[0]
    total = np.cumsum(values - origin, axis=0)
    level = total[-1] / count
    gains = np.full((count, series), -np.inf)
    for k in range(min_segment, count - min_segment + 1):
        centred = total[k - 1] - k * level
        gains[k] = centred * centred * (count / (k * (count - k)))
    position = (gains >= gains.max(axis=0) * (1.0 - TIE)).argmax(axis=0)

    column = np.arange(series)
    left = total[position - 1, column]
    before, after = left / position, (total[-1] - left) / (count - position)
    first = np.arange(count)[:, None] < position
    return Split(
        position=position,
        before=origin + before,
        after=origin + after,
        gain=gains[position, column],
        gains=gains,
        residual=values - origin - np.where(first, before, after),
    )


def near_best(split: Split, slack: Floats) -> tuple[Integers, Integers]:
    """The earliest and the latest split whose gain is within `slack` of the best.

    Args:
        split: Best splits of S series.
        slack: float64[S], not negative.

    Returns:
        int64[S] twice: numbers of values before those splits.
    """
    near: Booleans = split.gains >= split.gain - slack
    first: Integers = near.argmax(axis=0)
    last: Integers = len(near) - 1 - near[::-1].argmax(axis=0)
    return first, last
