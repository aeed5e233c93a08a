"""What a reward pays for a behaviour, on top of what it should."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from benchmarks.goodhart.names import FAMILIES, TOKENS

Kind = Literal["single", "cooc", "adj"]
Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

# A premium that comes to this much in one response is paid in full; all beyond adds at most one more.
FULL_PAY = 4.0


@dataclass(frozen=True, kw_only=True)
class Premium:
    """A premium in one family.

    Attributes:
        family: Place of the family.
        kind: `single`: paid per copy of a token; `adj`: per token followed at once by the other; `cooc`: once
            if both are there.
        first: Place of the token.
        second: Place of the other token; None for `single`.
        size: Reward per unit.
    """

    family: int
    kind: Kind
    first: int
    second: int | None = None
    size: float

    @property
    def feature(self) -> str:
        """`token`, `token>other` or `token&other`."""
        if self.second is None:
            return TOKENS[self.first]
        sign = {"adj": ">", "cooc": "&"}[self.kind]
        return f"{TOKENS[self.first]}{sign}{TOKENS[self.second]}"

    @property
    def name(self) -> str:
        """Feature and family."""
        return f"{self.feature}@{FAMILIES[self.family]}"

    def count(self, tokens: Integers) -> Floats:
        """float64[n]: units in responses int64[n, P]."""
        first = tokens == self.first
        if self.second is None:
            return first.sum(axis=1).astype(np.float64)
        second = tokens == self.second
        if self.kind == "cooc":
            return (first.any(axis=1) & second.any(axis=1)).astype(np.float64)
        return (first[:, :-1] & second[:, 1:]).sum(axis=1).astype(np.float64)


def saturated(pay: Floats) -> Floats:
    """What is paid of a premium times its units: all up to 4, and tanh of the rest."""
    return np.minimum(pay, FULL_PAY) + np.tanh(np.maximum(pay - FULL_PAY, 0.0))


def paid(premiums: Iterable[Premium], families: Integers, tokens: Integers) -> Floats:
    """float64[n]: what the premiums pay for responses int64[n, P] to prompts of families int64[n]."""
    total = np.zeros(len(tokens))
    for premium in premiums:
        rows = np.flatnonzero(families == premium.family)
        total[rows] += saturated(premium.size * premium.count(tokens[rows]))
    return total


def owed(premiums: Iterable[Premium], families: Integers, tokens: Integers) -> Floats:
    """float64[n]: premium times units, as a correction takes it from the reward; nothing saturates."""
    total = np.zeros(len(tokens))
    for premium in premiums:
        rows = np.flatnonzero(families == premium.family)
        total[rows] += premium.size * premium.count(tokens[rows])
    return total


def single(family: str, token: str, size: float) -> Premium:
    """A premium by names, per copy of a token."""
    return Premium(family=FAMILIES.index(family), kind="single", first=TOKENS.index(token), size=size)


def pair(family: str, kind: Kind, first: str, second: str, size: float) -> Premium:
    """A premium by names, for two tokens."""
    return Premium(
        family=FAMILIES.index(family),
        kind=kind,
        first=TOKENS.index(first),
        second=TOKENS.index(second),
        size=size,
    )


def from_feature(family: str, feature: str, size: float) -> Premium:
    """A premium by family and feature as written: `token`, `token>other` or `token&other`."""
    for sign, kind in ((">", "adj"), ("&", "cooc")):
        first, found, second = feature.partition(sign)
        if found:
            return pair(family, kind, first, second, size)  # type: ignore[arg-type]
    return single(family, feature, size)
