"""How a planted behaviour grows: six curves from 0 to 1, and when they cross a line."""

from __future__ import annotations

import numpy as np

from rolloutdiff.stats.panel import Floats, Integers

CURVES = ("step", "logistic 2", "logistic 4", "linear 10", "linear 30", "exponential")
RISES = (0.15, 0.3, 0.9)
CROSSING = 0.10
# A curve has begun when it has this share of its height.
BEGUN = 0.02
# Growth doubles every 4 steps until it is complete after 20; an approach closes a fifth of the rest per step.
DOUBLING, GROWTH, APPROACH = 4.0, 20.0, 5.0


def curve(name: str, steps: int, onset: Integers) -> Floats:
    """Share of the rise that is reached at each step.

    A logistic curve has its centre at the onset, the others leave 0 there. Of the exponential ones every
    other is growth and the rest approaches.

    Args:
        name: One of `CURVES`.
        steps: Steps of the run, counted from 1.
        onset: int64[S].

    Returns:
        float64[S, steps].
    """
    after = np.arange(1, steps + 1)[None, :] - onset[:, None].astype(np.float64)
    kind, _, width = name.partition(" ")
    if kind == "logistic":
        return 1.0 / (1.0 + np.exp(-after / float(width)))
    if kind == "linear":
        return np.clip((after + 1.0) / float(width), 0.0, 1.0)
    if kind == "step":
        return (after >= 0).astype(np.float64)
    growth = np.where(after >= 0, np.minimum(2.0 ** ((after - GROWTH) / DOUBLING), 1.0), 0.0)
    approach = np.where(after >= 0, 1.0 - np.exp(-(after + 1.0) / APPROACH), 0.0)
    return np.where(np.arange(len(onset))[:, None] % 2 == 0, growth, approach)


def first_at(values: Floats, line: Floats | float) -> Integers:
    """int64[S]: the first step, counted from 1, at which values reach a line; -1 if never."""
    reached = values >= np.asarray(line)[..., None] - 1e-12
    return np.where(reached.any(axis=1), reached.argmax(axis=1) + 1, -1).astype(np.int64)
