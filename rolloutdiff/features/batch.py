"""Extraction over Arrow columns."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyarrow as pa

from rolloutdiff.columns import column
from rolloutdiff.features.extract import extract_all
from rolloutdiff.features.reading import Limits
from rolloutdiff.features.think import opened_tag

EXTRACTION_SCHEMA = pa.schema(
    [
        pa.field("status", pa.string(), nullable=False),
        pa.field("prose", pa.string(), nullable=False),
        pa.field("feature", pa.list_(pa.string()), nullable=False),
        pa.field("count", pa.list_(pa.int32()), nullable=False),
    ]
)
"""Columns of `extract_batch`."""

# Enough rows for every step to run long before the next one, few enough to be small beside the batch.
_BLOCK_ROWS = 1024


@contextmanager
def _without_cycle_collection() -> Iterator[None]:
    """Holds the cycle collector back: syntax trees are many and have no cycles, so it searches in vain."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def opened_tags(prompts: pa.Array | pa.ChunkedArray) -> pa.Array:
    """Thinking tag that each prompt opens, see `rolloutdiff.features.think.opened_tag`.

    Args:
        prompts: Text column with n rows, null where there is no prompt.

    Returns:
        Text column with n rows, null where the prompt opens no tag.
    """
    return column([opened_tag(prompt) for prompt in prompts.to_pylist()], pa.string())


def extract_batch(
    texts: pa.Array | pa.ChunkedArray,
    opened: pa.Array | pa.ChunkedArray,
    *,
    max_bytes: int,
    max_depth: int,
) -> pa.RecordBatch:
    """Takes the features of a column of responses.

    Args:
        texts: Text column (string, large_string, string_view, or a dictionary of them) with n rows, null
            for a missing response. The prose of one batch must stay below 2 GiB.
        opened: Text column with n rows: name of the thinking tag that the prompt opens, or null.
        max_bytes: Most UTF-8 bytes of a fragment that is parsed.
        max_depth: Most nesting of a fragment that is parsed, 1 to 90.

    Returns:
        n rows in input order with the columns of `EXTRACTION_SCHEMA`: `status` and `prose` as in
        `rolloutdiff.features.extract.Extraction`, `feature` the full names in ascending order of code points,
        `count` the counts beside them, all above 0.

    Raises:
        ValueError: The two columns differ in length.
    """
    if len(texts) != len(opened):
        raise ValueError(f"texts has {len(texts)} rows, opened has {len(opened)}.")
    limits = Limits(max_bytes=max_bytes, max_depth=max_depth)
    statuses: list[str] = []
    proses: list[str] = []
    names: list[str] = []
    counts: list[int] = []
    lengths: list[int] = []
    with _without_cycle_collection():
        for start in range(0, len(texts), _BLOCK_ROWS):
            block = slice(start, start + _BLOCK_ROWS)
            for extraction in extract_all(texts[block].to_pylist(), opened[block].to_pylist(), limits):
                statuses.append(extraction.status)
                proses.append(extraction.prose)
                names += extraction.counts
                counts += extraction.counts.values()
                lengths.append(len(extraction.counts))

    distinct = sorted(set(names))
    rank_of = {name: rank for rank, name in enumerate(distinct)}
    ranks = np.fromiter(map(rank_of.__getitem__, names), np.int64, len(names))
    rows = np.repeat(np.arange(len(lengths)), lengths)
    # A row holds each name once, so this order is the only one.
    order = np.argsort(rows * len(distinct) + ranks)
    offsets = column(np.concatenate(([0], np.cumsum(lengths, dtype=np.int64))), pa.int32())
    features = column(distinct, pa.string()).take(column(ranks[order], pa.int64()))
    columns: list[Any] = [
        column(statuses, pa.string()),
        column(proses, pa.string()),
        pa.ListArray.from_arrays(offsets, features),
        pa.ListArray.from_arrays(offsets, column(np.array(counts, np.int32)[order], pa.int32())),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=EXTRACTION_SCHEMA)
