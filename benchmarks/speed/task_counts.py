"""Task: a database with the lexical counts of the synthetic run, for the aggregation to read."""

from __future__ import annotations

from pathlib import Path

import duckdb

from benchmarks.speed import lexical_tables
from benchmarks.speed.measure import Clock

ANALYSIS = "speed"


def task(clock: Clock, *, prose: str, documents: int, per_step: int, database: str) -> None:
    """Write features, counts and the rollouts they belong to."""
    Path(database).unlink(missing_ok=True)
    with duckdb.connect(database) as con:
        runner = lexical_tables.fill(con, prose, documents, per_step)
        with clock.timed():
            lexical_tables.select(runner)
            lexical_tables.count(runner)
        feature = (
            f"select feature_id, '{ANALYSIS}', 'lexical', 'binary', name, 'share', 1, 1, 'vocabulary', 0"
        )
        con.execute(f"insert into rolloutdiff.feature {feature} from lexical_feature")
        number = "dense_rank() over (order by prompt_id)::integer"
        member = f"select '{ANALYSIS}', rollout_id, run, step, prompt_id, {number}, 0 from run_rollout"
        con.execute(f"insert into rolloutdiff.analysis_rollout {member} order by rollout_id")
        step = f"select '{ANALYSIS}', run, step, step, count(distinct prompt_id), count(*) from run_rollout"
        con.execute(f"insert into rolloutdiff.analysis_step {step} group by run, step")
        con.execute("delete from rolloutdiff.extraction")
        (cells,) = con.execute("select count(*) from rolloutdiff.feature_count").fetchall()[0]
        con.execute("checkpoint")
    clock.found = {"cells": cells}
