"""Files that are no JSON lines, turned into JSON objects one by one and then read like lines."""

from __future__ import annotations

import hashlib
import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import duckdb
import pyarrow as pa

from rolloutdiff.columns import column
from rolloutdiff.ingest.json_text import write_json
from rolloutdiff.ingest.jsonl import JsonlChunk
from rolloutdiff.ingest.lines import diagnose
from rolloutdiff.ingest.reward import Candidate
from rolloutdiff.ingest.rollouts import RunSql, SourceFile
from rolloutdiff.ingest.survey import BadLine
from rolloutdiff.ingest.wording import show

# An object; or text that is none, to be judged like a bad line; or nothing, for a blank line.
Row = Mapping[str, Any] | str | None
RowsOf = Callable[[SourceFile], Iterable[Row]]

# What a reader of a foreign shape may stumble over in a file that is not what its name says.
FAULTS = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError, pa.ArrowException)

_SCHEMA = pa.schema([("line_id", pa.int64()), ("path", pa.string()), ("line", pa.string())])
_BATCH_BYTES = 1 << 24
_WHOLE = re.compile(r"[+-]?[0-9]+([.]0*)?")
_DIGEST_BYTES = 16


def fault_of(error: BaseException) -> str:
    """What a reader stumbled over, to follow the name of the file."""
    if isinstance(error, OSError) and error.strerror:
        return f"cannot be read: {show(error.strerror)}"
    if isinstance(error, KeyError):
        return f"has no {show(error)}"
    return f"is not what its name says: {show(str(error).partition(chr(10))[0]).rstrip('.')}"


def text_of(row: Row) -> str | None:
    """The row as one line of text that DuckDB can hold.

    Halves of surrogate pairs in an object are escapes, which are repaired and counted like those of a line.
    """
    if row is None:
        return None
    if not isinstance(row, str):
        return write_json(row)
    try:
        row.encode()
    except UnicodeEncodeError:
        return show(row)
    return row


