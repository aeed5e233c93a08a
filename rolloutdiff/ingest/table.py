"""Any table: data frames, Arrow, DuckDB relations and tables, parquet, CSV and JSONL files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import duckdb

from rolloutdiff.errors import PathNotFound, UsageError
from rolloutdiff.ingest.files import existing
from rolloutdiff.ingest.mapping import ColumnMap, Wanted, check_wanted, map_columns
from rolloutdiff.ingest.reward import parse_formula
from rolloutdiff.ingest.rollouts import Rollouts, SourceFile
from rolloutdiff.ingest.sources import RelationSource, Source, as_source
from rolloutdiff.ingest.table_chunk import TableChunk
from rolloutdiff.ingest.table_files import from_files
from rolloutdiff.ingest.table_name import TableName
from rolloutdiff.ingest.wording import listed, quoted, show

StepFrom = Literal["column", "file_name"]


def from_table(
    data: Any,
    *,
    columns: Mapping[str, str] | None = None,
    run: str | None = None,
    reward_column: str | None = None,
    reward_parts: Sequence[str] = (),
    step_from: StepFrom = "column",
    name: str | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    skip_bad_rows: bool = False,
    skip_unreadable: bool = False,
) -> Rollouts:
    """Open any table as rollouts.

    Canonical columns are run, step, sample_id, prompt_id, prompt, response, reward, group_id, split, slice
    (a part of the prompts, such as a family), and the numbers gold (trusted quality), logprob, ref_logprob
    and target_logprob (log-probability of the completion under the policy that sampled it, the reference,
    and a further one). A column that has such a name needs no mapping. Without sample_id a row is named
    `{table}:{row}`, without prompt_id the prompt is its own identity (the start of its SHA-256). Prompt and
    response are text, or lists of messages as chat models use them.

    Args:
        data: A pandas or polars data frame; an Arrow table, batch, reader, or anything else with an Arrow
            stream; a DuckDB relation (streamed on its own connection); the name of a table; or the path of
            a parquet, CSV or JSONL file, or of a folder of such files of one kind. All cells of CSV files,
            and all texts of JSONL files, stay text as they are.
        columns: Source column by canonical name, such as `{"prompt": "question"}`. In JSONL a source may be
            a dotted path: `{"prompt": "content.0"}`. `reward` may be a weighted sum, as in `reward_column`.
        run: Name of the run for all rows; default: column `run`, or for a path the name of file or folder.
        reward_column: Reward column or weighted sum such as `a=1,b=0.5`; default: column `reward`.
        reward_parts: Further numeric columns to keep as reward parts.
        step_from: `column`, or `file_name` for files whose names hold one whole number, the step.
        name: What to call a table that is no file; it becomes the `source_file` of its rows.
        con: Connection to look up a table name on; default: the one the analysis works in.
        skip_bad_rows: Set rows that cannot be used aside instead of stopping.
        skip_unreadable: Leave out files that cannot be read instead of stopping.

    Returns:
        The rollouts, not read yet. An analysis of them stops at rewards that are not finite, unless told
        otherwise.

    Raises:
        ColumnMappingError: A canonical column has no source, or the source does not exist.
        PathNotFound: There is no such file or table.
        NoRolloutFiles: A folder holds no file of a known kind, or JSONL files hold no row.
        UnknownFormat: A folder holds files of several kinds, or a file is of none.
        UnreadableFile: A file is cut short or not what its name says.
        RewardColumnError: The reward does not exist or is not numeric.
        BadRow: A JSONL line is no object.
        UsageError: The data is no table, or arguments contradict each other.
    """
    wanted = check_wanted(columns, run, reward_column, reward_parts, step_from)
    is_text = isinstance(data, str | os.PathLike)
    if is_text and (con is None and _is_path(data)):
        return from_files(
            existing(data),
            wanted,
            skip_bad_rows=skip_bad_rows,
            skip_unreadable=skip_unreadable,
        )
    if wanted.step_from_name:
        raise UsageError(
            "The step is to come from file names, and the table is no file.", "Map step to a column."
        )
    source: Source | TableName
    if is_text:
        source, label = _named(str(data), con), str(data)
    else:
        source, label = as_source(data)
    kind = "table of the database" if is_text else type(data).__name__
    return _rollouts(source, name or label, kind, source.columns, wanted, skip_bad_rows)


def table_in(
    cursor: duckdb.DuckDBPyConnection,
    name: str,
    *,
    columns: Mapping[str, str] | None = None,
    run: str | None = None,
    reward_column: str | None = None,
    skip_bad_rows: bool = False,
) -> Rollouts:
    """Open a table or view of a database as rollouts; it is read there, and only the columns that are needed.

    Args:
        cursor: Cursor that the rollouts will be read on.
        name: Its name, such as `completions`, `my_schema.completions` or `"my schema"."completions"`.
        columns: As in `from_table`.
        run: As in `from_table`.
        reward_column: As in `from_table`.
        skip_bad_rows: As in `from_table`.

    Raises:
        PathNotFound: There is no such table or view.
        ColumnMappingError: A canonical column has no source, or the source does not exist.
        RewardColumnError: The reward is no formula.
        InputError: It is a view that does not work.
        UsageError: Arguments contradict each other.
    """
    wanted = check_wanted(columns, run, reward_column, (), "column")
    source = TableName(name, may_be_file=False)
    label, available = source.label(cursor), source.columns_on(cursor)
    return _rollouts(source, label, "table of the database", available, wanted, skip_bad_rows)


def _rollouts(
    source: Source | TableName,
    name: str,
    kind: str,
    available: Sequence[str] | None,
    wanted: Wanted,
    skip_bad_rows: bool,
) -> Rollouts:
    file = SourceFile(name=name)
    mapped: ColumnMap | None = None
    if available is not None:
        mapped = map_columns(wanted, available, f"Table {show(name)}")
    formula = parse_formula(wanted.reward or "reward", ()) if mapped is None else mapped.formula
    return Rollouts(
        format="table",
        evidence=kind if available is None else f"{kind} with columns {listed(available)}",
        source=show(name),
        run=wanted.run,
        files=(file,),
        reward_formula=formula.text,
        reward_parts=() if mapped is None else tuple(sorted(mapped.shown_parts)),
        skip_bad_rows=skip_bad_rows,
        default_unscored="error",
        plan=(
            TableChunk(
                source=source, wanted=wanted, columns=mapped, files=(file,), skip_bad_rows=skip_bad_rows
            ),
        ),
    )


def _is_path(data: str | os.PathLike[str]) -> bool:
    """Whether text is meant as a path: it exists, or does not look like the name of a table."""
    text = os.fspath(data)
    if not isinstance(data, str) or os.path.exists(os.path.expanduser(text)):
        return True
    suffix = os.path.splitext(text)[1].lower()
    return os.sep in text or suffix in (".parquet", ".csv", ".tsv", ".gz", ".jsonl", ".ndjson", ".json")


def _named(name: str, con: duckdb.DuckDBPyConnection | None) -> Source | TableName:
    if con is None:
        return TableName(name)
    try:
        return RelationSource(con.table(name))
    except duckdb.Error as error:
        raise PathNotFound(f"The connection has no table {quoted(name)}.", "Check the name.") from error
