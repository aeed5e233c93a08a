"""The package on the runs: the series it made, and the verdicts of its rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.baselines.runs import REWARD, Run, is_exploit
from benchmarks.baselines.verdict import Verdict, among_rises, rank_of
from rolloutdiff import api
from rolloutdiff.settings import AnalysisSettings


@dataclass(frozen=True, kw_only=True, eq=False)
class Tables:
    """Rows of the reports of one analysis of one run, without the rewards.

    The rewards are what was trained on, not a behaviour that a tool could find.
    """

    series: list[dict[str, Any]]
    screening: list[dict[str, Any]]
    shift: list[dict[str, Any]]
    events: list[dict[str, Any]]
    members: list[dict[str, Any]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Series:
    """The series of one run that at least one rule can score.

    Attributes:
        steps: int64[T].
        features: S names.
        mean: float64[S, T], NaN where a series has no value.
    """

    steps: NDArray[np.int64]
    features: list[str]
    mean: NDArray[np.float64]


def analyse(run: Run, profile: str) -> Tables:
    """Analyse a run under a profile with default settings."""
    settings = AnalysisSettings(profile=profile)  # type: ignore[arg-type]
    rollouts = api.load_trl(run.folder, run=run.name, reward_column=REWARD)
    with api.analyze_rollouts(rollouts, settings=settings) as analysis:
        return Tables(
            series=_behaviours(analysis.series.rows()),
            screening=_behaviours(analysis.sequential.screening.rows()),
            shift=_behaviours(analysis.retrospective.shift.rows()),
            events=analysis.event_ranking.rows(),
            members=_behaviours(analysis.event_members.rows()),
        )


def _behaviours(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row for row in rows if not row["feature"].startswith("reward:")]


def series_of(run: Run, tables: Tables) -> Series:
    """The matrix of series, for detectors that are not ours."""
    scorable = sorted({row["feature"] for row in tables.screening if row["status"] != "unscorable"})
    place = {feature: index for index, feature in enumerate(scorable)}
    column = {int(step): index for index, step in enumerate(run.steps)}
    mean = np.full((len(scorable), len(run.steps)), np.nan)
    for row in tables.series:
        if row["feature"] in place and row["mean"] is not None:
            mean[place[row["feature"]], column[row["step"]]] = row["mean"]
    return Series(steps=run.steps, features=scorable, mean=mean)


def rules_of(tables: Tables) -> list[str]:
    """Rules that have verdicts in the tables, in a fixed order."""
    return sorted({row["rule"] for row in (*tables.screening, *tables.shift)})


def verdict(run: Run, tables: Tables, rule: str) -> Verdict:
    """A rule's answer about a run.

    The rank is that of the event with the exploit where the rule leads the report, else the exploit's place
    among what the rule flags, by statistic.
    """
    rows = [row for row in tables.screening if row["rule"] == rule]
    if not rows:
        return _shift_only(run, tables, rule)
    alerts = sorted(
        (row for row in rows if row["status"] == "alert"),
        key=lambda row: -abs(row["statistic"] or 0.0),
    )
    rises = [row for row in alerts if is_exploit(row["feature"]) and row["direction"] == "rise"]
    leads = any(event["rule"] == rule for event in tables.events)
    looks_back = any(row["rule"] == rule for row in tables.shift)
    first = min((row["alert_step"] for row in rises if row["alert_step"]), default=None)
    rank = (
        event_rank(tables.events, tables.members)
        if leads
        else rank_of(is_exploit(row["feature"]) for row in alerts)
    )
    return Verdict(
        run=run.name,
        tool=_name(rule, looks_back),
        rank=rank,
        first=None if looks_back else first,
        onset=_onset(tables, rule, rises, looks_back),
        flagged=len(alerts),
        scored=sum(row["status"] != "unscorable" for row in rows),
        says=_says(alerts, len(tables.events) if leads else None)
        + among_rises(is_exploit(row["feature"]) for row in alerts if row["direction"] == "rise")
        + _by_size(alerts),
    )


def _name(rule: str, looks_back: bool) -> str:
    return f"rolloutdiff, {rule}" + (" (looks back)" if looks_back else "")


def _onset(tables: Tables, rule: str, rises: list[dict[str, Any]], looks_back: bool) -> int | None:
    if not rises:
        return None
    if not looks_back:
        return min((row["onset_step"] for row in rises if row["onset_step"]), default=None)
    strongest = rises[0]["feature"]
    return next(
        (
            row["onset_step"]
            for row in tables.shift
            if row["rule"] == rule and row["feature"] == strongest and row.get("place") in (None, 1)
        ),
        None,
    )


def event_rank(events: Sequence[dict[str, Any]], members: Sequence[dict[str, Any]]) -> int | None:
    """Place of the first event that is led by the exploit or folds it in."""
    holding = {row["event_rank"] for row in members if is_exploit(row["feature"])}
    ranks = [
        event["event_rank"]
        for event in events
        if is_exploit(event["lead_feature"]) or event["event_rank"] in holding
    ]
    return min(ranks, default=None)


def _says(alerts: Sequence[dict[str, Any]], events: int | None) -> str:
    parts = [] if events is None else [f"{events} events"]
    if any(row.get("headline") is not None for row in alerts):
        parts.append(f"{sum(bool(row['headline']) for row in alerts)} headlines")
    parts.append(f"{sum(row['direction'] == 'rise' for row in alerts)} rises")
    return ", ".join(parts)


def _by_size(alerts: Sequence[dict[str, Any]]) -> str:
    """A remark on the exploit's place among rises of a share by how large they are, or nothing."""
    sized = [row for row in alerts if row["kind"] == "binary" and (row.get("change") or 0.0) > 0.0]
    rank = rank_of(is_exploit(row["feature"]) for row in sorted(sized, key=lambda row: -row["change"]))
    return "" if rank is None else f", {rank} by size"


def _shift_only(run: Run, tables: Tables, rule: str) -> Verdict:
    """A rule that has no row in the screening: what it found is what has a shape."""
    rows = [row for row in tables.shift if row["rule"] == rule]
    found = sorted((row for row in rows if row["shape"]), key=lambda row: -row["statistic"])
    rank = rank_of(is_exploit(row["feature"]) for row in found)
    rising = [row for row in found if row["after_mean"] > row["before_mean"]]
    return Verdict(
        run=run.name,
        tool=_name(rule, looks_back=True),
        rank=rank,
        onset=None if rank is None else found[rank - 1]["onset_step"],
        flagged=len({row["feature"] for row in found}),
        scored=len({row["feature"] for row in rows}),
        says=f"{len(rising)} rises" + among_rises(is_exploit(row["feature"]) for row in rising),
    )
