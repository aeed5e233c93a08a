"""Ridge fits inside groups, with standard errors that let the rollouts of a prompt go together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import linalg, sparse

from rolloutdiff.stats.panel import Floats, Integers

# Columns that are handled densely at once.
BLOCK = 256


@dataclass(frozen=True, kw_only=True, eq=False)
class Groups:
    """Rows in G groups and C clusters.

    Attributes:
        group: int64[n], from 0 without gaps.
        cluster: int64[n], from 0 without gaps.
    """

    group: Integers
    cluster: Integers

    @cached_property
    def size(self) -> Floats:
        """float64[G]: rows of each group."""
        return np.bincount(self.group).astype(np.float64)

    @cached_property
    def clusters(self) -> int:
        """C."""
        return int(self.cluster.max(initial=-1)) + 1

    @cached_property
    def group_sums(self) -> sparse.csr_array:
        """float64 CSR array [G, n] of ones."""
        return _incidence(self.group)

    @cached_property
    def cluster_sums(self) -> sparse.csr_array:
        """float64 CSR array [C, n] of ones."""
        return _incidence(self.cluster)

    @cached_property
    def nested(self) -> bool:
        """Whether every group lies inside one cluster."""
        return len(np.unique(self.group * max(self.clusters, 1) + self.cluster)) == len(self.size)

    def centre(self, values: Floats) -> Floats:
        """float64[n] or float64[n, b]: values minus their group's mean."""
        means = (self.group_sums @ values) / (self.size if values.ndim == 1 else self.size[:, None])
        result: Floats = values - means[self.group]
        return result

    def means(self, x: sparse.csr_array) -> sparse.csr_array:
        """float64 CSR array [G, p]: group means of sparse columns."""
        return sparse.csr_array(sparse.diags_array(1.0 / self.size) @ (self.group_sums @ x))


def _incidence(number: Integers) -> sparse.csr_array:
    rows = len(number)
    shape = (int(number.max(initial=-1)) + 1, rows)
    return sparse.csr_array((np.ones(rows), (number, np.arange(rows))), shape=shape)


@dataclass(frozen=True, kw_only=True, eq=False)
class Design:
    """Columns X of a ridge fit inside groups: with x and y centred in their group,

        w = (X'X + diag(penalty))^-1 X'y.

    Attributes:
        groups: Groups and clusters of the rows.
        x: float64 CSR array [n, p], not centred.
        penalty: float64[p], above 0.
    """

    groups: Groups
    x: sparse.csr_array
    penalty: Floats

    @cached_property
    def means(self) -> sparse.csr_array:
        """float64 CSR array [G, p]: group means of the columns."""
        return self.groups.means(self.x)

    @cached_property
    def gram(self) -> Floats:
        """float64[p, p]: X'X of the centred columns."""
        return centred_gram(self.groups, self.x, self.means)

    @cached_property
    def inverse(self) -> Floats:
        """float64[p, p]: (X'X + diag(penalty))^-1."""
        return ridge_inverse(self.gram, self.penalty)

    @cached_property
    def degrees(self) -> float:
        """Degrees of freedom that are left: rows - groups - trace of the ridge's hat matrix, at least 1."""
        hat = float(np.sum(self.inverse * self.gram))
        return max(len(self.groups.group) - len(self.groups.size) - hat, 1.0)

    @cached_property
    def _place(self) -> Integers:
        """Flat place [cluster, column] of every stored entry."""
        per_row = np.diff(self.x.indptr)
        row = np.repeat(np.arange(len(per_row)), per_row)
        result: Integers = self.groups.cluster[row] * self.x.shape[1] + self.x.indices
        return result

    @cached_property
    def _row(self) -> Integers:
        per_row = np.diff(self.x.indptr)
        return np.repeat(np.arange(len(per_row), dtype=np.int64), per_row)

    def coefficients(self, y: Floats) -> Floats:
        """float64[p]: w for an outcome that is centred in groups."""
        result: Floats = self.inverse @ (self.x.T @ y)
        return result

    def fitted(self, w: Floats) -> Floats:
        """float64[n] or float64[n, b]: centred columns times w."""
        result: Floats = self.x @ w - (self.means @ w)[self.groups.group]
        return result

    def scores(self, residual: Floats) -> Floats:
        """float64[C, p]: sums over each cluster of centred column times residual.

        Args:
            residual: float64[n], centred in groups.
        """
        groups, p = self.groups, self.x.shape[1]
        weight = self.x.data * residual[self._row]
        flat = np.bincount(self._place, weights=weight, minlength=groups.clusters * p)
        result: Floats = np.asarray(flat, dtype=np.float64).reshape(groups.clusters, p)
        if not groups.nested:
            # Residuals add up to 0 over a group, but not over the part of it that is in one cluster.
            shape = (groups.clusters, len(groups.size))
            part = sparse.csr_array((residual, (groups.cluster, groups.group)), shape=shape)
            result = result - (part @ self.means).toarray()
        return result

    def standard_errors(self, residual: Floats) -> Floats:
        """float64[p]: cluster-robust standard errors of w, at least those of equal and independent noise.

        With A = (X'X + diag(penalty))^-1 and s_c the scores of cluster c the variance is the diagonal of
        C / (C - 1) A (sum of s_c s_c') A (Liang and Zeger, Biometrika 73, 1986); with fewer clusters than
        columns it comes out far too small, hence the floor.

        Args:
            residual: float64[n], what the fit leaves, centred in groups.
        """
        influence = self.scores(residual) @ self.inverse
        square = np.einsum("cp,cp->p", influence, influence)
        return self.from_squares(square, float(residual @ residual), slice(None))

    def from_squares(self, square: Floats, left: float | Floats, block: slice) -> Floats:
        """Standard errors from sums over clusters.

        Args:
            square: float64[b] or float64[b, d], sums over clusters of the squared influence on w.
            left: Sum of squared residuals, or float64[d].
            block: The b columns.

        Returns:
            The shape of `square`.
        """
        clusters = self.groups.clusters
        plain = self._plain[block] if square.ndim == 1 else self._plain[block][:, None]
        result: Floats = np.sqrt(
            np.maximum(square * (clusters / max(clusters - 1, 1)), left / self.degrees * plain)
        )
        return result

    @cached_property
    def _plain(self) -> Floats:
        """float64[p]: diagonal of A X'X A."""
        result: Floats = np.einsum("ij,ji->i", self.inverse @ self.gram, self.inverse)
        return np.maximum(result, 0.0)


def centred_gram(groups: Groups, x: sparse.csr_array, means: sparse.csr_array) -> Floats:
    """float64[p, p]: X'X of columns centred in their groups."""
    between = means.T @ sparse.diags_array(groups.size) @ means
    gram: Floats = np.asarray((x.T @ x - between).todense(), dtype=np.float64)
    return (gram + gram.T) / 2.0


def ridge_inverse(gram: Floats, penalty: Floats | float) -> Floats:
    """float64[p, p]: (gram + diag(penalty))^-1, symmetric.

    Args:
        gram: float64[p, p], positive semidefinite.
        penalty: float64[p] or one for all, above 0.
    """
    p = len(gram)
    factor = linalg.cho_factor(gram + np.diag(np.broadcast_to(penalty, (p,)).astype(np.float64)))
    inverse = np.asarray(linalg.cho_solve(factor, np.eye(p)), dtype=np.float64)
    result: Floats = (inverse + inverse.T) / 2.0
    return result
