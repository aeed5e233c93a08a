"""Series on the common scale for tests, without a panel behind them."""

from __future__ import annotations

import numpy as np

from rolloutdiff.stats.noise import NARROW, Grid, RunNoise
from rolloutdiff.stats.standard import RAW, Standard

BASELINE_STEPS = 15


def standard(x: np.ndarray, weight: np.ndarray | None = None) -> Standard:
    """Raw series with level 0 and sd 1; NaN where a step has no value."""
    scored = np.isfinite(x)
    series = len(x)
    weight = np.where(scored, 1.0 if weight is None else weight, 0.0)
    return Standard(
        y=x,
        x=x,
        weight=weight,
        scored=scored,
        baseline=scored & (np.cumsum(scored, axis=1) <= BASELINE_STEPS),
        level=np.zeros(series),
        sd=np.ones(series),
        baseline_mean=np.zeros(series),
        baseline_sd=np.ones(series),
        scale=np.full(series, RAW, dtype=np.int8),
        reason=np.full(series, None, dtype=object),
        pooled=np.ones(series, dtype=np.bool_),
        single=False,
        deff=1.0,
    )


def noise(grid: Grid = NARROW, high: float = 0.1, *, single: bool = False) -> RunNoise:
    return RunNoise(deff=1.0, kappa_squared=0.0, kappa_squared_high=high, grid=grid, single=single)


def rows_of(whole: Standard, rows: np.ndarray, columns: int | None = None) -> Standard:
    """Some of the series, in a given order, and only their first columns."""
    end = whole.x.shape[1] if columns is None else columns
    names = ("level", "sd", "baseline_mean", "baseline_sd", "scale", "reason", "pooled")
    matrices = ("y", "x", "weight", "scored", "baseline")
    return Standard(
        **{name: getattr(whole, name)[rows] for name in names},
        **{name: getattr(whole, name)[rows, :end] for name in matrices},
        single=whole.single,
        deff=whole.deff,
    )
