"""Files of tables: parquet, CSV and JSONL, one or a folder of them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import duckdb

from rolloutdiff.errors import NoRolloutFiles, UnknownFormat
from rolloutdiff.ingest.files import (
    chunked,
    ends_in_newline,
    existing,
    natural,
    source_file,
    step_in_name,
    text_fault,
    tree,
)
from rolloutdiff.ingest.jsonl import JsonlFile, JsonlPlan, check_lines, in_chunks, torn_notes
from rolloutdiff.ingest.lines import pointer
from rolloutdiff.ingest.loader import PathLoader
from rolloutdiff.ingest.mapping import Wanted, check_wanted, map_columns
from rolloutdiff.ingest.overlap import check_steps
from rolloutdiff.ingest.reward import choose_reward
from rolloutdiff.ingest.rollouts import Note, Rollouts, SourceFile
from rolloutdiff.ingest.sources import FileSource
from rolloutdiff.ingest.survey import Survey, set_aside, unreadable_error
from rolloutdiff.ingest.table_chunk import TableChunk
from rolloutdiff.ingest.values import check_measures, numeric_values
from rolloutdiff.ingest.wording import counted, listed, show

KINDS = {
    ".parquet": "parquet",
    ".csv": "csv",
    ".csv.gz": "csv",
    ".tsv": "csv",
    ".jsonl": "jsonl",
    ".jsonl.gz": "jsonl",
    ".ndjson": "jsonl",
}


def kind_of(name: str) -> str | None:
    """Kind of a file by its name: `parquet`, `csv`, `jsonl`, or None."""
    return next((kind for suffix, kind in KINDS.items() if name.lower().endswith(suffix)), None)


def find_tables(root: Path, kind: str | None = None) -> tuple[str, list[tuple[Path, str]]]:
    """Files of one kind, with their names relative to the path: of the folder itself, else below it.

    Args:
        root: Folder or file.
        kind: The kind that is wanted; a file that is given is of it whatever its name. None: what is there.

    Raises:
        NoRolloutFiles: There is none.
        UnknownFormat: There are several kinds, or the file is of no known kind.
    """
    if root.is_file():
        kind = kind or kind_of(root.name)
        if kind is None:
            raise UnknownFormat(
                f"{show(root)} is no parquet, CSV or JSONL file.", f"Known are {', '.join(KINDS)}."
            )
        return kind, [(root, root.name)]

    def wanted(name: str) -> bool:
        found = kind_of(name)
        return found is not None and kind in (None, found)

    paths = [p for p in root.iterdir() if p.is_file() and wanted(p.name)] or tree(root, wanted)
    kinds = sorted({str(kind_of(p.name)) for p in paths})
    if not kinds:
        what = {"jsonl": "JSONL", "csv": "CSV"}.get(kind, kind) if kind else "parquet, CSV or JSONL"
        raise NoRolloutFiles(f"{show(root)} holds no {what} file.", f"Known are {', '.join(KINDS)}.")
    if len(kinds) > 1:
        error = UnknownFormat(
            f"{show(root)} holds files of {len(kinds)} kinds: {', '.join(kinds)}.",
            "Give one file, or choose with --format.",
        )
        error.choices = tuple((str(root), kind) for kind in kinds)
        raise error
    names = [(p, p.relative_to(root).as_posix()) for p in paths]
    return kinds[0], sorted(names, key=lambda found: natural(found[1]))


def from_files(
    root: Path, wanted: Wanted, *, kind: str | None = None, skip_bad_rows: bool, skip_unreadable: bool
) -> Rollouts:
    """Open the files at a path, of the kind that is wanted; see `from_table`."""
    kind, found = find_tables(root, kind)
    files = [source_file(*f) for f in found]
    steps = {f: step_in_name(f) if wanted.step_from_name else None for f in files}
    if wanted.step_from_name:
        files.sort(key=lambda f: (steps[f] or 0, natural(f.name)))
        named = ((wanted.run or "", f.name, (step,)) for f, step in steps.items() if step is not None)
        check_steps(named, "Give every file the number of its own step.")
    reader = _from_jsonl if kind == "jsonl" else _from_tables
    rollouts = reader(
        root,
        files,
        steps,
        wanted,
        kind=kind,
        skip_bad_rows=skip_bad_rows,
        skip_unreadable=skip_unreadable,
    )
    return rollouts if kind != "csv" else replace(rollouts, notes=(*rollouts.notes, *_unended(rollouts)))


def _unended(rollouts: Rollouts) -> tuple[Note, ...]:
    """CSV files whose last line has no end: the last value of one that was cut off may be short of digits."""
    names = tuple(f.name for f in rollouts.files if not ends_in_newline(f.on_disk))
    if not names:
        return ()
    message = (
        f"The last line of {listed(names)} has no end: if a job was cut off there, the last value of its last"
        " row may lack its end too."
    )
    return (Note(code="no_line_end", severity="note", message=message, count=len(names), files=names),)


def load_table(
    path: str | os.PathLike[str],
    *,
    kind: str | None = None,
    columns: Mapping[str, str] | None = None,
    run: str | None = None,
    reward_column: str | None = None,
    step_from: str = "column",
    skip_bad_rows: bool = False,
    skip_unreadable: bool = False,
) -> Rollouts:
    """Open the files at a path; see `from_table`. A kind chooses among files, and overrules names."""
    return from_files(
        existing(path),
        check_wanted(columns, run, reward_column, (), step_from),
        kind=kind,
        skip_bad_rows=skip_bad_rows,
        skip_unreadable=skip_unreadable,
    )


TABLES = tuple(
    PathLoader(
        name=kind or "table",
        label="table",
        open=partial(load_table, kind=kind),
        options=frozenset({"columns", "step_from"}),
    )
    for kind in (None, "jsonl", "parquet", "csv")
)


def _run_of(wanted: Wanted, available: list[str], root: Path) -> Wanted:
    """Names the run after the file or folder when nothing else names it."""
    if wanted.run is not None or "run" in wanted.columns or "run" in available:
        return wanted
    return replace(wanted, run=root.name.split(".")[0] or "run")


def _left_out(faults: list[SourceFile]) -> tuple[Note, ...]:
    if not faults:
        return ()
    names = tuple(f.name for f in faults)
    message = f"{counted(len(names), 'file')} left out as unreadable: {listed(names)}."
    return (Note(code="unreadable_file", severity="warning", message=message, count=len(names), files=names),)


def _from_tables(
    root: Path,
    files: list[SourceFile],
    steps: dict[SourceFile, int | None],
    wanted: Wanted,
    *,
    kind: str,
    skip_bad_rows: bool,
    skip_unreadable: bool,
) -> Rollouts:
    faults: dict[SourceFile, str] = {}
    sources: dict[SourceFile, FileSource] = {}
    with duckdb.connect() as con:
        for file in files:
            source = open_table(file, kind, con)
            if isinstance(source, str):
                faults[file] = source
            else:
                sources[file] = source
    if not sources or (faults and not skip_unreadable):
        raise unreadable_error(faults)
    chunks: list[TableChunk] = []
    for group in chunked(list(sources), size=lambda f: f.bytes or 0, key=lambda f: sources[f].schema):
        first = sources[group[0]]
        columns = first.columns or []
        named = _run_of(wanted, columns, root)
        chunks.append(
            TableChunk(
                source=first,
                wanted=named,
                columns=map_columns(named, columns, show(group[0].on_disk)),
                files=tuple(group),
                file_steps=tuple(steps[file] for file in group),
                is_untyped=kind == "csv",
                skip_bad_rows=skip_bad_rows,
            )
        )
    first_map = chunks[0].columns
    assert first_map is not None
    runs = {chunk.wanted.run for chunk in chunks}
    return Rollouts(
        format="table",
        evidence=f"{kind} with columns {listed(sources[chunks[0].files[0]].columns or [])}",
        source=show(root),
        run=runs.pop() if len(runs) == 1 else None,
        files=tuple(sources),
        reward_formula=first_map.formula.text,
        reward_parts=tuple(sorted(first_map.shown_parts)),
        skip_bad_rows=skip_bad_rows,
        default_unscored="error",
        notes=_left_out(list(faults)),
        plan=tuple(chunks),
    )


def open_table(file: SourceFile, kind: str, con: duckdb.DuckDBPyConnection | None = None) -> FileSource | str:
    """The table in a file, or why it cannot be read."""
    if file.bytes == 0:
        return "is empty"
    # DuckDB 1.4 takes the end of a cut file for the end of its text.
    fault = text_fault(file.on_disk) if file.on_disk.suffix == ".gz" else None
    if fault is not None:
        return fault
    try:
        return FileSource([(file.on_disk, file.bytes or 0)], kind, con)
    except duckdb.Error as error:
        first = str(error).strip().partition("\n")[0]
        return f"cannot be read: {show(first).rstrip('.')}"


def _from_jsonl(
    root: Path,
    files: list[SourceFile],
    steps: dict[SourceFile, int | None],
    wanted: Wanted,
    *,
    kind: str,
    skip_bad_rows: bool,
    skip_unreadable: bool,
) -> Rollouts:
    files, faults = set_aside(files, skip_unreadable)
    with Survey(files) as survey:
        _, torn = check_lines(survey.bad, files[-1], skip_bad_rows=skip_bad_rows)
        if not survey.keys:
            raise NoRolloutFiles(f"{show(root)} holds no row.", "Give a file with one JSON object per line.")
        wanted = _run_of(wanted, survey.keys, root)
        columns = map_columns(wanted, survey.keys, show(root), dotted=True)
        asked = (
            ",".join(f"{name}=1" for name in columns.parts) if len(columns.parts) > 1 else columns.parts[0]
        )
        measured = {source: _pointer(source, survey.keys) for source in columns.measures.values()}
        values = numeric_values(
            survey,
            columns.sources.values(),
            asked,
            also=list(measured.values()),
            skip_bad_rows=skip_bad_rows,
        )
        for part in columns.parts:
            choose_reward(part, values.candidates, values.others, source=show(root))
        if not skip_bad_rows:
            check_measures(values, measured)
        rows = sum(survey.rows.values())
    plan = JsonlPlan(
        pointers={name: _pointer(source, survey.keys) for name, source in columns.sources.items()},
        names=columns.sources,
        parts={
            name: values.pointers[name] if name in columns.parts else _pointer(name, survey.keys)
            for name in columns.numbers
        },
        extras={},
        formula=columns.formula,
        shown_parts=len(columns.shown_parts),
        measures=columns.measures,
        tokens=columns.tokens,
        required=tuple(name for name in ("sample_id", "prompt_id") if name in columns.sources),
        step_from_name=wanted.step_from_name,
        skip_bad_rows=skip_bad_rows,
        all_objects=not survey.bad,
    )
    entries = [
        JsonlFile(source=f, run=wanted.run, file_step=steps[f], may_be_torn=f == files[-1]) for f in files
    ]
    return Rollouts(
        format="table",
        evidence=f"JSON lines with keys {listed(survey.keys)}",
        source=show(root),
        run=wanted.run,
        files=tuple(files),
        reward_formula=columns.formula.text,
        reward_parts=tuple(sorted(columns.shown_parts)),
        skip_bad_rows=skip_bad_rows,
        default_unscored="error",
        rows=rows,
        notes=(*_left_out(list(faults)), *torn_notes(torn, files)),
        plan=in_chunks(entries, plan),
    )


def _pointer(source: str, keys: list[str]) -> str:
    return pointer(source) if source in keys else pointer(*source.split("."))
