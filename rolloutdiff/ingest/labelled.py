"""Labelled completions that belong to no run: one file or table, of which a few columns are read."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import pyarrow as pa

from rolloutdiff.errors import BadRow, ColumnMappingError, NoRolloutFiles, UnknownFormat
from rolloutdiff.ingest.files import existing, reading, source_file
from rolloutdiff.ingest.lines import pointer
from rolloutdiff.ingest.rollouts import RunSql, SourceFile
from rolloutdiff.ingest.sources import Projection, Source, as_source, stream
from rolloutdiff.ingest.survey import Survey, set_aside, unreadable_error
from rolloutdiff.ingest.table_chunk import readable
from rolloutdiff.ingest.table_files import kind_of, open_table
from rolloutdiff.ingest.wording import bad_row, did_you_mean, listed, quoted, show

if TYPE_CHECKING:
    from typing import Self

ROLES = ("slice", "gold", "behavior", "target", "score", "target_score")


@dataclass(frozen=True, kw_only=True)
class Labelled:
    """Where labelled completions were read from.

    Attributes:
        file: The file, or a name that stands for one.
        columns: Source column by role; roles without one left out.
    """

    file: SourceFile
    columns: Mapping[str, str]


class _JsonLines:
    """The objects of a JSONL file: every cell is JSON text."""

    def __init__(self, survey: Survey) -> None:
        self._survey = survey

    @property
    def columns(self) -> list[str] | None:
        """Keys, in order of first appearance."""
        return self._survey.keys

    @contextmanager
    def open(
        self, cursor: duckdb.DuckDBPyConnection, projection: Projection
    ) -> Iterator[pa.RecordBatchReader]:
        """The objects with the line of each."""
        keys = self._survey.keys
        pointers = {
            name: None if key is None else pointer(key) if key in keys else pointer(*key.split("."))
            for name, key in projection
            if name != "source_row"
        }
        with stream(self._survey.objects(pointers)) as reader:
            yield reader


@dataclass
class _Opened:
    """A table at hand, with what the stage file has to be told about it."""

    source: Source
    file: SourceFile
    as_json: bool = False
    untyped: bool = False
    survey: Survey | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self.survey is not None:
            self.survey.__exit__(None, None, None)


def read_labelled(
    cursor: duckdb.DuckDBPyConnection,
    run_sql: RunSql,
    data: Any,
    wanted: Mapping[str, str],
    options: Mapping[str, str],
) -> Labelled:
    """Read labelled completions into the temporary table `certify_row`.

    Args:
        cursor: Cursor of a database with our macros.
        run_sql: Runs a stage file by its name with named parameters on that cursor.
        data: Path of a parquet, CSV or JSONL file; or a data frame, Arrow table, or DuckDB relation. In JSONL
            a column may be a dotted path into an object.
        wanted: Source column by role; without `slice` a column of that name is taken if there is one.
        options: How the caller names a role, for messages.

    Raises:
        PathNotFound: There is no such file.
        UnknownFormat: The path is a folder, or a file of no known kind.
        NoRolloutFiles: A JSONL file holds no row.
        UnreadableFile: The file is cut short or not what its name says.
        ColumnMappingError: A column does not exist, or exists twice.
        BadRow: A value that should be a number is none; names file, row, column and value.
        UsageError: The data is no table.
    """
    with _opened(data) as table, reading([table.file] if table.file.path else []):
        available = table.source.columns or []
        columns = dict(wanted)
        if "slice" not in columns and "slice" in available:
            columns["slice"] = "slice"
        name = show(table.file.path or table.file.name)
        for role, column in columns.items():
            _check(column, available, name, options.get(role, role), dotted=table.as_json)
        projection = [("source_row", None), *((role, columns.get(role)) for role in ROLES)]
        with readable(table.source, cursor, projection):
            run_sql(
                "certify_read",
                {
                    "as_json": table.as_json,
                    "untyped": table.untyped,
                    "has_slice": "slice" in columns,
                    "labels": [columns.get(role) for role in ROLES[1:]],
                },
            )
    return Labelled(file=table.file, columns=columns)


def raise_fault(file: SourceFile, rows: Sequence[tuple[Any, ...]]) -> None:
    """Raise the fault that the stage `certify_fault` found, if it found one.

    Raises:
        BadRow: There is one.
    """
    for row, column, value, reason in rows:
        lines = file.path is not None and kind_of(file.name) == "jsonl"
        _refuse(file.path or file.name, row, column, value, reason, lines=lines)


def _refuse(
    place: Path | str, row: int, column: str | None, value: object, reason: str, *, lines: bool
) -> None:
    error = bad_row(place, row, column=column, value=value, reason=reason, lines=lines)
    raise BadRow(error.message, "Correct the row, or name another column.")


def _opened(data: Any) -> _Opened:
    if not isinstance(data, str | os.PathLike):
        source, label = as_source(data)
        return _Opened(source, SourceFile(name=label))
    path = existing(data)
    kind = None if path.is_dir() else kind_of(path.name)
    if kind is None:
        raise UnknownFormat(
            f"{show(path)} is no parquet, CSV or JSONL file.", "Give one file of labelled completions."
        )
    file = source_file(path, path.name)
    if kind != "jsonl":
        table = open_table(file, kind)
        if isinstance(table, str):
            raise unreadable_error({file: table})
        return _Opened(table, file, untyped=kind == "csv")
    return _json_lines(path, file)


def _json_lines(path: Path, file: SourceFile) -> _Opened:
    set_aside([file], False)
    survey = Survey([file]).__enter__()
    try:
        for line in survey.bad:
            if line.diagnosis.fault is not None:
                _refuse(path, line.line, None, None, line.diagnosis.fault, lines=True)
        if not survey.keys:
            raise NoRolloutFiles(f"{show(path)} holds no row.", "Give a file with one JSON object per line.")
    except BaseException:
        survey.__exit__(None, None, None)
        raise
    return _Opened(_JsonLines(survey), file, as_json=True, survey=survey)


def _check(column: str, available: Sequence[str], table: str, option: str, *, dotted: bool) -> None:
    if list(available).count(column) > 1:
        raise ColumnMappingError(f"{table} has two columns {show(column)}.", "Rename one of them.")
    if column not in available and not (dotted and column.split(".")[0] in available):
        near = did_you_mean(column, available)
        raise ColumnMappingError(
            f"{table} has no column {quoted(column)}; it has {listed(list(available))}.",
            f"{near} Name the column with {option}.".strip(),
        )
