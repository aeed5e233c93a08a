"""Policies with a table of logits per position, and their exact properties."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from benchmarks.goodhart.names import ATTRIBUTES, POSITIONS, VALUES
from benchmarks.goodhart.premium import Floats, Integers, Premium

PLACES = np.arange(POSITIONS)


def log_softmax(logits: Floats) -> Floats:
    """Logarithms of shares over the last axis."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


@dataclass(frozen=True, kw_only=True, eq=False)
class Policy:
    """Positions are drawn independently, each from logits of the family and of its attribute's value.

    Attributes:
        level: float64[F, P, V], logits of a family's position.
        cell: float64[F, P, A, V], added for a value of the position's attribute.
    """

    level: Floats
    cell: Floats

    def log_table(self, temperature: float = 1.0) -> Floats:
        """float64[F, P, A, V]: logarithms of the chances."""
        return log_softmax((self.level[:, :, None] + self.cell) / temperature)

    def probabilities(self) -> Floats:
        """float64[F, P, A, V]: chances."""
        return np.exp(self.log_table())

    def logprob(self, families: Integers, attributes: Integers, tokens: Integers) -> Floats:
        """float64[n]: log chance of responses int64[n, P] to prompts int64[n], int64[n, 4]."""
        return sequence_logprob(self.log_table(), families, attributes, tokens)

    def sample(
        self,
        rng: np.random.Generator,
        families: Integers,
        attributes: Integers,
        samples: int,
        temperature: float = 1.0,
    ) -> Integers:
        """int64[n, samples, P]: responses to prompts int64[n], int64[n, 4]."""
        return sample(rng, self.log_table(temperature), families, attributes, samples)


def sequence_logprob(table: Floats, families: Integers, attributes: Integers, tokens: Integers) -> Floats:
    """float64[n]: log chance of responses under a table of float64[F, P, A, V]."""
    values = attributes[:, PLACES % ATTRIBUTES]
    return table[families[:, None], PLACES, values, tokens].sum(axis=1)


def sample(
    rng: np.random.Generator, table: Floats, families: Integers, attributes: Integers, samples: int
) -> Integers:
    """int64[n, samples, P]: draws from a table of float64[F, P, A, V], by adding Gumbel noise."""
    logs = table[families[:, None], PLACES, attributes[:, PLACES % ATTRIBUTES]]
    shape = (len(families), samples, POSITIONS, table.shape[-1])
    drawn = rng.standard_exponential(shape, dtype=np.float32)
    noise = -np.log(np.maximum(drawn, np.finfo(np.float32).tiny))
    return (logs[:, None] + noise).argmax(axis=3)


def prevalence(policy: Policy, premium: Premium) -> float:
    """Exact share of a family's responses that show a premium's feature, over prompts drawn uniformly."""
    chance = policy.probabilities()[premium.family]
    if premium.second is None:
        return 1.0 - _mean_product(1.0 - chance[:, :, premium.first])
    first, second = chance[:, :, premium.first], chance[:, :, premium.second]
    if premium.kind == "cooc":
        without = _mean_product(1.0 - first) + _mean_product(1.0 - second)
        return 1.0 - without + _mean_product(1.0 - first - second)
    return 1.0 - _never_followed(first, second, same=premium.first == premium.second)


def mean_count(policy: Policy, premium: Premium) -> float:
    """Exact mean copies of a single token per response of its family."""
    return float(policy.probabilities()[premium.family, :, :, premium.first].mean(axis=1).sum())


def _mean_product(chance: Floats) -> float:
    """Mean over prompts of the product over positions; chance is float64[P, A]."""
    by_attribute = chance.reshape(POSITIONS // ATTRIBUTES, ATTRIBUTES, VALUES)
    return float(by_attribute.prod(axis=0).mean(axis=1).prod())


def _never_followed(first: Floats, second: Floats, *, same: bool) -> float:
    """Mean over prompts of the chance that the first token is nowhere followed by the second."""
    prompts = np.array(list(product(range(VALUES), repeat=ATTRIBUTES)))
    values = prompts[:, PLACES % ATTRIBUTES]
    a, b = first[PLACES, values], second[PLACES, values]
    other = np.ones(len(prompts))
    last = np.zeros(len(prompts))
    for place in range(POSITIONS):
        if same:
            other, last = (other + last) * (1.0 - a[:, place]), other * a[:, place]
        else:
            here, follows = a[:, place], b[:, place]
            other, last = other * (1.0 - here) + last * (1.0 - here - follows), (other + last) * here
    return float((other + last).mean())
