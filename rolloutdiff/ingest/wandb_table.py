"""Tables that a trainer logged to W&B: one JSON document of columns and data per table and logging call."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rolloutdiff.ingest.json_files import document
from rolloutdiff.ingest.loader import FileLoader
from rolloutdiff.ingest.objects import Row
from rolloutdiff.ingest.rollouts import SourceFile

_NAMES = {"global_step": "step", "completion": "response", "output": "response", "input": "prompt"}
_LOGGED = re.compile(r"_[0-9]+_[0-9a-f]{20}\.table\.json$")
_WIDE = re.compile(r"(input|output|score)_([0-9]+)")
_CONSTANTS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


def _long(columns: list[str], data: list[list[Any]]) -> Iterator[Row]:
    """Rows of a table with a row per step and columns per sample: step, input_1, output_1, score_1, …"""
    for values in data:
        held = dict(zip(columns, values, strict=True))
        samples: dict[int, dict[str, Any]] = {}
        for name, value in held.items():
            found = _WIDE.fullmatch(name)
            if found:
                samples.setdefault(int(found[2]), {"step": held.get("step")})[found[1]] = value
        for sample in samples.values():
            # Steps may differ in their number of samples.
            if sample.get("input") is not None:
                yield _row(list(sample), list(sample.values()))


def _row(columns: list[str], values: list[Any]) -> dict[str, Any]:
    row = {}
    for name, value in zip(columns, values, strict=True):
        constant = _CONSTANTS.get(value) if isinstance(value, str) else None
        row[name if _NAMES.get(name, name) in columns else _NAMES.get(name, name)] = (
            value if constant is None or name in ("prompt", "completion", "input", "output") else constant
        )
    return row


def _rows(file: SourceFile) -> Iterator[Row]:
    table = document(file)
    if isinstance(table, str):
        yield table
        return
    columns, data = [str(name) for name in table["columns"]], table["data"]
    if any(name.startswith("output_") for name in columns):
        yield from _long(columns, data)
        return
    if "text" in columns and not {"response", "completion", "output"} & set(columns):
        raise ValueError(
            "it joins prompt and response in one text, a sample per step: too little to compare steps"
        )
    for values in data:
        yield _row(columns, values)


def _table_of(path: str) -> str:
    """The key that a table was logged under, without W&B's own counter."""
    return _LOGGED.sub("", path.split("/media/table/")[-1])


WANDB_TABLE = FileLoader(
    name="wandb_table",
    label="W&B table",
    pattern=r"[^/]+\.table\.json",
    rows=_rows,
    reward=None,
    names="files named *.table.json",
    keys=("columns", "data"),
    parts=_table_of,
    not_rewards=("advantage", "advantages", "image"),
    unique=True,
    is_second=True,
    hint="Give the folder files/media/table of a run, or one table of it.",
)
