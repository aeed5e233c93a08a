"""The result of a reward audit: its tables, and the files it can write."""

from __future__ import annotations

from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from rolloutdiff.pipeline.progress import StageTiming
from rolloutdiff.report.atomic import write_atomically
from rolloutdiff.report.audit_export import audit_json, correction_json, write_audit
from rolloutdiff.report.audit_html import write_audit_html
from rolloutdiff.report.audit_load import parse_audit
from rolloutdiff.results import OpenResult, ResultTable
from rolloutdiff.warehouse.connect import Session


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
