"""Charts of an event: the full or compact one of its card, and the rows of the overview."""

from __future__ import annotations

from dataclasses import dataclass

from rolloutdiff.report.charts import (
    Axis,
    Points,
    band_path,
    line_path,
    row_axis,
    share_axis,
    size_axis,
)
from rolloutdiff.report.events import Event, Onset
from rolloutdiff.report.grid import Grid, number
from rolloutdiff.report.marks import Label, baseline_box, set_box, value_ticks
from rolloutdiff.report.model import RunModel
from rolloutdiff.report.numbers import ValueFormat, alert_format, finite, span
from rolloutdiff.report.rows import Row
from rolloutdiff.report.sentences import chart_label
from rolloutdiff.report.series import Series
from rolloutdiff.wording import printable

_FULL, _COMPACT = (190, 46), (120, 34)
_ROW, _QUIET_ROW = 30, 24
# Labels closer to an edge than this part of the width are put on the other side of their line.
_NEAR_EDGE = 0.24
# A line that falls from above this height leaves no room for labels at the top.
_HIGH = 25.0
# Part of the width that a letter of a long label takes in a narrow chart.
_LETTER = 0.024


@dataclass(frozen=True, kw_only=True)
class EventChart:
    """The lead of an event over the steps, with its baseline, line, onset and alert.

    Attributes:
        key: Under which the script finds the values.
        height: Pixels of the behaviour's plot.
        strip_height: Pixels of the reward below it.
        unit: What the axis shows.
        label: The chart in words.
        ticks: Labels of the value axis.
        baseline: Box over the baseline steps: x, width, y, height; None without a spread.
        level: Height of the baseline mean.
        line: Height of the smallest change that could have alerted; None when there is none.
        first: x at which the line starts.
        onset: x of the onset.
        alert: x of the alert.
        bar: Left edge and width of the bar over the set of the onset; None without one.
        band: Path of mean ± 2 se.
        mean: Path of the mean.
        marks: Labels at onset and alert, and one for the bar.
        notes: Labels of baseline and line.
        end: Label at the end of the line.
    """

    key: str
    height: int
    strip_height: int
    unit: str
    label: str
    ticks: list[Label]
    baseline: tuple[str, str, str, str] | None
    level: str
    line: str | None
    first: str
    onset: str
    alert: str
    bar: tuple[str, str] | None
    band: str
    mean: str
    marks: list[Label]
    notes: list[Label]
    end: Label


@dataclass(frozen=True, kw_only=True)
class RowChart:
    """One line of the overview."""

    key: str
    height: int
    kind: str
    path: str
    onset: str | None
    alert: str | None
    bar: tuple[str, str] | None


def event_chart(
    model: RunModel, grid: Grid, event: Event, series: Series, points: Points, key: str, *, full: bool
) -> EventChart:
    """The chart of an event's card, 190 px high or 120 when compact."""
    alert = event.alert
    height, strip = _FULL if full else _COMPACT
    fmt = alert_format(alert)
    base, spread = alert["baseline_mean"], 2 * alert["baseline_sd"]
    rise = alert["detectable_rise"]
    line = None if rise is None else base + (rise if alert["direction"] == "rise" else -rise)
    axis = (share_axis if fmt.is_share and alert["kind"] == "binary" else size_axis)(points, finite([line]))
    before = model.baseline_of(series)
    box = baseline_box(before, grid)
    onset, alerted = event.onset, alert["alert_step"]
    start = grid.x(before[-1]) + 0.5 if box else 0.0
    top, bottom = max(axis.y(base + spread), 0.0), min(axis.y(base - spread), 100.0)
    falls_from_top = event.binary and not event.rising and axis.y(base) < _HIGH
    return EventChart(
        key=key,
        height=height,
        strip_height=strip,
        unit=_unit(alert, grid),
        label=chart_label(model, event),
        ticks=value_ticks(axis, fmt, height),
        baseline=(*box, number(top), number(bottom - top)) if box else None,
        level=number(axis.y(base)),
        line=None if line is None else number(axis.y(line)),
        first=number(start),
        onset=number(grid.x(onset.step)),
        alert=number(grid.x(alerted)),
        bar=_bar(grid, onset.bounds),
        band=band_path(points, grid, axis),
        mean=line_path(points, grid, axis),
        marks=_mark_labels(grid, onset, alerted, height if falls_from_top else 0),
        notes=[_baseline_note(top, height), *_line_notes(model, axis, fmt, height, event, line, start, grid)],
        end=_end_label(axis, height, alert["recent_mean"], fmt),
    )


