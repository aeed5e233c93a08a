"""Words for errors: paths and values shown safely, nearest names, places of rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from rolloutdiff.errors import BadRow
from rolloutdiff.ingest.columns import MEASURES

if TYPE_CHECKING:
    import duckdb

TORN = "incomplete last line, will be read next time"

_SKIP = "Correct the row, or set such rows aside with --skip-bad-rows (skip_bad_rows=True)."


def show(text: object) -> str:
    """Text for a message: characters that cannot be printed are escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(text))


def quoted(value: object, limit: int = 60) -> str:
    """A value of the data for a message, cut to a length."""
    text = str(value)
    return repr(text if len(text) <= limit else text[:limit] + "…")


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 file`, `2,000 files`."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def listed(names: Sequence[str], limit: int = 12) -> str:
    """Names in a row, the first of them when there are many."""
    shown = ", ".join(show(n) for n in names[:limit])
    return shown if len(names) <= limit else f"{shown} and {len(names) - limit} more"


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """`Did you mean …?` with the nearest name, or nothing."""
    by_fold = {n.casefold(): n for n in names}
    near = get_close_matches(name.casefold(), by_fold, n=1)
    return f"Did you mean {show(by_fold[near[0]])}?" if near else ""


def bad_row(
    file: Path | str, row: int, *, column: str | None, value: object, reason: str, lines: bool
) -> BadRow:
    """The error for a row that cannot be used.

    Args:
        file: File or table.
        row: Zero-based row or line.
        column: Column of the source; None for the whole line.
        value: Offending value, or None.
        reason: What is wrong, to follow "is".
        lines: Whether rows are lines of text, which people count from 1.
    """
    place = f"{show(file)}, line {row + 1}" if lines else f"{show(file)}, row {row} (counted from 0)"
    what = "the line" if column is None else f"column {show(column)}"
    shown = "" if value is None else f": {quoted(value)}"
    hint = _SKIP
    if column == "step" and reason == "not a whole number":
        hint = "If the name of the file holds the step, use --step-from file_name. " + hint
    if column in MEASURES and reason.endswith("not a number"):
        hint = f"If {column} is something else here, rename it, or map --columns {column}=NAME. {hint}"
    return BadRow(f"{place}: {what} is {reason}{shown}.", hint)


def raise_rejected(cursor: duckdb.DuckDBPyConnection, paths: dict[str, Path | str], *, lines: bool) -> None:
    """Raise the first staged row that cannot be used; a torn last line is no such row.

    Args:
        cursor: Cursor with the table `staged_row`.
        paths: What to call the source files.
        lines: Whether rows are lines of text.

    Raises:
        BadRow: There is one.
    """
    rejected = cursor.table("staged_row").filter("reject_reason is not null").order("source_file, source_row")
    fields = "source_file, source_row, reject_column, reject_value, reject_reason"
    for name, row, column, value, reason in rejected.project(fields).limit(2).fetchall():
        if reason != TORN:
            raise bad_row(paths.get(name, name), row, column=column, value=value, reason=reason, lines=lines)
