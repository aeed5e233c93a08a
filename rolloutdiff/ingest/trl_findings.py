"""What can be said about completion logs before their texts are read."""

from __future__ import annotations

from collections.abc import Sequence

from rolloutdiff.ingest.files import integers
from rolloutdiff.ingest.reward import Candidate
from rolloutdiff.ingest.rollouts import Note, SourceFile
from rolloutdiff.ingest.trl_chunk import Log
from rolloutdiff.ingest.trl_files import LOG_NAME, merge
from rolloutdiff.ingest.wording import counted, listed, show


def reward_candidates(logs: Sequence[Log]) -> tuple[dict[str, Candidate], dict[str, str]]:
    """Columns that can be the reward, and what the others hold.

    Returns:
        Ranges of the numeric columns over all files, and a word for every other column, both by name.
    """
    rows = sum(log.footer.rows for log in logs)
    candidates: dict[str, Candidate] = {}
    others = {"advantage": "advantages, not rewards"}
    for name in dict.fromkeys(name for log in logs for name in log.footer.values):
        found = [log.ranges[name] for log in logs if name in log.ranges]
        if name == "advantage":
            continue
        if found and None not in found:
            candidates[name] = merge(name, [c for c in found if c is not None], rows)
        else:
            kinds = {log.footer.columns[name] for log in logs if name in log.footer.columns}
            others[name] = {"text": "text", "null": "nothing but nulls"}.get("".join(kinds), "no numbers")
    return candidates, others


def evidence(logs: Sequence[Log]) -> str:
    """Why these files are taken for completion logs, and of which kind."""
    kinds = {log.footer.columns[c] for log in logs for c in ("prompt", "completion")} - {"null"}
    shape = {
        frozenset({"text"}): "prompts and completions as text",
        frozenset({"messages"}): "prompts and completions as messages",
    }.get(frozenset(kinds), "prompts and completions as text and as messages")
    return f"parquet with columns step, prompt, completion; {shape}"


def findings(logs: Sequence[Log], unread: Sequence[tuple[SourceFile, str]]) -> tuple[Note, ...]:
    """Findings about the dump: files left out, steps that differ from names, columns that change form."""
    notes = []
    if unread:
        names = tuple(source.name for source, _ in unread)
        notes.append(
            Note(
                code="unreadable_file",
                severity="warning",
                message=f"{counted(len(names), 'file')} left out as unreadable: {listed(names)}.",
                count=len(names),
                files=names,
            )
        )
    differing = [
        log
        for log in logs
        if LOG_NAME.fullmatch(log.name.rsplit("/", 1)[-1])
        and log.file_step is None
        and integers(log.name) != [*log.steps]
    ]
    if differing:
        notes.append(
            _note(
                "step_differs_from_file_name",
                "note",
                f"In {len(differing)} of {counted(len(logs), 'file')} the column step differs from the"
                " number in the name; the column counts.",
                differing,
            )
        )
    kinds = {log.footer.columns["prompt"] for log in logs} - {"null"}
    if len(kinds) > 1:
        changed = [log for log in logs if log.footer.columns["prompt"] == "messages"]
        notes.append(
            _note(
                "prompt_form_changed",
                "warning",
                "Prompts are text in some files and messages in others; a text that holds words of the chat"
                " template counts as another prompt.",
                changed,
            )
        )
    for name in sorted({name for log in logs for name in log.ranges}):
        as_text = [log for log in logs if log.footer.columns.get(name) == "text"]
        if as_text and len(as_text) < sum(name in log.ranges for log in logs):
            notes.append(
                _note(
                    "value_form_changed",
                    "note",
                    f"Column {show(name)} is text in some files and a number in others; both are read as"
                    " numbers.",
                    as_text,
                )
            )
    return tuple(notes)


def _note(code: str, severity: str, message: str, logs: Sequence[Log]) -> Note:
    steps = sorted(step for log in logs for step in log.steps)
    return Note(
        code=code,
        severity="warning" if severity == "warning" else "note",
        message=message,
        count=len(logs),
        first_step=steps[0] if steps else None,
        last_step=steps[-1] if steps else None,
        files=tuple(log.name for log in logs),
    )
