"""Marks that charts share: labels, ends of axes, the box over the baseline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rolloutdiff.report.charts import Axis
from rolloutdiff.report.grid import Grid, number
from rolloutdiff.report.numbers import ValueFormat, decimals_for


@dataclass(frozen=True, kw_only=True)
class Label:
    """Text at a mark: x as a percentage with a shift in pixels, y in pixels."""

    text: str
    x: str = "0%"
    dx: int = 0
    y: str
    anchor: str = "start"


def value_ticks(axis: Axis, fmt: ValueFormat, height: int) -> list[Label]:
    """Both ends of the axis and its middle."""
    values = [axis.low, (axis.low + axis.high) / 2, axis.high]
    if not fmt.is_share:
        # As many decimals as set the three apart, and no more.
        fmt = ValueFormat(unit=fmt.unit, decimals=exact_decimals(values))
    places = (height - 2.0, height / 2 + 4, 9.0)
    return [Label(text=fmt.value(v), y=number(y)) for v, y in zip(values, places, strict=True)]


def exact_decimals(values: Sequence[float]) -> int:
    """The fewest decimals that print round numbers as they are."""

    def exact(decimals: int) -> bool:
        return all(abs(round(v, decimals) - v) < 1e-9 * max(abs(v), 1.0) for v in values)

    return next((decimals for decimals in range(5) if exact(decimals)), decimals_for(values))


def set_box(grid: Grid, steps: tuple[int, int]) -> tuple[float, float]:
    """Left edge and width of the bar over these steps, both included."""
    left, right = grid.x(steps[0]) - 0.5, grid.x(steps[1]) + 0.5
    return left, right - left


def baseline_box(steps: Sequence[int], grid: Grid) -> tuple[str, str] | None:
    """Left edge and width over these steps; None without any."""
    if not steps:
        return None
    left, right = grid.x(steps[0]) - 0.5, grid.x(steps[-1]) + 0.5
    return number(left), number(right - left)
