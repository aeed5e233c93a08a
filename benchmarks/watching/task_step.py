"""Task: one new step of a long run, stage by stage."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from benchmarks.speed.dump import write_dump
from benchmarks.speed.measure import Clock
from benchmarks.watching.looks import Live


class Stages:
    """A listener that takes wall and processor seconds of every stage."""

    def __init__(self) -> None:
        self.found: dict[str, list[float]] = {}
        self._begun = (0.0, 0.0)

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Told of the beginning of a stage, of what is done, and of its end."""
        now = (time.perf_counter(), time.process_time())
        if done == 0:
            self._begun = now
        self.found[stage] = [now[0] - self._begun[0], now[1] - self._begun[1]]


def task(clock: Clock, *, steps: int, per_step: int, snapshot: bool) -> None:
    """Look at `steps` steps, then after each of two more; report the first and the last look."""
    with tempfile.TemporaryDirectory(prefix="rolloutdiff-step-") as temporary:
        folder = Path(temporary)
        write_dump(folder / "dump", rows=(steps + 2) * per_step, steps=steps + 2)
        live = Live(folder / "dump" / "run", folder / "live", folder / "w.duckdb", snapshot=snapshot)
        looks = []
        for count in range(steps, steps + 3):
            stages = Stages()
            began, worked = time.perf_counter(), time.process_time()
            found = live.look(count, stages)
            seconds, processor = time.perf_counter() - began, time.process_time() - worked
            looks.append(
                {
                    "seconds": seconds,
                    "processor": processor,
                    "rows": found.new_rollouts,
                    "stages": stages.found,
                }
            )
        clock.seconds = looks[-1]["seconds"]
        clock.found = {"first": looks[0], "last": looks[-1], "bytes": (folder / "w.duckdb").stat().st_size}
