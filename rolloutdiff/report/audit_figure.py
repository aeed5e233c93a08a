"""Charts of an audit: a premium over the steps, its dose curve, reward beside gold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rolloutdiff.report.audit_divergence import Divergence
from rolloutdiff.report.charts import (
    Axis,
    Points,
    band_path,
    drawn,
    line_path,
    reward_axis,
    size_axis,
)
from rolloutdiff.report.grid import Grid, number
from rolloutdiff.report.marks import Label, baseline_box, exact_decimals, set_box, value_ticks
from rolloutdiff.report.numbers import count, finite, plain, signed, span, span_words, value_format
from rolloutdiff.report.rows import Row
from rolloutdiff.report.series import RECENT_STEPS, Series, average

_HEIGHT, _STRIP = 170, 46
_SMALL = 120
# Labels closer to an edge than this part of the width are put on the other side of their line.
_NEAR_EDGE = 0.24
# Part of the width that a letter takes in a narrow chart.
_LETTER = 0.024
# Completions of eight occurrences and more are counted together.
MOST_DOSES = 8


@dataclass(frozen=True, kw_only=True)
class PremiumChart:
    """What the reward pays for a feature at every step, with the behaviour itself below.

    Attributes:
        key: Under which the script finds the values.
        height: Pixels of the premium's plot.
        strip_height: Pixels of the behaviour below it.
        label: The chart in words.
        ticks: Labels of the value axis.
        zero: Height of a premium of 0.
        box: Left edge and width of the steps that the figures are from; None where those are all.
        onset: x of the first step of the rise; None without one.
        alert: x at which a rule could tell; None without one.
        band: Path of slope ± 2 se.
        mean: Path of the slopes.
        marks: Labels at onset and alert, and of the box.
        end: Label at the end of the line.
        strip: Path of the behaviour's mean; empty without one.
        strip_ticks: Ends of its axis, the higher first.
    """

    key: str
    height: int
    strip_height: int
    label: str
    ticks: list[Label]
    zero: str
    box: tuple[str, str] | None
    onset: str | None
    alert: str | None
    band: str
    mean: str
    marks: list[Label]
    end: Label
    strip: str
    strip_ticks: list[str]


@dataclass(frozen=True, kw_only=True)
class DoseLine:
    """Excess by number of occurrences on one outcome; `kind` names its class."""

    kind: str
    path: str
    dots: str
    end: Label


@dataclass(frozen=True, kw_only=True)
class DoseChart:
    """Mean excess of a completion over its group, by its number of occurrences."""

    height: int
    width: str
    label: str
    ticks: list[Label]
    zero: str
    lines: list[DoseLine]
    doses: list[Label]
    counts: list[Label]


@dataclass(frozen=True, kw_only=True)
class DivergenceChart:
    """Reward and gold of a slice over the steps; `spells` are bars over diverging steps."""

    key: str
    height: int
    label: str
    ticks: list[Label]
    baseline: tuple[str, str] | None
    spells: list[tuple[str, str]]
    reward: str
    gold: str
    ends: list[tuple[Label, str]]


def step_series(rows: Sequence[Row], value: str, se: str | None = None) -> Series:
    """Rows of one feature by step as a series that charts can draw."""
    return Series(
        feature=rows[0]["feature"] if rows else "",
        unit="reward",
        step=[row["step"] for row in rows],
        mean=[row[value] for row in rows],
        se=[row[se] if se else None for row in rows],
        prompts=[row.get("prompts") or 0 for row in rows],
        samples=[0] * len(rows),
        positives=[0] * len(rows),
    )


def premium_chart(
    grid: Grid,
    key: str,
    name: str,
    premium: Series,
    behavior: Series,
    window: tuple[int, int] | None,
    rise: Row | None,
) -> PremiumChart:
    """The chart of a premium series.

    Args:
        grid: Steps of the run.
        key: Under which the script finds the values.
        name: The feature in words.
        premium: Slopes by step.
        behavior: Mean occurrences by step; without points when unknown.
        window: Steps that the figures beside the chart are from; None for all.
        rise: Verdict that the premium rose, None without.
    """
    points = drawn(premium, grid)
    axis = size_axis(points, [0.0])
    fmt = value_format("reward", [axis.low, axis.high])
    onset = None if rise is None else rise["onset_step"]
    alert = None if rise is None else rise["alert_step"]
    last = average(finite(premium.mean)[-RECENT_STEPS:]) or 0.0
    below = drawn(behavior, grid)
    strip = reward_axis([below, Points([0.0], [])])
    return PremiumChart(
        key=key,
        height=_HEIGHT,
        strip_height=_STRIP,
        label=_premium_label(name, premium, last, rise),
        ticks=value_ticks(axis, fmt, _HEIGHT),
        zero=number(axis.y(0.0)),
        box=None if window is None else _texts(set_box(grid, window)),
        onset=None if onset is None else number(grid.x(onset)),
        alert=None if alert is None else number(grid.x(alert)),
        band=band_path(points, grid, axis),
        mean=line_path(points, grid, axis),
        marks=_marks(grid, onset, alert, window),
        end=_end(axis, _HEIGHT, last, signed(last, 2)),
        strip=line_path(below, grid, _roomy(strip)) if behavior.step else "",
        strip_ticks=[plain(v, exact_decimals([strip.low, strip.high])) for v in (strip.high, strip.low)],
    )


def dose_chart(name: str, curves: Sequence[tuple[str, Sequence[Row]]]) -> DoseChart | None:
    """The chart of dose curves: name of the outcome and rows by dose; None with fewer than two doses."""
    known = [(outcome, sorted(rows, key=lambda row: row["dose"])) for outcome, rows in curves if rows]
    doses = sorted({row["dose"] for _, rows in known for row in rows})
    if len(doses) < 2:
        return None
    width = doses[-1] - doses[0] + 1.0
    axis = reward_axis([Points([row["mean_excess"] for _, rows in known for row in rows], [])])
    fmt = value_format("reward", [axis.low, axis.high])

    def x(dose: float) -> float:
        return dose - float(doses[0]) + 0.5

    lines = []
    for i, (outcome, rows) in enumerate(known):
        places = [f"{number(x(row['dose']))},{number(axis.y(row['mean_excess']))}" for row in rows]
        end = _end(axis, _SMALL, rows[-1]["mean_excess"], outcome)
        lines.append(
            DoseLine(
                kind="mean" if i == 0 else f"part{i}",
                path="M" + "L".join(places),
                dots="".join(f"M{place}h0" for place in places),
                end=end,
            )
        )
    first = known[0][1]
    share = 100 / width
    labels = {row["dose"]: row["n"] for row in first}
    return DoseChart(
        height=_SMALL,
        width=number(width),
        label=_dose_label(name, known),
        ticks=value_ticks(axis, fmt, _SMALL),
        zero=number(axis.y(0.0)),
        lines=_apart(lines),
        doses=[Label(text=_dose(d), x=f"{number(x(d) * share)}%", y="12", anchor="middle") for d in labels],
        counts=[
            Label(text=count(n), x=f"{number(x(d) * share)}%", y="27", anchor="middle")
            for d, n in labels.items()
        ],
    )


def divergence_chart(grid: Grid, key: str, found: Divergence) -> DivergenceChart:
    """The chart of reward beside gold."""
    reward, gold = (_plain_series(found.steps, values) for values in (found.reward, found.gold))
    lines = [drawn(reward, grid), drawn(gold, grid)]
    axis = reward_axis(lines)
    fmt = value_format("reward", [axis.low, axis.high])
    ends = [
        (_end(axis, _SMALL, one.recent() or 0.0, fmt.value(one.recent() or 0.0)), word)
        for one, word in ((reward, "reward"), (gold, "gold"))
    ]
    return DivergenceChart(
        key=key,
        height=_SMALL,
        label=_divergence_label(found),
        ticks=value_ticks(axis, fmt, _SMALL),
        baseline=baseline_box(found.baseline, grid),
        spells=[_texts(set_box(grid, spell)) for spell in found.spells],
        reward=line_path(lines[0], grid, axis),
        gold=line_path(lines[1], grid, axis),
        ends=_two_lines(ends),
    )


def _plain_series(steps: Sequence[int], values: Sequence[float]) -> Series:
    rows = [{"feature": "", "step": t, "v": v} for t, v in zip(steps, values, strict=True)]
    return step_series(rows, "v")


def _roomy(axis: Axis) -> Axis:
    room = 0.05 * (axis.high - axis.low)
    return Axis(axis.low - room, axis.high + room)


def _texts(box: tuple[float, float]) -> tuple[str, str]:
    return number(box[0]), number(box[1])


def _end(axis: Axis, height: int, value: float, text: str) -> Label:
    y = min(max(axis.y(value) * height / 100 + 4, 9.0), height - 2.0)
    return Label(text=text, dx=4, y=number(y))


def _two_lines(ends: list[tuple[Label, str]]) -> list[tuple[Label, str]]:
    """Two labels of two lines each, the higher first, moved apart where they would overlap."""
    first, second = sorted(ends, key=lambda end: float(end[0].y))
    top = min(float(first[0].y), _SMALL - 50.0)
    bottom = min(max(float(second[0].y), top + 31), _SMALL - 17.0)
    return [
        (Label(text=label.text, y=number(y)), word)
        for (label, word), y in zip((first, second), (top, bottom), strict=True)
    ]


def _apart(lines: list[DoseLine]) -> list[DoseLine]:
    """Labels at the ends of dose curves, at least 14 pixels apart."""
    lowest = 9.0
    moved = {}
    order = sorted(lines, key=lambda line: float(line.end.y))
    for place, line in enumerate(order):
        y = min(max(float(line.end.y), lowest), _SMALL - 2.0 - 14 * (len(order) - 1 - place))
        moved[line.kind] = Label(text=line.end.text, dx=line.end.dx, y=number(y))
        lowest = y + 14
    return [DoseLine(kind=line.kind, path=line.path, dots=line.dots, end=moved[line.kind]) for line in lines]


def _marks(grid: Grid, onset: int | None, alert: int | None, window: tuple[int, int] | None) -> list[Label]:
    """Onset and alert at the top on the free side of their lines; the steps that were used at the bottom."""
    found = []
    if onset is not None and alert is not None:
        left, right = grid.x(onset) / grid.width, grid.x(alert) / grid.width
        texts = [f"premium rose {onset}", f"seen {alert}"]
        at_left = left < max(_NEAR_EDGE, _LETTER * len(texts[0]))
        at_right = right > 1 - _NEAR_EDGE
        if at_right:
            places = [(onset, -5, "12", "end"), (onset, -5, "26", "end")]
        elif at_left:
            places = [(alert, 5, "12", "start"), (alert, 5, "26", "start")]
        else:
            places = [(onset, -5, "12", "end"), (alert, 5, "12", "start")]
        found += [
            Label(text=text, x=grid.percent(step), dx=dx, y=y, anchor=anchor)
            for text, (step, dx, y, anchor) in zip(texts, places, strict=True)
        ]
    if window is not None:
        near = grid.x(window[0]) / grid.width > 0.6
        step, dx, anchor = (window[0], -6, "end") if near else (window[1], 8, "start")
        text = f"figures: {span(*window)}"
        found.append(Label(text=text, x=grid.percent(step), dx=dx, y=str(_HEIGHT - 6), anchor=anchor))
    return found


def _dose(dose: int) -> str:
    return f"{dose}+" if dose >= MOST_DOSES else str(dose)


def _premium_label(name: str, premium: Series, last: float, rise: Row | None) -> str:
    text = (
        f"Line chart of the premium of {name}, {span_words(premium.step)}: {signed(last, 2)} per occurrence"
        " in the last five steps with a figure."
    )
    if rise is None:
        return f"{text} No rule saw it rise."
    return f"{text} It rose at step {rise['onset_step']}, seen at step {rise['alert_step']}."


def _dose_label(name: str, curves: Sequence[tuple[str, Sequence[Row]]]) -> str:
    parts = []
    for outcome, rows in curves:
        values = ", ".join(f"{_dose(row['dose'])}: {signed(row['mean_excess'], 2)}" for row in rows)
        parts.append(f"{outcome} {values}")
    return f"Chart of the excess over the group by occurrences of {name}: {'; '.join(parts)}."


def _divergence_label(found: Divergence) -> str:
    text = (
        f"Line chart of reward and gold, {span_words(found.steps)}: in the last five steps reward"
        f" {signed(found.reward_change, 2)} and gold {signed(found.gold_change, 2)} against the baseline."
    )
    if not found.spells:
        return f"{text} No step is diverging."
    return f"{text} Diverging: {count(found.diverging)} of {count(found.judged)} steps."
