"""Alerts to events: those that coincide in time and completions are read as one, and ranked.

Linkage is complete: every pair of members has onsets within three logged steps and a Jaccard overlap of at
least one half, or compares the same tokens of trainer and engine. A rank says where to look first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from rolloutdiff.columns import column
from rolloutdiff.pipeline.carry import Carried, taken_over
from rolloutdiff.pipeline.overlap import WINDOW_STEPS, Overlap
from rolloutdiff.warehouse.stage import StageRunner
from rolloutdiff.wording import plain_text, wording

MIN_JACCARD = 0.5
MOST_EXEMPLARS = 3

TIERS = ("ast", "custom", "lexical", "shape", "mismatch")
# Tokens that name nothing in the code, the plainer first; with equal evidence a name says more to a reader.
ANONYMOUS = ("ast:node:", "ast:edge:")
# Figures of trainer and engine that a difference without a sign cannot escape; they lead the others.
UNSIGNED = ("mismatch:prob_diff_mean", "mismatch:k3_kl")


@dataclass(frozen=True, kw_only=True)
class Alert:
    """An alert of a behaviour and the evidence that ranks it.

    Attributes:
        onset_index: Place of the onset among the logged steps of the run.
        headline: Whether it is on the headline list of its rule; true for a rule without such a list.
        replication: Whether both prompt halves alert in its direction; None when that is not known.
        persistence: Share of later steps beyond the line; None when too few remain.
        reward_association: Reward difference inside prompt and step, signed; None without one.
        prompt_breadth: Share of prompts that show it from onset to alert; None for sizes.
    """

    run: str
    feature_id: int
    name: str
    tier: str
    kind: str
    direction: str
    onset_step: int
    alert_step: int
    onset_index: int
    headline: bool
    replication: bool | None
    persistence: float | None
    reward_association: float | None
    prompt_breadth: float | None

    @property
    def joins(self) -> bool:
        """Only yes/no alerts join others by their completions: a size has none that show it."""
        return self.kind == "binary"

    @property
    def compares(self) -> bool:
        """Whether it is a figure of the difference between trainer and engine."""
        return self.tier == "mismatch"

    @property
    def ranked(self) -> bool:
        """Only rising yes/no alerts are ranked by evidence."""
        return self.joins and self.direction == "rise"


@dataclass(frozen=True, kw_only=True)
class Event:
    """Alerts that are read as one; the strongest member comes first."""

    members: tuple[Alert, ...]

    @property
    def lead(self) -> Alert:
        """The strongest member."""
        return self.members[0]

    @property
    def name(self) -> str:
        """Names of its two strongest members, in words."""
        named = [m for m in self.members[1:] if not m.name.startswith(ANONYMOUS)] or self.members[1:]
        return ", ".join(plain_text(wording(m.name, m.kind).title) for m in (self.lead, *named[:1]))


def strength(alert: Alert) -> tuple[object, ...]:
    """Sort key, strongest first: headline, tier, replication, persistence, reward association, breadth.

    A figure that is missing counts as the weakest. Ties end in the onset and the name.
    """

    def descending(value: float | None) -> tuple[bool, float]:
        return (value is None, -(value or 0.0))

    return (
        not alert.headline,
        TIERS.index(alert.tier),
        not alert.replication,
        descending(alert.persistence),
        descending(alert.reward_association),
        descending(alert.prompt_breadth),
        next((i for i, prefix in enumerate(ANONYMOUS, 1) if alert.name.startswith(prefix)), 0),
        UNSIGNED.index(alert.name) if alert.name in UNSIGNED else len(UNSIGNED),
        alert.onset_index,
        alert.name,
    )


def link(alerts: Sequence[Alert], overlap: Overlap) -> list[Event]:
    """Events of one run, ranked.

    Yes/no alerts are taken in order of onset, then name; each joins the first event with all of whose members
    it overlaps, all rising or all falling. Sizes are events of their own, but for figures of the difference
    between trainer and engine: they are taken from the same tokens, so that those with close onsets are one
    event, some of them rising and some falling. Rising yes/no events come first, by
    the evidence of their strongest member; the others follow in order of onset. Before both, events with a
    headline alert come before events without one.

    Args:
        alerts: Alerts of one run.
        overlap: Jaccard overlap of pairs of features; a pair that is absent does not overlap.
    """
    groups: list[list[Alert]] = []
    for alert in sorted(alerts, key=lambda a: (a.onset_index, a.name)):
        home = next((g for g in groups if all(_linked(alert, m, overlap) for m in g)), None)
        if home is None:
            groups.append([alert])
        else:
            home.append(alert)
    # Groups stand in order of their first onset, and sorting keeps that order among equals.
    events = [Event(members=tuple(sorted(g, key=strength))) for g in groups]
    ranked = sorted((e for e in events if e.lead.ranked), key=lambda e: strength(e.lead))
    others = [e for e in events if not e.lead.ranked]
    return sorted((*ranked, *others), key=lambda e: not e.lead.headline)


def _linked(a: Alert, b: Alert, overlap: Overlap) -> bool:
    alike = a.joins and b.joins and a.direction == b.direction
    close = abs(a.onset_index - b.onset_index) <= WINDOW_STEPS
    if a.compares and b.compares:
        return close
    return alike and close and overlap.get(frozenset((a.feature_id, b.feature_id)), 0.0) >= MIN_JACCARD


def build_events(
    runner: StageRunner,
    analysis_id: str,
    rule: str,
    overlaps: Mapping[str, Overlap],
    carried: Carried | None = None,
) -> int:
    """Fill `event`, `event_member` and `exemplar` for one rule.

    Args:
        runner: Runs stage files.
        analysis_id: The analysis.
        rule: The rule.
        overlaps: Overlap of pairs of alerts, by run.
        carried: What was taken over from an earlier analysis.

    Returns:
        Number of events.
    """
    keys = {"analysis_id": analysis_id, "rule": rule}
    names = list(Alert.__dataclass_fields__)
    alerts = [Alert(**dict(zip(names, row, strict=True))) for row in runner.rows("event_alert", keys)]
    rows: list[tuple[str, int, Event, Overlap]] = []
    for run in sorted({alert.run for alert in alerts}):
        overlap = overlaps.get(run, {})
        events = link([alert for alert in alerts if alert.run == run], overlap)
        rows += [(run, rank, event, overlap) for rank, event in enumerate(events, 1)]
    with runner.table("found_event", _event_table(rows)), runner.table("found_member", _member_table(rows)):
        runner.run("store_event", keys)
    runner.run("store_exemplar", keys | taken_over(carried) | {"most": MOST_EXEMPLARS})
    return len(rows)


def _event_table(rows: Sequence[tuple[str, int, Event, Overlap]]) -> pa.Table:
    events = [event for _, _, event, _ in rows]
    return pa.table(
        {
            "run": column([run for run, _, _, _ in rows], pa.string()),
            "event_rank": column([rank for _, rank, _, _ in rows], pa.int32()),
            "name": column([e.name for e in events], pa.string()),
            "onset_step": column([min(m.onset_step for m in e.members) for e in events], pa.int64()),
            "alert_step": column([min(m.alert_step for m in e.members) for e in events], pa.int64()),
            "direction": column([e.lead.direction for e in events], pa.string()),
            "members": column([len(e.members) for e in events], pa.int32()),
            "lead_feature_id": column([e.lead.feature_id for e in events], pa.int32()),
        }
    )


def _member_table(rows: Sequence[tuple[str, int, Event, Overlap]]) -> pa.Table:
    members = [
        (run, rank, m.feature_id, m.onset_step, _overlap_with_lead(event, m, overlap))
        for run, rank, event, overlap in rows
        for m in event.members
    ]
    columns = list(zip(*members, strict=True)) or [()] * 5
    kinds = (pa.string(), pa.int32(), pa.int32(), pa.int64(), pa.float64())
    names = ("run", "event_rank", "feature_id", "onset_step", "jaccard")
    return pa.table({n: column(c, k) for n, c, k in zip(names, columns, kinds, strict=True)})


def _overlap_with_lead(event: Event, member: Alert, overlap: Overlap) -> float | None:
    if member is event.lead:
        return 1.0
    return overlap.get(frozenset((event.lead.feature_id, member.feature_id)))
