"""Installation of our tables, macros and views into any DuckDB, in one transaction."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import duckdb

from rolloutdiff.errors import WarehouseError
from rolloutdiff.sqlfiles import DEFAULT_SCHEMA, INSTALLABLE, control, load_all
from rolloutdiff.warehouse.connect import work_cursor
from rolloutdiff.warehouse.failure import first_line
from rolloutdiff.warehouse.plan import Plan, make_plan
from rolloutdiff.warehouse.registry import read_state
from rolloutdiff.warehouse.stage import transaction


def _plan_on(cursor: duckdb.DuckDBPyConnection, schema: str, root: Path | None) -> Plan:
    state = read_state(cursor, schema)
    return make_plan(state, load_all(root, INSTALLABLE), control(root), duckdb.__version__)


def plan(con: duckdb.DuckDBPyConnection, schema: str = DEFAULT_SCHEMA, *, root: Path | None = None) -> Plan:
    """What `install` would do; nothing is changed.

    Args:
        con: Connection whose database in use is looked at.
        schema: Schema for our objects.
        root: Folder of SQL files; None takes those of the package.

    Returns:
        The plan, conflicts included; `script()` prints it as SQL.

    Raises:
        SchemaNotOurs: The schema exists without our marker.
        WarehouseNewer: The schema was made by a later package.
        ReadOnlyWarehouse: Something has to be written and cannot be.
        WarehouseError: The connection or the name of the schema cannot be used.
    """
    with closing(work_cursor(con)) as cursor:
        return _plan_on(cursor, schema, root)


def install(
    con: duckdb.DuckDBPyConnection,
    schema: str = DEFAULT_SCHEMA,
    *,
    dry_run: bool = False,
    root: Path | None = None,
) -> Plan:
    """Install our tables, macros and views into a database: all of them, or nothing.

    Objects that are there already are kept, so that a second call does nothing. Whatever has a name of ours
    and is not ours is left alone, and refused.

    Args:
        con: Connection whose database in use gets the schema. Its settings, search path and open transaction
            stay as they are.
        schema: Name of the schema.
        dry_run: Only plan; `script()` of the result prints what would be run.
        root: Folder of SQL files; None takes those of the package.

    Returns:
        What was done.

    Raises:
        SchemaNotOurs: The schema exists without our marker.
        NameTaken: An object of somebody else has a name of ours.
        WarehouseNewer: The schema was made by a later package.
        ReadOnlyWarehouse: Something has to be written and cannot be.
        WarehouseError: An object of ours is of another version, or DuckDB refuses; nothing was written.
    """
    if dry_run:
        return plan(con, schema, root=root)
    with closing(work_cursor(con)) as cursor:
        try:
            with transaction(cursor):
                planned = _plan_on(cursor, schema, root)
                planned.check()
                for statement in planned.statements():
                    cursor.execute(statement).fetchall()
        except duckdb.Error as error:
            raise WarehouseError(
                f"Schema {schema!r} could not be installed, and nothing was written: {first_line(error)}.",
                "Correct the cause and try again.",
            ) from error
    return planned


def installed(con: duckdb.DuckDBPyConnection, schema: str = DEFAULT_SCHEMA) -> bool:
    """Whether the database in use has a schema of ours under this name.

    Args:
        con: Connection whose database in use is looked at.
        schema: Name of the schema.

    Raises:
        WarehouseError: The connection or the name of the schema cannot be used.
    """
    with closing(work_cursor(con)) as cursor:
        return read_state(cursor, schema).is_ours
