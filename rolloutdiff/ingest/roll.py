"""ROLL: one file per step with a single line, whose values are lists with an entry per sample."""

from __future__ import annotations

from collections.abc import Iterator

from rolloutdiff.ingest.json_files import lines
from rolloutdiff.ingest.loader import FileLoader
from rolloutdiff.ingest.objects import Row
from rolloutdiff.ingest.rollouts import SourceFile

_NAMES = {"global_step": "step", "responses": "response", "scores": "score", "id": "prompt_id"}


def _rows(file: SourceFile) -> Iterator[Row]:
    for line in lines(file):
        if not isinstance(line, dict):
            yield line
            continue
        if "trajectory_data" in line:
            raise ValueError("its rewards lie inside trajectory_data, as agentic pipelines write them")
        if not all(isinstance(column, list) for column in line.values()):
            raise ValueError("its values are not all lists")
        sizes = {key: len(column) for key, column in line.items()}
        if len(set(sizes.values())) > 1:
            raise ValueError(
                "its lists differ in length: " + ", ".join(f"{key} {n}" for key, n in sizes.items())
            )
        for values in zip(*line.values(), strict=True):
            row = {_NAMES.get(key, key): value for key, value in zip(line, values, strict=True)}
            if row.get("prompt") is None:
                row["prompt"] = row.pop("messages", None)
            if row.get("prompt_id") is not None:
                row["prompt_id"] = str(row["prompt_id"])
            yield row


ROLL = FileLoader(
    name="roll",
    label="ROLL dump",
    pattern=r"rollout_dump_data\.step_[0-9]+\.jsonl",
    rows=_rows,
    reward="score",
    names="files named rollout_dump_data.step_*.jsonl",
    keys=("global_step",),
    not_rewards=("difficulty",),
    step_per_file=True,
    hint="Give the folder that rollout_dump_dir names; ROLL writes only where that path starts with /.",
)
