"""What a loader returns: a description of a dump that can put its rows into a staging table."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from rolloutdiff.ingest.wording import counted, listed

if TYPE_CHECKING:
    import duckdb

    from rolloutdiff.settings import Unscored

RunSql = Callable[[str, dict[str, Any]], None]
Severity = Literal["note", "warning"]

_BLOCK = 1 << 20


@dataclass(frozen=True, kw_only=True)
class SourceFile:
    """A file of a dump, as it was when the loader looked at it.

    Attributes:
        name: Path relative to the dump, with forward slashes: the `source_file` of its rows. For data
            that is no file, the name of the table.
        path: Absolute path; None for data that is no file.
        bytes: Size in bytes; None for data that is no file.
        modified_ns: Time of the last change in nanoseconds since 1970; None for data that is no file.
    """

    name: str
    path: Path | None = None
    bytes: int | None = None
    modified_ns: int | None = None

    @property
    def on_disk(self) -> Path:
        """The path of a file that is on disk."""
        if self.path is None:
            raise ValueError(f"{self.name} is no file")
        return self.path

    @cached_property
    def sha256(self) -> str | None:
        """Hex digest of the content, read on first use; None for data that is no file."""
        if self.path is None:
            return None
        digest = hashlib.sha256()
        with self.path.open("rb") as stream:
            while block := stream.read(_BLOCK):
                digest.update(block)
        return digest.hexdigest()

    @property
    def state(self) -> tuple[Path | None, int | None, int | None]:
        """What tells whether it is still the same: path, size and time of the last change."""
        return self.path, self.bytes, self.modified_ns

    @property
    def known_sha256(self) -> str | None:
        """The digest of the content if it was read."""
        digest: str | None = vars(self).get("sha256")
        return digest

    def trust(self, digest: str | None) -> None:
        """Takes a digest for that of the content, which then is not read for it; None is none."""
        if digest is not None:
            vars(self)["sha256"] = digest


@dataclass(frozen=True, kw_only=True)
class Note:
    """A finding about the dump itself, in the shape of a row of `report_integrity`.

    Attributes:
        code: Stable name of the kind of finding.
        severity: `note` or `warning`.
        message: One sentence; names columns, never values.
        count: Rows or files concerned.
        first_step: First step concerned; None where steps do not matter.
        last_step: Last step concerned.
        files: Names of the files concerned.
    """

    code: str
    severity: Severity
    message: str
    count: int
    first_step: int | None = None
    last_step: int | None = None
    files: tuple[str, ...] = ()


def validation_note(names: Sequence[str]) -> tuple[Note, ...]:
    """The finding that validation files are not read."""
    if not names:
        return ()
    message = f"{counted(len(names), 'file')} of validation not read: {listed(names, 3)}."
    return (
        Note(
            code="validation_left_out", severity="note", message=message, count=len(names), files=tuple(names)
        ),
    )


class Chunk(Protocol):
    """Files of a dump that are read together."""

    @property
    def files(self) -> tuple[SourceFile, ...]:
        """The files, in reading order."""
        ...

    def without(self, names: Collection[str]) -> Chunk | None:
        """The chunk without the files of these names; None when no file is left."""
        ...

    def stage(self, cursor: duckdb.DuckDBPyConnection, run_sql: RunSql) -> None:
        """Append the rows of the files to the temporary table `staged_row`.

        Args:
            cursor: Cursor on which `staged_row` exists.
            run_sql: Runs a stage file by its name with named parameters on that cursor.

        Raises:
            BadRow: A row cannot be used, and rows are not to be set aside.
            UnreadableFile: A file cannot be read, or has changed since the dump was opened.
        """
        ...


@dataclass(frozen=True, kw_only=True, repr=False)
class Rollouts:
    """Rollouts of a dump or a table, not read yet.

    Attributes:
        format: Loader: such as `trl` or `table`.
        evidence: Why this loader, as a phrase.
        source: What is read, for people: a path or the name of a table.
        run: Name of the run; None when a column of the table names it or folders are runs of their own.
        files: The files, in reading order.
        reward_formula: The reward as text: `training_passed`, or `1*a + 0.5*b`.
        reward_parts: Names of the columns kept as reward parts, sorted.
        skip_bad_rows: Whether rows that cannot be used are set aside instead of stopping.
        default_unscored: What an analysis does with rows without a finite reward unless it is told.
        steps: Steps found, sorted; None when they are known only after reading.
        rows: Rows found; None when known only after reading.
        notes: Findings about the dump.
        plan: The chunks, in reading order.
        label: What people call it.
    """

    format: str
    evidence: str
    source: str
    run: str | None
    files: tuple[SourceFile, ...]
    reward_formula: str
    reward_parts: tuple[str, ...]
    skip_bad_rows: bool = False
    default_unscored: Unscored = "keep"
    steps: tuple[int, ...] | None = None
    rows: int | None = None
    notes: tuple[Note, ...] = ()
    plan: tuple[Chunk, ...] = ()
    label: str = "Table"

    def chunks(self) -> Iterator[Chunk]:
        """The chunks, in order of step, then of file name."""
        return iter(self.plan)

    def without_files(self, names: Collection[str]) -> Rollouts:
        """The same rollouts without the files of these names."""
        left = (chunk.without(names) for chunk in self.plan)
        return replace(
            self,
            files=tuple(f for f in self.files if f.name not in names),
            plan=tuple(chunk for chunk in left if chunk is not None),
            steps=None,
            rows=None,
        )

    def describe(self) -> str:
        """The dump as a short phrase, such as `TRL dump runs/7 (90 files)`."""
        on_disk = [f for f in self.files if f.path is not None]
        return f"{self.label} {self.source}" + (f" ({counted(len(on_disk), 'file')})" if on_disk else "")

    def __str__(self) -> str:
        lines = [f"{self.describe()}: {self.evidence}"]
        lines.append("  run     " + ("named by the data" if self.run is None else self.run))
        if self.rows is not None and self.steps:
            span = f"{self.steps[0]} to {self.steps[-1]}" if len(self.steps) > 1 else f"{self.steps[0]}"
            lines.append(f"  rows    {self.rows:,} in {counted(len(self.steps), 'step')}, {span}")
        lines.append(f"  reward  {self.reward_formula}")
        if self.reward_parts and self.reward_parts != (self.reward_formula,):
            lines.append("  parts   " + ", ".join(self.reward_parts))
        lines += [f"  {note.severity:<7} {note.message}" for note in self.notes]
        return "\n".join(lines)

    __repr__ = __str__
