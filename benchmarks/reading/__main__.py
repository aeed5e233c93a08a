"""Measure what reading costs beside DuckDB's plain readers, and write the table in benchmarks/README.md."""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.detection.record import write
from benchmarks.reading.large import large_lines
from benchmarks.reading.shapes import FORMS
from benchmarks.speed.machine import describe
from benchmarks.speed.measure import ROOT, Cost, run_task
from benchmarks.speed.pairs import Pairs, alternate, megabytes, spread
from benchmarks.speed.results import table, verdict

TARGET = 2.0
BEGIN, END = "<!-- reading:begin -->", "<!-- reading:end -->"
_COLUMNS = {"step": "step", "prompt": "prompt", "response": "completion"}


def _ours(form: str, folder: Path) -> Cost:
    given: dict[str, Any] = {"folder": str(folder), "format": FORMS[form].format}
    mapped = _COLUMNS if form in ("parquet", "csv", "jsonl") else None
    return run_task("benchmarks.reading.task_ours", given | {"columns": mapped, "reward": FORMS[form].reward})


def _plain(form: str, folder: Path) -> Cost:
    return run_task("benchmarks.reading.task_plain", {"folder": str(folder), "form": form})


def _row(form: str, wrote: dict[str, Any], pairs: Pairs) -> list[str]:
    rows = {cost.found["rows"] for cost in pairs.ours}
    if rows != {wrote["rows"]}:
        raise SystemExit(f"Of {wrote['rows']} rows of {form} were read: {rows}.")
    seconds = statistics.median(cost.seconds for cost in pairs.ours)
    looked = statistics.median(cost.found["look_seconds"] for cost in pairs.ours)
    ratios = [1 / ratio for ratio in pairs.speed_ratios()]
    used = [
        a.found["cpu_seconds"] / b.found["cpu_seconds"] for a, b in zip(pairs.ours, pairs.other, strict=True)
    ]
    return [
        form,
        f"{wrote['bytes'] / 1e6:,.0f} in {wrote['files']:,}",
        f"{looked:.2f} + {seconds - looked:.2f}",
        f"{wrote['rows'] / seconds:,.0f}",
        f"{wrote['bytes'] / 1e6 / seconds:,.0f}",
        megabytes(pairs.ours),
        megabytes(pairs.other),
        spread(used),
        spread(ratios),
        verdict(statistics.median(used), TARGET, at_least=False),
    ]


def _measure(folder: Path, rows: int, rounds: int, forms: list[str]) -> list[str]:
    load = os.getloadavg()
    dump = run_task("benchmarks.speed.task_dump", {"folder": str(folder), "rows": rows}).found
    measured = []
    for form in forms:
        print(form, file=sys.stderr, flush=True)
        place = folder / form
        given = {"form": form, "completions": dump["completions"], "folder": str(place)}
        wrote = run_task("benchmarks.reading.task_shape", given).found
        pairs = alternate(partial(_ours, form, place), partial(_plain, form, place), rounds)
        measured.append(_row(form, wrote, pairs))
        shutil.rmtree(place)
    head = [
        "shape",
        "MB in files",
        "look + read, s",
        "rows/s",
        "MB/s",
        "peak",
        "peak plain",
        "CPU over plain",
        "time over plain",
        "target",
    ]
    return [
        *describe(load),
        f"- run: {dump['rows']:,} completions, {dump['text_bytes'] / 1e6:.0f} MB of text; pairs: {rounds}",
        "",
        *table(head, measured),
    ]


def main() -> None:
    """Measure, print, and write the README unless only some shapes were asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reading", description=__doc__)
    parser.add_argument("--rows", type=int, default=40_000, help="completions of the synthetic run")
    parser.add_argument("--repeat", type=int, default=3, help="pairs per shape")
    parser.add_argument("--only", choices=FORMS, action="append", help="measure this, leave the README")
    parser.add_argument("--gib", type=float, default=2.0, help="size of the large file; 0: no large dumps")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rolloutdiff-reading-") as temporary:
        lines = _measure(Path(temporary), given.rows, given.repeat, given.only or list(FORMS))
        if given.gib and not given.only:
            lines += ["", *large_lines(Path(temporary), given.gib)]
    print("\n".join(lines))
    if not given.only:
        write(ROOT / "benchmarks" / "README.md", "\n".join(lines), BEGIN, END)


if __name__ == "__main__":
    main()
