"""A verl dump that a trainer writes step by step, and looks at it as `rolloutdiff watch` takes them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import duckdb

from rolloutdiff import AnalysisSettings, load_verl
from rolloutdiff.pipeline.progress import Listener
from rolloutdiff.watching import Round, Watcher

CODE = "```python\ndef f():\n    return 1\n```"
CHANGE = 19
PREFIX = AnalysisSettings(vocabulary="prefix")
REST = 1_000_000_000


def lines(step: int) -> list[str]:
    """A step of four prompts with four samples; from step 19 on every answer defines f."""
    return [
        json.dumps(
            {
                "input": f"p{prompt}",
                "output": CODE if step >= CHANGE else f"Answer {step} {sample}.",
                "score": float(sample > 0),
                "step": step,
            }
        )
        for prompt in range(4)
        for sample in range(4)
    ]


def text(step: int) -> str:
    """What the trainer writes into the file of a step."""
    return "\n".join(lines(step)) + "\n"


def write(folder: Path, steps: Iterable[int], rested: bool = True) -> Path:
    """Writes the files of some steps, as if they had been left long ago."""
    folder.mkdir(exist_ok=True)
    for step in steps:
        path = folder / f"{step}.jsonl"
        path.write_text(text(step), encoding="utf-8")
        if rested:
            os.utime(path, ns=(REST + step, REST + step))
    return folder


def watcher(dump: Path, db: Path, **options: Any) -> Watcher:
    """Follows the dump, as the command line would with its defaults."""
    return Watcher(dump, db, lambda: load_verl(dump, skip_unreadable=True), lambda _: PREFIX, **options)


def look(watching: Watcher, listener: Listener | None = None) -> Round:
    """One round whose alerts are told."""
    found = watching.round(watching.listing(), listener)
    watching.told(found.alerts)
    return found


def ask(db: Path, query: str) -> list[tuple[Any, ...]]:
    """Rows of a query."""
    with duckdb.connect(str(db), read_only=True) as con:
        return con.execute(query).fetchall()


def rows(db: Path) -> dict[int, int]:
    """Rollouts of every step; fails where a row is there twice."""
    query = "select step, count(*), count(distinct (source_file, source_row)) from rolloutdiff.rollout"
    found = ask(db, f"{query} group by step")
    assert all(count == different for _, count, different in found)
    return {step: count for step, count, _ in sorted(found)}


def full(last: int) -> dict[int, int]:
    """What `rows` gives when all of the first steps are held."""
    return dict.fromkeys(range(1, last + 1), 16)
