"""What fitted curves do: from which level they start, how far they go, and when they get there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rolloutdiff.stats.panel import Booleans, Floats, Integers

# A level is reached when the curve stays there for this many steps, or until the series ends.
LASTING = 4
# The level before a change: mean of the fitted curve over at least 4 and at most this many steps.
BASELINE_STEPS = 15
# The first change counts as the change when it is at least this share of the largest deviation.
FIRST_CHANGE = 1 / 3
# Levels from which the curve goes on within so many steps, by more than this share of its largest
# deviation, are on the way: many short levels are how constant segments describe a slope.
ON_THE_WAY, STILL = 8, 0.1
# Levels are compared up to rounding.
ROUNDING = 1e-9


@dataclass(frozen=True, kw_only=True, eq=False)
class Way:
    """M curves over n steps, seen from the level they start at.

    Attributes:
        base: float64[M], level before the change.
        deviation: float64[M, n], curve minus `base`.
        size: float64[M], height of the change: of the first level that is at least a third as far away as
            the curve ever gets on that side, and from which it goes no further within eight steps.
        end: int64[M], number of steps up to the end of that level; n if other levels come before it.
        direction: 1 or -1 where only rises or falls count, else 0.
    """

    base: Floats
    deviation: Floats
    size: Floats
    end: Integers
    direction: int

    def reach(self, level: Floats, steps: int = LASTING) -> tuple[Integers, Integers]:
        """First step at which each curve is `level` or more away from its base, and stays there.

        Args:
            level: float64[M], positive.
            steps: How many steps it must stay; the end of the series cuts this short.

        Returns:
            int64[M], positions, n where a curve never gets there; int64[M], 1 for a rise, -1 for a fall.
        """
        count = self.deviation.shape[1]
        position = np.full(len(level), count)
        side = np.ones(len(level), dtype=np.int64)
        for sign in (self.direction,) if self.direction else (1, -1):
            stays = lasting(sign * self.deviation >= level[:, None] * (1 - ROUNDING), steps)
            first = np.where(stays.any(axis=1), stays.argmax(axis=1), count)
            side[first < position] = sign
            position = np.minimum(position, first)
        return position, side

    def passage(self, side: Integers) -> tuple[Integers, Integers, Integers]:
        """First steps with 10, 50 and 90 % of the change, whether or not the curve stays there.

        Args:
            side: int64[M], 1 for a rise, -1 for a fall.

        Returns:
            Three int64[M], positions; 0 for a curve that does not move.
        """
        inside = np.arange(self.deviation.shape[1]) < self.end[:, None]
        share = np.where(inside, side[:, None] * self.deviation, np.inf)
        size = self.size[:, None] * (1 - ROUNDING)
        start, half, done = ((share >= part * size).argmax(axis=1) for part in (0.1, 0.5, 0.9))
        return start, half, done


def follow(curve: Floats, end: Integers, direction: int) -> Way:
    """Looks at curves from the level they start at.

    The base level is the mean of the curve over its first steps: 15 of them, or fewer, but at least 4,
    if the curve is half of its largest deviation away before.

    Args:
        curve: float64[M, n], n >= 4.
        end: int64[M], number of steps up to the end of the level after the first change.
        direction: 1 or -1 if only rises or falls count, else 0.

    Returns:
        The curves' ways.
    """
    rows, place = np.arange(len(curve)), np.arange(curve.shape[1])
    far = np.abs(curve - curve[:, :1])
    before = (far >= far.max(axis=1, keepdims=True) / 2).argmax(axis=1)
    before = np.clip(before, LASTING, min(BASELINE_STEPS, curve.shape[1]))
    base = np.cumsum(curve[:, :BASELINE_STEPS], axis=1)[rows, before - 1] / before
    deviation = curve - base[:, None]
    counted = deviation * _sides(deviation, end, direction)[:, None]
    largest = np.maximum(counted.max(axis=1), 0.0)
    ahead = counted.copy()
    for later in range(1, min(ON_THE_WAY, curve.shape[1])):
        np.maximum(ahead[:, :-later], counted[:, later:], out=ahead[:, :-later])
    enough, still = FIRST_CHANGE * largest, STILL * largest
    first = counted[rows, end - 1]
    arrival = (counted >= (first - still)[:, None]).argmax(axis=1)
    at_first: Booleans = (first >= enough) & (ahead[rows, arrival] <= first + still)
    later_levels: Booleans = (counted >= enough[:, None]) & (ahead <= counted + still[:, None])
    level = (later_levels & (place >= end[:, None])).argmax(axis=1)
    return Way(
        base=base,
        deviation=deviation,
        size=np.maximum(np.where(at_first, first, counted[rows, level]), 0.0),
        end=np.where(at_first, end, curve.shape[1]),
        direction=direction,
    )


def _sides(deviation: Floats, end: Integers, direction: int) -> Floats:
    """float64[M]: the wanted direction, else that of the first change that is large enough."""
    if direction:
        return np.full(len(deviation), float(direction))
    rows = np.arange(len(deviation))
    largest = deviation[rows, np.abs(deviation).argmax(axis=1)]
    first = deviation[rows, end - 1]
    return np.where(np.where(np.abs(first) >= FIRST_CHANGE * np.abs(largest), first, largest) < 0, -1.0, 1.0)


def lasting(hit: Booleans, steps: int = LASTING) -> Booleans:
    """bool[M, n]: steps from which `hit`, bool[M, n], is true for so many steps, or until the end."""
    result = hit.copy()
    for later in range(1, min(steps, hit.shape[1])):
        result[:, :-later] &= hit[:, later:]
    return result
