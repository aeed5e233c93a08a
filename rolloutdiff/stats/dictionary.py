"""Shapes that a change can have: steps, bumps, ramps and sigmoids at every place of a series."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rolloutdiff.stats.panel import Floats, Integers

STEP, BUMP, RAMP, SIGMOID = 0, 1, 2, 3
KINDS = ("step", "bump", "ramp", "sigmoid")

# Fewest steps on either side of a change, so that three odd steps are no change.
EDGE = 5
BUMPS = (5, 7, 10, 14, 20, 28, 40)
RAMPS = (6, 10, 15, 20, 30, 40)
WIDTHS = (0.7, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)


@dataclass(frozen=True, kw_only=True, eq=False)
class Dictionary:
    """A atoms over n steps, each between 0 and 1.

    Attributes:
        shape: float64[A, n], rows.
        kind: int8[A], STEP, BUMP, RAMP or SIGMOID.
        start: int64[A], first step at which the atom reaches half of its height.
        length: float64[A], steps of a bump or ramp, width of a sigmoid, 0 for a step.
    """

    shape: Floats
    kind: NDArray[np.int8]
    start: Integers
    length: Floats


@lru_cache(maxsize=8)
def dictionary(count: int) -> Dictionary:
    """The atoms for series of `count` steps, at least 2 `EDGE`.

    Args:
        count: Number of steps n.

    Returns:
        Steps first, so that of shapes that fit equally well the plainest is taken.
    """
    t = np.arange(count, dtype=np.float64)
    shapes: list[Floats] = []
    labels: list[tuple[int, float]] = []

    def add(kind: int, length: float, shape: Floats) -> None:
        shapes.append(shape)
        labels.append((kind, length))

    for k in range(EDGE, count - EDGE + 1):
        add(STEP, 0.0, (t >= k).astype(np.float64))
    for length in BUMPS:
        for k in range(EDGE, count - EDGE - length + 1):
            add(BUMP, length, ((t >= k) & (t < k + length)).astype(np.float64))
    for length in RAMPS:
        # At least the last EDGE steps lie on the upper half.
        for k in range(2, count - EDGE - length // 2 + 1):
            add(RAMP, length, np.clip((t - k + 1.0) / length, 0.0, 1.0))
    for width in WIDTHS:
        for k in range(EDGE, count - EDGE + 1):
            add(SIGMOID, width, 1.0 / (1.0 + np.exp(-np.clip((t - k) / width, -60.0, 60.0))))
    shape = np.array(shapes)
    return Dictionary(
        shape=shape,
        kind=np.array([kind for kind, _ in labels], dtype=np.int8),
        start=(shape >= 0.5).argmax(axis=1).astype(np.int64),
        length=np.array([length for _, length in labels], dtype=np.float64),
    )
