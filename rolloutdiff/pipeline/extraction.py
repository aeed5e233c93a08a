"""Texts to parsed features: every distinct text is read once, in Arrow batches."""

from __future__ import annotations

from rolloutdiff.features import EXTRACTOR_VERSION, FIXED_FEATURES
from rolloutdiff.features.serving import REQUEST_SCHEMA
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.pipeline.workers import Extraction, worker_count
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.warehouse.stage import StageRunner

# Large enough that per-batch costs vanish, small enough that a chunk stays in memory whatever its texts are.
CHUNK_ROWS = 8192
CHUNK_BYTES = 64_000_000


def extractor_name(settings: AnalysisSettings) -> str:
    """Version and limits of the extraction: rows stored under another name are redone."""
    return f"{EXTRACTOR_VERSION}/{settings.fragment_max_bytes}/{settings.fragment_max_depth}"


def extract_texts(runner: StageRunner, settings: AnalysisSettings, progress: Progress) -> int:
    """Fill `extraction` for the rollouts that have none yet.

    Args:
        runner: Runs stage files on the work cursor, inside the caller's transaction; the temporary table
            `run_rollout` lists the rollouts.
        settings: Limits on code fragments.
        progress: Told after every chunk.

    Returns:
        Number of distinct texts that were read.
    """
    extractor = extractor_name(settings)
    runner.run("fresh_text", {"extractor": extractor})
    total = int(runner.scalar("fresh_text_count"))
    workers = worker_count(total, int(runner.scalar("thread_count")))
    done, after = 0, -1
    with Extraction(settings, workers, progress) as extraction:
        while done < total:
            given = {"after": after, "chunk_rows": CHUNK_ROWS, "chunk_bytes": CHUNK_BYTES}
            chunk = runner.arrow("text_chunk", given)
            texts = chunk.select(REQUEST_SCHEMA.names).cast(REQUEST_SCHEMA)
            extracted = extraction.extract(texts).append_column("text_hash", chunk["text_hash"])
            with runner.table("extracted_chunk", extracted):
                runner.run("store_text_chunk")
            done += chunk.num_rows
            after = int(chunk["rollout_id"][-1].as_py())
            progress.tick("extract", done, total)
    runner.run("store_extraction", {"extractor": extractor})
    return total


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
