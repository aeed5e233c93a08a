"""An event in plain sentences: one text for its card and for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rolloutdiff.report import evidence as ev
from rolloutdiff.report.dump_lines import dump_sentences
from rolloutdiff.report.events import Event
from rolloutdiff.report.model import RunModel, run_model
from rolloutdiff.report.numbers import (
    ValueFormat,
    alert_format,
    count,
    exact_share,
    in_words,
    plain,
    span_words,
)
from rolloutdiff.wording import Part, Phrase, capitalised, plain_text, printable

_PARTS_NAMED = 3
_NOTHING = "Nothing among the figures computed."
# Objects that a reader can look up, in the order in which the figures pass through them.
_MACROS = (
    "prompt_mean_v1",
    "step_mean_v1",
    "split_step_mean_v1",
    "persistence_v1",
    "persistence_v2",
    "reward_association_v1",
    "prompt_shift_v1",
    "jaccard_v1",
)

_MISMATCH = (
    "mismatch_values_v1",
    "mismatch_step_mean_v1",
    "mismatch_health_v1",
    "persistence_v1",
    "persistence_v2",
)


@dataclass(frozen=True)
class Paragraph:
    """A paragraph under a title of its own.

    Attributes:
        title: Words it starts with, without a full stop.
        parts: Its text in pieces; names one can type are marked.
    """

    title: str
    parts: Phrase

    @property
    def text(self) -> str:
        """The text without mark-up and without the title."""
        return plain_text(self.parts)


def explain_event(report: Mapping[str, Any], run: str, event_rank: int) -> list[Paragraph]:
    """What was seen, what speaks for it and against it, its reward, how it was computed, what it leaves open.

    Args:
        report: A report as `load_report` returns it.
        run: Name of the run.
        event_rank: Rank of the event within the run.

    Returns:
        Seen, Speaks for it, Speaks against it, With reward, Computed by, Does not show; before Computed by
        Module dumps, where dumps of the run were compared and trainer and engine came apart.

    Raises:
        ReportError: The report has no such run or the run no such event; the message lists what it has.
    """
    model = run_model(report, run)
    return explained(model, model.event(event_rank))


def explained(model: RunModel, event: Event) -> list[Paragraph]:
    """The paragraphs of an event of a run whose model is at hand."""
    return [
        Paragraph("Seen", _seen(model, event)),
        Paragraph("Speaks for it", _joined(_speaks_for(model, event)) or (Part(_NOTHING),)),
        Paragraph("Speaks against it", _joined(_speaks_against(model, event)) or (Part(_NOTHING),)),
        Paragraph("With reward", _with_reward(model, event)),
        *([Paragraph("Module dumps", dumps)] if (dumps := dump_sentences(model, event)) else []),
        Paragraph("Computed by", _computed_by(model, event)),
        Paragraph("Does not show", _does_not_show(event)),
    ]


def _joined(sentences: Sequence[str]) -> Phrase:
    return (Part(" ".join(sentences)),) if sentences else ()


def _seen(model: RunModel, event: Event) -> Phrase:
    alert, fmt = event.alert, alert_format(event.alert)
    base = span_words(model.baseline_steps)
    before, now, peak = (_level(fmt, alert[f"{key}_mean"]) for key in ("baseline", "recent", "peak"))
    extreme = "highest" if alert["direction"] == "rise" else "lowest"
    farthest = f"the {extreme} step mean is {peak}, in step {alert['peak_step']}. "
    if event.binary:
        phrase: Phrase = (
            Part(f"In {base}, {before} of completions "),
            *model.words(alert).plural,
            Part(f" (prompt-balanced mean). In the last five steps {now} do; {farthest}"),
        )
    else:
        phrase = (
            *capitalised(model.words(alert).title),
            Part(f": {before} in {base} (prompt-balanced mean), {now} in the last five; {farthest}"),
        )
    return (*phrase, Part(model.voice.crossing(model, event)), Part(_members(model, event)))


def _level(fmt: ValueFormat, value: float) -> str:
    return exact_share(value) if fmt.is_share else fmt.full(value)


def _members(model: RunModel, event: Event) -> str:
    others = event.members[1:]
    if not others:
        return ""
    onset = model.place(event.alert["onset_step"])
    distance = max(abs(model.place(m.row["onset_step"]) - onset) for m in others)
    number = in_words(len(others)).capitalize()
    noun, verb = ("feature", "is") if len(others) == 1 else ("features", "are")
    within = "at the same step" if not distance else f"within {steps_in_words(distance)}"
    if event.compares:
        return f" {number} more {noun} of the same tokens changed {within} and {verb} shown with it."
    return f" {number} more {noun} rose {within} in largely the same completions and {verb} shown with it."


def steps_in_words(number: int) -> str:
    """`one step`, `three steps`."""
    return f"{in_words(number)} step{'' if number == 1 else 's'}"


def _speaks_for(model: RunModel, event: Event) -> list[str]:
    row, readings = event.evidence, ev.readings_of(event)
    found = []
    if readings["replication"] == ev.FOR:
        onsets = f"{row['half_onset_a']} and {row['half_onset_b']}"
        found.append(f"Both halves of the prompts alert on their own (steps {onsets}).")
    if readings["window_corroborated"] == ev.FOR:
        found.append(model.voice.dated(model, event).agrees)
    if readings["persistence"] == ev.FOR:
        later, beyond = row["later_steps"], row["beyond_steps"]
        number = f"All {count(later)}" if beyond == later else f"{count(beyond)} of {count(later)}"
        found.append(f"{number} later steps {model.voice.lasting}.")
    if readings["same_prompt_shift"] == ev.FOR:
        found.append(f"The same prompts changed: {_remaining(event)}.")
    if readings.get("prompt_breadth") == ev.FOR:
        found.append(f"{_showing(event)} prompts show it at the alert.")
    return found


def _speaks_against(model: RunModel, event: Event) -> list[str]:
    row, readings = event.evidence, ev.readings_of(event)
    found = []
    if readings["replication"] == ev.AGAINST:
        found.append(_one_half(row["half_onset_a"], row["half_onset_b"]))
    dated = model.voice.dated(model, event)
    found += [dated.differs] if readings["window_corroborated"] == ev.AGAINST else []
    if row["persistence"] is not None and readings["persistence"] != ev.FOR:
        number = f"{count(row['beyond_steps'])} of {count(row['later_steps'])}"
        found.append(f"Only {number} later steps {model.voice.lasting}.")
    if readings["same_prompt_shift"] == ev.AGAINST:
        found.append(f"The prompts changed with it: only {_remaining(event)}.")
    if row["prompt_breadth"] is not None and readings.get("prompt_breadth") == ev.OPEN:
        found.append(f"Only {_showing(event)} prompts show it at the alert.")
    if event.rising and row["baseline_prompts_showing"]:
        number = f"{count(row['baseline_prompts_showing'])} of {count(row['baseline_prompts'])}"
        found.append(f"It is not new: {number} prompts showed it at least once in the baseline.")
    return [*found, *dated.doubts]


def _one_half(first: int | None, second: int | None) -> str:
    known = [step for step in (first, second) if step is not None]
    if not known:
        return "Neither half of the prompts alerts on its own."
    if len(known) == 1:
        return f"Only one half of the prompts alerts on its own (step {known[0]})."
    return f"The halves of the prompts alert, but not both in this direction (steps {first} and {second})."


def _remaining(event: Event) -> str:
    numbers = ev.remaining(event, alert_format(event.alert))
    counted = "when only prompts seen before and after count"
    if abs(event.evidence["same_prompt_shift"]) > abs(event.evidence["whole_shift"]):
        # "34.2 of 33.7 remain" would read like a slip.
        return f"{numbers.replace(' of ', ' where all prompts give ', 1)} {counted}"
    return f"{numbers} remain {counted}"


def _showing(event: Event) -> str:
    return f"{count(event.evidence['alert_prompts_showing'])} of {count(event.evidence['alert_prompts'])}"


def _with_reward(model: RunModel, event: Event) -> Phrase:
    difference = event.evidence["reward_association"]
    if difference is None:
        if not event.binary:
            return (Part("Not compared: every completion has a size, so none is without it."),)
        return (Part(f"Not compared: {ev.reason_words(ev.missing(event, 'reward_association'))}."),)
    window = span_words(model.window(event))
    direction = "more" if difference >= 0 else "less"
    amount = plain(abs(difference), 2)
    error = ev.uncertainty(event).replace(" (2 se)", ", 2 se")
    doubt = ""
    if event.evidence["reward_association_se"] is not None and ev.reward_reading(event) == ev.OPEN:
        doubt = ", which is within two standard errors"
    sentence = (
        f"Within one prompt and step ({window}), completions that show it were paid {amount} {direction} "
        f"than those that do not{doubt} ({error}; {ev.groups(event)})."
    )
    return (Part(sentence), *_reward_parts(model, event))


def _reward_parts(model: RunModel, event: Event) -> Phrase:
    known = event.evidence["reward_part_association"] or {}
    parts = [p for p in model.reward_parts if known.get(p.name) is not None]
    phrase: list[Part] = []
    for part in parts[:_PARTS_NAMED]:
        role = "a trained part" if part.trained else "logged but not trained"
        phrase += [
            Part(" On "),
            Part(printable(part.name), code=True),
            Part(f", {role}, the difference is {ev.reward_difference(known[part.name])}."),
        ]
    if len(parts) > _PARTS_NAMED:
        phrase.append(Part(f" {count(len(parts) - _PARTS_NAMED)} further reward parts were logged."))
    return tuple(phrase)


def _computed_by(model: RunModel, event: Event) -> Phrase:
    left_out = {"persistence_v1", "persistence_v2"} - {model.voice.persistence}
    used = [name for name in (_MISMATCH if event.compares else _MACROS) if name not in left_out]
    named = [name for name in used if name in model.objects] or used[:2]
    phrase: list[Part] = []
    for name in named:
        phrase += [Part(name, code=True), Part(", ")]
    return (
        *phrase,
        Part("rule "),
        Part(model.voice.names.sequential, code=True),
        Part(f", {model.voice.dates} "),
        Part(model.voice.names.retrospective, code=True),
        Part("."),
    )


def _does_not_show(event: Event) -> Phrase:
    text = (
        "Why the policy does this, whether the reward pays for this feature or for something that comes with "
        "it, or whether it is wanted. Read the rollouts."
        if event.binary
        else "Why it changed, or whether that is wanted. Read the rollouts."
    )
    missing = ev.without(event)
    if missing:
        text += " No figure: " + "; ".join(f"{name} ({why})" for name, why in missing) + "."
    return (Part(text),)
