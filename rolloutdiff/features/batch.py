"""Extraction over Arrow columns."""

from __future__ import annotations

import gc
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyarrow as pa

from rolloutdiff.features.extract import extract
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


class _Numbers(dict[str, int]):
    """Numbers for names, in order of first use."""

    def __missing__(self, name: str) -> int:
        number = self[name] = len(self)
        return number


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
    return pa.array([opened_tag(prompt) for prompt in prompts.to_pylist()], pa.string())


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
    numbers = _Numbers()
    number_of = numbers.__getitem__
    statuses: list[str] = []
    proses: list[str] = []
    flat_numbers = array("i")
    flat_counts = array("i")
    lengths: list[int] = []
    with _without_cycle_collection():
        for text, tag in zip(texts.to_pylist(), opened.to_pylist(), strict=True):
            extraction = extract(text, tag, limits)
            statuses.append(extraction.status)
            proses.append(extraction.prose)
            flat_numbers.extend(map(number_of, extraction.counts))
            flat_counts.extend(extraction.counts.values())
            lengths.append(len(extraction.counts))

    names = sorted(numbers)
    rank = np.empty(len(names), np.int32)
    rank[[numbers[name] for name in names]] = np.arange(len(names), dtype=np.int32)
    ranks = rank[np.frombuffer(flat_numbers, np.int32)]
    rows = np.repeat(np.arange(len(lengths)), lengths)
    order = np.lexsort((ranks, rows))
    offsets = pa.array(np.concatenate(([0], np.cumsum(lengths, dtype=np.int64))).astype(np.int32))
    coded = pa.DictionaryArray.from_arrays(pa.array(ranks[order]), pa.array(names, pa.string()))
    columns: list[Any] = [
        pa.array(statuses, pa.string()),
        pa.array(proses, pa.string()),
        pa.ListArray.from_arrays(offsets, coded.cast(pa.string())),
        pa.ListArray.from_arrays(offsets, pa.array(np.frombuffer(flat_counts, np.int32)[order])),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=EXTRACTION_SCHEMA)
