"""Task: analyse a dump on one engine."""

from __future__ import annotations

import os
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow as pa

from benchmarks.speed.measure import Clock
from rolloutdiff import analyze_rollouts, load_trl
from rolloutdiff.pipeline.spark_tables import SparkTables
from rolloutdiff.settings import Engine


def task(clock: Clock, *, completions: str, db: str, engine: Engine) -> None:
    """Analyse it and write the report beside the warehouse.

    Args:
        clock: Takes the wall time, without that of the start of Spark.
        completions: Folder of the dump.
        db: Warehouse to work in.
        engine: `duckdb` or `spark`.
    """
    carried = _watched() if engine == "spark" else {}
    rollouts = load_trl(completions, run="run", reward_column="training_passed")
    session = _spark() if engine == "spark" else None
    began = _cpu_seconds()
    with clock.timed(), analyze_rollouts(rollouts, db=db, engine=engine) as analysis:
        analysis.write_json(Path(db).with_suffix(".json"))
    stages = {t.stage: t.seconds for t in analysis.timings}
    clock.found = {"stages": stages, "carried": carried, "cpu_seconds": _cpu_seconds() - began}
    if session is not None:
        session.stop()


def _spark() -> Any:
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master("local[*]").config("spark.ui.enabled", "false")
    return builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()


def _cpu_seconds() -> float:
    """Processor seconds of this process and all below it, those that have ended included."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            pid = int(stat.parent.name)
            parents[pid], ticks[pid] = int(fields[1]), sum(map(int, fields[11:15]))
    family = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(ticks.get(pid, 0) for pid in family) / os.sysconf("SC_CLK_TCK")


def _watched() -> dict[str, Counter[str]]:
    """Bytes in memory of what is sent to Spark and fetched from it, by table, counted from now on."""
    found: dict[str, Counter[str]] = {"sent": Counter(), "fetched": Counter()}
    send, fetch = SparkTables.send, SparkTables.fetch

    def counted(way: str, table: str, rows: pa.RecordBatchReader) -> pa.RecordBatchReader:
        def batches() -> Any:
            for batch in rows:
                found[way][table] += batch.nbytes
                yield batch

        return pa.RecordBatchReader.from_batches(rows.schema, batches())

    SparkTables.send = lambda self, t, rows: send(self, t, counted("sent", t, rows))  # type: ignore[method-assign]
    SparkTables.fetch = lambda self, t: counted("fetched", t, fetch(self, t))  # type: ignore[method-assign]
    return found
