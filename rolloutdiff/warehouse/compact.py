"""A warehouse made small: what can be computed or read again is taken out, and the file written anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import duckdb

from rolloutdiff.errors import UsageError, WarehouseError
from rolloutdiff.sqlfiles import quote_identifier
from rolloutdiff.sqlfiles.retarget import qualified
from rolloutdiff.warehouse.connect import Session, version_tuple
from rolloutdiff.warehouse.failure import first_line
from rolloutdiff.warehouse.snapshot import attached, database_in_use, write_aside
from rolloutdiff.warehouse.stage import StageRunner, transaction

# Most of our tables are small, and each takes whole blocks; larger ones hardly compress better.
_BLOCK_BYTES = 65_536
_TEXTS = "rollout"
# The oldest storage format that knows zstd.
_ZSTD_SINCE = (1, 2, 0)


def check_compact(session: Session) -> None:
    """Refuses a database that cannot be written anew, before anything is computed.

    Args:
        session: A database at work.

    Raises:
        UsageError: It is in memory, not ours, or holds something of others.
        WarehouseError: It is open a second time in this process.
    """
    runner = session.runner
    _, file, _ = database_in_use(runner.cursor)
    if session.is_shared:
        raise WarehouseError(
            f"Database {str(file)!r} is open a second time in this process, so it cannot be written anew.",
            "Close the other result first.",
        )
    other = runner.scalar("others_object", {"schema": runner.schema})
    if other is not None:
        raise UsageError(
            f"Database {str(file)!r} holds {other!r}, which is not ours, so it is not written anew.",
            "Give a database file of its own.",
        )


def write_compact(
    runner: StageRunner, *, without_texts: Sequence[str] = (), progress: Callable[[int, int], None]
) -> None:
    """Takes extractions and counts out of the database in use, and writes its file anew in its place.

    The connections that are open keep the old file: close them and open the database again.

    Args:
        runner: Runs stage files on a work cursor without an open transaction.
        without_texts: Runs whose prompts and completions are taken out too.
        progress: Told how many tables of how many are written, each time.

    Raises:
        WarehouseError: The new file cannot be written; the old one stays, as large as it is.
    """
    cursor = runner.cursor
    with transaction(cursor):
        runner.run("leave_out_counts")
        if without_texts:
            runner.run("leave_out_texts", {"runs": list(without_texts)})
    name, file, storage = database_in_use(cursor)
    query = "select table_name from duckdb_tables() where database_name = $name and schema_name = $schema"
    tables = [table for (table,) in cursor.execute(query, {"name": name, "schema": runner.schema}).fetchall()]
    # The texts last: what is forced for them would make the short strings of the others larger.
    tables.sort(key=lambda table: (table == _TEXTS, table))
    has_zstd = version_tuple(storage) >= _ZSTD_SINCE

    def make(partial: Path) -> None:
        with attached(cursor, partial, f"storage_version '{storage}', block_size {_BLOCK_BYTES}") as alias:
            cursor.execute(f"copy from database {quote_identifier(name)} to {alias} (schema)").fetchall()
            for done, table in enumerate(tables, 1):
                if table == _TEXTS:
                    cursor.execute(f"checkpoint {alias}").fetchall()
                    if has_zstd and runner.scalar("has_texts"):
                        cursor.execute("set force_compression = 'zstd'").fetchall()
                target = qualified(runner.schema, table)
                cursor.execute(f"insert into {alias}.{target} select t.* from {target} as t").fetchall()
                progress(done, len(tables))

    try:
        # Nothing is left in the log of the file that goes.
        cursor.execute("checkpoint").fetchall()
        write_aside(file, file, make)
    except (duckdb.Error, OSError) as error:
        reason = first_line(error) if isinstance(error, duckdb.Error) else error.strerror
        raise WarehouseError(
            f"The analysis is kept, but database {str(file)!r} cannot be written anew: {reason}.",
            "See that its folder can be written and has room for a copy, and run the same again.",
        ) from error
    finally:
        cursor.execute("reset force_compression").fetchall()
