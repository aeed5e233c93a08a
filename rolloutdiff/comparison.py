"""Comparisons of a training dump with a rollout dump: made, kept, and written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from rolloutdiff.errors import UsageError
from rolloutdiff.pipeline.consistency import WARN, ConsistencyProfile, ConsistencySettings, compare
from rolloutdiff.pipeline.consistency_read import checked_mapping, find_dumps, read_mapping
from rolloutdiff.report.consistency_outputs import write_outputs
from rolloutdiff.report.consistency_rows import ComparisonRows, comparison_table
from rolloutdiff.report.consistency_text import (
    markdown,
    summary_lines,
    write_consistency_html,
    write_markdown,
)
from rolloutdiff.results import OpenResult, ResultTable
from rolloutdiff.settings import Resources
from rolloutdiff.warehouse.connect import Session, open_session
from rolloutdiff.warehouse.install import install

if TYPE_CHECKING:
    import duckdb

Peers = Mapping[str, "str | Sequence[str] | None"]


class Comparison(OpenResult):
    """One comparison of two dumps: its result tables, and the files it can write.

    Attributes:
        id: Hash of dumps, mapping, settings and versions.
    """

    def __init__(self, session: Session, comparison_id: str) -> None:
        super().__init__(session)
        self.id = comparison_id
        self._rows = ComparisonRows(session.runner, comparison_id)

    def _table(self, view: str) -> ResultTable:
        runner = self._session.runner
        return ResultTable(f"{runner.schema}.{view}", lambda: comparison_table(runner, self.id, view))

    @cached_property
    def verdict(self) -> ResultTable:
        """What was read and where to look first, one row: view `report_consistency`."""
        return self._table("report_consistency")

    @cached_property
    def mapping(self) -> ResultTable:
        """Module keys of training and their peers: view `report_consistency_mapping`."""
        return self._table("report_consistency_mapping")

    @cached_property
    def values(self) -> ResultTable:
        """Compared tensors: view `report_consistency_value`."""
        return self._table("report_consistency_value")

    @cached_property
    def modules(self) -> ResultTable:
        """Compared pairs of modules: view `report_consistency_module`."""
        return self._table("report_consistency_module")

    @cached_property
    def suspects(self) -> ResultTable:
        """Pairs that may hold the cause: view `report_consistency_suspect`."""
        return self._table("report_consistency_suspect")

    def summary(self) -> list[str]:
        """What was found, in five lines."""
        return summary_lines(self._rows)

    def markdown(self) -> str:
        """The written report as Markdown."""
        return markdown(self._rows)

    def write_outputs(self, out_dir: str | PathLike[str]) -> list[Path]:
        """Write outputs 1 to 5 and the Markdown report into a folder, which is made if absent.

        Returns:
            The files, in order.

        Raises:
            ReportError: The folder cannot be made or written.
        """
        folder = Path(out_dir)
        return [*write_outputs(self._rows, folder), write_markdown(self._rows, folder)]

    def write_html(self, path: str | PathLike[str]) -> None:
        """Write the report as one standalone HTML file."""
        write_consistency_html(self._rows, Path(path))

    def __repr__(self) -> str:
        return f"<Comparison {self.id}>\n" + "\n".join(self.summary())


def compare_dumps(
    train: str | PathLike[str],
    rollout: str | PathLike[str],
    *,
    mapping_key: str | PathLike[str] | Peers | None = None,
    profile: ConsistencyProfile = "strict",
    ok: float | None = None,
    warn: float = WARN,
    run: str | None = None,
    step: int | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    db: str | PathLike[str] | None = None,
    schema: str = "rolloutdiff",
    resources: Resources | None = None,
) -> Comparison:
    """Find where the trainer and the rollout engine first compute something else, module by module.

    Args:
        train: Module dump of the trainer: a `dump.json`, or a folder that holds one.
        rollout: Module dump of the rollout engine for the same step.
        mapping_key: File or mapping of module key of training to module key of the rollout, or a list of
            them; None pairs modules by name.
        profile: `strict`; or `compat`, which follows the original rules, faults included.
        ok: Largest relative difference that is ok; None: 0.0001, under `strict` by the type of the tensors.
        warn: Largest relative difference that is `warn` and not `alert`; both are mismatches.
        run: Run that the dumps belong to, kept with the comparison.
        step: Training step of the dumps, kept with the comparison.
        con: Keep the comparison in the caller's DuckDB.
        db: Keep it in this DuckDB file, made if absent. With neither all is in memory.
        schema: Schema for our tables.
        resources: Limits for a DuckDB that we open ourselves.

    Returns:
        The comparison; close it, or use it as a context manager, to release a file.

    Raises:
        PathNotFound: A file does not exist.
        MalformedDump: A dump is not one; the message names file, key and field.
        KeyMappingError: The mapping cannot be used.
        WarehouseError: The database refuses; nothing was kept.
    """
    settings = ConsistencySettings(profile=profile, ok=ok, warn=warn)
    paths = find_dumps(train, rollout)
    if mapping_key is None:
        mapping = None
    elif isinstance(mapping_key, str | PathLike):
        mapping = read_mapping(mapping_key)
    else:
        mapping = checked_mapping(mapping_key)
    if con is not None and db is not None:
        raise UsageError("Both con and db are given.", "Give one of them.")
    session = open_session(con, None if db is None else Path(db), schema, resources or Resources())
    try:
        install(session.runner.cursor, schema=schema)
        found = compare(session.runner, paths, mapping, settings, run=run, step=step)
    except BaseException:
        session.close()
        raise
    return Comparison(session, found)
