"""The sentences of a report: fixed templates filled with the numbers of the views."""

from __future__ import annotations

from rolloutdiff.report.events import Event
from rolloutdiff.report.falls import LEAST_FALL
from rolloutdiff.report.model import RunModel
from rolloutdiff.report.numbers import alert_format, count, in_words, share, span, span_words
from rolloutdiff.report.rows import Row, came_back
from rolloutdiff.wording import Part, Phrase, capitalised, plain_text

# Below this baseline a behaviour is said to begin, above it to become commoner.
_NEW_BELOW = 0.02
_NAMED_FALLS = 4


def lead(model: RunModel) -> Phrase:
    """The first line: the finding, or why there is none."""
    if not model.scorable:
        return (Part(_unscorable_lead(model)),)
    if not model.events:
        start = Part("No behaviour crossed the rule\u2019s line.")
        return (start, *_sentence(model.voice.looked_back(model)), *_sentence(visible(model)))
    first = model.events[0]
    told = _share_lead(model, first) if first.binary else _size_lead(model, first)
    return (*told, *_dump_change(first))


def _unscorable_lead(model: RunModel) -> str:
    voice = model.voice
    if len(model.steps) < voice.min_steps:
        steps = "1 step was" if len(model.steps) == 1 else f"{count(len(model.steps))} steps were"
        needed = f"the rule needs {voice.min_steps} ({voice.needs()})"
        return f"Too few steps to compare: {steps} logged, and {needed}."
    if model.main_reason == "single_unit":
        return (
            f"No series could be scored: fewer than {voice.min_steps} steps hold two prompts or more, "
            "and one prompt has no standard error. The calibrated rules score such runs."
        )
    if model.main_reason is None:
        return "No series could be scored."
    return f"No series could be scored; for most the reason is: {voice.reason(model.main_reason)}."


def _share_lead(model: RunModel, event: Event) -> Phrase:
    alert, voice = event.alert, model.voice
    plural = model.words(alert).plural
    before, now = share(alert["baseline_mean"]), share(alert["recent_mean"])
    base, recent = span_words(model.baseline_steps), span_words(model.recent_steps)
    since, more = voice.when(event.onset), "more" if event.rising else "fewer"
    if came_back(alert):
        peak = f"{share(alert['peak_mean'])} in {span_words([alert['peak_step']])}"
        start = Part(f"From {since} on, for a while, {more} completions ")
        return (start, *plural, Part(f": {before} of them in {base}, {peak}, {now} in {recent}."))
    numbers = f": {before} of them in {base}, {now} in {recent}."
    if event.rising and alert["baseline_mean"] < _NEW_BELOW:
        began = voice.began(event.onset)
        return (Part("Completions began to "), *plural, Part(f" {began}{numbers}"))
    return (Part(f"From {since} on, {more} completions "), *plural, Part(numbers))


def _size_lead(model: RunModel, event: Event) -> Phrase:
    alert = event.alert
    fmt = alert_format(alert)
    base, recent = span_words(model.baseline_steps), span_words(model.recent_steps)
    verb = "rose" if alert["direction"] == "rise" else "fell"
    before, now = fmt.value(alert["baseline_mean"]), fmt.full(alert["recent_mean"])
    title = capitalised(model.words(alert).title)
    if came_back(alert):
        since = model.voice.when(event.onset)
        peak = f"{fmt.value(alert['peak_mean'])} in {span_words([alert['peak_step']])}"
        levels = f"from {before} in {base} to {peak}; {now} in {recent}"
        return (*title, Part(f" {verb} for a while from {since} on: {levels}."))
    since = model.voice.size_since(event.onset)
    return (*title, Part(f" {verb} from {before} in {base} to {now} in {recent}{since}."))


def surely(model: RunModel) -> str:
    """How far to trust the list: alerts of scorable series and what the rule does about chance."""
    if not model.scorable:
        return "No series was scored, so nothing here speaks for a change or against one."
    alerted = len(model.alerts)
    head = f"{count(alerted)} of {count(model.scorable)} scorable series alerted"
    if model.events and len(model.events) < alerted:
        number = len(model.events)
        head += f" and make {count(number)} event{'' if number == 1 else 's'}"
    return " ".join([f"{head}.", *model.voice.surely(model)])


def visible(model: RunModel) -> str:
    """In how many series a large rise would have been seen; empty without series."""
    rises_seen = model.visible_rises
    seen = sum(v <= model.voice.large + 1e-9 for v in rises_seen)
    return model.voice.visible(seen, len(rises_seen)) if rises_seen else ""


def say(model: RunModel, event: Event) -> Phrase:
    """The sentence under the heading of an event."""
    told = _say_share(model, event) if event.binary else _say_size(model, event.alert)
    return (*told, *_dump_change(event))


def _dump_change(event: Event) -> Phrase:
    """That an event begins where the form of the dump changes, if it does."""
    step = event.row["dump_change"]
    if step is None:
        return ()
    return (Part(f" It begins where the form of the dump changes (step {step}): it may be no behaviour."),)


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
    elif abs(alert["rise"]) < 0.8 * abs(alert["peak_mean"] - alert["baseline_mean"]):
        phrase = (*phrase, Part(f" It {'peaked' if event.rising else 'was lowest'} at {peak}."))
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
    """Yes/no behaviours that became rarer without an alert, the largest by name."""
    if not model.scorable:
        return ()
    large = sum(change <= -LEAST_FALL for change, _ in model.falls)
    start, silently = model.voice.falls()
    phrase: list[Part] = [Part(start)]
    if not large:
        return (*phrase, Part(f"None fell by 5 points or more{silently}."))
    named = model.named_falls[:_NAMED_FALLS]
    start = f"{count(large)} fell by 5 points or more{silently}"
    phrase.append(Part(f"{start}: " if large == len(named) else f"{start}, among them: "))
    for place, (change, row) in enumerate(named):
        before = row["baseline_mean"]
        phrase.append(Part("; " if place else ""))
        phrase += model.words(row).title
        phrase.append(Part(f" {share(before)} to {share(max(before + change, 0.0))}"))
    return (*phrase, Part("."))


def chart_label(model: RunModel, event: Event) -> str:
    """What a chart says to someone who cannot see it."""
    alert = event.alert
    fmt = alert_format(alert)
    title = plain_text(model.words(alert).title)
    onset = event.onset
    bounds = f", set of the best split {span(*onset.bounds)}" if onset.bounds and not onset.fitted else ""
    return (
        f"Line chart, {span_words(model.steps)}. {title}: {fmt.full(alert['baseline_mean'])} in "
        f"{span_words(model.baseline_steps)}, {fmt.full(alert['recent_mean'])} in the last five steps; "
        f"onset {onset.text}{bounds}, alert at step {alert['alert_step']}."
    )


def _sentence(text: str) -> Phrase:
    return (Part(" " + text),) if text else ()
