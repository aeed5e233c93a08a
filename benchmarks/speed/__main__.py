"""Measure the speed of every stage and write the table in benchmarks/README.md."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.speed import results, whole
from benchmarks.speed.machine import describe
from benchmarks.speed.measure import ROOT, Cost, run_task
from benchmarks.speed.pairs import Pairs, alternate

LEXICAL_SIZES = (15_000, 60_000)
PARTS = ("pipeline", "hand", "extraction", "lexical", "aggregation")
# Texts of the extraction, and of the comparison of parsers beside modules of the standard library.
EXTRACTED, PARSED = 40_000, 2_000
SEED = 1

# Runs beside the one that all parts share: completions, and the scale of their prose.
SMALL, LARGE = (20_000, 1.0), (1_000_000, 0.3)
# By hand a run takes minutes.
HAND_ROUNDS = 1


def _note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _lexical(dump: dict[str, Any], folder: Path, rounds: int) -> list[str]:
    prose, rows = dump["prose"], dump["rows"]

    def ours(documents: int, memory_limit: str | None = None) -> Cost:
        _note(f"lexical: SQL stages, {documents:,} texts{', limit ' + memory_limit if memory_limit else ''}")
        spill = str(folder / "spill")
        given = {"prose": prose, "documents": documents, "spill": spill, "memory_limit": memory_limit}
        return run_task("benchmarks.speed.task_lexical", given)

    def other(documents: int) -> Cost:
        _note(f"lexical: CountVectorizer, {documents:,} texts")
        return run_task("benchmarks.speed.task_sklearn", {"prose": prose, "documents": documents})

    by_size: dict[int, Pairs] = {}
    for size in sorted({min(size, rows) for size in LEXICAL_SIZES}):
        by_size[size] = alternate(partial(ours, size), partial(other, size), rounds)
        _must_agree(by_size[size])
    limited = alternate(partial(ours, rows, "600MB"), partial(ours, rows), 1)
    _must_agree(limited)
    return results.lexical_lines(by_size, limited, rows)


def _extraction(dump: dict[str, Any], rounds: int) -> list[str]:
    texts = {"completions": dump["completions"], "count": min(EXTRACTED, dump["rows"])}

    def way(name: str) -> Cost:
        _note(f"extraction: {name}")
        return run_task("benchmarks.speed.task_extract", {**texts, "way": name})

    ways = ("parse", "alone", "several")
    costs: dict[str, list[Cost]] = {name: [] for name in ways}
    for done in range(rounds):
        for name in ways[:: -1 if done % 2 else 1]:
            costs[name].append(way(name))
    _note("extraction: parsers")
    given = {"completions": dump["completions"], "count": PARSED, "seed": SEED}
    parsers = {
        name: run_task("benchmarks.speed.task_parsers", {**given, "parser": name}) for name in results.PARSERS
    }
    return results.extraction_lines(costs, parsers)


def _must_agree(pairs: Pairs) -> None:
    found = [cost.found for cost in (*pairs.ours, *pairs.other)]
    if any(one != found[0] for one in found):
        raise SystemExit(f"The vocabularies differ: {found}")


def _aggregation(dump: dict[str, Any], folder: Path, rounds: int) -> list[str]:
    database, means = str(folder / "counts.duckdb"), str(folder / "means.parquet")
    _note("aggregation: counting")
    per_step = dump["rows"] // dump["steps"]
    given = {"prose": dump["prose"], "documents": dump["rows"], "per_step": per_step, "database": database}
    run_task("benchmarks.speed.task_counts", given)

    def ours() -> Cost:
        _note("aggregation: per-step SQL")
        keys = {"database": database, "output": means}
        return run_task("benchmarks.speed.task_step_mean", keys)

    def other() -> Cost:
        _note("aggregation: scipy.sparse")
        return run_task("benchmarks.speed.task_scipy", {"database": database, "expected": means})

    # The comparison needs our means before the first round in which the other is first.
    pairs = alternate(ours, other, rounds)
    difference = max(cost.found["difference"] for cost in pairs.other)
    if not difference <= 1e-9:
        raise SystemExit(f"The means differ by {difference}.")
    return results.aggregation_lines(pairs)


def _dump(folder: Path, rows: int, words: float = 1.0) -> dict[str, Any]:
    _note(f"dump: {rows:,} rows")
    given = {"folder": str(folder), "rows": rows, "words": words}
    return run_task("benchmarks.speed.task_dump", given).found


def _pipeline(dump: dict[str, Any], folder: Path, rounds: int, *, large: bool) -> list[str]:
    def measured(run: dict[str, Any]) -> whole.Whole:
        _note(f"pipeline, {run['rows']:,} rows")
        once = run["rows"] >= LARGE[0]
        return whole.Whole(run, [whole.analyse(run, folder) for _ in range(1 if once else min(rounds, 3))])

    def other(rows: int, words: float) -> whole.Whole:
        with tempfile.TemporaryDirectory(dir=folder) as place:
            return measured(_dump(Path(place), rows, words))

    wholes = [other(*SMALL)] if SMALL[0] < dump["rows"] else []
    wholes.append(measured(dump))
    return whole.lines([*wholes, other(*LARGE)] if large else wholes)


def _measure(folder: Path, rows: int, rounds: int, parts: Sequence[str], *, large: bool) -> list[str]:
    load = os.getloadavg()
    dump = _dump(folder, rows)
    lines = [
        *describe(load),
        f"- run: {dump['rows']:,} completions, {dump['steps']} steps, {dump['prompts']} prompts per step,"
        f" {dump['text_bytes'] / 1e6:.0f} MB of text, {dump['prose_bytes'] / 1e6:.0f} MB of prose,"
        f" {dump['fragments']:,} fragments of code, {dump['distinct_fragments']:,} of them different",
        f"- rounds per pair: {rounds}",
    ]
    if "pipeline" in parts:
        lines += ["", *_pipeline(dump, folder, rounds, large=large)]
    if "hand" in parts:
        lines += ["", *whole.by_hand(dump, folder, min(rounds, HAND_ROUNDS), _note)]
    if "extraction" in parts:
        lines += ["", *_extraction(dump, min(rounds, 3))]
    if "lexical" in parts:
        lines += ["", *_lexical(dump, folder, rounds)]
    if "aggregation" in parts:
        lines += ["", *_aggregation(dump, folder, rounds)]
    return lines


def main() -> None:
    """Measure, print, and write the README unless only parts were asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    parser.add_argument("--rows", type=int, default=200_000, help="completions of the synthetic run")
    parser.add_argument("--repeat", type=int, default=5, help="rounds per pair")
    parser.add_argument("--keep", type=Path, help="folder to write the run to and leave it in")
    parser.add_argument("--only", choices=PARTS, action="append", help="measure this part, leave the README")
    parser.add_argument("--no-large", action="store_true", help="leave the run of a million completions out")
    given = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="rolloutdiff-speed-") as temporary:
        folder: Path = (given.keep or Path(temporary)).absolute()
        folder.mkdir(parents=True, exist_ok=True)
        lines = _measure(folder, given.rows, given.repeat, given.only or PARTS, large=not given.no_large)
        lines.insert(3, f"- took {(time.monotonic() - started) / 60:.0f} minutes")
    print("\n".join(lines))
    if not given.only:
        results.write(ROOT / "benchmarks" / "README.md", lines)


if __name__ == "__main__":
    main()
