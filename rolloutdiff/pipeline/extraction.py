"""Texts to parsed features: every distinct text is read once, in Arrow batches."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

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

    Args:
        runner: Runs stage files on the work cursor, inside the caller's transaction; the temporary table
            `run_rollout` lists the rollouts.
        settings: Limits on code fragments.
        progress: Told after every chunk.

    Returns:
        Number of distinct texts that were read, and their UTF-8 bytes.
    """
    extractor = extractor_name(settings)
    if isinstance(runner, SparkRunner):
        return runner.extract_texts(settings, extractor)
    runner.run("fresh_text", {"extractor": extractor})
    ((total, text_bytes),) = runner.rows("fresh_text_count")
    runner.run("clear_extraction")
    workers = worker_count(total, int(runner.scalar("thread_count")))
    done = 0
    with Extraction(settings, workers, progress) as extraction:
        for chunk, found in extraction.extract(_chunks(runner, total, TRIAL_ROWS if workers else CHUNK_ROWS)):
            extracted = found.append_column("rollout_id", chunk["rollout_id"])
            # A stream lets go of what was read; a table would stay in memory to the end of the transaction.
            stream = pa.RecordBatchReader.from_batches(extracted.schema, iter(extracted.to_batches()))
            with runner.table("extracted_chunk", stream):
                runner.run("store_text_chunk", {"extractor": extractor})
            done += chunk.num_rows
            progress.tick("extract", done, total)
    runner.run("store_extraction")
    return total, text_bytes


def fixed_feature_columns() -> dict[str, list[object]]:
    """The fixed features as columns tier, kind, name, unit, scale, optional."""
    return {
        "tier": [f.tier for f in FIXED_FEATURES],
        "kind": [f.kind for f in FIXED_FEATURES],
        "name": [f.name for f in FIXED_FEATURES],
        "unit": [f.unit for f in FIXED_FEATURES],
        "scale": [f.scale for f in FIXED_FEATURES],
        "optional": [f.optional for f in FIXED_FEATURES],
    }
