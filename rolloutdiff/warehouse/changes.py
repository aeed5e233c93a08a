"""What an upgrade does to each object, and the statements that do it: decided from what is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import duckdb

from rolloutdiff.sqlfiles import SqlFile, creation_order, references, retarget, split
from rolloutdiff.sqlfiles.retarget import qualified
from rolloutdiff.sqlfiles.upgrades import Step
from rolloutdiff.warehouse.catalogue import Described, Model
from rolloutdiff.warehouse.registry import SchemaState
from rolloutdiff.warehouse.statements import NOUN, comments, log_entry, registration, unregistration

Action = Literal["keep", "create", "alter", "replace", "refresh", "comment", "drop", "conflict"]

# Actions after which views of others could read something else than before.
_FELT = ("alter", "replace", "drop")
_MADE = ("create", "replace", "refresh")


@dataclass(frozen=True, kw_only=True)
class Change:
    """One object and what happens to it.

    Attributes:
        name: Name of the object.
        kind: Its kind; for one that is dropped the kind that it has.
        action: `keep`; `create`; `alter`, for a table that a step names; `replace`, for a view or macro
            whose text differs; `refresh`, for a view made again since something below it changes; `comment`,
            when only the comments or the header of its file differ; `drop`, for a view or macro that is no
            longer shipped; or `conflict`.
        reason: Why it conflicts; empty otherwise.
        hint: What to do about a conflict.
        taken: Whether the conflict is an object of somebody else.
    """

    name: str
    kind: str
    action: Action
    reason: str = ""
    hint: str = ""
    taken: bool = False

    @property
    def is_felt(self) -> bool:
        """Whether views and macros of others that use it could notice."""
        return self.action in _FELT


def _taken(file: SqlFile, actual: Described) -> Change:
    reason = f"A {actual.kind.replace('_', ' ')} {file.name!r} that is not ours exists"
    hint = "Rename it, or install into another schema."
    return Change(name=file.name, kind=file.kind, action="conflict", reason=reason, hint=hint, taken=True)


def _change(
    file: SqlFile, state: SchemaState, actual: Described | None, steps: Sequence[Step], fresh: Model
) -> Change:
    registered = state.registered.get(file.name)
    altered = any(file.name in step.touched for step in steps)
    action: Action = "keep"
    if actual is not None and (registered is None or registered.kind != actual.kind):
        return _taken(file, actual)
    if actual is None:
        action = "alter" if altered and file.kind == "table" else "create"
    elif file.kind == "table" and altered:
        action = "alter"
    elif not fresh.same(file.name, actual):
        if "table" in (file.kind, actual.kind):
            reason = f"Table {file.name!r} is not what its file makes, and no step of the upgrade changes it"
            hint = "Undo the change somebody made, or install into a new schema."
            return Change(name=file.name, kind=file.kind, action="conflict", reason=reason, hint=hint)
        action = "replace"
    elif registered is None or registered.sha256 != file.sha256 or fresh.lost_comments(file.name, actual):
        action = "comment"
    return Change(name=file.name, kind=file.kind, action=action)


def changes(
    state: SchemaState,
    actual: Mapping[str, Described],
    files: Sequence[SqlFile],
    steps: Sequence[Step],
    fresh: Model,
) -> tuple[Change, ...]:
    """Decides what an upgrade does to every object.

    Args:
        state: What the schema holds, from its registry.
        actual: What it holds, word for word.
        files: Files of all tables, macros and views.
        steps: Steps for the tables, in order.
        fresh: What a fresh installation would hold.

    Returns:
        One change per object, in order of name.
    """
    found = {file.name: _change(file, state, actual.get(file.name), steps, fresh) for file in files}
    for name, row in state.registered.items():
        if name not in found and row.kind != "table" and (name, row.kind) in state.present:
            found[name] = Change(name=name, kind=row.kind, action="drop")
    # A view keeps the columns it was made with, so that it is made again when something below it changes.
    below = {file.name: references(file.body).keys() - {file.name} for file in files}
    moved = {name for name, item in found.items() if item.is_felt}
    grew = True
    while grew:
        again = {name for name, used in below.items() if name not in moved and used & moved}
        moved |= again
        grew = bool(again)
    for name in moved:
        if found[name].kind == "view" and found[name].action in ("keep", "comment"):
            found[name] = Change(name=name, kind="view", action="refresh")
    return tuple(found[name] for name in sorted(found))


def _drops(found: Sequence[Change], files: Mapping[str, SqlFile], state: SchemaState) -> list[str]:
    """Drops of views and macros that are no longer shipped, or become another kind."""
    gone = [
        (state.registered[item.name].kind, item.name)
        for item in found
        if item.action == "drop"
        or (item.action == "replace" and state.registered[item.name].kind != files[item.name].kind)
    ]
    order = ("view", "table_macro", "macro")
    return [
        f"drop {NOUN[kind]} {qualified(state.schema, name)}"
        for kind, name in sorted(gone, key=lambda pair: (order.index(pair[0]), pair[1]))
    ]


def upgrade_statements(
    cursor: duckdb.DuckDBPyConnection,
    state: SchemaState,
    found: Sequence[Change],
    files: Sequence[SqlFile],
    steps: Sequence[Step],
    *,
    schema_version: int,
) -> list[str]:
    """The statements of an upgrade, in order; none when nothing has to be done.

    Args:
        cursor: Any connection; it only splits texts.
        state: What the schema holds, from its registry.
        found: What happens to every object.
        files: Files of all tables, macros and views.
        steps: Steps for the tables, in order.
        schema_version: Version that the schema gets.
    """
    by_name = {file.name: file for file in files}
    pending = [item for item in found if item.action not in ("keep", "conflict")]
    if not pending and state.schema_version == schema_version:
        return []
    schema = state.schema
    made = [
        statement.sql.strip().removesuffix(";")
        for step in steps
        for statement in split(cursor, retarget(step.body, schema))
    ]
    made += _drops(pending, by_name, state)
    created = [by_name[item.name] for item in pending if item.action in _MADE]
    for file in creation_order(created, frozenset(by_name) - {file.name for file in created}):
        statement = retarget(file.body, schema).strip().removesuffix(";")
        if file.kind != "table":
            # Lint sees to it that the text begins with this word.
            statement = "create or replace" + statement.removeprefix("create")
        made.append(statement)
    written = [by_name[item.name] for item in pending if item.action != "drop"]
    for file in written:
        made += comments(file, schema)
    dropped = frozenset[str]().union(*(step.dropped for step in steps)) - by_name.keys()
    gone = sorted(dropped | {item.name for item in pending if item.action == "drop"})
    made += [unregistration(gone, schema)] if gone else []
    made += registration(written, schema, replacing=True) if written else []
    made.append(
        log_entry(
            schema,
            schema_version=schema_version,
            duckdb_version=duckdb.__version__,
            action="upgrade",
            objects=len(pending),
            from_version=state.schema_version,
        )
    )
    return made
