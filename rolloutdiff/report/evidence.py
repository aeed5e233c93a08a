"""Evidence for an event: every figure with its unit, its base and a reading by fixed rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rolloutdiff.report.events import Event
from rolloutdiff.report.model import RunModel
from rolloutdiff.report.numbers import ValueFormat, count, plain, share, signed, span, value_format
from rolloutdiff.wording import printable

FOR, AGAINST, OPEN = "for", "against", "open"
PAID_MORE, PAID_LESS = "paid more", "paid less"

_LASTING, _PASSING = 0.8, 0.5
_SAME_PROMPTS = 0.7
_BREADTH = 0.5


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One row of the evidence table.

    Attributes:
        label: What it is called.
        term: Its entry in the glossary.
        value: The figure; `none` where it could not be computed.
        base: Unit and base, or why there is none.
        reading: `for`, `against` or `open`; the reward difference `paid more`, `paid less` or `open`.
    """

    label: str
    term: str
    value: str
    base: str
    reading: str


class Tally(NamedTuple):
    """Figures that speak for a change, against it, and all that were looked at."""

    speak_for: int
    speak_against: int
    number: int

    @property
    def text(self) -> str:
        """`5 · 0`."""
        return f"{self.speak_for} · {self.speak_against}"


def figures(model: RunModel, event: Event, fmt: ValueFormat) -> list[Figure]:
    """The evidence for an event, in the order of the table.

    Sizes are in every completion, so that two figures of yes/no behaviours do not exist for them: the reward
    difference and the prompts that show it. The latter says nothing about a behaviour that falls.
    """
    found = [_halves(event), _dated(model, event), _persistence(event)]
    if event.binary:
        found.append(_reward(event))
    found.append(_same_prompts(event, fmt))
    return [*found, _breadth(event)] if event.rising else found


def tally(event: Event) -> Tally:
    """How many figures speak for the change and how many against it; the reward difference is not counted."""
    readings = list(readings_of(event).values())
    return Tally(readings.count(FOR), readings.count(AGAINST), len(readings))


def readings_of(event: Event) -> dict[str, str]:
    """The reading of every figure that is counted."""
    row = event.evidence
    found = {
        "replication": _yes_or_no(row["replication"]),
        # A split that noise alone would give as well says nothing, wherever it lies.
        "window_corroborated": _yes_or_no(row["window_corroborated"]) if event.confirmed else OPEN,
        "persistence": _share_reading(row["persistence"], _LASTING, _PASSING),
        "same_prompt_shift": _remaining_reading(row["same_prompt_shift"], row["whole_shift"]),
    }
    if event.rising:
        breadth = row["prompt_breadth"]
        found["prompt_breadth"] = FOR if breadth is not None and breadth > _BREADTH else OPEN
    return found


def reward_reading(event: Event) -> str:
    """Whether completions that show it were paid more or less, beyond two standard errors."""
    difference, se = event.evidence["reward_association"], event.evidence["reward_association_se"]
    if difference is None or se is None or abs(difference) <= 2 * se:
        return OPEN
    return PAID_MORE if difference > 0 else PAID_LESS


def _yes_or_no(value: bool | None) -> str:
    return OPEN if value is None else FOR if value else AGAINST


def _share_reading(value: float | None, high: float, low: float) -> str:
    if value is None:
        return OPEN
    return FOR if value >= high else AGAINST if value < low else OPEN


def _remaining_reading(same: float | None, whole: float | None) -> str:
    if same is None or not whole:
        return OPEN
    return FOR if same / whole > _SAME_PROMPTS else AGAINST


def _halves(event: Event) -> Figure:
    row = event.evidence
    value, base = _no_figure(event, "replication")
    if row["replication"] is not None:
        onsets = (row["half_onset_a"], row["half_onset_b"])
        value = " · ".join("none" if onset is None else str(onset) for onset in onsets)
        base = "onset step in each half"
    return _figure(event, "Both prompt halves", "halves", "replication", value, base)


def _dated(model: RunModel, event: Event) -> Figure:
    said = model.voice.dated(model, event)
    value, base = _no_figure(event, "window_corroborated")
    if event.evidence["window_corroborated"] is not None:
        value, base = said.value or "none", said.base
    return _figure(event, said.label, said.term, "window_corroborated", value, base)


def _persistence(event: Event) -> Figure:
    row = event.evidence
    value, base = _no_figure(event, "persistence")
    if row["persistence"] is not None:
        value = share(row["persistence"])
        base = f"{count(row['beyond_steps'])} of {count(row['later_steps'])} later steps"
    return _figure(event, "Persistence", "persistence", "persistence", value, base)


def _reward(event: Event) -> Figure:
    row = event.evidence
    value, base = _no_figure(event, "reward_association")
    if row["reward_association"] is not None:
        value = reward_difference(row["reward_association"])
        base = f"{uncertainty(event)}, {groups(event)}"
    reading = reward_reading(event)
    return Figure(label="Reward difference", term="association", value=value, base=base, reading=reading)


