"""Running stage files: SQL that reads and writes our tables, with named parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import duckdb

from rolloutdiff.errors import InputError, OutOfMemory
from rolloutdiff.sqlfiles import DEFAULT_SCHEMA, Statement, load, retarget, split
from rolloutdiff.sqlfiles.retarget import qualified
from rolloutdiff.warehouse.failure import working_failure

if TYPE_CHECKING:
    import pyarrow as pa

Parameters = Mapping[str, Any]

_T = TypeVar("_T")

# What a limit of ours is raised to, one after the other; the last is DuckDB's own.
_MORE_MEMORY = ("set memory_limit = '1600MB'", "reset memory_limit")


@contextmanager
def _failures(doing: str) -> Iterator[None]:
    """Raises failures that come from limits or other connections as sentences of ours."""
    try:
        yield
    except duckdb.Error as error:
        failure = working_failure(doing, error)
        if failure is None:
            raise
        raise failure from error


@contextmanager
def transaction(cursor: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """One transaction: committed at the end, rolled back on any exception, interrupts included.

    Args:
        cursor: A work cursor without an open transaction.

    Raises:
        WarehouseError: Another connection wrote the same rows; nothing was written.
    """
    with _failures("The transaction"):
        cursor.execute("begin transaction")
        try:
            yield
            cursor.execute("commit")
        except BaseException:
            # After a failed commit there is nothing left to roll back.
            with suppress(duckdb.Error):
                cursor.execute("rollback")
            raise


class StageRunner:
    """Runs stage and check files on one cursor, in one schema.

    Every statement is given those of the parameters that it mentions.

    Args:
        cursor: Work cursor.
        schema: Schema of our objects.
        root: Folder of the files; None takes ours.
        raisable: Whether the memory limit is one that we chose, and `bounded` may raise it.

    Attributes:
        cursor: Work cursor.
        schema: Schema of our objects.
    """

    def __init__(
        self,
        cursor: duckdb.DuckDBPyConnection,
        schema: str = DEFAULT_SCHEMA,
        root: Path | None = None,
        *,
        raisable: bool = False,
    ) -> None:
        self.cursor = cursor
        self.schema = schema
        self._root = root
        self._more_memory = list(_MORE_MEMORY) if raisable else []
        self._statements: dict[str, tuple[Statement, ...]] = {}
        self._in_transaction = False

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """One transaction, as the function of that name; inside another one of this runner, a part of it."""
        if self._in_transaction:
            yield
            return
        with transaction(self.cursor):
            self._in_transaction = True
            try:
                yield
            finally:
                self._in_transaction = False

    def bounded(self, work: Callable[[], _T]) -> _T:
        """Does work within the memory that we chose; what that is too little for is done again with twice as
        much, and at last with all that DuckDB would take by itself.

        Args:
            work: Transactions that may be done again when one failed.

        Returns:
            What the work returns.

        Raises:
            OutOfMemory: That is too little too, or the limit is not ours to raise.
        """
        short: OutOfMemory | None = None
        while True:
            try:
                return work()
            except OutOfMemory as error:
                # Inside a transaction all of it has to be done again, and whoever began it does that.
                if self._in_transaction or not self._more_memory:
                    raise
                short = error
            except InputError as spent:
                if short is None:
                    raise
                # A stream, for one, cannot be read a second time: what is to be done is to give more at once.
                raise short from spent
            self.cursor.execute(self._more_memory.pop(0))

    def statements(self, name: str) -> tuple[Statement, ...]:
        """The statements of a file, for the schema of this runner.

        Raises:
            WarehouseError: There is no such file.
        """
        if name not in self._statements:
            text = retarget(load(name, self._root).body, self.schema)
            self._statements[name] = split(self.cursor, text)
        return self._statements[name]

    def _lead(self, name: str, params: Parameters) -> tuple[str, dict[str, Any]]:
        """Runs all statements of a file but the last, and returns the last with its parameters."""
        *first, last = self.statements(name)
        for statement in first:
            # Fetching completes the statement; a result left open would block the next one.
            self.cursor.execute(statement.sql, {p: params[p] for p in statement.params}).fetchall()
        return last.sql, {p: params[p] for p in last.params}

    def run(self, name: str, params: Parameters | None = None) -> None:
        """Runs a file.

        Args:
            name: Name of the file.
            params: Value of every parameter that the file mentions; others are ignored.

        Raises:
            WarehouseError: Memory or disk is short, or another connection wrote the same rows.
        """
        self.rows(name, params)

    def rows(self, name: str, params: Parameters | None = None) -> list[tuple[Any, ...]]:
        """Runs a file and returns the rows of its last statement; for small results."""
        with _failures(f"Stage {name}"):
            sql, given = self._lead(name, params or {})
            return self.cursor.execute(sql, given).fetchall()

    def scalar(self, name: str, params: Parameters | None = None) -> Any:
        """Runs a file and returns the one value of its last statement."""
        ((value,),) = self.rows(name, params)
        return value

    def batches(
        self, name: str, params: Parameters | None = None, size: int = 4096
    ) -> Iterator[list[tuple[Any, ...]]]:
        """Runs a file and yields the rows of its last statement, at most `size` at a time.

        Nothing else may run on the cursor until the last batch was taken or the iterator closed.
        """
        with _failures(f"Stage {name}"):
            sql, given = self._lead(name, params or {})
            self.cursor.execute(sql, given)
            try:
                while batch := self.cursor.fetchmany(size):
                    yield batch
            except GeneratorExit:
                # An unread result would block the next statement.
                with suppress(duckdb.Error):
                    self.cursor.execute("select 1").fetchall()
                raise

    def arrow(self, name: str, params: Parameters | None = None) -> pa.Table:
        """Runs a file and returns the rows of its last statement as an Arrow table."""
        with _failures(f"Stage {name}"):
            sql, given = self._lead(name, params or {})
            return self.cursor.sql(sql, params=given or None).to_arrow_table()

    @contextmanager
    def stream(
        self, name: str, params: Parameters | None = None, size: int = 2048
    ) -> Iterator[pa.RecordBatchReader]:
        """Runs a file and lets the rows of its last statement be read as Arrow batches, for a `with` block.

        Nothing else may run on the cursor meanwhile.

        Args:
            name: Name of the file.
            params: As for `run`.
            size: Rows of a batch.
        """
        from rolloutdiff.ingest.sources import stream

        with _failures(f"Stage {name}"):
            sql, given = self._lead(name, params or {})
            with stream(self.cursor.sql(sql, params=given or None), size) as reader:
                yield reader

    def view(self, view: str, identifier: str, order: str, key: str = "analysis_id") -> pa.Table:
        """The rows of one analysis, audit or comparison in a `report_*` view, as an Arrow table.

        Args:
            view: Name of the view.
            identifier: The analysis, audit or comparison.
            order: Columns to sort by, as SQL.
            key: Column that holds the identifier.
        """
        target = qualified(self.schema, view)
        query = f"select v.* from {target} as v where v.{key} = $id order by {order}"
        with _failures(f"View {view}"):
            return self.cursor.sql(query, params={"id": identifier}).to_arrow_table()

    def whole_view(self, view: str, order: str) -> pa.Table:
        """All rows of a `report_*` view, as an Arrow table.

        Args:
            view: Name of the view.
            order: Columns to sort by, as SQL.
        """
        query = f"select v.* from {qualified(self.schema, view)} as v order by {order}"
        with _failures(f"View {view}"):
            return self.cursor.sql(query).to_arrow_table()

    @contextmanager
    def table(self, name: str, table: pa.Table | pa.RecordBatchReader) -> Iterator[None]:
        """Lets stage files read an Arrow table under a name, for the length of a `with` block.

        Args:
            name: Name that the stage files use.
            table: Arrow table, or a stream that can be read once.
        """
        self.cursor.register(name, table)
        try:
            yield
        except BaseException:
            # In a failed transaction DuckDB refuses this; the rollback does it then.
            with suppress(duckdb.Error):
                self.cursor.unregister(name)
            raise
        self.cursor.unregister(name)
