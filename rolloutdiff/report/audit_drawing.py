"""The shared ground of the audit of one run: its grid, its limits, the values its script reads out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rolloutdiff.report.audit_model import NONE, AuditModel, SliceModel
from rolloutdiff.report.charts import drawn
from rolloutdiff.report.grid import Grid, number
from rolloutdiff.report.marks import Label
from rolloutdiff.report.series import Series
from rolloutdiff.report.views import Axes


class AuditDrawing:
    """The audit of one run on its grid.

    Args:
        model: The audit of the run.
        prefix: Start of every id on the page that belongs to the run.
        grid: Steps of the run; None where no step is known.
        most: Slices that get a card.
    """

    def __init__(self, model: AuditModel, prefix: str, grid: Grid | None, most: int) -> None:
        self.model = model
        self.prefix = prefix
        self.grid = grid
        self.carded: list[SliceModel] = [s for s in model.slices if s.terms and s.status != NONE][:most]
        self.values: dict[str, Any] = {}

    def anchor(self, one: SliceModel) -> str:
        """The id of the card of a slice."""
        return f"{self.prefix}a{one.number}"

    def key(self, one: SliceModel, what: str) -> str:
        """The key of values of a slice."""
        return f"a{one.number}{what}"

    def remember(self, key: str, series: Series, extra: Sequence[tuple[str, str]] = ()) -> None:
        """Keep the drawn values of a series for the script.

        Args:
            key: Under which they are found.
            series: The series.
            extra: Name and key of further series that are read out with it.
        """
        if self.grid is None:
            return
        points = drawn(series, self.grid)
        found: dict[str, Any] = {
            "m": [None if v is None else round(v, 3) for v in points.mean],
            "b": [None if v is None else round(v, 3) for v in points.band],
            "u": "",
            "p": 2,
            "e": [list(pair) for pair in extra],
        }
        if self.grid.bin_size == 1 and any(series.prompts):
            at = dict(zip(series.step, series.prompts, strict=True))
            found["P"] = [at.get(step) for step in self.grid.steps]
        self.values[key] = found


def time_axes(grid: Grid) -> Axes:
    """Time axis and grid of charts that share no reward strip."""
    ends = [grid.steps[0], *grid.ticks, *grid.steps[1:][-1:]]
    last = len(ends) - 1
    labels = [
        Label(text=str(t), x=grid.percent(t), y="12", anchor="end" if i == last and i else "middle")
        for i, t in enumerate(ends)
    ]
    return Axes(
        width=number(grid.width),
        grid_path="".join(f"M{number(grid.x(t))},0V100" for t in [*grid.ticks, grid.steps[-1]]),
        tick_labels=labels,
        strip=[],
        strip_ticks=[],
        strip_ends=[],
        binned=grid.bin_size,
    )
