"""Events of a run, put together from the rows of several arrays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rolloutdiff.errors import ReportError
from rolloutdiff.report.rows import RULE, Row, came_back, rises


@dataclass(frozen=True, kw_only=True)
class Member:
    """A feature of an event.

    Attributes:
        row: Its row of the array `event_member`.
        alert: Its row of the array `alert`.
    """

    row: Row
    alert: Row

    @property
    def folded(self) -> bool:
        """Whether nearly the same completions show another member."""
        return self.alert["folded_under"] is not None


@dataclass(frozen=True, kw_only=True)
class Event:
    """One event with what is known of its lead feature.

    Attributes:
        row: Its row of the array `event`.
        alert: The lead's row of the array `alert`.
        evidence: The lead's row of the array `evidence`.
        shift: The lead's row of the array `shift`; None when the retrospective rule has none.
        members: All features, the lead first, the others by onset and name.
        exemplars: The lead's rows of the array `exemplar`, each with what belongs to it.
    """

    row: Row
    alert: Row
    evidence: Row
    shift: Row | None
    members: Sequence[Member]
    exemplars: Sequence[Row]

    @property
    def rank(self) -> int:
        """Rank within the run, from 1."""
        return int(self.row["event_rank"])

    @property
    def rising(self) -> bool:
        """Whether a rising yes/no behaviour leads it."""
        return rises(self.alert)

    @property
    def binary(self) -> bool:
        """Whether its lead is a yes/no feature."""
        return bool(self.alert["kind"] == "binary")

    @property
    def passing(self) -> bool:
        """Whether it was a spell: most later steps are back within the line, and so are the last five."""
        persistence = self.evidence["persistence"]
        return persistence is not None and persistence < 0.5 and came_back(self.alert)

    @property
    def split_set(self) -> tuple[int, int] | None:
        """First and last step of the set of the best single split; None unless it is confirmed."""
        return split_set(self.shift)

    @property
    def confirmed(self) -> bool:
        """Whether the best single split stands out from noise."""
        return self.shift is not None and self.shift["shape"] is not None


def split_set(shift: Row | None) -> tuple[int, int] | None:
    """First and last step of the set of a split; None unless it stands out from noise."""
    if shift is None or shift["shape"] is None or shift["onset_low"] is None or shift["onset_high"] is None:
        return None
    return shift["onset_low"], shift["onset_high"]


def run_events(
    report: Mapping[str, Any], run: str, alerts: Mapping[str, Row], shifts: Mapping[str, Row]
) -> list[Event]:
    """The events of a run by rank.

    Args:
        report: A report as `load_report` returns it.
        run: Name of the run.
        alerts: The run's alerts by feature.
        shifts: Rows of the array `shift` by feature.

    Raises:
        ReportError: An event names a feature that has no alert or no row of evidence.
    """
    rows = sorted(_mine(report["event"], run), key=lambda r: r["event_rank"])
    leads = {r["lead_feature"] for r in rows}
    evidence = {r["feature"]: r for r in _mine(report["evidence"], run) if r["feature"] in leads}
    members: dict[int, list[Row]] = defaultdict(list)
    for row in report["event_member"]:
        if row["run"] == run:
            members[row["event_rank"]].append(row)
    exemplars: dict[tuple[int, str], list[Row]] = defaultdict(list)
    for row in report["exemplar"]:
        if row["run"] == run:
            exemplars[row["event_rank"], row["feature"]].append(row)
    return [
        Event(
            row=row,
            alert=_found(alerts, row["lead_feature"], row, "alert"),
            evidence=_found(evidence, row["lead_feature"], row, "evidence"),
            shift=shifts.get(row["lead_feature"]),
            members=_members(members[row["event_rank"]], row, alerts),
            exemplars=sorted(exemplars[row["event_rank"], row["lead_feature"]], key=_reading_order),
        )
        for row in rows
    ]


def _mine(rows: Sequence[Row], run: str) -> list[Row]:
    return [r for r in rows if r["run"] == run and r["rule"] == RULE]


def _members(rows: Sequence[Row], event: Row, alerts: Mapping[str, Row]) -> list[Member]:
    lead = event["lead_feature"]
    order = sorted(rows, key=lambda r: (r["feature"] != lead, r["onset_step"], r["feature"]))
    return [Member(row=r, alert=_found(alerts, r["feature"], event, "alert")) for r in order]


def _found(rows: Mapping[str, Row], feature: str, event: Row, array: str) -> Row:
    if feature in rows:
        return rows[feature]
    where = f"Event {event['event_rank']} of run {event['run']!r}"
    raise ReportError(
        f"{where} holds the feature {feature!r}, which has no row in {array!r}.",
        "Write the report again with: rolloutdiff analyze … --output report.json",
    )


def _reading_order(row: Row) -> tuple[int, int, int]:
    roles = ("exemplar", "pair", "before")
    return row["place"], roles.index(row["role"]) if row["role"] in roles else len(roles), row["step"]
