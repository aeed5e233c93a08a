"""Connections: our own DuckDB instances, and cursors for work in anybody's."""

from __future__ import annotations

import re
import shutil
import tempfile
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike, fspath
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import duckdb

from rolloutdiff.errors import DuckDBTooOld, UsageError, WarehouseError
from rolloutdiff.settings import Resources
from rolloutdiff.sqlfiles import DEFAULT_SCHEMA, control, quote_identifier, quote_text
from rolloutdiff.warehouse.failure import first_line, not_a_database, opening_failure
from rolloutdiff.warehouse.stage import StageRunner

# What a work cursor fixes for itself. Each of these holds for one cursor only; the caller's connection and
# the instance keep theirs. The first keeps Python variables from standing in for missing tables, the second
# keeps DuckDB from drawing on stdout; the others would change results.
CURSOR_SETTINGS = (
    ("python_enable_replacements", "false"),
    ("enable_progress_bar", "false"),
    ("default_order", "'asc'"),
    ("default_null_order", "'nulls_last'"),
    ("default_collation", "''"),
    ("ieee_floating_point_ops", "true"),
    ("integer_division", "false"),
    ("scalar_subquery_error_on_multiple_rows", "true"),
    ("timezone", "'UTC'"),
)


# What a lean instance takes where no limit is asked for. DuckDB would keep whatever it has read or written as
# long as there is memory; more than this gains no time (benchmarks/README.md).
LEAN_MEMORY: Final = "800MB"
_LEAN_FILE: Final = "warehouse.duckdb"

LIMITS = ("threads", "memory_limit", "temp_directory", "max_temp_directory_size")
"""What bounds a DuckDB instance of ours, as DuckDB calls it."""


