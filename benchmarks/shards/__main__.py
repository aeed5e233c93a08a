"""Measure a dump in shards beside one process, and check that report and tables are the same.

    python -m benchmarks.shards --rows 20000 --shards 2 4

Processor seconds, with one thread each, since shards are meant for machines of their own.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

import duckdb

from benchmarks.speed.machine import describe
from benchmarks.speed.measure import Cost, run_task
from benchmarks.speed.results import table

_ACT = "benchmarks.shards.task_act"
# The clock of the installation is the one thing that may differ.
_ROWS = (
    "select table_name from duckdb_tables() where schema_name = 'rolloutdiff' and table_name <> 'install_log'"
)


def differences(one: Path, merged: Path) -> list[str]:
    """Tables of two warehouses that do not hold the same rows."""
    found = []
    with (
        duckdb.connect(str(one), read_only=True) as left,
        duckdb.connect(str(merged), read_only=True) as right,
    ):
        for (name,) in left.execute(_ROWS).fetchall():
            query = f'select * from rolloutdiff."{name}" order by all'
            a, b = left.execute(query), right.execute(query)
            while rows := a.fetchmany(5000):
                if rows != b.fetchmany(5000):
                    found.append(name)
                    break
            else:
                found += [name] if b.fetchmany(1) else []
    return found


def _row(count: int, shards: list[Cost], merge: Cost, rest: Cost, whole: Cost) -> list[str]:
    parts = [cost.found["cpu_seconds"] for cost in shards]
    merging, later = merge.found["cpu_seconds"], rest.found["cpu_seconds"]
    alone = whole.found["cpu_seconds"]
    return [
        str(count),
        f"{max(parts):.1f}",
        f"{sum(parts):.1f}",
        f"{merging:.1f}",
        f"{later:.1f}",
        f"{alone / (max(parts) + merging + later):.2f}",
        f"{max(cost.peak_bytes for cost in shards) / 1e6:,.0f}",
        f"{merge.peak_bytes / 1e6:,.0f}",
    ]


def _measure(folder: Path, rows: int, counts: list[int]) -> list[str]:
    load = os.getloadavg()
    dump = run_task("benchmarks.speed.task_dump", {"folder": str(folder), "rows": rows}).found
    given = {"completions": dump["completions"]}
    one = folder / "one.duckdb"
    whole = run_task(_ACT, given | {"act": "analyze", "db": str(one)})
    measured = []
    for count in counts:
        print(count, file=sys.stderr, flush=True)
        parts = [str(folder / f"{number}-of-{count}.duckdb") for number in range(1, count + 1)]
        shards = [
            run_task(_ACT, given | {"act": "shard", "db": part, "shard": f"{number}/{count}"})
            for number, part in enumerate(parts, 1)
        ]
        merged = folder / f"merged-{count}.duckdb"
        merge = run_task(_ACT, given | {"act": "merge", "db": str(merged), "parts": parts})
        rest = run_task(_ACT, given | {"act": "analyze", "db": str(merged)})
        if merged.with_suffix(".json").read_bytes() != one.with_suffix(".json").read_bytes():
            raise SystemExit(f"The report of {count} shards differs.")
        if different := differences(one, merged):
            raise SystemExit(f"After {count} shards these tables differ: {', '.join(different)}.")
        measured.append(_row(count, shards, merge, rest, whole))
    head = [
        "shards",
        "slowest",
        "all",
        "merge",
        "analyze",
        "speed-up",
        "peak MB of a shard",
        "peak MB of merge",
    ]
    return [
        *describe(load),
        f"- run: {dump['rows']:,} completions, {dump['text_bytes'] / 1e6:.0f} MB of text; one process:"
        f" {whole.found['cpu_seconds']:.1f} s of one processor, {whole.peak_bytes / 1e6:,.0f} MB",
        "",
        *table(head, measured),
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.shards", description=__doc__)
    parser.add_argument("--rows", type=int, default=20_000, help="completions of the synthetic run")
    parser.add_argument("--shards", type=int, nargs="+", default=[2, 4], help="numbers of shards to try")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rolloutdiff-shards-") as temporary:
        print("\n".join(_measure(Path(temporary), given.rows, given.shards)))


if __name__ == "__main__":
    main()
