"""Which logged columns were rewarded, and how much: the logged advantages must follow from their sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Scale = Literal["group", "none", "batch"]

SCALES: tuple[Scale, ...] = ("group", "none", "batch")

# What a trainer adds to the standard deviation that it divides by.
_EPSILON = 1e-4
# Rewards and advantages are computed in single precision.
_RELATIVE, _ABSOLUTE = 2e-3, 2e-4
# Of weights only the ratio is known, which the 1e-4 beside small deviations depends on.
_LOOSE = 1e-2
_SHARE = 0.99
# Every subset of so many columns is tried; of more, single columns and all together.
_MOST_COLUMNS = 10
_NULL, _NOT_NULL = 1e-6, 1e-4


@dataclass(frozen=True, kw_only=True)
class AdvantageFit:
    """What the advantages say about the reward.

    Attributes:
        scale: What centred rewards were divided by: the standard deviation of the group or of the batch, plus
            1e-4, or `none`; None when nothing reproduces the advantages.
        sets: Sets of columns, each with weight 1, that reproduce them; the smallest there are.
        weights: float64[columns]: weights that do where no such set does; the largest is 1 unless `scale` is
            `none`, for then the advantages tell them in full.
        rows: Rows with an advantage that is not 0, or should not be.
        share: Share of them that is reproduced by the first set, or by the weights.
        constant: Columns that do not vary within any group: advantages cannot tell whether they count.
    """

    scale: Scale | None
    sets: tuple[tuple[int, ...], ...]
    weights: Floats | None
    rows: int
    share: float
    constant: tuple[int, ...]


def block_size(advantage: Floats, largest: int) -> int | None:
    """Size of the groups in whose order rows stand: the smallest block in which advantages sum to 0.

    Args:
        advantage: float64[rows], files one after another, each of whole groups.
        largest: A multiple of the size.

    Returns:
        The size, at least 2; None when there is none, or all advantages are 0.
    """
    if largest < 2 or len(advantage) % largest or not np.any(advantage):
        return None
    for size in range(2, largest + 1):
        if largest % size:
            continue
        blocks = advantage.reshape(-1, size)
        small = np.abs(blocks.sum(1)) <= _RELATIVE * np.abs(blocks).sum(1) + _ABSOLUTE
        if small.mean() >= _SHARE:
            return size
    return None


def explain_advantage(advantage: Floats, values: Floats, size: int, batch: Sequence[int]) -> AdvantageFit:
    """Find the columns whose weighted sum, compared within groups, gives the advantages.

    With r = sum of weight x column, a value that is missing left out, the advantage of a row is
    (r - mean of its group) / (standard deviation + 1e-4), or the difference alone. Sets of columns with
    weight 1 are tried first. Where none does, weights are the direction w that turns the centred columns of
    every group into a multiple of its advantages: the null vector of the sum over groups of
    X' (I - aa'/a'a) X.

    Args:
        advantage: float64[rows], groups one after another.
        values: float64[rows, columns], NaN where there is no value.
        size: Rows of a group, at least 2.
        batch: Rows of every batch, in order; they add up to all rows.

    Returns:
        The fit.
    """
    filled = np.nan_to_num(values, nan=0.0)
    spread = _centred(filled, size)
    constant = tuple(int(i) for i in np.flatnonzero(np.abs(spread).max(axis=0, initial=0.0) <= _ABSOLUTE))
    varied = [i for i in range(values.shape[1]) if i not in constant]
    for scale in SCALES:
        fits: list[tuple[tuple[int, ...], int, float]] = []
        for chosen in _subsets(varied):
            if fits and len(chosen) > len(fits[0][0]):
                break
            rows, share = _agreement(advantage, filled[:, list(chosen)].sum(1), size, batch, scale)
            if rows and share >= _SHARE:
                fits.append((chosen, rows, share))
        if fits:
            sets = tuple(chosen for chosen, _, _ in fits)
            return AdvantageFit(
                scale=scale,
                sets=sets,
                weights=None,
                rows=fits[0][1],
                share=fits[0][2],
                constant=constant,
            )
    weighted = _weighted(advantage, filled, spread, varied, size, batch)
    if weighted is not None:
        scale, weights, rows, share = weighted
        return AdvantageFit(scale=scale, sets=(), weights=weights, rows=rows, share=share, constant=constant)
    informative = int(np.count_nonzero(np.abs(advantage) > _ABSOLUTE))
    return AdvantageFit(scale=None, sets=(), weights=None, rows=informative, share=0.0, constant=constant)


def _centred(values: Floats, size: int) -> Floats:
    blocks = values.reshape(-1, size, *values.shape[1:])
    centred: Floats = (blocks - blocks.mean(axis=1, keepdims=True)).reshape(values.shape)
    return centred


def _subsets(columns: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if len(columns) <= _MOST_COLUMNS:
        for count in range(1, len(columns) + 1):
            yield from combinations(columns, count)
        return
    yield from ((column,) for column in columns)
    yield tuple(columns)


def _agreement(
    advantage: Floats,
    reward: Floats,
    size: int,
    batch: Sequence[int],
    scale: Scale,
    relative: float = _RELATIVE,
) -> tuple[int, float]:
    """Rows that tell something, and the share of them whose advantage follows from the reward."""
    expected = _centred(reward, size)
    if scale == "group":
        deviation = np.repeat(reward.reshape(-1, size).std(axis=1, ddof=1), size)
        expected = expected / (deviation + _EPSILON)
    elif scale == "batch":
        ends = np.cumsum(batch)
        parts = [reward[end - rows : end] for end, rows in zip(ends, batch, strict=True)]
        expected = expected / (np.concatenate([np.full(len(p), p.std(ddof=1)) for p in parts]) + _EPSILON)
    telling = (np.abs(advantage) > _ABSOLUTE) | (np.abs(expected) > _ABSOLUTE)
    if not telling.any():
        return 0, 0.0
    limit = relative * np.abs(advantage) + _ABSOLUTE
    return int(telling.sum()), float((np.abs(advantage - expected) <= limit)[telling].mean())


def _weighted(
    advantage: Floats,
    filled: Floats,
    spread: Floats,
    varied: Sequence[int],
    size: int,
    batch: Sequence[int],
) -> tuple[Scale, Floats, int, float] | None:
    if len(varied) < 2:
        return None
    unit = spread[:, varied].std(axis=0)
    blocks = (spread[:, varied] / unit).reshape(-1, size, len(varied))
    target = advantage.reshape(-1, size)
    length = (target**2).sum(1)
    along = np.einsum("gs,gsp->gp", target, blocks)
    told = length > _ABSOLUTE
    gram = np.einsum("gsp,gsq->pq", blocks, blocks)
    gram -= np.einsum("gp,gq->pq", along[told] / length[told, None], along[told])
    size_of, direction = np.linalg.eigh(gram)
    if size_of[0] > _NULL * size_of[-1] or size_of[1] < _NOT_NULL * size_of[-1]:
        return None
    found = np.zeros(filled.shape[1])
    found[varied] = direction[:, 0] / unit
    made = spread @ found
    slope = float(made @ advantage / (made @ made))
    relative = found * np.sign(slope) / np.abs(found).max()
    for scale in SCALES:
        weights = np.round(found * slope if scale == "none" else relative, 4)
        rows, share = _agreement(advantage, filled @ weights, size, batch, scale, _LOOSE)
        if rows and share >= _SHARE:
            return scale, weights, rows, share
    return None
