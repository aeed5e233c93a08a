"""Measure how large a warehouse is beside the same run as JSONL, and print the table."""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

import duckdb

from benchmarks.speed.machine import describe
from benchmarks.speed.measure import run_task
from benchmarks.speed.results import table, verdict

# Kind of file, what it is called here, and the largest size wanted, as a share of the JSONL.
KINDS = (("whole", "all", None), ("compact", "`--compact`", 0.4), ("no_text", "`--no-text`", 0.1))


def _jsonl_bytes(completions: Path, folder: Path) -> int:
    """Bytes of the run as JSONL, one file per step, as a trainer would write it."""
    total = 0
    with duckdb.connect() as con:
        for file in sorted(completions.glob("*.parquet")):
            lines = folder / f"{file.stem}.jsonl"
            con.execute(f"copy (from '{file}') to '{lines}' (format json)")
            total += lines.stat().st_size
            lines.unlink()
    return total


def _rows(folder: Path, rows: int, steps: int) -> list[list[str]]:
    from benchmarks.speed.dump import write_dump

    dump = write_dump(folder, rows=rows, steps=steps)
    jsonl = _jsonl_bytes(dump.completions, folder)
    given = {"completions": str(dump.completions), "db": str(folder / "warehouse.duckdb")}
    found = run_task("benchmarks.storage.task_size", given).found
    lines = []
    for kind, name, target in KINDS:
        share = found[kind]["bytes"] / jsonl
        judged = "" if target is None else verdict(share, target, at_least=False)
        cells = [f"{dump.rows:,} in {steps}", f"{jsonl / 1e6:.1f}", name, f"{found[kind]['bytes'] / 1e6:.1f}"]
        lines.append([*cells, f"{share:.3f}", judged, f"{found[kind]['processor_seconds']:.1f}"])
    return lines


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.storage", description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=[20_000, 200_000], help="completions")
    parser.add_argument("--steps", type=int, default=100, help="steps of each run")
    given = parser.parse_args()
    lines = describe(os.getloadavg())
    head = ["completions in steps", "JSONL, MB", "kept", "file, MB", "share", "target", "processor, s"]
    measured = []
    for rows in given.rows:
        with tempfile.TemporaryDirectory(prefix="rolloutdiff-storage-") as folder:
            measured += _rows(Path(folder), rows, given.steps)
    print("\n".join([*lines, "", *table(head, measured)]))


if __name__ == "__main__":
    main()
