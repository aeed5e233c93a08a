"""A process that has a database file open."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def held(db: Path, *, read_only: bool = False) -> Iterator[int]:
    """Another process has the file open, for writing or for reading only; gives its number."""
    code = (
        f"import duckdb, sys\ncon = duckdb.connect({str(db)!r}, read_only={read_only})\n"
        "print('open', flush=True)\nsys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "open\n"
        try:
            yield process.pid
        finally:
            process.communicate("")
