"""Run lengths: the first time a series stays beyond its line for long enough."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rolloutdiff.stats.panel import Booleans, Integers


def first_runs(
    side: NDArray[np.int8], scorable: Booleans, length: int, max_gap: int
) -> tuple[Integers, Integers]:
    """Finds each row's first run of `length` consecutive scorable steps beyond the line on one side.

    A step that cannot be scored is stepped over; more than `max_gap` of them between two steps of a run
    break it. A verdict at a step depends on the steps up to it only.

    Args:
        side: int8[S, T], +1 above the line, -1 below it, 0 within; 0 where a step cannot be scored.
        scorable: bool[S, T].
        length: Steps that a run needs, at least 1.
        max_gap: Most unscorable steps allowed between two of them.

    Returns:
        int64[S] twice: columns of the run's first step and of the step that completes it; -1 without a run.
    """
    series, columns = side.shape
    first = np.full(series, -1, dtype=np.int64)
    last = np.full(series, -1, dtype=np.int64)
    run_side = np.zeros(series, dtype=np.int8)
    run_start = np.zeros(series, dtype=np.int64)
    run_length = np.zeros(series, dtype=np.int64)
    gap = np.zeros(series, dtype=np.int64)
    for column in range(columns):
        here, scored = side[:, column], scorable[:, column]
        goes_on = (here != 0) & (here == run_side) & (gap <= max_gap)
        run_start = np.where(scored & ~goes_on, column, run_start)
        run_length = np.where(scored, np.where(goes_on, run_length + 1, here != 0), run_length)
        run_side = np.where(scored, here, run_side)
        gap = np.where(scored, 0, gap + 1)
        done = scored & (run_length >= length) & (last < 0)
        first = np.where(done, run_start, first)
        last = np.where(done, column, last)
    return first, last
