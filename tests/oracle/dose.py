"""Dose curves: mean reward excess inside prompts by the number of copies of a feature."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# Doses from here on are counted together.
LARGEST_DOSE = 8


@dataclass(frozen=True, kw_only=True)
class DoseRow:
    """Rollouts with one number of copies.

    Attributes:
        dose: Copies; 8 stands for 8 or more.
        n: Rollouts that have another one in their group.
        mean_excess: Mean of the outcome minus the mean of its group; None without rollouts.
        se: Its standard error over prompts; None with one prompt.
    """

    dose: int
    n: int
    mean_excess: float | None
    se: float | None

    def row(self) -> dict[str, Any]:
        """The attributes as plain values."""
        return asdict(self)


def dose_curve(group: Integers, cluster: Integers, outcome: Floats, copies: Floats) -> list[DoseRow]:
    """Mean excess of the outcome over its group at 0, 1, ... 8 or more copies.

    A curve that flattens says that the reward stops paying for more of the same. With K prompts and u_k the
    sum over prompt k of excess minus mean excess, the standard error is sqrt(K / (K - 1) sum of u_k^2) / n.

    Args:
        group: int64[n], groups inside which rollouts are compared.
        cluster: int64[n], prompts.
        outcome: float64[n]; rows without a number are left out.
        copies: float64[n], occurrences of the feature.

    Returns:
        One row per dose that occurs, ascending; none without groups of two.
    """
    chosen = np.flatnonzero(np.isfinite(outcome))
    _, number, size = np.unique(group[chosen], return_inverse=True, return_counts=True)
    chosen = chosen[size[number] > 1]
    if not len(chosen):
        return []
    _, place, size = np.unique(group[chosen], return_inverse=True, return_counts=True)
    excess = outcome[chosen] - (np.bincount(place, weights=outcome[chosen]) / size)[place]
    dose = np.minimum(np.rint(copies[chosen]), LARGEST_DOSE).astype(np.int64)
    return [_row(int(at), excess[dose == at], cluster[chosen][dose == at]) for at in np.unique(dose)]


def _row(dose: int, excess: Floats, cluster: Integers) -> DoseRow:
    mean = float(excess.mean())
    _, place = np.unique(cluster, return_inverse=True)
    u = np.bincount(place, weights=excess - mean)
    several = len(u) >= 2
    se = float(np.sqrt(len(u) / (len(u) - 1) * (u @ u))) / len(excess) if several else None
    return DoseRow(dose=dose, n=len(excess), mean_excess=mean, se=se)
