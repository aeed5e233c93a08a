"""report.json from disk, checked: an error names the file, the array, the row, the column and the remedy."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any, NoReturn

from rolloutdiff.errors import ReportError
from rolloutdiff.report.schema import ARRAYS, OPTIONAL_ARRAYS, SCHEMA_VERSION, row_types

_KIND_WORDS: dict[type, str] = {
    str: "a text",
    dict: "an object",
    list: "an array",
    bool: "true or false",
    int: "an integer",
}


@dataclass(frozen=True, kw_only=True)
class Shape:
    """What a JSON file of ours has to be.

    Attributes:
        kind: What it is called: `a report`.
        made_by: Command that writes it.
        version: Newest schema version that can be read.
        head: Type of every value at the top level.
        types: Columns of an array and the types of their values.
    """

    kind: str
    made_by: str
    version: int
    head: Mapping[str, type]
    types: Callable[[str], dict[str, frozenset[type]]]

    @property
    def remedy(self) -> str:
        """How to get a whole one."""
        return f"Write it again with: {self.made_by}"


_REPORT = Shape(
    kind="a report",
    made_by="rolloutdiff analyze … --output report.json",
    version=SCHEMA_VERSION,
    head=dict.fromkeys(("package_version", "analysis_id", "disclaimer"), str)
    | {"settings": dict, "rules": dict, "hashed": bool}
    | dict.fromkeys(("objects", *ARRAYS), list),
    types=row_types,
)


def load_report(path: str | Path) -> dict[str, Any]:
    """Read a report and check its structure: every array, every column, every type.

    Args:
        path: A report.json of schema version 1.

    Returns:
        The report as plain JSON values.

    Raises:
        ReportError: The file does not exist, is not JSON, not a report, of another schema version, or
            has a row that lacks a column or holds a value of another type.
    """
    name = str(path)
    report = parsed(read_text(path, _REPORT), name, _REPORT)
    check_rows([report["rules"]], "rules", name, _REPORT)
    check_rows([report["settings"]], "settings", name, _REPORT)
    for rule in ("frozen_z", "l2_ar1", "anchored"):
        check_rows([report["settings"][rule]], rule, name, _REPORT)
    check_rows(report["objects"], "object", name, _REPORT)
    for array in ARRAYS:
        check_rows(report[array], array, name, _REPORT)
    for array in OPTIONAL_ARRAYS:
        rows = report.get(array, [])
        if type(rows) is not list:
            raise ReportError(f"{array!r} in {name!r} is {_shown(rows)}, not an array.", _REPORT.remedy)
        check_rows(rows, array, name, _REPORT)
    if not report["run"]:
        raise ReportError(f"{name!r} holds no run.", _REPORT.remedy)
    return report


def read_text(path: str | Path, shape: Shape) -> str:
    """The text of a file.

    Raises:
        ReportError: It does not exist, cannot be read or is not UTF-8.
    """
    path = Path(path)
    command, file = shape.made_by.split()[1], shape.made_by.split()[-1]
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        hint = f"Give the {file} that {command} wrote."
        raise ReportError(f"There is no file {str(path)!r}.", hint) from error
    except IsADirectoryError as error:
        raise ReportError(f"{str(path)!r} is a folder.", f"Give the {file} in it.") from error
    except OSError as error:
        hint = "Check the file and its rights."
        raise ReportError(f"Cannot read {str(path)!r}: {error.strerror}.", hint) from error
    except UnicodeDecodeError as error:
        raise ReportError(f"{str(path)!r} is not a text in UTF-8.", shape.remedy) from error


def parsed(text: str, name: str, shape: Shape) -> dict[str, Any]:
    """A JSON text of a known version, with every value of the top level there and of its type.

    Raises:
        ReportError: It is not JSON, or something of it is missing or wrong.
    """
    whole = _parse(text, name, shape)
    _check_head(whole, name, shape)
    return whole


def _parse(text: str, name: str, shape: Shape) -> dict[str, Any]:
    try:
        report = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ReportError(
            f"{name!r} is not JSON or cut short ({where}: {error.msg}).", shape.remedy
        ) from error
    except (ValueError, RecursionError) as error:
        raise ReportError(f"{name!r} is not strict JSON: {error}.", shape.remedy) from error
    if not isinstance(report, dict):
        raise ReportError(f"{name!r} is not {shape.kind}: its top level is not an object.", shape.remedy)
    return report


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"it holds the token {name}")


def _check_head(report: dict[str, Any], name: str, shape: Shape) -> None:
    version = report.get("schema_version")
    if version is None:
        raise ReportError(f"{name!r} is not {shape.kind}: it has no schema_version.", shape.remedy)
    if type(version) is not int or version < 1:
        raise ReportError(
            f"{name!r} has schema_version {_shown(version)}, not a version number.", shape.remedy
        )
    if version > shape.version:
        raise ReportError(
            f"{name!r} has schema_version {version}; this rolloutdiff reads version {shape.version}.",
            "Update rolloutdiff.",
        )
    for key, kind in shape.head.items():
        if key not in report:
            raise ReportError(f"{name!r} has no {key!r} at its top level.", shape.remedy)
        if type(report[key]) is not kind:
            problem = f"{_shown(report[key])}, not {_KIND_WORDS[kind]}"
            raise ReportError(f"{key!r} in {name!r} is {problem}.", shape.remedy)


def check_rows(rows: Sequence[Any], array: str, name: str, shape: Shape) -> None:
    """Every row of an array has its columns, of their types.

    Whole columns at a time: a report may have a million rows, and nearly always all of them are right.

    Raises:
        ReportError: A row is wrong; the message names it.
    """
    types = shape.types(array)
    if set(map(type, rows)) <= {dict}:
        try:
            found = {column: set(map(type, map(itemgetter(column), rows))) for column in types}
        except KeyError:
            found = {}
        if found and all(found[column] <= allowed for column, allowed in types.items()):
            return
    _refuse_first_bad_row(rows, array, types, name, shape)


def _refuse_first_bad_row(
    rows: Sequence[Any], array: str, types: dict[str, frozenset[type]], name: str, shape: Shape
) -> NoReturn:
    for place, row in enumerate(rows):
        where = f"Row {place} of {array!r} in {name!r}"
        if type(row) is not dict:
            raise ReportError(f"{where} is {_shown(row)}, not an object.", shape.remedy)
        for column, allowed in types.items():
            if column not in row:
                raise ReportError(f"{where} has no column {column!r}.", shape.remedy)
            if type(row[column]) not in allowed:
                value = _shown(row[column])
                raise ReportError(f"{where}: column {column!r} is {value}, of another type.", shape.remedy)
    raise AssertionError("a row was refused and none is wrong")


def _shown(value: object) -> str:
    """A value of the file, short enough for one sentence."""
    if isinstance(value, list | dict):
        return "an array" if isinstance(value, list) else "an object"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"
