"""Watching a run while it is written: one round after another, in a file that is open only for a round."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from os import PathLike
from pathlib import Path

from rolloutdiff.errors import UnreadableFile, WarehouseLocked
from rolloutdiff.ingest import Rollouts
from rolloutdiff.ingest.files import tree
from rolloutdiff.ingest.rollouts import SourceFile
from rolloutdiff.pipeline.analysis import analyze_runs
from rolloutdiff.pipeline.kept import Kept
from rolloutdiff.pipeline.progress import Listener, Progress
from rolloutdiff.pipeline.rules import leading_rules
from rolloutdiff.pipeline.watch import (
    NewAlert,
    held_files,
    known_analyses,
    load_growing,
    new_alerts,
    replace_analyses,
    store_told,
)
from rolloutdiff.settings import AnalysisSettings, Resources
from rolloutdiff.warehouse.connect import Session, open_session
from rolloutdiff.warehouse.install import install, installed
from rolloutdiff.warehouse.snapshot import write_snapshot

# A file that never rests is read all the same after this many seconds.
LONGEST_WAIT = 60.0

# A dump that grows faster than it is read is opened anew this often before the next round.
_ATTEMPTS = 3
# Readers hold the file for moments: so often, and this far apart, it is asked for.
_LOCK_ATTEMPTS = 20
_LOCK_PAUSE = 0.25

# The time of a file tells of every change once it is so many seconds old, whatever its file system rounds to.
_RESTED = 10.0

FileState = tuple[Path | None, int | None, int | None]
Listing = frozenset[tuple[str, int, int]]


@dataclass(frozen=True, kw_only=True)
class Round:
    """What one look at a run brought.

    Attributes:
        runs: Runs of the dump, sorted.
        analysis_id: The analysis of all that was read so far.
        new_rollouts: Rollouts that were not in the warehouse before.
        alerts: Alerts that nobody was told of.
        left_for_later: Files that are being written, to be read in a later round.
        unreadable: Files that cannot be read, or not yet.
        incomplete: Files whose last line is not complete yet.
    """

    runs: tuple[str, ...]
    analysis_id: str
    new_rollouts: int
    alerts: tuple[NewAlert, ...]
    left_for_later: tuple[str, ...] = ()
    unreadable: tuple[str, ...] = ()
    incomplete: tuple[str, ...] = ()


class Watcher:
    """Reads what is new of a dump, brings the analysis up to date, and knows which alerts are new.

    The warehouse is open during a round only, and its snapshot is written before a round changes anything
    and again when it is done, so that a reader never waits. Everything that has to outlive the process is in
    the warehouse: it may be killed at any time. An alert is recorded after it was told, so that a process
    that is killed in between tells it again, and none is lost.

    Args:
        path: Folder or file that the trainer writes; need not exist yet.
        db: Database file, made if absent.
        opened: Opens the dump, files that cannot be read left out.
        settings: Settings of the analysis, from the dump that was opened.
        schema: Schema of our objects.
        resources: Limits of our DuckDB.
        snapshot: Whether the snapshot is written.
        settle: A file that has changed within so many seconds is left for later, where every file is a step
            and it is not in the warehouse yet.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        db: str | PathLike[str],
        opened: Callable[[], Rollouts],
        settings: Callable[[Rollouts], AnalysisSettings],
        *,
        schema: str = "rolloutdiff",
        resources: Resources | None = None,
        snapshot: bool = True,
        settle: float = 5.0,
    ) -> None:
        self._path = Path(os.path.abspath(os.path.expanduser(path)))
        self._db = Path(db)
        self._opened = opened
        self._settings = settings
        self._schema = schema
        self._resources = resources or Resources()
        self._snapshot = snapshot
        self._settle = settle
        self._done: Listing | None = None
        self._unsettled_since: dict[str, float] = {}
        self._to_record: list[NewAlert] = []
        # Of files that have not changed since, so that a look reads only those that have.
        self._digests: dict[FileState, str | None] = {}
        # What this process analysed last leaves: the next analysis takes over from it.
        self._kept = Kept()
        # Size and time of the database file when it was last left, with its snapshot up to date.
        self._left: tuple[int, int] | None = None

    def listing(self) -> Listing:
        """Name, size and time of every file below the path; empty when nothing is there."""
        paths = tree(self._path, lambda name: True) if self._path.is_dir() else [self._path]
        found = []
        for path in paths:
            try:
                status = path.stat()
            except OSError:
                continue
            found.append((str(path), status.st_size, status.st_mtime_ns))
        return frozenset(found)

    def has_news(self, listing: Listing) -> bool:
        """Whether a round has anything to do: files changed since the last one, or it left something."""
        return listing != self._done

    def round(self, listing: Listing, listener: Listener | None = None) -> Round:
        """Read what is new, and bring the analysis up to date.

        Args:
            listing: What `listing` returned just before.
            listener: Called with (stage, units done, units in all).

        Raises:
            InputError: The dump cannot be used as it is; nothing of it was kept.
            WarehouseLocked: Another process holds the database file.
            WarehouseError: The database refuses.
        """
        for attempt in range(1, _ATTEMPTS + 1):
            opened = time.time()
            rollouts = self._opened()
            for file in rollouts.files:
                file.trust(self._digests.get(file.state))
            try:
                found = self._in_warehouse(rollouts, listener)
            except UnreadableFile:
                # The dump has grown while it was read.
                if attempt == _ATTEMPTS or self.listing() == listing:
                    raise
                listing = self.listing()
            else:
                break
        # What has just changed may change again without another size or time.
        rested = (opened - _RESTED) * 1e9
        self._digests = {
            f.state: f.known_sha256 for f in rollouts.files if (f.modified_ns or rested) < rested
        }
        self._done = None if found.left_for_later else listing
        return found

    def told(self, alerts: Sequence[NewAlert]) -> None:
        """Record that alerts were told; if the file is in use, with the next round.

        Raises:
            WarehouseError: The database refuses.
        """
        self._to_record += alerts
        if not self._to_record:
            return
        try:
            session = self._open()
        except WarehouseLocked:
            return
        with session:
            self._record(session)
        self._left = self._stamp()

    def _record(self, session: Session) -> None:
        if self._to_record:
            store_told(session.runner, self._to_record)
            self._to_record = []

    def _in_warehouse(self, rollouts: Rollouts, listener: Listener | None) -> Round:
        with self._open() as session:
            runner = session.runner
            if self._left != self._stamp():
                # Somebody may have written to it.
                self._kept.hashed = None
                if self._snapshot and installed(runner.cursor, self._schema):
                    write_snapshot(runner.cursor, alone=True)
            install(runner.cursor, schema=self._schema)
            self._record(session)
            later = self._unsettled(rollouts, session)
            chosen = _without(rollouts, later)
            progress = Progress(listener)
            runs, fresh = runner.bounded(partial(load_growing, runner, chosen, progress))
            known = known_analyses(runner)
            settings = self._settings(rollouts)
            analysis_id = runner.bounded(
                partial(analyze_runs, runner, runs, settings, chosen, progress, self._kept)
            )
            gone = replace_analyses(runner, analysis_id, known)
            alerts = new_alerts(runner, analysis_id, leading_rules(settings).sequential)
            if self._snapshot and (fresh or gone or analysis_id not in known):
                with progress.stage("snapshot"):
                    write_snapshot(runner.cursor, alone=True)
        self._left = self._stamp()
        return Round(
            runs=tuple(runs),
            analysis_id=analysis_id,
            new_rollouts=fresh,
            alerts=tuple(alerts),
            left_for_later=tuple(f.name for f in later),
            unreadable=_noted(chosen, "unreadable_file"),
            incomplete=_noted(chosen, "incomplete_line"),
        )

    def _unsettled(self, rollouts: Rollouts, session: Session) -> list[SourceFile]:
        """Files of a step that are being written: new to the warehouse, and changed a moment ago."""
        if rollouts.run is None or len(rollouts.files) < 2:
            return []
        now = time.time()
        held = held_files(session.runner, rollouts.run)
        moving = {
            file.name: file
            for file in rollouts.files
            if file.name not in held
            and file.modified_ns is not None
            and now - file.modified_ns / 1e9 < self._settle
        }
        self._unsettled_since = {name: self._unsettled_since.get(name, now) for name in moving}
        later = [f for name, f in moving.items() if now - self._unsettled_since[name] < LONGEST_WAIT]
        # Of a dump that is new as a whole, trainers have left all files but the last.
        return later if held or len(later) < len(rollouts.files) else later[-1:]

    def _stamp(self) -> tuple[int, int] | None:
        try:
            status = self._db.stat()
        except OSError:
            return None
        return status.st_size, status.st_mtime_ns

    def _open(self) -> Session:
        """The warehouse; asked for again where a reader has it for a moment."""
        for _ in range(_LOCK_ATTEMPTS - 1):
            try:
                return self._open_now()
            except WarehouseLocked:
                time.sleep(_LOCK_PAUSE)
        return self._open_now()

    def _open_now(self) -> Session:
        return open_session(None, self._db, self._schema, self._resources, lean=True)


def _without(rollouts: Rollouts, files: Sequence[SourceFile]) -> Rollouts:
    """The rollouts without some files, and without the findings about nothing but these."""
    names = {file.name for file in files}
    if not names:
        return rollouts
    notes = tuple(note for note in rollouts.notes if not note.files or not names.issuperset(note.files))
    return replace(rollouts.without_files(names), notes=notes)


def _noted(rollouts: Rollouts, code: str) -> tuple[str, ...]:
    return tuple(name for note in rollouts.notes if note.code == code for name in note.files)
