"""A finished run that is shown to a watcher step by step."""

from __future__ import annotations

import os
from pathlib import Path

from rolloutdiff import AnalysisSettings, load_trl
from rolloutdiff.ingest import Rollouts
from rolloutdiff.pipeline.progress import Listener
from rolloutdiff.watching import Round, Watcher


class Live:
    """Links one more file of a dump into the folder that is watched, and looks.

    Args:
        run: Folder of the finished run, as `write_dump` leaves it.
        folder: Folder to watch, made here.
        db: Database file.
        snapshot: Whether the copy for readers is written.
    """

    def __init__(self, run: Path, folder: Path, db: Path, *, snapshot: bool = True) -> None:
        self._files = sorted((run / "completions").iterdir())
        self._folder = folder / "completions"
        self._folder.mkdir(parents=True)
        settings = AnalysisSettings(vocabulary="prefix")
        self._watcher = Watcher(folder, db, self._opened, lambda _: settings, snapshot=snapshot, settle=0.0)

    def _opened(self) -> Rollouts:
        path = self._folder.parent
        return load_trl(path, run="live", reward_column="training_passed", skip_unreadable=True)

    def look(self, steps: int, listener: Listener | None = None) -> Round:
        """Look when the run has so many steps; its alerts are told."""
        for file in self._files[:steps]:
            target = self._folder / file.name
            if not target.exists():
                os.link(file, target)
        found = self._watcher.round(self._watcher.listing(), listener)
        self._watcher.told(found.alerts)
        return found
