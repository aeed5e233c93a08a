"""Task: write a dump that is large in one way, or load one into a warehouse file."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.speed.measure import Clock

# A completion of 1.6 kB: what the other benchmarks have, without the time that it takes to make up.
_TEXT = "let me check the sum of these numbers and return five or try it again\n" * 23
_LONG_LINE = 40 << 20
# 10,000 files of 8 rows, as a run of 10,000 steps leaves them.
_FILES, _ROWS = 10_000, 8


def _row(step: int, place: int, text: str = _TEXT) -> str:
    row = {"input": f"Task {place // 8}", "output": f"{place} {text}", "score": place % 2, "step": step}
    return json.dumps(row) + "\n"


def _write(folder: Path, way: str, gib: float) -> None:
    if way == "long line":
        lines = [_row(1, place) for place in range(1000)]
        lines[500] = _row(1, 500, _TEXT * (_LONG_LINE // len(_TEXT)))
        (folder / "1.jsonl").write_text("".join(lines), encoding="utf-8")
    elif way == "large file":
        with (folder / "1.jsonl").open("w", encoding="utf-8") as stream:
            place = 0
            while stream.tell() < gib * 2**30:
                stream.writelines(_row(1, place + i) for i in range(1000))
                place += 1000
    else:
        for step in range(1, _FILES + 1):
            lines = [_row(step, place) for place in range(_ROWS)]
            (folder / f"{step}.jsonl").write_text("".join(lines), encoding="utf-8")


def task(
    clock: Clock, *, folder: str, way: str, gib: float, write: bool, memory_limit: str | None = None
) -> None:
    """Write the dump, or time its loading and report rows and the size of the warehouse."""
    place = Path(folder)
    if write:
        place.mkdir(parents=True)
        _write(place, way, gib)
        sizes = [file.stat().st_size for file in place.iterdir()]
        clock.found = {"bytes": sum(sizes), "files": len(sizes)}
        return
    from rolloutdiff.api import ingest_rollouts, load_verl
    from rolloutdiff.settings import Resources

    db = place.with_suffix(".duckdb")
    db.unlink(missing_ok=True)
    with clock.timed():
        rollouts = load_verl(place, run="large")
        held = ingest_rollouts(rollouts, db=db, resources=Resources(memory_limit=memory_limit))
    clock.found = {"rows": held["large"], "warehouse_bytes": db.stat().st_size}
