"""Feed hostile dumps and texts to readers and features, count what breaks, and write the table."""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from benchmarks.detection.record import write
from benchmarks.fuzz.parts import PARTS, Part
from benchmarks.speed.machine import describe
from benchmarks.speed.measure import ROOT

# Seeds below 1,000 are for development. Those from here on were not used before the recorded run.
RECORDED_SEED = 11000
BEGIN, END = "<!-- fuzz:begin -->", "<!-- fuzz:end -->"
_BATCH = 50
_LIMITS = {"whole run": 5}


@dataclass(kw_only=True)
class Tried:
    """What became of a part.

    Attributes:
        inputs: Inputs tried.
        refused: Those refused by an error in words.
        slowest: Longest processor time of one input, in seconds.
        crashes: Tracebacks of all others that raised.
    """

    inputs: int = 0
    refused: int = 0
    slowest: float = 0.0
    crashes: list[str]


def attempt(part: Part, number: int, examples: int) -> Tried:
    """Give a part so many inputs of one seed; the first that breaks it is a crash and ends the seed.

    Args:
        part: The part.
        number: The seed.
        examples: How many inputs.
    """
    found = Tried(crashes=[])

    @seed(number)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=False,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def one(data: st.DataObject) -> None:
        started = time.process_time()
        found.inputs += 1
        found.refused += not part(data.draw)
        found.slowest = max(found.slowest, time.process_time() - started)

    try:
        one()
    except Exception:
        found.crashes.append(traceback.format_exc())
    return found


def run(name: str, first: int, minutes: float) -> Tried:
    """Give a part inputs of one seed after the other for a while.

    Args:
        name: Name of the part.
        first: The first seed.
        minutes: How long.
    """
    total = Tried(crashes=[])
    end = time.perf_counter() + 60 * minutes
    number = first
    while time.perf_counter() < end:
        found = attempt(PARTS[name], number, _LIMITS.get(name, _BATCH))
        total.inputs += found.inputs
        total.refused += found.refused
        total.slowest = max(total.slowest, found.slowest)
        total.crashes += [f"seed {number}\n{text}" for text in found.crashes]
        number += 1
    return total


def table(found: Sequence[tuple[str, Tried]]) -> list[str]:
    """The table, with a row for all parts together."""
    head = "| part | inputs | refused in words | slowest, s of processor | crashes |"
    lines = [head, "| --- | --- | --- | --- | --- |"]
    for name, tried in found:
        cells = f"{tried.inputs:,} | {tried.refused:,} | {tried.slowest:.1f} | {len(tried.crashes)}"
        lines.append(f"| {name} | {cells} |")
    inputs, crashes = (sum(of) for of in zip(*((t.inputs, len(t.crashes)) for _, t in found), strict=True))
    return [*lines, f"| all | {inputs:,} |  |  | {crashes} |"]


def main() -> None:
    """Fuzz, print the table, and record it if asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=2.0, help="how long each part takes")
    parser.add_argument("--part", choices=list(PARTS), action="append", help="a part; default: all")
    parser.add_argument("--seed", type=int, help="first seed; 0 by default, and 5000 with --record")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--record", action="store_true", help="write the table into benchmarks/README.md")
    given = parser.parse_args()
    if given.record and given.part:
        parser.error("only a whole run is recorded")
    first = given.seed if given.seed is not None else (RECORDED_SEED if given.record else 0)
    load, started = os.getloadavg(), time.perf_counter()
    names = given.part or list(PARTS)
    with ProcessPoolExecutor(given.workers) as pool:
        found = []
        for name, tried in zip(
            names, pool.map(run, names, repeat(first), repeat(given.minutes)), strict=True
        ):
            found.append((name, tried))
            print(name, tried.inputs, *tried.crashes, sep="\n", file=sys.stderr, flush=True)
    head = [
        *describe(load),
        f"- seeds from {first}, {given.minutes:g} minutes a part;"
        f" {(time.perf_counter() - started) / 60:.0f} minutes with {given.workers} workers",
        "",
    ]
    text = "\n".join([*head, *table(found)])
    print(text)
    if given.record:
        write(ROOT / "benchmarks" / "README.md", text, BEGIN, END)


if __name__ == "__main__":
    main()
