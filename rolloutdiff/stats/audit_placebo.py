"""Placebo lines: how large a |t| chance alone reaches somewhere in a list of features."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from rolloutdiff.stats.audit_design import Groups
from rolloutdiff.stats.panel import Booleans, Floats, Integers


def permutations(groups: Groups, draws: int, seed: np.random.SeedSequence) -> Integers:
    """int64[draws, n]: row whose residual each row is given, at random inside every group."""
    rng = np.random.default_rng(seed)
    place = np.argsort(groups.group, kind="stable")
    result = np.empty((draws, len(place)), dtype=np.int64)
    for draw in range(draws):
        # Groups stand in whole numbers and the draw in the fraction.
        result[draw, place] = np.argsort(groups.group + rng.random(len(place)), kind="stable")
    return result


def cluster_squares(
    groups: Groups, left: Floats, residual: Floats, own: Floats | None = None
) -> tuple[Floats, Floats]:
    """Squares of the scores of many columns on many residuals, cluster by cluster.

    With S_c = sum over cluster c of left times residual and Q_c = sum of left^2.

    Args:
        groups: Groups and clusters of the rows.
        left: float64[n, b].
        residual: float64[n, d].
        own: float64[b, d], effects that are taken from the scores; None for none.

    Returns:
        float64[b, d]: sum over c of (S_c - own Q_c)^2, and of S_c.
    """
    total = left.T @ residual
    lone, others = _clusters(groups)
    square = _of_rows(left[lone], residual[lone], own)
    for rows in others:
        part = left[rows]
        score = part.T @ residual[rows]
        if own is not None:
            score -= own * np.einsum("nb,nb->b", part, part)[:, None]
        square += score * score
    return square, total


def placebo_line(largest: Floats, quantile: float) -> float:
    """The smallest drawn value that at least the given share of draws does not exceed; NaN without draws."""
    if not len(largest):
        return float("nan")
    return float(np.quantile(largest, quantile, method="inverted_cdf"))


def placebo_share(largest: Floats, t: Floats) -> Floats:
    """float64[m]: (1 + draws with a largest |t| at least as large) / (1 + draws); NaN without draws."""
    if not len(largest):
        return np.full(len(t), np.nan)
    ordered = np.sort(largest)
    reached = len(ordered) - np.searchsorted(ordered, np.abs(t), side="left")
    known: Booleans = ~np.isnan(t)
    return np.where(known, (1.0 + reached) / (1.0 + len(ordered)), np.nan)


def _of_rows(left: Floats, residual: Floats, own: Floats | None) -> Floats:
    """float64[b, d]: sum over rows of (l e - own l^2)^2, without a table of all three dimensions."""
    of_left = left * left
    square: Floats = of_left.T @ (residual * residual)
    if own is not None:
        square -= 2.0 * own * ((of_left * left).T @ residual)
        square += own * own * np.einsum("nb,nb->b", of_left, of_left)[:, None]
    return np.maximum(square, 0.0)


def _clusters(groups: Groups) -> tuple[Integers, Iterator[Integers | slice]]:
    """Rows that are clusters of their own, and those of every other cluster, as a slice where sorted."""
    size = np.bincount(groups.cluster, minlength=groups.clusters)
    order = np.argsort(groups.cluster, kind="stable")
    bounds = np.concatenate([[0], np.cumsum(size)])
    is_sorted = bool((np.diff(groups.cluster) >= 0).all())
    pairs = [(start, stop) for start, stop in pairwise(bounds.tolist()) if stop - start > 1]
    others = (slice(start, stop) if is_sorted else order[start:stop] for start, stop in pairs)
    return order[size[groups.cluster[order]] == 1], others
