"""Extraction in several processes: the same rows in the same order as in one, sooner when cores are free."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from queue import SimpleQueue
from time import perf_counter
from types import TracebackType
from typing import Any, Final, Self

import pyarrow as pa

from rolloutdiff.features import extract_batch
from rolloutdiff.features.serving import REQUEST_SCHEMA
from rolloutdiff.pipeline.progress import Progress, peak_bytes
from rolloutdiff.settings import AnalysisSettings

# A worker starts in a third of a second, in which one process reads a few thousand texts.
MIN_TEXTS: Final = 20_000
# Small enough that all workers end a chunk at nearly the same time.
PIECE_ROWS: Final = 512
# Processes stay when they are faster than this one by so much; in the second chunk they still start.
_WORTH: Final = 1.15
_START_CALLS: Final = 2

_PROGRAM: Final = """
import json, sys
path, max_bytes, max_depth = json.loads(sys.argv[1])
sys.path[:] = path
from rolloutdiff.features.serving import serve
serve(max_bytes, max_depth)
"""


def usable_cores() -> int:
    """Cores that this process may run on."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def worker_count(texts: int, threads: int) -> int:
    """Processes that are worth their start: 0 for extraction in this one.

    Args:
        texts: Distinct texts to read.
        threads: Most threads that the caller allows.
    """
    if texts < MIN_TEXTS or not sys.executable or getattr(sys, "frozen", False):
        return 0
    count = min(threads, usable_cores())
    return count if count > 1 else 0


class _Worker:
    """A process that extracts, and the two ends of its pipes.

    It is a plain program and no fork: forks of a process with threads may hang, and a spawned one would run
    the caller's script again. It ends when its stdin does, so none outlives this process. A session of its
    own keeps the interrupt of a terminal from it: the process that talks to it decides.
    """

    def __init__(self, settings: AnalysisSettings) -> None:
        given = json.dumps([sys.path, settings.fragment_max_bytes, settings.fragment_max_depth])
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, given],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._requests: Any = None
        self._answers: Any = None

    def extract(self, texts: pa.Table) -> pa.RecordBatch:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        if self._requests is None:
            self._requests = pa.ipc.new_stream(pa.PythonFile(stdin), REQUEST_SCHEMA)
        self._requests.write_table(texts.combine_chunks())
        stdin.flush()
        if self._answers is None:
            self._answers = pa.ipc.open_stream(pa.PythonFile(stdout))
        return self._answers.read_next_batch()

    def close(self) -> int:
        """End the process; gives its largest resident size in bytes, 0 when not known."""
        peak = peak_bytes(self._process.pid)
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            # What was still to be written has no reader.
            with suppress(OSError):
                pipe.close()
        return peak


class Extraction:
    """Extracts chunk after chunk: the first here, the next ones in several processes, then as is faster.

    Whether further cores are free shows only in the trying. The rows do not depend on who reads them. A
    worker that fails, as it does when memory is short, is not asked again: this process reads its texts.

    Args:
        settings: Limits on code fragments.
        count: Processes to try, see `worker_count`.
        progress: Told what the processes took.
    """

    def __init__(self, settings: AnalysisSettings, count: int, progress: Progress) -> None:
        self._settings = settings
        self._count = count
        self._progress = progress
        self._alone: float | None = None
        self._calls = 0
        self._free: SimpleQueue[_Worker | None] = SimpleQueue()
        self._started = ExitStack()
        self._threads: ThreadPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def extract(self, texts: pa.Table) -> pa.Table:
        """Extractions of a chunk, in its order.

        Args:
            texts: n > 0 rows with the columns of `REQUEST_SCHEMA`.

        Returns:
            n rows with the columns of `rolloutdiff.features.batch.EXTRACTION_SCHEMA`.
        """
        began = perf_counter()
        if self._threads is None:
            found = pa.Table.from_batches([self._here(texts)])
        else:
            pieces = [texts.slice(start, PIECE_ROWS) for start in range(0, len(texts), PIECE_ROWS)]
            found = pa.Table.from_batches(list(self._threads.map(self._there, pieces)))
        if self._count:
            self._judge((perf_counter() - began) / len(texts))
        return found

    def _judge(self, seconds: float) -> None:
        """Start the workers after the first chunk, and end them when a later one took too long a row."""
        self._calls += 1
        if self._threads is None:
            self._alone = seconds
            self._start()
        elif self._calls > _START_CALLS and self._alone is not None and seconds * _WORTH > self._alone:
            self._stop()
            self._count = 0

    def _start(self) -> None:
        for _ in range(self._count):
            worker = _Worker(self._settings)
            self._started.callback(self._end, worker)
            self._free.put(worker)
        self._threads = ThreadPoolExecutor(self._count)

    def _stop(self) -> None:
        if self._threads is not None:
            self._threads.shutdown(cancel_futures=True)
            self._threads = None
        self._started.close()

    def _end(self, worker: _Worker) -> None:
        self._progress.add_helper(worker.close())

    def _here(self, texts: pa.Table) -> pa.RecordBatch:
        return extract_batch(
            texts["response"],
            texts["opened"],
            max_bytes=self._settings.fragment_max_bytes,
            max_depth=self._settings.fragment_max_depth,
        )

    def _there(self, texts: pa.Table) -> pa.RecordBatch:
        worker = self._free.get()
        try:
            return self._here(texts) if worker is None else worker.extract(texts)
        except (OSError, pa.ArrowInvalid, StopIteration):
            worker = None
            return self._here(texts)
        finally:
            self._free.put(worker)
