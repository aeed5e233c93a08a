"""Which loader a path is for: names first, then the schema of one file; pickles are never opened."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import duckdb

from rolloutdiff.errors import ColumnMappingError, NoRolloutFiles, UnknownFormat, UsageError
from rolloutdiff.ingest.files import existing, natural, tree
from rolloutdiff.ingest.mapping import suggestion
from rolloutdiff.ingest.recognise import Recognition, first_object
from rolloutdiff.ingest.registry import kinds, loader_of, takers
from rolloutdiff.ingest.rollouts import Rollouts
from rolloutdiff.ingest.sources import FileSource
from rolloutdiff.ingest.table_files import find_tables, kind_of
from rolloutdiff.ingest.wording import listed, show

_DEFAULTS: dict[str, Any] = {"columns": None, "step_from": "column", "on_overlap": "error"}


@dataclass(frozen=True, kw_only=True)
class Detection:
    """What a path looks like.

    Attributes:
        format: `trl`, `verl`, `table`, or the name of another loader.
        evidence: Why, as a phrase.
        columns: For a table, its columns.
        suggestion: For a table, a mapping that may be meant: source column by canonical name.
    """

    format: str
    evidence: str
    columns: tuple[str, ...] = ()
    suggestion: Mapping[str, str] | None = None


def detect(path: str | os.PathLike[str]) -> Detection:
    """Say which loader a path is for.

    Raises:
        PathNotFound: The path does not exist.
        NoRolloutFiles: The folder is empty.
        UnknownFormat: No loader or more than one fits; names what is there, and pickles as what they are.
    """
    root = existing(path)
    return detection(root, kinds_at(root))


def detection(root: Path, kinds: Sequence[Recognition]) -> Detection:
    """Say which loader a path is for, of the kinds that it holds; see `detect`."""
    able = [kind for kind in kinds if kind.refusal is None]
    able = [kind for kind in able if not kind.is_second] or able
    if len(able) > 1:
        why = " and ".join(f"{kind.format} ({kind.evidence})" for kind in able)
        error = UnknownFormat(
            f"{show(root)} looks like {why}.", "Choose with --format, or give one folder of them."
        )
        error.choices = tuple((os.path.commonpath(kind.folders), kind.format) for kind in able)
        raise error
    if able:
        return Detection(format=able[0].format, evidence=able[0].evidence)
    claimed = {path for kind in kinds for path in kind.files}
    left = [path for path in _files(root) if path not in claimed]
    if any(kind_of(path.name) for path in left):
        return _as_table(root)
    for kind in sorted(kinds, key=lambda kind: kind.is_second):
        raise UnknownFormat(f"{show(root)} holds {kind.evidence}. {kind.refusal}", kind.remedy)
    there = Counter(path.suffix or path.name for path in left)
    raise UnknownFormat(
        f"{show(root)} holds nothing that a loader reads"
        f" ({listed([f'{count} {suffix}' for suffix, count in there.most_common()], 5)}).",
        "Give the folder that the trainer wrote, or a parquet, CSV or JSONL file with --format table.",
    )


def kinds_at(root: Path) -> list[Recognition]:
    """Kinds of dumps that a path holds, with those that cannot be analysed.

    Raises:
        NoRolloutFiles: The folder is empty.
    """
    left = sorted(_files(root), key=lambda path: natural(str(path)))
    if not left:
        raise NoRolloutFiles(f"{show(root)} is empty.", "Give the folder that the trainer wrote.")
    found = []
    for kind in kinds():
        recognition = kind.recognise(root, left)
        if recognition is not None:
            found.append(recognition)
            claimed = set(recognition.files)
            left = [path for path in left if path not in claimed]
    return found


def _files(root: Path) -> list[Path]:
    return [root] if root.is_file() else tree(root, lambda name: True)


def _as_table(root: Path) -> Detection:
    kind, files = find_tables(root)
    path = files[0][0]
    columns: list[str] = []
    if kind == "jsonl":
        columns = sorted(first_object(path) or ())
    else:
        try:
            columns = FileSource([(path, path.stat().st_size)], kind).columns or []
        except duckdb.Error:
            columns = []
    guess = suggestion(columns)
    return Detection(
        format="table",
        evidence=f"{kind} with columns {listed(columns)}",
        columns=tuple(columns),
        suggestion=guess,
    )


def load(
    path: str | os.PathLike[str],
    format: str = "auto",
    *,
    run: str | None = None,
    reward_column: str | None = None,
    columns: Mapping[str, str] | None = None,
    step_from: Literal["column", "file_name"] = "column",
    on_overlap: Literal["error", "latest", "separate"] = "error",
    skip_bad_rows: bool = False,
    skip_unreadable: bool = False,
) -> Rollouts:
    """Open a dump with the loader that is named, or with the one that fits.

    Args:
        path: Folder or file that the trainer wrote.
        format: Name of a loader; `jsonl`, `parquet` or `csv` for a table in files of one kind, whatever
            their names; `table` for one whose kind the names say; or `auto` to look at names and schema.
        run: Name of the run; default: the folder.
        reward_column: Reward column, or weighted sum such as `a=1,b=0.5`.
        columns: For a table, source column by canonical name; see `from_table`.
        step_from: `column`, or `file_name`.
        on_overlap: For TRL, what to do when two files hold the same step; see `load_trl`.
        skip_bad_rows: Set rows that cannot be used aside instead of stopping.
        skip_unreadable: Leave out files that cannot be read instead of stopping.

    Returns:
        The rollouts, not read yet.

    Raises:
        UnknownFormat: No loader or more than one fits.
        UsageError: The format does not exist, or an option is not one of its loader.
        InputError: As the loader says.
    """
    found = None
    if format == "auto":
        found = detect(path)
        format = found.format
    loader = loader_of(format)
    asked = {"columns": columns, "step_from": step_from, "on_overlap": on_overlap}
    given = {name: value for name, value in asked.items() if value != _DEFAULTS[name]}
    for name in given:
        if name not in loader.options:
            raise UsageError(
                f"{name} is {given[name]!r}, and the format is {format}.",
                f"Formats that take {name}: {', '.join(takers(name))}.",
            )
    try:
        return loader.load(
            Path(path),
            run=run,
            reward_column=reward_column,
            skip_bad_rows=skip_bad_rows,
            skip_unreadable=skip_unreadable,
            **given,
        )
    except ColumnMappingError as error:
        if columns is not None or found is None or not found.suggestion:
            raise
        mapping = ",".join(f"{canonical}={source}" for canonical, source in found.suggestion.items())
        raise ColumnMappingError(
            f"{error.message} Its format is not one of a trainer.",
            f"Perhaps: --format table --columns {mapping}.",
        ) from error
