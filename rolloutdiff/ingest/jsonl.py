"""JSONL files that are read together, and how the stage files are told about them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import pyarrow as pa

from rolloutdiff.ingest.files import chunked, ends_in_newline, ensure_unchanged, escape_glob, reading
from rolloutdiff.ingest.lines import diagnose, pointer
from rolloutdiff.ingest.mapping import number_places
from rolloutdiff.ingest.reward import RewardFormula
from rolloutdiff.ingest.rollouts import RunSql, SourceFile
from rolloutdiff.ingest.survey import BadLine
from rolloutdiff.ingest.wording import TORN, bad_row, raise_rejected

if TYPE_CHECKING:
    import duckdb

GroupRule = Literal["prefix", "prefix_or_whole", "whole"]

FIELDS = ("run", "step", "sample_id", "prompt_id", "group_id", "split", "slice")
_LABELS = ("run", "step", "sample_id", "prompt_id", "prompt", "response")
_ABSENT = pointer("not mapped to any key")


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
            run_sql("read_lines", self._files_parameters())
            self._look_at_bad_lines(cursor, run_sql)
            run_sql("read_jsonl", self.plan.parameters())
        ensure_unchanged(self.files)
        if not self.plan.skip_bad_rows:
            raise_rejected(cursor, {f.name: f.on_disk for f in self.files}, lines=True)

    def _files_parameters(self) -> dict[str, Any]:
        return {
            "files": [escape_glob(f.on_disk) for f in self.files],
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
                "line_id": pa.array([line_id for line_id, _, _ in bad], pa.int64()),
                "line": pa.array([d.line for d in found], pa.string()),
                "repaired": pa.array([d.repaired for d in found], pa.int32()),
                "fault": pa.array(faults, pa.string()),
            }
        )
        cursor.register("staged_repair", table)
        run_sql("read_repairs", {})
        cursor.unregister("staged_repair")


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
