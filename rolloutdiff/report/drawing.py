"""The shared ground of one run's page: its grid, its limits, the values its script reads out, its SQL."""

from __future__ import annotations

from functools import cached_property
from itertools import groupby
from typing import Any

from rolloutdiff.report.charts import Points, drawn
from rolloutdiff.report.events import Event
from rolloutdiff.report.grid import Grid
from rolloutdiff.report.model import RunModel
from rolloutdiff.report.numbers import ValueFormat, finite
from rolloutdiff.report.reward_figure import strip_axis
from rolloutdiff.report.series import Series
from rolloutdiff.report.views import Limits

_LONGEST_LITERAL = 200


class Drawing:
    """One run on its grid.

    Args:
        model: The run; it has at least one step.
        prefix: Start of every id on the page that belongs to the run.
        limits: How much is drawn.
    """

    def __init__(self, model: RunModel, prefix: str, limits: Limits) -> None:
        self.model = model
        self.prefix = prefix
        self.limits = limits
        self.grid = Grid(tuple(model.steps))
        self._series: dict[str, tuple[Series, Points]] = {}
        self._values: dict[str, dict[str, Any]] = {}

    @cached_property
    def full(self) -> int:
        """Number of full cards; they come first."""
        return min(sum(event.rising for event in self.model.events), self.limits.full)

    @cached_property
    def carded(self) -> list[Event]:
        """Events with a card, by rank."""
        return self.model.events[: self.full + self.limits.compact]

    @cached_property
    def card_keys(self) -> set[str]:
        """Keys of the events with a card."""
        return {f"e{event.rank}" for event in self.carded}

    def series(self, feature: str) -> tuple[Series, Points]:
        """A series and its drawn points."""
        if feature not in self._series:
            series = self.model.series(feature)
            self._series[feature] = series, drawn(series, self.grid)
        return self._series[feature]

    def remember(self, key: str, feature: str, fmt: ValueFormat) -> None:
        """Keep the drawn values of a series for the script, rounded to one digit more than it prints."""
        if key in self._values:
            return
        _, points = self.series(feature)
        digits = 4 if fmt.is_share else fmt.decimals + 1
        self._values[key] = {
            "m": [None if v is None else round(v, digits) for v in points.mean],
            "b": [None if v is None else round(v, digits) for v in points.band],
            "u": "%" if fmt.is_share else fmt.word,
            "p": fmt.decimals,
        }

    @cached_property
    def reward_keys(self) -> list[tuple[str, str]]:
        """Key and feature of the reward and of its parts."""
        total = [("t", self.model.total.feature)] if self.model.total else []
        return total + [(f"p{i}", part.series.feature) for i, part in enumerate(self.model.reward_parts)]

    @cached_property
    def strip(self) -> list[Series]:
        """The reward as it stands below every behaviour, with its only other part when that fits the axis."""
        total, parts = self.model.total, self.model.reward_parts
        if total is None or len(parts) != 1:
            return [total] if total else []
        axis = strip_axis(self.grid, [total])
        means = finite(parts[0].series.mean)
        fits = min(means) >= axis.low and max(means) <= axis.high
        return [total, parts[0].series] if fits else [total]

    def read_out(self) -> dict[str, Any]:
        """Positions, names and values of all drawn points; prompts and completions unless points are bins."""
        grid = self.grid
        found: dict[str, Any] = {
            "w": round(grid.width, 4),
            "x": [round(x, 4) for x in grid.positions],
            "l": grid.labels,
            "s": self._values,
        }
        if grid.bin_size == 1:
            example = self.model.example
            at = {t: (p, n) for t, p, n in zip(example.step, example.prompts, example.samples, strict=True)}
            found["P"] = [at.get(t, (None, None))[0] for t in grid.steps]
            found["N"] = [at.get(t, (None, None))[1] for t in grid.steps]
        return found


def literal(text: str) -> str:
    """A text as an SQL expression; a character one cannot see, such as a bidi mark, by its number."""
    pieces = []
    for hidden, characters in groupby(text, key=lambda c: not c.isprintable()):
        if hidden:
            pieces += [f"chr({ord(c)})" for c in characters]
        else:
            pieces.append("'" + "".join(characters).replace("'", "''") + "'")
    return " || ".join(pieces) or "''"


def run_condition(alias: str, model: RunModel) -> str:
    """The condition that finds the rows of one run of one analysis in a report view."""
    return f"{alias}.analysis_id = {literal(model.analysis_id)} and {alias}.run = {literal(model.name)}"


def event_condition(alias: str, model: RunModel, event: Event) -> str:
    """The condition that finds the rows of one event."""
    return f"{run_condition(alias, model)} and {alias}.event_rank = {event.rank}"


def lead_condition(alias: str, model: RunModel, event: Event) -> str:
    """The condition that finds the rows of an event's lead, by its rank where its name is hidden."""
    if not model.hashed:
        feature = event.alert["feature"]
        return f"{run_condition(alias, model)} and {feature_condition(f'{alias}.feature', feature)}"
    return (
        f"{run_condition(alias, model)} and {alias}.feature = (select e.lead_feature "
        f"from rolloutdiff.report_event as e where {event_condition('e', model, event)})"
    )


def feature_condition(column: str, feature: str) -> str:
    """The condition that finds a feature; a very long name is found by its beginning."""
    if len(feature) <= _LONGEST_LITERAL:
        return f"{column} = {literal(feature)}"
    return f"starts_with({column}, {literal(feature[:_LONGEST_LITERAL])})"
