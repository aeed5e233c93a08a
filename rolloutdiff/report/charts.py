"""Series to SVG path data: pure functions from numbers to text, no mark-up."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rolloutdiff.report.grid import Grid, number
from rolloutdiff.report.numbers import finite
from rolloutdiff.report.series import Series

_SHARE_TOPS = (0.02, 0.05, 0.10, 0.20, 0.30, 0.40, 0.60, 0.80, 1.0)
# Overview rows never magnify less than this: a share, and a part of the baseline for sizes.
_LEAST_SHARE_RANGE = 0.25
_LEAST_SIZE_RANGE = 0.25
_HEADROOM = 0.14


class Points(NamedTuple):
    """A series as it is drawn, one entry per drawn point of the grid.

    Attributes:
        mean: Mean of the steps of the point; None where none has a value.
        band: Largest two standard errors of its steps; None where none has one.
    """

    mean: list[float | None]
    band: list[float | None]


@dataclass(frozen=True)
class Axis:
    """A value axis from `low` at the bottom (y = 100) to `high` at the top (y = 0)."""

    low: float
    high: float

    def y(self, value: float) -> float:
        """Position of a value, kept within one height of the plot so that no path runs away."""
        return min(max(100 * (self.high - value) / (self.high - self.low), -100.0), 200.0)


def drawn(series: Series, grid: Grid) -> Points:
    """The points of a series on a grid; above 240 steps several steps share one."""
    at = {t: (m, s) for t, m, s in zip(series.step, series.mean, series.se, strict=True)}
    missing = (None, None)
    mean: list[float | None] = []
    band: list[float | None] = []
    for steps in grid.bins:
        means = finite(at.get(t, missing)[0] for t in steps)
        errors = finite(at.get(t, missing)[1] for t in steps)
        mean.append(sum(means) / len(means) if means else None)
        band.append(2 * max(errors) if errors and means else None)
    return Points(mean, band)


def line_path(points: Points, grid: Grid, axis: Axis) -> str:
    """Path of the means: one L or M per point, a new M after a gap; a point alone becomes a dot."""
    pieces = []
    for run in _runs(points.mean, grid):
        pieces.append("M" + "L".join(f"{x},{number(axis.y(v))}" for x, v in run))
        if len(run) == 1:
            pieces.append("h0")
    return "".join(pieces)


def band_path(points: Points, grid: Grid, axis: Axis) -> str:
    """Area of mean ± 2 se: one closed shape per stretch without a gap."""
    pairs = zip(points.mean, points.band, strict=True)
    upper = [None if m is None or b is None else m + b for m, b in pairs]
    pairs = zip(points.mean, points.band, strict=True)
    lower = [None if m is None or b is None else m - b for m, b in pairs]
    pieces = []
    for above, below in zip(_runs(upper, grid), _runs(lower, grid), strict=True):
        edge = [f"{x},{number(_inside(axis, v))}" for x, v in above]
        edge += [f"{x},{number(_inside(axis, v))}" for x, v in reversed(below)]
        pieces.append("M" + "L".join(edge) + "Z")
    return "".join(pieces)


def _inside(axis: Axis, value: float) -> float:
    return min(max(axis.y(value), 0.0), 100.0)


def _runs(values: Sequence[float | None], grid: Grid) -> list[list[tuple[str, float]]]:
    """Stretches of points without a gap, as (x, value)."""
    runs: list[list[tuple[str, float]]] = [[]]
    for i, (x, value) in enumerate(zip(grid.positions, values, strict=True)):
        if value is None or i in grid.breaks:
            runs.append([])
        if value is not None:
            runs[-1].append((number(x), value))
    return [run for run in runs if run]


def share_axis(points: Points, marks: Iterable[float] = ()) -> Axis:
    """From 0 to the next round share above the band; to 100 % when the mean passes 50 %."""
    means = finite(points.mean)
    if max(means, default=0.0) > 0.5:
        return Axis(0.0, 1.0)
    top = max([*_edges(points), *marks], default=0.0)
    return Axis(0.0, next((t for t in _SHARE_TOPS if t >= min(top, 1.0)), 1.0))


def size_axis(points: Points, marks: Iterable[float] = ()) -> Axis:
    """Round ends around the band; a band far wider than the means does not stretch it."""
    means = [*finite(points.mean), *marks]
    low, high = min(means, default=0.0), max(means, default=1.0)
    room = max(high - low, 1e-9 * max(abs(low), abs(high), 1.0))
    floor = max(low - room, 0.0) if low >= 0 else low - room
    edges = [min(max(e, floor), high + room) for e in _edges(points)]
    # Labels of onset and alert stand at the top.
    return _round_axis(min([low, *edges]), max([high + _HEADROOM * (high - low), *edges]))


def reward_axis(lines: Iterable[Points]) -> Axis:
    """From 0 to 1 when all means lie there, else round ends around them."""
    values = [v for points in lines for v in finite(points.mean)]
    if values and min(values) >= 0 and max(values) <= 1:
        return Axis(0.0, 1.0)
    return _round_axis(min(values, default=0.0), max(values, default=1.0))


def row_axis(points: Points, baseline: float | None, is_share: bool) -> Axis:
    """Axis of an overview row: its own range, but never less than 25 points or a quarter of the baseline."""
    means = finite(points.mean)
    low, high = min(means, default=0.0), max(means, default=1.0)
    least = _LEAST_SHARE_RANGE if is_share else _LEAST_SIZE_RANGE * abs(baseline or 0.0)
    spread = max(high - low, least, 1e-9 * max(abs(low), abs(high), 1.0))
    room = (spread - (high - low)) / 2 + 0.06 * spread
    low, high = low - room, high + room
    if is_share and low < -0.06 * spread:
        low, high = -0.06 * spread, high - low - 0.06 * spread
    return Axis(low, high)


def _edges(points: Points) -> list[float]:
    pairs = [(m, b) for m, b in zip(points.mean, points.band, strict=True) if m is not None]
    return [m + (b or 0.0) for m, b in pairs] + [m - (b or 0.0) for m, b in pairs]


def _round_axis(low: float, high: float) -> Axis:
    """Smallest axis with ends on multiples of 1, 2 or 5 times a power of ten, two to eight units long."""
    spread = max(high - low, 1e-9 * max(abs(low), abs(high), 1.0))
    unit = 10.0 ** math.floor(math.log10(spread))
    step = next(unit * f for f in (0.2, 0.5, 1, 2, 5) if spread / (unit * f) <= 6)
    bottom, top = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    top = max(top, bottom + 1)
    if (top - bottom) % 2:
        top += 1
    return Axis(round(bottom * step, 12), round(top * step, 12))
