"""A finished copy of a warehouse beside it, for readers, and opening either for reading.

DuckDB lets no other process read a file that is open for writing. The copy is made by DuckDB itself, inside
one transaction, or, several times faster, by another process that copies the file while nobody writes: in our
own process a second handle would, when it is closed, give up the lock of the whole process on POSIX.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock

import duckdb

from rolloutdiff.errors import UsageError, WarehouseError, WarehouseLocked
from rolloutdiff.settings import Resources
from rolloutdiff.sqlfiles import DEFAULT_SCHEMA, quote_identifier, quote_text
from rolloutdiff.warehouse.connect import OwnConnection, Session, open_connection, work_cursor
from rolloutdiff.warehouse.failure import first_line
from rolloutdiff.warehouse.install import installed
from rolloutdiff.warehouse.stage import StageRunner
from rolloutdiff.wording import printable

# Two threads may work in one file; their copies would share one name.
_WRITING = Lock()


def snapshot_path(db: Path) -> Path:
    """Where the snapshot of a database file is: `<db>.snapshot`."""
    return db.with_name(f"{db.name}.snapshot")


def check_snapshot(con: duckdb.DuckDBPyConnection | None, in_memory: bool) -> None:
    """Refuses a database of which no snapshot can be written, before anything is computed.

    Args:
        con: The caller's connection, or None.
        in_memory: Without one, whether our own database would be in memory.

    Raises:
        UsageError: The database is in memory, encrypted, or not a DuckDB file.
    """
    if con is not None:
        with closing(work_cursor(con)) as cursor:
            database_in_use(cursor)
    elif in_memory:
        raise UsageError("A database in memory has no snapshot.", "Give db (--db), or leave snapshot out.")


def database_in_use(cursor: duckdb.DuckDBPyConnection) -> tuple[str, Path, str]:
    """Name, file and storage version of the database in use."""
    columns = "database_name, path, type, encrypted, tags['storage_version']"
    query = f"select {columns} from duckdb_databases() where database_name = current_database()"
    ((name, path, engine, encrypted, storage),) = cursor.execute(query).fetchall()
    if path is None or engine != "duckdb":
        raise UsageError(
            f"Database {name!r} is not a DuckDB file, so it has no snapshot.",
            "Use a database file, or leave snapshot out.",
        )
    if encrypted:
        raise UsageError(
            f"Database {name!r} is encrypted, and its snapshot would not be.", "Leave snapshot out."
        )
    version = re.match(r"v\d+\.\d+\.\d+", str(storage))
    return str(name), Path(path), version[0] if version else "v1.0.0"


def write_snapshot(cursor: duckdb.DuckDBPyConnection, *, alone: bool = False) -> Path:
    """Copies the database in use, whole, to `<db>.snapshot`: aside first, then renamed into place.

    A reader sees the old copy or the new one, never a part; one that has the old copy open keeps it. The copy
    has the storage version of the original, so whatever can open that can open this.

    Args:
        cursor: A work cursor without an open transaction.
        alone: Nothing else in this process uses the database: the file itself is copied, if that can be.

    Returns:
        The snapshot.

    Raises:
        UsageError: The database has no file.
        WarehouseError: The copy cannot be written; an older one stays.
    """
    name, file, storage = database_in_use(cursor)
    target = snapshot_path(file)

    def make(partial: Path) -> None:
        if alone and _copied(cursor, file, partial):
            return
        with attached(cursor, partial, f"storage_version '{storage}'") as alias:
            cursor.execute(f"copy from database {quote_identifier(name)} to {alias}").fetchall()

    try:
        write_aside(file, target, make)
    except (duckdb.Error, OSError) as error:
        reason = first_line(error) if isinstance(error, duckdb.Error) else error.strerror
        raise WarehouseError(
            f"The analysis is kept, but snapshot {str(target)!r} cannot be written: {reason}.",
            "See that its folder can be written and has room for a copy, or leave snapshot out.",
        ) from error
    return target


@contextmanager
def attached(cursor: duckdb.DuckDBPyConnection, file: Path, options: str) -> Iterator[str]:
    """A new database file attached under the name that is given; all is in the file itself at the end.

    Args:
        cursor: A work cursor without an open transaction.
        file: Where it is made.
        options: Options of ATTACH.
    """
    alias = f"rolloutdiff_copy_{secrets.token_hex(4)}"
    cursor.execute(f"attach {quote_text(str(file))} as {alias} ({options})").fetchall()
    try:
        yield alias
        cursor.execute(f"checkpoint {alias}").fetchall()
    finally:
        cursor.execute(f"detach {alias}").fetchall()


def write_aside(file: Path, target: Path, make: Callable[[Path], None]) -> None:
    """Writes a database beside `target` and renames it to that, so that there is the old one or the new one.

    Args:
        file: Database whose permissions it gets.
        target: Where it goes.
        make: Makes it at this path.

    Raises:
        duckdb.Error, OSError: It cannot be written; what was at `target` stays.
    """
    partial = target.with_name(f"{target.name}.partial")
    with _WRITING:
        try:
            _remove(partial)
            make(partial)
            shutil.copymode(file, partial)
            _flush(partial)
            # A log that somebody's writing left beside the old file does not belong to the new one.
            _log_of(target).unlink(missing_ok=True)
            partial.replace(target)
        except BaseException:
            with suppress(OSError):
                _remove(partial)
            raise


_COPY = "import shutil, sys; shutil.copyfile(*sys.argv[1:])"


def _copied(cursor: duckdb.DuckDBPyConnection, file: Path, target: Path) -> bool:
    """Copies a database file with all its content in it; False, and no copy, where that cannot be done."""
    cursor.execute("checkpoint").fetchall()
    before = file.stat()
    command = [sys.executable, "-I", "-S", "-c", _COPY, str(file), str(target)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError:
        return False
    after = file.stat()
    log = _log_of(file)
    unchanged = (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    if done.returncode == 0 and unchanged and not (log.exists() and log.stat().st_size):
        return True
    _remove(target)
    return False


def _log_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.wal")


def _remove(file: Path) -> None:
    """Removes what a killed process may have left."""
    file.unlink(missing_ok=True)
    _log_of(file).unlink(missing_ok=True)


def _flush(file: Path) -> None:
    """Has the content on disk before the name is."""
    handle = os.open(file, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def open_reading(
    db: Path, schema: str = DEFAULT_SCHEMA, resources: Resources | None = None
) -> tuple[Session, Path]:
    """Opens a warehouse for reading: the file itself, or its snapshot while another process writes to it.

    Nothing is made or changed.

    Args:
        db: Database file.
        schema: Schema of our objects.
        resources: Limits of our instance.

    Returns:
        The session, and the file that it reads.

    Raises:
        WarehouseError: There is no such file, it cannot be opened, or holds nothing of ours.
        WarehouseLocked: Another process is writing to it, and there is no snapshot.
    """
    if not db.exists():
        raise WarehouseError(
            f"Database {printable(str(db), 300)!r} does not exist.", "Give the file that analyze --db wrote."
        )
    own, file = _open(db, resources)
    try:
        if not installed(own.con, schema):
            raise WarehouseError(
                f"Database {printable(str(file), 300)!r} has no schema {printable(schema)!r} of ours.",
                "Give the file that analyze --db wrote, and its --schema.",
            )
        return Session(StageRunner(work_cursor(own.con), schema), own), file
    except BaseException:
        own.close()
        raise


def _open(db: Path, resources: Resources | None) -> tuple[OwnConnection, Path]:
    try:
        return open_connection(db, resources, read_only=True), db
    except WarehouseLocked as error:
        snapshot = snapshot_path(db)
        if snapshot.exists():
            return open_connection(snapshot, resources, read_only=True), snapshot
        raise WarehouseLocked(
            error.message, "Close it there, or have it analysed with --snapshot, which can be read meanwhile."
        ) from error
