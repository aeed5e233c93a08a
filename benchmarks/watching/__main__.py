"""Measure what a look costs, and write the tables in benchmarks/README.md."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from benchmarks.detection.record import write
from benchmarks.speed.machine import describe
from benchmarks.speed.measure import ROOT, run_task
from benchmarks.speed.results import table

BEGIN, END = "<!-- watching:begin -->", "<!-- watching:end -->"


def stage_lines(found: dict[str, Any]) -> list[str]:
    """The first look, at all steps at once, beside the one at a new step."""
    first, last = found["first"], found["last"]

    def row(name: str, both: list[list[float] | None]) -> list[str]:
        return [name, *(f"{part[kind]:.2f}" if part else "" for part in both for kind in (0, 1))]

    names = [*last["stages"], *(name for name in first["stages"] if name not in last["stages"])]
    rows = [row(name, [look["stages"].get(name) for look in (first, last)]) for name in names]
    whole = [[look["seconds"], look["processor"]] for look in (first, last)]
    rows.append(row("**whole**", [*whole]))
    head = ["stage", "first look, s", "processor s", "new step, s", "processor s"]
    return ["### One new step", "", *table(head, rows), "", f"Database: {found['bytes'] / 1e6:.0f} MB."]


def memory_lines(found: dict[str, Any], rounds: int, per_step: int) -> list[str]:
    """Resident size of the process after some of the looks."""
    rows = [[number, f"{size / 1e6:.0f}"] for number, size in found["after"].items()]
    title = f"### Memory over {rounds} looks, each after a step of {per_step} completions"
    return [title, "", *table(["after look", "resident MB"], rows)]


def main() -> None:
    """Measure, print, and write the README unless it is not wanted."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.watching", description=__doc__)
    parser.add_argument("--steps", type=int, default=200, help="steps that are there already")
    parser.add_argument("--per-step", type=int, default=2000, help="completions of a step")
    parser.add_argument("--rounds", type=int, default=200, help="looks of the small run")
    parser.add_argument("--keep", action="store_true", help="leave the README as it is")
    given = parser.parse_args()
    lines = describe(os.getloadavg())
    print("one new step", file=sys.stderr, flush=True)
    wanted = {"steps": given.steps, "per_step": given.per_step, "snapshot": True}
    step = run_task("benchmarks.watching.task_step", wanted)
    lines += [
        f"- run: {given.steps} steps of {step.found['last']['rows']:,} completions, then one more;"
        f" peak {step.peak_bytes / 1e6:.0f} MB",
        "",
        *stage_lines(step.found),
    ]
    print("memory", file=sys.stderr, flush=True)
    small = run_task("benchmarks.watching.task_rounds", {"rounds": given.rounds, "per_step": 16})
    lines += ["", *memory_lines(small.found, given.rounds, 16)]
    print("\n".join(lines))
    if not given.keep:
        write(ROOT / "benchmarks" / "README.md", "\n".join(lines), BEGIN, END)


if __name__ == "__main__":
    main()
