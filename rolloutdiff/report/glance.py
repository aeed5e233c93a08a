"""The run at a glance: what was read, the axes all charts share, alerts of the reward, integrity."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rolloutdiff.report.context import reward_change
from rolloutdiff.report.drawing import Drawing
from rolloutdiff.report.grid import Grid, number
from rolloutdiff.report.marks import Label, exact_decimals
from rolloutdiff.report.model import RunModel
from rolloutdiff.report.numbers import count, plain, share, span
from rolloutdiff.report.reward_figure import strip_axis, strip_path
from rolloutdiff.report.rows import Row
from rolloutdiff.report.views import Axes, Column, Fact, Finding, RewardAlert
from rolloutdiff.wording import printable


def facts(model: RunModel, grid: Grid | None) -> list[Fact]:
    """What was read, one line each."""
    row = model.row
    found = [Fact(label="Completions", value=count(row["rows"]))]
    if grid is not None:
        found.append(Fact(label="Steps", value=_steps_read(grid)))
        found.append(Fact(label="Completions per step", value=_range(model.example.samples)))
        prompts = f"{count(row['prompts'])}; {_range(model.example.prompts)} per step"
        found.append(Fact(label="Prompts", value=prompts))
    found += [
        Fact(label="Files", value=f"{count(row['files'])} ({printable(row['format'])})"),
        Fact(label="Reward", value=printable(row["reward_formula"]), code=True),
        Fact(label="Not scored", value=count(row["unscored"])),
        Fact(label="Rejected rows", value=count(row["rejected"])),
    ]
    if row["missing_responses"]:
        found.append(Fact(label="Without a text", value=count(row["missing_responses"])))
    return found


def _steps_read(grid: Grid) -> str:
    every = f", every {grid.stride}" if grid.stride > 1 else ""
    missing = f"{count(grid.missing)} missing" if grid.missing else "no gaps"
    return f"{span(grid.steps[0], grid.steps[-1])}{every}, {missing}"


def _range(values: Sequence[int]) -> str:
    return span(count(min(values)), count(max(values)))


def axes(drawing: Drawing) -> Axes:
    """Time axis, grid and reward strip of a run."""
    grid, lines = drawing.grid, drawing.strip
    ends = [grid.steps[0], *grid.ticks, *grid.steps[1:][-1:]]
    last = len(ends) - 1
    labels = [
        Label(text=str(t), x=grid.percent(t), y="12", anchor="end" if i == last and i else "middle")
        for i, t in enumerate(ends)
    ]
    paths = [strip_path(series, grid, lines) for series in lines]
    return Axes(
        width=number(grid.width),
        grid_path="".join(f"M{number(grid.x(t))},0V100" for t in [*grid.ticks, grid.steps[-1]]),
        tick_labels=labels,
        strip=list(zip(("total", "part1"), paths, strict=False)),
        strip_ticks=_strip_ticks(drawing) if lines else [],
        strip_ends=_strip_names(drawing) if lines else [],
        binned=grid.bin_size,
    )


def _strip_ticks(drawing: Drawing) -> list[str]:
    axis = strip_axis(drawing.grid, drawing.strip, room=0.0)
    return [plain(value, exact_decimals([axis.low, axis.high])) for value in (axis.high, axis.low)]


def _strip_names(drawing: Drawing) -> list[str]:
    names = ["reward"]
    if len(drawing.strip) == 2:
        names.append("part" if drawing.model.reward_parts[0].trained else "logged")
        total, part = (series.recent() or 0.0 for series in drawing.strip)
        names.sort(key=lambda name: (name == "reward") == (part > total))
    return names


def reward_alerts(model: RunModel) -> list[RewardAlert]:
    """Alerts of the reward and of its parts, by onset; a part that is the whole reward is the reward."""
    formula = model.row["reward_formula"]
    rows = [r for r in model.reward_alerts.values() if r["feature"] != f"reward:{formula}"]
    rows.sort(key=lambda r: (model.onset(r).step, r["feature"]))
    found = []
    for row in rows:
        name = row["feature"].removeprefix("reward:")
        found.append(
            RewardAlert(
                name=printable(formula if name == "total" else name),
                change=reward_change(row),
                onset=model.onset(row).text,
                alert=row["alert_step"],
            )
        )
    return found


_SHOWN_FILES = 3


def _files(names: Sequence[str], total: int) -> str:
    """The first of the files concerned, and how many more there are."""
    shown = ", ".join(printable(name, 80) for name in names[:_SHOWN_FILES])
    more = total - len(names[:_SHOWN_FILES])
    if not shown:
        return ""
    return f"{shown} and {count(more)} more" if more > 0 else shown


def findings(model: RunModel) -> list[Finding]:
    """Findings about the dump, in the order of the report."""
    return [
        Finding(
            severity=row["severity"],
            message=printable(row["message"], 400),
            code=printable(row["code"]),
            count=count(row["count"]),
            steps="" if row["first_step"] is None else span(row["first_step"], row["last_step"]),
            files=_files(row["file_names"] or [], row["files"] or 0),
        )
        for row in model.integrity
    ]


_SHOWN_COLUMNS = 40


def columns(model: RunModel) -> list[Column]:
    """Optional columns that some completions lack, those lacking most first."""
    lacking = sorted(_lacking(model), key=lambda row: (row["filled"] / row["rows"], row["column_name"]))
    return [
        Column(
            name=printable(row["column_name"], 60),
            filled=share(row["filled"] / row["rows"]),
            empty_steps=count(row["empty_steps"]),
            steps=span(row["first_step"], row["last_step"]),
            strip=_stretches(row["shares"]),
        )
        for row in lacking[:_SHOWN_COLUMNS]
    ]


def columns_note(model: RunModel) -> str:
    """How many columns every completion has, and how many are not shown."""
    full = len(model.coverage) - len(_lacking(model))
    more = len(_lacking(model)) - _SHOWN_COLUMNS
    note = f"{count(full)} further column{' has' if full == 1 else 's have'} a value in every completion."
    return note if more <= 0 else f"{note} {count(more)} more lack some; see report_coverage."


def _lacking(model: RunModel) -> list[Row]:
    return [row for row in model.coverage if row["filled"] < row["rows"]]


def _stretches(shares: Sequence[float]) -> list[tuple[int, int, str]]:
    """Start, width and opacity of stretches of steps with a value; tenths of a share are told apart."""
    found, start = [], 0
    for tenths, steps in groupby(
        shares, lambda value: 10 if value == 1 else max(round(9 * value), value > 0)
    ):
        width = len(list(steps))
        if tenths:
            found.append((start, width, f"{tenths / 10:g}"))
        start += width
    return found
