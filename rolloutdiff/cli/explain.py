"""`rolloutdiff explain`: an event in plain sentences, every one with its numbers."""

from __future__ import annotations

import shlex
import shutil
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from rolloutdiff.errors import ReportError, UsageError
from rolloutdiff.report.explain import explain_event
from rolloutdiff.report.load import load_report
from rolloutdiff.report.references import inspect_command
from rolloutdiff.wording import printable

WIDTH = 80
# Blanks that hold a number and its unit together have done so once lines are folded.
_BLANKS = str.maketrans("\u00a0\u202f", "  ")
_LONGEST_LINE = 400


def explain(
    report: Annotated[Path, typer.Argument(metavar="REPORT", help="report.json that analyze wrote.")],
    event_rank: Annotated[int, typer.Option("--event-rank", min=1, help="Event to explain.")] = 1,
    run: Annotated[
        str | None, typer.Option("--run", help="Run the event belongs to; default: the only one.")
    ] = None,
) -> None:
    """Tell what was seen of an event. Then what speaks for it and against it, and what it does not show."""
    whole = load_report(report)
    width = min(WIDTH, max(shutil.get_terminal_size((WIDTH, 0)).columns, 40))
    typer.echo("\n".join(explanation(whole, chosen_run(whole, run), event_rank, str(report), width)))


def chosen_run(report: Mapping[str, Any], run: str | None) -> str:
    """The run that is meant.

    Raises:
        UsageError: There are several runs and none is named.
    """
    runs: list[str] = [row["run"] for row in report["run"]]
    if run is not None:
        return run
    if len(runs) > 1:
        raise UsageError(
            f"The report has {len(runs)} runs.", f"Choose with --run: {', '.join(map(printable, runs))}."
        )
    return runs[0]


def explanation(
    report: Mapping[str, Any], run: str, event_rank: int, path: str, width: int = WIDTH
) -> Iterator[str]:
    """The explanation of an event as lines.

    Args:
        report: A report as `load_report` returns it.
        run: Name of the run.
        event_rank: Rank of the event within the run.
        path: Where the report is, for the command that shows the rollouts.
        width: Columns to fold to.

    Raises:
        ReportError: The report has no such run, or the run no such event.
    """
    events = [row for row in report["event"] if row["run"] == run]
    if not events and run in {row["run"] for row in report["run"]}:
        raise ReportError(
            f"Run {printable(run)!r} has no events: no behaviour crossed the line of the rule.",
            "There is nothing to explain; the report shows every series that was scored.",
        )
    paragraphs = explain_event(report, run, event_rank)
    name = next(row["name"] for row in events if row["event_rank"] == event_rank)
    head = f"Event {event_rank} of {len(events)}: {printable(name, _LONGEST_LINE)}   (run {printable(run)})"
    yield from _folded(head, width)
    for paragraph in paragraphs:
        yield ""
        yield from _folded(f"{paragraph.title}. {paragraph.text}", width)
    yield ""
    yield from _read(inspect_command(report, run, event_rank), path)


def _folded(text: str, width: int) -> Sequence[str]:
    lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    return [line.translate(_BLANKS) for line in lines]


def _read(command: Sequence[str], path: str) -> Iterator[str]:
    """The command that shows the rollouts, in lines that can be typed as they stand but for PATH."""
    first, *rest = (line.replace(" report.json", f" {shlex.quote(path)}") for line in command)
    yield f"Read: {first}"
    yield from rest
