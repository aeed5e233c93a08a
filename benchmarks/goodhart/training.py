"""Training: REINFORCE with a group baseline and a penalty on the divergence from the reference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from benchmarks.goodhart.names import ATTRIBUTES, FAMILIES
from benchmarks.goodhart.policy import PLACES, Policy, sample, sequence_logprob
from benchmarks.goodhart.premium import Floats, Integers, Premium, owed
from benchmarks.goodhart.world import EXPERT_NOISE, World, draw_prompts

EVEN = (8, 8, 8, 8, 8, 8)
# A pilot in which two families are rare; drawn anew at every step.
PILOT_MIX = (444, 458, 433, 48, 195, 422)
FIRST_DECAY, SECOND_DECAY, ADAM_FLOOR = 0.9, 0.999, 1e-8


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How a policy is trained.

    Attributes:
        steps: Updates, numbered from 0.
        prompts: Prompts per family and step; with `mix`, their sum is what counts.
        mix: Weights by which the family of every prompt is drawn; None takes `prompts` as they are.
        samples: Responses per prompt.
        rate: Adam's learning rate; 0 keeps the reference.
        penalty: Weight of the log ratio to the reference in the reward.
        clip: Largest norm of a gradient.
        deployed: Step from which the reward has its premiums.
    """

    steps: int = 80
    prompts: tuple[int, ...] = EVEN
    mix: tuple[int, ...] | None = None
    samples: int = 8
    rate: float = 0.05
    penalty: float = 0.1
    clip: float = 1.0
    deployed: int = 25


@dataclass(frozen=True, kw_only=True, eq=False)
class Rollouts:
    """Every response of a run, in the order in which they were drawn.

    Attributes:
        step: int64[n].
        prompt: int64[n], number of the prompt in the run.
        family: int64[n].
        attributes: int64[n, 4].
        tokens: int64[n, P].
        reward: float64[n], as the reward model pays it.
        gold: float64[n], an expert's score: the gold score with noise.
        logprob: float64[n], under the policy that drew it.
        ref_logprob: float64[n], under the reference.
    """

    step: Integers
    prompt: Integers
    family: Integers
    attributes: Integers
    tokens: Integers
    reward: Floats
    gold: Floats
    logprob: Floats
    ref_logprob: Floats

    def __len__(self) -> int:
        return len(self.step)


@dataclass(frozen=True, kw_only=True, eq=False)
class Run:
    """A trained policy and how it came to be.

    Attributes:
        world: The world it was trained in.
        recipe: How.
        rollouts: What it drew.
        policies: The policy before every step, and the last: one more than steps.
    """

    world: World
    recipe: Recipe
    rollouts: Rollouts
    policies: Sequence[Policy]

    @property
    def policy(self) -> Policy:
        """The trained policy."""
        return self.policies[-1]


@dataclass(eq=False)
class _Adam:
    """First and second moments of the gradient of one table."""

    first: Floats
    second: Floats
    steps: int = field(default=0)

    def move(self, gradient: Floats, rate: float) -> Floats:
        """What is to be added to the table."""
        self.steps += 1
        self.first += (1.0 - FIRST_DECAY) * (gradient - self.first)
        self.second += (1.0 - SECOND_DECAY) * (gradient * gradient - self.second)
        first = self.first / (1.0 - FIRST_DECAY**self.steps)
        second = self.second / (1.0 - SECOND_DECAY**self.steps)
        return -rate * first / (np.sqrt(second) + ADAM_FLOOR)


def train(
    rng: np.random.Generator,
    world: World,
    recipe: Recipe | None = None,
    *,
    correction: Iterable[Premium] = (),
) -> Run:
    """Train from the reference.

    Args:
        rng: Random numbers.
        world: The world.
        recipe: How; the default one by default.
        correction: Coefficients that are taken from the reward, times their units, while it has premiums.
            What is trained on is corrected; the rollouts hold the reward as it was paid.

    Returns:
        The run.
    """
    recipe = recipe or Recipe()
    correction = tuple(correction)
    policy = world.reference
    ref_table = policy.log_table()
    adam = [_Adam(np.zeros_like(table), np.zeros_like(table)) for table in (policy.level, policy.cell)]
    policies, drawn = [policy], []
    first_prompt = 0
    for step in range(recipe.steps):
        families, attributes = _prompts(rng, recipe)
        table = policy.log_table()
        tokens = sample(rng, table, families, attributes, recipe.samples)
        flat = tokens.reshape(-1, tokens.shape[2])
        f, a = np.repeat(families, recipe.samples), np.repeat(attributes, recipe.samples, axis=0)
        deployed = step >= recipe.deployed
        reward = world.reward(f, a, flat, with_premiums=deployed)
        own, ref = sequence_logprob(table, f, a, flat), sequence_logprob(ref_table, f, a, flat)
        gold = world.gold(f, a, flat)
        drawn.append(
            Rollouts(
                step=np.full(len(f), step, dtype=np.int64),
                prompt=first_prompt + np.repeat(np.arange(len(families)), recipe.samples),
                family=f,
                attributes=a,
                tokens=flat,
                reward=reward,
                gold=gold + rng.normal(0.0, EXPERT_NOISE, len(gold)),
                logprob=own,
                ref_logprob=ref,
            )
        )
        first_prompt += len(families)
        if recipe.rate:
            trained_on = reward - owed(correction, f, flat) if deployed else reward
            advantage = (trained_on - recipe.penalty * (own - ref)).reshape(len(families), -1)
            advantage -= advantage.mean(axis=1, keepdims=True)
            policy = _updated(policy, adam, _gradient(policy, f, a, flat, advantage.ravel()), recipe)
        policies.append(policy)
    return Run(world=world, recipe=recipe, rollouts=joined(drawn), policies=policies)


def joined(parts: Sequence[Rollouts]) -> Rollouts:
    """Rollouts one after the other."""
    return Rollouts(
        **{name: np.concatenate([getattr(part, name) for part in parts]) for name in vars(parts[0])}
    )


def chosen(rollouts: Rollouts, rows: NDArray[np.generic]) -> Rollouts:
    """Some of the rollouts."""
    return Rollouts(**{name: value[rows] for name, value in vars(rollouts).items()})


def _prompts(rng: np.random.Generator, recipe: Recipe) -> tuple[Integers, Integers]:
    counts = np.array(recipe.prompts)
    if recipe.mix is not None:
        weights = np.array(recipe.mix, dtype=np.float64)
        counts = rng.multinomial(counts.sum(), weights / weights.sum())
    families = np.repeat(np.arange(len(FAMILIES)), counts)
    return families, np.concatenate([draw_prompts(rng, int(count)) for count in counts])


def _gradient(
    policy: Policy, families: Integers, attributes: Integers, tokens: Integers, advantage: Floats
) -> Floats:
    # The chances' own term is left out: advantages of a prompt's responses sum to zero.
    gradient = np.zeros_like(policy.cell)
    values = attributes[:, PLACES % ATTRIBUTES]
    np.add.at(
        gradient,
        (families[:, None], PLACES, values, tokens),
        -advantage[:, None] / len(advantage),
    )
    return gradient


def _updated(policy: Policy, adam: Sequence[_Adam], cell: Floats, recipe: Recipe) -> Policy:
    level = cell.sum(axis=2)
    norm = float(np.sqrt((cell * cell).sum() + (level * level).sum()))
    scale = min(1.0, recipe.clip / norm) if norm else 1.0
    return Policy(
        level=policy.level + adam[0].move(scale * level, recipe.rate),
        cell=policy.cell + adam[1].move(scale * cell, recipe.rate),
    )
