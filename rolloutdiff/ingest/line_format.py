"""Dumps of JSON lines that differ only in names, paths and the shape of a line: opened in one way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rolloutdiff.errors import ColumnMappingError, NoRolloutFiles, UsageError
from rolloutdiff.ingest.columns import MEASURES, token_sources
from rolloutdiff.ingest.jsonl import JsonlFile, JsonlPlan, check_lines, in_chunks, torn_notes
from rolloutdiff.ingest.lines import pointer
from rolloutdiff.ingest.overlap import check_steps
from rolloutdiff.ingest.reward import choose_reward
from rolloutdiff.ingest.rollouts import Note, Rollouts, SourceFile
from rolloutdiff.ingest.shape import Shape
from rolloutdiff.ingest.survey import BadLine, Form, Survey, set_aside
from rolloutdiff.ingest.values import check_measures, numeric_values
from rolloutdiff.ingest.wording import bad_row, counted, did_you_mean, listed, show


@dataclass(frozen=True, kw_only=True)
class LineFormat:
    """How a trainer writes JSON lines.

    Attributes:
        name: Name of the loader.
        label: What people call such a dump.
        evidence: Why a dump is taken for this, as a phrase.
        keys: Key by canonical column, after the line has been shaped.
        labels: What the trainer calls a canonical column, for messages; default: its key.
        not_rewards: Further keys that are never a reward although they may hold numbers.
        default_reward: Key that is the reward unless another is asked for; None: the only candidate.
        step_hint: What to do when no step is found.
        shape: How a line becomes the objects of its completions.
        left_out: Keys that are not kept.
    """

    name: str
    label: str
    evidence: str
    keys: Mapping[str, str]
    labels: Mapping[str, str] = field(default_factory=dict)
    not_rewards: frozenset[str] = frozenset()
    default_reward: str | None = None
    step_hint: str
    shape: Shape | None = None
    left_out: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Opening:
    """A dump to open, with what the user asked for.

    Attributes:
        root: The path that was given.
        files: The files with the step that each one's name or folder says, None where it says none.
        run: Name of the run.
        reward_column: Reward column or weighted sum; None: the default of the format.
        step_from_name: Whether only names of files and folders count as steps.
        one_file_per_step: Whether a step in two files is an error.
        skip_bad_rows: Whether rows that cannot be used are set aside.
        skip_unreadable: Whether files that cannot be read are left out.
        notes: What was found before the files were opened.
    """

    root: Path
    files: Sequence[tuple[SourceFile, int | None]]
    run: str
    reward_column: str | None
    step_from_name: bool
    one_file_per_step: bool = True
    skip_bad_rows: bool
    skip_unreadable: bool
    notes: tuple[Note, ...] = ()


def check_step_from(step_from: str) -> bool:
    """Whether steps are to come from names.

    Raises:
        UsageError: It is neither `column` nor `file_name`.
    """
    if step_from not in ("column", "file_name"):
        raise UsageError(f"step_from is {step_from!r}.", "Give column or file_name.")
    return step_from == "file_name"


def open_lines(form: LineFormat, opening: Opening) -> Rollouts:
    """Look a dump through once; its texts are read later.

    Raises:
        NoRolloutFiles: The files hold no row.
        UnreadableFile: A file is cut short or not UTF-8.
        ColumnMappingError: No row has a prompt or a completion, or a file says no step.
        RewardColumnError: The reward is missing or not numeric; lists the candidates.
        BadRow: A line is not of the trainer's shape, a reward is no number, a step is no whole number.
        OverlappingSteps: Two files hold the same step.
    """
    named = dict(opening.files)
    files, faults = set_aside([file for file, _ in opening.files], opening.skip_unreadable)
    skip = opening.skip_bad_rows
    with Survey(files, form.shape) as survey:
        _, torn = check_lines(survey.bad, files[-1], skip_bad_rows=skip)
        _check_keys(survey, form, opening.root)
        step_at = pointer(form.keys["step"])
        fixed = {*form.keys.values(), *form.not_rewards, *form.left_out} - {form.default_reward}
        values = numeric_values(
            survey,
            fixed,
            opening.reward_column or form.default_reward or "",
            also=[step_at],
            skip_bad_rows=skip,
        )
        formula = choose_reward(
            opening.reward_column,
            values.candidates,
            values.others,
            source=show(opening.root),
            default=form.default_reward,
        )
        by_file = values.by_file(step_at)
        steps = {
            file: _steps(
                survey, by_file.get(str(file.on_disk), []), file, step_at, named[file], form, opening
            )
            for file in files
        }
        measures = [name for name in MEASURES if name in values.candidates]
        if not skip:
            check_measures(values, {name: values.pointers[name] for name in measures})
        tokens = token_sources(set(survey.keys) - set(values.candidates))
        repeated = survey.repeated(pointer(form.keys["sample_id"])) if "sample_id" in form.keys else {}
        present = [key for key in survey.keys if key in survey.present and key not in form.left_out]
    if opening.one_file_per_step:
        check_steps(((opening.run, f.name, found) for f, found in steps.items()), "Remove one of the two.")
    parts = [n for n in sorted(values.candidates) if n not in measures or n in formula.names]
    numbers = dict.fromkeys([*parts, *measures, *tokens.values()])
    taken = {*values.candidates, *measures, *tokens.values(), *form.keys.values()}
    plan = JsonlPlan(
        pointers={canonical: pointer(key) for canonical, key in form.keys.items()},
        names={**form.keys, **form.labels},
        parts={name: values.pointers.get(name, pointer(name)) for name in numbers},
        extras={key: pointer(key) for key in present if key not in taken},
        formula=formula,
        shown_parts=len(parts),
        measures={name: name for name in measures},
        tokens=tokens,
        step_from_name=opening.step_from_name,
        skip_bad_rows=skip,
        shape=form.shape,
        keep_latest=bool(repeated),
        all_objects=not survey.bad,
    )
    entries = [
        JsonlFile(source=f, run=opening.run, file_step=named[f], may_be_torn=f == files[-1]) for f in files
    ]
    return Rollouts(
        format=form.name,
        label=form.label,
        evidence=form.evidence,
        source=show(opening.root),
        run=opening.run,
        files=tuple(files),
        reward_formula=formula.text,
        reward_parts=tuple(parts),
        skip_bad_rows=skip,
        steps=tuple(sorted({step for found in steps.values() for step in found})),
        rows=sum(survey.rows.values()) - sum(repeated.values()),
        notes=(*opening.notes, *_findings(faults, torn, repeated, files)),
        plan=in_chunks(entries, plan),
    )


def _check_keys(survey: Survey, form: LineFormat, root: Path) -> None:
    if not survey.keys:
        raise NoRolloutFiles(f"The dumps in {show(root)} hold no row.", "Wait until the trainer wrote one.")
    for canonical in ("prompt", "response"):
        key = form.keys[canonical]
        if key not in survey.present:
            label = form.labels.get(canonical, key)
            raise ColumnMappingError(
                f"No line in {show(root)} has the key {label}; found are {listed(survey.keys)}.",
                did_you_mean(key, survey.keys) or "Use --format jsonl and name the keys with --columns.",
            )


def _steps(
    survey: Survey,
    forms: Sequence[Form],
    file: SourceFile,
    step_at: str,
    named: int | None,
    form: LineFormat,
    opening: Opening,
) -> tuple[int, ...]:
    if opening.step_from_name or not forms:
        if named is None and survey.rows.get(str(file.on_disk)):
            raise ColumnMappingError(f"{show(file.on_disk)} says no training step.", form.step_hint)
        return () if named is None else (named,)
    for found in forms:
        wrong = found.mark not in '0"' or found.form != "number"
        whole = found.low is None or found.low != found.high or found.low.is_integer()
        if (wrong or not whole) and not opening.skip_bad_rows:
            raise bad_row(
                found.path,
                found.line,
                column=form.labels.get("step", form.keys["step"]),
                value=found.value,
                reason="not a whole number",
                lines=form.shape is None,
            )
    return tuple(sorted({int(n) for n in survey.numbers(step_at, str(file.on_disk)) if n.is_integer()}))


def _findings(
    faults: Mapping[SourceFile, str],
    torn: Sequence[BadLine],
    repeated: Mapping[str, int],
    files: Sequence[SourceFile],
) -> tuple[Note, ...]:
    notes: list[Note] = []
    by_path = {str(file.on_disk): file.name for file in files}
    if faults:
        names = tuple(file.name for file in faults)
        message = f"{counted(len(names), 'file')} left out as unreadable: {listed(names)}."
        notes.append(
            Note(code="unreadable_file", severity="warning", message=message, count=len(names), files=names)
        )
    notes += torn_notes(torn, files)
    if repeated:
        count = sum(repeated.values())
        message = (
            f"{counted(count, 'row')} logged again later in the same file; only the last of each is read."
        )
        names = tuple(by_path[path] for path in repeated)
        notes.append(Note(code="repeated_row", severity="warning", message=message, count=count, files=names))
    return tuple(notes)
