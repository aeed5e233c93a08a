"""How a pipeline says where it is: library code prints nothing itself."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

Listener = Callable[[str, int, int], None]


@dataclass(frozen=True, kw_only=True)
class StageTiming:
    """Cost of one stage.

    Attributes:
        stage: Name of the stage.
        seconds: Wall time.
        rows: Rows the stage worked on.
        peak_bytes: Largest resident size of the process up to the end of the stage; with that of each
            process it started for the stage.
    """

    stage: str
    seconds: float
    rows: int
    peak_bytes: int


def peak_bytes(usage: resource.struct_rusage | None = None) -> int:
    """Largest resident size in bytes: of this process so far, or of an ended one from its usage."""
    size = (usage or resource.getrusage(resource.RUSAGE_SELF)).ru_maxrss
    return size if sys.platform == "darwin" else size * 1024


@dataclass
class Progress:
    """Collects timings and passes progress on.

    Attributes:
        listener: Called with (stage, units done, units in all); None to stay silent.
        timings: One entry per finished stage, in order.
    """

    listener: Listener | None = None
    timings: list[StageTiming] = field(default_factory=list)
    _totals: dict[str, int] = field(default_factory=dict)
    _helpers_bytes: int = 0

    def tick(self, stage: str, done: int, total: int) -> None:
        """Report that `done` of `total` units of a stage are finished."""
        self._totals[stage] = total
        if self.listener is not None:
            self.listener(stage, done, total)

    def add_helper(self, peak: int) -> None:
        """Count the largest resident size of a process that the present stage started, in bytes."""
        self._helpers_bytes += peak

    @contextmanager
    def stage(self, name: str, rows: int = 0) -> Iterator[Callable[[int], None]]:
        """Time a stage; the yielded function sets the number of rows it worked on.

        The listener hears of the beginning, and of the end once its transaction is committed.
        """
        count = [rows]
        self._helpers_bytes = 0
        self.tick(name, 0, 1)
        started = time.perf_counter()
        yield lambda n: count.__setitem__(0, n)
        self.timings.append(
            StageTiming(
                stage=name,
                seconds=time.perf_counter() - started,
                rows=count[0],
                peak_bytes=peak_bytes() + self._helpers_bytes,
            )
        )
        total = self._totals[name]
        self.tick(name, total, total)
