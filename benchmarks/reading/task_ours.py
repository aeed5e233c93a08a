"""Task: open a dump and read it into a warehouse in memory."""

from __future__ import annotations

import time
from pathlib import Path

from benchmarks.speed.measure import Clock
from rolloutdiff.ingest import load
from rolloutdiff.warehouse.connect import open_connection
from rolloutdiff.warehouse.install import install
from rolloutdiff.warehouse.stage import StageRunner, transaction


def task(
    clock: Clock, *, folder: str, format: str, columns: dict[str, str] | None, reward: str | None
) -> None:
    """Time the look at a dump and the reading of its rows into the staging table."""
    with open_connection(None) as own:
        install(own.con)
        runner = StageRunner(own.con.cursor())
        runner.run("create_staging")
        started, used = time.perf_counter(), time.process_time()
        with clock.timed():
            rollouts = load(Path(folder), format, columns=columns, reward_column=reward)
            looked = time.perf_counter() - started
            # As when a dump is loaded: outside of one transaction DuckDB compresses what was staged again.
            with transaction(runner.cursor):
                for chunk in rollouts.chunks():
                    chunk.stage(runner.cursor, runner.run)
        used = time.process_time() - used
        good = runner.cursor.table("staged_row").filter("reject_reason is null")
        ((rows,),) = good.aggregate("count(*)").fetchall()
    clock.found = {"rows": rows, "look_seconds": looked, "cpu_seconds": used}
