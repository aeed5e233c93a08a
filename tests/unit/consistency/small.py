"""Small dumps, written by hand in a few words."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import duckdb

from rolloutdiff import compare_dumps

TRAIN = "Module.module.module.decoder.layers.0."
ROLLOUT = "Module.model.layers.0."


def tensor(
    size: float = 1.0, shape: Any = (2, 3), dtype: str = "torch.float32", **other: Any
) -> dict[str, Any]:
    return {
        "dtype": dtype,
        "shape": None if shape is None else list(shape),
        "Max": 2 * size,
        "Min": -size,
        "Mean": size / 2,
        "Norm": 3 * size,
    } | other


def module(
    output: Any = None, argument: Any = None, weight: Any = None, kwargs: dict[str, Any] | None = None
) -> dict[str, Any]:
    """A module; what is None is left out."""
    held: dict[str, Any] = {"input_kwargs": kwargs or {}}
    held |= {"output": [output]} if output else {}
    held |= {"input_args": [argument]} if argument else {}
    return held | ({"parameters": {"weight": weight}} if weight else {})


def equal() -> dict[str, Any]:
    return module(tensor(), tensor(), tensor())


def dump(data: dict[str, Any]) -> dict[str, Any]:
    return {"task": "statistics", "level": "L0", "framework": "pytorch", "data": data}


def write(folder: Path, train: Any, rollout: Any) -> tuple[Path, Path]:
    """Two dumps as files; data is wrapped, text is written as it stands."""
    paths = folder / "train.json", folder / "rollout.json"
    for path, held in zip(paths, (train, rollout), strict=True):
        text = held if isinstance(held, str) else json.dumps(dump(held))
        path.write_text(text, encoding="utf-8")
    return paths


@cache
def shared() -> duckdb.DuckDBPyConnection:
    """One database for all comparisons, so that it is installed once."""
    return duckdb.connect()


def compared(folder: Path, train: Any, rollout: Any, **options: Any) -> dict[str, list[dict[str, Any]]]:
    """Rows of all views of a comparison."""
    with compare_dumps(*write(folder, train, rollout), con=shared(), **options) as comparison:
        names = ("verdict", "mapping", "values", "modules", "suspects")
        return {name: getattr(comparison, name).rows() for name in names}


def pair(
    folder: Path, train: dict[str, Any], rollout: dict[str, Any], **options: Any
) -> dict[str, list[Any]]:
    """Rows of all views for one pair of modules."""
    keys = f"{TRAIN}mlp.linear_fc1.A.forward.0", f"{ROLLOUT}mlp.gate_up_proj.B.forward.0"
    return compared(folder, {keys[0]: train}, {keys[1]: rollout}, **options)
