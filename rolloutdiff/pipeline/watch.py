"""What watching a run keeps in the warehouse: which alerts were told of, and which analyses it made."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from rolloutdiff.columns import table_of_rows
from rolloutdiff.ingest import Rollouts
from rolloutdiff.pipeline.load import load_rollouts
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.warehouse.stage import StageRunner, transaction


@dataclass(frozen=True, kw_only=True)
class NewAlert:
    """An alert that nobody was told of.

    Attributes:
        run: Run.
        rule: Rule and version.
        feature: Name with its tier.
        tier: Tier.
        kind: `binary` or `continuous`.
        unit: Unit of the levels; `share` for yes/no features.
        direction: `rise` or `fall`.
        onset_step: First step of the change.
        alert_step: Step at which the rule was met.
        last_step: Last step of the run that was read.
        baseline_mean: Level before, in the unit.
        recent_mean: Mean of the last five steps, in the unit.
        change: Estimated change from the baseline, in the unit; None for rules without one, as all below.
        statistic: Statistic of the rule.
        threshold: Its line.
        p_value: Chance under the null.
        q_value: The same, adjusted over all series.
        e_value: Evidence against no change.
        headline: Whether it is large and sure enough for the headline list.
        dump_change: Step near the onset at which the form of the dump changes; None where none does.
        folded: Alerts that show the same completions: dictionaries of feature, direction, onset_step and
            alert_step.
    """

    run: str
    rule: str
    feature: str
    tier: str
    kind: str
    unit: str
    direction: str
    onset_step: int
    alert_step: int
    last_step: int
    baseline_mean: float
    recent_mean: float
    change: float | None
    statistic: float | None
    threshold: float | None
    p_value: float | None
    q_value: float | None
    e_value: float | None
    headline: bool | None
    dump_change: int | None
    folded: tuple[dict[str, Any], ...]


_COLUMNS = tuple(NewAlert.__dataclass_fields__)
_KEPT = ("run", "rule", "feature", "direction", "onset_step", "alert_step", "last_step")


def load_growing(runner: StageRunner, rollouts: Rollouts, progress: Progress) -> tuple[list[str], int]:
    """Put what is new of a dump into table `rollout`; see `load_rollouts`.

    Returns:
        The runs of the dump, and how many rollouts are new.
    """
    before = int(runner.scalar("rollout_count"))
    runs = load_rollouts(runner, rollouts, progress)
    return runs, int(runner.scalar("rollout_count")) - before


def held_files(runner: StageRunner, run: str) -> frozenset[str]:
    """Names of the source files of a run that the warehouse holds."""
    return frozenset(row[0] for row in runner.rows("loaded_files", {"run": run}))


def known_analyses(runner: StageRunner) -> frozenset[str]:
    """Complete analyses that the warehouse holds."""
    return frozenset(name for name, complete, _ in runner.rows("known_analyses") if complete)


def replace_analyses(runner: StageRunner, analysis_id: str, known: Collection[str]) -> tuple[str, ...]:
    """Let an analysis take the place of the earlier ones that watching made of the same runs.

    Analyses that somebody else made stay, and so do those that were audited.

    Args:
        runner: Runs stage files on a work cursor without an open transaction.
        analysis_id: The new analysis.
        known: Complete analyses before it: if it is one of them, it is not taken for one of ours.

    Returns:
        The analyses that were removed.
    """
    with transaction(runner.cursor):
        if analysis_id not in known:
            runner.run("watch_store_analysis", {"analysis_id": analysis_id})
        gone = [name for (name,) in runner.rows("watch_superseded", {"analysis_id": analysis_id})]
        if gone:
            runner.run("forget_extraction", {"analyses": gone, "run": None, "comparisons": []})
        for name in gone:
            runner.run("forget_analysis", {"analysis_id": name})
    return tuple(gone)


def new_alerts(runner: StageRunner, analysis_id: str, rule: str) -> list[NewAlert]:
    """Alerts of an analysis that nobody was told of, in order of the step of the alert.

    Args:
        runner: Runs stage files on a work cursor.
        analysis_id: The analysis, complete.
        rule: Rule whose alerts are told.
    """
    rows = runner.rows("watch_new_alert", {"analysis_id": analysis_id, "rule": rule})
    alerts = (dict(zip(_COLUMNS, row, strict=True)) for row in rows)
    return [NewAlert(**{**alert, "folded": tuple(alert["folded"])}) for alert in alerts]


def store_told(runner: StageRunner, alerts: Sequence[NewAlert]) -> None:
    """Record alerts, and those folded under them, as told.

    Args:
        runner: Runs stage files on a work cursor without an open transaction.
        alerts: What was told.
    """
    told: list[dict[str, Any]] = []
    for alert in alerts:
        own = {name: getattr(alert, name) for name in _KEPT}
        told += [own, *(own | folded for folded in alert.folded)]
    kinds = [pa.string()] * 4 + [pa.int64()] * 3
    schema = pa.schema(list(zip(_KEPT, kinds, strict=True)))
    with transaction(runner.cursor), runner.table("told_alert", table_of_rows(told, schema)):
        runner.run("watch_store_alert")
