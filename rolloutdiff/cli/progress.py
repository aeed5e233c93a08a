"""Progress on stderr, only where a person watches."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rolloutdiff.pipeline.progress import Listener

LABELS = {
    "ingest": "reading files",
    "prepare": "preparing",
    "extract": "parsing texts",
    "vocabulary": "choosing features",
    "count": "counting features",
    "series": "averaging steps",
    "screening": "scoring series",
    "evidence": "weighing",
    "events": "ranking events",
    "merge": "merging shards",
    "compact": "making the file small",
    "snapshot": "copying for readers",
}


@contextmanager
def shown() -> Iterator[Listener | None]:
    """A listener that draws a bar per stage; None when stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def listen(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(LABELS.get(stage, stage), total=total)
            bars.update(tasks[stage], completed=done, total=total)

        yield listen
