"""The shape of report.json, read from the JSON Schema that ships beside this module."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

SCHEMA_VERSION = 1

# In the order of the file: what a reader looks for first stands first, the long arrays last.
ARRAYS = (
    "event",
    "event_member",
    "exemplar",
    "run",
    "integrity",
    "calibration",
    "alert",
    "shift",
    "evidence",
    "screening",
    "file",
    "series",
)

# A JSON integer is a number too; true and false are neither.
_PYTHON_TYPES: dict[str, tuple[type, ...]] = {
    "boolean": (bool,),
    "integer": (int,),
    "null": (type(None),),
    "number": (int, float),
    "object": (dict,),
    "string": (str,),
}


@cache
def report_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of report.json; not to be changed by the caller."""
    text = files("rolloutdiff.report").joinpath("report.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


@cache
def row_types(array: str) -> dict[str, frozenset[type]]:
    """The columns of one array and the Python types their values have once the JSON is read."""
    properties = report_schema()["$defs"][array]["properties"]
    return {column: _python_types(spec["type"]) for column, spec in properties.items()}


def _python_types(declared: str | list[str]) -> frozenset[type]:
    names = [declared] if isinstance(declared, str) else declared
    return frozenset(t for name in names for t in _PYTHON_TYPES[name])
