"""A dump into the warehouse: one transaction, each file once, nothing lost in silence."""

from __future__ import annotations

from collections.abc import Collection
from shlex import quote
from typing import Any

import pyarrow as pa

from rolloutdiff.columns import column
from rolloutdiff.errors import BadRow, NoRolloutFiles, OverlappingSteps, RunLoadedDifferently, WarehouseError
from rolloutdiff.ingest import Rollouts, Shard
from rolloutdiff.ingest.shard import dump_digest, parts_of
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.warehouse.stage import StageRunner, transaction

# Hash, None for a table, and rows of the source files that the warehouse holds, by name.
Held = dict[str, tuple[str | None, int]]


def load_rollouts(
    runner: StageRunner, rollouts: Rollouts, progress: Progress, shard: Shard | None = None
) -> list[str]:
    """Put the rollouts of a dump into table `rollout`.

    A file that the warehouse already holds with the same hash is left as it is, so that loading a dump
    twice changes nothing. A dump that has grown is appended to: new files are read, and so is a file that
    has another hash, or a table, whose old rows must be there unchanged and at their old places. With them
    one of the unchanged files is read again, because what new files hold can change how all files are read.
    Where the warehouse left the texts of the run in the dump, all files are read, and the texts put back.

    Args:
        runner: Runs stage files on a work cursor without an open transaction.
        rollouts: The dump.
        progress: Told after every chunk.
        shard: The part of the dump to load; None for all of it.

    Returns:
        The runs that were loaded, sorted.

    Raises:
        BadRow: A value cannot be used, or a sample name or prompt id stands for two things.
        OverlappingSteps: One run and step come from two files.
        RunLoadedDifferently: The warehouse holds the run with other content or another reward formula.
        WarehouseError: The warehouse holds a part of a dump that is not this one.
    """
    whole = rollouts
    parts = [] if shard is None else parts_of(whole.files, shard)
    if shard is not None:
        rollouts = whole.without_files({f.name for f in whole.files}.difference(p.name for p in parts))
    cut = {part.name: part for part in parts if not part.is_whole}
    with progress.stage("ingest") as count, transaction(runner.cursor):
        _check_place(runner, whole, shard)
        runs: set[str] = set()
        held: Held = {}
        if rollouts.run is not None:
            held = _held_files(runner, rollouts, rollouts.run)
            runs = {rollouts.run} if held else set()
        # Texts that the warehouse left in the dump are wanted again, and so is every file.
        fresh = rollouts if _left_out(runner, runs) else _to_read(rollouts, held)
        # Before the rows are read: were a file to grow in between, the hash of the longer one would stand for
        # the shorter, and its new rows would never be read.
        for file in fresh.files:
            _ = file.sha256
        before, last = int(runner.scalar("rollout_count")), int(runner.scalar("last_rollout"))
        runner.run("create_staging")
        chunks = list(fresh.chunks())
        for done, chunk in enumerate(chunks, 1):
            chunk.stage(runner.cursor, runner.run)
            for part in (cut[f.name] for f in chunk.files if f.name in cut):
                runner.run("keep_part", {"file": part.name, "low": part.low, "high": part.high})
            staged = {run for (run,) in runner.rows("staged_runs")}
            for run in sorted(staged - runs):
                held |= _held_files(runner, rollouts, run)
            runs |= staged
            _leave_held(runner, sorted(runs), [f.name for f in chunk.files if f.name in held])
            runner.run("store_staged")
            progress.tick("ingest", done, len(chunks))
        if not runs:
            raise NoRolloutFiles(
                f"{f'Shard {shard} of ' if shard else ''}{rollouts.describe()} holds no usable row.",
                "Ask for fewer shards." if shard else "Check that the trainer has written completions.",
            )
        _record_files(runner, fresh, sorted(runs))
        if shard is not None:
            keys = {"dump": dump_digest(whole), "number": shard.number, "shards": shard.count}
            runner.run("store_shard", keys | {"runs": sorted(runs)})
        count(int(runner.scalar("rollout_count")) - before, sum(file.bytes or 0 for file in fresh.files))
        check_rows(runner, sorted(runs), after=last)
    return sorted(runs)


def held_shard(runner: StageRunner) -> tuple[str, Shard] | None:
    """Digest of the dump, and the shard of it, that a warehouse holds; None where it is no shard."""
    for dump, number, count in runner.rows("known_shard"):
        return dump, Shard(number=number, count=count)
    return None


