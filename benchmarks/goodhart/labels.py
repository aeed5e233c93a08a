"""Labelled rows that need no training: a crowd's labels, and an expert's on responses to certify with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from benchmarks.goodhart.names import FAMILIES
from benchmarks.goodhart.policy import Policy
from benchmarks.goodhart.premium import Floats, Integers, paid
from benchmarks.goodhart.world import CROWD_NOISE, EXPERT_NOISE, World, draw_prompts

QA_ROWS, QA_TEMPERATURE = 200, 1.2
GOLD_ROWS = 100


@dataclass(frozen=True, kw_only=True, eq=False)
class Labelled:
    """One response of the reference to each of some prompts.

    Attributes:
        family: int64[n].
        attributes: int64[n, 4].
        tokens: int64[n, P].
        label: float64[n], the score given.
        reward: float64[n], what the reward model pays.
        ref_logprob: float64[n], under the reference at temperature 1.
        logprob: float64[n] by name of a policy.
    """

    family: Integers
    attributes: Integers
    tokens: Integers
    label: Floats
    reward: Floats
    ref_logprob: Floats
    logprob: Mapping[str, Floats]

    def __len__(self) -> int:
        return len(self.family)


def crowd_rows(rng: np.random.Generator, world: World, per_family: int = QA_ROWS) -> Labelled:
    """Rows labelled by a crowd, which overpays what the reward model overpays.

    Responses are drawn at temperature 1.2; labels are gold + premiums + N(0, .09).
    """
    family, attributes, tokens = _responses(rng, world, per_family, QA_TEMPERATURE)
    label = world.gold(family, attributes, tokens) + paid(world.premiums, family, tokens)
    return _labelled(world, family, attributes, tokens, label + rng.normal(0.0, CROWD_NOISE, len(label)), {})


def gold_rows(
    rng: np.random.Generator,
    world: World,
    targets: Mapping[str, Policy],
    per_family: int = GOLD_ROWS,
) -> Labelled:
    """Rows of the reference labelled by an expert, gold + N(0, .05), with log chances under some targets."""
    family, attributes, tokens = _responses(rng, world, per_family, 1.0)
    label = world.gold(family, attributes, tokens) + rng.normal(0.0, EXPERT_NOISE, len(family))
    return _labelled(world, family, attributes, tokens, label, targets)


def _responses(
    rng: np.random.Generator, world: World, per_family: int, temperature: float
) -> tuple[Integers, Integers, Integers]:
    family = np.repeat(np.arange(len(FAMILIES)), per_family)
    attributes = np.concatenate([draw_prompts(rng, per_family) for _ in FAMILIES])
    return family, attributes, world.reference.sample(rng, family, attributes, 1, temperature)[:, 0]


def _labelled(
    world: World,
    family: Integers,
    attributes: Integers,
    tokens: Integers,
    label: Floats,
    targets: Mapping[str, Policy],
) -> Labelled:
    return Labelled(
        family=family,
        attributes=attributes,
        tokens=tokens,
        label=label,
        reward=world.reward(family, attributes, tokens),
        ref_logprob=world.reference.logprob(family, attributes, tokens),
        logprob={name: policy.logprob(family, attributes, tokens) for name, policy in targets.items()},
    )