def whole(value: object) -> int | None:
    """A step as the stage file reads it: a whole number, or its exact text."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        value = float(value) if _WHOLE.fullmatch(value) else math.nan
    return int(value) if math.isfinite(_double(value)) and value == int(value) else None


def _double(value: float) -> float:
    """A number as a double; infinite when it is an integer beyond all of them, as DuckDB reads it."""
    try:
        return float(value)
    except OverflowError:
        return math.inf


@dataclass(kw_only=True)
class Numbers:
    """Values of one key: how many of which kind, and the first that is no number.

    Attributes:
        low: Smallest finite number.
        high: Largest finite number.
        scored: Finite numbers.
        unscored: Numbers that are not finite.
        other: What else there is, such as `text`; empty when there is nothing else.
        first_other: Path, row and value of the first of them.
    """

    low: float = math.inf
    high: float = -math.inf
    scored: int = 0
    unscored: int = 0
    other: str = ""
    first_other: tuple[str, int, object] | None = None

    def add(self, value: object, path: str, row: int) -> None:
        """Count a value that is not null."""
        if isinstance(value, int | float):
            number = _double(value)
            if math.isfinite(number):
                self.low, self.high = min(self.low, number), max(self.high, number)
                self.scored += 1
            else:
                self.unscored += 1
        elif self.first_other is None:
            kinds = {"str": "text", "dict": "an object", "list": "a list"}
            kind = type(value).__name__
            self.other = kinds.get(kind, f"a {kind}")
            self.first_other = (path, row, value)

    def merge(self, later: Numbers) -> None:
        """Add what another file holds."""
        self.low, self.high = min(self.low, later.low), max(self.high, later.high)
        self.scored += later.scored
        self.unscored += later.unscored
        if self.first_other is None:
            self.other, self.first_other = later.other, later.first_other

    def candidate(self, name: str, rows: int) -> Candidate:
        """The key as a possible reward."""
        found = self.scored > 0
        return Candidate(
            name=name,
            low=self.low if found else None,
            high=self.high if found else None,
            scored=self.scored,
            rows=rows,
        )


@dataclass(kw_only=True)
class Pass:
    """A first pass over all files.

    Attributes:
        keys: Keys in order of first appearance, each with the files that have a value of it.
        numbers: Values of every key.
        steps: Steps of every file.
        rows: Objects per file, repeated ones left out.
        bad: Texts that are no objects.
        repeated: Rows of every file that an earlier file has as well.
        faults: Files that cannot be read, with the reason.
        errors: The errors behind the reasons.
    """

    keys: dict[str, set[SourceFile]] = field(default_factory=lambda: defaultdict(set))
    numbers: dict[str, Numbers] = field(default_factory=lambda: defaultdict(Numbers))
    steps: dict[SourceFile, tuple[int, ...]] = field(default_factory=dict)
    rows: dict[SourceFile, int] = field(default_factory=dict)
    bad: list[BadLine] = field(default_factory=list)
    repeated: dict[SourceFile, frozenset[int]] = field(default_factory=dict)
    faults: dict[SourceFile, str] = field(default_factory=dict)
    errors: dict[SourceFile, BaseException] = field(default_factory=dict)


def look_through(files: Iterable[SourceFile], rows_of: RowsOf, texts: Iterable[str], *, unique: bool) -> Pass:
    """Read all files once and keep no text.

    Args:
        files: The files, in natural order of their names.
        rows_of: Turns a file into rows.
        texts: Keys that are no values.
        unique: Whether rows that an earlier file has as well are left out.
    """
    found = Pass()
    fixed = set(texts)
    seen: set[bytes] = set()
    for file in files:
        own: set[bytes] = set()
        repeated, steps, count = set(), set(), 0
        trial = Pass()
        try:
            for number, row in enumerate(rows_of(file)):
                if row is None:
                    continue
                if isinstance(row, str):
                    line = BadLine(path=str(file.on_disk), line=number, is_last=True, diagnosis=diagnose(row))
                    trial.bad.append(line)
                    continue
                if trial.bad and trial.bad[-1].is_last:
                    trial.bad[-1] = _not_last(trial.bad[-1])
                if unique:
                    text = text_of(row) or ""
                    digest = hashlib.blake2b(text.encode(), digest_size=_DIGEST_BYTES).digest()
                    own.add(digest)
                    if digest in seen:
                        repeated.add(number)
                        continue
                count += 1
                step = whole(row.get("step"))
                if step is not None:
                    steps.add(step)
                for key, value in row.items():
                    if value is None:
                        trial.keys.setdefault(key, set())
                        continue
                    trial.keys[key].add(file)
                    if key not in fixed:
                        trial.numbers[key].add(value, str(file.on_disk), number)
        except FAULTS as error:
            found.faults[file], found.errors[file] = fault_of(error), error
            continue
        for key, having in trial.keys.items():
            found.keys[key] |= having
        for key, numbers in trial.numbers.items():
            found.numbers[key].merge(numbers)
        found.bad += trial.bad
        found.steps[file], found.rows[file] = tuple(sorted(steps)), count
        if repeated:
            found.repeated[file] = frozenset(repeated)
        seen |= own
    return found


def _not_last(line: BadLine) -> BadLine:
    return BadLine(path=line.path, line=line.line, is_last=False, diagnosis=line.diagnosis)


@dataclass(frozen=True, kw_only=True)
class ObjectsChunk(JsonlChunk):
    """Files that are read together, their rows given by a function.

    Attributes:
        rows_of: Turns a file into rows.
        repeated: Rows that are left out, by name of the file.
    """

    rows_of: RowsOf
    repeated: Mapping[str, frozenset[int]] = field(default_factory=dict)

    def read_lines(self, cursor: duckdb.DuckDBPyConnection, run_sql: RunSql) -> None:
        """Make the table `staged_line`."""
        with pa.RecordBatchReader.from_batches(_SCHEMA, self._batches()) as reader:
            cursor.register("staged_source", reader)
            try:
                run_sql("read_objects", {})
            except BaseException:
                # In a failed transaction DuckDB refuses this; the rollback does it then.
                with suppress(duckdb.Error):
                    cursor.unregister("staged_source")
                raise
            cursor.unregister("staged_source")

    def _batches(self) -> Iterator[pa.RecordBatch]:
        line_id = 0
        ids: list[int] = []
        paths: list[str] = []
        lines: list[str | None] = []
        size = 0
        for file in self.files:
            left_out = self.repeated.get(file.name, frozenset())
            for number, row in enumerate(self.rows_of(file)):
                text = None if number in left_out else text_of(row)
                line_id += 1
                ids.append(line_id)
                paths.append(str(file.on_disk))
                lines.append(text)
                size += len(text or "")
                if size >= _BATCH_BYTES:
                    yield _batch(ids, paths, lines)
                    ids, paths, lines, size = [], [], [], 0
        yield _batch(ids, paths, lines)


def _batch(ids: list[int], paths: list[str], lines: list[str | None]) -> pa.RecordBatch:
    columns = [column(ids, pa.int64()), column(paths, pa.string()), column(lines, pa.string())]
    return pa.RecordBatch.from_arrays(columns, schema=_SCHEMA)
