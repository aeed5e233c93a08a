"""Events of a report and premiums of an audit, linked by the features that both name."""

from __future__ import annotations

from collections.abc import Iterator

from rolloutdiff.report.audit_drawing import AuditDrawing
from rolloutdiff.report.audit_model import OVERPAID, PAID, REWARD, AuditModel, SliceModel, Term, shown
from rolloutdiff.report.audit_views import EventLink
from rolloutdiff.report.audit_words import each, term_decimals, where_words
from rolloutdiff.report.drawing import Drawing
from rolloutdiff.report.events import Event
from rolloutdiff.report.model import RunModel
from rolloutdiff.report.numbers import count, signed
from rolloutdiff.report.views import PremiumLink
from rolloutdiff.wording import Part, Phrase

_MOST = 6
_WORDS = "lex"


def premium_links(
    model: RunModel, audit: AuditModel, event: Event, prefix: str, most: int
) -> list[PremiumLink]:
    """What the reward pays for the features of an event, slice by slice, overpaid ones first.

    Args:
        model: The run in the report.
        audit: The run in the audit.
        event: The event.
        prefix: Start of every id of the run.
        most: Slices that have a card.
    """
    features = _shown_by({member.row["feature"] for member in event.members})
    carded = {one.number for one in AuditDrawing(audit, prefix, None, most).carded}
    found = [
        PremiumLink(
            text=_sentence(audit, event, one, term),
            href=f"#{prefix}a{one.number}" if one.number in carded else f"#{prefix}audit",
        )
        for one, term in _paid(audit, features)
    ]
    more = len(found) - _MOST
    if more > 0:
        rest = (Part(f"{count(more)} further premiums of its features are in the audit."),)
        return [*found[:_MOST], PremiumLink(text=rest, href=f"#{prefix}audit")]
    return found


def _paid(audit: AuditModel, features: set[str]) -> Iterator[tuple[SliceModel, Term]]:
    """Slices and terms, among which some feature is paid or overpaid."""
    for status in (OVERPAID, PAID):
        for one in audit.slices:
            for term in one.terms:
                if term.status == status and _names(term) & features:
                    yield one, term


def _names(term: Term) -> set[str]:
    return {term.feature, *term.parts, *term.shadows}


def _shown_by(features: set[str]) -> set[str]:
    """These features and those that come with each: a sequence of words holds shorter ones."""
    found = set(features)
    for name in features:
        tier, _, text = name.partition(":")
        if tier == _WORDS:
            tokens = text.split(" ")
            found |= {
                f"{tier}:{' '.join(tokens[i:j])}"
                for i in range(len(tokens))
                for j in range(i + 1, len(tokens) + 1)
            }
    return found


def _sentence(audit: AuditModel, event: Event, one: SliceModel, term: Term) -> Phrase:
    """`This rise is overpaid +1.41 per occurrence in slice a, from step 25: the word “x”.`"""
    row = term.row if term.status == OVERPAID else term.rows.get(REWARD, term.row)
    what = "rise" if event.alert["direction"] == "rise" else "fall"
    verb = f"This {what} is {term.status}" if what == "rise" else f"What falls here is {term.status}"
    where = f" in slice {shown(one.name)}" if audit.many else ""
    size = signed(row["premium"], term_decimals(term))
    text = f"{verb} {size} {each(term)}{where}, {_since(audit, one, term)}"
    # The feature is named where it is not simply the one that the event is named by.
    if term.feature == event.row["lead_feature"]:
        return (Part(f"{text}."),)
    return (Part(f"{text}: "), *audit.wording(term).title, Part("."))


def _since(audit: AuditModel, one: SliceModel, term: Term) -> str:
    seen = audit.rise(one, term.feature) if term.kind == "single" else None
    return where_words(audit, one, one.span) if seen is None else f"from step {seen['onset_step']}"


def event_links(drawing: Drawing, audit: AuditModel, one: SliceModel) -> list[EventLink]:
    """The events of a report that features paid or overpaid in a slice belong to, by rank."""
    names = {name for term in one.terms if term.status in (OVERPAID, PAID) for name in _names(term)}
    found = []
    for event in drawing.model.events:
        if names & _shown_by({member.row["feature"] for member in event.members}):
            key = f"e{event.rank}"
            href = f"#{drawing.prefix}{key}" if key in drawing.card_keys else None
            verb = "rises" if event.alert["direction"] == "rise" else "falls"
            found.append(
                EventLink(text=f"event {event.rank}, which {verb} from step {event.onset.step}", href=href)
            )
    return found[:_MOST]
