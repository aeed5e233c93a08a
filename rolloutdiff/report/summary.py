"""The findings of a report as about ten lines of plain text for a terminal."""

from __future__ import annotations

import textwrap
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rolloutdiff.report.model import Row, RunModel, Series, run_models
from rolloutdiff.report.numbers import count, finite, span, value_format
from rolloutdiff.report.sentences import alert_format, lead, optional, reason_words
from rolloutdiff.wording import plain_text, printable, wording

_SHOWN = 5
_PARTS_SHOWN = 3
# Widths of the columns onset, alert, before and now.
_COLUMNS = (7, 7, 10, 10)


def summary_lines(report: Mapping[str, Any], width: int = 80) -> list[str]:
    """What was read, the reward, the first alerts and what was not scored, for every run.

    Args:
        report: A report as `load_report` returns it.
        width: Columns of the terminal; at least 60 are used.

    Returns:
        Lines without mark-up, control characters or line ends. Runs are separated by an empty line.
    """
    width = max(width, 60)
    lines: list[str] = []
    for model in run_models(report):
        lines += ([""] if lines else []) + _run_lines(model, width)
    return [_one_line(line) for line in lines]


def _run_lines(model: RunModel, width: int) -> list[str]:
    return [
        *_wrapped(_read(model), width),
        *_wrapped(_reward(model), width),
        "",
        *(_table(model, width) if model.ranked else _wrapped(plain_text(lead(model)), width)),
        "",
        *_wrapped(_how_surely(model), width),
        *_wrapped(_not_scored(model), width),
    ]


def _read(model: RunModel) -> str:
    row = model.row
    steps = f"steps {span(model.steps[0], model.steps[-1])}" if model.steps else "no steps"
    files, prompts, rows = (
        f"{count(row[key])} {noun}{'' if row[key] == 1 else 's'}"
        for key, noun in (("files", "file"), ("prompts", "prompt"), ("rows", "completion"))
    )
    unscored = f", {count(row['unscored'])} not scored" if row["unscored"] else ""
    return (
        f"{printable(model.name)}: {rows}, {steps}, {prompts}, {files}; "
        f"{count(row['rejected'])} set aside{unscored}"
    )


def _reward(model: RunModel) -> str:
    if model.total is None:
        return "No completion carries a reward that is a finite number."
    texts = [f"{printable(model.row['reward_formula'])} {_levels(model, model.total)}"]
    for trained, label in ((True, "parts"), (False, "logged only")):
        parts = [p for p in model.reward_parts if p.trained == trained]
        shown = [f"{printable(p.name)} {_levels(model, p.series)}" for p in parts[:_PARTS_SHOWN]]
        more = [f"{count(len(parts) - _PARTS_SHOWN)} more"] if len(parts) > _PARTS_SHOWN else []
        if shown:
            texts.append(f"{label}: {', '.join(shown + more)}")
    return "; ".join(texts)


def _levels(model: RunModel, series: Series) -> str:
    before, now = model.reward_baseline(series), series.recent()
    fmt = value_format("reward", finite([before, now]))
    return f"{optional(fmt, before)} → {optional(fmt, now)}"


def _table(model: RunModel, width: int) -> list[str]:
    base = span(model.baseline_steps[0], model.baseline_steps[-1])
    number = "1 alert" if len(model.ranked) == 1 else f"{count(len(model.ranked))} alerts"
    names = width - sum(_COLUMNS)
    lines = [_columns(f"{number} (steps; before = {base})", ("onset", "alert", "before", "now"), names)]
    lines += [_alert_line(rank, alert, names) for rank, alert in enumerate(model.ranked[:_SHOWN], 1)]
    rest = model.ranked[_SHOWN:]
    return [*lines, _more(rest, width)] if rest else lines


def _more(rest: Sequence[Row], width: int) -> str:
    """How many alerts are not in the table, with as many of their names as fit."""
    line = f"    {count(len(rest))} more: {_title(rest[0])}"
    for place, alert in enumerate(rest[1:], 2):
        longer = f"{line}, {_title(alert)}"
        if _width(longer) > width - (3 if place < len(rest) else 0):
            return _cut(f"{line}, …", width)
        line = longer
    return _cut(line, width)


def _alert_line(rank: int, alert: Row, names: int) -> str:
    fmt = alert_format(alert)
    levels = fmt.value(alert["baseline_mean"]), fmt.value(alert["recent_mean"])
    return _columns(f"{rank:>2}  {_title(alert)}", (alert["onset_step"], alert["alert_step"], *levels), names)


def _title(alert: Row) -> str:
    return plain_text(wording(alert["feature"], alert["kind"]).title)


def _columns(name: str, cells: tuple[object, ...], names: int) -> str:
    name = _cut(name, names)
    return (
        name
        + " " * (names - _width(name))
        + "".join(f"{c!s:>{w}}" for c, w in zip(cells, _COLUMNS, strict=True))
    )


def _how_surely(model: RunModel) -> str:
    if not model.scorable:
        return "No series was scored."
    folded = sum(map(len, model.folded.values()))
    note = f" ({count(folded)} folded)" if folded else ""
    number = f"{count(len(model.alerts))} of {count(model.scorable)} scorable series alerted{note}"
    return f"{number}; chance rate not calibrated."


def _not_scored(model: RunModel) -> str:
    reasons = Counter(r["reason"] for r in model.screening if r["status"] == "unscorable")
    order = sorted(reasons, key=lambda reason: (-reasons[reason], reason or ""))
    texts = [f"{count(reasons[reason])} series {reason_words(reason, model.rule)}" for reason in order]
    start = f"Not scored: {'; '.join(texts)}. " if texts else ""
    return f"{start}Nothing here shows cause."


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(_one_line(text), width, break_long_words=True, break_on_hyphens=False)


def _one_line(text: str) -> str:
    """Narrow and no-break spaces become plain ones; nothing else but plain spaces separates words."""
    return text.replace("\u202f", " ").replace("\u00a0", " ")


def _width(text: str) -> int:
    """Terminal columns of a text: wide characters take two, combining marks none."""
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


def _cut(text: str, width: int) -> str:
    if _width(text) <= width:
        return text
    while _width(text) > width - 1:
        text = text[:-1]
    return text + "…"
