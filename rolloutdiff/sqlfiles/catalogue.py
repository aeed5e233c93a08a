"""What DuckDB's catalogue says a schema holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SOURCES = {
    "duckdb_tables()": "table_name, 'table'",
    "duckdb_views()": "view_name, 'view'",
    "duckdb_functions()": "function_name, function_type",
}


def objects_in(con: DuckDBPyConnection, schema: str) -> set[tuple[str, str]]:
    """Name and kind of every table, view and macro of a schema of the database in use.

    Args:
        con: Connection whose database is looked at.
        schema: Name of the schema; compared without case, as DuckDB does.

    Returns:
        Lower-case names with their kind, `table`, `view`, `macro` or `table_macro`; empty without the schema.
    """
    where = "database_name = current_database() and lower(schema_name) = lower($schema)"
    found: set[tuple[str, str]] = set()
    for source, columns in _SOURCES.items():
        rows = con.execute(f"select {columns} from {source} where {where}", {"schema": schema}).fetchall()
        found.update((str(name).lower(), str(kind)) for name, kind in rows)
    return found
