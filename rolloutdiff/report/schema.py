"""The shape of report.json and audit.json, read from the JSON Schemas that ship beside this module."""

from __future__ import annotations

import json
from collections.abc import Mapping
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
    "coverage",
    "calibration",
    "alert",
    "shift",
    "evidence",
    "screening",
    "file",
    "series",
)

# These are left out where there is nothing to say; they stand behind the others.
OPTIONAL_ARRAYS = ("event_consistency",)

# A JSON integer is a number too; true and false are neither.
_PYTHON_TYPES: dict[str, tuple[type, ...]] = {
    "array": (list,),
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
    return _shipped("report.schema.json")


@cache
def audit_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of audit.json; not to be changed by the caller."""
    return _shipped("audit.schema.json")


def _shipped(name: str) -> dict[str, Any]:
    text = files("rolloutdiff.report").joinpath(name).read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


@cache
def row_types(array: str) -> dict[str, frozenset[type]]:
    """The columns of one array of report.json and the types their values have once the JSON is read."""
    return _column_types(report_schema(), array)


@cache
def audit_row_types(array: str) -> dict[str, frozenset[type]]:
    """The columns of one array of audit.json and the types their values have once the JSON is read."""
    return _column_types(audit_schema(), array)


def _column_types(schema: Mapping[str, Any], array: str) -> dict[str, frozenset[type]]:
    properties = schema["$defs"][array]["properties"]
    return {column: _python_types(spec["type"]) for column, spec in properties.items()}


def _python_types(declared: str | list[str]) -> frozenset[type]:
    names = [declared] if isinstance(declared, str) else declared
    return frozenset(t for name in names for t in _PYTHON_TYPES[name])
