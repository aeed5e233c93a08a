"""Events of a run, put together from the rows of several arrays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rolloutdiff.errors import ReportError
from rolloutdiff.report.numbers import span
from rolloutdiff.report.rows import Row, came_back, rises
from rolloutdiff.report.rule import RULES


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
class Onset:
    """When an alerted feature began, as it is drawn and named.

    Attributes:
        step: Onset of the curve that was fitted to the whole series; the sequential rule's where none was.
        bounds: First and last step of the set of the fitted onset or of the best single split; None where
            nothing stands out from noise.
        fitted: Whether `step` is of a fitted curve.
    """

    step: int
    bounds: tuple[int, int] | None
    fitted: bool

    @property
    def text(self) -> str:
        """`48 [46–48]` of a fitted onset, else the step."""
        return f"{self.step} [{span(*self.bounds)}]" if self.fitted and self.bounds else str(self.step)


@dataclass(frozen=True, kw_only=True)
class Event:
    """One event with what is known of its lead feature.

    Attributes:
        row: Its row of the array `event`.
        alert: The lead's row of the array `alert`.
        evidence: The lead's row of the array `evidence`.
        shift: The lead's row of the array `shift`, that of the change nearest to the alert; None when the
            retrospective rule has none.
        further: Rows of further changes that the retrospective rule found in the lead.
        members: All features, the lead first, the others by onset and name.
        exemplars: The lead's rows of the array `exemplar`, each with what belongs to it.
    """

    row: Row
    alert: Row
    evidence: Row
    shift: Row | None
    further: Sequence[Row]
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
    def compares(self) -> bool:
        """Whether its members are figures of the difference between trainer and engine."""
        return bool(self.alert["tier"] == "mismatch")

    @property
    def passing(self) -> bool:
        """Whether it was a spell: most later steps are back within the line, and so are the last five."""
        persistence = self.evidence["persistence"]
        return persistence is not None and persistence < 0.5 and came_back(self.alert)

    @property
    def onset(self) -> Onset:
        """When it began."""
        return onset_of(self.alert, self.shift)

    @property
    def confirmed(self) -> bool:
        """Whether the retrospective rule found a change."""
        return self.shift is not None and self.shift["shape"] is not None


def onset_of(alert: Row, shift: Row | None) -> Onset:
    """When an alerted feature began.

    Args:
        alert: Its row of the array `alert`.
        shift: Its row of the array `shift`, if it has one.
    """
    if shift is None or shift["shape"] is None:
        return Onset(step=alert["onset_step"], bounds=None, fitted=False)
    low, high = shift["onset_low"], shift["onset_high"]
    bounds = None if low is None or high is None else (low, high)
    fitted = shift["rule"] == RULES["calibrated"].retrospective and shift["onset_step"] is not None
    return Onset(step=(shift if fitted else alert)["onset_step"], bounds=bounds, fitted=fitted)


def nearest_first(shifts: Iterable[Row], alert: Row, place: Callable[[int], int]) -> list[Row]:
    """Changes of an alerted feature by the retrospective rule: that nearest to the alert, then others found.

    Args:
        shifts: Rows of the array `shift` of one feature and rule.
        alert: Its row of the array `alert`.
        place: Gives the place of a step among the logged ones.
    """
    first, last = place(alert["onset_step"]), place(alert["alert_step"])

    def distance(row: Row) -> tuple[bool, int, int]:
        step = row["onset_step"]
        away = 0 if step is None else max(first - place(step), place(step) - last, 0)
        return row["shape"] in (None, "spike"), away, row["place"]

    order = sorted(shifts, key=distance)
    return order[:1] + [row for row in order[1:] if row["shape"] is not None]


def run_events(
    report: Mapping[str, Any],
    run: str,
    rule: str,
    alerts: Mapping[str, Row],
    shifts: Mapping[str, Sequence[Row]],
) -> list[Event]:
    """The events of a run by rank.

    Args:
        report: A report as `load_report` returns it.
        run: Name of the run.
        rule: The sequential rule that leads.
        alerts: The run's alerts by feature.
        shifts: Rows of the array `shift` by feature, the one that belongs to the alert first.

    Raises:
        ReportError: An event names a feature that has no alert or no row of evidence.
    """
    rows = sorted(_mine(report["event"], run, rule), key=lambda r: r["event_rank"])
    leads = {r["lead_feature"] for r in rows}
    evidence = {r["feature"]: r for r in _mine(report["evidence"], run, rule) if r["feature"] in leads}
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
            shift=next(iter(shifts.get(row["lead_feature"], ())), None),
            further=shifts.get(row["lead_feature"], ())[1:],
            members=_members(members[row["event_rank"]], row, alerts),
            exemplars=sorted(exemplars[row["event_rank"], row["lead_feature"]], key=_reading_order),
        )
        for row in rows
    ]


def _mine(rows: Sequence[Row], run: str, rule: str) -> list[Row]:
    return [r for r in rows if r["run"] == run and r["rule"] == rule]


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
