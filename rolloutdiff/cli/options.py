"""Options that several commands share, and how their text becomes values."""

from __future__ import annotations

import re
import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from rolloutdiff.errors import UsageError
from rolloutdiff.ingest import Rollouts, load
from rolloutdiff.settings import AnalysisSettings, Resources

_QUOTED = re.compile(r'"(?:[^"]|"")+"')
# What stands between commas; a column in double quotes may hold them.
_ENTRY = re.compile(r'[^,=]+=\s*"(?:[^"]|"")+"\s*(?=,|$)|[^,]+')


AUTO = "auto"


class UnscoredChoice(StrEnum):
    """What --unscored can be."""

    error = "error"
    drop = "drop"
    keep = "keep"


class OtherSplitChoice(StrEnum):
    """What --other-split can be."""

    ask = "ask"
    keep = "keep"
    drop = "drop"


class Profile(StrEnum):
    """Rules that --profile names."""

    calibrated = "calibrated"
    original = "original"


class Vocabulary(StrEnum):
    """Steps that --vocabulary chooses features from."""

    run = "run"
    prefix = "prefix"


class StepFrom(StrEnum):
    """Where --step-from takes the training step from."""

    column = "column"
    file_name = "file_name"


class OnOverlap(StrEnum):
    """What --on-overlap does with a step that two files hold."""

    error = "error"
    latest = "latest"
    separate = "separate"


class Engine(StrEnum):
    """Where --engine has texts parsed and counted."""

    duckdb = "duckdb"
    spark = "spark"


_DEFAULTS = AnalysisSettings()
PROFILE = Profile(_DEFAULTS.profile)
VOCABULARY = Vocabulary(_DEFAULTS.vocabulary)
OTHER_SPLIT = OtherSplitChoice(_DEFAULTS.other_split)

OptionalPath = Annotated[
    Path | None,
    typer.Argument(metavar="PATH", help="Folder or file that the trainer wrote; or give --from-table."),
]
FromTableOption = Annotated[
    str | None,
    typer.Option("--from-table", help="Table or view of the database --db, read where it is."),
]
FormatOption = Annotated[
    str,
    typer.Option(
        "--format", metavar="NAME", help="Loader: auto looks at names and schema; trl, verl, table, and more."
    ),
]
RunOption = Annotated[str | None, typer.Option("--run", help="Name of the run; default: the folder's name.")]
RewardOption = Annotated[
    str | None,
    typer.Option("--reward-column", help="Reward column, or a weighted sum: a=1,b=0.5."),
]
ColumnsOption = Annotated[
    list[str] | None,
    typer.Option("--columns", help="Mapping for tables: prompt=question,response=answer."),
]
ProfileOption = Annotated[
    Profile, typer.Option("--profile", help="Rules whose evidence and events lead the report.")
]
VocabularyOption = Annotated[
    Vocabulary,
    typer.Option("--vocabulary", help="Choose features from the whole run, or never from later steps."),
]
OtherSplitOption = Annotated[
    OtherSplitChoice,
    typer.Option(
        "--other-split",
        help="Steps that look like an evaluation: leave them out and warn, count them, or leave them out.",
    ),
]
StepFromOption = Annotated[
    StepFrom, typer.Option("--step-from", help="Where the training step is: a column, or the file's name.")
]
OverlapOption = Annotated[
    OnOverlap,
    typer.Option(
        "--on-overlap", help="One step in two TRL files: stop, take the later, or runs of their own."
    ),
]
SkipRowsOption = Annotated[
    bool, typer.Option("--skip-bad-rows", help="Set rows that cannot be read aside instead of stopping.")
]
SkipFilesOption = Annotated[
    bool, typer.Option("--skip-unreadable", help="Leave files that cannot be read out instead of stopping.")
]
SchemaOption = Annotated[str, typer.Option("--schema", help="Schema for our tables and views.")]
ThreadsOption = Annotated[int | None, typer.Option("--threads", min=1, help="DuckDB worker threads.")]
MemoryOption = Annotated[str | None, typer.Option("--memory-limit", help="DuckDB memory limit, such as 2GB.")]
TempOption = Annotated[
    Path | None, typer.Option("--temp-directory", help="Folder for spilled data; default: a private one.")
]

FeatureOption = Annotated[
    list[str] | None,
    typer.Option("--feature", help="A feature of your own: name=SQL over prompt and response; repeatable."),
]
FeaturesOption = Annotated[
    Path | None, typer.Option("--features", help="TOML file whose table [features] holds name = SQL.")
]


