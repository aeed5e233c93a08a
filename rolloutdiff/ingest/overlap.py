"""One step in two files: an error, unless the user says which one counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Literal

from rolloutdiff.errors import OverlappingSteps, UsageError
from rolloutdiff.ingest.files import natural
from rolloutdiff.ingest.rollouts import Note
from rolloutdiff.ingest.trl_chunk import Log
from rolloutdiff.ingest.wording import counted, listed, show

OnOverlap = Literal["error", "latest", "separate"]


def check_steps(files: Iterable[tuple[str, str, Iterable[int]]], hint: str) -> None:
    """Check that every step of a run comes from one file.

    Args:
        files: Run, name and steps of every file.
        hint: The remedy.

    Raises:
        OverlappingSteps: One does not; names two files.
    """
    seen: dict[tuple[str, int], str] = {}
    shared: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for run, name, steps in files:
        for step in steps:
            first = seen.setdefault((run, step), name)
            if first != name:
                shared[run, first, name].append(step)
    for (run, first, second), steps in shared.items():
        which = f"Step {steps[0]}" if len(steps) == 1 else f"Steps {steps[0]} to {steps[-1]}"
        more = f" ({len(shared)} pairs of files overlap)" if len(shared) > 1 else ""
        come = "comes" if len(steps) == 1 else "come"
        raise OverlappingSteps(
            f"{which} of run {show(run)} {come} from {show(first)} and from {show(second)}{more}.", hint
        )


def resolve_overlap(logs: Sequence[Log], choice: OnOverlap) -> tuple[list[Log], tuple[Note, ...]]:
    """Logs of which no two hold the same step of a run.

    Args:
        logs: The logs, in order of step.
        choice: `error`; `latest`, the file later in the natural order of names wins; or `separate`, every
            folder is a run of its own.

    Raises:
        OverlappingSteps: Two files hold the same step, and that is an error or cannot be helped.
        UsageError: The choice is none of the three.
    """
    if choice not in ("error", "latest", "separate"):
        raise UsageError(f"on_overlap is {choice!r}.", "Give error, latest or separate.")
    notes: tuple[Note, ...] = ()
    resolved = list(logs)
    if choice == "separate":
        resolved = [replace(log, run=_folder_run(log)) for log in logs]
    if choice == "latest":
        winner: dict[int, str] = {}
        for log in sorted(logs, key=lambda log: natural(log.name)):
            winner.update(dict.fromkeys(log.steps, log.name))
        resolved = [
            replace(log, dropped=frozenset(s for s in log.steps if winner[s] != log.name)) for log in logs
        ]
        replaced = [log for log in resolved if log.dropped]
        if replaced:
            steps = sorted({s for log in replaced for s in log.dropped})
            names = tuple(log.name for log in replaced)
            notes = (
                Note(
                    code="replaced_steps",
                    severity="warning",
                    message=f"{counted(len(steps), 'step')} in several files: the file later in the order of"
                    f" names counts, those of {listed(names, 3)} are left out.",
                    count=len(steps),
                    first_step=steps[0],
                    last_step=steps[-1],
                    files=names,
                ),
            )
        resolved = [log for log in resolved if not log.steps or log.dropped != frozenset(log.steps)]
    check_steps(
        ((log.run, log.name, log.steps) for log in resolved if not log.dropped),
        "Give one of the folders, or choose with --on-overlap latest or --on-overlap separate.",
    )
    return resolved, notes


def _folder_run(log: Log) -> str:
    folder = PurePosixPath(log.name).parent
    folder = folder.parent if folder.name == "completions" else folder
    return log.run if str(folder) == "." else f"{log.run}/{folder}"
