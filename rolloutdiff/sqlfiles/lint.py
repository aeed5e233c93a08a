"""The gate that every SQL file of ours passes before it is shipped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rolloutdiff.sqlfiles.header import Header
from rolloutdiff.sqlfiles.judge import Verdict, judge
from rolloutdiff.sqlfiles.lint_text import (
    case_rule,
    documented_rule,
    function_rule,
    layout_rule,
    schema_rule,
    text_findings,
)
from rolloutdiff.sqlfiles.lint_tree import tree_findings
from rolloutdiff.sqlfiles.store import INSTALLABLE, SqlFile, control, load_all
from rolloutdiff.sqlfiles.tokens import tokenize
from rolloutdiff.sqlfiles.upgrades import Step, upgrade_steps

_STEP = Header(
    name="step",
    kind="check",
    version=1,
    since="0.1.0",
    summary="none",
    params="none",
    returns="none",
    requires=(),
    portable=False,
)


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


def view_rule(file: SqlFile, objects: dict[str, SqlFile]) -> Iterator[tuple[int, str]]:
    """Views build on tables and macros: EXPORT DATABASE writes views by name, whatever uses what.

    Args:
        file: File to check.
        objects: All tables, macros and views of ours by name.
    """
    if file.kind == "view":
        for name in file.header.requires:
            if name in objects and objects[name].kind == "view":
                yield 1, f"view {name}: a view that uses another may fail in IMPORT DATABASE"


def drop_rule(body: str) -> Iterator[tuple[int, str]]:
    """What may be absent is dropped by its full name: else a user's table of that name goes in its place.

    Args:
        body: Statements of a file.
    """
    for found in re.finditer(r"\bif exists (?!temp\.main\.|rolloutdiff\.)(\S+?);", body):
        line = body.count("\n", 0, found.start()) + 1
        yield line, f"{found[1]} may be a user's: write temp.main.{found[1]}"


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
        *view_rule(file, objects),
        *drop_rule(file.body),
        *documented_rule(file, verdict.columns.get(file.name), verdict.params.get(file.name)),
        *((1, f"DuckDB refuses it: {message}") for path, message in verdict.errors if path == file.path),
    ]
    if file.kind != "stage" and verdict.statements.get(file.name, 1) != 1:
        found.append((1, "only a stage may have more than one statement"))
    return sorted({Finding(file.path, file.body_line + line - 1, message) for line, message in found})


def lint_step(step: Step) -> list[Finding]:
    """Findings of one upgrade step, which has a comment of its own instead of a header.

    Args:
        step: Step to check.
    """
    tokens = tokenize(step.body)
    file = SqlFile(path=step.path, header=_STEP, text=step.body, body=step.body, body_line=1, sha256="")
    rules = (case_rule, schema_rule, function_rule, layout_rule)
    first = len(step.text.splitlines()) - len(step.body.splitlines())
    found = [*(item for rule in rules for item in rule(file, tokens)), *drop_rule(step.body)]
    return sorted({Finding(step.path, first + line, message) for line, message in found})


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
    settings = control(root)
    files = load_all(root)
    objects = {file.name: file for file in files if file.kind in INSTALLABLE}
    verdict = judge(files)
    found = [finding for file in files for finding in lint_file(file, objects, verdict)]
    steps = upgrade_steps(1, settings.schema_version, root)
    return found + [finding for step in steps for finding in lint_step(step)]
