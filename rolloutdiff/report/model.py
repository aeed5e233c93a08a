"""What one run's report says, read from the rows of report.json: events, alerts, counts, levels."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from rolloutdiff.errors import ReportError
from rolloutdiff.report import falls as falling
from rolloutdiff.report.events import Event, Onset, nearest_first, onset_of, run_events
from rolloutdiff.report.naming import words
from rolloutdiff.report.numbers import finite
from rolloutdiff.report.profile import voice_of
from rolloutdiff.report.rows import REWARD, TOTAL, Row
from rolloutdiff.report.rule import WINDOW_MARGIN
from rolloutdiff.report.series import RECENT_STEPS, RewardPart, Series, recent_mean
from rolloutdiff.wording import Part, Phrase, Wording, printable

_LONGEST_TITLE = 160


class RunModel:
    """One run of a report.

    Args:
        report: A report as `load_report` returns it.
        row: The run's row of the array `run`.
        series_rows: Rows of the array `series` by feature, for this run.
    """

    def __init__(self, report: Mapping[str, Any], row: Row, series_rows: Mapping[str, list[Row]]) -> None:
        self.row = row
        self.name: str = row["run"]
        self.analysis_id: str = row["analysis_id"]
        self.hashed: bool = report["hashed"]
        self.objects: set[str] = {r["name"] for r in report["objects"]}
        self.voice = voice_of(report["settings"])
        self._series_rows = series_rows
        sequential, retrospective = self.voice.names
        self.verdicts = _by_rule(report["screening"], self.name)
        self.changes = _by_rule(report["shift"], self.name)
        self.calibration: dict[str, Row] = {
            r["rule"]: r for r in report["calibration"] if r["run"] == self.name
        }
        mine = self.verdicts.get(sequential, [])
        self.screening: list[Row] = [r for r in mine if r["tier"] != REWARD]
        self.reward_screening: dict[str, Row] = {r["feature"]: r for r in mine if r["tier"] == REWARD}
        alerts = _by_rule(report["alert"], self.name).get(sequential, [])
        self.alerts: list[Row] = [r for r in alerts if r["tier"] != REWARD]
        self.reward_alerts: dict[str, Row] = {r["feature"]: r for r in alerts if r["tier"] == REWARD}
        self.integrity: list[Row] = [r for r in report["integrity"] if r["run"] == self.name]
        self.coverage: list[Row] = [r for r in report["coverage"] if r["run"] == self.name]
        self.files: list[Row] = [r for r in report["file"] if r["run"] == self.name]
        self.shifts = self._shifts({r["feature"]: r for r in alerts}, self.changes.get(retrospective, []))
        features = {r["feature"]: r for r in self.alerts}
        self.comparisons: list[Row] = [
            r
            for r in report.get("event_consistency", ())
            if r["run"] == self.name and r["rule"] == sequential
        ]
        self.events: list[Event] = run_events(report, self.name, sequential, features, self.shifts)

    def _shifts(self, alerts: Mapping[str, Row], changes: list[Row]) -> dict[str, list[Row]]:
        """What the retrospective rule has of every alerted feature, the change nearest to the alert first."""
        found: dict[str, list[Row]] = defaultdict(list)
        for row in changes:
            if row["feature"] in alerts:
                found[row["feature"]].append(row)
        return {name: nearest_first(rows, alerts[name], self.place) for name, rows in found.items()}

    def onset(self, alert: Row) -> Onset:
        """When an alerted feature of this run began."""
        return onset_of(alert, next(iter(self.shifts.get(alert["feature"], ())), None))

    def words(self, row: Row) -> Wording:
        """The phrases for the feature of a row of this run."""
        return words(row, hashed=self.hashed)

    def title(self, event: Event) -> Phrase:
        """Name of an event as it stands in a heading or a table."""
        if self.hashed:
            return self.words(event.alert).title
        return (Part(printable(event.row["name"], _LONGEST_TITLE)),)

    def event(self, rank: int) -> Event:
        """The event of a rank.

        Raises:
            ReportError: There is none; the message lists the ranks.
        """
        found = next((event for event in self.events if event.rank == rank), None)
        if found is None:
            ranks = ", ".join(str(event.rank) for event in self.events)
            known = f"Its events have the ranks {ranks}." if ranks else "It has no events."
            raise ReportError(f"Run {self.name!r} has no event of rank {rank}. {known}")
        return found

    @cached_property
    def steps(self) -> list[int]:
        """All logged steps, ascending."""
        return sorted({r["step"] for rows in self._series_rows.values() for r in rows})

    def window(self, event: Event) -> tuple[int, int]:
        """First and last step of an event's window: three logged steps around onset and alert."""
        first = self.place(event.alert["onset_step"]) - WINDOW_MARGIN
        last = self.place(event.alert["alert_step"]) + WINDOW_MARGIN
        return self.steps[max(first, 0)], self.steps[min(last, len(self.steps) - 1)]

    def place(self, step: int) -> int:
        """Place of a step among the logged ones."""
        return bisect_left(self.steps, step)

    def series(self, feature: str) -> Series:
        """The series of a feature; without points when the report has none."""
        return Series.of(feature, self._series_rows.get(feature, ()))

    def recent_mean(self, feature: str) -> float | None:
        """Mean of a feature's last five step means."""
        rows = sorted(self._series_rows.get(feature, ()), key=lambda r: r["step"])
        return recent_mean([r["mean"] for r in rows])

    @cached_property
    def example(self) -> Series:
        """Any series that covers every step, for prompts and completions per step."""
        features = (f for f, rows in self._series_rows.items() if rows[0]["tier"] != REWARD)
        return self.series(next(features, next(iter(self._series_rows), "")))

    @cached_property
    def baseline_steps(self) -> list[int]:
        """The steps that make the baseline of most series."""
        return self.baseline_of(self.example)

    def baseline_of(self, series: Series) -> list[int]:
        """The steps that make the baseline of a series."""
        return self.voice.scorable_steps(series)[: self.voice.baseline_steps]

    @property
    def recent_steps(self) -> list[int]:
        """The steps that make up `now`."""
        return self.steps[-RECENT_STEPS:]

    @property
    def folded(self) -> int:
        """Alerts that nearly the same completions show as another."""
        return sum(r["folded_under"] is not None for r in self.alerts)

    @property
    def scorable(self) -> int:
        """Series the rule could judge, rewards left out."""
        return sum(r["status"] != "unscorable" for r in self.screening)

    @cached_property
    def found_back(self) -> set[str]:
        """Features, rewards left out, that the leading retrospective rule judges and finds changed."""
        rows = self.verdicts.get(self.voice.names.retrospective, [])
        return {r["feature"] for r in rows if r["status"] == "alert" and r["tier"] != REWARD}

    @cached_property
    def main_reason(self) -> str | None:
        """The commonest reason why series could not be scored; ties end in the name."""
        reasons = Counter(r["reason"] for r in self.screening if r["status"] == "unscorable" and r["reason"])
        return min(reasons, key=lambda reason: (-reasons[reason], reason), default=None)

    @cached_property
    def visible_rises(self) -> list[float]:
        """Smallest rise that would have alerted, of every scorable yes/no series that has one."""
        return [
            r["detectable_rise"]
            for r in self.screening
            if r["kind"] == "binary" and r["status"] != "unscorable" and r["detectable_rise"] is not None
        ]

    @cached_property
    def falls(self) -> list[falling.Fall]:
        """Scorable yes/no series that fell without an alert, the largest fall first, as (change, row)."""
        return falling.falls(self.screening, self.recent_mean)

    @cached_property
    def named_falls(self) -> list[falling.Fall]:
        """The largest of them, one of each group that runs along one another."""
        return falling.named(self.falls, lambda feature: self.series(feature).mean)

    @cached_property
    def total(self) -> Series | None:
        """The trained reward; None when no completion was scored."""
        series = self.series(TOTAL)
        return series if finite(series.mean) else None

    @cached_property
    def reward_parts(self) -> list[RewardPart]:
        """Logged reward columns by name; the one that is the whole reward is left out."""
        formula: str = self.row["reward_formula"]
        found = []
        for feature in sorted(f for f in self._series_rows if f.startswith("reward:") and f != TOTAL):
            name = feature.removeprefix("reward:")
            series = self.series(feature)
            if name != formula and finite(series.mean):
                found.append(RewardPart(name=name, series=series, trained=_weighs(formula, name)))
        return found

    def reward_baseline(self, series: Series) -> float | None:
        """Level of a reward series before: the rule's own where it has one."""
        row = self.reward_screening.get(series.feature)
        known = row["baseline_mean"] if row else None
        return known if known is not None else series.average_at(self.baseline_of(series))


