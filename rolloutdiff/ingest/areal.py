"""AReaL: one JSONL file per task in a folder per weight version, one line per sample."""

from __future__ import annotations

from collections.abc import Iterator

from rolloutdiff.ingest.json_files import lines
from rolloutdiff.ingest.loader import TRAINING, FileLoader
from rolloutdiff.ingest.objects import Row
from rolloutdiff.ingest.rollouts import SourceFile


def _rows(file: SourceFile) -> Iterator[Row]:
    for line in lines(file):
        if not isinstance(line, dict):
            yield line
            continue
        row = dict(line)
        # The version that wrote the last token; the trainer's own step is not in the dump.
        row["step"] = row.pop("tail_version", None)
        row["response"] = row.pop("completion", None)
        task = row.get("task_id")
        row["group_id"] = None if task is None else str(task)
        yield row


AREAL = FileLoader(
    name="areal",
    label="AReaL dump",
    pattern=r"(eval-)?rollout/[0-9]+/[0-9]+\.jsonl",
    rows=_rows,
    names="rollout/VERSION/TASK.jsonl",
    keys=("task_id", "tail_version"),
    parts=lambda path: "evaluation" if "/eval-rollout/" in path else TRAINING,
    not_rewards=("task_id", "sample_idx", "seqlen", "prompt_len", "head_version"),
    hint="Give the folder rollout that AReaL writes with dump_to_file.",
)
