"""The rollouts to read first: references into the dump, and the command that shows their text."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from rolloutdiff.report.events import Event
from rolloutdiff.report.model import RunModel, run_model
from rolloutdiff.report.numbers import count, plain, span_words
from rolloutdiff.report.rows import Row
from rolloutdiff.report.views import Reference
from rolloutdiff.wording import printable

_ROLES = {
    "exemplar": "shows it",
    "pair": "same prompt, same step, without",
    "before": "same prompt, before the onset",
}
_PROMPT_DIGITS = 8
_LONGEST_PATH = 120


def reference_rows(event: Event) -> list[Reference]:
    """The completions that show the lead, each followed by its counterparts."""
    return [
        Reference(
            place=str(row["place"]) if row["role"] == "exemplar" else "",
            role=row["role"],
            words=_ROLES.get(row["role"], printable(row["role"])),
            step=row["step"],
            reward="not scored" if row["reward"] is None else plain(row["reward"], 2),
            prompt=printable(row["prompt_id"][:_PROMPT_DIGITS]),
            source=f"{printable(row['source_file'], _LONGEST_PATH)}:{row['source_row']}",
        )
        for row in event.exemplars
    ]


def references_note(model: RunModel, event: Event) -> str:
    """How many completions the references were chosen from, and how."""
    shown = sum(row["role"] == "exemplar" for row in event.exemplars)
    alert = event.alert
    onset, last = alert["onset_step"], alert["alert_step"]
    number = model.series(alert["feature"]).showing(onset, last)
    return (
        f"{count(shown)} of {count(number)} completions that show it in {span_words([onset, last])}: paid "
        "ones first, then those of typical length, one per prompt."
    )


def inspect_command(report: Mapping[str, Any], run: str, event_rank: int) -> list[str]:
    """The command that shows an event's rollouts, as lines to type; PATH or WAREHOUSE is left to fill in.

    Raises:
        ReportError: The report has no such run or the run no such event.
    """
    model = run_model(report, run)
    return command(model, model.event(event_rank))


def command(model: RunModel, event: Event) -> list[str]:
    """As `inspect_command`, for a run whose model is at hand."""
    run, ends = f"--run {_shell(model.name)}", f"--event-rank {event.rank} --pair"
    if not any(file["sha256"] for file in model.files):
        # Rows of a table have no file to go back to: they are read from the warehouse.
        return [f"rolloutdiff inspect --db WAREHOUSE {run} {ends}"]
    formula = _shell(reward_option(model.row))
    return [
        f"rolloutdiff inspect PATH --format {_shell(model.row['format'])} {run} \\",
        f"  --reward-column {formula} --report report.json {ends}",
    ]


def reward_option(run: Row) -> str:
    """A reward formula as `--reward-column` takes it: `a`, or `a=1,b=-0.5`."""
    terms = _terms(run["reward_formula"])
    return ",".join(f"{name}={weight}" for name, weight in terms) or run["reward_formula"]


def _terms(formula: str) -> list[tuple[str, str]]:
    """Name and weight of every term of `1*a - 0.5*b`; none of a formula that is one column."""
    terms = []
    for piece in formula.replace(" - ", " + -").split(" + "):
        weight, star, name = piece.partition("*")
        if not star or not _is_number(weight):
            return []
        terms.append((name, weight))
    return terms


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _shell(text: str) -> str:
    """A word for a shell; characters one cannot see are written by number."""
    if text.isprintable():
        return shlex.quote(text)
    return "$'" + "".join(_escaped(c) for c in text) + "'"


def _escaped(character: str) -> str:
    if character in "\\'":
        return "\\" + character
    if character.isprintable():
        return character
    return f"\\U{ord(character):08x}"
