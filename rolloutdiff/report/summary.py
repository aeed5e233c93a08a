"""The findings of a report as about ten lines of plain text for a terminal."""

from __future__ import annotations

import textwrap
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rolloutdiff.report.cards import bounds
from rolloutdiff.report.context import optional
from rolloutdiff.report.events import Event
from rolloutdiff.report.evidence import tally
from rolloutdiff.report.model import RunModel, run_models
from rolloutdiff.report.numbers import alert_format, count, finite, span, span_words, value_format
from rolloutdiff.report.sentences import lead
from rolloutdiff.report.series import Series
from rolloutdiff.wording import plain_text, printable

_SHOWN = 5
_PARTS_SHOWN = 3
_WARNINGS_SHOWN = 3
_LEAST_NAME = 24
# Columns that give way to the names in a narrow terminal, least missed first.
_MAY_GO = ("set", "alert", "for·ag", "before")


def summary_lines(report: Mapping[str, Any], width: int = 80) -> list[str]:
    """What was read, the reward, the first events and what was not scored, for every run.

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
        *_integrity(model, width),
        *_wrapped(_reward(model), width),
        "",
        *(_table(model, width) if model.events else _wrapped(plain_text(lead(model)), width)),
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


def _integrity(model: RunModel, width: int) -> list[str]:
    """The first warnings about the dump, and how many further findings there are."""
    warnings = [row for row in model.integrity if row["severity"] == "warning"]
    lines: list[str] = []
    for row in warnings[:_WARNINGS_SHOWN]:
        steps = "" if row["first_step"] is None else f", {span_words([row['first_step'], row['last_step']])}"
        lines += _wrapped(f"warning {printable(row['code'])}{steps}: {printable(row['message'], 400)}", width)
    more = len(model.integrity) - len(warnings[:_WARNINGS_SHOWN])
    if more:
        text = f"{count(more)} {'more ' if lines else ''}finding{'' if more == 1 else 's'} about the dump"
        lines += _wrapped(f"{text} in report_integrity", width)
    return lines


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
    number = "1 event" if len(model.events) == 1 else f"{count(len(model.events))} events"
    shown = model.events[:_SHOWN]
    heads = {"set": model.voice.page.set_short}
    columns = _fitting(
        {key: [heads.get(key, key), *(_cells(e)[key] for e in shown)] for key in _cells(shown[0])}, width
    )
    widths = {key: _column_width(key, cells) for key, cells in columns.items()}
    names = width - sum(widths.values())
    lines = []
    first = [f"{number} (steps; before = {base})", *(f"{e.rank:>2}  {_title(model, e)}" for e in shown)]
    for place, name in enumerate(first):
        cells = "".join(f"{column[place]:>{widths[key]}}" for key, column in columns.items())
        lines.append(_padded(name, names) + cells)
    rest = model.events[_SHOWN:]
    lines += [_more(model, rest, width)] if rest else []
    return lines + _wrapped(_dump_changes(model), width)


def _dump_changes(model: RunModel) -> str:
    """How many events begin where the form of the dump changes; empty when none does."""
    number = sum(event.row["dump_change"] is not None for event in model.events)
    if not number:
        return ""
    named = f"{count(number)} of {count(len(model.events))} events begin{'s' if number == 1 else ''}"
    return f"{named} where the form of the dump changes, which may be all there is to it."


def _cells(event: Event) -> dict[str, str]:
    """The numbers of an event by column."""
    alert, found = event.alert, tally(event)
    fmt = alert_format(alert)
    return {
        "onset": str(event.onset.step),
        "set": f"[{bounds(event)}]" if event.onset.bounds else "none",
        "alert": str(alert["alert_step"]),
        "before": fmt.value(alert["baseline_mean"]),
        "now": fmt.value(alert["recent_mean"]),
        "for·ag": f"{found.speak_for}·{found.speak_against}",
    }


def _fitting(columns: dict[str, list[str]], width: int) -> dict[str, list[str]]:
    """As many columns as leave room for the names."""
    kept = dict(columns)
    for head in _MAY_GO:
        if width - sum(_column_width(name, cells) for name, cells in kept.items()) >= _LEAST_NAME:
            break
        del kept[head]
    return kept


def _column_width(key: str, cells: Sequence[str]) -> int:
    """Width of a column with the space before it; brackets need less of it."""
    return (1 if key == "set" else 2) + max(map(_width, cells))


def _more(model: RunModel, rest: Sequence[Event], width: int) -> str:
    """How many events are not in the table, with as many of their names as fit."""
    line = f"    {count(len(rest))} more: {_title(model, rest[0])}"
    for place, event in enumerate(rest[1:], 2):
        longer = f"{line}, {_title(model, event)}"
        if _width(longer) > width - (3 if place < len(rest) else 0):
            return _cut(f"{line}, …", width)
        line = longer
    return _cut(line, width)


def _title(model: RunModel, event: Event) -> str:
    return plain_text(model.title(event))


def _padded(name: str, width: int) -> str:
    name = _cut(name, width)
    return name + " " * (width - _width(name))


def _how_surely(model: RunModel) -> str:
    if not model.scorable:
        return "No series was scored."
    note = f" ({count(model.folded)} folded)" if model.folded else ""
    number = f"{count(len(model.alerts))} of {count(model.scorable)} scorable series alerted{note}"
    return f"{number}; {model.voice.chance(model)}"


def _not_scored(model: RunModel) -> str:
    reasons = Counter(r["reason"] for r in model.screening if r["status"] == "unscorable")
    order = sorted(reasons, key=lambda reason: (-reasons[reason], reason or ""))
    texts = [f"{count(reasons[reason])} series {model.voice.reason(reason)}" for reason in order]
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
