"""Carries an installation to the present version: tables by `sql/upgrades`, the rest by its files."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import duckdb

from rolloutdiff.errors import NameTaken, WarehouseError
from rolloutdiff.sqlfiles import DEFAULT_SCHEMA, INSTALLABLE, control, load_all
from rolloutdiff.sqlfiles.upgrades import upgrade_steps
from rolloutdiff.warehouse.catalogue import Model, describe, model, signatures
from rolloutdiff.warehouse.changes import Change, changes, upgrade_statements
from rolloutdiff.warehouse.connect import work_cursor
from rolloutdiff.warehouse.dependants import Catalogue, Dependant, refuse_dependants
from rolloutdiff.warehouse.failure import first_line
from rolloutdiff.warehouse.registry import read_state, require_ours, require_writable
from rolloutdiff.warehouse.stage import transaction
from rolloutdiff.warehouse.statements import as_script


@dataclass(frozen=True, kw_only=True)
class Upgrade:
    """An upgrade before it happens.

    Attributes:
        catalog: Database that holds the schema.
        schema: Schema to upgrade.
        from_version: Version that it has.
        to_version: Version that it gets.
        steps: Paths of the steps for its tables, in order.
        changes: What happens to every object.
        dependants: Objects of others that use one that would change.
        script_statements: The statements, in order.
    """

    catalog: str
    schema: str
    from_version: int
    to_version: int
    steps: tuple[str, ...]
    changes: tuple[Change, ...]
    dependants: tuple[Dependant, ...]
    script_statements: tuple[str, ...]

    @property
    def pending(self) -> tuple[Change, ...]:
        """Objects that are made, changed or dropped, in order of name."""
        return tuple(item for item in self.changes if item.action != "keep")

    def check(self) -> None:
        """Refuses an upgrade with conflicts, or one that others would feel.

        Raises:
            NameTaken: An object of somebody else has a name of ours.
            HasDependants: Objects of others use one that would change.
            WarehouseError: A table of ours was changed by somebody.
        """
        conflicts = [item for item in self.changes if item.action == "conflict"]
        for item in sorted(conflicts, key=lambda item: not item.taken):
            kind = NameTaken if item.taken else WarehouseError
            raise kind(f"{item.reason} in schema {self.schema!r} of database {self.catalog!r}.", item.hint)
        refuse_dependants(self.dependants, "upgraded", self.schema)

    def statements(self) -> list[str]:
        """The statements of the upgrade, in order; none when nothing has to be done."""
        return list(self.script_statements)

    def script(self) -> str:
        """The upgrade as a SQL script of one transaction; a comment when nothing has to be done."""
        return as_script(self.script_statements)


def _upgrade(
    cursor: duckdb.DuckDBPyConnection, schema: str, root: Path | None, fresh: Model, known: dict[str, str]
) -> Upgrade:
    settings = control(root)
    files = load_all(root, INSTALLABLE)
    state = read_state(cursor, schema)
    require_ours(state, settings)
    if state.schema_version < 1:
        raise WarehouseError(
            f"The version of schema {schema!r} in database {state.catalog!r} is unknown: its installation log"
            " is gone.",
            "Restore table install_log, or install into a new schema.",
        )
    steps = upgrade_steps(state.schema_version, settings.schema_version, root)
    found = changes(state, describe(cursor, schema, known), files, steps, fresh)
    statements = upgrade_statements(
        cursor, state, found, files, steps, schema_version=settings.schema_version
    )
    if statements:
        require_writable(state, "its schema needs an upgrade")
    felt = [item.name for item in found if item.is_felt]
    dependants = Catalogue(cursor, schema).dependants(felt, state.registered) if felt else ()
    return Upgrade(
        catalog=state.catalog,
        schema=state.schema,
        from_version=state.schema_version,
        to_version=settings.schema_version,
        steps=tuple(step.path for step in steps),
        changes=found,
        dependants=dependants,
        script_statements=tuple(statements),
    )


def _verify(cursor: duckdb.DuckDBPyConnection, schema: str, fresh: Model) -> None:
    """Refuses a result that is not, object by object, what a fresh installation makes."""
    actual = describe(cursor, schema)
    for name in sorted(fresh.objects):
        if name not in actual or not fresh.same(name, actual[name]):
            raise WarehouseError(
                f"The upgrade of schema {schema!r} would leave {name!r} other than a fresh installation"
                " makes it; nothing was changed.",
                "Somebody has changed it: undo that, or install into a new schema.",
            )


def upgrade(
    con: duckdb.DuckDBPyConnection,
    schema: str = DEFAULT_SCHEMA,
    *,
    dry_run: bool = False,
    root: Path | None = None,
) -> Upgrade:
    """Carries our objects in a database to the version of this package: all of them, or nothing.

    Tables are altered by the steps of `sql/upgrades` and keep their rows. Views and macros whose file has
    changed, or that somebody has edited, are replaced, and comments are written again. The result is compared
    with a fresh installation before it is committed.

    Args:
        con: Connection whose database in use holds the schema. Its settings, search path and open
            transaction stay as they are.
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
        HasDependants: Views, macros or tables of others use what would change; they are listed.
        WarehouseError: There is no such schema, a table of ours was changed, a step is missing, or DuckDB
            refuses; nothing was written.
    """
    with closing(work_cursor(con)) as cursor, model(load_all(root, INSTALLABLE), schema) as fresh:
        try:
            known = signatures(cursor, schema)
            with transaction(cursor):
                planned = _upgrade(cursor, schema, root, fresh, known)
                planned.check()
                if planned.statements() and not dry_run:
                    for statement in planned.statements():
                        cursor.execute(statement).fetchall()
                    _verify(cursor, schema, fresh)
        except duckdb.Error as error:
            raise WarehouseError(
                f"Schema {schema!r} could not be upgraded, and nothing was written: {first_line(error)}.",
                "Correct the cause and try again.",
            ) from error
    return planned
