"""JSONL files that are read together, and how the stage files are told about them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import pyarrow as pa

from rolloutdiff.columns import column, table_of
from rolloutdiff.ingest.files import (
    chunked,
    ends_in_newline,
    ensure_unchanged,
    escape_glob,
    longest_line,
    reading,
    torn_line,
)
from rolloutdiff.ingest.lines import diagnose, pointer
from rolloutdiff.ingest.mapping import number_places
from rolloutdiff.ingest.reward import RewardFormula
from rolloutdiff.ingest.rollouts import Note, RunSql, SourceFile
from rolloutdiff.ingest.shape import Shape, shape_line
from rolloutdiff.ingest.survey import BadLine
from rolloutdiff.ingest.wording import TORN, bad_row, raise_rejected

if TYPE_CHECKING:
    import duckdb

GroupRule = Literal["prefix", "prefix_or_whole", "whole"]

FIELDS = ("run", "step", "sample_id", "prompt_id", "group_id", "split", "slice")
_LABELS = ("run", "step", "sample_id", "prompt_id", "prompt", "response")
_ABSENT = pointer("not mapped to any key")
# Lines are turned into completions this many bytes at a time.
_BATCH_BYTES = 16 << 20
_SHAPED = pa.schema(
    [
        ("raw_id", pa.int64()),
        ("line_id", pa.int64()),
        ("path", pa.string()),
        ("line", pa.string()),
        ("valid", pa.bool_()),
        ("repaired", pa.int32()),
        ("fault", pa.string()),
        ("fault_text", pa.string()),
    ]
)


@dataclass(frozen=True, kw_only=True)
class JsonlPlan:
    """What holds for all chunks of a dump.

    Attributes:
        pointers: JSON pointer per canonical column; columns without one are derived or NULL.
        names: Name of a canonical column in the source, for errors.
        required: Canonical columns that may not be null.
        parts: JSON pointer per reward part, by name; then those of measures and of lists that are none.
        extras: JSON pointer per key that is kept as it is, by name.
        formula: The reward.
        shown_parts: How many of the parts, from the first, are kept as reward parts.
        measures: Name among the parts, by name of a measure.
        tokens: The same of lists of log-probabilities.
        step_from_name: Whether file names give the steps.
        step_must_match: Whether a step that differs from the name of the file is an error.
        group_rule: How a group id is read.
        skip_bad_rows: Whether rows that cannot be used are set aside.
        shape: How a line becomes the objects of its completions; None when a line is one. The row of a
            completion is then its place among all of the file, and not its line.
        keep_latest: Whether of rows of a file with one sample id only the last counts.
        all_objects: Whether a first pass took every line that is not blank for an object.
    """

    pointers: dict[str, str]
    names: dict[str, str]
    parts: dict[str, str]
    extras: dict[str, str]
    formula: RewardFormula
    shown_parts: int
    measures: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    step_from_name: bool = False
    step_must_match: bool = False
    group_rule: GroupRule = "whole"
    skip_bad_rows: bool = False
    shape: Shape | None = None
    keep_latest: bool = False
    all_objects: bool = False

    def parameters(self) -> dict[str, Any]:
        """Parameters of the stage file."""
        added = []
        for name in ("messages", "repaired_halves"):
            added.append(name if name not in self.extras else f"added_{name}")
        return {
            "prompt_at": self.pointers["prompt"],
            "response_at": self.pointers["response"],
            "value_at": [
                *(self.pointers.get(field, _ABSENT) for field in FIELDS),
                *self.parts.values(),
                *self.extras.values(),
            ],
            "labels": [self.names.get(column, column) for column in _LABELS],
            "required": list(self.required),
            "step_from_name": self.step_from_name,
            "step_must_match": self.step_must_match,
            "group_rule": self.group_rule,
            "shown_parts": self.shown_parts,
            "extra_names": [*self.extras, *added],
            **number_places(list(self.parts), self.formula, self.measures, self.tokens),
        }


@dataclass(frozen=True, kw_only=True)
class JsonlFile:
    """A JSONL file with what is known before it is read.

    Attributes:
        source: The file.
        run: Run of rows that name none; None when all do.
        file_step: Step in the name of the file; None when there is none.
        may_be_torn: Whether an incomplete last line is set aside: the newest file only.
    """

    source: SourceFile
    run: str | None
    file_step: int | None = None
    may_be_torn: bool = False


@dataclass(frozen=True, kw_only=True)
class JsonlChunk:
    """JSONL files that are read by one statement.

    Attributes:
        entries: The files, in order.
        plan: What holds for the dump.
    """

    entries: tuple[JsonlFile, ...]
    plan: JsonlPlan

    @property
    def files(self) -> tuple[SourceFile, ...]:
        """The files, in reading order."""
        return tuple(entry.source for entry in self.entries)

    def without(self, names: Collection[str]) -> JsonlChunk | None:
        """The chunk without the files of these names; None when no file is left."""
        left = tuple(entry for entry in self.entries if entry.source.name not in names)
        return replace(self, entries=left) if left else None

    def stage(self, cursor: duckdb.DuckDBPyConnection, run_sql: RunSql) -> None:
        """Append the rows to `staged_row`; see `Chunk.stage`."""
        ensure_unchanged(self.files)
        with reading(self.files):
            self.read_lines(cursor, run_sql)
            self._look_at_bad_lines(cursor, run_sql)
            if self.plan.shape is not None:
                _put_completions(cursor, run_sql, self.plan.shape)
            run_sql("place_files", self._places())
            if self.plan.keep_latest:
                run_sql("read_latest", {"id_at": self.plan.pointers["sample_id"]})
            run_sql("read_jsonl", self.plan.parameters())
        ensure_unchanged(self.files)
        if not self.plan.skip_bad_rows:
            raise_rejected(cursor, {f.name: f.on_disk for f in self.files}, lines=self.plan.shape is None)

    def read_lines(self, cursor: duckdb.DuckDBPyConnection, run_sql: RunSql) -> None:
        """Make the table `staged_line`."""
        torn = {str(e.source.on_disk): torn_line(e.source.on_disk) for e in self.entries if e.may_be_torn}
        lines = {path: line for path, line in torn.items() if line is not None}
        given = {
            "longest": longest_line(self.files),
            "files": [escape_glob(f.on_disk) for f in self.files],
            "torn_paths": list(lines),
            "torn_lines": list(lines.values()),
            "all_objects": self.plan.all_objects,
        }
        run_sql("read_lines", given)

    def _places(self) -> dict[str, Any]:
        return {
            "paths": [str(f.on_disk) for f in self.files],
            "names": [f.name for f in self.files],
            "runs": [entry.run for entry in self.entries],
            "file_steps": [entry.file_step for entry in self.entries],
        }

    def _look_at_bad_lines(self, cursor: duckdb.DuckDBPyConnection, run_sql: RunSql) -> None:
        lines = cursor.table("staged_line")
        bad = lines.filter("not valid").project("line_id, path, line").fetchall()
        if not bad:
            return
        last = dict(lines.aggregate("path, max(line_id)", "path").fetchall())
        torn = {str(e.source.on_disk) for e in self.entries if e.may_be_torn}
        found = [diagnose(line) for _, _, line in bad]
        faults = [
            TORN if d.fault and path in torn and line_id == last[path] else d.fault
            for d, (line_id, path, _) in zip(found, bad, strict=True)
        ]
        table = pa.table(
            {
                "line_id": column([line_id for line_id, _, _ in bad], pa.int64()),
                "line": column([d.line for d in found], pa.string()),
                "repaired": column([d.repaired for d in found], pa.int32()),
                "fault": column(faults, pa.string()),
            }
        )
        cursor.register("staged_repair", table)
        run_sql("read_repairs", {})
        cursor.unregister("staged_repair")


def _put_completions(cursor: duckdb.DuckDBPyConnection, run_sql: RunSql, shape: Shape) -> None:
    """Puts completions in place of the lines that hold them, a batch of lines at a time."""
    lines = cursor.table("staged_line")
    flat = f"coalesce({shape.flat}, false)"
    other = f"case when valid is null then true when fault is null then not {flat} else false end"
    if not lines.filter(other).limit(1).fetchall():
        return
    sizes = lines.project("line_id, coalesce(strlen(line), 0)").order("line_id").fetchall()
    following = 0 if not sizes else sizes[-1][0] + 1
    for batch in chunked(sizes, size=lambda one: one[1], key=lambda one: None, limit=_BATCH_BYTES):
        span = f"line_id between {batch[0][0]} and {batch[-1][0]}"
        small = f"case when fault is null and valid and not {flat} then {shape.reduced} else line end as line"
        fields = f"line_id, path, {small}, valid, repaired, fault, fault_text, fault is null and {flat}"
        rows: list[tuple[Any, ...]] = []
        for raw in lines.filter(span).project(fields).order("line_id").fetchall():
            found = _completions(raw, shape)
            rows += [(raw[0], following + at, *one) for at, one in enumerate(found)]
            following += len(found)
            rows += [] if found else [(raw[0], None, raw[1], None, None, None, None, None)]
        columns = dict(zip(_SHAPED.names, zip(*rows, strict=True), strict=True))
        cursor.register("staged_shape", table_of(columns, _SHAPED))
        run_sql("read_shaped", {})
        cursor.unregister("staged_shape")


def _completions(raw: tuple[Any, ...], shape: Shape) -> list[tuple[Any, ...]]:
    """The columns of `staged_line` after the number, for every completion of a line."""
    _, path, line, valid, repaired, fault, fault_text, is_flat = raw
    if valid is None:
        return []
    if fault is not None or is_flat:
        return [(path, line, valid, repaired, fault, fault_text)]
    shaped = shape_line(line, shape)
    if shaped.fault is not None:
        return [(path, line, False, repaired, shaped.fault, line[:200])]
    # Halves were replaced in the whole line: they count where one can have been.
    halves = [min(repaired, one.count("\\ufffd") + one.count("\ufffd")) for one in shaped.lines]
    return [(path, one, True, n, None, None) for one, n in zip(shaped.lines, halves, strict=True)]


def in_chunks(entries: Sequence[JsonlFile], plan: JsonlPlan) -> tuple[JsonlChunk, ...]:
    """Files in order, in chunks of limited size."""
    groups = chunked(entries, size=lambda entry: entry.source.bytes or 0, key=lambda entry: None)
    return tuple(JsonlChunk(entries=tuple(group), plan=plan) for group in groups)


def check_lines(
    bad: Iterable[BadLine], newest: SourceFile, *, skip_bad_rows: bool
) -> tuple[list[BadLine], list[BadLine]]:
    """Sort lines that DuckDB does not take for objects.

    Args:
        bad: The lines.
        newest: Last file in order of step: an incomplete line at its end is being written.
        skip_bad_rows: Whether lines that cannot be read are set aside.

    Returns:
        Repaired lines, and lines set aside because a job is writing them.

    Raises:
        BadRow: A line cannot be read, and lines are not to be set aside.
    """
    repaired, torn = [], []
    for line in bad:
        if line.diagnosis.fault is None:
            repaired.append(line)
        elif line.is_last and line.path == str(newest.on_disk) and not ends_in_newline(newest.on_disk):
            torn.append(line)
        elif not skip_bad_rows:
            raise bad_row(
                line.path, line.line, column=None, value=None, reason=line.diagnosis.fault, lines=True
            )
    return repaired, torn


def torn_notes(torn: Sequence[BadLine], files: Sequence[SourceFile]) -> tuple[Note, ...]:
    """The finding that the newest file ends in the middle of a line."""
    if not torn:
        return ()
    by_path = {str(file.on_disk): file.name for file in files}
    return (
        Note(
            code="incomplete_line",
            severity="note",
            message="The last line of the newest file is incomplete and is left out until it is complete.",
            count=len(torn),
            files=tuple(by_path[line.path] for line in torn),
        ),
    )
