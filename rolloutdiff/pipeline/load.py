"""A dump into the warehouse: one transaction, each file once, nothing lost in silence."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from rolloutdiff.errors import BadRow, NoRolloutFiles, OverlappingSteps, RunLoadedDifferently
from rolloutdiff.ingest import Rollouts
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.warehouse.stage import StageRunner, transaction


def load_rollouts(runner: StageRunner, rollouts: Rollouts, progress: Progress) -> list[str]:
    """Put the rollouts of a dump into table `rollout`.

    A file that the warehouse already holds with the same hash is left as it is, so that loading a dump
    twice changes nothing.

    Returns:
        The runs that the dump holds, sorted.

    Raises:
        BadRow: A value cannot be used, or a sample name or prompt id stands for two things.
        OverlappingSteps: One run and step come from two files.
        RunLoadedDifferently: The warehouse holds the run with other content or another reward formula.
    """
    with progress.stage("ingest") as count, transaction(runner.cursor):
        known = _known_files(runner, rollouts)
        fresh = rollouts.without_files(known) if known else rollouts
        before = int(runner.scalar("rollout_count"))
        runner.run("create_staging")
        runs = {rollouts.run} if known and rollouts.run else set()
        chunks = list(fresh.chunks())
        for done, chunk in enumerate(chunks, 1):
            chunk.stage(runner.cursor, runner.run)
            runs.update(run for (run,) in runner.rows("staged_runs"))
            runner.run("store_staged")
            progress.tick("ingest", done, len(chunks))
        _record_files(runner, fresh)
        count(int(runner.scalar("rollout_count")) - before)
        if not runs:
            raise NoRolloutFiles(
                f"{rollouts.describe()} holds no usable row.",
                "Check that the trainer has written completions.",
            )
        _check(runner, sorted(runs))
    return sorted(runs)


def _known_files(runner: StageRunner, rollouts: Rollouts) -> set[str]:
    if rollouts.run is None:
        return set()
    held = {name: row for name, *row in runner.rows("loaded_files", {"run": rollouts.run})}
    if not held:
        return set()
    formula = next(iter(held.values()))[3]
    if formula != rollouts.reward_formula:
        raise RunLoadedDifferently(
            f"Run {rollouts.run!r} was loaded with reward {formula!r}, not {rollouts.reward_formula!r}.",
            "Give the same --reward-column, or another --run.",
        )
    current = {f.name: f for f in rollouts.files}
    if any(f.path is None for f in rollouts.files):
        raise RunLoadedDifferently(
            f"Run {rollouts.run!r} is in this warehouse already, and a table cannot be compared with it.",
            "Give the run another name, or analyse it in another database.",
        )
    changed = [name for name, row in held.items() if name not in current or current[name].sha256 != row[0]]
    if changed:
        raise RunLoadedDifferently(
            f"Run {rollouts.run!r} was loaded with another content of {changed[0]!r}"
            f" ({len(changed)} of {len(held)} files differ or are gone).",
            "Give the run another name with --run, or use another warehouse file.",
        )
    return set(held)


def _record_files(runner: StageRunner, rollouts: Rollouts) -> None:
    files = pa.table(
        {
            "run": pa.array([rollouts.run for _ in rollouts.files], pa.string()),
            "source_file": pa.array([f.name for f in rollouts.files], pa.string()),
            "sha256": pa.array([f.sha256 for f in rollouts.files], pa.string()),
            "bytes": pa.array([f.bytes for f in rollouts.files], pa.int64()),
            "modified_ns": pa.array([f.modified_ns for f in rollouts.files], pa.int64()),
        }
    )
    with runner.table("ingest_file", files):
        runner.run(
            "store_ingest",
            {
                "format": rollouts.format,
                "evidence": rollouts.evidence,
                "reward_formula": rollouts.reward_formula,
            },
        )


def _check(runner: StageRunner, runs: list[str]) -> None:
    params: dict[str, Any] = {"runs": runs}
    for run, step, first, last, _ in runner.rows("overlapping_step", params):
        raise OverlappingSteps(
            f"Step {step} of run {run!r} comes from {first!r} and {last!r}.",
            "Load one of the two folders, or give each its own --run.",
        )
    for run, sample, file, row, other_file, other_row in runner.rows("duplicate_sample", params):
        raise BadRow(
            f"sample_id {sample!r} of run {run!r} stands in {file!r} row {row}"
            f" and in {other_file!r} row {other_row}.",
            "Map sample_id to a column that is unique in a run, or leave it out.",
        )
    for run, prompt, file, row, other_file, other_row in runner.rows("ambiguous_prompt", params):
        raise BadRow(
            f"prompt_id {prompt!r} of run {run!r} stands for two prompts: in {file!r} row {row}"
            f" and in {other_file!r} row {other_row}.",
            "Map prompt_id to a column that is the same only for equal prompts, or leave it out.",
        )
