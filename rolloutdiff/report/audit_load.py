"""audit.json from disk, checked like report.json, and held against the report it is shown with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rolloutdiff.errors import ReportError
from rolloutdiff.report.audit_export import AUDIT_ARRAYS, AUDIT_SCHEMA_VERSION
from rolloutdiff.report.load import Shape, check_rows, parsed, read_text
from rolloutdiff.report.schema import audit_row_types

_AUDIT = Shape(
    kind="an audit",
    made_by="rolloutdiff audit … --output audit.json",
    version=AUDIT_SCHEMA_VERSION,
    head=dict.fromkeys(("package_version", "audit_id", "analysis_id", "disclaimer"), str)
    | dict.fromkeys(("rollouts", "slices", "scored", "with_gold"), int)
    | {"hashed": bool, "sources": dict, "settings": dict}
    | dict.fromkeys(AUDIT_ARRAYS, list),
    types=audit_row_types,
)


def load_audit(path: str | Path) -> dict[str, Any]:
    """Read an audit and check its structure: every array, every column, every type.

    Args:
        path: An audit.json of schema version 1.

    Returns:
        The audit as plain JSON values.

    Raises:
        ReportError: The file does not exist, is not JSON, not an audit, of another schema version, or has a
            row that lacks a column or holds a value of another type.
    """
    return parse_audit(read_text(path, _AUDIT), str(path))


def parse_audit(text: str, name: str = "audit.json") -> dict[str, Any]:
    """An audit from its JSON text, checked like a file.

    Args:
        text: JSON of an audit.
        name: What errors call it.

    Raises:
        ReportError: As `load_audit`, but for the file.
    """
    audit = parsed(text, name, _AUDIT)
    check_rows([audit["settings"]], "settings", name, _AUDIT)
    for array in AUDIT_ARRAYS:
        check_rows(audit[array], array, name, _AUDIT)
    if not audit["slice_risk"]:
        raise ReportError(f"{name!r} holds no slice.", _AUDIT.remedy)
    return audit


def require_same_analysis(report: Mapping[str, Any], audit: Mapping[str, Any]) -> None:
    """Refuse to show an audit with a report of something else, or names with hidden names.

    Raises:
        ReportError: The two are of different analyses, or only one of them hides names.
    """
    if report["analysis_id"] != audit["analysis_id"]:
        raise ReportError(
            f"The report is of analysis {report['analysis_id']!r} and the audit of analysis "
            f"{audit['analysis_id']!r}.",
            "Give an audit of the analysis that the report shows: "
            "rolloutdiff audit --db … --analysis … --output audit.json",
        )
    if report["hashed"] != audit["hashed"]:
        hidden, plain = ("report", "audit") if report["hashed"] else ("audit", "report")
        raise ReportError(
            f"The {hidden} hides names and the {plain} does not.",
            "Write both with --hash-features, or both without.",
        )
