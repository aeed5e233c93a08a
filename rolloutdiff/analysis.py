"""The result of an analysis: its tables, and the report files it can write."""

from __future__ import annotations

import json
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from rolloutdiff.pipeline.progress import StageTiming
from rolloutdiff.report.export import report_json, write_report
from rolloutdiff.report.html import write_html
from rolloutdiff.results import OpenResult, ResultTable
from rolloutdiff.warehouse.connect import Session


class Sequential:
    """Results of the sequential rules of one analysis."""

    def __init__(self, screening: ResultTable) -> None:
        self.screening = screening

    def __repr__(self) -> str:
        return f"sequential.screening: {self.screening!r}"


class Retrospective:
    """Results of the retrospective rules of one analysis."""

    def __init__(self, shift: ResultTable) -> None:
        self.shift = shift

    def __repr__(self) -> str:
        return f"retrospective.shift: {self.shift!r}"


class Analysis(OpenResult):
    """One complete analysis: its result tables, and the report files it can write.

    Attributes:
        id: Hash of input, settings and versions.
        runs: Names of the runs it covers, sorted.
        timings: Cost of every stage that was computed; empty when the analysis existed already.
        limits: What bounds DuckDB, as it calls them: threads, memory_limit, temp_directory (a private folder)
            and max_temp_directory_size; on a connection of the caller, its own.
    """

    def __init__(
        self, session: Session, analysis_id: str, runs: list[str], timings: list[StageTiming]
    ) -> None:
        super().__init__(session)
        self.id = analysis_id
        self.runs = runs
        self.timings = timings
        self.limits = session.limits

    def _table(self, view: str, order: str) -> ResultTable:
        runner = self._session.runner
        return ResultTable(f"{runner.schema}.{view}", lambda: runner.view(view, self.id, order))

    @cached_property
    def run(self) -> ResultTable:
        """What was read, one row per run: view `report_run`."""
        return self._table("report_run", "run")

    @cached_property
    def series(self) -> ResultTable:
        """Every series, one row per step: view `report_series`."""
        return self._table("report_series", "run, tier, feature, step")

    @cached_property
    def sequential(self) -> Sequential:
        """Verdicts of every rule: view `report_screening`."""
        return Sequential(self._table("report_screening", "run, rule, tier, feature"))

    @cached_property
    def alerts(self) -> ResultTable:
        """Series that alerted, in order of onset: view `report_alert`."""
        return self._table("report_alert", "run, rule, onset_step, alert_step, tier, feature")

    @cached_property
    def retrospective(self) -> Retrospective:
        """Changes by the rules that look back over whole series: view `report_shift`."""
        return Retrospective(self._table("report_shift", "run, rule, tier, feature, place"))

    @cached_property
    def calibration(self) -> ResultTable:
        """How far every rule can be trusted on a run: view `report_calibration`."""
        return self._table("report_calibration", "run, rule")

    @cached_property
    def evidence(self) -> ResultTable:
        """Figures for and against every series, by the leading rule: view `report_evidence`."""
        return self._table("report_evidence", "run, rule, tier, feature")

    @cached_property
    def event_ranking(self) -> ResultTable:
        """Events, where to look first on top: view `report_event`."""
        return self._table("report_event", "run, rule, event_rank")

    @cached_property
    def event_members(self) -> ResultTable:
        """Alerts that each event folds together: view `report_event_member`."""
        return self._table("report_event_member", "run, event_rank, onset_step, feature")

    @cached_property
    def exemplars(self) -> ResultTable:
        """References to the completions worth reading: view `report_exemplar`."""
        return self._table("report_exemplar", "run, event_rank, feature, place, role, step, sample_id")

    @cached_property
    def integrity(self) -> ResultTable:
        """Findings about the dump: view `report_integrity`."""
        return self._table("report_integrity", "run, severity desc, code, first_step, message")

    @cached_property
    def coverage(self) -> ResultTable:
        """Optional columns of the dump and the steps that have them: view `report_coverage`."""
        return self._table("report_coverage", "run, column_name")

    def report(self, *, hash_features: bool = False) -> dict[str, Any]:
        """The report as it stands in report.json.

        Args:
            hash_features: Replace words and identifiers that come from completions by hashes.
        """
        pieces = report_json(self._session.runner, self.id, hash_features=hash_features)
        report: dict[str, Any] = json.loads("".join(pieces))
        return report

    def write_json(self, path: str | PathLike[str], *, hash_features: bool = False) -> None:
        """Write report.json."""
        write_report(self._session.runner, self.id, Path(path), hash_features=hash_features)

    def write_html(self, path: str | PathLike[str], *, hash_features: bool = False) -> None:
        """Write the report as one standalone HTML file."""
        write_html(self.report(hash_features=hash_features), Path(path))

    def __repr__(self) -> str:
        runs = ", ".join(self.runs)
        return f"<Analysis {self.id} of {runs}: {len(self.event_ranking)} events; see .event_ranking>"
