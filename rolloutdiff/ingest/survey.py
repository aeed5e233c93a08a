"""A first pass over JSONL: keys, forms and ranges of values, lines that need a second look."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType

import duckdb
import pyarrow as pa

from rolloutdiff.columns import table_of
from rolloutdiff.errors import UnreadableFile
from rolloutdiff.ingest.files import escape_glob, longest_line, reading, text_fault, torn_line
from rolloutdiff.ingest.lines import Diagnosis, diagnose
from rolloutdiff.ingest.reward import NUMBER_TEXT
from rolloutdiff.ingest.rollouts import SourceFile
from rolloutdiff.ingest.shape import Shape, Shaped, shape_line
from rolloutdiff.ingest.sources import stream
from rolloutdiff.ingest.wording import show

_UNSCORED = "(?i)[+-]?(nan|inf|infinity)"
_BLANK = "coalesce(regexp_full_match(line, '\\s*'), true)"
_OBJECT = "regexp_matches(line, '^\\s*[{]')"
_LINE = pa.schema([("path", pa.string()), ("line", pa.string())])


@dataclass(frozen=True, kw_only=True)
class Form:
    """Values of one key in one file that have one form.

    Attributes:
        path: The file.
        at: JSON pointer.
        mark: What the JSON is: `0` number, `t` boolean, `"` text, `{` object, `[` list, `n` null.
        form: What it stands for: `number` (booleans too), `unscored` (not finite) or `text`.
        count: How many.
        low: Smallest finite number; None for booleans and where there is none.
        high: Largest finite number.
        line: Zero-based line of the first one.
        value: The first one as text.
    """

    path: str
    at: str
    mark: str
    form: str
    count: int
    low: float | None
    high: float | None
    line: int
    value: str

    @property
    def is_number(self) -> bool:
        """Whether the values are numbers, booleans, or the exact text of such."""
        return self.mark in "0t" or (self.mark == '"' and self.form == "number")


@dataclass(frozen=True, kw_only=True)
class BadLine:
    """A line that DuckDB does not take for a JSON object.

    Attributes:
        path: The file.
        line: Zero-based line.
        is_last: Whether it is the last line of its file.
        diagnosis: What it is.
    """

    path: str
    line: int
    is_last: bool
    diagnosis: Diagnosis


@dataclass
class Survey:
    """Questions about JSONL files, answered by DuckDB in a database of its own that holds no text.

    Args:
        files: Files to look at.
        shape: How a line becomes the objects of its completions; None when a line is one.

    Attributes:
        rows: Objects per file.
        keys: Keys in order of first appearance.
        present: Files that have a key.
        bad: Lines that are no JSON objects for DuckDB.
    """

    files: Sequence[SourceFile]
    shape: Shape | None = None
    rows: dict[str, int] = field(default_factory=dict)
    keys: list[str] = field(default_factory=list)
    present: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    bad: list[BadLine] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._first: dict[str, int] = {}
        self._repaired: duckdb.DuckDBPyRelation | None = None
        self._shaped: duckdb.DuckDBPyRelation | None = None
        # Else a large survey would spill into the folder that the user stands in.
        self._spill = tempfile.TemporaryDirectory(prefix="rolloutdiff-")
        self._con = duckdb.connect(config={"temp_directory": self._spill.name})
        self._con.execute("set python_enable_replacements = false")
        self._con.execute("set enable_progress_bar = false")

    def __enter__(self) -> Survey:
        try:
            with reading(self.files):
                self._look()
        except UnreadableFile as error:
            self._close()
            explain(self.files, error)
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _close(self) -> None:
        self._con.close()
        self._spill.cleanup()

    def _lines(self) -> duckdb.DuckDBPyRelation:
        newest = self.files[-1].on_disk
        torn = torn_line(newest)
        longest = longest_line(self.files)
        lines = self._con.read_csv(
            [escape_glob(f.on_disk) for f in self.files],
            columns={"line": "VARCHAR"},
            auto_detect=False,
            header=False,
            delimiter="\x01",
            quotechar="",
            escapechar="",
            max_line_size=longest,
            buffer_size=longest,
            strict_mode=False,
            null_padding=True,
            filename=True,
            hive_partitioning=False,
            ignore_errors=torn is not None,
        ).project("filename as path, line")
        if torn is not None:
            last = table_of({"path": [str(newest)], "line": [torn]}, _LINE)
            lines = lines.union(self._con.from_arrow(last))
        return lines.project("path, line, row_number() over () as line_id")

    def _look(self) -> None:
        about = f"path, line_id, {_BLANK} as blank, {_OBJECT} as is_object, try(json_keys(line)) as keys"
        kind = "path, blank, is_object, keys"
        lines = "min(line_id) as first_line, max(line_id) as last_line, count(*) as lines"
        self._lines().project(about).aggregate(f"{kind}, {lines}", kind).create("seen")
        seen = self._con.table("seen")
        spans = seen.aggregate("path, min(first_line), max(last_line)", "path").fetchall()
        self._first = {path: first for path, first, _ in spans}
        last = {path: line_id for path, _, line_id in spans}
        good = seen.filter("not blank and is_object and keys is not null").project(
            "path, keys, first_line, lines"
        )
        one_line = "path, json_keys(line) as keys, line_id as first_line, 1 as lines"
        if seen.filter("not blank and (keys is null or not is_object)").limit(1).fetchall():
            repaired = self._look_at_bad(last)
            good = good.union(repaired.project(one_line))
            self._repaired = repaired
        if self.shape is not None and self._has_shaped(self.shape):
            self._look_inside(self.shape, last)
            self._shaped = self._con.table("shaped")
            firsts = self._shaped.aggregate("path, min(line_id)", "path").fetchall()
            self._first = dict(firsts)
            good = self._shaped.filter("line is not null").project(one_line)
        self.rows = dict(good.aggregate("path, sum(lines)::bigint", "path").fetchall())
        shapes = good.aggregate("path, keys, min(first_line) as first_line", "path, keys").order("first_line")
        for path, keys, _ in shapes.fetchall():
            for key in keys:
                self.present[key].add(path)
        self.keys = list(self.present)

    def _has_shaped(self, shape: Shape) -> bool:
        """Whether any line is blank, which is no row then, or no object of a completion as it stands."""
        other = f"{_BLANK} or not coalesce({shape.flat}, false)"
        return bool(self._good_lines().filter(other).limit(1).fetchall())

    def _look_inside(self, shape: Shape, last: Mapping[str, int]) -> None:
        """Puts the completions of all lines, without their texts, into the table `shaped`."""
        schema = pa.schema([("path", pa.string()), ("line", pa.string()), ("line_id", pa.int64())])
        self._con.from_arrow(schema.empty_table()).create("shaped")
        following = 0
        lines = (
            self._good_lines()
            .filter(f"not ({_BLANK})")
            .project(
                f"path, line_id, case when {shape.flat} then line else {shape.reduced} end, {shape.flat}"
            )
        )
        if self._repaired is not None:
            lines = lines.order("line_id")
        with self._con.cursor() as own, stream(lines) as batches:
            for batch in batches:
                rows: list[tuple[str, str | None, int]] = []
                columns = [column.to_pylist() for column in batch.columns]
                for path, line_id, line, is_flat in zip(*columns, strict=True):
                    shaped = Shaped([line], None) if is_flat else shape_line(line, shape, texts=False)
                    found: list[str | None] = [*shaped.lines] if shaped.fault is None else [None]
                    if shaped.fault is not None:
                        place = line_id - self._first[path]
                        diagnosis = Diagnosis(None, 0, shaped.fault)
                        bad = BadLine(
                            path=path, line=place, is_last=line_id == last[path], diagnosis=diagnosis
                        )
                        self.bad.append(bad)
                    rows += [(path, one, following + at) for at, one in enumerate(found)]
                    following += len(found)
                if rows:
                    named = dict(zip(schema.names, zip(*rows, strict=True), strict=True))
                    own.register("found", table_of(named, schema))
                    own.execute("insert into shaped select path, line, line_id from found")
                    own.unregister("found")

    def _look_at_bad(self, last: Mapping[str, int]) -> duckdb.DuckDBPyRelation:
        """Diagnoses lines that are no objects for DuckDB, and returns those that are after a repair."""
        wrong = f"(try(json_keys(line)) is null or not {_OBJECT})"
        bad = self._lines().filter(f"not ({_BLANK}) and {wrong}").project("path, line_id, line")
        found = [(path, n, diagnose(text)) for path, n, text in bad.order("line_id").fetchall()]
        self.bad = [
            BadLine(path=path, line=n - self._first[path], is_last=n == last[path], diagnosis=diagnosis)
            for path, n, diagnosis in found
        ]
        readable = [(path, d.line, n) for path, n, d in found if d.line is not None]
        columns = zip(("path", "line", "line_id"), zip(*readable, strict=True), strict=False)
        empty = pa.schema([("path", pa.string()), ("line", pa.string()), ("line_id", pa.int64())])
        return self._con.from_arrow(table_of(dict(columns), empty) if readable else empty.empty_table())

    def _good_lines(self) -> duckdb.DuckDBPyRelation:
        if self._shaped is not None:
            return self._shaped
        if self._repaired is None:
            return self._lines()
        good = self._lines().filter(f"try(json_keys(line)) is not null and {_OBJECT}")
        return good.union(self._repaired)

    def _cells(self, pointers: Iterable[str]) -> duckdb.DuckDBPyRelation:
        at = "[" + ", ".join("'" + p.replace("'", "''") + "'" for p in pointers) + "]"
        cells = f"path, line_id, unnest({at}) as place, unnest(json_extract(line, {at})) as value"
        filled = self._good_lines().filter(f"not ({_BLANK})")
        return filled.project(cells).filter("value is not null")

    def forms(self, pointers: Sequence[str]) -> list[Form]:
        """Forms and ranges of the values at some pointers, in order of first appearance."""
        if not pointers:
            return []
        # Most values come many times: each is judged once.
        same = "path, place, value"
        values = self._cells(pointers).aggregate(f"{same}, min(line_id) as line_id, count(*) as n", same)
        mark = "translate(left(value, 1), '-123456789NIf', '000000000000t') as mark"
        bare = values.project(f"path, place, line_id, n, {mark}, trim(value::varchar, '\"') as bare")
        kinds = f"when regexp_full_match(bare, '{_UNSCORED}') then 'unscored' else 'text' end as form"
        named = bare.project(f"*, case when regexp_full_match(bare, '{NUMBER_TEXT}') then 'number' {kinds}")
        number = "case when isfinite(try_cast(bare as double)) then try_cast(bare as double) end"
        ranges = "sum(n)::bigint, min(number), max(number)"
        ranges += ", min(line_id) as first_line, arg_min(bare, line_id)"
        group = "path, place, mark, form"
        found = named.project(f"*, {number} as number").aggregate(f"{group}, {ranges}", group)
        return [
            Form(
                path=path,
                at=at,
                mark=mark,
                form=form,
                count=count,
                low=low,
                high=high,
                line=line_id - self._first[path],
                value=value,
            )
            for path, at, mark, form, count, low, high, line_id, value in found.order("first_line").fetchall()
        ]

    def objects(self, pointers: Mapping[str, str | None]) -> duckdb.DuckDBPyRelation:
        """The objects of a single file, one row each, in any order.

        Args:
            pointers: JSON pointer by name of a column; None for a column of NULLs.

        Returns:
            The zero-based line as `source_row`, and the values as JSON text, NULL where there is none.
        """
        (first,) = self._first.values()
        texts = [
            "null::varchar" if at is None else "json_extract(line, '" + at.replace("'", "''") + "')::varchar"
            for at in pointers.values()
        ]
        columns = ", ".join(f"{text} as {name}" for text, name in zip(texts, pointers, strict=True))
        filled = self._good_lines().filter(f"not ({_BLANK})")
        return filled.project(f"line_id - {first} as source_row, {columns}")

    def numbers(self, at: str, path: str) -> list[float]:
        """Distinct numbers at a pointer in one file, sorted."""
        values = self._cells([at]).filter("path = '" + path.replace("'", "''") + "'")
        number = "try_cast(trim(value::varchar, '\"') as double) as number"
        found = values.project(number).filter("number is not null").distinct().order("number")
        return [float(n) for (n,) in found.fetchall()]

    def repeated(self, at: str) -> dict[str, int]:
        """How many values at a pointer come again later in the same file, by file; files without left out."""
        named = self._cells([at]).filter("value <> 'null'")
        counts = named.aggregate("path, count(*) - count(distinct value) as again", "path")
        return dict(counts.filter("again > 0").fetchall())

    def distinct(self, at: str) -> tuple[int, int]:
        """How many values there are at a pointer, and how many different ones."""
        counts = self._cells([at]).filter("value <> 'null'").aggregate("count(*), count(distinct value)")
        count, different = counts.fetchall()[0]
        return int(count), int(different)


def explain(files: Sequence[SourceFile], error: UnreadableFile) -> None:
    """Raise an error that names every file that cannot be read to its end.

    Raises:
        UnreadableFile: Always; the given error when no file is found to blame.
    """
    faults = unreadable(files)
    if not faults:
        raise error
    raise unreadable_error(faults)


def set_aside(files: Sequence[SourceFile], skip: bool) -> tuple[list[SourceFile], dict[SourceFile, str]]:
    """Sort files into those to read and those that cannot be read to their end.

    Plain files are looked through only where unreadable ones may be left out, or where the last one ends in
    the middle of a character, so that DuckDB has to pass over that line; else DuckDB finds the fault.
    Compressed ones always are: DuckDB 1.4 takes the end of a cut file for the end of its text.

    Args:
        files: The files; the last one may be in the middle of being written.
        skip: Whether unreadable files are left out.

    Returns:
        Files to read, and the others with the reason.

    Raises:
        UnreadableFile: A file cannot be read, and none may be left out or none would remain.
    """
    newest = files[-1]
    look = skip or torn_line(newest.on_disk) is not None
    faults = unreadable((file for file in files if look or file.on_disk.suffix == ".gz"), newest)
    left = [file for file in files if file not in faults]
    if faults and not (skip and left):
        raise unreadable_error(faults)
    return left, faults


def unreadable(files: Iterable[SourceFile], newest: SourceFile | None = None) -> dict[SourceFile, str]:
    """Files that cannot be read to their end, with the reason; reads all of them."""
    faults = {file: text_fault(file.on_disk, may_be_torn=file == newest) for file in files}
    return {file: fault for file, fault in faults.items() if fault is not None}


def unreadable_error(faults: Mapping[SourceFile, str]) -> UnreadableFile:
    """The error that names files and what is wrong with them."""
    bad = "; ".join(f"{show(file.on_disk)} {fault}" for file, fault in faults.items())
    if any(fault.startswith("is not UTF-8") for fault in faults.values()):
        hint = "Convert it, for example with iconv -f LATIN1 -t UTF-8; the encoding must be the right one."
    else:
        hint = "Wait until the job has written them, or leave them out with --skip-unreadable."
    return UnreadableFile(f"{bad}.", hint)
