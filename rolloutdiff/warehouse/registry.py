"""What the registry table `object` of a schema says."""

from __future__ import annotations

from dataclasses import dataclass

import duckdb

from rolloutdiff.errors import ReadOnlyWarehouse, SchemaNotOurs, WarehouseError, WarehouseNewer
from rolloutdiff.sqlfiles import DEFAULT_SCHEMA, Control
from rolloutdiff.sqlfiles.catalogue import objects_in
from rolloutdiff.sqlfiles.retarget import qualified

PACKAGE = "rolloutdiff"


@dataclass(frozen=True, kw_only=True)
class Registered:
    """A row of the registry.

    Attributes:
        name: Name of the object.
        kind: Its kind.
        version: Its version.
        sha256: Hex digest of the file that it was made from.
    """

    name: str
    kind: str
    version: int
    sha256: str


@dataclass(frozen=True, kw_only=True)
class SchemaState:
    """What a schema of a database holds.

    Attributes:
        catalog: Database in use.
        engine: What the database is, `duckdb` for one of DuckDB's own.
        read_only: Whether it is open for reading only.
        schema: Name of the schema.
        exists: Whether the schema exists.
        present: Name and kind of its tables, views and macros.
        registered: Rows of the registry by name; empty without our marker.
        schema_version: Version of the set of objects, from the installation log; 0 without one.
    """

    catalog: str
    engine: str
    read_only: bool
    schema: str
    exists: bool
    present: frozenset[tuple[str, str]]
    registered: dict[str, Registered]
    schema_version: int

    @property
    def is_ours(self) -> bool:
        """Whether the schema carries our marker: its registry lists itself under our package."""
        return "object" in self.registered


def check_name(cursor: duckdb.DuckDBPyConnection, schema: str) -> None:
    """Refuses a schema name that DuckDB could not tell from the name of a database.

    Args:
        cursor: A connection.
        schema: Name of the schema.

    Raises:
        WarehouseError: The name is empty, or an attached database has it.
    """
    if not schema:
        raise WarehouseError("The name of the schema is empty.", "Give a name, or leave it out.")
    names = [str(row[0]) for row in cursor.execute("select database_name from duckdb_databases()").fetchall()]
    if schema.lower() in {name.lower() for name in names}:
        raise WarehouseError(
            f"A database in use is called {schema!r}, like the schema, and DuckDB cannot tell them apart.",
            "Give the database file another name, or choose another schema.",
        )


def _registry(cursor: duckdb.DuckDBPyConnection, schema: str) -> dict[str, Registered]:
    query = f"select name, kind, version, sha256 from {qualified(schema, 'object')} where package = $package"
    try:
        rows = cursor.execute(query, {"package": PACKAGE}).fetchall()
    except duckdb.BinderException:
        # A table of that name with other columns is somebody else's.
        return {}
    found = {
        str(name): Registered(name=str(name), kind=str(kind), version=int(version), sha256=str(sha256))
        for name, kind, version, sha256 in rows
    }
    return found if "object" in found else {}


def read_state(cursor: duckdb.DuckDBPyConnection, schema: str) -> SchemaState:
    """Reads what a schema of the database in use holds.

    Args:
        cursor: A work cursor.
        schema: Name of the schema.

    Raises:
        WarehouseError: The name cannot be used.
    """
    check_name(cursor, schema)
    here = "database_name = current_database()"
    query = f"select database_name, type, readonly from duckdb_databases() where {here}"
    ((catalog, engine, read_only),) = cursor.execute(query).fetchall()
    query = f"select schema_name from duckdb_schemas() where {here} or database_name = 'system'"
    exists = schema.lower() in {str(row[0]).lower() for row in cursor.execute(query).fetchall()}
    present = frozenset(objects_in(cursor, schema)) if exists else frozenset()
    registered = _registry(cursor, schema) if ("object", "table") in present else {}
    version = 0
    if registered and ("install_log", "table") in present:
        query = f"select coalesce(max(schema_version), 0) from {qualified(schema, 'install_log')}"
        ((version,),) = cursor.execute(query).fetchall()
    return SchemaState(
        catalog=str(catalog),
        engine=str(engine),
        read_only=bool(read_only),
        schema=schema,
        exists=exists,
        present=present,
        registered=registered,
        schema_version=int(version),
    )


def require_ours(state: SchemaState, control: Control) -> None:
    """Refuses a schema that is not an installation of ours which this package knows.

    Args:
        state: What the schema holds.
        control: Settings of the SQL tree.

    Raises:
        SchemaNotOurs: The schema exists without our marker.
        WarehouseNewer: The schema was made by a later package.
        WarehouseError: There is no such schema.
    """
    where = f"schema {state.schema!r} of database {state.catalog!r}"
    if not state.exists:
        raise WarehouseError(f"There is no {where}.", "Install it first, or name the right schema.")
    if not state.is_ours:
        raise SchemaNotOurs(f"The {where} was not made by this package.", "Choose another schema.")
    if state.schema_version > control.schema_version:
        raise WarehouseNewer(
            f"The {where} has version {state.schema_version}; this package knows {control.schema_version}.",
            "Upgrade the package.",
        )


def require_writable(state: SchemaState, consequence: str) -> None:
    """Refuses a database that is open for reading only.

    Args:
        state: What the schema holds.
        consequence: What follows from it, as a clause.

    Raises:
        ReadOnlyWarehouse: It is.
    """
    if state.read_only:
        raise ReadOnlyWarehouse(
            f"Database {state.catalog!r} is open read-only, and {consequence}.", "Open it for writing."
        )


def object_versions(
    cursor: duckdb.DuckDBPyConnection, schema: str = DEFAULT_SCHEMA
) -> dict[str, dict[str, str | int]]:
    """Version and file digest of every installed object, for reports.

    Args:
        cursor: A connection.
        schema: Schema of our objects.

    Returns:
        `{"version": 1, "sha256": "..."}` by name, in order of name.

    Raises:
        WarehouseError: Nothing of ours is installed there.
    """
    check_name(cursor, schema)
    try:
        found = _registry(cursor, schema)
    except duckdb.CatalogException:
        found = {}
    if not found:
        raise WarehouseError(f"Schema {schema!r} is not installed.", "Call install(con) first.")
    return {name: {"version": row.version, "sha256": row.sha256} for name, row in sorted(found.items())}
