"""Which features of a slice enter the joint fit, and which are only other names of those."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_design import Groups, centred_gram
from rolloutdiff.stats.audit_slopes import ROUNDING, slopes
from rolloutdiff.stats.panel import Booleans, Floats, Integers


@dataclass(frozen=True, kw_only=True, eq=False)
class Fold:
    """Features of one slice.

    Attributes:
        kept: int64[m], columns that enter the joint fit, ascending.
        rollouts: int64[P], rows that show each feature.
        prompts: int64[P], prompts that show it.
        leader: int64[P], the kept column that a feature goes with, itself when kept; -1 for none.
        ratio: float64[P], slope of the leader on the feature: a premium of the leader times this is that
            of the feature. NaN without a leader.
        reason: object[P], why a feature has no premium: `rare`, `constant` (inside groups),
            `not_kept` (beyond `max_singles`); None for kept features and for those that go with one.
    """

    kept: Integers
    rollouts: Integers
    prompts: Integers
    leader: Integers
    ratio: Floats
    reason: np.ndarray[tuple[int], np.dtype[np.object_]]


def fold_singles(
    groups: Groups,
    counts: sparse.csr_array,
    rank: Integers,
    names: tuple[str, ...],
    outcomes: list[Floats],
    settings: AuditSettings,
) -> Fold:
    """Chooses the columns of the joint fit.

    Features in fewer than `min_pair_rollouts` rollouts or `min_pair_prompts` prompts are left out, and those
    that never vary inside a group. Of features whose occurrences inside groups correlate by `fold` or more,
    in size, the one of the lowest rank (then the one in most rollouts, then by name) stands for the others.
    Each goes with the first that it matches, so that no chain of near-equal features joins distant ones. Of
    what is left, the `max_singles` with the largest |t| of their own slope on any outcome are kept.

    Args:
        groups: Groups and clusters of the rows.
        counts: float64 CSR array [n, P].
        rank: int64[P], rank of the tier.
        names: Names of the features.
        outcomes: float64[n] each, centred in groups.
        settings: Limits.

    Returns:
        The choice.
    """
    columns = counts.shape[1]
    rollouts, prompts = support(groups, counts)
    reason = np.full(columns, None, dtype=object)
    common = (rollouts >= settings.min_pair_rollouts) & (prompts >= settings.min_pair_prompts)
    reason[~common] = "rare"
    usable = np.flatnonzero(common)
    x = sparse.csr_array(counts[:, usable])
    gram = centred_gram(groups, x, groups.means(x))
    square = np.diag(gram).copy()
    raw = np.asarray(x.multiply(x).sum(axis=0), dtype=np.float64).ravel()
    varies = square > 1e3 * ROUNDING * np.maximum(raw, 1.0)
    reason[usable[~varies]] = "constant"

    order = sorted(np.flatnonzero(varies), key=lambda i: _place(int(usable[i]), rank, rollouts, names))
    local = _leaders(gram, np.array(order, dtype=np.int64), settings.fold)
    leader = np.full(columns, -1, dtype=np.int64)
    ratio = np.full(columns, np.nan)
    led = np.flatnonzero(local >= 0)
    leader[usable[led]] = usable[local[led]]
    ratio[usable[led]] = gram[led, local[led]] / square[led]

    leading = np.flatnonzero(leader == np.arange(columns))
    kept = leading
    if len(leading) > settings.max_singles:
        size = _largest_t(groups, sparse.csr_array(counts[:, leading]), outcomes)
        # Sorting is stable: of equal ones the first column stays.
        kept = np.sort(leading[np.argsort(-size, kind="stable")[: settings.max_singles]])
        dropped = (leader >= 0) & ~np.isin(leader, kept)
        reason[dropped] = "not_kept"
        leader[dropped] = -1
        ratio[dropped] = np.nan
    return Fold(
        kept=kept.astype(np.int64),
        rollouts=rollouts,
        prompts=prompts,
        leader=leader,
        ratio=ratio,
        reason=reason,
    )


def support(groups: Groups, x: sparse.csr_array) -> tuple[Integers, Integers]:
    """int64[p] twice: rows and clusters in which each column is not 0."""
    shown = x.copy()
    shown.data = (shown.data != 0).astype(np.float64)
    rows = np.asarray(shown.sum(axis=0)).ravel().astype(np.int64)
    in_cluster = sparse.csc_array(groups.cluster_sums @ shown)
    in_cluster.eliminate_zeros()
    return rows, np.diff(in_cluster.indptr).astype(np.int64)


def _place(column: int, rank: Integers, rollouts: Integers, names: tuple[str, ...]) -> tuple[int, int, str]:
    return int(rank[column]), -int(rollouts[column]), names[column]


def _leaders(gram: Floats, order: Integers, line: float) -> Integers:
    """int64[p]: of every column the first in order that it matches, itself if none; -1 outside of order."""
    leader = np.full(len(gram), -1, dtype=np.int64)
    square = np.diag(gram)
    free: Booleans = np.zeros(len(gram), dtype=np.bool_)
    free[order] = True
    for column in order:
        if not free[column]:
            continue
        size = np.sqrt(np.where(free, square, 1.0) * square[column])
        same = free & (np.abs(gram[column]) >= line * size * (1.0 - ROUNDING))
        same[column] = True
        leader[same] = column
        free &= ~same
    return leader


def _largest_t(groups: Groups, x: sparse.csr_array, outcomes: list[Floats]) -> Floats:
    size = np.zeros(x.shape[1])
    for y in outcomes:
        found = slopes(groups, x, y)
        with np.errstate(divide="ignore", invalid="ignore"):
            t = np.abs(found.slope) / found.se
        size = np.maximum(size, np.nan_to_num(t, nan=0.0, posinf=np.inf))
    return size
