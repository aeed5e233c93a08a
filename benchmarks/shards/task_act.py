"""Task: load one shard, merge all of them, or analyse a warehouse that holds a dump."""

from __future__ import annotations

import resource
from pathlib import Path

from benchmarks.speed.measure import Clock
from rolloutdiff import analyze_rollouts, load_trl, merge_shards
from rolloutdiff.api import Shard, ingest_rollouts
from rolloutdiff.settings import Resources

ONE = Resources(threads=1)


def _cpu_seconds() -> float:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def task(
    clock: Clock, *, act: str, completions: str, db: str, shard: str = "1/1", parts: list[str] | None = None
) -> None:
    """Do it with one thread, and report the processor time.

    Args:
        clock: Takes the wall time.
        act: `shard`, `merge` or `analyze`.
        completions: Folder of the dump.
        db: Warehouse to work in; beside it `analyze` writes the report.
        shard: For `shard`: which one of how many.
        parts: For `merge`: the shards.
    """
    rollouts = load_trl(completions, run="run", reward_column="training_passed")
    began = _cpu_seconds()
    with clock.timed():
        if act == "shard":
            ingest_rollouts(rollouts, db=db, shard=Shard.of(shard), resources=ONE)
        elif act == "merge":
            merge_shards(*(parts or ()), db=db, resources=ONE)
        else:
            with analyze_rollouts(rollouts, db=db, resources=ONE) as analysis:
                analysis.write_json(Path(db).with_suffix(".json"))
    clock.found = {"cpu_seconds": _cpu_seconds() - began, "bytes": Path(db).stat().st_size}
