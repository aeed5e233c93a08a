"""Tables on a Spark session: every one is a folder of Parquet files that driver and executors see."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from rolloutdiff.errors import UsageError, WarehouseError
from rolloutdiff.sqlfiles.portable import Columns, PortableStatement, portable_statements
from rolloutdiff.warehouse.failure import first_line

if TYPE_CHECKING:
    from pyarrow.fs import FileSystem
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType


class SparkTables:
    """Tables by name, and the statements of SQL files that read and write them.

    What a statement makes is written before the next one runs, so that nothing is computed twice and a lost
    executor costs no more than a stage.

    Args:
        session: The session; its temporary views have the names of the tables.
        folder: Folder or URI of the files, writable here and on all executors.

    Raises:
        UsageError: The folder cannot be made here.
    """

    def __init__(self, session: SparkSession, folder: str) -> None:
        self.session = session
        try:
            self._files, self._root, self._spark_root = _places(folder)
            self._files.create_dir(self._root, recursive=True)
        except (pa.ArrowInvalid, OSError) as error:
            raise UsageError(
                f"--spark-folder {folder!r} cannot be used: {first_line(error)}.", "Give a folder or a URI."
            ) from error
        self._number = count()
        self._columns: dict[str, Columns] = {}
        self._parts: dict[str, list[str]] = {}

    def close(self) -> None:
        """Removes all files and views."""
        for table in self._parts:
            self.session.catalog.dropTempView(table)
        # A task that was interrupted may still write.
        with suppress(OSError):
            self._files.delete_dir(self._root)

    def run(self, name: str, params: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Runs a portable file; gives the rows of its last statement, where that gives any.

        Raises:
            NotPortable: The file cannot run here.
        """
        rows: list[tuple[Any, ...]] = []
        for statement in portable_statements(name):
            rows = self._run(statement, params)
        return rows

    def _run(self, statement: PortableStatement, params: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        if statement.act == "drop":
            self.drop(statement.table)
        elif not statement.query:
            self._make(statement.table, statement.columns)
        else:
            found = self.session.sql(statement.query, args={p: params[p] for p in statement.params})
            if statement.act == "give":
                return [tuple(row) for row in found.collect()]
            if statement.act == "make":
                self._make(statement.table, ())
            self.add(statement.table, found, statement.columns)
        return []

    def _make(self, table: str, columns: Columns) -> None:
        self.drop(table)
        self._columns[table], self._parts[table] = columns, []
        if columns:
            shape = ", ".join(f"{name} {kind}" for name, kind in columns)
            self.session.createDataFrame([], shape).createOrReplaceTempView(table)

    def drop(self, table: str) -> None:
        """Removes a table if there is one."""
        for part in self._parts.pop(table, ()):
            self._files.delete_dir(f"{self._root}/{part}")
        self._columns.pop(table, None)
        self.session.catalog.dropTempView(table)

    def add(self, table: str, rows: DataFrame, columns: Columns = ()) -> None:
        """Adds rows to a table, by place; a table that is not there is made, with these columns if given."""
        known = self._columns.setdefault(table, columns)
        if known:
            from pyspark.sql.functions import col

            rows = rows.toDF(*(name for name, _ in known))
            rows = rows.select(*(col(f"`{name}`").cast(kind) for name, kind in known))
        part = self._part(table)
        rows.write.parquet(f"{self._spark_root}/{part}")
        self._show(table, rows.schema)

    def send(self, table: str, rows: pa.RecordBatchReader) -> None:
        """Makes a table of rows of the driver."""
        import pyarrow.parquet as pq

        self._make(table, ())
        part = self._part(table)
        self._files.create_dir(f"{self._root}/{part}")
        place = f"{self._root}/{part}/rows.parquet"
        with pq.ParquetWriter(place, rows.schema, filesystem=self._files) as file:
            for batch in rows:
                file.write_batch(batch)
        self._show(table)

    def fetch(self, table: str) -> pa.RecordBatchReader:
        """Reads a table on the driver, batch by batch."""
        import pyarrow.dataset as ds
        from pyarrow.fs import FileSelector

        files = [
            info.path
            for part in self._parts[table]
            for info in self._files.get_file_info(FileSelector(f"{self._root}/{part}"))
            if info.path.endswith(".parquet")
        ]
        if not files:
            return pa.table(self.session.table(table).toArrow()).to_reader()
        found = ds.dataset(sorted(files), filesystem=self._files, format="parquet")
        return found.scanner().to_reader()

    def _part(self, table: str) -> str:
        part = f"{table}-{next(self._number)}"
        self._parts.setdefault(table, []).append(part)
        return part

    def _show(self, table: str, schema: StructType | None = None) -> None:
        """Makes the files of a table a view of its name; without a schema the files are asked for it."""
        paths = [f"{self._spark_root}/{part}" for part in self._parts[table]]
        reader = self.session.read if schema is None else self.session.read.schema(schema)
        reader.parquet(*paths).createOrReplaceTempView(table)


def _places(folder: str) -> tuple[FileSystem, str, str]:
    """A folder or URI as file system and path for Arrow, and as URI for Spark."""
    from pyarrow.fs import FileSystem, LocalFileSystem

    if "://" not in folder:
        path = Path(folder).resolve()
        return LocalFileSystem(), str(path), path.as_uri()
    # Hadoop calls by s3a what everybody else calls s3.
    files, path = FileSystem.from_uri(re.sub("^s3a:", "s3:", folder))
    return files, path.rstrip("/"), folder.rstrip("/")


@contextmanager
def failures(name: str) -> Iterator[None]:
    """Raises what Spark says as a sentence of ours."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException, PythonException

    try:
        yield
    except (PySparkException, Py4JError) as error:
        # What an executor's Python raised stands at the end of its traceback.
        said = str(error).strip().splitlines() if isinstance(error, PythonException) else []
        raise WarehouseError(
            f"Spark failed in stage {name}: {said[-1].rstrip('.') if said else first_line(error)}.",
            "Executors need the packages of this environment: PYSPARK_PYTHON. The log of Spark says more.",
        ) from error
