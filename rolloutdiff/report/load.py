"""report.json from disk, checked: an error names the file, the array, the row, the column and the remedy."""

from __future__ import annotations

import json
from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any, NoReturn

from rolloutdiff.errors import ReportError
from rolloutdiff.report.schema import ARRAYS, SCHEMA_VERSION, row_types

_MAKE = "Write it again with: rolloutdiff analyze … --output report.json"

_KIND_WORDS: dict[type, str] = {str: "a text", dict: "an object", list: "an array", bool: "true or false"}


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
    return parse_report(_read(Path(path)), str(path))


def parse_report(text: str, name: str = "report.json") -> dict[str, Any]:
    """A report from its JSON text, checked like a file.

    Args:
        text: JSON of a report.
        name: What errors call it.

    Raises:
        ReportError: As `load_report`, but for the file.
    """
    report = _parse(text, name)
    _check_head(report, name)
    _check_rows([report["rules"]], "rules", name)
    _check_rows([report["settings"]], "settings", name)
    for rule in ("frozen_z", "l2_ar1", "anchored"):
        _check_rows([report["settings"][rule]], rule, name)
    _check_rows(report["objects"], "object", name)
    for array in ARRAYS:
        _check_rows(report[array], array, name)
    if not report["run"]:
        raise ReportError(f"{name!r} holds no run.", _MAKE)
    return report


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        hint = "Give the report.json that analyze wrote."
        raise ReportError(f"There is no file {str(path)!r}.", hint) from error
    except IsADirectoryError as error:
        raise ReportError(f"{str(path)!r} is a folder.", "Give the report.json in it.") from error
    except OSError as error:
        hint = "Check the file and its rights."
        raise ReportError(f"Cannot read {str(path)!r}: {error.strerror}.", hint) from error
    except UnicodeDecodeError as error:
        raise ReportError(f"{str(path)!r} is not a text in UTF-8.", _MAKE) from error


def _parse(text: str, name: str) -> dict[str, Any]:
    try:
        report = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ReportError(f"{name!r} is not JSON or cut short ({where}: {error.msg}).", _MAKE) from error
    except (ValueError, RecursionError) as error:
        raise ReportError(f"{name!r} is not strict JSON: {error}.", _MAKE) from error
    if not isinstance(report, dict):
        raise ReportError(f"{name!r} is not a report: its top level is not an object.", _MAKE)
    return report


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"it holds the token {name}")


def _check_head(report: dict[str, Any], name: str) -> None:
    version = report.get("schema_version")
    if version is None:
        raise ReportError(f"{name!r} is not a report: it has no schema_version.", _MAKE)
    if type(version) is not int or version < 1:
        raise ReportError(f"{name!r} has schema_version {_shown(version)}, not a version number.", _MAKE)
    if version > SCHEMA_VERSION:
        raise ReportError(
            f"{name!r} has schema_version {version}; this rolloutdiff reads version {SCHEMA_VERSION}.",
            "Update rolloutdiff.",
        )
    wanted = dict.fromkeys(("package_version", "analysis_id", "disclaimer"), str)
    kinds: dict[str, type] = (
        wanted | {"settings": dict, "rules": dict, "hashed": bool} | dict.fromkeys(("objects", *ARRAYS), list)
    )
    for key, kind in kinds.items():
        if key not in report:
            raise ReportError(f"{name!r} has no {key!r} at its top level.", _MAKE)
        if type(report[key]) is not kind:
            problem = f"{_shown(report[key])}, not {_KIND_WORDS[kind]}"
            raise ReportError(f"{key!r} in {name!r} is {problem}.", _MAKE)


def _check_rows(rows: Sequence[Any], array: str, name: str) -> None:
    """Whole columns at a time: a report may have a million rows, and nearly always all of them are right."""
    types = row_types(array)
    if set(map(type, rows)) <= {dict}:
        try:
            found = {column: set(map(type, map(itemgetter(column), rows))) for column in types}
        except KeyError:
            found = {}
        if found and all(found[column] <= allowed for column, allowed in types.items()):
            return
    _refuse_first_bad_row(rows, array, types, name)


def _refuse_first_bad_row(
    rows: Sequence[Any], array: str, types: dict[str, frozenset[type]], name: str
) -> NoReturn:
    for place, row in enumerate(rows):
        where = f"Row {place} of {array!r} in {name!r}"
        if type(row) is not dict:
            raise ReportError(f"{where} is {_shown(row)}, not an object.", _MAKE)
        for column, allowed in types.items():
            if column not in row:
                raise ReportError(f"{where} has no column {column!r}.", _MAKE)
            if type(row[column]) not in allowed:
                value = _shown(row[column])
                raise ReportError(f"{where}: column {column!r} is {value}, of another type.", _MAKE)
    raise AssertionError("a row was refused and none is wrong")


def _shown(value: object) -> str:
    """A value of the file, short enough for one sentence."""
    if isinstance(value, list | dict):
        return "an array" if isinstance(value, list) else "an object"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"
