"""Completion logs of TRL, one file at a time: schema, steps, and ranges of numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from rolloutdiff.errors import ColumnMappingError
from rolloutdiff.ingest.reward import NUMBER_TEXT, Candidate
from rolloutdiff.ingest.rollouts import SourceFile
from rolloutdiff.ingest.wording import bad_row, did_you_mean, show

LOG_NAME = re.compile(r"completions_[0-9]+\.parquet")

_STEP_TEXT = r"^[+-]?[0-9]{1,18}([.]0*)?$"
_FIXED = ("step", "prompt", "completion")


@dataclass(frozen=True, kw_only=True)
class LogFile:
    """The footer of one log.

    Attributes:
        source: The file.
        columns: Kind of every column by name, in order: number, text, messages, null or other.
        schema: Text that is equal for files which DuckDB reads alike.
        rows: Number of rows.
    """

    source: SourceFile
    columns: dict[str, str]
    schema: str
    rows: int

    @property
    def values(self) -> list[str]:
        """Columns besides step, prompt, completion and the index that pandas may have left."""
        return [c for c in self.columns if c not in _FIXED and not c.startswith("__index_level_")]


def _kind(kind: pa.DataType) -> str:
    types = pa.types
    if types.is_dictionary(kind):
        return _kind(kind.value_type)
    if types.is_integer(kind) or types.is_floating(kind) or types.is_boolean(kind) or types.is_decimal(kind):
        return "number"
    if types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind):
        return "text"
    if (types.is_list(kind) or types.is_large_list(kind)) and types.is_struct(kind.value_type):
        return "messages"
    return "null" if types.is_null(kind) else "other"


def read_footer(source: SourceFile) -> LogFile:
    """The schema of a file.

    Raises:
        OSError: The file cannot be read.
        pyarrow.ArrowException: The file is cut short or no parquet.
    """
    with pq.ParquetFile(source.on_disk) as file:
        schema = file.schema_arrow
        return LogFile(
            source=source,
            columns={f.name: _kind(f.type) for f in schema},
            schema=schema.to_string(
                show_schema_metadata=False, show_field_metadata=False, truncate_metadata=False
            ),
            rows=file.metadata.num_rows,
        )


def check_columns(log: LogFile) -> None:
    """Check that the file is a completion log.

    Raises:
        ColumnMappingError: A column is missing, has the wrong type, or two names differ only by case.
    """
    name = show(log.source.on_disk)
    for column in _FIXED:
        if column not in log.columns:
            raise ColumnMappingError(
                f"{name} has no column {column}; it has {', '.join(map(show, log.columns))}.",
                did_you_mean(column, log.columns)
                or "Use --format table and name the columns with --columns.",
            )
    for column in ("prompt", "completion"):
        if log.columns[column] not in ("text", "messages", "null"):
            raise ColumnMappingError(f"Column {column} of {name} is neither text nor a list of messages.")
    folded: dict[str, str] = {}
    for column in log.columns:
        twin = folded.setdefault(column.casefold(), column)
        if twin != column:
            raise ColumnMappingError(
                f"{name} has the columns {show(twin)} and {show(column)}, which DuckDB takes for one.",
                "Rename one of them.",
            )


def _column(log: LogFile, table: pa.Table, name: str) -> pa.ChunkedArray:
    column = table.column(name)
    return column.cast(column.type.value_type) if pa.types.is_dictionary(column.type) else column


def _first(mask: pa.ChunkedArray) -> int:
    # Neither index nor fill_null: the scalars that they make load pandas.
    if pc.all(mask, skip_nulls=False).as_py():
        return -1
    return next((row for row, value in enumerate(mask.to_pylist()) if not value), -1)


def read_steps(log: LogFile, table: pa.Table, *, skip_bad_rows: bool) -> list[int]:
    """Distinct steps in column `step`, sorted: integers, and floats and texts that are whole numbers.

    Raises:
        BadRow: A step is anything else, and rows are not to be set aside.
    """
    column = _column(log, table, "step")
    if pa.types.is_integer(column.type):
        whole = pc.is_valid(column)
    elif pa.types.is_floating(column.type):
        whole = pc.and_(pc.is_finite(column), pc.equal(pc.floor(column), column))
    elif log.columns["step"] == "text":
        whole = pc.match_substring_regex(column, _STEP_TEXT)
    else:
        whole = pa.chunked_array([pa.repeat(False, len(chunk)) for chunk in column.chunks], pa.bool_())
    row = _first(whole)
    if row >= 0 and not skip_bad_rows:
        value = column[row].as_py()
        reason = "null" if value is None else "not a whole number"
        raise bad_row(log.source.on_disk, row, column="step", value=value, reason=reason, lines=False)
    good = pc.unique(column.filter(whole))
    return sorted({int(float(v)) if not isinstance(v, int) else v for v in good.to_pylist()})


def tally(log: LogFile, table: pa.Table, name: str, *, strict: bool) -> Candidate | None:
    """Range of a numeric column, or of a text column that holds the exact text of numbers.

    Args:
        log: The file.
        table: The column's values.
        name: The column.
        strict: Whether text that is no number is an error.

    Returns:
        The range; None when the column holds other text.

    Raises:
        BadRow: The column holds other text, and that is an error.
    """
    column = _column(log, table, name)
    if log.columns[name] == "text":
        plain = pc.match_substring_regex(column, f"^({NUMBER_TEXT})$")
        if pc.any(pc.invert(plain)).as_py():
            if not strict:
                return None
            row = plain.to_pylist().index(False)
            value = column[row].as_py()
            raise bad_row(
                log.source.on_disk, row, column=name, value=value, reason="text, not a number", lines=False
            )
        lower = pc.utf8_lower(column)
        lower = pc.replace_substring(pc.replace_substring(lower, "true", "1"), "false", "0")
        column = pc.replace_substring_regex(lower, r"^\+", "")
    elif pa.types.is_boolean(column.type):
        column = column.cast(pa.uint8())
    values = column.cast(pa.float64(), safe=False)
    values = values.filter(pc.is_finite(values))
    extent = pc.min_max(values).as_py()
    return Candidate(name=name, low=extent["min"], high=extent["max"], scored=len(values), rows=log.rows)


def read_columns(log: LogFile, names: Iterable[str]) -> pa.Table:
    """Some columns of a file, those it has.

    Raises:
        OSError: The file cannot be read.
        pyarrow.ArrowException: The data of a column is damaged.
    """
    with pq.ParquetFile(log.source.on_disk) as file:
        return file.read(columns=[n for n in dict.fromkeys(names) if n in log.columns])


def merge(name: str, found: Collection[Candidate], rows: int) -> Candidate:
    """The range of a column over all files; rows of files without it count as not scored."""
    lows = [c.low for c in found if c.low is not None]
    highs = [c.high for c in found if c.high is not None]
    return Candidate(
        name=name,
        low=min(lows, default=None),
        high=max(highs, default=None),
        scored=sum(c.scored for c in found),
        rows=rows,
    )