def row_chart(
    points: Points,
    unit: str,
    grid: Grid,
    key: str,
    kind: str,
    baseline: float | None,
    alert: Row | None = None,
    onset: Onset | None = None,
) -> RowChart:
    """One overview row, scaled to its own range."""
    axis = row_axis(points, baseline, unit == "share")
    return RowChart(
        key=key,
        height=_QUIET_ROW if kind == "quiet" else _ROW,
        kind=kind,
        path=line_path(points, grid, axis),
        onset=number(grid.x(onset.step)) if onset else None,
        alert=number(grid.x(alert["alert_step"])) if alert else None,
        bar=_bar(grid, onset.bounds if onset else None),
    )


def _bar(grid: Grid, steps: tuple[int, int] | None) -> tuple[str, str] | None:
    if steps is None:
        return None
    left, width = set_box(grid, steps)
    return number(left), number(width)


def _unit(alert: Row, grid: Grid) -> str:
    if alert["kind"] == "binary":
        text = "Share of completions, in %"
    elif alert["unit"] == "share":
        text = "Mean per completion, in %"
    else:
        word = printable(alert["unit"])
        text = f"{word[:1].upper()}{word[1:]}, mean per completion"
    return f"{text}, binned by {grid.bin_size}" if grid.bin_size > 1 else text


def _mark_labels(grid: Grid, onset: Onset, alert: int, depth: int) -> list[Label]:
    """Onset and alert outside their lines, near an edge both on the open side; a split set below them.

    They stand at the top, or in a plot `depth` pixels high at the bottom.
    """
    texts = [f"onset {onset.text}", f"alert {alert}"]
    first, last = sorted((onset.step, alert))
    room = max(_NEAR_EDGE, _LETTER * len(texts[alert < onset.step]))
    at_left, at_right = grid.x(first) / grid.width < room, grid.x(last) / grid.width > 1 - _NEAR_EDGE
    x_first, x_last = grid.percent(first), grid.percent(last)
    if at_left and at_right:
        places = [(x_first, 5, "12", "start"), (x_last, -5, "26", "end")]
    elif at_left:
        places = [(x_last, 5, "12", "start"), (x_last, 5, "26", "start")]
    elif at_right:
        places = [(x_first, -5, "12", "end"), (x_first, -5, "26", "end")]
    else:
        places = [(x_first, -5, "12", "end"), (x_last, 5, "12", "start")]
    if alert < onset.step:
        places.reverse()
    if onset.bounds is not None and not onset.fitted:
        texts.append(f"split {span(*onset.bounds)}")
        y = "40" if at_left or at_right else "26"
        first, last = min(first, onset.bounds[0]), max(last, onset.bounds[1])
        if grid.x(first) / grid.width < _NEAR_EDGE:
            places.append((grid.percent(last), 8, y, "start"))
        else:
            places.append((grid.percent(first), -8, y, "end"))
    return [
        Label(text=text, x=x, dx=dx, y=str(depth + 8 - int(y)) if depth else y, anchor=anchor)
        for text, (x, dx, y, anchor) in zip(texts, places, strict=True)
    ]


def _baseline_note(top: float, height: int) -> Label:
    return Label(text="baseline", dx=2, y=number(min(max(top * height / 100 - 3, 10.0), height - 4.0)))


def _line_notes(
    model: RunModel,
    axis: Axis,
    fmt: ValueFormat,
    height: int,
    event: Event,
    line: float | None,
    start: float,
    grid: Grid,
) -> list[Label]:
    """What the dots mean: at their start, or under them at their end when the onset leaves no room there."""
    if line is None:
        return []
    alert = event.alert
    text = f"{model.voice.line_note}: {fmt.change(line - alert['baseline_mean'])}"
    y, rising = axis.y(line) * height / 100, alert["direction"] == "rise"
    over, under = number(max(y - 4, 10.0)), number(min(y + 13, height - 3.0))
    if (grid.x(event.onset.step) - start) / grid.width > _NEAR_EDGE:
        # Before the onset the line runs between baseline and dots.
        x = number(100 * start / grid.width) + "%"
        return [Label(text=text, x=x, dx=6, y=over if rising else under)]
    # After it the line runs beyond the dots, and the room is on their other side if it is wide enough.
    wide = abs(axis.y(alert["baseline_mean"]) - axis.y(line)) * height / 100 > 18
    return [Label(text=text, x="100%", dx=-4, y=under if rising and wide else over, anchor="end")]


def _end_label(axis: Axis, height: int, value: float, fmt: ValueFormat) -> Label:
    y = min(max(axis.y(value) * height / 100 + 4, 9.0), height - 2.0)
    return Label(text=fmt.value(value), dx=4, y=number(y))
