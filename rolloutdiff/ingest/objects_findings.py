"""What a first pass over foreign files tells: findings about the dump, and a value that is no number."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rolloutdiff.errors import BadRow
from rolloutdiff.ingest.objects import Pass
from rolloutdiff.ingest.rollouts import Note, SourceFile
from rolloutdiff.ingest.survey import BadLine
from rolloutdiff.ingest.wording import bad_row, counted, listed


def mixed_value(key: str, seen: Pass) -> BadRow:
    """The error for a reward that is a number in some rows and something else in others."""
    numbers = seen.numbers[key]
    path, row, value = numbers.first_other or ("", 0, None)
    return bad_row(path, row, column=key, value=value, reason=f"{numbers.other}, not a number", lines=False)


def findings(
    seen: Pass, files: Sequence[SourceFile], torn: Sequence[BadLine], repaired: Sequence[BadLine]
) -> tuple[Note, ...]:
    """Findings about the dump, ready for the report."""
    by_path = {str(file.on_disk): file for file in files}
    notes = []
    if seen.faults:
        names = tuple(file.name for file in seen.faults)
        message = f"{counted(len(names), 'file')} left out as unreadable: {listed(names, 3)}."
        notes.append(
            Note(code="unreadable_file", severity="warning", message=message, count=len(names), files=names)
        )
    for line in torn:
        message = "The end of the newest file is incomplete and is left out until it is complete."
        notes.append(_note("incomplete_line", message, 1, [by_path[line.path]], seen))
    if repaired:
        message = f"Halves of surrogate pairs in {counted(len(repaired), 'line')} are read as U+FFFD."
        touched = [by_path[path] for path in dict.fromkeys(line.path for line in repaired)]
        notes.append(_note("repaired_text", message, len(repaired), touched, seen))
    empty = [file for file in files if not seen.rows.get(file) and file not in seen.repeated]
    if empty:
        message = f"{counted(len(empty), 'file')} without a row: {listed([f.name for f in empty], 3)}."
        notes.append(_note("empty_file", message, len(empty), empty, seen))
    if seen.repeated:
        count = sum(map(len, seen.repeated.values()))
        message = f"{counted(count, 'row')} that an earlier file has as well are left out."
        notes.append(_note("repeated_rows", message, count, list(seen.repeated), seen))
    return tuple(notes)


def _note(code: str, message: str, count: int, files: Collection[SourceFile], seen: Pass) -> Note:
    steps = sorted({step for file in files for step in seen.steps.get(file, ())})
    return Note(
        code=code,
        severity="note",
        message=message,
        count=count,
        first_step=steps[0] if steps else None,
        last_step=steps[-1] if steps else None,
        files=tuple(file.name for file in files),
    )