def _by_rule(rows: Iterable[Row], run: str) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row["run"] == run:
            found[row["rule"]].append(row)
    return dict(found)


def run_models(report: Mapping[str, Any]) -> list[RunModel]:
    """One model per run, in the order of the array `run`.

    Raises:
        ReportError: An event names a feature that the report does not hold.
    """
    grouped: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in report["series"]:
        grouped[row["run"]][row["feature"]].append(row)
    return [RunModel(report, row, grouped[row["run"]]) for row in report["run"]]


def run_model(report: Mapping[str, Any], run: str) -> RunModel:
    """The model of one run.

    Raises:
        ReportError: The report has no such run; the message lists the runs.
    """
    row = next((r for r in report["run"] if r["run"] == run), None)
    if row is None:
        names = ", ".join(repr(r["run"]) for r in report["run"])
        raise ReportError(f"The report has no run {run!r}.", f"Its runs: {names}.")
    grouped: dict[str, list[Row]] = defaultdict(list)
    for series_row in report["series"]:
        if series_row["run"] == run:
            grouped[series_row["feature"]].append(series_row)
    return RunModel(report, row, grouped)


def _weighs(formula: str, column: str) -> bool:
    """Whether a formula such as `1*a - 0.5*b` gives a column a weight other than nought."""
    term = re.search(rf"(?:^|[+-] )(-?[0-9.e+-]+)\*{re.escape(column)}(?= [+-] |$)", formula)
    return term is not None and float(term[1]) != 0
