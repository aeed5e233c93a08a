"""The input of the reward audit: rewards and feature counts of the rollouts of one slice of the prompts."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from rolloutdiff.stats.panel import LARGEST_VALUE, Booleans, Floats, Integers


@dataclass(frozen=True, kw_only=True, eq=False)
class AuditColumns:
    """Columns that all slices of an audit share.

    Attributes:
        names: Single features, P of them, each once.
        rank: int64[P], rank of each one's tier; of features that are one, that of the lowest rank speaks.
        adjacent: Features of two neighbouring words, Q of them.
    """

    names: tuple[str, ...]
    rank: Integers
    adjacent: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.rank) != len(self.names):
            raise ValueError("Every single feature needs one rank.")
        if len(set(self.names)) != len(self.names) or len(set(self.adjacent)) != len(self.adjacent):
            raise ValueError("Every feature must be named once.")


@dataclass(frozen=True, kw_only=True, eq=False)
class SliceRows:
    """Rollouts of one slice in one window, in any order.

    Attributes:
        name: Name of the slice.
        group: int64[n], number of the group inside which rollouts are compared: one prompt at one step of
            one run; one number for all labelled rows that have one completion per prompt.
        cluster: int64[n], number of the prompt, whose rollouts may go together.
        reward: float64[n].
        counts: float64 CSR array [n, P], occurrences of every single feature.
        gold: float64[n], what the reward should have been, NaN where unknown; None when never known.
        adjacent: float64 CSR array [n, Q], occurrences of every pair of neighbours; None for none.
        nuisance: float64[n, k], columns that are held fixed; None for none.
    """

    name: str
    group: Integers
    cluster: Integers
    reward: Floats
    counts: sparse.csr_array
    gold: Floats | None = None
    adjacent: sparse.csr_array | None = None
    nuisance: Floats | None = None

    def __post_init__(self) -> None:
        n = len(self.reward)
        for name in ("group", "cluster", "gold", "counts", "adjacent", "nuisance"):
            value = getattr(self, name)
            if value is not None and value.shape[0] != n:
                raise ValueError(f"Audit rows: {name} holds {value.shape[0]} rows and reward {n}.")

    def take(self, chosen: Booleans | Integers) -> SliceRows:
        """The chosen rows, in the order given."""
        return replace(
            self,
            group=self.group[chosen],
            cluster=self.cluster[chosen],
            reward=self.reward[chosen],
            counts=self.counts[chosen],
            gold=None if self.gold is None else self.gold[chosen],
            adjacent=None if self.adjacent is None else self.adjacent[chosen],
            nuisance=None if self.nuisance is None else self.nuisance[chosen],
        )


def count_matrix(row: Integers, column: Integers, value: Floats, rows: int, columns: int) -> sparse.csr_array:
    """Occurrences as a CSR array; entries of one cell add up.

    Args:
        row: int64[m].
        column: int64[m].
        value: float64[m].
        rows: Number of rows.
        columns: Number of columns.

    Returns:
        float64 CSR array [rows, columns] without stored zeros.
    """
    matrix = sparse.csr_array((value.astype(np.float64), (row, column)), shape=(rows, columns))
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    return matrix


def usable(values: Floats | None, rows: int) -> Booleans:
    """bool[rows]: values that can be computed with; none of them when there are no values."""
    if values is None:
        return np.zeros(rows, dtype=np.bool_)
    with np.errstate(invalid="ignore"):
        result: Booleans = np.abs(values) <= LARGEST_VALUE
    return result


def comparable(rows: SliceRows, with_gold: bool) -> SliceRows:
    """The rows that can be compared with another of their group, in an order of their own.

    Rows without a usable reward (or gold, if asked for) go first, then those that are alone in their group.
    The order follows from what the rows hold, so that equal input in another order is equal to the bit.

    Args:
        rows: Rows of one slice.
        with_gold: Whether gold is needed too.

    Returns:
        The rows, sorted, with groups and clusters numbered from 0.
    """
    chosen = usable(rows.reward, len(rows.reward))
    if with_gold:
        chosen &= usable(rows.gold, len(rows.reward))
    kept = rows.take(np.flatnonzero(chosen))
    _, group, size = np.unique(kept.group, return_inverse=True, return_counts=True)
    kept = kept.take(np.flatnonzero(size[group] > 1))
    kept = kept.take(_order(kept))
    return replace(
        kept,
        group=np.unique(kept.group, return_inverse=True)[1].astype(np.int64),
        cluster=np.unique(kept.cluster, return_inverse=True)[1].astype(np.int64),
    )


def _order(rows: SliceRows) -> Integers:
    """Rows by cluster, group, reward, gold and then whatever tells them apart."""
    keys: list[Floats | Integers] = []
    for matrix in (rows.adjacent, rows.counts):
        if matrix is not None:
            keys += [matrix @ _mark(matrix.shape[1], 2), matrix @ _mark(matrix.shape[1], 1)]
    if rows.nuisance is not None:
        keys += list(rows.nuisance.T)
    if rows.gold is not None:
        keys.append(np.nan_to_num(rows.gold, nan=-np.inf))
    result: Integers = np.lexsort([*keys, rows.reward, rows.group, rows.cluster]).astype(np.int64)
    return result


def _mark(columns: int, power: int) -> Floats:
    """Whole weights below 2^20, sums of which are exact, that differ from column to column."""
    place = np.arange(1, columns + 1, dtype=np.int64)
    result: Floats = ((place**power * 7919 + place * 104729) % 1048573).astype(np.float64)
    return result
