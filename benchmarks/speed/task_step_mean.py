"""Task: per-step means and standard errors by our SQL."""

from __future__ import annotations

import duckdb

from benchmarks.speed.measure import Clock
from benchmarks.speed.task_counts import ANALYSIS
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.pipeline.series import build_series
from rolloutdiff.warehouse.stage import StageRunner


def task(clock: Clock, *, database: str, output: str) -> None:
    """Time the series of all steps; they are taken back, so that the task can be repeated."""
    with duckdb.connect(database) as con:
        con.execute("set enable_progress_bar = false")
        runner = StageRunner(con)
        con.execute("begin transaction")
        with clock.timed():
            build_series(runner, ANALYSIS, Progress())
        query = "select feature_id, step, mean, se from rolloutdiff.series_point order by feature_id, step"
        con.execute(f"copy ({query}) to '{output}' (format parquet)")
        con.execute("rollback")
