"""Slopes of the reward on one feature at a time, inside prompt groups."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from rolloutdiff.stats.audit_design import BLOCK, Groups
from rolloutdiff.stats.panel import Floats, Integers

# Sums of squares below this share of the sum of squared occurrences are rounding of a feature that
# does not vary inside groups.
ROUNDING = 1e-12
# Ridge penalty of columns that are held fixed.
HELD = 0.5
# A column that keeps less of its square beside the held ones is determined by them.
LEAST_OWN = 0.1


@dataclass(frozen=True, kw_only=True, eq=False)
class Slopes:
    """Slopes of p columns.

    Attributes:
        slope: float64[p], NaN where a column does not vary inside groups.
        se: float64[p], NaN with fewer than two prompts.
        square: float64[p], sum of squared centred occurrences.
        clusters: int64[p], prompts inside which the column varies.
        rollouts: int64[p], rows in groups inside which it varies.
    """

    slope: Floats
    se: Floats
    square: Floats
    clusters: Integers
    rollouts: Integers


def slopes(groups: Groups, x: sparse.csr_array, y: Floats, held: sparse.csr_array | None = None) -> Slopes:
    """Slope of y on every column by itself, b = sum of c y / sum of c c with c centred in its group.

    With u_k = sum over prompt k of c (y - b c), and K prompts inside which the column varies, the standard
    error is sqrt(K / (K - 1) sum of u_k^2) / sum of c c, at least that of equal and independent noise.

    Columns that are held fixed are first taken out of c and y by least squares, with a ridge of `HELD`.

    Args:
        groups: Groups and clusters of the rows.
        x: float64 CSR array [n, p], occurrences.
        y: float64[n], outcome, centred in groups.
        held: float64 CSR array [n, h], columns that are held fixed; None for none.

    Returns:
        One slope per column; none for a column that the held ones determine.
    """
    p = x.shape[1]
    fixed = groups.centre(held.toarray()) if held is not None else np.empty((len(y), 0))
    y = y - _explained(fixed, y)
    parts = [_block(groups, x[:, start : start + BLOCK], y, fixed) for start in range(0, p, BLOCK)]
    if not parts:
        none, zero = np.empty(0), np.empty(0, dtype=np.int64)
        return Slopes(slope=none, se=none, square=none, clusters=zero, rollouts=zero)
    return Slopes(
        **{name: np.concatenate([getattr(part, name) for part in parts]) for name in vars(parts[0])}
    )


def _explained(fixed: Floats, values: Floats) -> Floats:
    if not fixed.shape[1]:
        return np.zeros_like(values)
    gram = fixed.T @ fixed + HELD * np.eye(fixed.shape[1])
    result: Floats = fixed @ np.linalg.solve(gram, fixed.T @ values)
    return result


def _block(groups: Groups, x: sparse.csr_array, y: Floats, fixed: Floats) -> Slopes:
    c = groups.centre(x.toarray())
    raw = np.asarray(x.multiply(x).sum(axis=0), dtype=np.float64).ravel()
    varies = groups.group_sums @ (c * c) > ROUNDING * np.maximum(raw, 1.0)
    whole = np.einsum("np,np->p", c, c)
    c -= _explained(fixed, c)
    square = np.where(varies.any(axis=0), np.einsum("np,np->p", c, c), 0.0)
    square[square < LEAST_OWN * whole] = 0.0
    some = square > 0
    safe = np.where(some, square, 1.0)
    slope = (c.T @ y) / safe
    own = groups.cluster_sums @ (c * c)
    u = groups.cluster_sums @ (c * y[:, None]) - slope * own
    shown = groups.cluster_sums @ varies[groups.group].astype(np.float64) > 0
    clusters = np.where(some, shown.sum(axis=0), 0)
    rollouts = np.where(some, (varies * groups.size[:, None]).sum(axis=0), 0)
    robust = (u * u).sum(axis=0) * clusters / np.maximum(clusters - 1, 1)
    # Rows of groups without the feature tell nothing about the noise where it stands.
    total = varies.T.astype(np.float64) @ (groups.group_sums @ (y * y))
    free = rollouts - varies.sum(axis=0) - 1.0 - fixed.shape[1]
    noise = np.maximum(total - slope * slope * square, 0.0) / np.maximum(free, 1.0)
    se = np.sqrt(np.maximum(robust, noise * square)) / safe
    return Slopes(
        slope=np.where(some, slope, np.nan),
        se=np.where(some & (clusters >= 2), se, np.nan),
        square=square,
        clusters=clusters.astype(np.int64),
        rollouts=rollouts.astype(np.int64),
    )
