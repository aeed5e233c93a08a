"""The public function `audit_rollouts`, and what it returns: tables, and the files it can write."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property, partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rolloutdiff.api import analyze_rollouts, open_database, require_database
from rolloutdiff.ingest import Rollouts
from rolloutdiff.inspection.warehouse import choose_analysis
from rolloutdiff.pipeline.audit import AuditInputs, audit_analysis
from rolloutdiff.pipeline.audit_columns import ROLES
from rolloutdiff.pipeline.audit_labelled import read_labelled
from rolloutdiff.pipeline.audit_reward import load_reward
from rolloutdiff.pipeline.audit_truth import score_audit
from rolloutdiff.pipeline.progress import Listener, Progress, StageTiming
from rolloutdiff.report.atomic import write_atomically
from rolloutdiff.report.audit_export import audit_json, correction_json, write_audit
from rolloutdiff.report.audit_html import write_audit_html
from rolloutdiff.report.audit_load import parse_audit
from rolloutdiff.results import OpenResult, ResultTable
from rolloutdiff.settings import AnalysisSettings, AuditSettings, Resources
from rolloutdiff.warehouse.connect import Session
from rolloutdiff.warehouse.install import install

if TYPE_CHECKING:
    import duckdb


class Audit(OpenResult):
    """One complete audit: its result tables, and the files it can write.

    Attributes:
        id: Hash of analysis, settings and everything that was read.
        analysis_id: The analysis whose features were audited.
        timings: Cost of every stage that was computed; empty when the audit existed already.
    """

    def __init__(self, session: Session, audit_id: str, analysis_id: str, timings: list[StageTiming]) -> None:
        super().__init__(session)
        self.id = audit_id
        self.analysis_id = analysis_id
        self.timings = timings

    def _table(self, name: str, order: str) -> ResultTable:
        runner, view = self._session.runner, f"report_audit_{name}"
        return ResultTable(f"{runner.schema}.{view}", lambda: runner.view(view, self.id, order, "audit_id"))

    @cached_property
    def runs(self) -> list[str]:
        """Names of the runs it covers, sorted."""
        return sorted({row["run"] for row in self.slice_risk.rows()})

    @cached_property
    def slice_risk(self) -> ResultTable:
        """Verdict on every slice and span: view `report_audit_slice_risk`."""
        return self._table("slice_risk", "run, slice, span")

    @cached_property
    def premium(self) -> ResultTable:
        """What is paid for every feature and pair: view `report_audit_premium`."""
        return self._table("premium", "run, slice, span, outcome, kind, feature")

    @cached_property
    def premium_series(self) -> ResultTable:
        """What the reward pays for a feature, step by step: view `report_audit_premium_series`."""
        return self._table("premium_series", "run, slice, feature, step")

    @cached_property
    def premium_screening(self) -> ResultTable:
        """Since when a premium changed: view `report_audit_premium_screening`."""
        return self._table("premium_screening", "run, slice, rule, feature")

    @cached_property
    def dose(self) -> ResultTable:
        """Excess of the outcome by number of occurrences: view `report_audit_dose`."""
        return self._table("dose", "run, slice, span, outcome, feature, dose")

    @cached_property
    def divergence(self) -> ResultTable:
        """Reward and gold by step: view `report_audit_divergence`."""
        return self._table("divergence", "run, slice, step")

    @cached_property
    def correction(self) -> ResultTable:
        """What has to be taken off the reward: view `report_audit_correction`."""
        return self._table("correction", "run, slice, place")

    @cached_property
    def corrected_reward(self) -> ResultTable:
        """Corrected reward of every completion: view `report_audit_corrected_reward`."""
        return self._table("corrected_reward", "run, slice, step, sample_id")

    @cached_property
    def ope(self) -> ResultTable:
        """Value of another policy: view `report_audit_ope`."""
        return self._table("ope", "run, slice")

    @cached_property
    def run_assessment(self) -> ResultTable:
        """Whether the trained policy is fit to be used: view `report_audit_run_assessment`."""
        return self._table("run_assessment", "run, slice")

    @cached_property
    def auc(self) -> ResultTable:
        """Figures against truth labels: view `report_audit_auc`."""
        return self._table("auc", "truth_sha256")

    def report(self, *, hash_features: bool = False) -> dict[str, Any]:
        """The audit as it stands in audit.json.

        Args:
            hash_features: Replace words and identifiers that come from completions by hashes.
        """
        pieces = audit_json(self._session.runner, self.id, hash_features=hash_features)
        return parse_audit("".join(pieces))

    def write_json(self, path: str | PathLike[str], *, hash_features: bool = False) -> None:
        """Write audit.json."""
        write_audit(self._session.runner, self.id, Path(path), hash_features=hash_features)

    def write_html(self, path: str | PathLike[str], *, hash_features: bool = False) -> None:
        """Write the audit as one standalone HTML file."""
        write_audit_html(self.report(hash_features=hash_features), Path(path))

    def write_correction(self, path: str | PathLike[str]) -> None:
        """Write the terms of the correction as a JSON file, for use in a reward function."""
        write_atomically(Path(path), correction_json(self._session.runner, self.id))

    def __repr__(self) -> str:
        flagged = sum(row["flag"] for row in self.slice_risk.rows() if row["leads"])
        return f"<Audit {self.id} of {', '.join(self.runs)}: {flagged} slices flagged; see .slice_risk>"


def audit_rollouts(
    rollouts: Rollouts | None = None,
    *,
    con: duckdb.DuckDBPyConnection | None = None,
    db: str | PathLike[str] | None = None,
    schema: str = "rolloutdiff",
    analysis: str | None = None,
    run: str | None = None,
    slice_column: str | None = None,
    gold_column: str | None = None,
    logprob_column: str | None = None,
    ref_logprob_column: str | None = None,
    target_logprob_column: str | None = None,
    qa: object = None,
    reward_function: str | Callable[..., Any] | None = None,
    truth: object = None,
    settings: AuditSettings | None = None,
    analysis_settings: AnalysisSettings | None = None,
    resources: Resources | None = None,
    progress: Listener | None = None,
) -> Audit:
    """Find which behaviours the reward pays for, and which it overpays, in every slice of the prompts.

    Args:
        rollouts: A dump, analysed first; or give `con` or `db` with a complete analysis.
        con: Work in the caller's DuckDB.
        db: Work in this DuckDB file.
        schema: Schema of our tables.
        analysis: Without rollouts: identifier of the analysis or its beginning; default: the only one.
        run: Without rollouts: a run that the analysis has to cover.
        slice_column: Column, reward part or other column of the dump whose values are the slices; this and
            the next four: default is the column that has the name of the argument, where it has values.
        gold_column: Trusted outcome that the reward should follow.
        logprob_column: Log-probability of the completion under the policy that wrote it.
        ref_logprob_column: The same under the reference policy.
        target_logprob_column: The same under the policy to be valued.
        qa: Labelled rows: file or table with `response`, `label`, the slice, and numbers to hold fixed.
        reward_function: Takes prompts and responses, gives one number each; or its name, `module:function`.
        truth: Labels to score the audit with: file or rows of `run`, `slice`, `exploited`. They change
            nothing that is found.
        settings: What changes the numbers of the audit.
        analysis_settings: With rollouts: settings of the analysis.
        resources: Limits for a DuckDB that we open ourselves.
        progress: Called with (stage, units done, units in all).

    Returns:
        The audit; close it, or use it as a context manager, to release a file.

    Raises:
        ColumnMappingError: A column that is named does not exist.
        RewardFunctionFailed: The reward function raises, or gives no numbers.
        InputError: The data cannot be used.
        WarehouseError: The database refuses.
    """
    reward = None if reward_function is None else load_reward(reward_function)
    timings: list[StageTiming] = []
    if rollouts is None:
        if con is None:
            require_database(db)
        session = open_database(con, db, schema, resources)
    else:
        made = analyze_rollouts(
            rollouts,
            con=con,
            db=db,
            schema=schema,
            settings=analysis_settings,
            resources=resources,
            progress=progress,
        )
        session, analysis, timings = made._session, made.id, made.timings
    try:
        if rollouts is None:
            install(session.runner.cursor, schema=schema)
        chosen, _, known = choose_analysis(session.runner, str(db or "in use"), analysis, run)
        analysed = AnalysisSettings.from_dict(json.loads(known))
        columns = dict(
            zip(
                ROLES,
                (slice_column, gold_column, logprob_column, ref_logprob_column, target_logprob_column),
                strict=True,
            )
        )
        labelled = None if qa is None else read_labelled(qa, slice_column, analysed)
        reporter = Progress(progress)
        inputs = AuditInputs(columns=columns, labelled=labelled, reward=reward)
        chosen_settings = settings or AuditSettings()
        audit_id = session.runner.bounded(
            partial(audit_analysis, session.runner, chosen, analysed, chosen_settings, inputs, reporter)
        )
        if truth is not None:
            score_audit(session.runner, audit_id, truth)
    except BaseException:
        session.close()
        raise
    return Audit(session, audit_id, chosen, [*timings, *reporter.timings])
