"""What an installation would do: decided from what is there, and printable as a script."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rolloutdiff.errors import NameTaken, ReadOnlyWarehouse, SchemaNotOurs, WarehouseError, WarehouseNewer
from rolloutdiff.sqlfiles import (
    Control,
    SqlFile,
    creation_order,
    quote_identifier,
    retarget,
)
from rolloutdiff.warehouse.registry import SchemaState
from rolloutdiff.warehouse.statements import as_script, comments, log_entry, registration

Action = Literal["create", "keep", "conflict"]


@dataclass(frozen=True, kw_only=True)
class PlannedObject:
    """One object and what happens to it.

    Attributes:
        file: Its SQL file.
        action: `create`, `keep`, or `conflict` when it can be neither made nor kept.
        reason: Why it conflicts; empty otherwise.
        taken: Whether the conflict is an object of somebody else.
    """

    file: SqlFile
    action: Action
    reason: str = ""
    taken: bool = False

    @property
    def name(self) -> str:
        """Name of the object."""
        return self.file.name


@dataclass(frozen=True, kw_only=True)
class Plan:
    """An installation before it happens.

    Attributes:
        catalog: Database to install into.
        schema: Schema to install into.
        create_schema: Whether the schema has to be made.
        objects: Every object of ours in order of creation, then those that stay.
        schema_version: Version of the set of objects.
        duckdb_version: DuckDB that would run the script.
    """

    catalog: str
    schema: str
    create_schema: bool
    objects: tuple[PlannedObject, ...]
    schema_version: int
    duckdb_version: str

    @property
    def pending(self) -> tuple[PlannedObject, ...]:
        """Objects to create, in order."""
        return tuple(item for item in self.objects if item.action == "create")

    @property
    def conflicts(self) -> tuple[PlannedObject, ...]:
        """Objects that stand in the way."""
        return tuple(item for item in self.objects if item.action == "conflict")

    def check(self) -> None:
        """Refuses a plan with conflicts.

        Raises:
            NameTaken: An object of somebody else has a name of ours.
            WarehouseError: An object of ours was made from another version of its file.
        """
        if not self.conflicts:
            return
        first, more = self.conflicts[0], len(self.conflicts) - 1
        tail = f" ({more} more objects conflict)" if more else ""
        if first.taken:
            raise NameTaken(
                f"{first.reason} in schema {self.schema!r} of database {self.catalog!r}{tail}.",
                "Rename it, or choose another schema.",
            )
        raise WarehouseError(
            f"{first.reason} in schema {self.schema!r} of database {self.catalog!r}{tail}.",
            "Run `rolloutdiff upgrade` to upgrade the schema, or install into another one.",
        )

    def statements(self) -> list[str]:
        """The statements of the installation, in order; none when nothing has to be done."""
        if not self.pending:
            return []
        files = [item.file for item in self.pending]
        made = [f"create schema if not exists {quote_identifier(self.schema)}"] if self.create_schema else []
        for file in files:
            made.append(retarget(file.body, self.schema).strip().removesuffix(";"))
            made += comments(file, self.schema)
        # A registered object that somebody dropped is made again, with one row.
        made += registration(files, self.schema, replacing=not self.create_schema)
        made.append(
            log_entry(
                self.schema,
                schema_version=self.schema_version,
                duckdb_version=self.duckdb_version,
                action="install",
                objects=len(files),
                from_version=None if self.create_schema else self.schema_version,
            )
        )
        return made

    def script(self) -> str:
        """The installation as a SQL script of one transaction; a comment when nothing has to be done."""
        return as_script(self.statements())


def _planned(file: SqlFile, state: SchemaState) -> PlannedObject:
    registered = state.registered.get(file.name)
    kinds = {kind for name, kind in state.present if name == file.name}
    if registered is None and kinds:
        reason = f"A {sorted(kinds)[0].replace('_', ' ')} {file.name!r} that is not ours exists"
        return PlannedObject(file=file, action="conflict", reason=reason, taken=True)
    if registered is not None and kinds - {registered.kind}:
        reason = f"{file.name!r} is registered as a {registered.kind} and is a {sorted(kinds)[0]}"
        return PlannedObject(file=file, action="conflict", reason=reason, taken=True)
    if registered is not None and registered.sha256 != file.sha256:
        reason = (
            f"{file.kind.replace('_', ' ').capitalize()} {file.name!r} was made from another text of its file"
        )
        return PlannedObject(file=file, action="conflict", reason=reason)
    return PlannedObject(file=file, action="keep" if kinds else "create")


def make_plan(state: SchemaState, files: list[SqlFile], control: Control, duckdb_version: str) -> Plan:
    """Decides what an installation does, from what the schema holds.

    Args:
        state: What the schema holds.
        files: Files of all tables, macros and views.
        control: Settings of the SQL tree.
        duckdb_version: DuckDB that would run the script.

    Returns:
        The plan; its conflicts are listed, not raised.

    Raises:
        SchemaNotOurs: The schema exists without our marker.
        WarehouseNewer: The schema was made by a later package.
        ReadOnlyWarehouse: Something has to be written and cannot be.
        WarehouseError: The database is not DuckDB's own, or its schema needs an upgrade first.
    """
    where = f"schema {state.schema!r} of database {state.catalog!r}"
    if state.engine != "duckdb":
        raise WarehouseError(
            f"Database {state.catalog!r} is a {state.engine} database.", "Use one of DuckDB's own."
        )
    if state.exists and not state.is_ours:
        raise SchemaNotOurs(f"A {where} exists and was not made by this package.", "Choose another schema.")
    if state.schema_version > control.schema_version:
        raise WarehouseNewer(
            f"The {where} has version {state.schema_version}; this package knows {control.schema_version}.",
            "Upgrade the package.",
        )
    if state.is_ours and state.schema_version < control.schema_version:
        raise WarehouseError(
            f"The {where} has version {state.schema_version}; this package needs {control.schema_version}.",
            "Run `rolloutdiff upgrade` to upgrade the schema, or choose another one.",
        )
    planned = {file.name: _planned(file, state) for file in files}
    pending = [item.file for item in planned.values() if item.action == "create"]
    if pending and state.read_only:
        raise ReadOnlyWarehouse(
            f"Database {state.catalog!r} is open read-only, and {len(pending)} objects are missing from its"
            f" schema {state.schema!r}.",
            "Open it for writing once, so that they can be made.",
        )
    others = frozenset(planned) - {file.name for file in pending}
    ordered = [file.name for file in creation_order(pending, others)]
    return Plan(
        catalog=state.catalog,
        schema=state.schema,
        create_schema=not state.exists,
        objects=tuple(planned[name] for name in [*ordered, *(n for n in planned if n in others)]),
        schema_version=control.schema_version,
        duckdb_version=duckdb_version,
    )
