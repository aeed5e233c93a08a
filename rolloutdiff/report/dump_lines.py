"""Comparisons of module dumps next to an event in which trainer and inference engine came apart."""

from __future__ import annotations

from rolloutdiff.report.events import Event
from rolloutdiff.report.model import RunModel
from rolloutdiff.report.numbers import count
from rolloutdiff.report.rows import Row
from rolloutdiff.wording import Part, Phrase, printable

# Module keys are long, and the part that names the module stands at the end.
_LONGEST_KEY = 200


def _rows(model: RunModel, event: Event) -> list[Row]:
    return [row for row in model.comparisons if row["event_rank"] == event.rank]


def _place(row: Row, event: Event) -> str:
    away = abs(row["step"] - event.row["onset_step"])
    if not away:
        return "at the onset"
    return f"{count(away)} {'step' if away == 1 else 'steps'} {row['side']} the onset"


def dump_lines(model: RunModel, event: Event) -> list[tuple[str, str]]:
    """One short line per comparison: step, pairs of modules that differ, what the first suspect leads to."""
    return [
        (
            "module dumps",
            f"step {row['step']}, {_place(row, event)}: {count(row['mismatched'])} of {count(row['pairs'])}"
            f" pairs differ{'; ' + printable(row['hypothesis_code']) if row['hypothesis_code'] else ''}",
        )
        for row in _rows(model, event)
    ]


def dump_sentences(model: RunModel, event: Event) -> Phrase:
    """A sentence per comparison, with the pair to look at first; empty without a comparison of the run."""
    parts: list[Part] = []
    for row in _rows(model, event):
        parts.append(
            Part(
                f"{' ' if parts else ''}Step {row['step']} ({_place(row, event)}): outputs differ in "
                f"{count(row['mismatched'])} of {count(row['pairs'])} pairs of modules"
            )
        )
        if row["train_key"] is not None:
            parts += [
                Part(", look first at "),
                Part(printable(row["train_key"], _LONGEST_KEY), code=True),
                Part(" and "),
                Part(printable(row["rollout_key"] or "", _LONGEST_KEY), code=True),
                Part(" ("),
                Part(printable(row["hypothesis_code"] or ""), code=True),
                Part(")"),
            ]
        parts.append(Part("; comparison "))
        parts += [Part(printable(row["comparison_id"]), code=True), Part(".")]
    return tuple(parts)
