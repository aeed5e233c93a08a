"""One task in one process: its result, its wall time and its peak memory."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Cost:
    """What a task took.

    Attributes:
        seconds: Wall time of the timed part.
        peak_bytes: Largest resident size of the process, preparation included.
        found: What the task reports about its result.
    """

    seconds: float
    peak_bytes: int
    found: dict[str, Any]


@dataclass
class Clock:
    """Adds up the timed parts of a task."""

    seconds: float = 0.0
    found: dict[str, Any] = field(default_factory=dict)

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Count the time of the block."""
        started = time.perf_counter()
        yield
        self.seconds += time.perf_counter() - started


def peak_bytes() -> int:
    """Largest resident size of this process.

    On Linux from the kernel's own high-water mark, because the figure of getrusage is inherited from the
    process that started this one.
    """
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size if sys.platform == "darwin" else size * 1024


def run_task(module: str, arguments: Mapping[str, Any]) -> Cost:
    """Run the `task` function of a module in a process of its own.

    Raises:
        SystemExit: The task failed; its traceback is on stderr.
    """
    command = [sys.executable, "-m", "benchmarks.speed.measure", module, json.dumps(dict(arguments))]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"Task {module} failed with code {done.returncode}.")
    answer = json.loads(done.stdout.splitlines()[-1])
    return Cost(answer["seconds"], answer["peak_bytes"], answer["found"])


def main() -> None:
    """Run the task that the command line names and print its cost as JSON."""
    module, arguments = sys.argv[1:]
    task: Callable[..., None] = import_module(module).task
    clock = Clock()
    task(clock, **json.loads(arguments))
    print(json.dumps({"seconds": clock.seconds, "peak_bytes": peak_bytes(), "found": clock.found}))


if __name__ == "__main__":
    main()
