"""Small tables beside a dump, such as labelled rows and truth labels: a file, a frame, or rows of Python."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from rolloutdiff.errors import PathNotFound, UnknownFormat, UnreadableFile, UsageError
from rolloutdiff.ingest.files import escape_glob
from rolloutdiff.ingest.wording import quoted

_KINDS = {
    ".csv": "csv",
    ".tsv": "csv",
    ".jsonl": "json",
    ".ndjson": "json",
    ".json": "json",
    ".parquet": "parquet",
}


def read_flat(data: object, what: str) -> tuple[pa.Table, str]:
    """A small table, whole, with the types that DuckDB finds.

    Args:
        data: Path of a CSV, JSONL or parquet file; an Arrow table, or anything else with an Arrow stream; or
            a list of mappings.
        what: What it is, for errors.

    Returns:
        The table, and the hex digest of the file's bytes or of the rows.

    Raises:
        PathNotFound: There is no such file.
        UnknownFormat: The file's name says none of the known formats.
        UnreadableFile: The file is not what its name says.
        UsageError: The data is no table.
    """
    if isinstance(data, str | os.PathLike):
        return _of_file(Path(data), what)
    if isinstance(data, Sequence) and all(isinstance(row, Mapping) for row in data):
        table = pa.Table.from_pylist([dict(row) for row in data])
    elif hasattr(data, "__arrow_c_stream__"):
        table = pa.table(data)
    else:
        raise UsageError(
            f"The {what} are a {type(data).__name__}.", "Give a file, a data frame or a list of rows."
        )
    return table, _digest(table)


def _of_file(path: Path, what: str) -> tuple[pa.Table, str]:
    if not path.is_file():
        raise PathNotFound(f"There is no file {quoted(path)} of {what}.", "Check the path.")
    kind = _KINDS.get(path.suffix.lower())
    if kind is None:
        raise UnknownFormat(
            f"File {quoted(path.name)} of {what} has no known ending.",
            "Give a .csv, .jsonl or .parquet file.",
        )
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    with duckdb.connect() as con:
        con.execute("set threads = 1")
        try:
            return _relation(con, escape_glob(path), kind).to_arrow_table(), digest
        except duckdb.Error as error:
            reason = str(error).partition("\n")[0]
            raise UnreadableFile(
                f"File {quoted(path.name)} of {what} cannot be read: {reason}.", "Check what wrote it."
            ) from error


def _relation(con: duckdb.DuckDBPyConnection, path: str, kind: str) -> duckdb.DuckDBPyRelation:
    if kind == "parquet":
        return con.read_parquet([path], hive_partitioning=False)
    if kind == "csv":
        return con.read_csv([path], header=True, hive_partitioning=False)
    return con.read_json(path, hive_partitioning=False)


def _digest(table: pa.Table) -> str:
    rows: list[Any] = table.to_pylist()
    return hashlib.sha256(repr((table.column_names, rows)).encode()).hexdigest()
