"""Task: a look after every step of a small run, and what the process holds after each."""

from __future__ import annotations

import gc
import os
import tempfile
from pathlib import Path

from benchmarks.speed.dump import write_dump
from benchmarks.speed.measure import Clock, peak_bytes
from benchmarks.watching.looks import Live


def resident_bytes() -> int:
    """Resident size of this process now; its peak where the kernel does not say."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return peak_bytes()
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def task(clock: Clock, *, rounds: int, per_step: int) -> None:
    """Look `rounds` times; report the resident size after the 20th look, half of them, and all."""
    with tempfile.TemporaryDirectory(prefix="rolloutdiff-rounds-") as temporary:
        folder = Path(temporary)
        write_dump(folder / "dump", rows=rounds * per_step, steps=rounds)
        live = Live(folder / "dump" / "run", folder / "live", folder / "w.duckdb")
        sizes = []
        with clock.timed():
            for steps in range(1, rounds + 1):
                live.look(steps)
                gc.collect()
                sizes.append(resident_bytes())
    clock.found = {"after": {n: sizes[n - 1] for n in sorted({min(20, rounds), max(rounds // 2, 1), rounds})}}
