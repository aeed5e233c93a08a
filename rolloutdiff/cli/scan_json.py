"""A scan as JSON: what the text says, for programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rolloutdiff.ingest import Note, Recognition
from rolloutdiff.pipeline.scan import Advantages, Survey
from rolloutdiff.scan import Question, Scan


def scan_json(found: Scan) -> dict[str, Any]:
    """A scan as an object; what is not known yet is null.

    Args:
        found: The scan.

    Returns:
        `is_settled` says whether `commands` is one command that analyses; with one question it has a command
        for each answer, with more the one that lacks an answer to each.
    """
    rollouts = found.rollouts
    return {
        "path": found.path,
        "format": found.format,
        "evidence": found.evidence or None,
        "kinds": [_kind(kind) for kind in found.kinds],
        "files": None if rollouts is None else len(rollouts.files),
        "bytes": None if rollouts is None else sum(file.bytes or 0 for file in rollouts.files),
        "survey": None if found.survey is None else _survey(found.survey),
        "notes": [] if rollouts is None else [_note(note) for note in rollouts.notes],
        "problems": found.problems,
        "questions": [_question(question) for question in found.questions],
        "is_settled": not found.questions and bool(found.commands),
        "commands": found.commands,
    }


def _kind(kind: Recognition) -> dict[str, Any]:
    return {
        "format": kind.format,
        "evidence": kind.evidence,
        "files": len(kind.files),
        "folders": [str(folder) for folder in kind.folders],
        "refusal": kind.refusal,
        "remedy": kind.remedy,
        "is_second": kind.is_second,
    }


def _survey(survey: Survey) -> dict[str, Any]:
    return {
        **asdict(survey.facts),
        "files_read": survey.files_read,
        "values": [asdict(value) for value in survey.values],
        "advantage": None if survey.advantages is None else _advantage(survey.advantages),
    }


def _advantage(found: Advantages) -> dict[str, Any]:
    fit = found.fit
    return {
        "columns": list(found.names),
        "group_size": found.size,
        "formulas": found.formulas,
        "scale": None if fit is None else fit.scale,
        "rows": None if fit is None else fit.rows,
        "share": None if fit is None else fit.share,
        "constant": [] if fit is None else [found.names[i] for i in fit.constant],
    }


def _note(note: Note) -> dict[str, Any]:
    return {**asdict(note), "files": list(note.files)}


def _question(question: Question) -> dict[str, Any]:
    return {"text": question.text, "answers": list(question.answers), "is_path": question.is_path}
