"""Series side by side: scored steps moved together, equal patterns of weights and gaps in one block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rolloutdiff.settings import AnchoredSettings
from rolloutdiff.stats.panel import Floats, Integers, alike
from rolloutdiff.stats.screening import TOLERANCE, smallest_change
from rolloutdiff.stats.standard import ARCSINE, Standard

# Series of one pattern from which on the pattern is worth a block of its own.
LEAST_GROUP = 16
# Farther from the baseline than this, in sampling errors, a step says no more; its square stays exact enough.
FARTHEST = 1e6


@dataclass(frozen=True, kw_only=True, eq=False)
class Block:
    """B series of at most N scored steps; P is 1 where all share one pattern, else B.

    Attributes:
        rows: int64[B], rows of the panel.
        column: int64[N, B], column of each scored step, -1 beyond the last one.
        x: float64[N, B], at most `FARTHEST` from 0; 0 beyond the last step.
        weight: float64[N, P], 1 beyond the last step.
        distance: float64[N, P], from the scored step before; the first row is not read.
        change: float64[N, B], value minus baseline in the unit of the series, NaN beyond the last step.
        gate: float64[B], smallest size of a change that may alert, in the unit of the series.
    """

    rows: Integers
    column: Integers
    x: Floats
    weight: Floats
    distance: Floats
    change: Floats
    gate: Floats


def blocks(
    standard: Standard, steps: Integers, values: Floats, settings: AnchoredSettings, size: int
) -> Iterator[Block]:
    """Divides the series that can be judged into blocks of at most `size`.

    A series' arrays do not depend on its block. Distances are in units of the median spacing of the run's
    first `baseline_steps` logged steps: the spacing of later steps must not change an earlier verdict.

    Args:
        standard: Series on the common scale.
        steps: int64[T], logged steps.
        values: float64[S, T], step means in the unit of the series.
        settings: Baseline and gates.
        size: Most series in a block.
    """
    rows = np.flatnonzero(standard.reason == np.array(None))
    if not len(rows):
        return
    place = steps / float(np.median(np.diff(steps[: settings.baseline_steps])))
    pattern = np.where(standard.scored[rows], standard.weight[rows], 0.0)
    group, _ = alike(pattern)
    alone = np.bincount(group)[group] < LEAST_GROUP
    group = np.where(alone, -1, group)
    order = np.argsort(group, kind="stable")
    rows, group, alone = rows[order], group[order], alone[order]
    edges = np.flatnonzero(np.diff(group)) + 1
    for first, last in zip([0, *edges], [*edges, len(rows)], strict=True):
        for start in range(first, last, size):
            chosen = rows[start : min(start + size, last)]
            yield _block(standard, chosen, place, values, settings, shared=not alone[first])


def _block(
    standard: Standard,
    rows: Integers,
    place: Floats,
    values: Floats,
    settings: AnchoredSettings,
    *,
    shared: bool,
) -> Block:
    scored = standard.scored[rows]
    count = scored.sum(axis=1)
    column = np.argsort(~scored, axis=1, kind="stable")[:, : count.max()]
    inside = np.arange(column.shape[1]) < count[:, None]
    at = (rows[:, None], column)
    level = standard.baseline_mean[rows]
    patterns = slice(0, 1) if shared else slice(None)
    distance = np.diff(place[column], axis=1, prepend=0.0)
    gate = smallest_change(standard.scale[rows] == ARCSINE, level, settings)
    return Block(
        rows=rows,
        column=np.where(inside, column, -1).T.copy(),
        x=np.where(inside, np.clip(standard.x[at], -FARTHEST, FARTHEST), 0.0).T.copy(),
        weight=np.where(inside, standard.weight[at], 1.0)[patterns].T.copy(),
        distance=np.where(inside, distance, 1.0)[patterns].T.copy(),
        change=np.where(inside, values[at] - level[:, None], np.nan).T.copy(),
        gate=gate - TOLERANCE,
    )
