"""The second sentence of a report: the reward, further events, one change that passed."""

from __future__ import annotations

from rolloutdiff.report.model import RunModel
from rolloutdiff.report.numbers import ValueFormat, count, finite, in_words, share, span_words, value_format
from rolloutdiff.report.rows import Row, came_back
from rolloutdiff.report.series import RewardPart, Series
from rolloutdiff.wording import Part, Phrase, printable

_NAMED_PARTS = 3


def second(model: RunModel) -> Phrase:
    """The second sentence: reward before and now, its other parts, further events, one that passed."""
    phrase = list(_reward_sentence(model))
    further = model.events[1:]
    if further:
        onsets = [event.onset.step for event in further]
        where = span_words([min(onsets), max(onsets)])
        number = in_words(len(further)).capitalize()
        one = len(further) == 1
        phrase.append(
            Part(
                f" One further event follows, with its onset in {where}."
                if one
                else f" {number} further events follow, with onsets in {where}."
            )
        )
    passing = [event for event in further if event.rising and event.passing]
    if passing:
        alert = passing[0].alert
        one_spell = "One was a passing spell"
        many = f"{in_words(len(passing)).capitalize()} were passing spells, for one"
        peak = f"{share(alert['peak_mean'])} of completions in {span_words([alert['peak_step']])}"
        phrase += [
            Part(f" {one_spell if len(passing) == 1 else many}: {peak}, {share(alert['recent_mean'])} now, "),
            *model.words(alert).plural,
            Part("."),
        ]
    return tuple(phrase)


def _reward_sentence(model: RunModel) -> Phrase:
    total = model.total
    if total is None:
        return (Part("No completion carries a reward that is a finite number."),)
    name: Phrase = (Part(" "), Part(printable(model.row["reward_formula"]), code=True))
    if not model.scorable:
        level = f" is {_levels(model, total)[1]} in {span_words(model.recent_steps)}."
        return (Part("The trained reward"), *name, Part(level))
    alert = model.reward_alerts.get(total.feature)
    before, now = _levels(model, total)
    if alert is not None:
        change = Part(f" {reward_change(alert)}{model.voice.reward_since(model.onset(alert))}")
    else:
        change = Part(f" was {before} before and is {now} now")
    phrase: Phrase = (Part("The trained reward"), *name, change)
    for part in model.reward_parts[:_NAMED_PARTS]:
        low, high = _levels(model, part.series)
        phrase = (*phrase, Part("; "), Part(printable(part.name), code=True))
        phrase = (*phrase, Part(f"{_role(part)} {low} before and {high} now"))
    rest = len(model.reward_parts) - _NAMED_PARTS
    if rest > 0:
        parts = "part is" if rest == 1 else "parts are"
        phrase = (*phrase, Part(f"; {count(rest)} further reward {parts} drawn below"))
    return (*phrase, Part("."))


def reward_change(alert: Row) -> str:
    """What a reward that alerted did: `rose from 0.21 to 0.93`, or `rose for a while` and where it is now."""
    levels = [alert["baseline_mean"], alert["peak_mean"], alert["recent_mean"]]
    fmt = value_format("reward", levels)
    before, peak, now = map(fmt.value, levels)
    verb = "rose" if alert["direction"] == "rise" else "fell"
    if came_back(alert):
        step = span_words([alert["peak_step"]])
        return f"{verb} for a while, from {before} to {peak} in {step}, and is {now} now"
    return f"{verb} from {before} to {now}"


def _levels(model: RunModel, series: Series) -> tuple[str, str]:
    before, now = model.reward_baseline(series), series.recent()
    fmt = value_format("reward", finite([before, now]))
    return optional(fmt, before), optional(fmt, now)


def optional(fmt: ValueFormat, value: float | None) -> str:
    """A value, or that there is none."""
    return "not known" if value is None else fmt.value(value)


def _role(part: RewardPart) -> str:
    return "," if part.trained else ", logged but not trained,"
