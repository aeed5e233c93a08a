"""Statements that installation and upgrade have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rolloutdiff import __version__
from rolloutdiff.sqlfiles import SqlFile, quote_identifier, quote_text
from rolloutdiff.sqlfiles.retarget import qualified
from rolloutdiff.warehouse.registry import PACKAGE

NOUN = {"table": "table", "view": "view", "macro": "macro", "table_macro": "macro table"}


def as_script(statements: Sequence[str]) -> str:
    """Statements as a SQL script of one transaction; a comment when there are none.

    Args:
        statements: Statements without a semicolon at the end.
    """
    if not statements:
        return "-- Nothing to do.\n"
    return ";\n\n".join(["begin transaction", *statements, "commit"]) + ";\n"


def comments(file: SqlFile, schema: str) -> list[str]:
    """Comments on an object and, where DuckDB keeps them, on its documented columns.

    Args:
        file: File of the object.
        schema: Schema that holds it.
    """
    target = qualified(schema, file.name)
    found = [f"comment on {NOUN[file.kind]} {target} is {quote_text(file.header.summary)}"]
    if file.kind in ("table", "view"):
        found += [
            f"comment on column {target}.{quote_identifier(column.name)} is {quote_text(column.text)}"
            for column in file.header.columns()
        ]
    return found


def unregistration(names: Iterable[str], schema: str) -> str:
    """Takes objects out of the registry.

    Args:
        names: Their names, at least one.
        schema: Schema that holds them.
    """
    listed = ", ".join(quote_text(name) for name in names)
    return f"delete from {qualified(schema, 'object')} where name in ({listed})"


def registration(files: Sequence[SqlFile], schema: str, *, replacing: bool) -> list[str]:
    """Enters objects into the registry.

    Args:
        files: Files of the objects, at least one.
        schema: Schema that holds them.
        replacing: Whether the registry may have rows about them already.
    """
    columns = "name, kind, version, sha256, since, summary, package"
    rows = ",\n".join(f"    ({_registry_row(file)})" for file in files)
    made = [unregistration([file.name for file in files], schema)] if replacing else []
    return [*made, f"insert into {qualified(schema, 'object')} ({columns}) values\n{rows}"]


def _registry_row(file: SqlFile) -> str:
    header = file.header
    texts = [header.since, header.summary, PACKAGE]
    first = [quote_text(header.name), quote_text(header.kind), str(header.version), quote_text(file.sha256)]
    return ", ".join(first + [quote_text(text) for text in texts])


def log_entry(
    schema: str,
    *,
    schema_version: int,
    duckdb_version: str,
    action: str,
    objects: int,
    from_version: int | None,
) -> str:
    """Writes a row of the installation log.

    Args:
        schema: Schema that was changed.
        schema_version: Its version afterwards.
        duckdb_version: DuckDB that runs the script.
        action: `install` or `upgrade`.
        objects: Number of objects made, changed or dropped.
        from_version: Its version before; None for a new schema.
    """
    columns = "package_version, schema_version, duckdb_version, action, object_count, from_version"
    before = "null" if from_version is None else str(from_version)
    values = (
        f"{quote_text(__version__)}, {schema_version}, {quote_text(duckdb_version)}, {quote_text(action)},"
        f" {objects}, {before}"
    )
    return f"insert into {qualified(schema, 'install_log')} ({columns}) values ({values})"
