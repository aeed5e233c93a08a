"""DuckDB's errors as sentences of ours."""

from __future__ import annotations

import re

import duckdb

from rolloutdiff.errors import OutOfMemory, WarehouseError, WarehouseLocked

_HOLDER = re.compile(r"held in (.*?) ?\(PID (\d+)\)")


def first_line(error: BaseException) -> str:
    """The first line of DuckDB's message, without the name of the error class and without a full stop."""
    line = str(error).strip().partition("\n")[0]
    return re.sub(r"^[\w ]*Error: ", "", line).rstrip(".")


def opening_failure(path: str, error: duckdb.Error) -> WarehouseError:
    """Why a database file could not be opened; the file itself is left as it is.

    Args:
        path: The file.
        error: What DuckDB said.
    """
    text = str(error)
    if "Could not set lock" in text or "being used by another process" in text:
        holder = _HOLDER.search(text)
        who = f"process {holder[2]} ({holder[1]})" if holder else "another process"
        return WarehouseLocked(
            f"Database {path!r} is in use by {who}.", "Close it there, or work in another file."
        )
    if "different configuration" in text:
        return WarehouseError(
            f"Database {path!r} is already open in this process with other settings.",
            "Close that connection, or pass it as con.",
        )
    if "version number" in text:
        return WarehouseError(
            f"Database {path!r} has a storage format that DuckDB {duckdb.__version__} cannot read:"
            f" {first_line(error)}.",
            "Open it with the DuckDB version that wrote it, or export it from there.",
        )
    if "in-memory database in read-only" in text:
        return not_a_database(path)
    if "not a valid DuckDB database" in text or "Corrupt" in text or "Could not read enough bytes" in text:
        return WarehouseError(
            f"Database {path!r} is damaged or not a DuckDB file: {first_line(error)}.",
            "Nothing was changed; restore it from a copy, or work in another file.",
        )
    return WarehouseError(f"Database {path!r} cannot be opened: {first_line(error)}.", "Check the path.")


def not_a_database(path: str) -> WarehouseError:
    """The refusal of a data file that DuckDB would show in a database in memory.

    Args:
        path: The file.
    """
    return WarehouseError(
        f"Database {path!r} is a file of data, not of DuckDB, and nothing could be kept in it.",
        "Give another file as the database.",
    )


def working_failure(doing: str, error: duckdb.Error) -> WarehouseError | None:
    """A sentence for a failure that comes from limits or from other connections, not from the data.

    Args:
        doing: What was being done, as a noun phrase that begins the sentence.
        error: What DuckDB said.

    Returns:
        The error to raise, or None when DuckDB's own message says more.
    """
    text = str(error)
    if isinstance(error, duckdb.OutOfMemoryException):
        return OutOfMemory(
            f"{doing} ran out of memory: {first_line(error)}.",
            "Raise --memory-limit (Resources.memory_limit), or name a roomier --temp-directory.",
        )
    if "No space left" in text:
        return WarehouseError(f"{doing} found the disk full: {first_line(error)}.", "Free some space.")
    if isinstance(error, duckdb.TransactionException) and "onflict" in text:
        return WarehouseError(
            f"{doing} met a write of another connection and wrote nothing: {first_line(error)}.",
            "Commit or roll back the other transaction, then try again.",
        )
    if "read-only mode" in text:
        return WarehouseError(f"{doing} cannot write: {first_line(error)}.", "Open the database for writing.")
    return None