def reward_difference(value: float) -> str:
    """A difference of two rewards, with its sign."""
    return signed(value, value_format("reward", [value]).decimals)


def uncertainty(event: Event) -> str:
    """Two standard errors of the reward difference, or why there is none."""
    se = event.evidence["reward_association_se"]
    if se is None:
        return reason_words(missing(event, "reward_association_se"))
    return f"± {plain(2 * se, value_format('reward', [2 * se]).decimals)} (2 se)"


def groups(event: Event) -> str:
    """Groups that were compared, and those that could not be."""
    used, skipped = event.evidence["groups_used"] or 0, event.evidence["groups_skipped"] or 0
    unscored = event.evidence["unscored_skipped"] or 0
    without = (
        f", {count(unscored)} completion{'' if unscored == 1 else 's'} without reward" if unscored else ""
    )
    return f"{count(used)} group{'' if used == 1 else 's'}, {count(skipped)} skipped{without}"


def _same_prompts(event: Event, fmt: ValueFormat) -> Figure:
    row = event.evidence
    value, base = _no_figure(event, "same_prompt_shift")
    if row["same_prompt_shift"] is not None:
        value = shift_number(row["same_prompt_shift"], fmt)
        whole = shift_number(row["whole_shift"] or 0.0, fmt)
        unit = shift_unit(fmt)
        mix = shift_number(row["prompt_mix_shift"] or 0.0, fmt)
        base = f"of {whole}{unit}; prompt mix {mix}"
    return _figure(event, "Same prompts", "same", "same_prompt_shift", value, base)


def remaining(event: Event, fmt: ValueFormat) -> str:
    """`33.7 of 34.0 points`: the part of a change that the same prompts show; rises without their sign."""
    same, whole = event.evidence["same_prompt_shift"], event.evidence["whole_shift"]
    numbers = [shift_number(same, fmt), shift_number(whole, fmt)]
    if min(same, whole) >= 0:
        numbers = [number.lstrip("+") for number in numbers]
    return " of ".join(numbers) + shift_unit(fmt)


def shift_number(value: float, fmt: ValueFormat) -> str:
    """A part of a change, with its sign and one digit more than the levels have."""
    return signed(100 * value, 1) if fmt.is_share else signed(value, fmt.decimals + 1)


def shift_unit(fmt: ValueFormat) -> str:
    """The unit of a change as it follows the number."""
    return " points" if fmt.is_share else f" {fmt.word}" if fmt.word else ""


def _breadth(event: Event) -> Figure:
    row, alert = event.evidence, event.alert
    value, base = _no_figure(event, "prompt_breadth")
    if row["prompt_breadth"] is not None:
        value = f"{count(row['alert_prompts_showing'])} of {count(row['alert_prompts'])}"
        base = f"in steps {span(alert['onset_step'], alert['alert_step'])}{_baseline_prompts(event)}"
    return _figure(event, "Prompts showing it", "breadth", "prompt_breadth", value, base)


def _baseline_prompts(event: Event) -> str:
    showing, prompts = event.evidence["baseline_prompts_showing"], event.evidence["baseline_prompts"]
    return "" if showing is None or prompts is None else f"; baseline {count(showing)} of {count(prompts)}"


def _figure(event: Event, label: str, term: str, column: str, value: str, base: str) -> Figure:
    return Figure(label=label, term=term, value=value, base=base, reading=readings_of(event)[column])


def _no_figure(event: Event, column: str) -> tuple[str, str]:
    return "none", reason_words(missing(event, column))


def missing(event: Event, column: str) -> str | None:
    """The code that says why a figure is missing."""
    pairs = (item.partition("=") for item in (event.evidence["reason"] or "").split("; "))
    return next((code for name, _, code in pairs if name == column), None)


def without(event: Event) -> list[tuple[str, str]]:
    """Every figure of the table that could not be computed, with the reason in words."""
    names = {
        "replication": "the prompt halves",
        "window_corroborated": "the date by the whole series",
        "persistence": "persistence",
        "same_prompt_shift": "the same prompts",
        "prompt_breadth": "the prompts that show it",
    }
    return [
        (name, reason_words(missing(event, column)))
        for column, name in names.items()
        if column in readings_of(event) and event.evidence[column] is None
    ]


def reason_words(code: str | None) -> str:
    """Why a figure is missing."""
    return _REASONS.get(code or "", f"not computed ({printable(code)})" if code else "not computed")


_REASONS = {
    "few_later_steps": "fewer than 3 scorable steps follow the alert",
    "no_alert": "only alerts have one",
    "no_mixed_group": "no prompt and step holds scored completions both with it and without",
    "no_reward": "no completion was scored",
    "no_shared_prompt": "no prompt was seen both in the baseline and at the alert",
    "no_split": "too few scorable steps to date it",
    "one_prompt": "one prompt only, so no standard error",
    "reward_series": "not computed for rewards",
    "mismatch_series": "not computed for trainer and engine",
    "short_half": "one half of the prompts has too few scorable steps",
    "size": "a size is in every completion",
    "unscorable": "the series could not be scored",
}
