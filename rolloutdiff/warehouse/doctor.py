"""What is wrong with an installation: the registry, the catalogue and the files of the package compared."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import duckdb

from rolloutdiff.sqlfiles import DEFAULT_SCHEMA, INSTALLABLE, SqlFile, control, load_all
from rolloutdiff.warehouse.catalogue import Described, Model, describe, model, others_in, signatures
from rolloutdiff.warehouse.connect import work_cursor
from rolloutdiff.warehouse.registry import SchemaState, read_state, require_ours

_INSTALL = "Run `rolloutdiff install`."
_UPGRADE = "Run `rolloutdiff upgrade`."


@dataclass(frozen=True, kw_only=True)
class Finding:
    """Something wrong with an installation.

    Attributes:
        code: `outdated` (the package brings another version), `missing` (an object is gone), `drift` (an
            object is not what its file makes), `comment` (comments are lost or changed) or `foreign`
            (something in our schema is not ours).
        kind: Kind of the object; `schema` when it is the schema as a whole.
        name: Name of the object.
        message: What is wrong with it, as a sentence.
        hint: What to do about it.
    """

    code: str
    kind: str
    name: str
    message: str
    hint: str


def _finding(code: str, file: SqlFile, message: str, hint: str) -> Finding:
    return Finding(code=code, kind=file.kind, name=file.name, message=message, hint=hint)


def _object(
    file: SqlFile, state: SchemaState, actual: Described | None, fresh: Model, *, behind: bool
) -> Iterator[Finding]:
    """Findings about one object that the package ships."""
    registered = state.registered.get(file.name)
    if actual is None:
        if registered is not None:
            yield _finding("missing", file, "It is registered and not there.", _INSTALL)
        elif not behind:
            yield _finding("missing", file, "The package brings it, and it was never installed.", _INSTALL)
        return
    if registered is None:
        # What has a name of ours and is not registered is reported as foreign.
        return
    if registered.sha256 != file.sha256:
        yield _finding("outdated", file, "It was made from another text of its file.", _UPGRADE)
        return
    if not fresh.same(file.name, actual):
        hint = "Save its rows, then rename or drop it and install." if file.kind == "table" else _UPGRADE
        yield _finding("drift", file, "It is not what its file makes.", hint)
        return
    lost = fresh.lost_comments(file.name, actual)
    if lost:
        named = ", ".join(f"column {name}" if name else "the object" for name in lost)
        yield _finding("comment", file, f"The comments are lost or changed on {named}.", _UPGRADE)


def examine(
    cursor: duckdb.DuckDBPyConnection, schema: str = DEFAULT_SCHEMA, root: Path | None = None
) -> tuple[Finding, ...]:
    """What `doctor` reports, on a work cursor.

    Args:
        cursor: A work cursor.
        schema: Name of the schema.
        root: Folder of SQL files; None takes those of the package.
    """
    settings, files = control(root), load_all(root, INSTALLABLE)
    state = read_state(cursor, schema)
    require_ours(state, settings)
    found = []
    behind = state.schema_version < settings.schema_version
    if behind:
        message = f"It has version {state.schema_version}; the package brings {settings.schema_version}."
        found.append(Finding(code="outdated", kind="schema", name=schema, message=message, hint=_UPGRADE))
    actual = describe(cursor, schema, signatures(cursor, schema))
    with model(files, schema) as fresh:
        for file in sorted(files, key=lambda file: file.name):
            found += _object(file, state, actual.get(file.name), fresh, behind=behind)
    for name, kind in others_in(cursor, schema, state.registered.keys()):
        message, hint = "It is in our schema and not ours.", "Move it to a schema of your own."
        found.append(Finding(code="foreign", kind=kind, name=name, message=message, hint=hint))
    return tuple(found)


def doctor(
    con: duckdb.DuckDBPyConnection, schema: str = DEFAULT_SCHEMA, *, root: Path | None = None
) -> tuple[Finding, ...]:
    """Compares an installation with its registry and with the files of the package; nothing is changed.

    Args:
        con: Connection whose database in use holds the schema; it may be open for reading only.
        schema: Name of the schema.
        root: Folder of SQL files; None takes those of the package.

    Returns:
        One finding per trouble; none when all is well.

    Raises:
        SchemaNotOurs: The schema exists without our marker.
        WarehouseNewer: The schema was made by a later package.
        WarehouseError: There is no such schema.
    """
    with closing(work_cursor(con)) as cursor:
        return examine(cursor, schema, root)
