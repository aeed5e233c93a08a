"""What a two-way fit of steps and prompts knows about the steps: matrices of the normal equations."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from rolloutdiff.stats.panel import Floats, Integers


def linked_steps(cells: sparse.csr_array) -> Integers:
    """int64[T]: number of each step's group, from 0; prompts link the steps of a group, and no others."""
    steps, prompts = cells.shape
    row = np.repeat(np.arange(steps), np.diff(cells.indptr))
    size = (steps + prompts, steps + prompts)
    graph = sparse.csr_array((cells.data, (row, steps + cells.indices)), shape=size)
    _, label = connected_components(graph, directed=False)
    return np.unique(label[:steps], return_inverse=True)[1].astype(np.int64)


def between_steps(cells: sparse.csr_array, visits: Integers) -> Floats:
    """float64[T, T]: M = D_T - N D_P^-1 N', the information about the steps in cells.

    Args:
        cells: N, float64 CSR array [T, Q] of ones.
        visits: int64[Q], D_P, cells per prompt.
    """
    scaled = cells @ sparse.diags_array(1.0 / visits)
    matrix = -(scaled @ cells.T).toarray()
    matrix[np.diag_indices(len(matrix))] += np.diff(cells.indptr)
    # Symmetric to the bit, as the eigenvalue solver takes it.
    result: Floats = (matrix + matrix.T) / 2.0
    return result


def pseudo_inverse(matrix: Floats, nullity: int) -> Floats:
    """Pseudo-inverse of a positive semi-definite matrix whose rank is known, without a tolerance.

    Args:
        matrix: float64[T, T], symmetric.
        nullity: T less the rank.
    """
    value, vector = np.linalg.eigh(matrix)
    kept = vector[:, nullity:]
    result: Floats = (kept / value[nullity:]) @ kept.T
    return result


def step_efficiency(matrix: Floats, prompts: Integers) -> Floats:
    """Share of the information about a change of level that is left once prompts are set aside.

    Entry k is for a change between the steps k and k + 1: a' M a with a the indicator of the later steps,
    over n_1 n_2 / (n_1 + n_2), the cells before and after. It is about 1 - 1/v for prompts drawn at random v
    times, and 0 where no prompt stands on both sides.

    Args:
        matrix: float64[T, T], M in cells.
        prompts: int64[T], cells per step.

    Returns:
        float64[T - 1].
    """
    # The sum of M over the later steps and the later steps, for every k.
    corner = np.cumsum(np.cumsum(matrix[::-1, ::-1], axis=0), axis=1)
    kept = np.diagonal(corner)[::-1][1:]
    before = np.cumsum(prompts)[:-1].astype(np.float64)
    after = prompts.sum() - before
    result: Floats = kept * (before + after) / (before * after)
    return result
