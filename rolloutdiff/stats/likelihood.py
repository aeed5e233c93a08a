"""Gaussian likelihood of a change of known shape, under sampling noise and bounded drift."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rolloutdiff.stats.noise import Grid, correlation
from rolloutdiff.stats.panel import Floats, Integers

# Degrees of freedom with which the known sampling variance speaks beside a series' own residuals.
ANCHOR_FREEDOM = 30.0
# One prompt per step: the variance is itself an estimate from a baseline.
SINGLE_FREEDOM = 10.0
# An atom that keeps less than this share of its information beside level and prompts cannot be seen.
LEAST_INFORMATION = 1e-6


@dataclass(frozen=True, kw_only=True, eq=False)
class Whitening:
    """One pair (kappa, rho) of the drift grid, for series that share their steps.

    Attributes:
        root: float64[m, n], root' root is the information about n step effects, level (and prompts) removed.
        constant: -.5 log determinant of the covariance of the m remaining values.
        atoms: float64[A, m], atoms whitened and scaled to length 1; 0 where an atom cannot be seen.
        length: float64[A], their length before: a coefficient is a projection over this.
    """

    root: Floats
    constant: float
    atoms: Floats
    length: Floats


def whiten(information: Floats, steps: Integers, grid: Grid, shape: Floats) -> list[Whitening]:
    """Whitening for every pair of a drift grid.

    Step effects beta known up to fixed effects through M beta, with information matrix M (symmetric, positive
    semi-definite), and drift with covariance kappa^2 C on top: on the range of M, with M = U D U',
    D^(-1/2) U' M beta has covariance I + kappa^2 D^(1/2) U' C U D^(1/2). For independent steps of weight w,
    M = diag(w) - w w' / sum(w), which is the restricted likelihood of Patterson and Thompson (Biometrika 58,
    1971).

    Args:
        information: float64[n, n], M in units of 1 / sampling variance.
        steps: int64[n], training steps, for the distances.
        grid: Pairs (kappa, rho).
        shape: float64[A, n], atoms.

    Returns:
        One per pair.
    """
    value, vector = np.linalg.eigh(information)
    kept = value > 1e-9 * value.max()
    half = np.sqrt(value[kept])[:, None] * vector[:, kept].T
    result = []
    for kappa, rho in grid:
        if kappa > 0.0:
            covariance = np.eye(len(half)) + kappa**2 * (half @ correlation(steps, rho) @ half.T)
            lower = np.linalg.cholesky(covariance)
            root = np.linalg.solve(lower, half)
            constant = -float(np.log(np.diag(lower)).sum())
        else:
            root, constant = half, 0.0
        atoms = shape @ root.T
        square = np.einsum("am,am->a", atoms, atoms)
        seen = square > LEAST_INFORMATION * shape.shape[1]
        length = np.where(seen, np.sqrt(np.where(seen, square, 1.0)), np.inf)
        result.append(Whitening(root=root, constant=constant, atoms=atoms / length[:, None], length=length))
    return result


def independent_steps(weight: Floats) -> Floats:
    """float64[n, n]: information about n independent steps of these weights, their level removed."""
    result: Floats = np.diag(weight) - np.outer(weight, weight) / weight.sum()
    return result
