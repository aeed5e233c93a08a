"""Task: vocabulary and counts by our SQL stages."""

from __future__ import annotations

import duckdb

from benchmarks.speed import lexical_tables
from benchmarks.speed.agreement import summary
from benchmarks.speed.measure import Clock


def task(clock: Clock, *, prose: str, documents: int, spill: str, memory_limit: str | None = None) -> None:
    """Time vocabulary and counts of the first `documents` texts."""
    with duckdb.connect(config={"temp_directory": spill}) as con:
        if memory_limit is not None:
            con.execute(f"set memory_limit = '{memory_limit}'")
        runner = lexical_tables.fill(con, prose, documents, per_step=documents)
        with clock.timed():
            lexical_tables.select(runner)
            lexical_tables.count(runner)
        counted = "select f.name, count(*) from rolloutdiff.feature_count as c"
        counted += " join lexical_feature as f using (feature_id) group by f.name"
        clock.found = summary(con.execute(counted).fetchall())
