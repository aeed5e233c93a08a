"""Scoring an audit against truth labels; nothing that finds premiums reads this module or its labels."""

from __future__ import annotations

import pyarrow as pa

from rolloutdiff.columns import column
from rolloutdiff.errors import BadRow, ColumnMappingError, UsageError
from rolloutdiff.ingest.flat import read_flat
from rolloutdiff.ingest.wording import did_you_mean, listed, quoted
from rolloutdiff.warehouse.stage import StageRunner, transaction

_WHAT = "truth labels"
_MOST_NAMED = 8


def score_audit(runner: StageRunner, audit_id: str, truth: object) -> None:
    """Hold the strength of the slices of a complete audit against labels, and keep the area under the curve.

    Args:
        runner: Runs stage files on the work cursor, without an open transaction.
        audit_id: A complete audit.
        truth: File, table or rows with columns `slice`, `exploited` (true or false, 1 or 0) and, with more
            than one run, `run`.

    Raises:
        ColumnMappingError: A column is missing.
        BadRow: A label is neither true nor false, or names a slice that the audit does not have.
        UsageError: There is no label.
    """
    table, digest = read_flat(truth, _WHAT)
    known = [(run, name) for run, name, *_ in runner.rows("audit_slices_scored", {"audit_id": audit_id})]
    labels = _labels(table, known)
    with transaction(runner.cursor), runner.table("truth_label", labels):
        runner.run("score_audit", {"audit_id": audit_id, "truth_sha256": digest})


def _labels(table: pa.Table, known: list[tuple[str, str]]) -> pa.Table:
    runs = sorted({run for run, _ in known})
    needed = ["slice", "exploited"] + (["run"] if len(runs) > 1 else [])
    for name in needed:
        if name not in table.column_names:
            raise ColumnMappingError(
                f"The {_WHAT} have no column {quoted(name)}.", f"They have {listed(table.column_names)}."
            )
    if not table.num_rows:
        raise UsageError(f"The {_WHAT} hold no row.", "Give one row per slice.")
    found: dict[tuple[str, str], bool] = {}
    for number, row in enumerate(table.to_pylist(), 1):
        place = (str(row["run"]) if row.get("run") is not None else runs[0], str(row["slice"]))
        if place not in known:
            names = [name for _, name in known]
            raise BadRow(
                f"Row {number} of the {_WHAT} names slice {quoted(place[1])} of run {quoted(place[0])},"
                " which the audit does not have.",
                did_you_mean(place[1], names) or f"It has {listed(names, _MOST_NAMED)}.",
            )
        found[place] = _truth(row["exploited"], number)
    return pa.table(
        {
            "run": column([run for run, _ in found], pa.string()),
            "slice": column([name for _, name in found], pa.string()),
            "exploited": column(list(found.values()), pa.bool_()),
        }
    )


def _truth(value: object, number: int) -> bool:
    words = {"true": True, "1": True, "1.0": True, "false": False, "0": False, "0.0": False}
    answer = words.get(str(value).strip().lower())
    if answer is None:
        raise BadRow(
            f"Row {number} of the {_WHAT} has exploited {quoted(value)}.", "Write true or false, or 1 or 0."
        )
    return answer
