"""The public function `scan`: what a path holds, what is not clear, and the command that analyses it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from typing import Any

from rolloutdiff.errors import (
    BadRow,
    ColumnMappingError,
    InputError,
    OverlappingSteps,
    RewardColumnError,
    UnknownFormat,
    UnreadableFile,
)
from rolloutdiff.ingest import Rollouts, load
from rolloutdiff.ingest.detect import detection, kinds_at
from rolloutdiff.ingest.files import existing
from rolloutdiff.ingest.recognise import Recognition
from rolloutdiff.ingest.registry import loader_of
from rolloutdiff.ingest.wording import listed, show
from rolloutdiff.pipeline.scan import Survey, survey_rollouts
from rolloutdiff.settings import Resources
from rolloutdiff.warehouse.connect import open_session
from rolloutdiff.warehouse.install import install

_MOST_SUMMED = 6
_STEP_IN_NAME = "--step-from file_name"
# verl logs it beside the score when the trained reward is the sum of both.
_OVERLONG = "overlong_reward"


@dataclass(frozen=True, kw_only=True)
class Question:
    """Something that only the user can know.

    Attributes:
        text: The question, with what it comes from.
        answers: Options of `analyze` to choose from; for `is_path`, commands.
        is_path: Whether the answers are commands that look at another path or kind.
    """

    text: str
    answers: tuple[str, ...]
    is_path: bool = False


@dataclass(kw_only=True)
class Scan:
    """What a path holds.

    Attributes:
        path: The path as it was given.
        kinds: Kinds of dumps that were recognised.
        format: Loader that reads it; None while that is a question.
        evidence: Why this one, as a phrase.
        rollouts: The dump as the loader opened it; None while something before that is a question.
        survey: What its rows hold.
        problems: What stands in the way of reading all of it, as sentences.
        options: Options of `analyze` that are settled.
        questions: What is not.
    """

    path: str
    kinds: tuple[Recognition, ...] = ()
    format: str | None = None
    evidence: str = ""
    rollouts: Rollouts | None = None
    survey: Survey | None = None
    problems: list[str] = field(default_factory=list)
    options: list[str] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)

    @property
    def commands(self) -> list[str]:
        """What to run next: one command, or one per answer where there is one question.

        With more questions it is the command that lacks one answer to each; without a usable row, nothing.
        """
        if self.survey is not None and not self.survey.facts.rows:
            return []
        if len(self.questions) == 1 and self.questions[0].is_path:
            return list(self.questions[0].answers)
        base = [_command("analyze", self.path), *self.options]
        answers = self.questions[0].answers if len(self.questions) == 1 else ("",)
        tail = "--output report.json --html report.html"
        return [" ".join(part for part in (*base, answer, tail) if part) for answer in answers]


def scan(
    path: str | os.PathLike[str],
    format: str = "auto",
    *,
    columns: Mapping[str, str] | None = None,
    resources: Resources | None = None,
) -> Scan:
    """Look at what a trainer wrote, without analysing it.

    Nothing is guessed in silence: where more than one reading is possible there is a question, and what had
    to be left out to go on is a problem. Pickles are never opened.

    Args:
        path: Folder or file.
        format: Loader, or `auto` to look at names and the schema of one file.
        columns: For a table, source column by canonical name.
        resources: Limits of the DuckDB that reads the rows.

    Returns:
        What is there, and the commands to run next.

    Raises:
        PathNotFound: The path does not exist.
        NoRolloutFiles: The folder is empty.
        UnknownFormat: Nothing there can be analysed; says what it is.
        InputError: The dump cannot be read.
    """
    root = existing(path)
    found = Scan(path=os.fspath(path))
    is_auto = format == "auto"
    try:
        if is_auto:
            found.kinds = tuple(kinds_at(root))
            told = detection(root, found.kinds)
            found.format, found.evidence = told.format, told.evidence
            if told.format == "table" and columns is None and told.suggestion:
                columns = _mapping(found, told.columns, told.suggestion)
        else:
            found.format, found.evidence = format, "named by --format"
        found.options.insert(0, f"--format {found.format}")
        if columns is not None and not found.questions:
            found.options.append(f"--columns {shell_word(_written(columns))}")
        _read(found, root, columns, resources)
    except UnknownFormat as error:
        if not error.choices:
            raise
        found.questions = [_which(error, root, None if is_auto else format)]
    return found


def shell_word(text: str) -> str:
    """A word of a POSIX shell command; one with characters that act on a terminal is written as $'...'."""
    if text.isprintable():
        return quote(text)
    return "$'" + "".join(c if c.isprintable() and c not in "\\'" else _escaped(c) for c in text) + "'"


def _escaped(character: str) -> str:
    if character in "\\'":
        return "\\" + character
    code = ord(character)
    # A byte of a path that is no text.
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _command(verb: str, path: str) -> str:
    """The beginning of a command; a path is not taken for an option."""
    return f"rolloutdiff {verb} {shell_word(f'./{path}' if path.startswith('-') else path)}"


def _which(error: UnknownFormat, root: Path, format: str | None) -> Question:
    """A question for one of the paths and formats that an error lists."""
    answers = []
    for path, own in error.choices:
        chosen = own or format
        answers.append(_command("scan", path) + (f" --format {chosen}" if chosen else ""))
    return Question(text=f"{_near(str(error), root)} Which one?", answers=tuple(answers), is_path=True)


def _written(columns: Mapping[str, str]) -> str:
    """A mapping as `--columns` takes it."""
    quoted = {c: f'"{s.replace(chr(34), chr(34) * 2)}"' if "," in s else s for c, s in columns.items()}
    return ",".join(f"{canonical}={source}" for canonical, source in quoted.items())


def _mapping(
    found: Scan, columns: tuple[str, ...], suggestion: Mapping[str, str]
) -> Mapping[str, str] | None:
    """The mapping that names suggest, asked about; None where every column has its canonical name."""
    mapping = {canonical: source for canonical, source in suggestion.items() if canonical != source}
    if not mapping:
        return None
    means = ", ".join(f"{show(source)} is the {canonical}" for canonical, source in mapping.items())
    found.questions.append(
        Question(
            text=(
                f"No trainer is known by columns {listed(columns)}; by their names, {means}. Is that right?"
            ),
            answers=(f"--columns {shell_word(_written(mapping))}",),
        )
    )
    return mapping


def _read(found: Scan, root: Path, columns: Mapping[str, str] | None, resources: Resources | None) -> None:
    """Open and read the dump; what stands in the way is noted, and left out where that can be."""
    given: dict[str, Any] = {}
    candidates: tuple[str, ...] = ()
    with ExitStack() as stack:
        session = None
        while found.survey is None:
            try:
                rollouts = load(root, found.format or "auto", columns=columns, **given)
                if session is None:
                    session = stack.enter_context(open_session(None, None, resources=resources))
                    install(session.runner.cursor)
                found.survey = survey_rollouts(session.runner, rollouts)
                found.rollouts = rollouts
            except RewardColumnError as error:
                if not error.candidates or "reward_column" in given:
                    raise
                candidates = error.candidates
                # Rows are read with any of them; all are kept beside it.
                given["reward_column"] = candidates[0]
            except (OverlappingSteps, UnreadableFile, BadRow) as error:
                if not _settle(found, root, error, given):
                    raise
            except ColumnMappingError as error:
                if found.format != "table" or not found.questions:
                    raise
                raise ColumnMappingError(
                    f"{error.message} Names suggest {_written(columns or {})}.", error.hint
                ) from error
    if candidates:
        _settle_reward(found, candidates)
    elif found.format == "verl" and _OVERLONG in {v.name for v in found.survey.values}:
        found.questions.append(
            Question(
                text=f"The penalty {_OVERLONG} is logged beside score. Was it part of the reward?",
                answers=(f"--reward-column score=1,{_OVERLONG}=1", "--reward-column score"),
            )
        )


def _settle(found: Scan, root: Path, error: InputError, given: dict[str, Any]) -> bool:
    """Ask about what stands in the way of reading, or leave it out; False where neither is possible."""
    if isinstance(error, OverlappingSteps):
        if "on_overlap" in given or "on_overlap" not in loader_of(found.format or "").options:
            return False
        given["on_overlap"] = "separate"
        text = f"{_near(error.message, root)} Which one counts, or are they runs of their own?"
        answers = ("--on-overlap latest", "--on-overlap separate")
        found.questions.append(Question(text=text, answers=answers))
    elif (
        _STEP_IN_NAME in str(error.hint)
        and "step_from" not in given
        and "step_from" in loader_of(found.format or "").options
    ):
        given["step_from"] = "file_name"
        text = f"{_near(error.message, root)} Is the step in the name of the file?"
        found.questions.append(Question(text=text, answers=(_STEP_IN_NAME,)))
    else:
        option = "skip_bad_rows" if isinstance(error, BadRow) else "skip_unreadable"
        if option in given:
            return False
        given[option] = True
        found.problems.append(_near(str(error), root))
        found.options.append("--" + option.replace("_", "-"))
    return True


def _near(message: str, root: Path) -> str:
    """A message with names of files as they are below the path."""
    return message.replace(show(root) + os.sep, "")


def _settle_reward(found: Scan, candidates: tuple[str, ...]) -> None:
    """Take the reward that advantages prove, or ask for it."""
    survey = found.survey
    proven = survey.advantages.formulas if survey is not None and survey.advantages is not None else []
    if len(proven) == 1:
        found.options.append(f"--reward-column {shell_word(proven[0])}")
        return
    can_sum = len(candidates) <= _MOST_SUMMED and all(c == c.strip() and "," not in c for c in candidates)
    choices = proven or [*candidates, *([",".join(f"{c}=1" for c in candidates)] if can_sum else [])]
    why = "; the advantages fit each of them" if proven else ""
    found.questions.append(
        Question(
            text=f"{len(candidates)} columns can be the reward: {listed(candidates)}{why}. Which one is it?",
            answers=tuple(f"--reward-column {shell_word(choice)}" for choice in choices),
        )
    )
