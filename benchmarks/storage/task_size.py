"""Task: analyse a run into a file, and make the file small."""

from __future__ import annotations

import time
from pathlib import Path

from benchmarks.speed.measure import Clock
from rolloutdiff.api import analyze_rollouts, load_trl


def task(clock: Clock, *, completions: str, db: str) -> None:
    """Report the size of the file: whole, without counts, without texts; and the processor time of each."""
    rollouts = load_trl(Path(completions).parent, run="size", reward_column="training_passed")
    for name, options in (("whole", {}), ("compact", {"compact": True}), ("no_text", {"no_text": True})):
        started = time.process_time()
        with clock.timed():
            analyze_rollouts(rollouts, db=db, **options).close()
        seconds = time.process_time() - started
        clock.found[name] = {"bytes": Path(db).stat().st_size, "processor_seconds": seconds}
