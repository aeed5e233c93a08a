"""Independent tasks with seeds of their own, done by several processes in any order."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

import numpy as np

from benchmarks.detection.figures import Findings, Measure
from benchmarks.detection.names import RULES


@dataclass(frozen=True)
class Task:
    """One panel or a few: `function(rng, **arguments)` gives findings."""

    function: Callable[..., Findings]
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Part:
    """One part of the benchmark.

    Attributes:
        name: Number of the row in the table of requirements, or a word for a part beside it.
        title: Heading.
        measures: Measures, in the order of the table.
        tasks: Tasks at a scale; 1 is the full size.
        note: What a reader must know about the scenarios.
        columns: Rules and methods of the table.
        by_measure: Whether every scenario belongs to one rule, and the table has a column per measure.
    """

    name: str
    title: str
    measures: tuple[Measure, ...]
    tasks: Callable[[float], list[Task]]
    note: str = ""
    columns: tuple[str, ...] = RULES
    by_measure: bool = False


def repeated(scale: float, full: int) -> int:
    """Number of repetitions at a scale, at least one."""
    return max(1, round(full * scale))


def run_parts(parts: Sequence[Part], *, seed: int, scale: float, workers: int) -> dict[str, Findings]:
    """Findings by name of the part; the same for any number of workers.

    A task's random numbers come from the seed, the name of its part and its place in it.
    """
    jobs = [
        (part.name, [seed, *part.name.encode(), place], task)
        for part in parts
        for place, task in enumerate(part.tasks(scale))
    ]
    found = {part.name: Findings() for part in parts}
    started = time.perf_counter()
    for done, (name, findings) in enumerate(_results(jobs, workers), 1):
        found[name].merge(findings)
        if done == len(jobs) or jobs[done][0] != name:
            note(f"{time.perf_counter() - started:7.1f} s  part {name}")
    return found


def note(text: str) -> None:
    """A line about progress."""
    print(text, file=sys.stderr, flush=True)


def _results(jobs: list[tuple[str, list[int], Task]], workers: int) -> Any:
    if workers == 1:
        yield from map(_do, jobs)
        return
    with get_context("spawn").Pool(workers) as pool:
        yield from pool.imap(_do, jobs)


def _do(job: tuple[str, list[int], Task]) -> tuple[str, Findings]:
    name, seed, task = job
    return name, task.function(np.random.default_rng(seed), **task.arguments)
