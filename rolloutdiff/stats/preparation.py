"""Preparation for looking back: noisier series are scaled down, and spikes taken out."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rolloutdiff.stats.panel import Booleans, Floats

WINDOW = 9
# A value farther from the running median than this many standard deviations is a spike.
LINE = 3.0
# Median absolute deviation to standard deviation of normal noise.
NORMAL = 1.4826
# Noise is judged over stretches of this many steps.
STRETCH = 20
# A stretch whose steps differ by more than sampling predicts times this is scaled down to it.
SLACK = 1.2

# Compare-and-swap pairs that sort three columns of three, then three rows of three, then their diagonal,
# which leaves the median of nine in place 4 (Knuth, The Art of Computer Programming 3, section 5.3.4).
_NETWORK = (
    *((1, 2), (4, 5), (7, 8), (0, 1), (3, 4), (6, 7), (1, 2), (4, 5), (7, 8)),
    *((0, 3), (5, 8), (4, 7), (3, 6), (1, 4), (2, 5), (4, 7), (4, 2), (6, 4), (4, 2)),
)


def prepare(x: Floats) -> tuple[Floats, Floats]:
    """Scales noisy stretches down, then removes spikes.

    Args:
        x: float64[S, n], without missing values, sampling standard deviation 1.

    Returns:
        The series to scan, and float64[S, n], how far the spikes that were taken out stood from their
        neighbours, in standard deviations of the noise; 0 at other steps.
    """
    scaled = x / excess_noise(x)
    cleaned, _ = remove_spikes(scaled)
    return cleaned, scaled - cleaned


def excess_noise(x: Floats) -> Floats:
    """By how much a series is noisier from step to step than sampling predicts, stretch by stretch.

    The median absolute difference of neighbours, as a standard deviation, over `SLACK`; at least 1. A change
    of level is in one difference, slow drift little in each.

    Args:
        x: float64[S, n], without missing values, sampling standard deviation 1.

    Returns:
        float64[S, n].
    """
    count = x.shape[1]
    result = np.ones(x.shape)
    step = np.abs(np.diff(x, axis=1)) * (NORMAL / np.sqrt(2.0) / SLACK)
    edges = [*range(0, count - STRETCH, STRETCH), count]
    for first, last in pairwise(edges):
        spread = np.median(step[:, first : max(last - 1, first + 1)], axis=1, keepdims=True)
        result[:, first:last] = np.maximum(1.0, spread)
    return result


def remove_spikes(x: Floats) -> tuple[Floats, Booleans]:
    """Puts the median of its neighbours in place of a value far from it (Hampel's filter).

    Each value is compared with the median of the nine around it; near the ends with the first or last nine.
    What lasts five steps or more is no spike.

    Args:
        x: float64[S, n], without missing values, noise of standard deviation 1.

    Returns:
        The series without spikes, and bool[S, n], where they were. Series shorter than the window stay as
        they are.
    """
    count = x.shape[1]
    if count < WINDOW:
        return x, np.zeros(x.shape, dtype=np.bool_)
    last = count - WINDOW
    first = np.clip(np.arange(count) - WINDOW // 2, 0, last)
    middle = _median([x[:, i : i + last + 1] for i in range(WINDOW)])[:, first]
    spike: NDArray[np.bool_] = np.abs(x - middle) > LINE
    return np.where(spike, middle, x), spike


def _median(values: list[Floats]) -> Floats:
    """Median of nine arrays, cell by cell."""
    v = list(values)
    for a, b in _NETWORK:
        v[a], v[b] = np.minimum(v[a], v[b]), np.maximum(v[a], v[b])
    return v[4]
