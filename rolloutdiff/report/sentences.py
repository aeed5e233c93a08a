"""The sentences of a report: fixed templates filled with the numbers of the views."""

from __future__ import annotations

from collections.abc import Sequence

from rolloutdiff.report.events import Event
from rolloutdiff.report.falls import LEAST_FALL
from rolloutdiff.report.model import RunModel
from rolloutdiff.report.numbers import ValueFormat, count, in_words, points, share, span, value_format
from rolloutdiff.report.rows import Row, came_back
from rolloutdiff.report.rule import Rule
from rolloutdiff.wording import Part, Phrase, capitalised, plain_text, printable

NO_BREAK = "\u00a0"
# Below this baseline a behaviour is said to begin, above it to become commoner.
_NEW_BELOW = 0.02
_NAMED_FALLS = 4


def lead(model: RunModel) -> Phrase:
    """The first line: the finding, or why there is none."""
    if not model.scorable:
        return (Part(_unscorable_lead(model)),)
    if not model.events:
        return (Part("No behaviour crossed the rule\u2019s line."), *_sentence(visible(model)))
    first = model.events[0]
    return _rise_lead(model, first) if first.rising else _size_lead(model, first)


def _unscorable_lead(model: RunModel) -> str:
    rule = model.rule
    if len(model.steps) < rule.min_steps:
        steps = "1 step was" if len(model.steps) == 1 else f"{count(len(model.steps))} steps were"
        return (
            f"Too few steps to compare: {steps} logged, and the rule needs {rule.min_steps} "
            f"({rule.baseline_steps} for the baseline and {rule.consecutive_steps} in a row beyond its line)."
        )
    if model.main_reason == "single_unit":
        return (
            f"No series could be scored: fewer than {rule.min_steps} steps hold two prompts or more, "
            "and one prompt has no standard error."
        )
    if model.main_reason is None:
        return "No series could be scored."
    return f"No series could be scored; for most the reason is: {reason_words(model.main_reason, rule)}."


def onset_words(event: Event) -> str:
    """When it began: the set of a confirmed split that holds the onset, else the onset alone."""
    onset, bounds = event.alert["onset_step"], event.split_set
    if bounds and bounds[0] <= onset <= bounds[1] and bounds[0] < bounds[1]:
        return f"between steps{NO_BREAK}{bounds[0]} and{NO_BREAK}{bounds[1]}"
    return f"at {span_words([onset])}"


def _rise_lead(model: RunModel, event: Event) -> Phrase:
    alert = event.alert
    plural = model.words(alert).plural
    before, now = share(alert["baseline_mean"]), share(alert["recent_mean"])
    base, recent = span_words(model.baseline_steps), span_words(model.recent_steps)
    onset = span_words([alert["onset_step"]])
    if came_back(alert):
        peak = f"{share(alert['peak_mean'])} in {span_words([alert['peak_step']])}"
        start = Part(f"From {onset} on, for a while, more completions ")
        return (start, *plural, Part(f": {before} of them in {base}, {peak}, {now} in {recent}."))
    numbers = f": {before} of them in {base}, {now} in {recent}."
    if alert["baseline_mean"] < _NEW_BELOW:
        return (Part("Completions began to "), *plural, Part(f" {onset_words(event)}{numbers}"))
    return (Part(f"From {onset} on, more completions "), *plural, Part(numbers))


def _size_lead(model: RunModel, event: Event) -> Phrase:
    alert = event.alert
    fmt = alert_format(alert)
    base, recent = span_words(model.baseline_steps), span_words(model.recent_steps)
    onset = span_words([alert["onset_step"]])
    verb = "rose" if alert["direction"] == "rise" else "fell"
    before, now = fmt.value(alert["baseline_mean"]), fmt.full(alert["recent_mean"])
    title = capitalised(model.words(alert).title)
    if came_back(alert):
        peak = f"{fmt.value(alert['peak_mean'])} in {span_words([alert['peak_step']])}"
        levels = f"from {before} in {base} to {peak}; {now} in {recent}"
        return (*title, Part(f" {verb} for a while from {onset} on: {levels}."))
    levels = f"from {before} in {base} to {now} in {recent}"
    return (*title, Part(f" {verb} {levels}, beyond the rule\u2019s line from {onset} on."))


def surely(model: RunModel) -> str:
    """How far to trust the list: alerts of scorable series and what the rule does about chance."""
    if not model.scorable:
        return "No series was scored, so nothing here speaks for a change or against one."
    alerted = len(model.alerts)
    head = f"{count(alerted)} of {count(model.scorable)} scorable series alerted"
    if not alerted:
        return f"{head}. That is not to say that nothing changed: see what could not be seen."
    if model.events and len(model.events) < alerted:
        number = len(model.events)
        head += f" and make {count(number)} event{'' if number == 1 else 's'}"
    return (
        f"{head}. The rule looks at each series by itself and makes no allowance for their number, so an "
        "alert may be chance; a single odd step is not enough, since it asks for "
        f"{model.rule.consecutive_steps} in a row."
    )


def visible(model: RunModel) -> str:
    """In how many series the smallest rise the rule accepts would have been seen; empty without series."""
    rises_seen = model.visible_rises
    if not rises_seen:
        return ""
    seen = sum(v <= model.rule.min_rise + 1e-9 for v in rises_seen)
    least = points(model.rule.min_rise).lstrip("+")
    return (
        f"A rise of {least} or more would have been seen in {count(seen)} of {count(len(rises_seen))} "
        "yes/no series."
    )


