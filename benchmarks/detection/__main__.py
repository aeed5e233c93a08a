"""Measure error rates, power and onsets of every rule, and write the tables in benchmarks/README.md."""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

from benchmarks.detection import cost, registry
from benchmarks.detection.record import write
from benchmarks.detection.table import failures, part_lines
from benchmarks.detection.tasks import run_parts
from benchmarks.detection.versions import ruptures_line
from benchmarks.speed.machine import describe
from benchmarks.speed.measure import ROOT

# Seeds below 1,000 are for development. Those from here on were not used before the recorded run.
RECORDED_SEED = 40_000


def main() -> None:
    """Run the chosen parts, print their tables, and record them if asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.detection", description=__doc__)
    parser.add_argument(
        "--rows", help="parts to run, with commas between: 1 to 12, power, sensitivity, others, cost"
    )
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full number of simulated runs")
    parser.add_argument("--seed", type=int, help="seed; 1 by default, and 40000 with --record")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--cherrl", type=Path, help="folder with the published CHERRL onsets")
    parser.add_argument("--record", action="store_true", help="write the tables into benchmarks/README.md")
    given = parser.parse_args()
    seed = given.seed if given.seed is not None else (RECORDED_SEED if given.record else 1)
    load, started = os.getloadavg(), time.perf_counter()
    names = given.rows.split(",") if given.rows else None
    if unknown := set(names or ()) - registry.names(given.cherrl):
        parser.error(f"no such parts: {', '.join(sorted(unknown))}")
    if given.record and names:
        parser.error("only a run of all parts is recorded")
    parts = registry.parts(names, given.cherrl)
    found = run_parts(parts, seed=seed, scale=given.scale, workers=given.workers)
    lines: list[str] = []
    for part in parts:
        lines += [*part_lines(part, found[part.name]), ""]
    if names is None or registry.COST in names:
        lines += [*cost.lines(given.scale, given.workers), ""]
    missed = [text for part in parts for text in failures(part, found[part.name])]
    minutes = (time.perf_counter() - started) / 60.0
    head = [
        *describe(load),
        ruptures_line(),
        f"- seed {seed}, scale {given.scale:g}, {minutes:.0f} minutes with {given.workers} workers",
        f"- requirements not met: {len(missed) or 'none'}",
        *[f"  - {text}" for text in missed],
        "",
    ]
    text = "\n".join([*head, *lines]).rstrip()
    print(text)
    if given.record:
        write(ROOT / "benchmarks" / "README.md", text)


if __name__ == "__main__":
    main()