class _Instance:
    """Configuration of one DuckDB instance of ours, and the folder it may spill into.

    The folder goes when the last connection handle that shares the instance does.
    """

    def __init__(self, resources: Resources, new_file: bool) -> None:
        self.resources = resources
        self.new_file = new_file
        self.handles = 0
        try:
            folder = tempfile.mkdtemp(prefix="rolloutdiff-", dir=resources.temp_directory)
        except OSError as error:
            place = resources.temp_directory or tempfile.gettempdir()
            raise WarehouseError(
                f"No temporary folder can be made in {place!r}: {error.strerror}.",
                "Name a folder for temporary files that can be written.",
            ) from error
        self._release = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self.folder = Path(folder)
        # Half of what is free leaves room for the database itself.
        bound = max(shutil.disk_usage(folder).free // 2, 1)
        self.config: dict[str, str | bool | int | float | list[str]] = {
            "temp_directory": folder,
            "max_temp_directory_size": f"{bound}B",
            "autoinstall_known_extensions": "false",
            "python_enable_replacements": "false",
            # A dump is read once. DuckDB 1.5 takes a file that was rewritten within a second for the one in
            # its cache, and reads a mixture of both.
            "enable_external_file_cache": "false",
            # What DuckDB has freed goes back to the system, where its allocator would keep it for later.
            "allocator_background_threads": "true",
            # And at once where much is freed at a time: it would wait for 512 MB.
            "allocator_bulk_deallocation_flush_threshold": "32MB",
        }
        if resources.threads is not None:
            self.config["threads"] = resources.threads
        if resources.memory_limit is not None:
            self.config["memory_limit"] = resources.memory_limit
        if new_file:
            # So that the oldest DuckDB we support can open what a newer one wrote.
            self.config["storage_compatibility_version"] = f"v{control().duckdb_floor}"


_INSTANCES: weakref.WeakValueDictionary[tuple[str, bool], _Instance] = weakref.WeakValueDictionary()


class OwnConnection:
    """A connection to a DuckDB instance of ours; close it, or use it as a context manager.

    Attributes:
        con: The DuckDB connection.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection, instance: _Instance) -> None:
        self.con = con
        self._instance: _Instance | None = instance
        instance.handles += 1

    @property
    def is_shared(self) -> bool:
        """Whether another connection to the same instance is open."""
        return self._instance is not None and self._instance.handles > 1

    @property
    def is_new(self) -> bool:
        """Whether the instance made its database file."""
        return self._instance is not None and self._instance.new_file

    def close(self) -> None:
        """Closes the connection; the last one of an instance removes its temporary folder."""
        self.con.close()
        if self._instance is not None:
            self._instance.handles -= 1
        self._instance = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def version_tuple(version: str) -> tuple[int, ...]:
    """The numbers of a version: `1.5.0.dev3` gives (1, 5, 0)."""
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def check_floor(version: str | None = None) -> None:
    """Refuses a DuckDB that cannot run our SQL.

    Args:
        version: Version to check; None takes that of the installed DuckDB.

    Raises:
        DuckDBTooOld: It is below the floor in `sql/control.toml`.
    """
    found, floor = version or duckdb.__version__, control().duckdb_floor
    if version_tuple(found) < version_tuple(floor):
        raise DuckDBTooOld(
            f"DuckDB {found} is installed; {floor} or later is needed.", "Upgrade package duckdb."
        )


def open_connection(
    path: str | PathLike[str] | None,
    resources: Resources | None = None,
    *,
    read_only: bool = False,
    lean: bool = False,
) -> OwnConnection:
    """Opens a DuckDB instance of our own.

    A file that does not exist is made, readable by the oldest DuckDB we support. A file that exists is never
    replaced, repaired or raised to another storage version.

    Args:
        path: Database file; None works in memory.
        resources: Limits of the instance. An instance of ours that is still open in this process is shared
            when its limits are the same.
        read_only: Open an existing file for reading.
        lean: Take no more than `LEAN_MEMORY` where `resources` has no limit, and with path None work in a
            file of the private folder, so that what is not in use need not be in memory.

    Raises:
        WarehouseLocked: Another process holds the file.
        WarehouseError: The file cannot be opened, or a limit is not one that DuckDB knows.
        DuckDBTooOld: DuckDB is below the floor.
    """
    check_floor()
    wanted = resources or Resources()
    if path is None:
        instance = _Instance(wanted, new_file=lean)
        target = str(instance.folder / _LEAN_FILE) if lean else ":memory:"
    else:
        file = Path(path)
        if not file.parent.is_dir():
            raise WarehouseError(
                f"Database {fspath(path)!r} cannot be made: folder {str(file.parent)!r} does not exist.",
                "Make the folder, or correct the path.",
            )
        if file.is_dir():
            raise WarehouseError(f"Database {fspath(path)!r} is a folder.", "Give the path of a file.")
        target = str(file)
        key = (str(file.resolve()), read_only)
        shared = _INSTANCES.get(key)
        if shared is not None and shared.resources == wanted:
            instance = shared
        else:
            instance = _INSTANCES[key] = _Instance(wanted, new_file=not read_only and not file.exists())
    try:
        con = duckdb.connect(target, read_only=read_only, config=instance.config)
    except duckdb.Error as error:
        if isinstance(error, duckdb.ParserException | duckdb.InvalidInputException):
            raise WarehouseError(
                f"DuckDB refuses a limit: {first_line(error)}.", "Give a size such as 2GB."
            ) from error
        raise opening_failure(target, error) from error
    con.execute("set enable_progress_bar = false")
    if lean and wanted.memory_limit is None:
        # No part of the configuration: that must be the same for all who open the file.
        con.execute(f"set memory_limit = {quote_text(LEAN_MEMORY)}")
    if target != ":memory:":
        _require_file(con, target)
    return OwnConnection(con, instance)


def _require_file(con: duckdb.DuckDBPyConnection, target: str) -> None:
    """Refuses a path that DuckDB opens as something else: data files become views of a database in memory."""
    query = "select path from duckdb_databases() where database_name = current_database()"
    ((path,),) = con.execute(query).fetchall()
    if path is None:
        con.close()
        raise not_a_database(target)


def require_connection(con: object) -> None:
    """Refuses anything but a DuckDB connection.

    Args:
        con: What the caller gave.

    Raises:
        UsageError: It is something else.
    """
    if not isinstance(con, duckdb.DuckDBPyConnection):
        raise UsageError(f"con is a {type(con).__name__}.", "Give an open connection of DuckDB.")


def _in_use(con: duckdb.DuckDBPyConnection) -> tuple[str, str]:
    """Database and schema in use; one short query, since a cursor does not inherit them."""
    try:
        # Fetched to the end: an unread result would keep the caller's connection busy.
        ((database, schema),) = con.execute("select current_database(), current_schema()").fetchall()
    except duckdb.Error as error:
        raise WarehouseError(
            f"The connection cannot be used: {first_line(error)}.",
            "Give an open connection without an unread result or a failed transaction.",
        ) from error
    return str(database), str(schema)


def work_cursor(con: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """A cursor to work on: same instance and same database in use, own transaction, own settings.

    On it no Python variable stands in for a missing table, nothing is drawn on stdout, and settings of the
    caller that would change results do not hold. Nothing of the caller's connection is changed; its open
    transaction and its temporary tables are not seen.

    Args:
        con: The caller's connection, or one of ours.

    Raises:
        UsageError: `con` is not a DuckDB connection.
        WarehouseError: The connection is closed, busy or in a failed transaction.
        DuckDBTooOld: DuckDB is below the floor.
    """
    require_connection(con)
    check_floor()
    database, schema = _in_use(con)
    cursor = con.cursor()
    try:
        for name, value in CURSOR_SETTINGS:
            cursor.execute(f"set session {name} = {value}")
        cursor.execute(f"use {quote_identifier(database)}.{quote_identifier(schema)}")
    except duckdb.Error as error:
        cursor.close()
        raise WarehouseError(
            f"A second cursor cannot use schema {schema!r} of database {database!r}: {first_line(error)}.",
            "Commit what made it, or use another database.",
        ) from error
    return cursor


class Session:
    """A database at work: the runner of stage files, and what is released at the end.

    Attributes:
        runner: Runs stage files on a work cursor.
    """

    def __init__(self, runner: StageRunner, own: OwnConnection | None) -> None:
        self.runner = runner
        self._own = own

    @property
    def limits(self) -> dict[str, str]:
        """Values in force of `LIMITS`; of a caller's instance, those that it has."""
        query = f"select {', '.join(f'current_setting({quote_text(name)})' for name in LIMITS)}"
        (values,) = self.runner.cursor.execute(query).fetchall()
        return dict(zip(LIMITS, map(str, values), strict=True))

    @property
    def is_shared(self) -> bool:
        """Whether others work in the same DuckDB: a caller, or a connection of ours that is still open."""
        return self._own is None or self._own.is_shared

    @contextmanager
    def packed_texts(self) -> Iterator[None]:
        """Texts written meanwhile take less room, in a file that we made and nobody else works in.

        No transaction is open at either end: the setting is one of the instance, and it holds for what is
        written to the file, not for its log.
        """
        if self._own is None or self._own.is_shared or not self._own.is_new:
            yield
            return
        self.runner.cursor.execute("set force_compression = 'zstd'").fetchall()
        try:
            yield
            if not self._own.is_shared:
                self.runner.cursor.execute("checkpoint").fetchall()
        finally:
            self.runner.cursor.execute("reset force_compression").fetchall()

    def close(self) -> None:
        """Releases the cursor, and the database if it is ours."""
        self.runner.cursor.close()
        if self._own is not None:
            self._own.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_session(
    con: duckdb.DuckDBPyConnection | None,
    db: str | PathLike[str] | None,
    schema: str = DEFAULT_SCHEMA,
    resources: Resources | None = None,
    *,
    lean: bool = False,
) -> Session:
    """Opens a database, or a cursor in the caller's.

    Args:
        con: The caller's connection; it stays open.
        db: Database file, when `con` is None; None works in memory.
        schema: Schema of our objects.
        resources: Limits of an instance of ours.
        lean: Of an instance of ours, as in `open_connection`.

    Raises:
        UsageError: `con` is not a DuckDB connection.
        WarehouseError: The database cannot be used, or does not keep the order of rows.
    """
    if con is not None:
        cursor = work_cursor(con)
        try:
            _require_order(cursor)
        except BaseException:
            cursor.close()
            raise
        return Session(StageRunner(cursor, schema), None)
    own = open_connection(db, resources, lean=lean)
    try:
        raisable = lean and (resources is None or resources.memory_limit is None)
        return Session(StageRunner(work_cursor(own.con), schema, raisable=raisable), own)
    except BaseException:
        own.close()
        raise


def _require_order(cursor: duckdb.DuckDBPyConnection) -> None:
    """Refuses an instance that may read rows in any order: this setting cannot be fixed for one cursor."""
    ((kept,),) = cursor.execute("select current_setting('preserve_insertion_order')").fetchall()
    if not kept:
        raise WarehouseError(
            "With preserve_insertion_order off, rows would lose their places in the files they come from.",
            "Run `set preserve_insertion_order = true` on the connection, or work in a file of its own.",
        )
