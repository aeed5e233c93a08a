"""A closed database: where expressions of a user are evaluated, out of reach of everything else."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self, TypeVar

import duckdb

from rolloutdiff.errors import WarehouseError
from rolloutdiff.sqlfiles.guard import GuardedExpression
from rolloutdiff.warehouse.connect import work_cursor
from rolloutdiff.warehouse.failure import first_line
from rolloutdiff.warehouse.stage import StageRunner

MEMORY_LIMIT: Final = "512MB"

T = TypeVar("T")


class TooLong(Exception):
    """A statement was stopped because its time was over."""


class ClosedDatabase:
    """A DuckDB instance in memory that reaches no file, no network, no extension and no object of the user.

    It has a memory limit of its own, spills nothing to disk, and its configuration is locked, so that all
    this holds whatever is run in it. Texts come in and numbers go out as Arrow tables. The caller's database
    takes no part: neither its macros nor its limits change what an expression does, and stopping a statement
    here stops nothing there.

    Attributes:
        runner: Runs stage files in it.
    """

    def __init__(self) -> None:
        self._con = duckdb.connect(
            ":memory:",
            config={
                "enable_external_access": "false",
                "autoinstall_known_extensions": "false",
                "autoload_known_extensions": "false",
                "python_enable_replacements": "false",
                "memory_limit": MEMORY_LIMIT,
                "temp_directory": "",
                "threads": 1,
            },
        )
        self._cursor = work_cursor(self._con)
        self._cursor.execute("set lock_configuration = true")
        self.runner = StageRunner(self._cursor)

    def define(self, expression: GuardedExpression) -> None:
        """Makes the macro `custom_feature(prompt, response)` stand for an expression.

        The one place where text of a user becomes part of a statement, and it is text that the guard
        generated from a checked tree.

        Raises:
            duckdb.Error: DuckDB knows no function of that form.
        """
        self._cursor.execute(
            f"create or replace macro custom_feature(prompt, response) as ({expression.sql})"
        ).fetchall()

    def within(self, seconds: float, work: Callable[[], T]) -> T:
        """Runs something and interrupts it when its time is over.

        Args:
            seconds: Time it may take.
            work: Runs statements on `runner`.

        Raises:
            TooLong: It was stopped.
            duckdb.Error: It failed.
        """
        over = threading.Event()

        def stop() -> None:
            over.set()
            self._cursor.interrupt()

        timer = threading.Timer(seconds, stop)
        timer.daemon = True
        timer.start()
        try:
            return work()
        except duckdb.InterruptException as error:
            if over.is_set():
                raise TooLong from error
            raise
        finally:
            timer.cancel()
            timer.join()

    def close(self) -> None:
        """Releases it."""
        self._cursor.close()
        self._con.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def what_failed(error: duckdb.Error | WarehouseError) -> str:
    """What DuckDB said, on one line."""
    if isinstance(error, WarehouseError):
        return f"it needs more than {MEMORY_LIMIT} of memory"
    return first_line(error)
