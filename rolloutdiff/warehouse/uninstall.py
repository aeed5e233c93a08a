"""Removal of our objects: only those of the registry, and never anything of the user's."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass

import duckdb

from rolloutdiff.errors import HoldsData, NameTaken, WarehouseError
from rolloutdiff.sqlfiles import DEFAULT_SCHEMA, control, quote_identifier
from rolloutdiff.sqlfiles.retarget import qualified
from rolloutdiff.warehouse.catalogue import others_in
from rolloutdiff.warehouse.connect import work_cursor
from rolloutdiff.warehouse.dependants import Catalogue, Dependant, refuse_dependants
from rolloutdiff.warehouse.failure import first_line
from rolloutdiff.warehouse.registry import SchemaState, read_state, require_ours, require_writable
from rolloutdiff.warehouse.stage import transaction
from rolloutdiff.warehouse.statements import NOUN, as_script

# What they hold is about the objects, and goes with them.
_RECORDS = ("install_log", "object")
_LISTED = 5


@dataclass(frozen=True, kw_only=True)
class Removal:
    """A removal before it happens.

    Attributes:
        catalog: Database that holds the schema.
        schema: Schema to remove.
        objects: Name and kind of every object to drop, in order.
        rows: Rows of every table that holds some.
        dependants: Objects of others that use ours.
        taken: Names of ours under which there is an object of another kind.
        others: Name and kind of what else is in the schema; it stays, and the schema with it.
    """

    catalog: str
    schema: str
    objects: tuple[tuple[str, str], ...]
    rows: dict[str, int]
    dependants: tuple[Dependant, ...]
    taken: tuple[str, ...]
    others: tuple[tuple[str, str], ...]

    def check(self, *, drop_data: bool) -> None:
        """Refuses a removal that would take something of the user's along.

        Args:
            drop_data: Whether tables may be dropped with the rows they hold.

        Raises:
            NameTaken: An object of ours was replaced by one of another kind.
            HasDependants: Objects of others use ours.
            HoldsData: Tables hold rows and may not be dropped with them.
        """
        if self.taken:
            raise NameTaken(
                f"{', '.join(map(repr, self.taken))} in schema {self.schema!r} of database {self.catalog!r}"
                " is registered as ours and is something else.",
                "Rename or drop it.",
            )
        refuse_dependants(self.dependants, "removed", self.schema)
        if self.rows and not drop_data:
            # The largest first; all of them would fill the screen.
            largest = sorted(self.rows.items(), key=lambda item: (-item[1], item[0]))
            counts = ", ".join(f"{name} {count:,}" for name, count in largest[:_LISTED])
            more = f" and {len(largest) - _LISTED} more" if len(largest) > _LISTED else ""
            raise HoldsData(
                f"Tables of schema {self.schema!r} in database {self.catalog!r} hold"
                f" {sum(self.rows.values()):,} rows: {counts}{more}.",
                "Save what you need, then repeat with --drop-data (drop_data=True).",
            )

    def statements(self) -> list[str]:
        """The statements of the removal, in order."""
        drops = [f"drop {NOUN[kind]} {qualified(self.schema, name)}" for name, kind in self.objects]
        return drops if self.others else [*drops, f"drop schema {quote_identifier(self.schema)}"]

    def script(self) -> str:
        """The removal as a SQL script of one transaction."""
        return as_script(self.statements())


def _rows(cursor: duckdb.DuckDBPyConnection, state: SchemaState, tables: list[str]) -> dict[str, int]:
    found = {}
    for name in tables:
        query = f"select count(*) from {qualified(state.schema, name)}"
        ((count,),) = cursor.execute(query).fetchall()
        if count:
            found[name] = int(count)
    return found


def _removal(cursor: duckdb.DuckDBPyConnection, schema: str) -> Removal:
    state = read_state(cursor, schema)
    require_ours(state, control())
    require_writable(state, "nothing can be dropped from it")
    registered = {name: row.kind for name, row in state.registered.items()}
    present = {(name, kind) for name, kind in state.present if registered.get(name) == kind}
    names = {name for name, _ in present}
    catalogue = Catalogue(cursor, schema)
    # The registry goes last, so that a script that stops halfway by hand can still be repeated.
    ordered = [name for name in catalogue.users_first(names) if name not in _RECORDS]
    ordered += [name for name in _RECORDS if name in names]
    tables = sorted(name for name, kind in present if kind == "table" and name not in _RECORDS)
    return Removal(
        catalog=state.catalog,
        schema=state.schema,
        objects=tuple((name, registered[name]) for name in ordered),
        rows=_rows(cursor, state, tables),
        dependants=catalogue.dependants(names, names),
        taken=tuple(sorted(n for n, kind in state.present if n in registered and registered[n] != kind)),
        others=tuple(others_in(cursor, schema, names)),
    )


def uninstall(
    con: duckdb.DuckDBPyConnection,
    schema: str = DEFAULT_SCHEMA,
    *,
    drop_data: bool = False,
    dry_run: bool = False,
) -> Removal:
    """Removes our objects from a database: all of them, or nothing.

    Only objects of the registry are dropped, never with CASCADE. What somebody else put into the schema
    stays, and the schema with it.

    Args:
        con: Connection whose database in use holds the schema. Its settings, search path and open
            transaction stay as they are.
        schema: Name of the schema.
        drop_data: Drop tables with the rows they hold.
        dry_run: Only plan; `script()` of the result prints what would be run.

    Returns:
        What was dropped.

    Raises:
        SchemaNotOurs: The schema exists without our marker.
        WarehouseNewer: The schema was made by a later package.
        ReadOnlyWarehouse: The database is open for reading only.
        NameTaken: An object of ours was replaced by one of another kind.
        HasDependants: Views, macros or tables of others use our objects; they are listed.
        HoldsData: Tables hold rows, and `drop_data` is not given.
        WarehouseError: There is no such schema, or DuckDB refuses; nothing was dropped.
    """
    with closing(work_cursor(con)) as cursor:
        try:
            with transaction(cursor):
                planned = _removal(cursor, schema)
                planned.check(drop_data=drop_data)
                for statement in [] if dry_run else planned.statements():
                    cursor.execute(statement).fetchall()
        except duckdb.Error as error:
            raise WarehouseError(
                f"Schema {schema!r} could not be removed, and nothing was dropped: {first_line(error)}.",
                "Correct the cause and try again.",
            ) from error
    return planned
