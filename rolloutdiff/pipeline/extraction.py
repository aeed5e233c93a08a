"""Texts to parsed features: every distinct text is read once, in Arrow batches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pyarrow as pa

from rolloutdiff.columns import table_of
from rolloutdiff.features import EXTRACTOR_VERSION, FIXED_FEATURES
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.pipeline.spark import SparkRunner
from rolloutdiff.pipeline.workers import Extraction, worker_count
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.warehouse.stage import StageRunner

# Large enough that per-batch costs vanish, small enough that a chunk stays in memory whatever its texts are.
CHUNK_ROWS = 8192
CHUNK_BYTES = 64_000_000
# What this process reads alone to learn how fast it is, before others start.
TRIAL_ROWS = 2048
# Chunks that are committed together, half a million texts: work that is interrupted begins there. After more
# commits DuckDB writes anew what it has written: with one every 16 chunks, a million texts took 7 s longer.
COMMIT_CHUNKS = 64

_FIXED = pa.schema(
    [
        ("tier", pa.string()),
        ("kind", pa.string()),
        ("name", pa.string()),
        ("unit", pa.string()),
        ("scale", pa.int64()),
        ("optional", pa.bool_()),
    ]
)


def extractor_name(settings: AnalysisSettings) -> str:
    """Version and limits of the extraction: rows stored under another name are redone."""
    return f"{EXTRACTOR_VERSION}/{settings.fragment_max_bytes}/{settings.fragment_max_depth}"


def _chunks(runner: StageRunner, total: int, rows: int) -> Iterator[pa.Table]:
    """The texts of `fresh_text` in order of rollout; the first chunk of at most so many rows."""
    done, after = 0, -1
    while done < total:
        chunk = runner.arrow("text_chunk", {"after": after, "chunk_rows": rows, "chunk_bytes": CHUNK_BYTES})
        done += chunk.num_rows
        after, rows = int(chunk["rollout_id"][-1].as_py()), CHUNK_ROWS
        yield chunk


def extract_texts(runner: StageRunner, settings: AnalysisSettings, progress: Progress) -> tuple[int, int]:
    """Fill `extraction` for the rollouts that have none yet.

    What was committed stays when the work is interrupted, and is not read again.

    Args:
        runner: Runs stage files on the work cursor, in transactions of their own or as a part of the one that
            it has open; the temporary table `run_rollout` lists the rollouts.
        settings: Limits on code fragments.
        progress: Told after every chunk.

    Returns:
        Number of distinct texts that were read, and their UTF-8 bytes.
    """
    extractor = extractor_name(settings)
    if isinstance(runner, SparkRunner):
        with runner.transaction():
            return runner.extract_texts(settings, extractor)
    with runner.transaction():
        runner.run("fresh_text", {"extractor": extractor})
        ((total, text_bytes),) = runner.rows("fresh_text_count")
        runner.run("clear_extraction")
    workers = worker_count(total, int(runner.scalar("thread_count")))
    done, last = 0, -1
    with Extraction(settings, workers, progress) as extraction:
        chunks = extraction.extract(_chunks(runner, total, TRIAL_ROWS if workers else CHUNK_ROWS))
        while done < total:
            with runner.transaction():
                after = last
                for chunk, found in islice(chunks, COMMIT_CHUNKS):
                    _store(runner, extractor, found.append_column("rollout_id", chunk["rollout_id"]))
                    done += chunk.num_rows
                    last = int(chunk["rollout_id"][-1].as_py())
                    progress.tick("extract", done, total)
                runner.run("store_extraction", {"after": after, "last": last})
    with runner.transaction():
        runner.run("finish_extraction")
    return total, text_bytes


def _store(runner: StageRunner, extractor: str, extracted: pa.Table) -> None:
    # A stream lets go of what was read; a table would stay in memory to the end of the transaction.
    stream = pa.RecordBatchReader.from_batches(extracted.schema, iter(extracted.to_batches()))
    with runner.table("extracted_chunk", stream):
        runner.run("store_text_chunk", {"extractor": extractor})


def fixed_features() -> pa.Table:
    """The fixed features as the Arrow table that stage files call `fixed_feature`."""
    return table_of({name: [getattr(f, name) for f in FIXED_FEATURES] for name in _FIXED.names}, _FIXED)
