"""Task: per-step means and standard errors by scipy.sparse."""

from __future__ import annotations

import time

import duckdb
import numpy as np
from scipy import sparse

from benchmarks.speed.measure import Clock


def task(clock: Clock, *, database: str, expected: str) -> None:
    """Time the whole matrix from database to arrays, and compare with the means in `expected`.

    One row of `prompts` per prompt and step holds one over its completions; one row of `steps` per step
    holds one for each of its prompts. Zeros stay implicit.
    """
    with duckdb.connect(database, read_only=True) as con:
        with clock.timed():
            started = time.perf_counter()
            member = con.execute(
                "select rollout_id, step, prompt_id::bigint as prompt from rolloutdiff.analysis_rollout"
            ).fetchnumpy()
            hit = con.execute("select rollout_id, feature_id from rolloutdiff.feature_count").fetchnumpy()
            clock.found["read_seconds"] = time.perf_counter() - started
            row, column = hit["rollout_id"].astype(np.int32), hit["feature_id"] - 1
            shape = (int(member["rollout_id"].max()) + 1, int(column.max()) + 1)
            presence = sparse.csr_matrix((np.ones(len(row)), (row, column)), shape=shape)
            group, at = np.unique(member["prompt"], return_inverse=True)
            size = np.bincount(at)
            prompts = sparse.csr_matrix(
                (1.0 / size[at], (at, member["rollout_id"])), shape=(len(group), shape[0])
            )
            step_of = np.zeros(len(group), dtype=np.int64)
            step_of[at] = member["step"] - 1
            steps = sparse.csr_matrix((np.ones(len(group)), (step_of, np.arange(len(group)))))
            count = np.bincount(step_of)[:, None]
            prompt_mean = prompts @ presence
            mean = (steps @ prompt_mean).toarray() / count
            square = (steps @ prompt_mean.multiply(prompt_mean)).toarray()
            se = np.sqrt(np.maximum(square - count * mean**2, 0.0) / (count * (count - 1)))
        query = f"select mean, se from read_parquet('{expected}') order by feature_id, step"
        ours = con.execute(query).fetchnumpy()
    clock.found["difference"] = max(
        float(np.abs(ours["mean"] - mean.T.ravel()).max()), float(np.abs(ours["se"] - se.T.ravel()).max())
    )
    clock.found["cells"] = len(row)
