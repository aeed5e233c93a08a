"""The likelihood-ratio scan: every shape against no change, for all series that share their steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rolloutdiff.stats.likelihood import Whitening
from rolloutdiff.stats.panel import Floats, Integers

# Series per matrix product. Always whole blocks, the last one filled up with zeros, so that a series meets
# the same arithmetic whatever stands beside it.
BLOCK = 256
# Fits closer than this are equal; the first, which is the plainest, is taken.
TIE = 1e-9
# Share of the residuals that a change may at most explain; keeps a noiseless series finite.
MOST = 1.0 - 1e-12


@dataclass(frozen=True, kw_only=True, eq=False)
class Scan:
    """Best shapes of S series; one row per series.

    Attributes:
        ratio: float64[S], twice the log likelihood ratio of the best shape to none.
        pair: int64[S], index of the drift pair (kappa, rho) at the best shape.
        atom: int64[S], its index in the dictionary.
        coefficient: float64[S], its fitted height on the scale of x.
    """

    ratio: Floats
    pair: Integers
    atom: Integers
    coefficient: Floats


def scan(x: Floats, whitenings: Sequence[Whitening], freedom: float) -> Scan:
    """Scans every series for one change of any shape in the dictionary.

    With e the whitened series of m values, rss = |e|^2 + nu, nu = `freedom` the weight of the known scale,
    and z an atom of length 1: log l0 = constant - (m + nu) / 2 log rss and
    log l1 = log l0 - (m + nu) / 2 log(1 - (z'e)^2 / rss). Likelihoods are maximised over the drift pairs
    under either hypothesis, so that drift that the grid allows for is never evidence of change.

    Args:
        x: float64[S, n], without missing values; the level does not matter.
        whitenings: One per drift pair.
        freedom: Degrees of freedom that anchor the scale at 1.

    Returns:
        The best shape of every series.
    """
    parts = [_scan_block(x[first : first + BLOCK], whitenings, freedom) for first in range(0, len(x), BLOCK)]
    if not parts:
        empty, none = np.empty(0), np.empty(0, dtype=np.int64)
        return Scan(ratio=empty, pair=none, atom=none, coefficient=empty)
    return Scan(
        ratio=np.concatenate([p.ratio for p in parts]),
        pair=np.concatenate([p.pair for p in parts]),
        atom=np.concatenate([p.atom for p in parts]),
        coefficient=np.concatenate([p.coefficient for p in parts]),
    )


def _scan_block(x: Floats, whitenings: Sequence[Whitening], freedom: float) -> Scan:
    count = len(x)
    block = np.zeros((x.shape[1], BLOCK))
    block[:, :count] = x.T
    column = np.arange(BLOCK)
    null, best, place, height = [], [], [], []
    for w in whitenings:
        e = w.root @ block
        rss = np.einsum("ms,ms->s", e, e) + freedom
        projection = w.atoms @ e
        square = projection * projection
        top = square.max(axis=0)
        atom = (square >= top * (1.0 - TIE)).argmax(axis=0)
        power = (len(e) + freedom) / 2.0
        base = w.constant - power * np.log(rss)
        null.append(base)
        best.append(base - power * np.log1p(-np.minimum(top / rss, MOST)))
        place.append(atom)
        height.append(projection[atom, column] / w.length[atom])
    with_change = np.array(best)
    pair = with_change.argmax(axis=0)
    ratio = 2.0 * (with_change[pair, column] - np.array(null).max(axis=0))
    return Scan(
        ratio=ratio[:count],
        pair=pair[:count].astype(np.int64),
        atom=np.array(place)[pair, column][:count].astype(np.int64),
        coefficient=np.array(height)[pair, column][:count],
    )
