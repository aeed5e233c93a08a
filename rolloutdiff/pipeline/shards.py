"""Parts of a dump in warehouses of their own: what each is, and how they become one warehouse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pyarrow as pa

from rolloutdiff.errors import RunLoadedDifferently, UsageError, WarehouseError
from rolloutdiff.ingest import Shard
from rolloutdiff.ingest.wording import listed, quoted
from rolloutdiff.pipeline.extraction import extract_texts, extractor_name
from rolloutdiff.pipeline.load import check_rows, held_shard
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.warehouse.connect import Session
from rolloutdiff.warehouse.stage import StageRunner, transaction


@dataclass(frozen=True, kw_only=True)
class Part:
    """A warehouse that holds a shard.

    Attributes:
        name: The file, for people.
        open: Opens it for reading. One is open at a time, so that what DuckDB keeps of files in memory does
            not grow with their number.
    """

    name: str
    open: Callable[[], Session]


def extract_shard(runner: StageRunner, progress: Progress) -> None:
    """Extract the texts of a warehouse that holds a shard, as an analysis with default limits would.

    Args:
        runner: Runs stage files on a work cursor without an open transaction.
        progress: Told after every chunk.
    """
    with progress.stage("extract") as count:
        runner.run("shard_rollout")
        count(*extract_texts(runner, AnalysisSettings(), progress))


def merge_parts(runner: StageRunner, parts: Sequence[Part], progress: Progress) -> list[str]:
    """Put all shards of a dump into one warehouse, which then holds what loading the whole dump gives.

    Rollouts get the numbers that they would have got, since shards follow each other in reading order. What
    was extracted comes along. It is one transaction; the shards stay as they are.

    Args:
        runner: Runs stage files on a work cursor without an open transaction.
        parts: The warehouses of all shards, in any order.
        progress: Told after every shard.

    Returns:
        The runs, sorted.

    Raises:
        UsageError: A shard is missing or given twice, or they are not of one dump.
        WarehouseError: A warehouse holds no shard, or one that was not finished.
        RunLoadedDifferently: The warehouse holds one of the runs, or shards have read different files.
        BadRow: A sample name or a prompt id stands for two things in different shards.
        OverlappingSteps: One run and step come from two files.
    """
    if held_shard(runner) is not None:
        raise WarehouseError("The warehouse to merge into holds a shard itself.", "Give another --db.")
    ordered, files = _in_order(parts)
    with progress.stage("merge") as count, transaction(runner.cursor):
        runs = sorted(set(files["run"].to_pylist()))
        for run in sorted({run for (run,) in runner.rows("known_runs")}.intersection(runs)):
            raise RunLoadedDifferently(
                f"The warehouse holds run {quoted(run)} already.",
                "Give another --db, or remove it first: rolloutdiff forget --run NAME.",
            )
        before = int(runner.scalar("rollout_count"))
        with runner.table("part_file", files):
            for file, first, second in runner.rows("merge_conflict"):
                raise RunLoadedDifferently(
                    f"Shards {first} and {second} have read different contents of {file!r}.",
                    "Load the shards again when the trainer has finished writing.",
                )
            runner.run("merge_ingest")
        for done, part in enumerate(ordered, 1):
            after = {"after": int(runner.scalar("last_rollout"))}
            with part.open() as session:
                for table in ("extraction", "rejected", "rollout"):
                    with session.runner.stream(f"part_{table}") as rows, runner.table("part_row", rows):
                        runner.run(f"merge_{table}", after)
            progress.tick("merge", done, len(ordered))
        count(int(runner.scalar("rollout_count")) - before)
        check_rows(runner, runs)
    return runs


def _in_order(parts: Sequence[Part]) -> tuple[list[Part], pa.Table]:
    """The parts in order of their shards, each of which is there once, and the files that each has read.

    Raises:
        UsageError: A shard is missing or given twice, or they are not of one dump.
        WarehouseError: A warehouse holds no shard, or one that was not finished.
    """
    found: dict[int, Part] = {}
    files = []
    known: tuple[str, int] | None = None
    for part in parts:
        with part.open() as session:
            dump, shard = _finished(part.name, session.runner)
            files.append(session.runner.arrow("part_ingest", {"number": shard.number}))
        known = known or (dump, shard.count)
        if known != (dump, shard.count):
            raise UsageError(
                f"{parts[0].name} and {part.name} are not shards of one dump read in one way, or not of as"
                " many shards.",
                "Load all of them with the same options from the same files.",
            )
        if shard.number in found:
            raise UsageError(
                f"{found[shard.number].name} and {part.name} are both shard {shard}.", "Give each shard once."
            )
        found[shard.number] = part
    if known is None:
        raise UsageError("No shard is given.", "Give the files of all shards.")
    missing = [f"{number}/{known[1]}" for number in range(1, known[1] + 1) if number not in found]
    if missing:
        raise UsageError(f"These shards are missing: {listed(missing)}.", "Give the files of all shards.")
    return [found[number] for number in sorted(found)], pa.concat_tables(files)


def _finished(name: str, runner: StageRunner) -> tuple[str, Shard]:
    held = held_shard(runner)
    if held is None:
        raise WarehouseError(
            f"{name} holds no shard.", "Make one with: rolloutdiff ingest PATH --shard 1/4 --db FILE."
        )
    counted = runner.rows("extracted_count", {"extractor": extractor_name(AnalysisSettings())})
    ((rollouts, extracted),) = counted
    if extracted < rollouts:
        raise WarehouseError(
            f"Shard {held[1]} in {name} is not finished: of {rollouts:,} completions this version has"
            f" extracted {extracted:,}.",
            "Run its rolloutdiff ingest again.",
        )
    return held
