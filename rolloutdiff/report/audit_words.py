"""The sentences of an audit: fixed templates filled with its numbers."""

from __future__ import annotations

from collections.abc import Sequence

from rolloutdiff.report.audit_divergence import Divergence, divergence_of
from rolloutdiff.report.audit_model import (
    GAP,
    GOLD,
    ONSET,
    OVERPAID,
    PAID,
    QA,
    REWARD,
    AuditModel,
    SliceModel,
    Term,
    shown,
)
from rolloutdiff.report.audit_names import reason_words
from rolloutdiff.report.numbers import (
    NO_BREAK,
    count,
    decimals_for,
    finite,
    in_words,
    plain,
    signed,
    span_words,
)
from rolloutdiff.report.rows import Row
from rolloutdiff.wording import Part, Phrase

_NAMED = 6


def lead(model: AuditModel) -> Phrase:
    """The first line: what is overpaid and where, or why nothing is."""
    flagged = model.flagged
    if not flagged:
        paid = next((one for one in model.slices if one.lead["reason"] == "no_reference"), None)
        known = None if paid is None else top_term(paid)
        if paid is None or known is None:
            return (Part(_no_flag(model)),)
        unsaid = "; whether that is too much cannot be said, with neither gold nor another slice."
        return (Part("The reward pays completions that "), *_size(model, paid, known), Part(unsaid))
    first = flagged[0]
    top = top_term(first)
    if not model.many:
        if top is None:
            return (Part("The reward overpays."),)
        return (Part("The reward overpays completions that "), *_size(model, first, top), Part("."))
    names = listed([shown(one.name) for one in flagged])
    start = (
        f"The reward overpays in {in_words(len(flagged))} of {in_words(len(model.slices))} slices, {names}"
    )
    if top is None:
        return (Part(f"{start}."),)
    most = "" if len(flagged) == 1 else f"; most in {shown(first.name)}"
    size = f"{start}{most}: {_amount(top)} {each(top)} for completions that "
    return (Part(size), *model.wording(top).plural, Part(f", {where_words(model, first, first.span)}."))


def _no_flag(model: AuditModel) -> str:
    leads = [one.lead for one in model.slices]
    reasons = {row["reason"] for row in leads}
    if reasons == {"no_reference"}:
        return "Nothing is surely paid."
    if None not in reasons:
        why = "; ".join(sorted({reason_words(str(reason)) for reason in reasons}))
        return f"Nothing can be said of the reward: {why}."
    where = "in the one slice" if len(leads) == 1 else f"in any of {in_words(len(leads))} slices"
    return f"Nothing is surely overpaid {where}."


def _size(model: AuditModel, one: SliceModel, term: Term) -> Phrase:
    value = f": {_amount(term)} {each(term)}, {where_words(model, one, one.span)}"
    return (*model.wording(term).plural, Part(value))


def _amount(term: Term) -> str:
    row = term.row if term.status == OVERPAID else term.rows.get(REWARD, term.row)
    return signed(row["premium"], premium_decimals([row["premium"]]))


def each(term: Term) -> str:
    """What a premium is paid for: every occurrence, or the presence of both features of a pair."""
    return "where both are there" if term.kind == "cooc" else "per occurrence"


def top_term(one: SliceModel) -> Term | None:
    """The feature or pair that is overpaid or paid most; None where nothing is."""
    return next((term for term in one.terms if term.status in (OVERPAID, PAID)), None)


def where_words(model: AuditModel, one: SliceModel, span: str) -> str:
    """Which completions a span holds: `in steps 25–39`, `over all steps`, `on labelled rows`."""
    if span == QA:
        return "on labelled rows"
    steps = model.span_steps(one, span)
    if span == ONSET and steps is not None:
        return f"in {span_words(steps)}"
    return "over all steps"


def verdict(model: AuditModel, one: SliceModel) -> tuple[str, Phrase]:
    """The verdict on a slice: one word or two, and what follows them in a short sentence."""
    lead, top = one.lead, top_term(one)
    # Without a reference there is a reason, and still something may be paid.
    if lead["reason"] not in (None, "no_reference"):
        return "Not known", (Part(f": {reason_words(lead['reason'])}."),)
    if lead["status"] == OVERPAID:
        if top is None:
            return "Overpaid", (Part("."),)
        return "Overpaid", (Part(": completions that "), *_size(model, one, top), Part("."))
    if top is None:
        return "Nothing", (Part(": no feature or pair is paid beyond its line."),)
    start = (Part(": completions that "), *_size(model, one, top))
    if lead["reason"] == "no_reference":
        return "Paid", (*start, Part("; whether that is too much cannot be said."))
    return "Paid", (*start, Part(f", below the line for {_line_name(top)}."))


def _line_name(term: Term) -> str:
    return "an overpaid feature" if term.kind == "single" else "an overpaid pair"


def say(model: AuditModel, one: SliceModel) -> Phrase:
    """The verdict on a slice in full: what is paid, what gold says, since when, and whether the two part."""
    word, rest = verdict(model, one)
    top = top_term(one)
    phrase: list[Part] = [Part(word, strong=True)]
    if top is None or word not in ("Overpaid", "Paid"):
        phrase += rest
    else:
        phrase += [Part(": completions that "), *model.wording(top).plural, Part(_earn(model, one, top))]
        phrase.append(Part(_judgement(model, one, top)))
        phrase += _since(model, one, top)
    return (*phrase, Part(parting(divergence_of(model, one), model)))


