"""SkyRL: dumps of evaluations, one JSONL file per data source in a folder per step."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rolloutdiff.ingest.json_files import lines
from rolloutdiff.ingest.loader import FileLoader
from rolloutdiff.ingest.objects import Row
from rolloutdiff.ingest.rollouts import SourceFile

_FOLDER = re.compile(r"global_step_([0-9]+)_evals")


def _score(value: object) -> object:
    """A reward per token is summed; null where a token has none."""
    if not isinstance(value, list):
        return value
    numbers = [v for v in value if isinstance(v, int | float) and not isinstance(v, bool)]
    return float(sum(numbers)) if numbers and len(numbers) == len(value) else None


def _rows(file: SourceFile) -> Iterator[Row]:
    found = _FOLDER.fullmatch(file.on_disk.parent.name)
    step = None if found is None else int(found[1])
    for line in lines(file):
        if not isinstance(line, dict):
            yield line
            continue
        row = dict(line)
        row["step"] = step
        row["prompt"] = row.pop("input_prompt", None)
        row["response"] = row.pop("output_response", None)
        row["score"] = _score(row.get("score"))
        yield row


SKYRL = FileLoader(
    name="skyrl",
    label="SkyRL evaluation dump",
    # The file of this name holds metrics, no rollouts.
    pattern=r"global_step_[0-9]+_evals/(?!aggregated_results\.jsonl)[^/]+\.jsonl",
    rows=_rows,
    reward="score",
    names="folders named global_step_*_evals",
    keys=("input_prompt", "output_response", "score"),
    hint="Give the folder dumped_evals; batches of training are pickles, which are never opened.",
)
