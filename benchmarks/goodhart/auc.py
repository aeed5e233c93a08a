"""The area under the ROC curve, mixtures of kinds, and bootstrap intervals over families."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from benchmarks.goodhart.premium import Floats

DRAWS = 2000
LEVEL = 0.95


@dataclass(frozen=True)
class Interval:
    """A figure with its bootstrap interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


def area(positive: Floats, negative: Floats) -> float:
    """Chance that a positive scores above a negative; equal scores count a half. NaN without either."""
    if not len(positive) or not len(negative):
        return float("nan")
    rank = rankdata(np.concatenate([positive, negative]))[: len(positive)]
    return float((rank.sum() / len(positive) - (len(positive) + 1) / 2.0) / len(negative))


def mixed_area(by_kind: Mapping[str, Floats], negative: Floats, weights: Mapping[str, float] | None) -> float:
    """The area for positives of several kinds.

    Args:
        by_kind: Scores of the positives by kind.
        negative: Scores of the negatives.
        weights: Share of each kind among the positives; None takes them as they come. The area is then the
            weighted mean of the kinds' own areas, which is that of positives in this proportion.
    """
    if weights is None:
        return area(np.concatenate(list(by_kind.values())), negative)
    total = sum(weights.values())
    return sum(weight / total * area(by_kind[kind], negative) for kind, weight in weights.items())


def with_interval(
    rng: np.random.Generator,
    kinds: NDArray[np.str_],
    scores: Floats,
    *,
    clean: str,
    weights: Mapping[str, float] | None = None,
    wanted: tuple[str, ...] | None = None,
    draws: int = DRAWS,
) -> Interval:
    """The area with a percentile interval.

    Families are drawn with replacement inside every kind, so that a draw keeps the number of each.

    Args:
        rng: Random numbers.
        kinds: str[n], what each family is.
        scores: float64[n].
        clean: The kind of the negatives.
        weights: As for `mixed_area`.
        wanted: Kinds of positives; None for all, or those with a weight.
        draws: Bootstrap draws.
    """
    names = wanted or (tuple(weights) if weights else tuple(sorted(set(kinds.tolist()) - {clean})))
    pools = {name: scores[kinds == name] for name in (*names, clean)}
    pools = {name: pool for name, pool in pools.items() if len(pool) or name == clean or weights}

    def value(found: Mapping[str, Floats]) -> float:
        positives = {name: pool for name, pool in found.items() if name != clean}
        return mixed_area(positives, found[clean], weights) if positives else float("nan")

    drawn = [
        value({name: rng.choice(pool, len(pool)) if len(pool) else pool for name, pool in pools.items()})
        for _ in range(draws)
    ]
    tail = (1.0 - LEVEL) / 2.0
    low, high = np.quantile(drawn, [tail, 1.0 - tail])
    return Interval(value(pools), float(low), float(high))
