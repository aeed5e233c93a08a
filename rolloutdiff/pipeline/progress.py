"""How a pipeline says where it is: library code prints nothing itself."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

Listener = Callable[[str, int, int], None]


@dataclass(frozen=True, kw_only=True)
class StageTiming:
    """Cost of one stage.

    Attributes:
        stage: Name of the stage.
        seconds: Wall time.
        rows: Rows the stage worked on.
        text_bytes: Bytes of text it read: files, where it reads a dump, else UTF-8 of completions or of
            their prose; 0 where it reads none.
        peak_bytes: Largest resident size of the process up to the end of the stage; with that of each
            process it started for the stage.
    """

    stage: str
    seconds: float
    rows: int
    text_bytes: int
    peak_bytes: int


@dataclass
class Work:
    """What a stage worked on, as in `StageTiming`."""

    rows: int = 0
    text_bytes: int = 0

    def __call__(self, rows: int, text_bytes: int = 0) -> None:
        """Set both."""
        self.rows, self.text_bytes = rows, text_bytes


def peak_bytes(process: int | None = None) -> int:
    """Largest resident size so far in bytes, of this process or of a running child.

    On Linux it is the high-water mark of the kernel: what getrusage says is inherited from the process that
    started this one. Elsewhere that of a child is not known, and 0.
    """
    status = Path(f"/proc/{process or 'self'}/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
        return 0
    if process is not None:
        return 0
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
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
    def stage(self, name: str, rows: int = 0) -> Iterator[Work]:
        """Time a stage; what is yielded is called with what it worked on.

        The listener hears of the beginning, and of the end once its transaction is committed.
        """
        work = Work(rows)
        self._helpers_bytes = 0
        self.tick(name, 0, 1)
        started = time.perf_counter()
        yield work
        self.timings.append(
            StageTiming(
                stage=name,
                seconds=time.perf_counter() - started,
                rows=work.rows,
                text_bytes=work.text_bytes,
                peak_bytes=peak_bytes() + self._helpers_bytes,
            )
        )
        total = self._totals[name]
        self.tick(name, total, total)
