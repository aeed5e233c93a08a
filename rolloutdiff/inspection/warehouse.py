"""Events and rollouts from a warehouse, opened for reading."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rolloutdiff.errors import ReportError, UsageError, WarehouseError
from rolloutdiff.inspection.dump import Rollout, rollouts_by_place
from rolloutdiff.inspection.events import Event, Reference
from rolloutdiff.sqlfiles import DEFAULT_SCHEMA
from rolloutdiff.warehouse.connect import Session
from rolloutdiff.warehouse.snapshot import open_reading
from rolloutdiff.warehouse.stage import StageRunner
from rolloutdiff.wording import printable

_ORDER = {
    "run": "run",
    "alert": "run, rule, feature",
    "event": "run, rule, event_rank",
    "event_member": "run, event_rank, onset_step, feature",
    "exemplar": "run, event_rank, feature, place, role",
    "file": "run, source_file",
}
_MOST_NAMED = 8


class Warehouse:
    """A warehouse that is open for reading; use it as a context manager."""

    def __init__(self, session: Session, name: str) -> None:
        self._session = session
        self._runner = session.runner
        self.name = name

    def tables(self, analysis: str | None, run: str | None) -> Mapping[str, Any]:
        """The arrays of a report that an inspection needs, from the views.

        Args:
            analysis: Identifier of the analysis or its beginning; None takes the only one.
            run: Run that the analysis has to cover; None for any.

        Raises:
            ReportError: There is no such analysis.
            UsageError: Several fit.
        """
        analysis_id, _, settings = choose_analysis(self._runner, self.name, analysis, run)
        views = {
            array: self._runner.view(f"report_{array}", analysis_id, order).to_pylist()
            for array, order in _ORDER.items()
        }
        return {**views, "settings": json.loads(settings), "hashed": False}

    def read(self, event: Event, wanted: Sequence[Reference]) -> dict[tuple[str, int], Rollout]:
        """The rollouts that references name, from table `rollout`, by file and row.

        Raises:
            WarehouseError: A rollout is no longer there, or its text is left in the dump.
        """
        places = {
            "run": event.run,
            "files": [reference.source_file for reference in wanted],
            "rows": [reference.source_row for reference in wanted],
        }
        rows = self._runner.rows("inspect_rollout", places)
        if any(prompt is None for *_, prompt, _ in rows):
            raise WarehouseError(
                f"Warehouse {printable(self.name)!r} keeps no texts of run {printable(event.run)!r}.",
                "Give the dump too: rolloutdiff inspect PATH --db FILE.",
            )
        found = rollouts_by_place(rows)
        for reference in wanted:
            if reference.key not in found:
                raise WarehouseError(
                    f"Warehouse {printable(self.name)!r} no longer holds rollout"
                    f" {printable(reference.sample_id)!r} of run {printable(event.run)!r}.",
                    "Load the dump again.",
                )
        return found

    def __enter__(self) -> Warehouse:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()


def choose_analysis(
    runner: StageRunner, name: str, analysis: str | None, run: str | None
) -> tuple[str, list[str], str]:
    """Identifier, runs and settings (JSON) of one complete analysis.

    Args:
        runner: Runs stage files on a work cursor.
        name: Name of the warehouse, for messages.
        analysis: Identifier of the analysis or its beginning; None takes the only one.
        run: Run that the analysis has to cover; None for any.

    Raises:
        ReportError: There is no such analysis.
        UsageError: Several fit.
    """
    rows = runner.rows("inspect_analysis")
    where = f"Warehouse {printable(name)!r}"
    if not rows:
        raise ReportError(f"{where} holds no complete analysis.", "Run analyze with this --db first.")
    named = [row for row in rows if analysis is None or row[0].startswith(analysis)]
    if not named:
        raise ReportError(
            f"{where} holds no analysis {printable(str(analysis))!r}.", f"Give one of: {_listed(rows)}."
        )
    fitting = [row for row in named if run is None or run in row[1]]
    if not fitting:
        raise ReportError(
            f"{where} holds no analysis of run {printable(str(run))!r}.", f"There are: {_listed(named)}."
        )
    if len(fitting) > 1:
        raise UsageError(
            f"{where} holds {len(fitting)} analyses.", f"Choose with --analysis: {_listed(fitting)}."
        )
    analysis_id, runs, settings = fitting[0]
    return str(analysis_id), list(runs), str(settings)


def open_for_reading(db: Path, schema: str = DEFAULT_SCHEMA) -> Warehouse:
    """Open a warehouse, or its snapshot while it is written to, for reading; nothing is made or changed.

    Raises:
        WarehouseError: There is no such file, it cannot be opened, or holds nothing of ours.
        WarehouseLocked: Another process is writing to it, and there is no snapshot.
    """
    session, file = open_reading(db, schema)
    return Warehouse(session, str(file))


def _listed(rows: Sequence[tuple[Any, ...]]) -> str:
    """Analyses with their runs, in a row."""
    shown = [f"{name} (run {', '.join(map(printable, runs[:3]))})" for name, runs, _ in rows[:_MOST_NAMED]]
    more = len(rows) - _MOST_NAMED
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")
