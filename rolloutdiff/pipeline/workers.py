"""Extraction in several processes: the same rows in the same order as in one, sooner when cores are free."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from queue import SimpleQueue
from time import perf_counter
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

import pyarrow as pa

from rolloutdiff.features import extract_batch
from rolloutdiff.features.serving import REQUEST_SCHEMA
from rolloutdiff.pipeline.progress import Progress, peak_bytes
from rolloutdiff.settings import AnalysisSettings

# A worker starts in a third of a second, in which one process reads a few thousand texts.
MIN_TEXTS: Final = 20_000
# Small enough that all workers end a chunk at nearly the same time.
PIECE_ROWS: Final = 512
# Processes stay when they are faster than this one by so much, over all chunks but the one in which they
# start; what else the machine does may disturb a few of them, so that not fewer are judged.
_WORTH: Final = 1.05
_LEAST_CHUNKS: Final = 3

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


class _Begun(NamedTuple):
    """A chunk that is read, what was or will be found, and when its reading began."""

    chunk: pa.Table
    pieces: Sequence[pa.RecordBatch | Future[pa.RecordBatch]]
    began: float


class Extraction:
    """Extracts chunk after chunk: the first here, the next ones in several processes, then as is faster.

    While processes read a chunk, this one fetches the next and its caller works on the last. Whether further
    cores are free shows only in the trying. The rows do not depend on who reads them. A worker that fails, as
    it does when memory is short, is not asked again: this process reads its texts.

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
        self._judged = 0
        self._finished = 0.0
        self._seconds = 0.0
        self._rows = 0
        self._free: SimpleQueue[_Worker | None] = SimpleQueue()
        self._started = ExitStack()
        self._threads: ThreadPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def extract(self, chunks: Iterable[pa.Table]) -> Iterator[tuple[pa.Table, pa.Table]]:
        """Extractions of chunks, in their order.

        Args:
            chunks: Each of n > 0 rows with the columns of `REQUEST_SCHEMA` and any others. One is taken ahead
                while processes work.

        Yields:
            A chunk and its n rows with the columns of `rolloutdiff.features.batch.EXTRACTION_SCHEMA`.
        """
        waiting: deque[_Begun] = deque()
        for chunk in chunks:
            if self._threads is not None and not self._count:
                yield from self._finish(waiting, 0)
                self._stop()
            waiting.append(self._begin(chunk))
            yield from self._finish(waiting, 0 if self._threads is None else 1)
        yield from self._finish(waiting, 0)

    def _begin(self, chunk: pa.Table) -> _Begun:
        began = perf_counter()
        texts = chunk.select(REQUEST_SCHEMA.names).cast(REQUEST_SCHEMA)
        if self._threads is None:
            return _Begun(chunk, [self._here(texts)], began)
        pieces = [texts.slice(start, PIECE_ROWS) for start in range(0, len(texts), PIECE_ROWS)]
        return _Begun(chunk, [self._threads.submit(self._there, piece) for piece in pieces], began)

    def _finish(self, waiting: deque[_Begun], left: int) -> Iterator[tuple[pa.Table, pa.Table]]:
        """Wait for the oldest chunks until so many are left."""
        while len(waiting) > left:
            chunk, pieces, began = waiting.popleft()
            found = [piece if isinstance(piece, pa.RecordBatch) else piece.result() for piece in pieces]
            now = perf_counter()
            if self._count:
                self._judge(now - max(began, self._finished), len(chunk))
            self._finished = now
            yield chunk, pa.Table.from_batches(found)

    def _judge(self, seconds: float, rows: int) -> None:
        """Start the workers after the first chunk; none is asked again once they took too long a row."""
        if self._alone is None:
            self._alone = seconds / rows
            self._start()
            return
        self._judged += 1
        if self._judged > 1:
            self._seconds += seconds
            self._rows += rows
        if self._judged > _LEAST_CHUNKS and self._seconds * _WORTH > self._alone * self._rows:
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
