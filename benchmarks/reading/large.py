"""Long lines, large files and many files: loaded into a warehouse file, with their memory."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from benchmarks.speed.measure import run_task
from benchmarks.speed.results import table

# Way, and the memory limit that DuckDB is given.
WAYS = (
    ("long line", None),
    ("large file", None),
    ("large file", "2GB"),
    ("many files", None),
)


def large_lines(folder: Path, gib: float) -> list[str]:
    """Measure every way and return the table."""
    measured = []
    for way, limit in WAYS:
        print(f"{way}, limit {limit}", file=sys.stderr, flush=True)
        place = folder / way.replace(" ", "-")
        given = {"folder": str(place), "way": way, "gib": gib}
        wrote = run_task("benchmarks.reading.task_large", given | {"write": True}).found
        cost = run_task("benchmarks.reading.task_large", given | {"write": False, "memory_limit": limit})
        found = cost.found
        measured.append(
            [
                way,
                f"{wrote['bytes'] / 1e6:,.0f} in {wrote['files']:,}",
                limit or "none",
                f"{found['rows']:,}",
                f"{cost.seconds:.1f}",
                f"{wrote['bytes'] / 1e6 / cost.seconds:,.0f}",
                f"{cost.peak_bytes / 1e6:,.0f}",
                f"{found['warehouse_bytes'] / 1e6:,.0f}",
            ]
        )
        shutil.rmtree(place)
    head = ["dump", "MB in files", "limit", "rows", "s", "MB/s", "peak MB", "warehouse MB"]
    return ["### Large dumps, loaded into a warehouse file", "", *table(head, measured)]
