"""One analysis from rollouts to alerts: the stages in order, each in one transaction."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from rolloutdiff import __version__
from rolloutdiff.errors import BadRow, UsageError
from rolloutdiff.ingest import Rollouts
from rolloutdiff.pipeline.carry import Carried, OutOfOrder, find_carried, give_way, taken_over
from rolloutdiff.pipeline.counting import count_texts
from rolloutdiff.pipeline.events import build_events
from rolloutdiff.pipeline.evidence import gather_evidence
from rolloutdiff.pipeline.folding import fold_alerts
from rolloutdiff.pipeline.integrity import store_findings
from rolloutdiff.pipeline.kept import Hashed, Kept
from rolloutdiff.pipeline.overlap import Overlaps, alert_overlap
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.pipeline.rules import SEQUENTIAL_RULES, leading_rules
from rolloutdiff.pipeline.screening import score_run
from rolloutdiff.pipeline.series import build_series
from rolloutdiff.pipeline.unfinished import at_work, forget_unfinished
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.sqlfiles import load_all
from rolloutdiff.warehouse.registry import object_versions
from rolloutdiff.warehouse.stage import StageRunner


def analyze_runs(
    runner: StageRunner,
    runs: Sequence[str],
    settings: AnalysisSettings,
    rollouts: Rollouts,
    progress: Progress,
    kept: Kept | None = None,
    *,
    need_counts: bool = True,
) -> str:
    """Analyse loaded runs; an analysis of equal input, settings and versions is not done twice.

    Args:
        runner: Runs stage files on the work cursor.
        runs: Runs in table `rollout`.
        settings: What changes the numbers.
        rollouts: The dump they came from: its reward formula and the findings about its files.
        progress: Told about every stage.
        kept: What this process keeps from one analysis of the runs to the next. What has not changed is
            taken over from the last one, if it is one that watching made and nobody audited; it gives way
            to the new one.
        need_counts: Do an analysis again whose counts were taken out of the warehouse.

    Returns:
        The analysis_id: a hash of input, settings and versions.

    Raises:
        BadRow: A reward is not a finite number and `settings.unscored` is `error`.
        FeatureRefused: A custom feature is not an allowed expression.
        FeatureFailed: A custom feature fails on a row, or takes too long.
        UsageError: Every rollout would be left out.
    """
    rows, input_hash = _input_hash(runner, runs, kept)
    _check_rewards(runner, runs, settings, rows)
    versions = object_versions(runner.cursor, runner.schema)
    analysis_id = _identity(input_hash, settings, versions)
    forget_unfinished(runner, "analysis")
    state = runner.rows("analysis_state", {"analysis_id": analysis_id})
    for complete, counted in state:
        if complete and (counted or not need_counts):
            if kept is not None and kept.analysis != analysis_id:
                kept.begin(analysis_id)
            return analysis_id
    with at_work(analysis_id):
        _begin(runner, analysis_id, runs, settings, rollouts, progress, rows, input_hash, versions)
        if kept is None:
            _compute(runner, analysis_id, settings, rollouts, progress, rows)
        else:
            _follow(runner, analysis_id, settings, rollouts, progress, rows, kept)
    return analysis_id


def _follow(
    runner: StageRunner,
    analysis_id: str,
    settings: AnalysisSettings,
    rollouts: Rollouts,
    progress: Progress,
    rows: int,
    kept: Kept,
) -> None:
    """All stages of an analysis that was begun; what an earlier one has computed is not computed again."""
    carried = find_carried(runner, analysis_id, kept.analysis, settings)

    def take_over(carried: Carried) -> None:
        # What is in memory goes with the analysis that the warehouse holds: this one once it is there.
        found = kept.copy()
        with runner.transaction():
            _compute(runner, analysis_id, settings, rollouts, progress, rows, carried, found)
            give_way(runner, analysis_id, carried)
        kept.become(analysis_id, found)

    if carried is not None:
        with suppress(OutOfOrder):
            runner.bounded(partial(take_over, carried))
            return
    kept.begin()
    _compute(runner, analysis_id, settings, rollouts, progress, rows, None, kept)
    kept.analysis = analysis_id


def _begin(
    runner: StageRunner,
    analysis_id: str,
    runs: Sequence[str],
    settings: AnalysisSettings,
    rollouts: Rollouts,
    progress: Progress,
    rows: int,
    input_hash: str,
    versions: object,
) -> None:
    """The rollouts of an analysis and what identifies it."""
    keys = {"analysis_id": analysis_id}
    with progress.stage("prepare", rows), runner.transaction():
        runner.run("forget_analysis", keys)
        covered = {"unscored": settings.unscored, "runs": list(runs)}
        left_out = settings.other_split != "keep"
        runner.run("store_other_split", keys | covered | {"left_out": left_out})
        runner.run(
            "begin_analysis",
            keys
            | covered
            | {
                "settings": json.dumps(settings.as_dict(), sort_keys=True),
                "settings_sha256": settings.sha256(),
                "input_hash": input_hash,
                "package_version": __version__,
                "object_versions": json.dumps(versions, sort_keys=True),
                "profile": settings.profile,
                "reward_formula": rollouts.reward_formula,
            },
        )


def _compute(
    runner: StageRunner,
    analysis_id: str,
    settings: AnalysisSettings,
    rollouts: Rollouts,
    progress: Progress,
    rows: int,
    carried: Carried | None = None,
    kept: Kept | None = None,
) -> None:
    """All stages of an analysis that was begun; it becomes visible with the last."""
    keys = {"analysis_id": analysis_id}
    count_texts(runner, analysis_id, settings, rows, progress, carried, kept)
    with progress.stage("series") as count, runner.transaction():
        count(build_series(runner, analysis_id, progress, carried))
        runner.run("store_dump_change", keys)
    with progress.stage("screening") as count, runner.transaction():
        analysed = sorted({run for run, _ in runner.rows("run_steps", keys)})
        count(sum(score_run(runner, analysis_id, run, settings, carried, kept) for run in analysed))
        overlaps = {rule: _size_alerts(runner, analysis_id, rule, carried, kept) for rule in SEQUENTIAL_RULES}
    with progress.stage("evidence", rows):
        # By itself: its memory grows with the alerts, and what was done before need not be done again.
        runner.bounded(partial(_weigh, runner, analysis_id, settings, progress, carried, kept))
    with progress.stage("events") as count, runner.transaction():
        leading = leading_rules(settings).sequential
        count(build_events(runner, analysis_id, leading, overlaps[leading], carried))
        store_findings(runner, analysis_id, settings, rollouts, carried, kept)
        runner.run("complete_analysis", keys)


def _weigh(
    runner: StageRunner,
    analysis_id: str,
    settings: AnalysisSettings,
    progress: Progress,
    carried: Carried | None,
    kept: Kept | None,
) -> None:
    with runner.transaction():
        gather_evidence(runner, analysis_id, settings, progress, carried, kept)


def _size_alerts(
    runner: StageRunner, analysis_id: str, rule: str, carried: Carried | None, kept: Kept | None
) -> Overlaps:
    """Size and fold the alerts of one rule; gives the overlap of pairs of them, by run."""
    keys = {"analysis_id": analysis_id, "rule": rule}
    runner.run("store_alert", keys)
    overlaps = kept.overlaps.get(rule) if carried is not None and kept is not None else None
    if overlaps is None or runner.scalar("alerts_changed", keys | taken_over(carried)):
        overlaps = alert_overlap(runner, analysis_id, rule)
    if kept is not None:
        kept.overlaps[rule] = overlaps
    fold_alerts(runner, analysis_id, rule, overlaps)
    return overlaps


def _input_hash(runner: StageRunner, runs: Sequence[str], kept: Kept | None) -> tuple[int, str]:
    """Number of rollouts, and the hash over them; of those that were there before, as it was then."""
    before = kept.hashed if kept is not None else None
    known = before if before is not None and before.runs == tuple(runs) else Hashed(runs=tuple(runs))
    keys = {"runs": list(runs), "after": known.last, "rows": known.rows, "known": known.digest}
    rows, digest, last = runner.rows("input_hash", keys)[0]
    if kept is not None:
        kept.hashed = Hashed(runs=known.runs, last=last, rows=rows, digest=digest)
    return rows, digest


def _check_rewards(runner: StageRunner, runs: Sequence[str], settings: AnalysisSettings, rows: int) -> None:
    missing = runner.rows("unscored_rollout", {"runs": list(runs)})
    if settings.unscored == "error" and missing:
        run, count, step, file, row = missing[0]
        raise BadRow(
            f"{count} rewards of run {run!r} are not finite numbers;"
            f" the first is in {file!r} row {row}, step {step}.",
            "Give --unscored keep to count their text without a reward, or drop to leave them out.",
        )
    if settings.unscored == "drop" and sum(row[1] for row in missing) == rows:
        raise UsageError(
            "No rollout has a finite reward, so --unscored drop leaves nothing.", "Give --unscored keep."
        )


def _identity(input_hash: str, settings: AnalysisSettings, versions: object) -> str:
    text = json.dumps(
        {
            "input": input_hash,
            "settings": settings.as_dict(),
            "package": __version__,
            "objects": versions,
            "stages": [(f.header.name, f.sha256) for f in load_all(kinds=("stage",))],
        },
        sort_keys=True,
        separators=(",", ":"),
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]
