"""A reward audit on a complete analysis: the stages in order, each in one transaction."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import duckdb

from rolloutdiff import __version__
from rolloutdiff.errors import WarehouseError
from rolloutdiff.pipeline.audit_columns import Source, described, resolve_columns, wanted_column
from rolloutdiff.pipeline.audit_labelled import LabelledRows
from rolloutdiff.pipeline.audit_premiums import audit_premiums
from rolloutdiff.pipeline.audit_reward import RewardFunction
from rolloutdiff.pipeline.audit_rows import slices_by_run
from rolloutdiff.pipeline.audit_value import assess
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.pipeline.unfinished import at_work, forget_unfinished
from rolloutdiff.settings import AnalysisSettings, AuditSettings
from rolloutdiff.sqlfiles import load_all
from rolloutdiff.warehouse.registry import object_versions
from rolloutdiff.warehouse.stage import StageRunner, transaction


@dataclass(frozen=True, kw_only=True)
class AuditInputs:
    """What an audit reads beside the analysis.

    Attributes:
        columns: Name of a column of the dump by role (`audit_columns.ROLES`); None takes the column of that
            name where there is one.
        labelled: Labelled rows, None without.
        reward: Reward function for interventions, None without.
    """

    columns: Mapping[str, str | None] = field(default_factory=dict)
    labelled: LabelledRows | None = None
    reward: RewardFunction | None = None


def audit_analysis(
    runner: StageRunner,
    analysis_id: str,
    analysis_settings: AnalysisSettings,
    settings: AuditSettings,
    inputs: AuditInputs,
    progress: Progress,
) -> str:
    """Audit the rewards of a complete analysis; an audit of equal input and settings is not done twice.

    Truth labels have no way in here: what is found cannot depend on them.

    Args:
        runner: Runs stage files on the work cursor, without an open transaction.
        analysis_id: A complete analysis.
        analysis_settings: Its settings.
        settings: What changes the numbers of the audit.
        inputs: Columns, labelled rows and reward function.
        progress: Told about every stage.

    Returns:
        The audit_id: a hash of analysis, settings, resolved columns and further inputs.

    Raises:
        ColumnMappingError: A column that was named does not exist.
        RewardFunctionFailed: The reward function raises, or gives no numbers.
        WarehouseError: Counts or texts that are needed were taken out of the warehouse.
    """
    _check_kept(runner, analysis_id, inputs)
    sources = resolve_columns(runner, analysis_id, inputs.columns)
    forget_unfinished(runner, "audit")
    with _temporary_tables(runner):
        with progress.stage("columns") as count, runner.table("wanted_column", wanted_column(sources)):
            keys = {"analysis_id": analysis_id, "reward_unit": settings.reward_unit}
            runner.run("audit_resolve", keys)
            rows, input_hash = runner.rows("audit_input_hash")[0]
            count(rows)
        audit_id = _identity(runner, analysis_id, input_hash, settings, sources, inputs)
        state = runner.rows("audit_state", {"audit_id": audit_id})
        if state and state[0][0]:
            return audit_id
        with at_work(audit_id):
            _compute(
                runner,
                audit_id,
                analysis_id,
                analysis_settings,
                settings,
                inputs,
                sources,
                input_hash,
                progress,
            )
    return audit_id


def _check_kept(runner: StageRunner, analysis_id: str, inputs: AuditInputs) -> None:
    ((_, counted),) = runner.rows("analysis_state", {"analysis_id": analysis_id})
    if not counted:
        raise WarehouseError(
            f"The counts of analysis {analysis_id!r} were taken out to save room (--compact, --no-text).",
            "Audit the dump itself: rolloutdiff audit PATH --db FILE.",
        )
    if inputs.reward is None:
        return
    runs = sorted({run for run, _ in runner.rows("run_steps", {"analysis_id": analysis_id})})
    if runner.scalar("left_out_texts", {"runs": runs}):
        raise WarehouseError(
            f"The texts of analysis {analysis_id!r} are left in the dump, and a reward function needs them.",
            "Load the dump again: rolloutdiff ingest PATH --db FILE.",
        )


def _compute(
    runner: StageRunner,
    audit_id: str,
    analysis_id: str,
    analysis_settings: AnalysisSettings,
    settings: AuditSettings,
    inputs: AuditInputs,
    sources: Mapping[str, Source],
    input_hash: str,
    progress: Progress,
) -> None:
    """All stages of one audit; it becomes visible with the last."""
    keys = {"audit_id": audit_id, "analysis_id": analysis_id}
    with progress.stage("groups"), transaction(runner.cursor):
        runner.run("forget_audit", keys)
        runner.run(
            "begin_audit",
            keys
            | {
                "settings": json.dumps(settings.as_dict(), sort_keys=True),
                "settings_sha256": settings.sha256(),
                "input_hash": input_hash,
                "package_version": __version__,
                "sources": json.dumps(described(sources), sort_keys=True),
                "qa_sha256": None if inputs.labelled is None else inputs.labelled.sha256,
                "reward_function": None if inputs.reward is None else inputs.reward.name,
            },
        )
    runner.run("audit_start", keys)
    runs = slices_by_run(runner, audit_id)
    for run, slices in runs.items():
        with progress.stage("premiums") as count, transaction(runner.cursor):
            found = audit_premiums(
                runner, audit_id, run, slices, analysis_settings, settings, inputs.labelled, inputs.reward
            )
            count(sum(s.comparable for s in slices))
        with progress.stage("value"), transaction(runner.cursor):
            assess(runner, audit_id, run, slices, found, settings)
    with progress.stage("corrected"), transaction(runner.cursor):
        runner.run("store_audit_corrected", keys)
        runner.run("complete_audit", keys)


@contextmanager
def _temporary_tables(runner: StageRunner) -> Iterator[None]:
    """Leaves no temporary table of an audit behind."""
    try:
        yield
    except BaseException:
        # What failed is told, and not that a database which it broke refuses this as well.
        with suppress(duckdb.Error, WarehouseError):
            runner.run("audit_finish")
        raise
    runner.run("audit_finish")


def _identity(
    runner: StageRunner,
    analysis_id: str,
    input_hash: str,
    settings: AuditSettings,
    sources: Mapping[str, Source],
    inputs: AuditInputs,
) -> str:
    text = json.dumps(
        {
            "analysis": analysis_id,
            "input": input_hash,
            "settings": settings.as_dict(),
            "sources": described(sources),
            "labelled": None if inputs.labelled is None else inputs.labelled.sha256,
            "reward": None if inputs.reward is None else [inputs.reward.name, inputs.reward.sha256],
            "package": __version__,
            "objects": object_versions(runner.cursor, runner.schema),
            "stages": [(f.header.name, f.sha256) for f in load_all(kinds=("stage",))],
        },
        sort_keys=True,
        separators=(",", ":"),
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]
