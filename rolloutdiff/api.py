"""The public functions: load a dump, analyse it, read the results."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from rolloutdiff.errors import UsageError
from rolloutdiff.ingest import Rollouts, from_table, load, load_trl, load_verl
from rolloutdiff.pipeline.analysis import analyze_runs
from rolloutdiff.pipeline.load import load_rollouts
from rolloutdiff.pipeline.progress import Listener, Progress, StageTiming
from rolloutdiff.report.export import report_json, write_report
from rolloutdiff.report.html import write_html
from rolloutdiff.report.load import parse_report
from rolloutdiff.results import ResultTable
from rolloutdiff.settings import AnalysisSettings, Resources
from rolloutdiff.warehouse.connect import Session, open_session
from rolloutdiff.warehouse.install import install
from rolloutdiff.warehouse.udf import register, unregister

if TYPE_CHECKING:
    import duckdb

__all__ = [
    "Analysis",
    "Retrospective",
    "Rollouts",
    "Sequential",
    "analyze_rollouts",
    "from_table",
    "ingest_rollouts",
    "install",
    "load",
    "load_trl",
    "load_verl",
    "register",
    "unregister",
]


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


class Analysis:
    """One complete analysis: its result tables, and the report files it can write.

    Attributes:
        id: Hash of input, settings and versions.
        runs: Names of the runs it covers, sorted.
        timings: Cost of every stage that was computed; empty when the analysis existed already.
    """

    def __init__(
        self, session: Session, analysis_id: str, runs: list[str], timings: list[StageTiming]
    ) -> None:
        self._session = session
        self.id = analysis_id
        self.runs = runs
        self.timings = timings

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
        return self._table("report_integrity", "run, severity desc, code")

    def report(self, *, hash_features: bool = False) -> dict[str, Any]:
        """The report as it stands in report.json.

        Args:
            hash_features: Replace words and identifiers that come from completions by hashes.
        """
        pieces = report_json(self._session.runner, self.id, hash_features=hash_features)
        return parse_report("".join(pieces))

    def write_json(self, path: str | PathLike[str], *, hash_features: bool = False) -> None:
        """Write report.json."""
        write_report(self._session.runner, self.id, Path(path), hash_features=hash_features)

    def write_html(self, path: str | PathLike[str], *, hash_features: bool = False) -> None:
        """Write the report as one standalone HTML file."""
        write_html(self.report(hash_features=hash_features), Path(path))

    def close(self) -> None:
        """Release the database. A connection that the caller gave stays open."""
        self._session.close()

    def __enter__(self) -> Analysis:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        runs = ", ".join(self.runs)
        return f"<Analysis {self.id} of {runs}: {len(self.event_ranking)} events; see .event_ranking>"


def analyze_rollouts(
    rollouts: Rollouts,
    *,
    con: duckdb.DuckDBPyConnection | None = None,
    db: str | PathLike[str] | None = None,
    schema: str = "rolloutdiff",
    settings: AnalysisSettings | None = None,
    resources: Resources | None = None,
    progress: Listener | None = None,
) -> Analysis:
    """Find which behaviours changed over the steps of a run.

    Args:
        rollouts: A dump, from `load`, `load_trl`, `load_verl` or `from_table`.
        con: Work in the caller's DuckDB. Nothing of it is changed but the schema `schema`; its open
            transaction and temporary tables are not seen.
        db: Work in this DuckDB file, made if absent. With neither `con` nor `db` all is in memory.
        schema: Schema for our tables, macros and views.
        settings: What changes the numbers.
        resources: Limits for a DuckDB that we open ourselves.
        progress: Called with (stage, units done, units in all).

    Returns:
        The analysis; close it, or use it as a context manager, to release a file.

    Raises:
        InputError: The data cannot be used; nothing of it was kept.
        WarehouseError: The database refuses; nothing was written.
    """
    session = _session(con, db, schema, resources)
    try:
        reporter = Progress(progress)
        runs = load_rollouts(session.runner, rollouts, reporter)
        chosen = settings or AnalysisSettings(unscored=rollouts.default_unscored)
        analysis_id = analyze_runs(session.runner, runs, chosen, rollouts, reporter)
    except BaseException:
        session.close()
        raise
    return Analysis(session, analysis_id, runs, reporter.timings)


def ingest_rollouts(
    rollouts: Rollouts,
    *,
    con: duckdb.DuckDBPyConnection | None = None,
    db: str | PathLike[str] | None = None,
    schema: str = "rolloutdiff",
    resources: Resources | None = None,
    progress: Listener | None = None,
) -> Mapping[str, int]:
    """Load a dump into a warehouse without analysing it.

    Returns:
        Rollouts now held, by run.

    Raises:
        InputError: The data cannot be used; nothing of it was kept.
        WarehouseError: The database refuses; nothing was written.
    """
    with _session(con, db, schema, resources) as session:
        runs = load_rollouts(session.runner, rollouts, Progress(progress))
        return dict(session.runner.rows("rollouts_per_run", {"runs": runs}))


def _session(
    con: duckdb.DuckDBPyConnection | None,
    db: str | PathLike[str] | None,
    schema: str,
    resources: Resources | None,
) -> Session:
    if con is not None and db is not None:
        raise UsageError("Both con and db are given.", "Give one of them.")
    if con is not None and resources is not None:
        raise UsageError(
            "Resources are given for a connection that is not ours.", "Set them on the connection."
        )
    session = open_session(con, None if db is None else Path(db), schema, resources or Resources())
    try:
        install(session.runner.cursor, schema=schema)
    except BaseException:
        session.close()
        raise
    return session
