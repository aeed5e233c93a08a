"""The chart of the reward at the top of a run, and the strip of it below every behaviour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rolloutdiff.report.charts import Axis, Points, band_path, drawn, line_path, reward_axis
from rolloutdiff.report.events import Event
from rolloutdiff.report.grid import Grid, number
from rolloutdiff.report.marks import Label, baseline_box, set_box, value_ticks
from rolloutdiff.report.model import RunModel
from rolloutdiff.report.numbers import finite, span_words, value_format
from rolloutdiff.report.series import RewardPart, Series
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
class Lane:
    """An event above the reward: its number at the onset, the set of the onset behind it.

    Attributes:
        label: The number.
        bar: Left edge, width and top of the bar; None without a set.
    """

    label: Label
    bar: tuple[str, str, str] | None


@dataclass(frozen=True, kw_only=True)
class RewardChart:
    """The reward over the steps, with the onsets of the first events above it."""

    key: str
    height: int
    label: str
    ticks: list[Label]
    baseline: tuple[str, str] | None
    lines: list[RewardLine]
    ends: list[End]
    onsets: list[str]
    lane_height: int
    lanes: list[Lane]
    shown: list[DrawnPart]
    hint: str


def reward_chart(model: RunModel, grid: Grid, key: str, events: Sequence[Event]) -> RewardChart | None:
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
    onsets = sorted({event.onset.step for event in events})
    lanes, rows = _lanes(grid, events)
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
        hint=_hint(len(events), len(model.events), model.voice.page.bar),
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


def _lanes(grid: Grid, events: Sequence[Event]) -> tuple[list[Lane], int]:
    """Event numbers at their onsets, each in the first lane where neither it nor its bar touches another."""
    taken: list[list[tuple[float, float]]] = []
    lanes = []
    half = max(0.5, 0.028 * grid.width)
    for event in events:
        onset = event.onset
        x = grid.x(onset.step)
        edges = [x - half, x + half]
        if onset.bounds is not None:
            edges += [grid.x(onset.bounds[0]) - 0.5, grid.x(onset.bounds[1]) + 0.5]
        first, last = min(edges), max(edges)
        free = (i for i, spans in enumerate(taken) if all(last <= a or first >= b for a, b in spans))
        lane = next(free, len(taken))
        if lane == len(taken):
            taken.append([])
        taken[lane].append((first, last))
        lanes.append(_lane(grid, event, 17 * lane))
    return lanes, len(taken)


def _lane(grid: Grid, event: Event, top: int) -> Lane:
    onset = event.onset
    x, y = grid.percent(onset.step), str(top + 13)
    label = Label(text=str(event.rank), x=x, y=y, anchor="middle")
    if onset.bounds is None:
        return Lane(label=label, bar=None)
    left, width = set_box(grid, onset.bounds)
    share = 100 / grid.width
    return Lane(label=label, bar=(f"{number(left * share)}%", f"{number(width * share)}%", str(top + 1)))


def _hint(numbered: int, events: int, bar: str) -> str:
    if not events:
        return "Point at the chart, or focus it and press ← →, to read a step."
    first = f"onsets of the first {numbered} of {events} events"
    marks = "onset of each event" if numbered == events else first
    return f"Numbers mark the {marks}; the bar behind is the {bar}."


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
    return text + (f" Onsets of events lie in {span_words([onsets[0], onsets[-1]])}." if onsets else "")
