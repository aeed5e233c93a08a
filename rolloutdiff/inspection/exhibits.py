"""What an inspection shows: exemplars with their counterparts, and where the evidence stands in each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rolloutdiff.features import opened_tag
from rolloutdiff.features.locate import Span, locate
from rolloutdiff.inspection.dump import Rollout, Texts
from rolloutdiff.inspection.events import Event, Reference

# Members that name nothing in the code come after those that do.
_ANONYMOUS = ("ast:node:", "ast:edge:")

Reader = Callable[[Event, Sequence[Reference]], Texts]


class RankBy(StrEnum):
    """Orders of exemplars: as the report chose them is the default, None."""

    reward = "reward"
    length = "length"
    step = "step"


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """Where one member of the event stands in a response; no span when it is absent or cannot be located."""

    feature: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, kw_only=True)
class Exhibit:
    """A rollout with its evidence.

    Attributes:
        reference: What the report says about it.
        rollout: Its texts.
        evidence: One entry per member: the chosen one, those with a name of their own, bare syntax.
    """

    reference: Reference
    rollout: Rollout
    evidence: tuple[Evidence, ...]

    def lines(self, span: Span) -> tuple[int, int]:
        """Lines of the response on which a span starts and ends, from 1; a line feed ends its own line."""
        text = self.rollout.response or ""
        first = text.count("\n", 0, span.start) + 1
        return first, first + text.count("\n", span.start, span.end - 1)

    def line_text(self, span: Span) -> str:
        """The whole line on which a span starts."""
        text = self.rollout.response or ""
        start = text.rfind("\n", 0, span.start) + 1
        end = text.find("\n", span.start)
        return text[start : len(text) if end < 0 else end]


@dataclass(frozen=True, kw_only=True)
class Group:
    """An exemplar with its counterparts; these are None when they were not asked for or do not exist."""

    exemplar: Exhibit
    pair: Exhibit | None = None
    before: Exhibit | None = None


@dataclass(frozen=True, kw_only=True)
class Inspection:
    """An event, and the rollouts of one of its members.

    Attributes:
        event: The event.
        feature: The member.
        groups: Its exemplars, in the order asked for.
        with_pair: Whether pairs were asked for.
        with_before: Whether rollouts before the onset were asked for.
    """

    event: Event
    feature: str
    groups: tuple[Group, ...]
    with_pair: bool
    with_before: bool


def inspect_event(
    event: Event,
    read: Reader,
    *,
    feature: str | None = None,
    pair: bool = False,
    before: bool = False,
    rank_by: RankBy | None = None,
) -> Inspection:
    """Find the rollouts of an event again, and the evidence in them.

    Args:
        event: The event.
        read: Gives the rollouts of references.
        feature: Member to show; None takes the lead.
        pair: Also show, for each exemplar, the completion of the same prompt and step without the feature.
        before: Also show the completion of the same prompt before the onset.
        rank_by: Order of the exemplars: highest reward, longest response or earliest step first.

    Raises:
        UsageError: The feature is no member that has exemplars.
        InputError: As the reader says.
    """
    chosen = event.choose(feature)
    roles = ["exemplar", *["pair"] * pair, *["before"] * before]
    wanted = [r for r in event.references if r.feature == chosen and r.role in roles]
    texts = read(event, wanted)
    members = sorted(event.members, key=lambda member: (member != chosen, member.startswith(_ANONYMOUS)))
    shown = {(r.role, r.place): _exhibit(event, members, r, texts[r.key]) for r in wanted}
    exemplars = [exhibit for (role, _), exhibit in sorted(shown.items()) if role == "exemplar"]
    if rank_by is not None:
        exemplars.sort(key=_ORDERS[rank_by])
    groups = [
        Group(
            exemplar=exhibit,
            pair=shown.get(("pair", exhibit.reference.place)),
            before=shown.get(("before", exhibit.reference.place)),
        )
        for exhibit in exemplars
    ]
    return Inspection(event=event, feature=chosen, groups=tuple(groups), with_pair=pair, with_before=before)


_ORDERS: dict[RankBy, Callable[[Exhibit], tuple[float, int]]] = {
    RankBy.reward: lambda e: (
        float("inf") if e.reference.reward is None else -e.reference.reward,
        e.reference.place,
    ),
    RankBy.length: lambda e: (-len(e.rollout.response or ""), e.reference.place),
    RankBy.step: lambda e: (e.reference.step, e.reference.place),
}


def _exhibit(event: Event, members: Sequence[str], reference: Reference, rollout: Rollout) -> Exhibit:
    opened = opened_tag(rollout.prompt)
    evidence = [
        Evidence(
            feature=member,
            spans=()
            if event.is_hidden(member)
            else tuple(locate(rollout.response, opened, member, event.limits)),
        )
        for member in members
    ]
    return Exhibit(reference=reference, rollout=rollout, evidence=tuple(evidence))


def as_json(inspection: Inspection) -> dict[str, Any]:
    """An inspection as plain JSON values; offsets count code points of the response, lines count from 1.

    `pair` and `before` are there when they were asked for, null when there is none.
    """
    event = inspection.event
    groups = []
    for group in inspection.groups:
        row = _exhibit_json(event, group.exemplar)
        if inspection.with_pair:
            row["pair"] = None if group.pair is None else _exhibit_json(event, group.pair)
        if inspection.with_before:
            row["before"] = None if group.before is None else _exhibit_json(event, group.before)
        groups.append(row)
    return {
        "analysis_id": event.analysis_id,
        "run": event.run,
        "event": {
            "event_rank": event.rank,
            "events": event.of,
            "name": event.name,
            "onset_step": event.onset_step,
            "alert_step": event.alert_step,
            "direction": event.direction,
            "members": list(event.members),
        },
        "feature": inspection.feature,
        "hashed": event.hashed,
        "exemplars": groups,
    }


def _exhibit_json(event: Event, exhibit: Exhibit) -> dict[str, Any]:
    reference = exhibit.reference
    columns = [name for name in Reference.__dataclass_fields__ if name != "feature"]
    return {
        **{name: getattr(reference, name) for name in columns},
        "prompt": exhibit.rollout.prompt,
        "response": exhibit.rollout.response,
        "evidence": [
            {
                "feature": evidence.feature,
                "locatable": not event.is_hidden(evidence.feature),
                "spans": [_span_json(exhibit, span) for span in evidence.spans],
            }
            for evidence in exhibit.evidence
        ],
    }


def _span_json(exhibit: Exhibit, span: Span) -> dict[str, Any]:
    first, last = exhibit.lines(span)
    return {
        "start": span.start,
        "end": span.end,
        "line": first,
        "end_line": last,
        "line_text": exhibit.line_text(span),
    }
