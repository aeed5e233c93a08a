"""Interactions: what the reward pays for a pair beyond what it pays for each of its features."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_design import BLOCK, Design
from rolloutdiff.stats.audit_pair_columns import PairColumns
from rolloutdiff.stats.audit_placebo import cluster_squares
from rolloutdiff.stats.audit_premium import ratio
from rolloutdiff.stats.panel import Booleans, Floats, Integers

# What rounding leaves of the square of a column that does not vary inside groups.
SMALLEST_SQUARE = 1e-9


@dataclass(frozen=True, kw_only=True, eq=False)
class PairPremiums:
    """Premiums of q pairs on one outcome.

    Attributes:
        premium: float64[q], NaN for pairs that cannot be told from the features.
        se: float64[q], NaN likewise.
        reason: object[q], `constant` (inside groups) or `collinear` where there is no premium, else None.
    """

    premium: Floats
    se: Floats
    reason: np.ndarray[tuple[int], np.dtype[np.object_]]

    @property
    def t(self) -> Floats:
        """float64[q]: premium / se."""
        return ratio(self.premium, self.se)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Block:
    """Some pairs, residualised on a design.

    Attributes:
        chosen: int64[b], pairs.
        z: float64[n, b], z~.
        square: float64[b], sum of z~^2.
        varies: bool[b], pairs that vary inside groups.
        distinct: bool[b], pairs that are told from the columns of the design.
    """

    chosen: Integers
    z: Floats
    square: Floats
    varies: Booleans
    distinct: Booleans


def pair_premiums(
    design: Design, pairs: PairColumns, residuals: Sequence[Floats], settings: AuditSettings
) -> list[PairPremiums]:
    """Premium of every pair by itself, given the columns of the design.

    With z a pair centred in its group and X the centred columns of the design, z~ = z - X (X'X + P)^-1 X'z
    (Frisch and Waugh, Econometrica 1, 1933; Lovell, 1963). With r what the design leaves of the outcome, S_c
    and Q_c the sums over cluster c of z~ r and of z~^2, and K the prompts that show the pair,

        d = S / (Q + penalty),   se^2 = K / (K - 1) sum of (S_c - d Q_c)^2 / (Q + penalty)^2,

    at least that of equal and independent noise. The pair's own effect leaves the scores: with S_c alone a
    pair that is paid the same everywhere has |t| of about the root of K, however sure it is.

    Args:
        design: Columns that are held fixed.
        pairs: Pairs.
        residuals: float64[n] per outcome, what the design leaves of it.
        settings: Penalty and fold: a pair whose multiple correlation with the design is `fold` or more is not
            told from it.

    Returns:
        The premiums on every outcome.
    """
    q, many = len(pairs.name), len(residuals)
    premium, se = np.full((many, q), np.nan), np.full((many, q), np.nan)
    reason = np.full(q, None, dtype=object)
    if many:
        r = np.stack(residuals, axis=1)
        for block in _blocks(design, pairs, settings):
            d, error = _estimate(design, pairs, block, r, settings)
            premium[:, block.chosen] = np.where(block.distinct, d.T, np.nan)
            se[:, block.chosen] = np.where(block.distinct, error.T, np.nan)
            reason[block.chosen[~block.distinct]] = "collinear"
            reason[block.chosen[~block.varies]] = "constant"
    return [PairPremiums(premium=premium[i], se=se[i], reason=reason) for i in range(many)]


def pair_placebos(
    design: Design,
    pairs: PairColumns,
    residuals: Sequence[Floats],
    found: Sequence[PairPremiums],
    drawn: Integers,
    settings: AuditSettings,
) -> list[Floats]:
    """What chance alone would reach anywhere in the list.

    The effect of the pair with the largest |t| is taken from the residuals, which are then permuted inside
    every group; the largest |t| of all pairs is noted in every draw.

    Args:
        design: Columns that are held fixed.
        pairs: Pairs.
        residuals: float64[n] per outcome, what the design leaves of it.
        found: Premiums on every outcome.
        drawn: int64[draws, n], permutations.
        settings: Penalty and fold.

    Returns:
        float64[draws] per outcome, none where no pair has a premium.
    """
    judged = [i for i, one in enumerate(found) if not np.isnan(one.t).all()]
    largest = {i: np.zeros(len(drawn)) for i in judged}
    noise = {i: _without_top(design, pairs, residuals[i], found[i], settings)[drawn].T for i in judged}
    if judged:
        for block in _blocks(design, pairs, settings):
            for i in judged:
                d, se = _estimate(design, pairs, block, noise[i], settings)
                t = np.abs(d) / np.where(se > 0, se, np.inf)
                top = np.where(block.distinct[:, None], t, 0.0).max(axis=0, initial=0.0)
                largest[i] = np.maximum(largest[i], top)
    return [largest.get(i, np.empty(0)) for i in range(len(found))]


def _estimate(
    design: Design, pairs: PairColumns, block: _Block, residual: Floats, settings: AuditSettings
) -> tuple[Floats, Floats]:
    """float64[b, d] twice: premiums and standard errors of a block on d residuals."""
    weight = block.square + settings.pair_penalty
    d = (block.z.T @ residual) / weight[:, None]
    square, total = cluster_squares(design.groups, block.z, residual, d)
    prompts = pairs.prompts[block.chosen]
    robust = square * (prompts / np.maximum(prompts - 1, 1))[:, None]
    left = np.einsum("nd,nd->d", residual, residual) - 2.0 * d * total + d * d * block.square[:, None]
    noise = np.maximum(left, 0.0) / max(design.degrees - 1.0, 1.0)
    se = np.sqrt(np.maximum(robust, noise * block.square[:, None])) / weight[:, None]
    return d, se


def _without_top(
    design: Design, pairs: PairColumns, residual: Floats, found: PairPremiums, settings: AuditSettings
) -> Floats:
    """float64[n]: residual after the effect of the pair with the largest |t| is taken from it."""
    top = int(np.nan_to_num(np.abs(found.t), nan=-1.0).argmax())
    block = next(_blocks(design, pairs.take(np.array([top], dtype=np.int64)), settings))
    result: Floats = residual - block.z[:, 0] * found.premium[top]
    return result


def _blocks(design: Design, pairs: PairColumns, settings: AuditSettings) -> Iterator[_Block]:
    groups = design.groups
    for start in range(0, len(pairs.name), BLOCK):
        chosen = np.arange(start, min(start + BLOCK, len(pairs.name)), dtype=np.int64)
        z = groups.centre(pairs.z[:, chosen].toarray())
        whole = np.einsum("nb,nb->b", z, z)
        z -= design.fitted(design.inverse @ (design.x.T @ z))
        square = np.einsum("nb,nb->b", z, z)
        varies = whole > SMALLEST_SQUARE
        yield _Block(
            chosen=chosen,
            z=z,
            square=square,
            varies=varies,
            distinct=varies & (square > (1.0 - settings.fold**2) * whole),
        )
