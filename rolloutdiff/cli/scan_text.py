"""A scan as lines of a terminal: what was recognised, what the rows hold, what is asked, what to run."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from rolloutdiff.ingest.registry import loader_of
from rolloutdiff.ingest.wording import counted
from rolloutdiff.pipeline.scan import Advantages, Facts, Survey, ValueRange
from rolloutdiff.scan import Scan
from rolloutdiff.wording import printable

_INDENT = 14
_LONGEST_NAME, _SHORTEST_NAME = 40, 12
_UNITS = (("kB", 1e3), ("MB", 1e6), ("GB", 1e9))
_SCALES = {
    "group": "divided by the deviation of the group",
    "batch": "divided by the deviation of the batch",
    "none": "not divided by a deviation",
}


def scan_lines(found: Scan, width: int | None) -> Iterator[str]:
    """The lines of a scan; commands are never folded, so that they can be copied.

    Args:
        found: The scan.
        width: Columns to fold to; None leaves every line whole.
    """
    yield from _title(found, width)
    if found.survey is not None:
        yield from _survey(found, found.survey, width)
    for problem in found.problems:
        yield from _field("left out", problem, width)
    for kind in found.kinds:
        if found.format is not None and kind.format != found.format:
            why = f". {kind.refusal}" if kind.refusal else ""
            what = f"{kind.format}, {counted(len(kind.files), 'file')} ({kind.evidence}); not read{why}"
            yield from _field("also there", what, width)
    for question in found.questions:
        yield ""
        yield from _folded(f"? {question.text}", width, "  ")
        if len(found.questions) > 1:
            yield from (f"    {answer}" for answer in question.answers)
    yield ""
    yield _next(found)
    yield from (f"  {command}" for command in found.commands)


def _next(found: Scan) -> str:
    if not found.commands:
        return "next: nothing, for no row can be used"
    if len(found.questions) > 1:
        return "next, with one answer to each:"
    if found.questions:
        return "next, one of:" if len(found.commands) > 1 else "next, if so:"
    return "next:"


def _title(found: Scan, width: int | None) -> Iterator[str]:
    path = printable(found.path, 300)
    if found.format is None:
        yield from _folded(f"{path}: {counted(len(found.kinds), 'kind')} of dumps", width, "  ")
        return
    yield from _folded(f"{path}: {loader_of(found.format).label}", width, "  ")
    yield from _field("told by", found.evidence, width)


def _survey(found: Scan, survey: Survey, width: int | None) -> Iterator[str]:
    facts, rollouts = survey.facts, found.rollouts
    if rollouts is not None:
        if rollouts.evidence != found.evidence:
            yield from _field("form", rollouts.evidence, width)
        sizes = sum(file.bytes or 0 for file in rollouts.files)
        files = f"{counted(len(rollouts.files), 'file')}, {_bytes(sizes)}"
        if survey.files_read < len(rollouts.files):
            files += f"; what follows is from {survey.files_read:,} of them, at even distances"
        yield from _field("files", files, width)
    yield from _field("rows", _rows(facts), width)
    yield from _field("prompts", _prompts(facts), width)
    yield from _field("turns", _turns(facts), width)
    yield from _rewards(survey.values, width)
    if survey.advantages is not None:
        yield from _field("advantage", _advantage(survey.advantages), width)
    for note in rollouts.notes if rollouts is not None else ():
        yield from _field(note.severity, note.message, width)


def _rows(facts: Facts) -> str:
    if not facts.rows:
        return "none that can be used"
    span = f"step {facts.first_step}"
    if facts.steps > 1:
        span = f"{facts.steps:,} steps, {facts.first_step} to {facts.last_step}"
    bad = f"; {facts.rejected:,} more cannot be used" if facts.rejected else ""
    return f"{facts.rows:,} in {span}{bad}"


def _prompts(facts: Facts) -> str:
    if not facts.rows:
        return "none"
    low, high = facts.smallest_group or 0, facts.largest_group or 0
    each = counted(low, "row") if low == high else f"{low:,} to {high:,} rows"
    middle = "" if low == high else f", median {facts.median_group:g}"
    again = "" if facts.steps < 2 else f", {facts.returning_prompts:,} of them in several steps"
    return f"{facts.prompts:,}{again}; {each} of a prompt in a step{middle}"


def _turns(facts: Facts) -> str:
    if facts.several_messages:
        return f"several: {facts.several_messages:,} responses hold more than one message"
    if facts.role_lines:
        return (
            f"perhaps several: {facts.role_lines:,} responses have a line that is nothing but a role, as"
            " turns joined into one text have"
        )
    return "one: no response shows a second message or a line with a role"


def _rewards(values: Sequence[ValueRange], width: int | None) -> Iterator[str]:
    """Columns that can be the reward, under their heads."""
    rows = [("column", "range", "scored", "steps")]
    for value in values:
        if value.low is None or value.high is None:
            extent = "no number"
        elif value.low == value.high:
            extent = f"always {value.low:g}"
        else:
            extent = f"{value.low:g} to {value.high:g}"
        share = f"{value.scored / value.rows:.1%}" if value.rows else "-"
        rows.append((printable(value.name), extent, share, f"{value.steps_with:,} of {value.steps:,}"))
    sizes = [max(len(row[i]) for row in rows) for i in range(4)]
    room = _LONGEST_NAME if width is None else width - _INDENT - sum(sizes[1:]) - 6
    sizes[0] = min(sizes[0], max(min(room, _LONGEST_NAME), _SHORTEST_NAME))
    for place, (name, *others) in enumerate(rows):
        label = "rewards" if place == 0 else ""
        name = name if len(name) <= sizes[0] else name[: sizes[0] - 1] + "…"
        cells = [name.ljust(sizes[0]), *(o.rjust(s) for o, s in zip(others, sizes[1:], strict=True))]
        yield f"  {label:<{_INDENT - 2}}{'  '.join(cells)}"


def _advantage(found: Advantages) -> str:
    fit = found.fit
    if fit is None or found.size is None:
        return "logged, but not by groups of equal prompts that sum to 0: it cannot say which columns count"
    if fit.scale is None:
        if not fit.rows:
            return "always 0: it cannot say which columns count"
        return (
            "does not follow from a weighted sum of these columns: the reward that was trained on is another,"
            " or was scaled in another way"
        )
    formulas = [printable(formula.replace(",", " + ").replace("=", " x "), 300) for formula in found.formulas]
    single = fit.weights is None and all(len(columns) == 1 for columns in fit.sets)
    how = f"within groups of {found.size}, {_SCALES[fit.scale]}; {fit.share:.1%} of {fit.rows:,} rows agree"
    if len(formulas) > 1:
        return f"follows from each of {'; '.join(formulas)} ({how}), so it cannot tell them apart"
    weight = ""
    if single:
        weight = " alone, weight 1" if len(found.names) > 1 else ", weight 1"
    elif fit.weights is None:
        weight = ", all weights 1"
    elif fit.scale != "none":
        weight = ", up to a common factor"
    left = [printable(found.names[i]) for i in fit.constant]
    unsure = f"; it cannot say whether {', '.join(left)} counts, constant in every group" if left else ""
    return f"follows from {formulas[0]}{weight} ({how}){unsure}"


def _bytes(size: int) -> str:
    if size < 1000:
        return counted(size, "byte")
    unit, factor = next((u, f) for u, f in _UNITS if size < 1000 * f or u == "GB")
    return f"{size / factor:,.1f} {unit}"


def _field(label: str, text: str, width: int | None) -> Iterator[str]:
    yield from _folded(f"  {label:<{_INDENT - 2}}{text}", width, " " * _INDENT)


def _folded(text: str, width: int | None, indent: str) -> Iterator[str]:
    text = printable(text, len(text))
    if width is None:
        yield text
        return
    yield from textwrap.wrap(
        text,
        width,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
        replace_whitespace=False,
    )
