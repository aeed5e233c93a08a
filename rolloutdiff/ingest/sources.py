"""Tables of any kind as streams of Arrow batches with the columns that the stage file reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol, cast

import duckdb
import pyarrow as pa

from rolloutdiff.errors import ColumnMappingError, InputError, UsageError
from rolloutdiff.ingest.files import escape_glob
from rolloutdiff.ingest.wording import show

# Column of the stream, and column of the source; None for a column of NULLs.
Projection = Sequence[tuple[str, str | None]]

_BATCH_ROWS = 10_000
# As long as the lines of JSONL may be; unless told of a buffer, DuckDB 1.4 reserves one of 16 lines.
_MAX_LINE = 1 << 29


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
def stream(relation: duckdb.DuckDBPyRelation) -> Iterator[pa.RecordBatchReader]:
    """Streams a relation, on the connection that it belongs to."""
    # Of the ways to Arrow this one streams on every DuckDB; it got a new name on the way.
    batches = getattr(relation, "to_arrow_reader", None) or relation.fetch_arrow_reader
    with batches(_BATCH_ROWS) as reader:
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
    """A parquet or CSV file; every cell of a CSV file is text."""

    def __init__(self, path: Path, kind: str) -> None:
        self._path, self._kind = path, kind
        with duckdb.connect() as con:
            self._columns = list(self._relation(con).columns)

    def _relation(self, con: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyRelation:
        path = escape_glob(self._path)
        if self._kind == "parquet":
            return con.read_parquet([path], hive_partitioning=False)
        return con.read_csv(
            [path],
            header=True,
            all_varchar=True,
            allow_quoted_nulls=False,
            hive_partitioning=False,
            max_line_size=_MAX_LINE,
            buffer_size=_MAX_LINE,
        )

    @property
    def columns(self) -> list[str] | None:
        """Names of the columns."""
        return self._columns

    @contextmanager
    def open(
        self, cursor: duckdb.DuckDBPyConnection, projection: Projection
    ) -> Iterator[pa.RecordBatchReader]:
        """The rows in the order of the file."""
        with cursor.cursor() as own, _reader(self._relation(own), projection) as reader:
            yield reader


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
