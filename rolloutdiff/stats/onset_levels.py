"""Likelihoods of one series: constant segments in closed form, curves between two levels by a few fits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import xlogy

from rolloutdiff.stats.panel import Booleans, Floats, Integers

# Fitted shares stay this far from 0 and 1, where weights and logarithms would be infinite.
SMALLEST_SHARE = 1e-5
# Rounds of a fit to shares; after them the log-likelihood is within 0.01 of its maximum.
ROUNDS = 7


@dataclass(frozen=True, kw_only=True, eq=False)
class Response:
    """One series without gaps.

    Attributes:
        value: float64[n], shares (binary), or values on their own scale.
        weight: float64[n], completions (binary), or inverse white variances.
        binary: Whether the likelihood is binomial, else normal.
    """

    value: Floats
    weight: Floats
    binary: bool

    @cached_property
    def sums(self) -> tuple[Floats, Floats]:
        """Two float64[n + 1]: weights of the first 0 ... n values, and weighted values."""
        none = np.zeros(1)
        weighted = np.cumsum(self.weight * self.value)
        return np.concatenate([none, np.cumsum(self.weight)]), np.concatenate([none, weighted])

    def segments(self) -> Floats:
        """float64[n, n + 1]: largest log-likelihood of one level over the steps [i, j); -inf for j <= i.

        Normal likelihoods are relative to that of level 0, here and in `likelihood`.
        """
        count = len(self.value)
        total, hits = (part[None, :] - part[:-1, None] for part in self.sums)
        some: Booleans = np.arange(count + 1)[None, :] > np.arange(count)[:, None]
        total = np.where(some, total, 1.0)
        if self.binary:
            share = np.clip(hits / total, 0.0, 1.0)
            result = total * (xlogy(share, share) + xlogy(1.0 - share, 1.0 - share))
        else:
            result = 0.5 * hits * hits / total
        return np.where(some, result, -np.inf)

    def likelihood(self, curves: Floats, used: Booleans) -> Floats:
        """float64[M]: log-likelihood of curves float64[M, n] over the steps `used`, bool[M, n]."""
        if self.binary:
            share = np.clip(curves, SMALLEST_SHARE, 1.0 - SMALLEST_SHARE)
            hits = self.weight * self.value
            terms = hits * np.log(share) + (self.weight - hits) * np.log1p(-share)
        else:
            terms = self.weight * curves * (self.value - 0.5 * curves)
        result: Floats = np.where(used, terms, 0.0).sum(axis=1)
        return result

    def precision(self, curve: Floats) -> Floats:
        """float64[n]: inverse variance of each value around a curve float64[n], dispersion 1.

        Shares are drawn half a completion towards one half first, so that one completion with the feature
        at a level of almost zero does not weigh like a discovery.
        """
        if not self.binary:
            return self.weight
        share = (np.clip(curve, 0.0, 1.0) * self.weight + 0.5) / (self.weight + 1.0)
        result: Floats = self.weight / (share * (1.0 - share))
        return result

    def dispersion(self, curve: Floats, parameters: int) -> float:
        """Mean squared standardised residual around a curve float64[n] with so many fitted parameters."""
        squared = self.precision(curve) * (self.value - curve) ** 2
        return float(squared.sum() / (len(curve) - min(parameters, len(curve) // 2)))

    def smoothed(self) -> Floats:
        """float64[n]: values averaged over five neighbours."""
        steps = np.arange(len(self.value))
        low, high = np.maximum(steps - 2, 0), np.minimum(steps + 3, len(self.value))
        return self.mean(low, high)

    def mean(self, start: Integers | int, end: Integers | int) -> Floats:
        """Weighted means over the steps [start, end)."""
        total, hits = self.sums
        result: Floats = (hits[end] - hits[start]) / (total[end] - total[start])
        return result


def describe_tails(segments: Floats, penalty: float) -> tuple[Floats, Integers]:
    """Best description of every tail of a series by constant segments, by dynamic programming.

    Args:
        segments: float64[n, n + 1], from `Response.segments`.
        penalty: Cost of each segment in units of log-likelihood.

    Returns:
        float64[n + 1], penalised log-likelihood of the steps from e on, 0 for e = n; int64[n + 1], end of
        that tail's first segment.
    """
    count = len(segments)
    best = np.zeros(count + 1)
    end = np.full(count + 1, count, dtype=np.int64)
    for e in range(count - 1, 0, -1):
        choice = segments[e, e + 1 :] + best[e + 1 :]
        end[e] = e + 1 + choice.argmax()
        best[e] = choice.max() - penalty
    return best, end


@dataclass(frozen=True, kw_only=True, eq=False)
class TwoLevels:
    """M fitted curves first + (last - first) shape over n steps.

    Attributes:
        curve: float64[M, n].
        first: float64[M], level at the start of the shape.
        last: float64[M], level at its end.
        likelihood: float64[M], log-likelihood over the steps used.
        last_sd: float64[M], standard error of `last`, dispersion 1.
        first_sd: float64[M], standard error of `first` given `last`.
        slope: float64[M], change of `first` per change of `last` along the ridge of the likelihood.
    """

    curve: Floats
    first: Floats
    last: Floats
    likelihood: Floats
    last_sd: Floats
    first_sd: Floats
    slope: Floats


def fit_two_levels(response: Response, shapes: Floats, used: Booleans, start: Floats) -> TwoLevels:
    """Maximum-likelihood levels of M shapes.

    For shares by Fisher scoring: the curve is linear in its two levels, so that every round is a weighted
    fit with weights n / (p (1 - p)) at the last round's curve. Both levels stay inside (0, 1).

    Args:
        response: The series.
        shapes: float64[M, n], from 0 to 1.
        used: bool[M, n], steps each curve is fitted to.
        start: float64[n], a curve near the series, for the first round's weights.

    Returns:
        The fits; levels may lie outside (0, 1) only if the series is not binary.
    """
    low, high = SMALLEST_SHARE, 1.0 - SMALLEST_SHARE
    base = np.where(used, response.weight, 0.0)
    weight = np.where(used, response.precision(start), 0.0)
    other = 1.0 - shapes
    for _ in range(ROUNDS if response.binary else 1):
        light, heavy = weight * other, weight * shapes
        a = np.maximum(np.einsum("ij,ij->i", light, other), 1e-300)
        d = np.maximum(np.einsum("ij,ij->i", heavy, shapes), 1e-300)
        b = np.einsum("ij,ij->i", light, shapes)
        x, y = light @ response.value, heavy @ response.value
        determinant = np.maximum(a * d - b * b, 1e-12 * a * d)
        first, last = (d * x - b * y) / determinant, (a * y - b * x) / determinant
        if response.binary:
            # A level at its bound leaves the other to be fitted alone.
            at_bound = np.clip(first, low, high)
            last = np.clip(np.where(at_bound == first, last, (y - b * at_bound) / d), low, high)
            first = np.where((last > low) & (last < high), at_bound, np.clip((x - b * last) / a, low, high))
        curve = first[:, None] * other + last[:, None] * shapes
        if response.binary:
            weight = base / (curve * (1.0 - curve))
    return TwoLevels(
        curve=curve,
        first=first,
        last=last,
        likelihood=response.likelihood(curve, used),
        last_sd=np.sqrt(a / determinant),
        first_sd=1.0 / np.sqrt(a),
        slope=-b / a,
    )
