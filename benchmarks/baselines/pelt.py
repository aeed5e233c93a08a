"""PELT on the same series: every level change that its penalty does not forbid.

Least squares cost, the Bayesian information criterion: a change costs two parameters, its place and its
level, so the penalty is 2 s^2 log n; twice that is tried too. The noise variance s^2 is that of the first
differences, halved, which a change of level hardly moves. (A robust estimate from the differences, or the
variance of the first 15 steps, rank the exploit lower.)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.baselines.ours import Series
from benchmarks.baselines.runs import Run, is_exploit
from benchmarks.baselines.verdict import Verdict, among_rises, rank_of

FEWEST_STEPS = 18
RISE = 0.10
PENALTIES = {"BIC": 2.0, "twice BIC": 4.0}
"""Multiples of s^2 log n."""


@dataclass(frozen=True, kw_only=True)
class Changes:
    """What PELT finds in one series.

    Attributes:
        feature: Name of the series.
        steps: First step of each new level.
        crossing: First step of the first new level that is at least 0.10 above the first level.
        gain: Fall of the squared error against one level, in units of s^2.
        rise: Mean of the last level minus mean of the first, in the feature's unit.
    """

    feature: str
    steps: list[int]
    crossing: int | None
    gain: float
    rise: float


def noise_variance(values: NDArray[np.float64]) -> float:
    """Variance of white noise around a level that seldom changes.

    Args:
        values: float64[n].

    Returns:
        Half the mean square of the first differences, in the square of the unit of `values`.
    """
    return float(np.mean(np.diff(values) ** 2) / 2)


def squared_error(values: NDArray[np.float64], ends: list[int]) -> float:
    """Sum of squares around the mean of each segment; `ends` are the ends of the segments, exclusive."""
    total, start = 0.0, 0
    for end in ends:
        piece = values[start:end]
        total += float(((piece - piece.mean()) ** 2).sum())
        start = end
    return total


def changes(
    feature: str, steps: NDArray[np.int64], values: NDArray[np.float64], factor: float
) -> Changes | None:
    """Segment one series; None when it has too few values or never moves."""
    import ruptures

    seen = np.isfinite(values)
    values, steps = values[seen], steps[seen]
    if len(values) < FEWEST_STEPS or (variance := noise_variance(values)) <= 0:
        return None
    penalty = factor * variance * np.log(len(values))
    ends = ruptures.Pelt(model="l2", min_size=2, jump=1).fit(values[:, None]).predict(pen=penalty)
    gain = (squared_error(values, [len(values)]) - squared_error(values, ends)) / variance
    starts = [0, *ends[:-1]]
    level = np.array([values[start:end].mean() for start, end in zip(starts, ends, strict=True)])
    above = np.flatnonzero(level >= level[0] + RISE)
    return Changes(
        feature=feature,
        steps=[int(steps[start]) for start in starts[1:]],
        crossing=int(steps[starts[above[0]]]) if len(above) else None,
        gain=gain,
        rise=float(level[-1] - level[0]),
    )


def verdicts(run: Run, series: Series) -> list[Verdict]:
    """PELT's answers about a run, one per penalty; it looks back over the whole run."""
    return [_verdict(run, series, name) for name in PENALTIES]


def _verdict(run: Run, series: Series, penalty: str) -> Verdict:
    found = [
        one
        for feature, values in zip(series.features, series.mean, strict=True)
        if (one := changes(feature, series.steps, values, PENALTIES[penalty])) is not None
    ]
    flagged = sorted((one for one in found if one.steps), key=lambda one: -one.gain)
    rank = rank_of(is_exploit(one.feature) for one in flagged)
    exploit = None if rank is None else flagged[rank - 1]
    rising = [is_exploit(one.feature) for one in flagged if one.rise > 0]
    return Verdict(
        run=run.name,
        tool=f"PELT, l2, {penalty} (looks back)",
        rank=rank,
        onset=None if exploit is None else exploit.crossing,
        flagged=len(flagged),
        scored=len(found),
        says=f"{sum(len(one.steps) for one in found)} changes{among_rises(rising)}",
    )