def _check_place(runner: StageRunner, rollouts: Rollouts, shard: Shard | None) -> None:
    """Check that a warehouse is one that a dump, or a shard of it, may be loaded into."""
    held = held_shard(runner)
    if held is None:
        if shard is not None and runner.scalar("rollout_count"):
            raise WarehouseError(
                "The warehouse holds rollouts, and a shard is alone in one.", "Give another --db."
            )
        return
    dump, there = held
    if shard is None:
        raise WarehouseError(
            f"The warehouse holds shard {there} of a dump.",
            "Merge it with the others: rolloutdiff merge SHARD... --db FILE.",
        )
    if (dump, there) != (dump_digest(rollouts), shard):
        same = dump == dump_digest(rollouts)
        of = "this dump" if same else "another dump, or of files that have changed since"
        raise WarehouseError(f"The warehouse holds shard {there} of {of}.", "Give another --db.")


def _held_files(runner: StageRunner, rollouts: Rollouts, run: str) -> Held:
    """The files of a run that the warehouse holds."""
    held = {name: row for name, *row in runner.rows("loaded_files", {"run": run})}
    if not held:
        return {}
    formula = next(iter(held.values()))[3]
    if formula != rollouts.reward_formula:
        raise RunLoadedDifferently(
            f"Run {run!r} was loaded with reward {formula!r}, not {rollouts.reward_formula!r}.",
            "Give the same --reward-column, or another --run.",
        )
    current = {f.name for f in rollouts.files}
    gone = [name for name in held if name not in current]
    if gone:
        raise RunLoadedDifferently(
            f"Run {run!r} was loaded from {gone[0]!r}, which is not among what is read now"
            f" ({len(gone)} of {len(held)} sources are gone).",
            _remedy(run),
        )
    return {name: (row[0], row[1]) for name, row in held.items()}


def _left_out(runner: StageRunner, runs: Collection[str]) -> bool:
    """Whether the warehouse has rollouts of these runs whose texts are in the dump only."""
    return bool(runner.scalar("left_out_texts", {"runs": sorted(runs)}))


def _to_read(rollouts: Rollouts, held: Held) -> Rollouts:
    """The rollouts without the files that are held as they are, but for the smallest of these."""
    on_disk = [f for f in rollouts.files if f.path is not None and f.name in held]
    same = [f for f in on_disk if held[f.name][0] == f.sha256]
    if not same:
        return rollouts
    known = {f.name for f in same}
    telling = [f for f in same if held[f.name][1] > 0]
    if len(same) < len(rollouts.files) and telling:
        known.discard(min(telling, key=lambda f: (f.bytes or 0, f.name)).name)
    return rollouts.without_files(known)


def _leave_held(runner: StageRunner, runs: list[str], files: list[str]) -> None:
    """Take staged rows back that are held already; a held row that the source has no longer is an error."""
    if not files:
        return
    places = {"runs": runs, "files": files}
    for run, file, row, is_gone in runner.rows("changed_row", places):
        what = "is gone" if is_gone else "differs"
        raise RunLoadedDifferently(
            f"Run {run!r} was loaded with another content of {file!r}: row {row} (counted from 0) {what}.",
            _remedy(run),
        )
    if _left_out(runner, runs):
        runner.run("restore_texts", places)
    runner.run("leave_held", places)


def _remedy(run: str) -> str:
    return (
        f"Give the run another name with --run, or remove the old one: rolloutdiff forget --run {quote(run)}."
    )


def _record_files(runner: StageRunner, rollouts: Rollouts, runs: list[str]) -> None:
    files = pa.table(
        {
            "run": column([rollouts.run for _ in rollouts.files], pa.string()),
            "source_file": column([f.name for f in rollouts.files], pa.string()),
            "sha256": column([f.sha256 for f in rollouts.files], pa.string()),
            "bytes": column([f.bytes for f in rollouts.files], pa.int64()),
            "modified_ns": column([f.modified_ns for f in rollouts.files], pa.int64()),
        }
    )
    with runner.table("ingest_file", files):
        runner.run(
            "store_ingest",
            {
                "runs": runs,
                "format": rollouts.format,
                "evidence": rollouts.evidence,
                "reward_formula": rollouts.reward_formula,
            },
        )


def check_rows(runner: StageRunner, runs: list[str], *, after: int | None = None) -> None:
    """Check that no step of a run comes from two files, and that names stand for one thing each.

    Args:
        runner: Runs stage files.
        runs: The runs.
        after: Number of the last rollout that was there, and checked, before; None for none.

    Raises:
        OverlappingSteps: A step does.
        BadRow: A sample name or a prompt id does not.
    """
    params: dict[str, Any] = {"runs": runs, "after": after}
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
