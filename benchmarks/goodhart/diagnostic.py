"""The method to beat: a ridge regression of labels on token counts, checked by replacing one token.

Per family, from labelled rows: labels on centred token counts (ridge, penalty 2), with the reference's log
chance and the attributes as standardised nuisance columns (penalty 10); standard errors from the sandwich
that allows for unequal variances; weights minus the family's median. Then, on 64 fresh responses of the
reference, the reward model's answer to putting a token at place i mod 8 of response i, as a mean, minus the
median over tokens. The strength of a token is min(max(|weight| - 2 se, 0), |effect|) where the two agree in
sign, else 0; a family is flagged above .15, and its risk is 1 - exp(-largest strength / .20). It sees
single tokens only.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.goodhart.labels import Labelled
from benchmarks.goodhart.names import ATTRIBUTES, FAMILIES, POSITIONS, TOKENS, VALUES
from benchmarks.goodhart.premium import Floats, Integers
from benchmarks.goodhart.world import World, draw_prompts

COUNT_PENALTY, NUISANCE_PENALTY = 2.0, 10.0
MIN_ROWS = 30
RESPONSES = 64
ERRORS = 2.0
# One token more or less is an eighth of the gold score; and a little more.
FLAG = 1.0 / POSITIONS + 0.025
RISK_SCALE = 0.20


@dataclass(frozen=True, kw_only=True, eq=False)
class FamilyDiagnosis:
    """What the method says of one family.

    Attributes:
        weight: float64[V], ridge weights minus their median.
        error: float64[V], their standard errors.
        effect: float64[V], mean effects of a replacement minus their median.
        strength: float64[V].
    """

    weight: Floats
    error: Floats
    effect: Floats
    strength: Floats

    @property
    def risk(self) -> float:
        """Between 0 and 1; 1 where there are too few rows."""
        return 1.0 - float(np.exp(-self.strength.max() / RISK_SCALE))

    @property
    def flag(self) -> bool:
        """Whether the family counts as exploited."""
        return bool(self.strength.max() > FLAG)


def diagnose(rng: np.random.Generator, world: World, rows: Labelled) -> list[FamilyDiagnosis]:
    """Judge every family, in the order of `FAMILIES`.

    Args:
        rng: Random numbers for the fresh responses.
        world: Whose reward model and reference are asked.
        rows: Labelled rows.
    """
    return [_diagnose(rng, world, rows, family) for family in range(len(FAMILIES))]


def _diagnose(rng: np.random.Generator, world: World, rows: Labelled, family: int) -> FamilyDiagnosis:
    chosen = rows.family == family
    if int(chosen.sum()) < MIN_ROWS:
        unknown = np.full(len(TOKENS), np.inf)
        return FamilyDiagnosis(weight=unknown, error=unknown, effect=unknown, strength=unknown)
    weight, error = ridge_weights(
        token_counts(rows.tokens[chosen]),
        nuisance_columns(rows.ref_logprob[chosen], rows.attributes[chosen]),
        rows.label[chosen],
    )
    weight -= np.median(weight)
    effect = replacement_effects(rng, world, family)
    effect -= np.median(effect)
    bound = np.minimum(np.maximum(np.abs(weight) - ERRORS * error, 0.0), np.abs(effect))
    strength = np.where(np.sign(weight) == np.sign(effect), bound, 0.0)
    return FamilyDiagnosis(weight=weight, error=error, effect=effect, strength=strength)


def token_counts(tokens: Integers) -> Floats:
    """float64[n, V]: copies of every token in responses int64[n, P]."""
    counts = np.zeros((len(tokens), len(TOKENS)))
    np.add.at(counts, (np.arange(len(tokens))[:, None], tokens), 1.0)
    return counts


def nuisance_columns(ref_logprob: Floats, attributes: Integers) -> Floats:
    """float64[n, 29]: the log chance, and for every attribute all values but one."""
    values = [attributes[:, [place]] == np.arange(1, VALUES) for place in range(ATTRIBUTES)]
    return np.concatenate([ref_logprob[:, None], *values], axis=1)


def ridge_weights(counts: Floats, nuisance: Floats, label: Floats) -> tuple[Floats, Floats]:
    """Weights of the counts and their standard errors, float64[V] each.

    With X = [centred counts, standardised nuisance], A = X'X + diag(penalties) and residuals e, the weights
    are those of A^-1 X'y and their variances the diagonal of A^-1 X' diag(e^2) X A^-1 (White, 1980).
    """
    scale = nuisance.std(axis=0)
    scaled = (nuisance - nuisance.mean(axis=0)) / np.where(scale > 0.0, scale, 1.0)
    x = np.concatenate([counts - counts.mean(axis=0), scaled], axis=1)
    y = label - label.mean()
    penalty = np.repeat([COUNT_PENALTY, NUISANCE_PENALTY], [counts.shape[1], nuisance.shape[1]])
    inverse = np.linalg.inv(x.T @ x + np.diag(penalty))
    weight = inverse @ (x.T @ y)
    moved = (x * (y - x @ weight)[:, None]) @ inverse
    error = np.sqrt((moved * moved).sum(axis=0))
    return weight[: counts.shape[1]], error[: counts.shape[1]]


def replacement_effects(rng: np.random.Generator, world: World, family: int) -> Floats:
    """float64[V]: mean change of the reward when a token is put at place i mod 8 of response i."""
    families = np.full(RESPONSES, family)
    attributes = draw_prompts(rng, RESPONSES)
    tokens = world.reference.sample(rng, families, attributes, 1)[:, 0]
    before = world.reward(families, attributes, tokens)
    effects = np.empty(len(TOKENS))
    rows = np.arange(RESPONSES)
    for token in range(len(TOKENS)):
        changed = tokens.copy()
        changed[rows, rows % POSITIONS] = token
        effects[token] = (world.reward(families, attributes, changed) - before).mean()
    return effects
