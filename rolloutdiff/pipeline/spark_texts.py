"""What Spark's executors do with texts: the same pure functions and the same SQL file as on one machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import pyarrow as pa

EXTRACTED: Final = "rollout_id bigint, status string, prose string, feature array<string>, count array<int>"
"""Columns of `extracting`, as Spark calls them."""

WORDS: Final = "chunk bigint, place bigint, words string"
"""Columns of `reading`."""

Batches = Iterator[pa.RecordBatch]


def extracting(max_bytes: int, max_depth: int) -> Callable[[Batches], Batches]:
    """A function that extracts from batches with the columns rollout_id, response and opened.

    Args:
        max_bytes: Most UTF-8 bytes of a fragment that is parsed.
        max_depth: Most nesting of a fragment that is parsed.
    """

    def extract(batches: Batches) -> Batches:
        from rolloutdiff.features import extract_batch

        for batch in batches:
            found = extract_batch(
                batch["response"], batch["opened"], max_bytes=max_bytes, max_depth=max_depth
            )
            yield pa.RecordBatch.from_arrays(
                [batch["rollout_id"], *found.columns], ["rollout_id", *found.schema.names]
            )

    return extract


def reading(batches: Batches) -> Batches:
    """Splits the prose of batches with the columns place and prose into words, in DuckDB."""
    from rolloutdiff.settings import Resources
    from rolloutdiff.sqlfiles import DEFAULT_SCHEMA
    from rolloutdiff.warehouse.connect import open_connection, work_cursor
    from rolloutdiff.warehouse.stage import StageRunner

    with open_connection(None, Resources(threads=1)) as own:
        runner = StageRunner(work_cursor(own.con))
        runner.cursor.execute(f"create schema {DEFAULT_SCHEMA}")
        runner.run("extraction")
        for batch in batches:
            with runner.table("prose", pa.Table.from_batches([batch])):
                runner.run("words_start")
            runner.run("lexical_read", {"chunk": 0, "first_rollout": 0, "last_rollout": 2**63 - 1})
            yield from runner.arrow("words_found").to_batches()
