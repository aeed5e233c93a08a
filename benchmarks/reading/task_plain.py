"""Task: read the same columns with DuckDB's plain reader into a table."""

from __future__ import annotations

import time
from pathlib import Path

import duckdb

from benchmarks.reading.shapes import FORMS
from benchmarks.speed.measure import Clock


def task(clock: Clock, *, folder: str, form: str) -> None:
    """Time one plain read."""
    files = str(Path(folder, FORMS[form].files))
    with duckdb.connect() as con:
        con.execute("set enable_progress_bar = false")
        con.execute("set enable_external_file_cache = false")
        used = time.process_time()
        with clock.timed():
            con.execute(f"create temp table plain as {FORMS[form].plain}", {"files": files})
        used = time.process_time() - used
        ((rows,),) = con.sql("select count(*) from plain").fetchall()
    clock.found = {"rows": rows, "cpu_seconds": used}
