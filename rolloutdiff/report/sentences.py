"""The sentences of a report: fixed templates filled with the numbers of the views."""

from __future__ import annotations

from collections.abc import Sequence

from rolloutdiff.report.model import LEAST_FALL, RewardPart, Row, Rule, RunModel, Series, is_passing, rises
from rolloutdiff.report.numbers import ValueFormat, count, finite, points, share, span, value_format
from rolloutdiff.wording import Part, Phrase, capitalised, plain_text, printable, wording

NO_BREAK = "\u00a0"
# Below this baseline a behaviour is said to begin, above it to become commoner.
_NEW_BELOW = 0.02
_NAMED_PARTS = 3
_NAMED_FALLS = 4


def lead(model: RunModel) -> Phrase:
    """The first line: the finding, or why there is none."""
    if not model.scorable:
        return (Part(_unscorable_lead(model)),)
    if not model.ranked:
        return (Part("No behaviour crossed the rule\u2019s line."), *_sentence(visible(model)))
    first = model.ranked[0]
    return _rise_lead(model, first) if rises(first) else _size_lead(model, first)


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


def _rise_lead(model: RunModel, alert: Row) -> Phrase:
    plural = wording(alert["feature"], alert["kind"]).plural
    before, now = share(alert["baseline_mean"]), share(alert["recent_mean"])
    base, recent = span_words(model.baseline_steps), span_words(model.recent_steps)
    onset = span_words([alert["onset_step"]])
    if is_passing(alert):
        peak = f"{share(alert['peak_mean'])} in {span_words([alert['peak_step']])}"
        start = Part(f"From {onset} on, for a while, more completions ")
        return (start, *plural, Part(f": {before} of them in {base}, {peak}, {now} in {recent}."))
    numbers = Part(f": {before} of them in {base}, {now} in {recent}.")
    if alert["baseline_mean"] < _NEW_BELOW:
        return (Part("Completions began to "), *plural, Part(f" at {onset}"), numbers)
    return (Part(f"From {onset} on, more completions "), *plural, numbers)


def _size_lead(model: RunModel, alert: Row) -> Phrase:
    fmt = alert_format(alert)
    base, recent = span_words(model.baseline_steps), span_words(model.recent_steps)
    onset = span_words([alert["onset_step"]])
    verb = "rose" if alert["direction"] == "rise" else "fell"
    before, now = fmt.value(alert["baseline_mean"]), fmt.full(alert["recent_mean"])
    title = capitalised(wording(alert["feature"], alert["kind"]).title)
    if is_passing(alert):
        peak = f"{fmt.value(alert['peak_mean'])} in {span_words([alert['peak_step']])}"
        levels = f"from {before} in {base} to {peak}; {now} in {recent}"
        return (*title, Part(f" {verb} for a while from {onset} on: {levels}."))
    levels = f"from {before} in {base} to {now} in {recent}"
    return (*title, Part(f" {verb} {levels}, beyond the rule\u2019s line from {onset} on."))


def second(model: RunModel) -> Phrase:
    """The second sentence: reward before and now, its other parts, further alerts, one that passed."""
    phrase = list(_reward_sentence(model))
    further = model.ranked[1:]
    if further:
        onsets = [r["onset_step"] for r in further]
        many = f"{count(len(further))} further alerts follow, with onsets in"
        start = "One further alert follows, with its onset in" if len(further) == 1 else many
        phrase.append(Part(f" {start} {span_words([min(onsets), max(onsets)])}."))
    passing = [r for r in further if rises(r) and is_passing(r)]
    if passing:
        alert = passing[0]
        one = "One was a passing spell"
        spell = one if len(passing) == 1 else f"{count(len(passing))} were passing spells, for one"
        peak = f"{share(alert['peak_mean'])} of completions in {span_words([alert['peak_step']])}"
        phrase += [
            Part(f" {spell}: {peak}, {share(alert['recent_mean'])} now, "),
            *wording(alert["feature"], alert["kind"]).plural,
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
        onset = span_words([alert["onset_step"]])
        change = Part(f" {reward_change(alert)}, beyond the same line from {onset} on")
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
    if is_passing(alert):
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


def surely(model: RunModel) -> str:
    """How far to trust the list: alerts of scorable series and what the rule does about chance."""
    if not model.scorable:
        return "No series was scored, so nothing here speaks for a change or against one."
    alerted, folded = len(model.alerts), sum(map(len, model.folded.values()))
    head = f"{count(alerted)} of {count(model.scorable)} scorable series alerted"
    if not alerted:
        return f"{head}. That is not to say that nothing changed: see what could not be seen."
    if folded:
        head += f" ({count(folded)} shown under another that appears in the same completions)"
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


def say(model: RunModel, alert: Row) -> Phrase:
    """The sentence under the heading of an alert."""
    fmt = alert_format(alert)
    before, now = fmt.value(alert["baseline_mean"]), fmt.full(alert["recent_mean"])
    base = span_words(model.baseline_steps)
    words = wording(alert["feature"], alert["kind"])
    peak = f"{fmt.full(alert['peak_mean'])} in {span_words([alert['peak_step']])}"
    if rises(alert):
        phrase: Phrase = (
            Part(now, strong=True),
            Part(" of completions now "),
            *words.plural,
            Part("; "),
            Part(before, strong=True),
            Part(f" in {base}."),
        )
        if is_passing(alert):
            return (*phrase, Part(f" A passing spell: it was {peak}."))
        left = alert["rise"] / (alert["peak_mean"] - alert["baseline_mean"])
        return (*phrase, Part(f" It peaked at {peak}.")) if left < 0.8 else phrase
    verb = "rose" if alert["direction"] == "rise" else "fell"
    if is_passing(alert):
        return (
            *capitalised(words.title),
            Part(f" {verb} for a while: from "),
            Part(before, strong=True),
            Part(f" in {base} to {peak}; now "),
            Part(now, strong=True),
            Part("."),
        )
    return (
        *capitalised(words.title),
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
        phrase += wording(row["feature"], row["kind"]).title
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


def chart_label(model: RunModel, alert: Row) -> str:
    """What a chart says to someone who cannot see it."""
    fmt = alert_format(alert)
    title = plain_text(wording(alert["feature"], alert["kind"]).title)
    return (
        f"Line chart, {span_words(model.steps)}. {title}: {fmt.full(alert['baseline_mean'])} in "
        f"{span_words(model.baseline_steps)}, {fmt.full(alert['recent_mean'])} in the last five steps; "
        f"onset {alert['onset_step']}, alert at step {alert['alert_step']}."
    )


def _sentence(text: str) -> Phrase:
    return (Part(" " + text),) if text else ()
