"""The chart of the reward at the top of a run, and the strip of it below every behaviour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rolloutdiff.report.charts import Axis, Points, band_path, drawn, line_path, reward_axis
from rolloutdiff.report.grid import Grid, number
from rolloutdiff.report.marks import Label, baseline_box, value_ticks
from rolloutdiff.report.model import RewardPart, Row, RunModel, Series
from rolloutdiff.report.numbers import finite, value_format
from rolloutdiff.report.sentences import span_words
from rolloutdiff.wording import printable

_HEIGHT = 190
_MOST_PARTS = 3


@dataclass(frozen=True, kw_only=True)
class RewardLine:
    """One reward series in the chart at the top: `kind` names its class."""

    kind: str
    band: str
    mean: str


@dataclass(frozen=True, kw_only=True)
class End:
    """Value and name at the end of a line, one under the other."""

    text: str
    name: str
    y: str
    y2: str


@dataclass(frozen=True, kw_only=True)
class DrawnPart:
    """A reward column that is drawn with the total."""

    name_shown: str
    trained: bool


@dataclass(frozen=True, kw_only=True)
class RewardChart:
    """The reward over the steps, with the onsets of the first alerts above it."""

    key: str
    height: int
    label: str
    ticks: list[Label]
    baseline: tuple[str, str] | None
    lines: list[RewardLine]
    ends: list[End]
    onsets: list[str]
    lane_height: int
    lanes: list[Label]
    shown: list[DrawnPart]
    hint: str


def reward_chart(model: RunModel, grid: Grid, key: str, ranked: Sequence[Row]) -> RewardChart | None:
    """The reward with its parts that share its scale; None when nothing was scored."""
    total = model.total
    if total is None:
        return None
    points = drawn(total, grid)
    shown = _same_scale(points, model.reward_parts, grid)
    lines = [points, *(drawn(part.series, grid) for part in shown)]
    axis, height = reward_axis(lines), _HEIGHT
    fmt = value_format("reward", [axis.low, axis.high])
    names = _part_labels(shown)
    series = [total, *(part.series for part in shown)]
    ends = [(one.recent() or 0.0, name) for one, name in zip(series, names, strict=True)]
    onsets = sorted({r["onset_step"] for r in ranked})
    lanes, rows = _lanes(grid, ranked)
    box = baseline_box(model.baseline_steps, grid) if model.scorable else None
    return RewardChart(
        key=key,
        height=height,
        label=_reward_label(model, total, shown, onsets),
        ticks=value_ticks(axis, fmt, height),
        baseline=box,
        lines=[
            RewardLine(
                kind="total" if i == 0 else f"part{i}",
                band=band_path(p, grid, axis),
                mean=line_path(p, grid, axis),
            )
            for i, p in enumerate(lines)
        ],
        ends=_spread_labels(axis, height, ends),
        onsets=[number(grid.x(t)) for t in onsets],
        lane_height=17 * rows + 4,
        lanes=lanes,
        shown=[DrawnPart(name_shown=printable(part.name), trained=part.trained) for part in shown],
        hint=_hint(len(ranked), len(model.ranked)),
    )


def strip_path(series: Series, grid: Grid, lines: Sequence[Series]) -> str:
    """A reward series for the strip below a behaviour; all of `lines` share its axis."""
    return line_path(drawn(series, grid), grid, strip_axis(grid, lines))


def strip_axis(grid: Grid, lines: Sequence[Series], room: float = 0.05) -> Axis:
    """The axis of the strip, with a little room so that a line at an end stays visible."""
    axis = reward_axis(drawn(series, grid) for series in lines)
    more = room * (axis.high - axis.low)
    return Axis(axis.low - more, axis.high + more)


def _same_scale(total: Points, parts: Sequence[RewardPart], grid: Grid) -> list[RewardPart]:
    """At most three parts that can be read on the axis of the total."""
    axis = reward_axis([total])
    room = axis.high - axis.low
    fits = []
    for part in parts:
        means = finite(drawn(part.series, grid).mean)
        if means and min(means) >= axis.low - room / 2 and max(means) <= axis.high + room / 2:
            fits.append(part)
    return fits[:_MOST_PARTS]


def _part_labels(parts: Sequence[RewardPart]) -> list[str]:
    if len(parts) == 1:
        return ["reward", "part" if parts[0].trained else "logged"]
    return ["reward", *("part a", "part b", "part c")[: len(parts)]]


def _spread_labels(axis: Axis, height: int, ends: Sequence[tuple[float, str]]) -> list[End]:
    """Two-line labels at the ends of the lines, moved apart where they would overlap."""
    placed: list[End] = []
    lowest = 9.0
    fmt = value_format("reward", [axis.low, axis.high])
    order = sorted(ends, key=lambda end: -end[0])
    for place, (value, name) in enumerate(order):
        room_below = 31 * (len(order) - 1 - place) + 18
        y = min(max(axis.y(value) * height / 100 + 4, lowest), height - room_below)
        placed.append(End(text=fmt.value(value), name=name, y=number(y), y2=number(y + 15)))
        lowest = y + 31
    return placed


def _lanes(grid: Grid, ranked: Sequence[Row]) -> tuple[list[Label], int]:
    """Alert numbers at their onsets, each in the first lane where it does not touch another."""
    taken: list[list[float]] = []
    lanes = []
    distance = max(1.0, 0.056 * grid.width)
    for rank, alert in enumerate(ranked, 1):
        x = grid.x(alert["onset_step"])
        free = (i for i, xs in enumerate(taken) if all(abs(x - other) >= distance for other in xs))
        lane = next(free, len(taken))
        if lane == len(taken):
            taken.append([])
        taken[lane].append(x)
        y = str(17 * lane + 13)
        lanes.append(Label(text=str(rank), x=grid.percent(alert["onset_step"]), y=y, anchor="middle"))
    return lanes, len(taken)


def _hint(numbered: int, alerts: int) -> str:
    if not alerts:
        return "Point at the chart, or focus it and press ← →, to read a step."
    if numbered == alerts:
        return "Numbers mark the onset of each alert."
    return f"Numbers mark the onsets of the first {numbered} of {alerts} alerts."


def _reward_label(model: RunModel, total: Series, shown: Sequence[RewardPart], onsets: Sequence[int]) -> str:
    pieces = []
    for name, series in [("Reward", total), *((printable(p.name), p.series) for p in shown)]:
        before, now = model.reward_baseline(series), series.recent()
        fmt = value_format("reward", finite([before, now]))
        levels = " and ".join(
            f"{fmt.value(v)} in {when}"
            for v, when in ((before, span_words(model.baseline_steps)), (now, "the last five"))
            if v is not None
        )
        pieces.append(f"{name} {levels}")
    text = f"Line chart of the reward, {span_words(model.steps)}. {'; '.join(pieces)}."
    return text + (f" Onsets of alerts lie in {span_words([onsets[0], onsets[-1]])}." if onsets else "")
