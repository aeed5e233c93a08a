"""Whole analyses of several runs, and the same question asked by hand: costs, growth, agreement."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import log
from pathlib import Path
from typing import Any

import duckdb

from benchmarks.speed.measure import Cost, run_task
from benchmarks.speed.pairs import Pairs, alternate, megabytes, seconds, spread
from benchmarks.speed.results import table, verdict

TOLERANCE = 1e-6
"""Published means have six decimals."""

# n-grams are left out: by hand they run across code.
_COMPARED = """
    select count(distinct feature), max(abs(a.mean - b.mean)), max(abs(a.se - b.se))
    from read_parquet($ours) as a join read_parquet($other) as b using (feature, step)
    where not feature like 'lex:% %'
"""


@dataclass(frozen=True)
class Whole:
    """Costs of the analysis of one run, round by round.

    Attributes:
        dump: What `task_dump` reports of the run.
        costs: One per round.
    """

    dump: dict[str, Any]
    costs: list[Cost]

    @property
    def seconds(self) -> float:
        """Median wall time."""
        return statistics.median(cost.seconds for cost in self.costs)

    @property
    def peak(self) -> float:
        """Median peak memory in bytes, processes that read texts included."""
        return statistics.median(cost.found["peak_bytes"] for cost in self.costs)


def analyse(dump: dict[str, Any], folder: Path, means: Path | None = None) -> Cost:
    """Analyse a run once; the peak is that of all processes."""
    given = {"completions": dump["completions"], "folder": str(folder)}
    cost = run_task("benchmarks.speed.stages", given | ({} if means is None else {"means": str(means)}))
    return Cost(cost.seconds, cost.found["peak_bytes"], cost.found)


def by_hand(dump: dict[str, Any], folder: Path, rounds: int, note: Callable[[str], None]) -> list[str]:
    """Both ways on one run, in alternation; their means must agree.

    Raises:
        SystemExit: They do not.
    """
    ours, other = folder / "ours.parquet", folder / "other.parquet"

    def hand() -> Cost:
        note(f"by hand, {dump['rows']:,} completions")
        given = {"completions": dump["completions"], "output": str(other)}
        return run_task("benchmarks.speed.task_handmade", given)

    pairs = alternate(partial(analyse, dump, folder, ours), hand, rounds)
    with duckdb.connect() as con:
        keys = {"ours": str(ours), "other": str(other)}
        ((features, mean, se),) = con.execute(_COMPARED, keys).fetchall()
    if not features or not max(mean, se) <= TOLERANCE:
        raise SystemExit(f"Means differ by {mean}, standard errors by {se}, over {features} features.")
    return _hand_lines(dump, pairs, features)


def _hand_lines(dump: dict[str, Any], pairs: Pairs, features: int) -> list[str]:
    speed, memory = pairs.speed_ratios(), pairs.memory_ratios()
    found = pairs.other[0].found
    return [
        f"### By hand, {dump['rows']:,} completions",
        "",
        *table(
            ["way", "median", "peak"],
            [
                ["analysis, with evidence, events and page", seconds(pairs.ours), megabytes(pairs.ours)],
                ["by hand: means and change points", seconds(pairs.other), megabytes(pairs.other)],
            ],
        ),
        "",
        *table(
            ["ratio", "median (range)", "target"],
            [
                ["speed over by hand", spread(speed), verdict(statistics.median(speed), 5, at_least=True)],
                [
                    "memory over by hand",
                    spread(memory),
                    verdict(statistics.median(memory), 0.3, at_least=False),
                ],
            ],
        ),
        "",
        f"By hand, {found['changed']:,} of {found['series']:,} series have change points. Means and standard"
        f" errors of all {features:,} features that both define alike are the same to {TOLERANCE:g}.",
    ]


def lines(wholes: Sequence[Whole]) -> list[str]:
    """Stages of every run, and how time and memory grow from one run to the next larger."""
    rows = []
    for whole in wholes:
        name = f"{whole.dump['rows']:,} × {whole.dump['text_bytes'] / whole.dump['rows'] / 1e3:.1f} kB"
        stages = zip(*(cost.found["stages"] for cost in whole.costs), strict=True)
        rows += [_stage_row(name, same) for same in stages]
        times = [cost.seconds for cost in whole.costs]
        rows.append(
            [
                name,
                "**whole**",
                spread(times) if len(times) > 1 else f"{times[0]:.2f}",
                f"{whole.dump['rows'] / whole.seconds:,.0f}",
                f"{whole.dump['text_bytes'] / 1e6 / whole.seconds:.1f}",
                f"{whole.peak / 1e6:,.0f}",
            ]
        )
    head = ["run", "stage", "s", "rows/s", "MB/s", "peak MB so far"]
    growth = [_growth_row(a, b) for a, b in pairwise(wholes)]
    kinds = table(["from", "to", "time grows as n to the", "as bytes to the", "peak as n to the"], growth)
    return ["### Pipeline", "", *table(head, rows), *(["", *kinds] if growth else [])]


def _stage_row(name: str, same: Sequence[dict[str, Any]]) -> list[str]:
    took = statistics.median(stage["seconds"] for stage in same)
    first = same[0]
    return [
        name,
        str(first["stage"]),
        f"{took:.2f}",
        f"{first['rows'] / took:,.0f}" if first["rows"] and took else "",
        f"{first['text_bytes'] / 1e6 / took:,.1f}" if first["text_bytes"] and took else "",
        f"{statistics.median(stage['peak_bytes'] for stage in same) / 1e6:,.0f}",
    ]


def _growth_row(small: Whole, large: Whole) -> list[str]:
    rows = log(large.dump["rows"] / small.dump["rows"])
    size = log(large.dump["text_bytes"] / small.dump["text_bytes"])
    time, peak = log(large.seconds / small.seconds), log(large.peak / small.peak)
    cells = [f"{time / rows:.2f}", f"{time / size:.2f}", f"{peak / rows:.2f}"]
    return [f"{small.dump['rows']:,}", f"{large.dump['rows']:,}", *cells]
