"""Completion logs of TRL that are read together, and how the stage file is told about them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rolloutdiff.ingest.files import ensure_unchanged, escape_glob, reading
from rolloutdiff.ingest.mapping import number_places
from rolloutdiff.ingest.reward import Candidate, RewardFormula
from rolloutdiff.ingest.rollouts import RunSql, SourceFile
from rolloutdiff.ingest.trl_files import LogFile
from rolloutdiff.ingest.wording import raise_rejected

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True, kw_only=True)
class Log:
    """A log with everything that is known before its texts are read.

    Attributes:
        footer: Schema and file.
        steps: Steps it holds, sorted.
        ranges: Range of every column that may be numeric; None for one that holds other text.
        run: Run that its rows belong to.
        file_step: Step in the name of the file; None when the name does not count.
        dropped: Steps that another file replaces.
    """

    footer: LogFile
    steps: tuple[int, ...]
    ranges: dict[str, Candidate | None]
    run: str
    file_step: int | None = None
    dropped: frozenset[int] = frozenset()

    @property
    def name(self) -> str:
        """Name of the file."""
        return self.footer.source.name


@dataclass(frozen=True, kw_only=True)
class TrlPlan:
    """What holds for all chunks of a dump.

    Attributes:
        formula: The reward.
        parts: Columns kept as reward parts.
        measures: Columns of measures.
        tokens: Column by name of a list of log-probabilities.
        step_from_name: Whether file names give the steps.
        skip_bad_rows: Whether rows that cannot be used are set aside.
    """

    formula: RewardFormula
    parts: tuple[str, ...]
    measures: tuple[str, ...]
    tokens: dict[str, str]
    step_from_name: bool
    skip_bad_rows: bool


@dataclass(frozen=True, kw_only=True)
class TrlChunk:
    """Logs with one schema that are read by one statement.

    Attributes:
        logs: The logs, in order.
        plan: What holds for the dump.
    """

    logs: tuple[Log, ...]
    plan: TrlPlan

    @property
    def files(self) -> tuple[SourceFile, ...]:
        """The files, in reading order."""
        return tuple(log.footer.source for log in self.logs)

    def without(self, names: Collection[str]) -> TrlChunk | None:
        """The chunk without the files of these names; None when no file is left."""
        left = tuple(log for log in self.logs if log.name not in names)
        return replace(self, logs=left) if left else None

    def stage(self, cursor: duckdb.DuckDBPyConnection, run_sql: RunSql) -> None:
        """Append the rows to `staged_row`; see `Chunk.stage`."""
        ensure_unchanged(self.files)
        with reading(self.files):
            run_sql("read_trl", self.parameters())
        ensure_unchanged(self.files)
        if not self.plan.skip_bad_rows:
            raise_rejected(cursor, {f.name: f.on_disk for f in self.files}, lines=False)

    def parameters(self) -> dict[str, Any]:
        """Parameters of the stage file: columns are named to it in the order of the table."""
        kept = self.logs[0].footer.values
        parts = [name for name in self.plan.parts if name in kept]
        measures = {name: name for name in self.plan.measures if name in kept}
        tokens = {name: column for name, column in self.plan.tokens.items() if column in kept}
        numbers = list(dict.fromkeys([*parts, *measures, *tokens.values()]))
        extras = [name for name in kept if name not in numbers and name != "slice"]
        return {
            "files": [escape_glob(f.on_disk) for f in self.files],
            "paths": [str(f.on_disk) for f in self.files],
            "names": [f.name for f in self.files],
            "runs": [log.run for log in self.logs],
            "file_steps": [log.file_step for log in self.logs],
            "dropped": [sorted(log.dropped) for log in self.logs],
            "step_from_name": self.plan.step_from_name,
            "kept": [*kept, "file_row_number"],
            "part_at": [kept.index(name) + 1 for name in numbers],
            "shown_parts": len(parts),
            **number_places(numbers, self.plan.formula, measures, tokens),
            "slice_at": kept.index("slice") + 1 if "slice" in kept else None,
            "extra_names": [*extras, "messages" if "messages" not in extras else "completion_messages"],
            "extra_at": [kept.index(name) + 1 for name in extras],
        }
