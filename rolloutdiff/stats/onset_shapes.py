"""Curves from 0 to 1 that a change may follow: a coarse grid of them, and finer ones around the best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rolloutdiff.stats.panel import Booleans, Floats, Integers

# Neighbouring widths of the coarse grid differ by this factor; every refinement takes the third root.
WIDTH_RATIO = 1.45
FINER = 3
# Neighbouring centres are a share of the width apart, but no closer than this many steps.
CLOSEST_CENTRES = 0.5
# In longer series the coarse grid leaves out the narrowest shapes; refinement reaches them.
COARSE_STEPS = 150
# A shape makes at least this share of its way inside the fitted steps; less is no change that shows.
SMALLEST_WAY = 0.25


def _sigmoid(u: Floats) -> Floats:
    result: Floats = 0.5 + 0.5 * np.tanh(0.5 * u)
    return result


def _ramp(u: Floats) -> Floats:
    return np.clip(u, 0.0, 1.0)


def _approach(u: Floats) -> Floats:
    result: Floats = -np.expm1(-np.maximum(u, 0.0))
    return result


def _growth(u: Floats) -> Floats:
    result: Floats = np.exp(np.minimum(u, 0.0))
    return result


@dataclass(frozen=True)
class _Family:
    """Shapes f((t - centre) / width); widths in steps, the largest as a share of the run."""

    function: Callable[[Floats], Floats]
    smallest: float
    largest_share: float
    centre_share: float


# One family each for a change without a preferred end, at constant speed, fast at first, fast at last.
FAMILIES = (
    _Family(_sigmoid, 0.4, 0.2, 0.4),
    _Family(_ramp, 2.0, 0.9, 0.1),
    _Family(_approach, 0.6, 0.33, 0.4),
    _Family(_growth, 0.6, 0.33, 0.4),
)


@dataclass(frozen=True, kw_only=True, eq=False)
class Shapes:
    """M shapes at n positions.

    Attributes:
        family: int64[M], index into `FAMILIES`.
        centre: float64[M], in steps from the first position.
        width: float64[M], in steps.
        log_prior: float64[M]: families are equally likely, in a family logarithms of widths and centres are
            uniform; each shape stands for its cell of the grid.
        value: float32[M, n]; single precision halves the cost of the search.
    """

    family: Integers
    centre: Floats
    width: Floats
    log_prior: Floats
    value: np.ndarray[tuple[int, ...], np.dtype[np.float32]]

    def normalised(self, rows: Integers, ends: Integers) -> Floats:
        """Shapes rescaled to run from 0 at the first step to 1 at the last before `ends`, and 1 from there.

        Args:
            rows: int64[K], shapes.
            ends: int64[K], number of leading steps each is for.

        Returns:
            float64[K, n].
        """
        way = self.value[rows].astype(np.float64)
        low, high = way[:, :1], way[np.arange(len(rows)), ends - 1][:, None]
        return np.clip((way - low) / np.maximum(high - low, 1e-9), 0.0, 1.0)

    def moves(self, ends: Integers) -> Booleans:
        """bool[M, E]: whether a shape makes enough of its way inside the first `ends` steps."""
        result: Booleans = self.value[:, ends - 1] - self.value[:, :1] >= SMALLEST_WAY
        return result


def coarse_shapes(position: Floats) -> Shapes:
    """The coarse grid over the positions of a series.

    Families, u = (t - centre) / width: sigmoid 1 / (1 + exp(-u)); ramp u clipped to [0, 1]; approach
    1 - exp(-u) for u > 0, else 0; growth exp(u) for u < 0, else 1.

    Args:
        position: float64[n], increasing from 0 with median distance 1.

    Returns:
        The grid; equal positions share one.
    """
    return _coarse(position.tobytes())


@lru_cache(maxsize=8)
def _coarse(position_bytes: bytes) -> Shapes:
    position = np.frombuffer(position_bytes, dtype=np.float64)
    span = position[-1]
    scale = max(1.0, len(position) / COARSE_STEPS)
    cells: list[tuple[int, float, float]] = []
    for index, family in enumerate(FAMILIES):
        for level in range(round(np.log(scale) / np.log(WIDTH_RATIO)), _widths(family, span)):
            spacing = max(scale * CLOSEST_CENTRES, family.centre_share * family.smallest * WIDTH_RATIO**level)
            cells += [(index, level, centre) for centre in np.arange(0.0, span, spacing)]
    table = np.array(cells)
    return _shapes(position, table[:, 0].astype(np.int64), table[:, 1], table[:, 2], scale, 0)


def finer_shapes(position: Floats, shapes: Shapes, rows: Integers, depth: int) -> Shapes:
    """Shapes around given ones, their distances divided by 3 for every level of depth.

    Args:
        position: float64[n], as for `coarse_shapes`.
        shapes: Shapes of depth - 1.
        rows: int64[K], the ones to refine.
        depth: 1 for neighbours of coarse shapes.

    Returns:
        Up to 49 shapes for each row, without repetitions.
    """
    scale = max(1.0, len(position) / COARSE_STEPS)
    smallest, share = (
        np.array([getattr(family, name) for family in FAMILIES])[shapes.family[rows]]
        for name in ("smallest", "centre_share")
    )
    parts = FINER**depth
    offsets = np.arange(-FINER, FINER + 1)
    level = np.rint(np.log(shapes.width[rows] / smallest) / np.log(WIDTH_RATIO) * parts)[:, None] + offsets
    level = np.maximum(level, 0.0)
    width = smallest[:, None] * WIDTH_RATIO ** (level / parts)
    spacing = np.maximum(scale * CLOSEST_CENTRES, share[:, None] * width) / parts
    place = np.rint(shapes.centre[rows, None] / spacing)[:, :, None] + offsets
    shape = place.shape
    keys = np.stack(
        [
            np.broadcast_to(x, shape).ravel()
            for x in (shapes.family[rows, None, None], level[:, :, None], place)
        ]
    )
    family, levels, places = np.unique(keys, axis=1)
    index = family.astype(np.int64)
    share, smallest = (
        np.array([getattr(f, k) for f in FAMILIES])[index] for k in ("centre_share", "smallest")
    )
    width = smallest * WIDTH_RATIO ** (levels / parts)
    spacing = np.maximum(scale * CLOSEST_CENTRES, share * width) / parts
    return _shapes(position, index, levels / parts, places * spacing, scale, depth)


def _widths(family: _Family, span: float) -> int:
    return 1 + max(
        0, round(float(np.log(family.largest_share * span / family.smallest) / np.log(WIDTH_RATIO)))
    )


def _shapes(
    position: Floats, family: Integers, level: Floats, centre: Floats, scale: float, depth: int
) -> Shapes:
    smallest, share = (
        np.array([getattr(f, k) for f in FAMILIES])[family] for k in ("smallest", "centre_share")
    )
    width = smallest * WIDTH_RATIO**level
    value = np.empty((len(family), len(position)), dtype=np.float32)
    for index, one in enumerate(FAMILIES):
        rows = family == index
        value[rows] = one.function((position - centre[rows, None]) / width[rows, None])
    span = position[-1]
    widths = np.array([_widths(one, span) for one in FAMILIES])[family]
    spacing = np.maximum(scale * CLOSEST_CENTRES, share * width)
    prior = np.log(spacing / span) - np.log(len(FAMILIES) * widths) - 2 * depth * np.log(FINER)
    return Shapes(family=family, centre=centre, width=width, log_prior=prior, value=value)


def search_gain(shapes: Shapes, ends: Integers, values: Floats, weights: Floats) -> Floats:
    """By how much each shape lowers a weighted sum of squares below that of one level.

    Args:
        shapes: M shapes at n positions.
        ends: int64[E], numbers of leading steps to fit.
        values: float64[n].
        weights: float64[n].

    Returns:
        float64[M, E]; -inf where the shape hardly moves inside those steps.
    """
    weight = weights[:, None] * (np.arange(len(values))[:, None] < ends)
    total = weight.sum(axis=0)
    centred = values[:, None] - (values @ weight) / total
    share = (weight / total).astype(np.float32)
    first = shapes.value @ share
    spread = (shapes.value * shapes.value) @ share - first * first
    moment = shapes.value @ (share * centred.astype(np.float32))
    usable: Booleans = shapes.moves(ends) & (spread > 1e-6)
    gain = np.full(first.shape, -np.inf)
    np.divide(moment * moment * total, spread, out=gain, where=usable)
    return gain
