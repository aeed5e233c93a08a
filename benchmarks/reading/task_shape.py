"""Task: write the synthetic run in one shape."""

from __future__ import annotations

from pathlib import Path

from benchmarks.reading.shapes import FORMS, steps_of
from benchmarks.speed.measure import Clock


def task(clock: Clock, *, form: str, completions: str, folder: str) -> None:
    """Write the steps of a run in TRL's layout in another shape, and report rows and bytes."""
    root = Path(folder)
    root.mkdir(parents=True, exist_ok=True)
    rows = 0
    with clock.timed():
        for step, held in steps_of(Path(completions)):
            FORMS[form].write(root, step, held)
            rows += len(held)
    sizes = [file.stat().st_size for file in root.rglob("*") if file.is_file()]
    clock.found = {"rows": rows, "bytes": sum(sizes), "files": len(sizes)}
