"""ART: one parquet file per step and split, one row per trajectory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow.parquet as pq

from rolloutdiff.ingest.json_text import read_json
from rolloutdiff.ingest.loader import TRAINING, FileLoader
from rolloutdiff.ingest.objects import Row
from rolloutdiff.ingest.rollouts import SourceFile

_BATCH_ROWS = 256
_COLUMNS = ("group_index", "reward", "metrics", "metadata", "messages")


def _message(message: dict[str, Any]) -> dict[str, Any]:
    """A message without what is null, its tool calls as JSON instead of as text."""
    kept = {key: value for key, value in message.items() if value is not None and key != "trainable"}
    if isinstance(kept.get("tool_calls"), str):
        kept["tool_calls"] = read_json(kept["tool_calls"])
    return kept


def _rows(file: SourceFile) -> Iterator[Row]:
    step = int(file.on_disk.stem)
    table = pq.ParquetFile(file.on_disk)
    columns = [name for name in _COLUMNS if name in table.schema_arrow.names]
    for batch in table.iter_batches(_BATCH_ROWS, columns=columns):
        for held in batch.to_pylist():
            messages = held.get("messages") or []
            written = [i for i, message in enumerate(messages) if message.get("trainable")]
            start = written[0] if written else len(messages)
            metrics = read_json(held.get("metrics") or "{}") or {}
            group = held.get("group_index")
            yield {
                "step": step,
                "prompt": [_message(m) for m in messages[:start]] or None,
                "response": [_message(m) for m in messages[start:]],
                "group_id": None if group is None else str(group),
                "split": file.on_disk.parent.name,
                "reward": held.get("reward"),
                **{f"metrics.{key}": value for key, value in metrics.items()},
                "metadata": read_json(held.get("metadata") or "null"),
            }


def _part(path: str) -> str:
    split = path.rsplit("/", 2)[-2]
    return TRAINING if split == "train" else split


ART = FileLoader(
    name="art",
    label="ART log",
    pattern=r"trajectories/[^/]+/[0-9]{4,}\.parquet",
    rows=_rows,
    names="trajectories/SPLIT/STEP.parquet",
    keys=("group_index", "messages"),
    parts=_part,
    step_per_file=True,
    hint="Give a folder trajectories/train of a model in .art; migrate older projects with ART first.",
)
