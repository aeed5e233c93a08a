"""The gate that every SQL file of ours passes before it is shipped."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from rolloutdiff.sqlfiles.judge import Verdict, judge
from rolloutdiff.sqlfiles.lint_text import documented_rule, text_findings
from rolloutdiff.sqlfiles.lint_tree import tree_findings
from rolloutdiff.sqlfiles.store import INSTALLABLE, SqlFile, control, load_all


class Finding(NamedTuple):
    """Something wrong with a SQL file.

    Attributes:
        path: Path below the SQL root.
        line: Line of the file, from 1.
        message: What is wrong.
    """

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


def lint_file(file: SqlFile, objects: dict[str, SqlFile], verdict: Verdict) -> list[Finding]:
    """Findings of one file, in order of line.

    Args:
        file: File to check.
        objects: All tables, macros and views of ours by name.
        verdict: What DuckDB says about all files.
    """
    macros = frozenset(name for name, other in objects.items() if other.kind in ("macro", "table_macro"))
    found = [
        *text_findings(file, macros),
        *tree_findings(file, frozenset(objects)),
        *documented_rule(file, verdict.columns.get(file.name), verdict.params.get(file.name)),
        *((1, f"DuckDB refuses it: {message}") for path, message in verdict.errors if path == file.path),
    ]
    if file.kind != "stage" and verdict.statements.get(file.name, 1) != 1:
        found.append((1, "only a stage may have more than one statement"))
    return sorted({Finding(file.path, file.body_line + line - 1, message) for line, message in found})


def lint_all(root: Path | None = None) -> list[Finding]:
    """Checks every SQL file.

    The rules are those of the modules `lint_text` and `lint_tree`, and whatever the running DuckDB refuses.

    Args:
        root: SQL root; None takes that of the package.

    Returns:
        One finding per violation, in order of path and line; none when all is well.

    Raises:
        WarehouseError: A header cannot be read, so that the other files cannot be judged either.
    """
    control(root)
    files = load_all(root)
    objects = {file.name: file for file in files if file.kind in INSTALLABLE}
    verdict = judge(files)
    return [finding for file in files for finding in lint_file(file, objects, verdict)]
