"""Plant overpaid behaviours, audit the runs, and write the tables in benchmarks/README.md."""

from __future__ import annotations

import argparse
import os
import time

from benchmarks.detection.record import write
from benchmarks.goodhart import acceptance, acceptance_families, check, table_auc
from benchmarks.goodhart.check import Check
from benchmarks.goodhart.gather import gather_all
from benchmarks.speed.machine import describe
from benchmarks.speed.measure import ROOT

PARTS = ("runs", "families")
# Seeds below 1,000 are for development. Those from here on were not used before the recorded run.
RECORDED_SEED = 3000
FIRST_PLACEBO = 1000
RUNS, WORLDS, PLACEBOS = 3, 40, 20
BEGIN, END = "<!-- goodhart:begin -->", "<!-- goodhart:end -->"


def main() -> None:
    """Measure, print the tables, and record them if asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.goodhart", description=__doc__)
    parser.add_argument("--only", choices=PARTS, help="planted runs, or the table of families")
    parser.add_argument("--seeds", type=int, default=RUNS, help="planted runs")
    parser.add_argument("--worlds", type=int, default=WORLDS, help="worlds of six families")
    parser.add_argument("--seed", type=int, help="first seed; 0 by default, and 3000 with --record")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--record", action="store_true", help="write the tables into benchmarks/README.md")
    given = parser.parse_args()
    if given.record and (given.only or given.seeds < RUNS or given.worlds < WORLDS):
        parser.error("only a whole run is recorded")
    first = given.seed if given.seed is not None else (RECORDED_SEED if given.record else 0)
    load, started = os.getloadavg(), time.perf_counter()
    checks: list[Check] = []
    measured: list[str] = []
    lines: list[str] = []
    if given.only != "runs":
        measured.append(f"{given.worlds} worlds")
        found = table_auc.judge(range(first, first + given.worlds), table_auc.METHODS, given.workers)
        placebo = range(first + FIRST_PLACEBO, first + FIRST_PLACEBO + min(given.worlds, PLACEBOS))
        found |= table_auc.judge(placebo, (table_auc.PLACEBO,), given.workers)
        checks += acceptance_families.of_families(found)
        lines += ["### Families told apart", "", *table_auc.lines(found), ""]
    if given.only != "families":
        measured.append(f"{given.seeds} planted runs")
        checks += acceptance.of_runs(gather_all(range(first, first + given.seeds), given.workers))
    missed = check.missed(checks)
    minutes = (time.perf_counter() - started) / 60.0
    head = [
        *describe(load),
        f"- seeds from {first}, {' and '.join(measured)}, {minutes:.0f} minutes with {given.workers} workers",
        f"- requirements not met: {len(missed) or 'none'}",
        *[f"  - {text}" for text in missed],
        "",
    ]
    text = "\n".join([*head, *lines, "### Requirements", "", *check.lines(checks)]).rstrip()
    print(text)
    if given.record:
        write(ROOT / "benchmarks" / "README.md", text, BEGIN, END)


if __name__ == "__main__":
    main()
