"""Measure both engines on the synthetic run, in turn, and check that their reports are the same.

    python -m benchmarks.spark --rows 20000 80000

Spark runs in local mode on all cores; its start is not counted.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from benchmarks.speed.machine import describe
from benchmarks.speed.measure import Cost, run_task
from benchmarks.speed.results import table

_SPARK_STAGES = ("extract", "vocabulary", "count", "series")


def _rows(rows: int, found: dict[str, Cost]) -> list[list[str]]:
    lines = []
    for engine, cost in found.items():
        stages = cost.found["stages"]
        lines.append(
            [
                f"{rows:,}",
                engine,
                f"{cost.seconds:.1f}",
                f"{cost.found['cpu_seconds']:.1f}",
                *(f"{stages[name]:.1f}" for name in _SPARK_STAGES),
                f"{sum(v for k, v in stages.items() if k not in _SPARK_STAGES):.1f}",
                f"{cost.peak_bytes / 1e6:,.0f}",
            ]
        )
    return lines


def _carried(rows: int, cost: Cost) -> list[list[str]]:
    return [
        [f"{rows:,}", way, name, f"{size / 1e6:.1f}", f"{size / rows:,.0f}"]
        for way, tables in cost.found["carried"].items()
        for name, size in sorted(tables.items(), key=lambda item: -item[1])[:4]
    ]


def _measure(sizes: list[int]) -> list[str]:
    load = os.getloadavg()
    costs: list[list[str]] = []
    carried: list[list[str]] = []
    for rows in sizes:
        with tempfile.TemporaryDirectory(prefix="rolloutdiff-spark-") as place:
            folder = Path(place)
            dump = run_task("benchmarks.speed.task_dump", {"folder": place, "rows": rows}).found
            found = {}
            for engine in ("duckdb", "spark"):
                given = {
                    "completions": dump["completions"],
                    "db": str(folder / f"{engine}.db"),
                    "engine": engine,
                }
                found[engine] = run_task("benchmarks.spark.task_analyze", given)
            if (folder / "duckdb.json").read_bytes() != (folder / "spark.json").read_bytes():
                raise SystemExit(f"The reports of {rows:,} completions differ.")
            costs += _rows(rows, found)
            carried += _carried(rows, found["spark"])
    head = ["rows", "engine", "seconds", "of processors", *_SPARK_STAGES, "all else", "peak MB here"]
    return [
        *describe(load),
        f"- load average after: {', '.join(f'{x:.2f}' for x in os.getloadavg())}",
        "",
        *table(head, costs),
        "",
        *table(["rows", "way", "table", "MB", "bytes a row"], carried),
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.spark", description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=[20_000], help="completions, one run for each")
    print("\n".join(_measure(parser.parse_args().rows)))


if __name__ == "__main__":
    main()
