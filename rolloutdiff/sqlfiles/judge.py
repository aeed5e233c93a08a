"""What DuckDB itself says about our SQL files: an in-memory database that holds them all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rolloutdiff.errors import WarehouseError
from rolloutdiff.sqlfiles.catalogue import objects_in
from rolloutdiff.sqlfiles.order import creation_order
from rolloutdiff.sqlfiles.split import split
from rolloutdiff.sqlfiles.store import DEFAULT_SCHEMA, INSTALLABLE, SqlFile

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True)
class Verdict:
    """What DuckDB says about a set of SQL files.

    Attributes:
        columns: Name and type of every column of an object, in order; a scalar macro has one column.
        statements: Number of statements of every file.
        params: `$named` parameters of every file.
        errors: Path of a file and what DuckDB said about it.
    """

    columns: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    statements: dict[str, int] = field(default_factory=dict)
    params: dict[str, frozenset[str]] = field(default_factory=dict)
    errors: list[tuple[str, str]] = field(default_factory=list)


def first_line(error: Exception) -> str:
    """The first line of an error message, which is all that a sentence has room for."""
    return str(error).strip().partition("\n")[0]


def _describe(con: DuckDBPyConnection, file: SqlFile) -> list[tuple[str, str]]:
    target = f"{DEFAULT_SCHEMA}.{file.name}"
    if file.kind in ("macro", "table_macro"):
        types = [p.type or "varchar" for p in file.header.parameters()]
        target += f"({', '.join(f'null::{t}' for t in types)})"
    query = f"select {target} as value" if file.kind == "macro" else f"select x.* from {target} as x"
    return [(str(row[0]), str(row[1])) for row in con.execute(f"describe {query}").fetchall()]


def _create(con: DuckDBPyConnection, file: SqlFile) -> list[tuple[str, str]]:
    """Creates one object and returns its columns."""
    con.execute(file.body)
    if (file.name, file.kind) not in objects_in(con, DEFAULT_SCHEMA):
        raise WarehouseError(f"The statement does not create the {file.kind} {DEFAULT_SCHEMA}.{file.name}.")
    return _describe(con, file)


def _run_check(con: DuckDBPyConnection, file: SqlFile, params: frozenset[str]) -> list[tuple[str, str]]:
    """Runs a check on empty tables, where every invariant holds, and returns its columns."""
    result = con.execute(file.body, {name: None for name in params})
    rows = result.fetchall()
    if rows:
        raise WarehouseError("The check finds something in empty tables.")
    return [(str(column[0]), str(column[1])) for column in result.description or []]


def judge(files: list[SqlFile]) -> Verdict:
    """Creates all objects in memory, runs all checks on them, and parses all stages.

    Args:
        files: SQL files that together are complete.

    Returns:
        The columns that DuckDB reports, and what it refuses.
    """
    import duckdb

    verdict = Verdict()
    installable = [file for file in files if file.kind in INSTALLABLE]
    try:
        ordered = creation_order(installable)
    except (WarehouseError, ValueError) as error:
        verdict.errors.append((installable[0].path, first_line(error)))
        ordered = []
    with duckdb.connect(config={"python_enable_replacements": "false"}) as con:
        con.execute(f"create schema {DEFAULT_SCHEMA}")
        for file in ordered + [file for file in files if file.kind not in INSTALLABLE]:
            try:
                statements = split(con, file.body)
                verdict.statements[file.name] = len(statements)
                verdict.params[file.name] = frozenset[str]().union(*(s.params for s in statements))
                if file.kind in INSTALLABLE:
                    verdict.columns[file.name] = _create(con, file)
                elif file.kind == "check":
                    verdict.columns[file.name] = _run_check(con, file, verdict.params[file.name])
            except (duckdb.Error, WarehouseError) as error:
                verdict.errors.append((file.path, first_line(error)))
    return verdict
