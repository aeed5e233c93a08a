"""Task: features of the completions of a run, in one process or several, or nothing but `ast.parse`."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.speed.measure import Clock
from rolloutdiff.features.fragments import take_apart
from rolloutdiff.features.layout import read_layout
from rolloutdiff.features.serving import REQUEST_SCHEMA
from rolloutdiff.pipeline.extraction import CHUNK_ROWS, TRIAL_ROWS
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.pipeline.workers import Extraction
from rolloutdiff.settings import AnalysisSettings


def read_texts(completions: Path, count: int) -> pa.Table:
    """The first distinct completions of a run, no prompt opening a thinking block."""
    found: dict[str, None] = {}
    for file in sorted(completions.glob("*.parquet")):
        found |= dict.fromkeys(pq.read_table(file, columns=["completion"])["completion"].to_pylist())
        if len(found) >= count:
            break
    texts = list(found)[:count]
    return pa.table([texts, [None] * len(texts)], schema=REQUEST_SCHEMA)


def distinct_fragments(texts: Sequence[str]) -> list[str]:
    """The pieces of code that are read, each once."""
    return list(
        dict.fromkeys(
            code
            for text in texts
            for code in take_apart(text, read_layout(text, None), has_specials=False).fragments
        )
    )


def task(clock: Clock, *, completions: str, count: int, way: str) -> None:
    """Time one of the ways `parse` (of distinct fragments), `alone` and `several` (two processes)."""
    texts = read_texts(Path(completions), count)
    if way == "parse":
        fragments = distinct_fragments(texts["response"].to_pylist())
        with clock.timed():
            for code in fragments:
                with suppress(SyntaxError):
                    ast.parse(code)
        clock.found = {"fragments": len(fragments), "bytes": sum(len(code.encode()) for code in fragments)}
        return
    ends = [0, *range(TRIAL_ROWS, len(texts), CHUNK_ROWS), len(texts)]
    chunks = [texts.slice(a, b - a) for a, b in pairwise(ends)]
    with clock.timed(), Extraction(AnalysisSettings(), 0 if way == "alone" else 2, Progress()) as extraction:
        found = [extracted for _, extracted in extraction.extract(chunks)]
    clock.found = {
        "texts": len(texts),
        "counts": sum(len(part["count"].combine_chunks().values) for part in found),
    }