def parse_columns(options: list[str] | None) -> dict[str, str] | None:
    """`["prompt=q,response=a"]` to a mapping; `response="a, b"` names a column with a comma.

    Raises:
        UsageError: An entry has no `=`.
    """
    if not options:
        return None
    mapping = {}
    for entry in (e for option in options for e in _ENTRY.findall(option)):
        canonical, found, source = entry.partition("=")
        if not found or not source:
            raise UsageError(
                f"--columns has the entry {entry!r}.", "Write canonical=source, such as prompt=question."
            )
        source = source.strip()
        if _QUOTED.fullmatch(source):
            source = source[1:-1].replace('""', '"')
        mapping[canonical.strip()] = source
    return mapping


def parse_features(options: list[str] | None, file: Path | None) -> tuple[tuple[str, str], ...]:
    """Custom features as pairs of name and expression: those of `["name=expression"]`, and of a TOML file.

    Raises:
        UsageError: An entry has no `=`, or the file is not one of features.
    """
    pairs = []
    for entry in options or ():
        name, found, expression = entry.partition("=")
        if not found:
            raise UsageError(
                f"--feature has the entry {entry!r}.", "Write name=SQL, such as long=length(response) > 2000."
            )
        pairs.append((name.strip(), expression))
    if file is not None:
        pairs += _features_of(file)
    return tuple(pairs)


def _features_of(file: Path) -> list[tuple[str, str]]:
    hint = 'Write a table [features] of lines such as long = "length(response) > 2000".'
    try:
        held = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"--features names {str(file)!r}: {error.strerror}.", "Correct the path.") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"--features names {str(file)!r}, which is not TOML: {error}.", hint) from error
    table = held.get("features")
    if not isinstance(table, dict):
        raise UsageError(f"--features names {str(file)!r}, which has no table [features].", hint)
    for name, expression in table.items():
        if not isinstance(expression, str):
            raise UsageError(f"Feature {name!r} of {str(file)!r} is not a string.", hint)
    return list(table.items())


def open_dump(
    path: Path,
    format_: str,
    *,
    columns: list[str] | None,
    step_from: StepFrom,
    on_overlap: OnOverlap,
    **options: Any,
) -> Rollouts:
    """The rollouts that PATH and the loader options name."""
    return load(
        path,
        format=format_,
        columns=parse_columns(columns),
        step_from=step_from.value,
        on_overlap=on_overlap.value,
        **options,
    )


def open_input(
    path: Path | None,
    from_table: str | None,
    db: Path | None,
    format_: str,
    *,
    run: str | None,
    reward_column: str | None,
    columns: list[str] | None,
    step_from: StepFrom,
    on_overlap: OnOverlap,
    skip_bad_rows: bool,
    skip_unreadable: bool,
) -> tuple[Rollouts | None, dict[str, Any]]:
    """What is to be read: the rollouts of PATH, or the arguments that say which table.

    Raises:
        UsageError: Neither or both are given, or what does not go with --from-table.
    """
    common = {"run": run, "reward_column": reward_column, "skip_bad_rows": skip_bad_rows}
    if from_table is not None:
        _only_table(path, db, format_, step_from, on_overlap, skip_unreadable)
        return None, {"table": from_table, "columns": parse_columns(columns), **common}
    if path is None:
        raise UsageError("Nothing to read.", "Give PATH, or --from-table with --db.")
    return open_dump(
        path,
        format_,
        columns=columns,
        step_from=step_from,
        on_overlap=on_overlap,
        skip_unreadable=skip_unreadable,
        **common,
    ), {}


def _only_table(
    path: Path | None,
    db: Path | None,
    format_: str,
    step_from: StepFrom,
    on_overlap: OnOverlap,
    skip_unreadable: bool,
) -> None:
    """Refuses what --from-table cannot go with: a path, an option of files, or no database."""
    of_files = {
        "PATH": path is not None,
        f"--format {format_}": format_ not in (AUTO, "table"),
        "--step-from file_name": step_from is not StepFrom.column,
        "--on-overlap": on_overlap is not OnOverlap.error,
        "--skip-unreadable": skip_unreadable,
    }
    for name, is_given in of_files.items():
        if is_given:
            raise UsageError(f"{name} is given together with --from-table.", "Give one of the two.")
    if db is None:
        raise UsageError("--from-table is given without --db.", "Give the database that holds the table.")


def resources(threads: int | None, memory_limit: str | None, temp_directory: Path | None) -> Resources:
    """Limits for the DuckDB that we open."""
    return Resources(
        threads=threads,
        memory_limit=memory_limit,
        temp_directory=None if temp_directory is None else str(temp_directory),
    )
