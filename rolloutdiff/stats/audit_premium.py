"""Premiums of single features: what the reward pays for one more occurrence, all others held fixed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_design import BLOCK, Design, Groups
from rolloutdiff.stats.audit_placebo import cluster_squares
from rolloutdiff.stats.panel import LARGEST_VALUE, Floats, Integers


@dataclass(frozen=True, kw_only=True, eq=False)
class SinglePremiums:
    """Premiums of the m features of a joint fit, on one outcome.

    Attributes:
        premium: float64[m], outcome per occurrence.
        se: float64[m].
        residual: float64[n], what the fit leaves.
    """

    premium: Floats
    se: Floats
    residual: Floats

    @property
    def t(self) -> Floats:
        """float64[m]: premium / se."""
        return ratio(self.premium, self.se)


def ratio(value: Floats, se: Floats) -> Floats:
    """float64[m]: value / se, NaN where se is 0 or missing."""
    result = np.full(len(value), np.nan)
    np.divide(value, se, out=result, where=se > 0)
    return result


def single_design(
    groups: Groups, counts: sparse.csr_array, nuisance: Floats | None, settings: AuditSettings
) -> Design:
    """Design of the joint fit: counts, and nuisance columns scaled to standard deviation 1 inside groups.

    A missing value of a nuisance column counts as the column's mean, and a column that never differs is left
    out.

    Args:
        groups: Groups and clusters of the rows.
        counts: float64 CSR array [n, m], kept features; they come first in the design.
        nuisance: float64[n, k], or None.
        settings: Penalties.
    """
    blocks = [counts]
    penalty = [np.full(counts.shape[1], settings.penalty)]
    if nuisance is not None and nuisance.shape[1]:
        known = np.abs(nuisance) <= LARGEST_VALUE
        mean = np.where(known, nuisance, 0.0).sum(axis=0) / np.maximum(known.sum(axis=0), 1)
        nuisance = np.where(known, nuisance, mean)
        centred = groups.centre(nuisance)
        sd = np.sqrt((centred * centred).mean(axis=0))
        some = sd > 1e-9 * np.maximum(np.abs(nuisance).max(axis=0, initial=0.0), 1e-300)
        blocks.append(sparse.csr_array(centred[:, some] / sd[some]))
        penalty.append(np.full(int(some.sum()), settings.nuisance_penalty))
    return Design(
        groups=groups,
        x=sparse.csr_array(sparse.hstack(blocks, format="csr")),
        penalty=np.concatenate(penalty),
    )


def with_presence(design: Design, counts: sparse.csr_array, settings: AuditSettings) -> Design:
    """The design of pairs: beside its occurrences, whether a feature stands in a rollout at all.

    Where a reward pays for the first copy only, or less for each further one, the pay of a feature is no
    multiple of its occurrences, and what is left goes with every pair of it. Presence takes that up. It is
    left out for features whose presence goes with their occurrences (`fold`).

    Args:
        design: Columns of the joint fit.
        counts: float64 CSR array [n, m], occurrences of the features.
        settings: Penalty and fold.
    """
    presence = counts.copy()
    presence.data = (presence.data != 0).astype(np.float64)
    groups = design.groups
    centred = groups.centre
    m = counts.shape[1]
    told = np.zeros(m, dtype=np.bool_)
    for start in range(0, m, BLOCK):
        block = slice(start, min(start + BLOCK, m))
        a, b = centred(counts[:, block].toarray()), centred(presence[:, block].toarray())
        aa, bb = np.einsum("nb,nb->b", a, a), np.einsum("nb,nb->b", b, b)
        told[block] = (bb > 0) & (np.abs(np.einsum("nb,nb->b", a, b)) < settings.fold * np.sqrt(aa * bb))
    chosen = np.flatnonzero(told)
    if not len(chosen):
        return design
    return Design(
        groups=groups,
        x=sparse.csr_array(sparse.hstack([design.x, presence[:, chosen]], format="csr")),
        penalty=np.concatenate([design.penalty, np.full(len(chosen), settings.penalty)]),
    )


def single_premiums(design: Design, y: Floats, features: int) -> SinglePremiums:
    """Fits all features together.

    Args:
        design: Columns; the first `features` are features.
        y: float64[n], outcome, centred in groups.
        features: m.

    Returns:
        One premium per feature.
    """
    w = design.coefficients(y)
    residual = y - design.fitted(w)
    return SinglePremiums(
        premium=w[:features], se=design.standard_errors(residual)[:features], residual=residual
    )


def single_placebo(design: Design, residual: Floats, features: int, drawn: Integers) -> Floats:
    """What chance alone would reach anywhere in the list.

    The residuals of the fit are permuted inside every group, and the same fit is made again.

    Args:
        design: Columns; the first `features` are features.
        residual: float64[n], what the fit leaves.
        features: m.
        drawn: int64[draws, n], permutations.

    Returns:
        float64[draws]: largest |t| of every draw; none without features.
    """
    if not features:
        return np.empty(0)
    noise = residual[drawn].T
    w = design.inverse @ (design.x.T @ noise)
    left = noise - design.fitted(w)
    largest = np.zeros(len(drawn))
    for start in range(0, features, BLOCK):
        block = slice(start, min(start + BLOCK, features))
        inverse = design.inverse[:, block]
        square, _ = cluster_squares(design.groups, design.fitted(inverse), left)
        se = design.from_squares(square, np.einsum("nd,nd->d", left, left), block)
        t = np.abs(w[block]) / np.where(se > 0, se, np.inf)
        largest = np.maximum(largest, t.max(axis=0))
    return largest
