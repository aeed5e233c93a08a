"""Tables of any kind as streams of Arrow batches with the columns that the stage file reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from copy import copy
from pathlib import Path
from typing import Any, Protocol, cast

import duckdb
import pyarrow as pa

from rolloutdiff.columns import column
from rolloutdiff.errors import ColumnMappingError, InputError, UsageError
from rolloutdiff.ingest.files import escape_glob, longest_row
from rolloutdiff.ingest.wording import show

# Column of the stream, and column of the source; None for a column of NULLs.
Projection = Sequence[tuple[str, str | None]]

_BATCH_ROWS = 10_000
# Names a column for the file of a row; no table of a user has it.
_FILE = "rolloutdiff source file"
_OPTIONS = (
    "header = true, all_varchar = true, allow_quoted_nulls = false, hive_partitioning = false,"
    f" max_line_size = $longest, buffer_size = $longest, filename = '{_FILE}'"
)


class Source(Protocol):
    """A table that can be streamed."""

    @property
    def columns(self) -> list[str] | None:
        """Names of the columns."""
        ...

    def open(
        self, cursor: duckdb.DuckDBPyConnection, projection: Projection
    ) -> AbstractContextManager[pa.RecordBatchReader]:
        """The rows in order, with the columns of a projection; closed at the end of a `with` block."""
        ...


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


@contextmanager
def stream(relation: duckdb.DuckDBPyRelation, size: int = _BATCH_ROWS) -> Iterator[pa.RecordBatchReader]:
    """Streams a relation in batches of so many rows, on the connection that it belongs to."""
    # Of the ways to Arrow this one streams on every DuckDB; it got a new name on the way.
    batches = getattr(relation, "to_arrow_reader", None) or relation.fetch_arrow_reader
    with batches(size) as reader:
        yield reader


@contextmanager
def _reader(relation: duckdb.DuckDBPyRelation, projection: Projection) -> Iterator[pa.RecordBatchReader]:
    """Streams columns of a relation, on the connection that the relation belongs to."""
    fields = [
        f"{'null::varchar' if source is None else _identifier(source)} as {_identifier(name)}"
        for name, source in projection
    ]
    with stream(relation.project(", ".join(fields))) as reader:
        yield reader


class RelationSource:
    """A DuckDB relation, streamed on the connection of the caller."""

    def __init__(self, relation: duckdb.DuckDBPyRelation) -> None:
        self._relation = relation

    @property
    def columns(self) -> list[str] | None:
        """Names of the columns."""
        return list(self._relation.columns)

    def open(
        self, cursor: duckdb.DuckDBPyConnection, projection: Projection
    ) -> AbstractContextManager[pa.RecordBatchReader]:
        """The rows in the order of the relation."""
        return _reader(self._relation, projection)


class FileSource:
    """Parquet or CSV files with the same columns, one after the other; every cell of a CSV file is text.

    Args:
        files: The files with their sizes in bytes.
        kind: `parquet` or `csv`.
        con: Connection to look the first file up on.

    Attributes:
        schema: Name and type of the columns, as DuckDB writes them.
    """

    def __init__(
        self, files: Sequence[tuple[Path, int]], kind: str, con: duckdb.DuckDBPyConnection | None = None
    ) -> None:
        self._files, self._kind = tuple(files), kind
        self.schema: list[tuple[str, str]] = []
        if con is None:
            with duckdb.connect() as own:
                self._look(own)
        else:
            self._look(con)

    def _look(self, con: duckdb.DuckDBPyConnection) -> None:
        first = self._relation(con, self._files[:1])
        self.schema = [(n, str(t)) for n, t in zip(first.columns, first.types, strict=True) if n != _FILE]

    def of(self, files: Sequence[tuple[Path, int]]) -> FileSource:
        """The same for other files with these columns."""
        other = copy(self)
        other._files = tuple(files)
        return other

    def _relation(
        self, con: duckdb.DuckDBPyConnection, files: Sequence[tuple[Path, int]]
    ) -> duckdb.DuckDBPyRelation:
        paths = [escape_glob(path) for path, _ in files]
        if self._kind == "parquet":
            query = f"from read_parquet($files, hive_partitioning = false, filename = '{_FILE}')"
            return con.sql(query, params={"files": paths})
        longest = longest_row(files)
        query = f"from read_csv($files, {_OPTIONS})"
        return con.sql(query, params={"files": paths, "longest": longest})

    @property
    def columns(self) -> list[str] | None:
        """Names of the columns."""
        return [name for name, _ in self.schema]

    @contextmanager
    def open(
        self, cursor: duckdb.DuckDBPyConnection, projection: Projection
    ) -> Iterator[pa.RecordBatchReader]:
        """The rows in the order of the files.

        Columns `place` and `place_row` without a source are the number of the file, from 1, and the
        zero-based row in it.
        """
        placed = [*projection, (_FILE, _FILE)]
        with cursor.cursor() as own, _reader(self._relation(own, self._files), placed) as reader:
            schema = reader.schema.remove(len(projection))
            for name in ("place", "place_row"):
                if (name, None) in projection:
                    schema = schema.set(schema.get_field_index(name), pa.field(name, pa.int64()))
            batches = self._placed(reader, schema)
            with pa.RecordBatchReader.from_batches(schema, batches) as counted:
                yield counted

    def _placed(self, reader: pa.RecordBatchReader, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
        places = {str(path): place for place, (path, _) in enumerate(self._files, 1)}
        last, count = 0, 0
        for batch in reader:
            place, row = [], []
            # The rows of a file follow each other, so that these counts are in order.
            for run in batch.column(len(schema)).value_counts().to_pylist():
                if places[run["values"]] != last:
                    last, count = places[run["values"]], 0
                place.append(column([last] * run["counts"], pa.int64()))
                row.append(column(range(count, count + run["counts"]), pa.int64()))
                count += run["counts"]
            made = {"place": pa.concat_arrays(place), "place_row": pa.concat_arrays(row)}
            columns = [
                made[field.name] if field.name in made else batch.column(at)
                for at, field in enumerate(schema)
            ]
            yield pa.RecordBatch.from_arrays(columns, schema=schema)


class ArrowSource:
    """An Arrow table, or anything that gives an Arrow stream."""

    def __init__(self, data: Any) -> None:
        self._data = data
        self._is_spent = False

    @property
    def columns(self) -> list[str] | None:
        """Names of the columns."""
        schema = self._data.schema
        return list(schema.names)

    def _batches(self) -> Iterable[pa.RecordBatch]:
        if isinstance(self._data, pa.Table):
            return cast("Iterable[pa.RecordBatch]", self._data.to_batches())
        if self._is_spent:
            raise InputError("The Arrow stream was read before.", "Give a table, or open the stream again.")
        self._is_spent = True
        return cast("Iterable[pa.RecordBatch]", self._data)

    @contextmanager
    def open(
        self, cursor: duckdb.DuckDBPyConnection, projection: Projection
    ) -> Iterator[pa.RecordBatchReader]:
        """The rows in order; a reader can be opened once."""
        names: list[str] = self._data.schema.names
        places = [None if source is None else names.index(source) for _, source in projection]
        kinds = [pa.string() if place is None else self._data.schema.field(place).type for place in places]
        schema = pa.schema([(name, kind) for (name, _), kind in zip(projection, kinds, strict=True)])

        batches = self._batches()

        def projected() -> Iterator[pa.RecordBatch]:
            for batch in batches:
                columns = [
                    pa.nulls(batch.num_rows, kind) if place is None else batch.column(place)
                    for place, kind in zip(places, kinds, strict=True)
                ]
                yield pa.RecordBatch.from_arrays(columns, schema=schema)

        with pa.RecordBatchReader.from_batches(schema, projected()) as reader:
            yield reader


def as_source(data: Any) -> tuple[Source, str]:
    """A source for a data frame, an Arrow table or stream, or a DuckDB relation; and what to call it.

    Raises:
        ColumnMappingError: A column of a data frame mixes types.
        UsageError: The data is none of these.
    """
    if isinstance(data, duckdb.DuckDBPyRelation):
        return RelationSource(data), "relation"
    if isinstance(data, pa.RecordBatchReader | pa.Table):
        return ArrowSource(data), "table"
    if isinstance(data, pa.RecordBatch):
        return ArrowSource(pa.Table.from_batches([data])), "table"
    library = type(data).__module__.split(".")[0]
    try:
        if library == "pandas":
            return ArrowSource(pa.Table.from_pandas(data)), "dataframe"
        if hasattr(data, "__arrow_c_stream__"):
            if library == "polars":
                return ArrowSource(pa.table(data)), "dataframe"
            return ArrowSource(pa.RecordBatchReader.from_stream(data)), "table"
    except (pa.ArrowException, TypeError) as error:
        first = show(str(error).partition("\n")[0])
        raise ColumnMappingError(
            f"The data frame cannot be turned into Arrow: {first}.",
            "Give every column one type; messages as lists of dictionaries with text content.",
        ) from error
    hint = (
        "Collect it first: frame.collect()." if library == "polars" else "Give a data frame, an Arrow table"
    )
    if library != "polars":
        hint += " or reader, a DuckDB relation, the name of a table, or a path."
    raise UsageError(f"A {type(data).__name__} is no table.", hint)