def with_error(row: Row, decimals: int) -> str:
    """A premium with two standard errors, `+1.41 ± 0.02`; a missing error is left out."""
    text = signed(row["premium"], decimals)
    return text if row["se"] is None else f"{text}{NO_BREAK}±{NO_BREAK}{plain(2 * row['se'], decimals)}"


def premium_decimals(values: Sequence[float]) -> int:
    """Two decimals, three for small premiums, fewer for large ones."""
    largest = max((abs(v) for v in values), default=0.0)
    return 3 if largest < 0.1 else 2 if largest < 100 else decimals_for(values)


def _earn(model: AuditModel, one: SliceModel, top: Term) -> str:
    row = top.rows.get(REWARD, top.row)
    what = "more reward" if top.judged == GAP else "more"
    size = with_error(row, term_decimals(top))
    return f" earn {size} (2 se) {what} {each(top)}, {where_words(model, one, one.span)}"


def term_decimals(term: Term) -> int:
    """Decimals in which all premiums of a feature or pair are quoted side by side."""
    return premium_decimals(finite(row["premium"] for row in term.rows.values()))


def _judgement(model: AuditModel, one: SliceModel, top: Term) -> str:
    decimals = term_decimals(top)
    if top.judged == GAP:
        gold = top.rows.get(GOLD)
        known = "" if gold is None else f"; of gold {with_error(gold, decimals)}"
        beyond = with_error(top.row, decimals)
        if top.status == OVERPAID:
            return f"{known}. The reward pays {beyond} more than gold does."
        return f"{known}. What it pays beyond gold, {beyond}, is below the line."
    if one.lead["reason"] == "no_reference":
        return ". Paid is not overpaid: there is neither gold nor another slice to hold it against."
    if top.status == OVERPAID:
        return ". Other slices do not surely pay as much for it."
    return ". What exceeds the pay in other slices is below the line."


def _since(model: AuditModel, one: SliceModel, top: Term) -> Phrase:
    seen = model.rise(one, top.feature) if top.kind == "single" else None
    if seen is None:
        return ()
    start = Part(f" The premium rose at step {seen['onset_step']}, which ")
    return (start, Part(seen["rule"], code=True), Part(f" could tell at step {seen['alert_step']}."))


def parting(found: Divergence | None, model: AuditModel) -> str:
    """Whether reward and gold part in a slice, as a sentence with a space before it; empty without gold."""
    if found is None:
        return ""
    if not found.diverging:
        return " Reward and gold do not part."
    number = f"{count(found.diverging)} of {count(found.judged)} steps after the baseline"
    run = f", without a break in {span_words(found.longest)}" if found.longest[0] != found.longest[1] else ""
    return (
        f" Reward and gold part in {number}{run}; in the last five steps reward"
        f" {signed(found.reward_change, 2)}, gold {signed(found.gold_change, 2)} against the baseline."
    )


def listed(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; beyond six the rest is counted."""
    if len(names) > _NAMED:
        names = [*names[: _NAMED - 1], f"{count(len(names) - _NAMED + 1)} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def care(model: AuditModel) -> list[tuple[str, str]]:
    """What premiums are held against, and what they do not show, as heading and text."""
    return [("Held against.", _held_against(model)), ("Not shown.", _not_shown(model))]


def method(model: AuditModel) -> list[tuple[str, str]]:
    """What the figures are, as heading and text."""
    settings = model.settings
    shuffles = f"{100 * settings['placebo_quantile']:g} % of {count(settings['placebo_draws'])} shuffles"
    return [
        (
            "A premium",
            "is what one more occurrence earns among completions of the same prompt at the same step, with"
            " every other listed feature held fixed: the mean of the group is taken off outcome and counts,"
            " a ridge fit follows, and errors are clustered by prompt. A pair earns what its two features do"
            " not earn by themselves.",
        ),
        (
            "The line",
            f"is the |t| below which the largest of all features stays in {shuffles} of what is left of the"
            " outcome inside its prompts. Strength is what remains of a premium after that many standard"
            f" errors; a slice is flagged from a strength above {settings['flag_single']:.2f} (single) or"
            f" {settings['flag_pair']:.2f} (pair).",
        ),
    ]


def _held_against(model: AuditModel) -> str:
    pieces = []
    if model.has_gold:
        pieces.append(
            "Overpaid is judged on reward minus gold, fitted in the same way on the same completions."
        )
    if any(one.judged == REWARD and one.lead["reason"] != "no_reference" for one in model.slices):
        pieces.append(
            "Without gold, overpaid is what exceeds the pay that other slices surely give for the same."
        )
    if _centred(model):
        pieces.append(
            "Single features are counted from the usual one: the median premium of the slice is taken off."
        )
    if any(one.lead["reason"] == "no_reference" for one in model.slices):
        pieces.append(
            "Nothing: there is neither gold nor another slice. What is paid may well be deserved, and none of"
            " it is called overpaid."
        )
    return " ".join(pieces) or "Nothing."


def _centred(model: AuditModel) -> bool:
    return any(
        row["raw_premium"] is not None and row["premium"] is not None and row["raw_premium"] != row["premium"]
        for row in model.rows("premium")
    )


def _not_shown(model: AuditModel) -> str:
    text = (
        "Nothing here shows why a behaviour is paid, or that the premium made it commoner. What no feature"
        " stands for is not seen"
    )
    spans = {span for one in model.slices for span in one.by_span}
    if QA in spans:
        text += "; labelled rows are few, and a pair that stands side by side in two of them cannot be judged"
    return text + "."
