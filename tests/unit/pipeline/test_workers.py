"""Extraction in several processes: the same rows, whoever reads them, and nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pytest

from rolloutdiff.features.serving import REQUEST_SCHEMA
from rolloutdiff.pipeline import workers
from rolloutdiff.pipeline.progress import Progress, peak_bytes
from rolloutdiff.pipeline.workers import MIN_TEXTS, Extraction, worker_count
from rolloutdiff.settings import AnalysisSettings

ROOT = Path(__file__).resolve().parents[3]
SETTINGS = AnalysisSettings()
HARD = [
    "```python\ndef f(): pass\n```",
    None,
    "",
    "\0",
    "```python\n(((\n```",
    "zwölf \U0001f600",
    "x = 1\n" * 9,
]
TEXTS = pa.table(
    {
        "response": [*HARD, *(f"Result {i}.\n```python\nx{i % 7} = {i}\n```" for i in range(1_500))],
        "opened": [None, "think", *[None] * 1_505],
    },
    schema=REQUEST_SCHEMA,
)


def slices(each: int) -> Iterator[pa.Table]:
    """All texts, so many at a time."""
    return (TEXTS.slice(start, each) for start in range(0, len(TEXTS), each))


def chunks(count: int, each: int = 600) -> tuple[pa.Table, list[int]]:
    """Extractions of all texts, and how many workers were there after each chunk."""
    found, running = [], []
    with Extraction(SETTINGS, count, Progress()) as extraction:
        for chunk, extracted in extraction.extract(slices(each)):
            assert len(chunk) == len(extracted)
            found.append(extracted)
            running.append(len(running_workers()))
    assert running_workers() == []
    return pa.concat_tables(found).combine_chunks(), running


def running_workers() -> list[int]:
    """Processes below this one that extract."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        with suppress(OSError):
            ours = f"PPid:\t{os.getpid()}\n" in status.read_text()
            if ours and b"features.serving" in status.with_name("cmdline").read_bytes():
                found.append(int(status.parent.name))
    return sorted(found)


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers stay, however slow this machine makes them."""
    monkeypatch.setattr(workers, "_WORTH", 0.0)


def test_rows_do_not_depend_on_who_reads_them(always: None) -> None:
    alone, none = chunks(0)
    assert none == [0, 0, 0]
    for count in (1, 3):
        several, running = chunks(count)
        assert running[1:] == [count] * 2
        assert several.equals(alone)


def test_processes_that_are_not_faster_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_WORTH", 1e9)
    found, running = chunks(2, each=200)
    # The first is read here, four are judged, and the one that was under way then is still theirs.
    assert running[1:] == [2, 2, 2, 2, 2, 0, 0]
    assert found.equals(chunks(0)[0])


def test_a_worker_that_dies_loses_nothing(always: None) -> None:
    expected = chunks(0)[0]
    found = []
    with Extraction(SETTINGS, 2, Progress()) as extraction:
        for _, extracted in extraction.extract(slices(400)):
            found.append(extracted)
            for process in running_workers()[:1]:
                os.kill(process, signal.SIGKILL)
    assert pa.concat_tables(found).combine_chunks().equals(expected)
    assert running_workers() == []


def test_no_worker_outlives_a_killed_process(tmp_path: Path) -> None:
    """Its stdin ends with the process that wrote into it."""
    code = (
        "import os, signal, sys; from tests.unit.pipeline.test_workers import *\n"
        "work = Extraction(SETTINGS, 2, Progress()).extract(slices(400)); next(work); next(work)\n"
        "print(*running_workers(), flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    processes = [int(word) for word in done.stdout.split()]
    assert len(processes) == 2
    for process in processes:
        ended = subprocess.run(["timeout", "60", "tail", f"--pid={process}", "-f", os.devnull])
        assert ended.returncode == 0


def test_an_error_here_ends_the_workers(always: None) -> None:
    with pytest.raises(KeyboardInterrupt), Extraction(SETTINGS, 2, Progress()) as extraction:
        extracted = extraction.extract(slices(400))
        next(extracted), next(extracted)
        assert len(running_workers()) == 2
        raise KeyboardInterrupt
    assert running_workers() == []


def test_what_the_processes_took_is_told_with_the_stage(always: None) -> None:
    progress = Progress()
    with progress.stage("extract"), Extraction(SETTINGS, 2, progress) as extraction:
        assert len(list(extraction.extract(slices(400)))) == 4
    with progress.stage("next"):
        pass
    extract, following = (timing.peak_bytes for timing in progress.timings)
    assert extract - following > 2 * 20_000_000
    assert following == peak_bytes()


@pytest.mark.parametrize(
    ("texts", "threads", "cores", "count"),
    [
        (MIN_TEXTS, 4, 8, 4),
        (MIN_TEXTS, 8, 4, 4),
        (MIN_TEXTS - 1, 8, 8, 0),
        (10 * MIN_TEXTS, 1, 8, 0),
        (10 * MIN_TEXTS, 8, 1, 0),
    ],
)
def test_how_many_are_worth_their_start(
    monkeypatch: pytest.MonkeyPatch, texts: int, threads: int, cores: int, count: int
) -> None:
    monkeypatch.setattr(workers, "usable_cores", lambda: cores)
    assert worker_count(texts, threads) == count
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert worker_count(texts, threads) == 0
