"""Task: write the synthetic run."""

from __future__ import annotations

from pathlib import Path

from benchmarks.speed.dump import write_dump
from benchmarks.speed.measure import Clock


def task(clock: Clock, *, folder: str, rows: int, words: float = 1.0) -> None:
    """Write the run and report its sizes."""
    with clock.timed():
        dump = write_dump(Path(folder), rows=rows, words=words)
    clock.found = {name: str(v) if isinstance(v, Path) else v for name, v in vars(dump).items()}
