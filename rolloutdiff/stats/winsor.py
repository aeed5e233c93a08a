"""Clipping of spikes before a split is sought."""

from __future__ import annotations

import numpy as np

from rolloutdiff.stats.panel import Floats

LIMIT = 3.0
# The standard deviation of a normal distribution in units of its median absolute deviation.
MAD_TO_SD = 1.4826


def winsorised(values: Floats, least_sd: Floats, min_segment: int) -> Floats:
    """Clips each value to the running median plus or minus three robust standard deviations.

    Median and median absolute deviation (MAD) are those of a window of 2 `min_segment` - 1 steps around a
    value; near the ends, of the first or last such window. What lasts fewer steps than a segment is a
    minority of its window and loses its height; a level that lasts keeps its place and size, for
    each value of it is on the side of the majority. A robust standard deviation is 1.4826 MAD, at least
    `least_sd`: where most steps of a window agree, as in rare features, the observation noise still counts.

    Args:
        values: float64[n, S], one series per column, n >= 2 `min_segment`.
        least_sd: float64[S], smallest standard deviation.
        min_segment: Steps from which on a level counts as lasting.

    Returns:
        float64[n, S].
    """
    count, width = len(values), 2 * min_segment - 1
    result = np.empty_like(values)
    for step in range(count):
        start = min(max(step - width // 2, 0), count - width)
        window = values[start : start + width]
        middle = np.sort(window, axis=0)[width // 2]
        mad = np.sort(np.abs(window - middle), axis=0)[width // 2]
        reach = LIMIT * np.maximum(MAD_TO_SD * mad, least_sd)
        result[step] = np.clip(values[step], middle - reach, middle + reach)
    return result