def say(model: RunModel, event: Event) -> Phrase:
    """The sentence under the heading of an event."""
    return _say_share(model, event) if event.rising else _say_size(model, event.alert)


def _say_share(model: RunModel, event: Event) -> Phrase:
    alert = event.alert
    base = span_words(model.baseline_steps)
    peak = f"{share(alert['peak_mean'])} in {span_words([alert['peak_step']])}"
    phrase: Phrase = (
        Part(share(alert["recent_mean"]), strong=True),
        Part(" of completions now "),
        *model.words(alert).plural,
        Part("; "),
        Part(share(alert["baseline_mean"]), strong=True),
        Part(f" in {base}."),
    )
    if event.passing:
        phrase = (*phrase, Part(f" A passing spell: it was {peak}."))
    elif alert["rise"] < 0.8 * (alert["peak_mean"] - alert["baseline_mean"]):
        phrase = (*phrase, Part(f" It peaked at {peak}."))
    return (*phrase, *_say_members(model, event))


def _say_members(model: RunModel, event: Event) -> Phrase:
    """What the completions of an event have in common beyond its lead."""
    # What is not just the lead over again comes first.
    others = sorted(event.members[1:], key=lambda m: (m.folded, -(m.row["jaccard_with_lead"] or 0.0)))
    if not others:
        return ()
    more = len(others) - 1
    end = "." if not more else f", and show {in_words(more)} further feature{'' if more == 1 else 's'}."
    return (Part(" Largely the same completions "), *model.words(others[0].alert).plural, Part(end))


def _say_size(model: RunModel, alert: Row) -> Phrase:
    fmt = alert_format(alert)
    before, now = fmt.value(alert["baseline_mean"]), fmt.full(alert["recent_mean"])
    base = span_words(model.baseline_steps)
    verb = "rose" if alert["direction"] == "rise" else "fell"
    title = capitalised(model.words(alert).title)
    if came_back(alert):
        peak = f"{fmt.full(alert['peak_mean'])} in {span_words([alert['peak_step']])}"
        return (
            *title,
            Part(f" {verb} for a while: from "),
            Part(before, strong=True),
            Part(f" in {base} to {peak}; now "),
            Part(now, strong=True),
            Part("."),
        )
    return (
        *title,
        Part(f" {verb} from "),
        Part(before, strong=True),
        Part(" to "),
        Part(now, strong=True),
        Part(f" (means of {base} and of the last five)."),
    )


def falls(model: RunModel) -> Phrase:
    """What the rule cannot alert on: yes/no behaviours that became rarer, the largest by name."""
    if not model.scorable:
        return ()
    large = sum(change <= -LEAST_FALL for change, _ in model.falls)
    phrase: list[Part] = [Part("This rule does not alert when a yes/no behaviour falls. ")]
    if not large:
        return (*phrase, Part("None fell by 5 points or more."))
    named = model.named_falls[:_NAMED_FALLS]
    start = f"{count(large)} fell by 5 points or more"
    phrase.append(Part(f"{start}: " if large == len(named) else f"{start}, among them: "))
    for place, (change, row) in enumerate(named):
        before = row["baseline_mean"]
        phrase.append(Part("; " if place else ""))
        phrase += model.words(row).title
        phrase.append(Part(f" {share(before)} to {share(max(before + change, 0.0))}"))
    return (*phrase, Part("."))


def reason_words(reason: str | None, rule: Rule) -> str:
    """Why a series could not be scored, as words that follow `series`."""
    known = {
        "sparse": f"seen in fewer than {rule.sparse_steps} steps",
        "short_run": f"with a value in fewer than {rule.min_steps} steps",
        "single_unit": f"with two prompts or more in fewer than {rule.min_steps} steps",
        "constant": "that never varied",
        "ceiling": f"too common before to rise by {points(rule.min_rise).lstrip('+')}",
    }
    return known.get(reason or "", printable(reason or "no reason given"))


def alert_format(alert: Row) -> ValueFormat:
    """The format in which all levels of an alert are printed."""
    return value_format(alert["unit"], [alert["baseline_mean"], alert["recent_mean"]])


def span_words(steps: Sequence[int]) -> str:
    """`steps 1–15`, or `step 7`, kept on one line."""
    if not steps:
        return "no step"
    word = "step" if steps[0] == steps[-1] else "steps"
    return f"{word}{NO_BREAK}{span(steps[0], steps[-1])}"


def chart_label(model: RunModel, event: Event) -> str:
    """What a chart says to someone who cannot see it."""
    alert = event.alert
    fmt = alert_format(alert)
    title = plain_text(model.words(alert).title)
    bounds = f", set of the best split {span(*event.split_set)}" if event.split_set else ""
    return (
        f"Line chart, {span_words(model.steps)}. {title}: {fmt.full(alert['baseline_mean'])} in "
        f"{span_words(model.baseline_steps)}, {fmt.full(alert['recent_mean'])} in the last five steps; "
        f"onset {alert['onset_step']}{bounds}, alert at step {alert['alert_step']}."
    )


def _sentence(text: str) -> Phrase:
    return (Part(" " + text),) if text else ()
