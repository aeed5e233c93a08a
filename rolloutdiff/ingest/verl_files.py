"""What a first pass over verl dumps tells: steps, ids, and findings about the dump."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rolloutdiff.errors import ColumnMappingError
from rolloutdiff.ingest.jsonl import GroupRule
from rolloutdiff.ingest.lines import pointer
from rolloutdiff.ingest.rollouts import Note, SourceFile
from rolloutdiff.ingest.survey import BadLine, Form, Survey
from rolloutdiff.ingest.values import Values
from rolloutdiff.ingest.wording import bad_row, counted, listed, show

DUMP_NAME = re.compile(r"([0-9]+)\.jsonl(\.gz)?")

Steps = dict[SourceFile, tuple[int, ...]]


def name_step(file: SourceFile) -> int | None:
    """The step that the name of a dump is; None for other names."""
    found = DUMP_NAME.fullmatch(file.name)
    return None if found is None else int(found[1])


def steps_of(
    survey: Survey, values: Values, files: Sequence[SourceFile], *, from_name: bool, skip_bad_rows: bool
) -> Steps:
    """Steps of every file: the key `step`, else the name.

    Raises:
        BadRow: A step is no whole number, or not that of the file name.
        ColumnMappingError: A file has rows, and no step anywhere.
    """
    steps: Steps = {}
    by_file = values.by_file(pointer("step"))
    for file in files:
        forms = by_file.get(str(file.on_disk), [])
        named = name_step(file)
        if from_name or not forms:
            if named is None and survey.rows.get(str(file.on_disk)):
                raise ColumnMappingError(
                    f"{show(file.on_disk)} has no key step, and its name is no step.",
                    "Name the file by its step, such as 7.jsonl.",
                )
            steps[file] = () if named is None else (named,)
            continue
        if not skip_bad_rows:
            _check(forms, named)
        whole = [n for n in _numbers(survey, file, forms) if n.is_integer()]
        steps[file] = tuple(sorted({int(n) for n in whole}))
    return steps


def _numbers(survey: Survey, file: SourceFile, forms: Sequence[Form]) -> list[float]:
    extremes = {n for f in forms for n in (f.low, f.high) if n is not None}
    if len(extremes) <= 1:
        return list(extremes)
    return survey.numbers(pointer("step"), str(file.on_disk))


def _check(forms: Sequence[Form], named: int | None) -> None:
    for form in forms:
        reason = _step_fault(form, named)
        if reason is not None:
            raise bad_row(form.path, form.line, column="step", value=form.value, reason=reason, lines=True)


def _step_fault(form: Form, named: int | None) -> str | None:
    if form.mark not in '0"' or form.form != "number" or form.low is None:
        return "not a whole number"
    if form.low != form.high:
        # The first line need not be the wrong one; lines are judged one by one when they are read.
        return None
    if not form.low.is_integer():
        return "not a whole number"
    return None if named is None or form.low == named else f"not the step {named} of the file name"


def identity(survey: Survey) -> tuple[str | None, GroupRule]:
    """The key that names every sample, and how `uid` names groups.

    A `uid` of the form `{uuid}_{session}_{index}` names a group by all but its last two parts; another one
    only where it comes more than once.
    """
    rows = sum(survey.rows.values())
    counts = {key: survey.distinct(pointer(key)) for key in ("uid", "request_id") if key in survey.present}
    sample = next((key for key, (count, different) in counts.items() if count == different == rows), None)
    count, different = counts.get("uid", (0, 0))
    return sample, "prefix_or_whole" if different < count else "prefix"


def findings(
    survey: Survey,
    values: Values,
    steps: Steps,
    repaired: Sequence[BadLine],
    torn: Sequence[BadLine],
    faults: Mapping[SourceFile, str],
) -> tuple[Note, ...]:
    """Findings about the dump, ready for the report."""
    by_path = {str(file.on_disk): file for file in steps}
    notes = []
    if faults:
        names = tuple(file.name for file in faults)
        message = f"{counted(len(names), 'file')} left out as unreadable: {listed(names)}."
        notes.append(
            Note(code="unreadable_file", severity="warning", message=message, count=len(names), files=names)
        )
    for line in torn:
        message = "The last line of the newest file is incomplete and is left out until it is complete."
        notes.append(_note("incomplete_line", "note", message, 1, [by_path[line.path]], steps))
    if repaired:
        halves = sum(line.diagnosis.repaired for line in repaired)
        message = (
            f"Halves of surrogate pairs ({halves}) in {counted(len(repaired), 'line')} are read as U+FFFD."
        )
        touched = [by_path[path] for path in dict.fromkeys(line.path for line in repaired)]
        notes.append(_note("repaired_text", "note", message, len(repaired), touched, steps))
    empty = [file for file in steps if not survey.rows.get(str(file.on_disk))]
    if empty:
        message = f"{counted(len(empty), 'file')} without a row: {listed([f.name for f in empty], 3)}."
        notes.append(_note("empty_file", "note", message, len(empty), empty, steps))
    filled = [file for file in steps if survey.rows.get(str(file.on_disk))]
    for name in sorted(values.candidates):
        own = values.at(values.pointers[name])
        texts = [form for form in own if form.mark == '"' and form.is_number]
        as_text = [by_path[path] for path in dict.fromkeys(form.path for form in texts)]
        if as_text and any(form.mark in "0t" for form in own):
            message = (
                f"Key {show(name)} is text in some rows and a number in others; both are read as numbers."
            )
            notes.append(_note("value_form_changed", "note", message, len(as_text), as_text, steps))
        having = {form.path for form in own}
        missing = [file for file in filled if str(file.on_disk) not in having]
        if missing:
            message = f"Key {show(name)} has no value in {len(missing)} of {len(filled)} files."
            notes.append(_note("value_missing", "note", message, len(missing), missing, steps))
    return tuple(notes)


def _note(
    code: str, severity: str, message: str, count: int, files: Sequence[SourceFile], steps: Steps
) -> Note:
    found = sorted(step for file in files for step in steps[file])
    return Note(
        code=code,
        severity="warning" if severity == "warning" else "note",
        message=message,
        count=count,
        first_step=found[0] if found else None,
        last_step=found[-1] if found else None,
        files=tuple(file.name for file in files),
    )
