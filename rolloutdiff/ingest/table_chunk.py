"""A table that is read by one statement, and how the stage file is told about it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

import duckdb

from rolloutdiff.ingest.columns import CANONICAL
from rolloutdiff.ingest.files import ensure_unchanged, reading
from rolloutdiff.ingest.mapping import ColumnMap, Wanted, map_columns, number_places
from rolloutdiff.ingest.rollouts import RunSql, SourceFile
from rolloutdiff.ingest.sources import FileSource, Projection, Source
from rolloutdiff.ingest.table_name import TableName
from rolloutdiff.ingest.wording import raise_rejected, show

_LABELS = ("run", "step", "sample_id", "prompt_id", "prompt")


@contextmanager
def readable(
    source: Source | TableName, cursor: duckdb.DuckDBPyConnection, projection: Projection
) -> Iterator[None]:
    """Lets a cursor read `staged_source`: the table itself where it is in the database, else a stream."""
    if isinstance(source, TableName):
        with source.view(cursor, "staged_source", projection):
            yield
        return
    with source.open(cursor, projection) as reader:
        cursor.register("staged_source", reader)
        try:
            yield
        except BaseException:
            # In a failed transaction DuckDB refuses this; the rollback does it then.
            with suppress(duckdb.Error):
                cursor.unregister("staged_source")
            raise
        cursor.unregister("staged_source")


@dataclass(frozen=True, kw_only=True)
class TableChunk:
    """One table, or files that are read as one.

    Attributes:
        source: The table.
        wanted: What was asked for.
        columns: Where canonical columns come from; None when the table is looked up when it is read.
        files: Its files, or the name that stands for one.
        file_steps: Step in the name of each file; None when a column has it.
        is_untyped: Whether all cells are text, as in CSV.
        skip_bad_rows: Whether rows that cannot be used are set aside.
    """

    source: Source | TableName
    wanted: Wanted
    columns: ColumnMap | None
    files: tuple[SourceFile, ...]
    file_steps: tuple[int | None, ...] = (None,)
    is_untyped: bool = False
    skip_bad_rows: bool = False

    def without(self, names: Collection[str]) -> TableChunk | None:
        """The chunk without the files of these names; None when no file is left."""
        left = [(f, n) for f, n in zip(self.files, self.file_steps, strict=True) if f.name not in names]
        if not left:
            return None
        files, steps = zip(*left, strict=True)
        return replace(self, files=files, file_steps=steps)

    def stage(self, cursor: duckdb.DuckDBPyConnection, run_sql: RunSql) -> None:
        """Append the rows to `staged_row`; see `Chunk.stage`."""
        ensure_unchanged(self.files)
        columns = self._columns(cursor)
        source = self.source
        if isinstance(source, FileSource):
            source = source.of([(file.on_disk, file.bytes or 0) for file in self.files])
        with reading(self.files), readable(source, cursor, self._projection(columns)):
            run_sql("read_table", self._parameters(columns))
        ensure_unchanged(self.files)
        if not self.skip_bad_rows:
            raise_rejected(cursor, {f.name: f.path or f.name for f in self.files}, lines=False)

    def _columns(self, cursor: duckdb.DuckDBPyConnection) -> ColumnMap:
        if self.columns is not None:
            return self.columns
        source = self.source
        available = source.columns_on(cursor) if isinstance(source, TableName) else source.columns
        return map_columns(self.wanted, available or [], f"Table {show(self.files[0].name)}")

    def _projection(self, columns: ColumnMap) -> list[tuple[str, str | None]]:
        parts: list[str | None] = [None, *columns.numbers]
        return [
            ("place", None),
            ("place_row", None),
            *((name, columns.sources.get(name)) for name in CANONICAL),
            *((f"part_{i}", part) for i, part in enumerate(parts)),
        ]

    def _parameters(self, columns: ColumnMap) -> dict[str, Any]:
        return {
            "names": [file.name for file in self.files],
            "run": self.wanted.run,
            "file_steps": list(self.file_steps),
            "step_from_name": self.wanted.step_from_name,
            "labels": [columns.sources.get(name, name) for name in _LABELS],
            "required": [name for name in ("sample_id", "prompt_id") if name in columns.sources],
            "untyped": self.is_untyped,
            "shown_parts": len(columns.shown_parts),
            **number_places(columns.numbers, columns.formula, columns.measures, columns.tokens),
        }
