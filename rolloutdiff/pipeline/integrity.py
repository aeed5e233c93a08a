"""What is wrong with a dump: one check per kind of trouble, and what it means for the conclusions."""

from __future__ import annotations

from typing import Final

import pyarrow as pa

from rolloutdiff.columns import column, numbers
from rolloutdiff.ingest import Rollouts
from rolloutdiff.pipeline.carry import Carried
from rolloutdiff.pipeline.kept import Kept
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.warehouse.stage import StageRunner

CHECKS: Final = (
    "missing_step",
    "shared_step",
    "step_order",
    "stale_file",
    "other_split",
    "repeated_batch",
    "format_flip",
    "partial_column",
    "flat_reward",
    "length_cap",
    "uneven_group",
    "lone_prompt",
    "mismatch_line",
)
"""Checks that every analysis runs; each gives no row when all is well."""

_COLUMNS: Final = (
    ("run", pa.string()),
    ("code", pa.string()),
    ("severity", pa.string()),
    ("count", pa.int64()),
    ("steps", pa.list_(pa.int64())),
    ("message", pa.string()),
)


def store_findings(
    runner: StageRunner,
    analysis_id: str,
    settings: AnalysisSettings,
    rollouts: Rollouts,
    carried: Carried | None = None,
    kept: Kept | None = None,
) -> None:
    """Put all findings about a dump into table `integrity`: of the rows, of the checks, of the loader.

    Which columns have values in which steps goes into table `coverage`.

    Args:
        runner: Runs stage and check files; the series of the analysis are stored.
        analysis_id: The analysis.
        settings: Says how many steps a rule needs.
        rollouts: The dump, with what its loader found.
        carried: What was taken over from an earlier analysis.
        kept: What that left in memory, brought up to date here.
    """
    keys = {"analysis_id": analysis_id}
    earlier, coverage_after, turns_after = None, None, None
    if carried is not None:
        earlier = carried.earlier
        ((coverage_after, turns_after),) = runner.rows("carry_checks", carried.keys)
    runner.run("store_coverage", keys | {"earlier": earlier, "after": coverage_after})
    runner.run("store_integrity", keys | {"min_steps": settings.frozen_z.min_steps, "after": turns_after})
    with runner.table("text_length", _lengths(runner, analysis_id, carried, kept)):
        found = [row for name in CHECKS for row in runner.rows(name, keys)]
    columns = {
        name: column([row[place] for row in found], kind) for place, (name, kind) in enumerate(_COLUMNS)
    }
    number = column(range(len(found)), pa.int64())
    with runner.table("dump_finding", pa.table({"number": number} | columns)):
        runner.run("store_finding", keys)
    with runner.table("dump_note", _notes(rollouts)):
        runner.run("store_note", keys)


def _lengths(runner: StageRunner, analysis_id: str, carried: Carried | None, kept: Kept | None) -> pa.Table:
    """Lengths of completions by step; those of steps that were taken over are known."""
    keys = {"analysis_id": analysis_id}
    if carried is None or kept is None or kept.lengths is None:
        found = runner.arrow("text_length", keys | {"after": None})
    else:
        later = runner.arrow("text_length", keys | {"after": carried.last_step})
        # In order of steps, of the one run that can be taken over.
        known = int((numbers(kept.lengths["step"]) <= carried.last_step).sum())
        found = pa.concat_tables([kept.lengths.slice(0, known), later]).combine_chunks()
    if kept is not None:
        kept.lengths = found
    return found


def _notes(rollouts: Rollouts) -> pa.Table:
    """Findings of the loader, one row each; a NULL run stands for every run of the dump."""
    # The check partial_column says it by step, for every format and every column.
    notes = [n for n in rollouts.notes if n.code != "value_missing"]
    return pa.table(
        {
            "run": column([rollouts.run for _ in notes], pa.string()),
            "code": column([n.code for n in notes], pa.string()),
            "severity": column([n.severity for n in notes], pa.string()),
            "count": column([n.count for n in notes], pa.int64()),
            "first_step": column([n.first_step for n in notes], pa.int64()),
            "last_step": column([n.last_step for n in notes], pa.int64()),
            "files": column([len(n.files) or None for n in notes], pa.int64()),
            "message": column([n.message for n in notes], pa.string()),
            "file_names": column([list(n.files[:10]) or None for n in notes], pa.list_(pa.string())),
        }
    )
