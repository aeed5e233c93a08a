"""`rolloutdiff watch`: follow a run while it is written, one line per new alert."""

from __future__ import annotations

import re
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from rolloutdiff.cli import options as opt
from rolloutdiff.cli.progress import shown
from rolloutdiff.cli.telling import alert_event, alert_line, parse_command, run_command
from rolloutdiff.errors import (
    InputError,
    NoRolloutFiles,
    PathNotFound,
    RolloutdiffError,
    UnknownFormat,
    UnreadableFile,
    UsageError,
    WarehouseLocked,
)
from rolloutdiff.ingest import Rollouts
from rolloutdiff.ingest.wording import counted, listed
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.watching import Listing, Round, Watcher
from rolloutdiff.wording import printable

# What time mends: a trainer that has not begun, a file being written, a reader that has the warehouse.
_WAIT_FOR = (PathNotFound, NoRolloutFiles, UnknownFormat, UnreadableFile, WarehouseLocked)
_UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}
_NAP = 0.1


def watch(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="Folder or file that the trainer writes.")],
    db: Annotated[Path, typer.Option("--db", help="DuckDB file to keep everything in, made if absent.")],
    every: Annotated[str, typer.Option("--every", help="Time between two looks: 30s, 5m, 1h.")] = "30s",
    once: Annotated[bool, typer.Option("--once", help="Look once, and leave.")] = False,
    on_alert: Annotated[
        str | None,
        typer.Option("--on-alert", help="Command to run for a new alert, which it gets as JSON on stdin."),
    ] = None,
    settle: Annotated[
        str, typer.Option("--settle", help="A new file of a step is read when it has rested so long.")
    ] = "5s",
    format_: opt.FormatOption = opt.AUTO,
    run: opt.RunOption = None,
    reward_column: opt.RewardOption = None,
    columns: opt.ColumnsOption = None,
    schema: opt.SchemaOption = "rolloutdiff",
    unscored: Annotated[
        opt.UnscoredChoice | None,
        typer.Option("--unscored", help="Rows without a finite reward; default: keep, for tables error."),
    ] = None,
    other_split: opt.OtherSplitOption = opt.OTHER_SPLIT,
    profile: opt.ProfileOption = opt.PROFILE,
    vocabulary: opt.VocabularyOption = opt.Vocabulary.prefix,
    step_from: opt.StepFromOption = opt.StepFrom.column,
    on_overlap: opt.OverlapOption = opt.OnOverlap.error,
    feature: opt.FeatureOption = None,
    features: opt.FeaturesOption = None,
    skip_bad_rows: opt.SkipRowsOption = False,
    snapshot: Annotated[
        bool,
        typer.Option("--snapshot/--no-snapshot", help="Leave a finished copy for readers beside --db."),
    ] = True,
    threads: opt.ThreadsOption = None,
    memory_limit: opt.MemoryOption = None,
    temp_directory: opt.TempOption = None,
) -> None:
    """Follow a run while it is written; one line per new alert."""
    custom = opt.parse_features(feature, features)
    pause, rest = parse_seconds("--every", every), parse_seconds("--settle", settle)
    command = parse_command(on_alert)

    def opened() -> Rollouts:
        return opt.open_dump(
            path,
            format_,
            columns=columns,
            step_from=step_from,
            on_overlap=on_overlap,
            run=run,
            reward_column=reward_column,
            skip_bad_rows=skip_bad_rows,
            skip_unreadable=True,
        )

    def settings(rollouts: Rollouts) -> AnalysisSettings:
        return AnalysisSettings(
            unscored=rollouts.default_unscored if unscored is None else unscored.value,
            other_split=other_split.value,
            profile=profile.value,
            vocabulary=vocabulary.value,
            features=custom,
        )

    watcher = Watcher(
        path,
        db,
        opened,
        settings,
        schema=schema,
        resources=opt.resources(threads, memory_limit, temp_directory),
        snapshot=snapshot,
        settle=rest,
    )
    teller = _Teller(watcher, db, command)
    if once:
        teller.look(watcher.listing())
        return
    with _stopping() as stopped:
        teller.keep_looking(pause, stopped)


class _Teller:
    """Looks at the run, and says what is new: alerts on stdout, everything else on stderr."""

    def __init__(self, watcher: Watcher, db: Path, command: Sequence[str] | None) -> None:
        self._watcher = watcher
        self._db = db
        self._command = command
        self._said: set[str] = set()

    def keep_looking(self, pause: float, stopped: threading.Event) -> None:
        """Look again and again, until stopped.

        Raises:
            InputError: The dump cannot be used, and has not changed since that was first seen.
            WarehouseError: The database refuses.
        """
        refused = None
        while not stopped.is_set():
            listing = self._watcher.listing()
            if self._watcher.has_news(listing):
                try:
                    self.look(listing, stopped)
                except _WAIT_FOR as error:
                    self._say(f"waiting: {error.message}")
                except InputError as error:
                    # A row that is being written can look like a bad one; in a file that rests it is one.
                    if refused == listing:
                        raise
                    refused = listing
                    self._say(f"looking again: {error.message}")
            until = time.monotonic() + pause
            while not stopped.is_set() and (left := until - time.monotonic()) > 0:
                time.sleep(min(left, _NAP))
        typer.echo("stopped", err=True)

    def look(self, listing: Listing, stopped: threading.Event | None = None) -> None:
        """Look once, and tell what is new; once stopped, what was not told yet is left for the next time."""
        with shown() as listener:
            found = self._watcher.round(listing, listener)
        self._said = {text for text in self._said if not text.startswith(("waiting", "looking again"))}
        self._describe(found)
        told = []
        for alert in found.alerts:
            if stopped is not None and stopped.is_set():
                break
            typer.echo(alert_line(alert))
            told.append(alert)
            if self._command is not None:
                failure = run_command(self._command, alert_event(alert, found.analysis_id, self._db))
                if failure is not None:
                    typer.echo(f"--on-alert {failure}, for {printable(alert.feature)}", err=True)
        try:
            self._watcher.told(told)
        except RolloutdiffError as error:
            typer.echo(f"not recorded as told: {error.message}", err=True)

    def _describe(self, found: Round) -> None:
        if found.new_rollouts:
            runs = listed([printable(name) for name in found.runs], 3)
            typer.echo(f"{counted(found.new_rollouts, 'new completion')} of {runs}", err=True)
        for names, what in (
            (found.left_for_later, "still being written, to be read later"),
            (found.unreadable, "not readable now, to be tried again"),
            (found.incomplete, "last line incomplete, to be read when it is complete"),
        ):
            if names:
                self._say(f"{listed([printable(name) for name in names], 5)}: {what}")

    def _say(self, text: str) -> None:
        """What lasts is said once, not with every look."""
        if text not in self._said:
            self._said.add(text)
            typer.echo(text, err=True)


def parse_seconds(option: str, text: str) -> float:
    """`30s`, `5m`, `1h` or a number of seconds.

    Raises:
        UsageError: It is none of these.
    """
    found = re.fullmatch(r"([0-9]+(?:[.][0-9]+)?)\s*([smh]?)", text.strip())
    if found is None:
        raise UsageError(f"{option} is {text!r}.", "Give a time such as 30s, 5m or 1h.")
    return float(found[1]) * _UNITS[found[2]]


@contextmanager
def _stopping() -> Iterator[threading.Event]:
    """An event that SIGINT or SIGTERM sets, so that a round is finished; a second signal interrupts it."""
    stopped = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        if stopped.is_set():
            raise KeyboardInterrupt
        stopped.set()

    before = {name: signal.signal(name, stop) for name in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stopped
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
