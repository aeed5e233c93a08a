"""Which loader a path is for: names first, then the schema of one file; pickles are never opened."""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import duckdb
import pyarrow as pa

from rolloutdiff.errors import ColumnMappingError, NoRolloutFiles, UnknownFormat, UsageError
from rolloutdiff.ingest.files import existing, source_file, tree
from rolloutdiff.ingest.mapping import suggestion
from rolloutdiff.ingest.rollouts import Rollouts
from rolloutdiff.ingest.sources import FileSource
from rolloutdiff.ingest.table import from_table
from rolloutdiff.ingest.table_files import find_tables, kind_of
from rolloutdiff.ingest.trl import load_trl
from rolloutdiff.ingest.trl_files import LOG_NAME, read_footer
from rolloutdiff.ingest.verl import load_verl
from rolloutdiff.ingest.verl_files import DUMP_NAME
from rolloutdiff.ingest.wording import listed, show

Format = Literal["auto", "trl", "verl", "table"]

_PICKLES = (".pt", ".pth", ".pkl", ".pickle", ".bin")
_TRL_COLUMNS = {"step", "prompt", "completion"}
_VERL_KEYS = {"input", "output", "score"}
_FIRST_LINE_BYTES = 1 << 26


@dataclass(frozen=True, kw_only=True)
class Detection:
    """What a path looks like.

    Attributes:
        format: `trl`, `verl` or `table`.
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
    paths = [root] if root.is_file() else tree(root, lambda name: True)
    if not paths:
        raise NoRolloutFiles(f"{show(root)} is empty.", "Give the folder that the trainer wrote.")
    found = [d for d in (_as_trl(root, paths), _as_verl(paths)) if d is not None]
    if len(found) > 1:
        kinds = " and ".join(f"{d.format} ({d.evidence})" for d in found)
        raise UnknownFormat(
            f"{show(root)} looks like {kinds}.", "Choose with --format, or give one folder of them."
        )
    if found:
        return found[0]
    if any(kind_of(p.name) for p in paths):
        return _as_table(root)
    raise _unknown(root, paths)


def _as_trl(root: Path, paths: list[Path]) -> Detection | None:
    named = [p for p in paths if LOG_NAME.fullmatch(p.name)]
    flat = [p for p in paths if p.suffix == ".parquet" and (p == root or p.parent == root)]
    for candidates, why in ((named, "files named completions_*.parquet"), (flat, "parquet files")):
        for path in candidates:
            try:
                columns = read_footer(source_file(path, path.name)).columns
            except (OSError, pa.ArrowException):
                continue
            if columns.keys() >= _TRL_COLUMNS:
                return Detection(format="trl", evidence=f"{why} with columns step, prompt, completion")
            break
    if named:
        return Detection(format="trl", evidence="files named completions_*.parquet")
    return None


def _as_verl(paths: list[Path]) -> Detection | None:
    for path in sorted(p for p in paths if DUMP_NAME.fullmatch(p.name)):
        keys = _first_keys(path)
        if keys is None:
            continue
        if keys >= _VERL_KEYS:
            return Detection(
                format="verl", evidence="files named by step, lines with keys input, output, score"
            )
        return None
    return None


def _first_keys(path: Path) -> set[str] | None:
    """Keys of the first line of a JSONL file that is not blank; None when there is no such line."""
    opener: Any = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rb") as stream:
            while line := stream.readline(_FIRST_LINE_BYTES):
                text = line.decode("utf-8-sig", errors="replace").strip()
                if text:
                    value = json.loads(text)
                    return set(value) if isinstance(value, dict) else set()
    except (OSError, EOFError, ValueError, RecursionError):
        return set()
    return None


def _as_table(root: Path) -> Detection:
    kind, files = find_tables(root)
    path = files[0][0]
    columns: list[str] = []
    if kind == "jsonl":
        columns = sorted(_first_keys(path) or ())
    else:
        try:
            columns = FileSource(path, kind).columns or []
        except duckdb.Error:
            columns = []
    guess = suggestion(columns)
    return Detection(
        format="table",
        evidence=f"{kind} with columns {listed(columns)}",
        columns=tuple(columns),
        suggestion=guess,
    )


def _unknown(root: Path, paths: list[Path]) -> UnknownFormat:
    pickles = [p for p in paths if p.suffix in _PICKLES]
    if pickles:
        return UnknownFormat(
            f"{show(root)} holds pickles ({listed([p.name for p in pickles], 3)}), which are never opened:"
            " loading one can run any code.",
            "Convert them to JSONL or parquet where you trust them, and use --format table.",
        )
    kinds = Counter(p.suffix or p.name for p in paths)
    there = listed([f"{count} {suffix}" for suffix, count in kinds.most_common()], 5)
    return UnknownFormat(
        f"{show(root)} holds nothing that a loader reads ({there}).",
        "Give the folder that the trainer wrote, or a parquet, CSV or JSONL file with --format table.",
    )


def load(
    path: str | os.PathLike[str],
    format: Format = "auto",
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
        format: `trl`, `verl`, `table`, or `auto` to look at names and schema.
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
    if format not in ("auto", "trl", "verl", "table"):
        raise UsageError(f"Format {format!r} does not exist.", "Give auto, trl, verl or table.")
    found = detect(path) if format == "auto" else None
    chosen = format if found is None else found.format
    if columns is not None and chosen != "table":
        raise UsageError(
            f"Columns are mapped, and the format is {chosen}.", "Use --format table with --columns."
        )
    if on_overlap != "error" and chosen != "trl":
        raise UsageError(f"on_overlap is {on_overlap!r}, and the format is {chosen}.", "It is for trl only.")
    if chosen == "trl":
        return load_trl(
            path,
            run=run,
            reward_column=reward_column,
            step_from=step_from,
            on_overlap=on_overlap,
            skip_bad_rows=skip_bad_rows,
            skip_unreadable=skip_unreadable,
        )
    if chosen == "verl":
        return load_verl(
            path,
            run=run,
            reward_column=reward_column,
            step_from=step_from,
            skip_bad_rows=skip_bad_rows,
            skip_unreadable=skip_unreadable,
        )
    try:
        return from_table(
            Path(path),
            columns=columns,
            run=run,
            reward_column=reward_column,
            step_from=step_from,
            skip_bad_rows=skip_bad_rows,
            skip_unreadable=skip_unreadable,
        )
    except ColumnMappingError as error:
        if columns is not None or found is None or not found.suggestion:
            raise
        mapping = ",".join(f"{canonical}={source}" for canonical, source in found.suggestion.items())
        raise ColumnMappingError(
            f"{error.message} Its format is not one of a trainer.",
            f"Perhaps: --format table --columns {mapping}.",
        ) from error
