"""Plant noise of an inference engine, analyse the runs, and write the table in benchmarks/README.md."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from benchmarks.detection.record import write
from benchmarks.goodhart import check
from benchmarks.goodhart.check import Check
from benchmarks.mismatch.judge import RULES, Judged, judge
from benchmarks.mismatch.world import CHANGE
from benchmarks.speed.machine import describe
from benchmarks.speed.measure import ROOT

# Seeds below 1,000 are for development. Those from here on were not used before the recorded run.
RECORDED_SEED = 5000
FIRST_STATIONARY = 100
PLANTED, STATIONARY = 5, 60
LARGEST_SHARE = 0.005
BEGIN, END = "<!-- mismatch:begin -->", "<!-- mismatch:end -->"
PRIMARY = ("mismatch:prob_diff_mean", "mismatch:k3_kl")
LEADING = RULES[0]


def planted(runs: Sequence[Judged]) -> list[Check]:
    """Onsets of the planted change."""
    found = []
    for rule in RULES:
        for name in PRIMARY:
            onsets = [run.onsets.get((rule, name)) for run in runs]
            near = sum(onset is not None and abs(onset - CHANGE) <= 2 for onset in onsets)
            shown = f"{near} of {len(runs)}: " + ", ".join("none" if o is None else str(o) for o in onsets)
            title = f"onsets of {name} within 2 steps of {CHANGE}"
            if rule == LEADING:
                found.append(check.at_least(rule, title, near, len(runs), shown))
            else:
                found.append(check.figure(rule, title, shown))
        signed = sum((rule, "mismatch:kl") in run.onsets for run in runs)
        found.append(check.figure(rule, "runs in which mismatch:kl alerts", f"{signed} of {len(runs)}"))
    return found


def stationary(runs: Sequence[Judged]) -> list[Check]:
    """Alerts where nothing changes."""
    found = []
    for rule in RULES:
        series = sum(run.series.get(rule, 0) for run in runs)
        alerts = sum(rule == at for run in runs for at, _ in run.onsets)
        hit = sum(any(rule == at for at, _ in run.onsets) for run in runs)
        share = 100 * alerts / max(series, 1)
        shown = f"{alerts} of {series} series ({share:.2f} %), in {hit} of {len(runs)} runs"
        title = "alerts in stationary runs"
        if rule == LEADING:
            found.append(check.at_most(rule, title, alerts / max(series, 1), LARGEST_SHARE, shown))
        else:
            found.append(check.figure(rule, title, shown))
    return found


def main() -> None:
    """Measure, print the table, and record it if asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mismatch", description=__doc__)
    parser.add_argument("--planted", type=int, default=PLANTED, help="planted runs")
    parser.add_argument("--stationary", type=int, default=STATIONARY, help="runs without a change")
    parser.add_argument("--seed", type=int, help="first seed; 0 by default, and 5000 with --record")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--record", action="store_true", help="write the table into benchmarks/README.md")
    given = parser.parse_args()
    if given.record and (given.planted < PLANTED or given.stationary < STATIONARY):
        parser.error("only a whole run is recorded")
    first = given.seed if given.seed is not None else (RECORDED_SEED if given.record else 0)
    load, started = os.getloadavg(), time.perf_counter()
    quiet = range(first + FIRST_STATIONARY, first + FIRST_STATIONARY + given.stationary)
    with ProcessPoolExecutor(given.workers) as pool:
        changed = list(pool.map(judge, range(first, first + given.planted), repeat(True)))
        unchanged = list(pool.map(judge, quiet, repeat(False)))
    checks = [*planted(changed), *stationary(unchanged)]
    missed = check.missed(checks)
    minutes = (time.perf_counter() - started) / 60.0
    head = [
        *describe(load),
        f"- {given.planted} planted runs, seeds from {first}; {given.stationary} stationary ones, seeds from"
        f" {first + FIRST_STATIONARY}; {minutes:.0f} minutes with {given.workers} workers",
        f"- requirements not met: {len(missed) or 'none'}",
        *[f"  - {text}" for text in missed],
        "",
    ]
    text = "\n".join([*head, *check.lines(checks)]).rstrip()
    print(text)
    if given.record:
        write(ROOT / "benchmarks" / "README.md", text, BEGIN, END)


if __name__ == "__main__":
    main()
