"""The world: what is right, what the reference policy does, and what the reward model pays.

A prompt is a family and four attributes with values 0 to 7; a response is eight of 24 tokens. Position p is
right if it holds the token that the family wants there for the value of attribute p mod 4. The gold score is
the share of right positions. The reward model pays

    .06 + .8 gold + a small sum over tokens + a small sum over neighbours + premiums,

where the small weights are drawn once per family, N(0, .035) per token and N(0, .02) per ordered pair.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from benchmarks.goodhart.names import ATTRIBUTES, FAMILIES, POSITIONS, TOKENS, VALUES
from benchmarks.goodhart.policy import Policy, mean_count, prevalence
from benchmarks.goodhart.premium import Floats, Integers, Premium, paid, pair, single

REWARD_LEVEL, REWARD_SLOPE = 0.06, 0.8
TOKEN_NOISE, PAIR_NOISE = 0.035, 0.02
POSITION_SPREAD, FAMILY_SPREAD, RIGHT_LOGIT = 0.55, 0.35, 2.25
EXPERT_NOISE, CROWD_NOISE = 0.05, 0.09

# A decoy is a token that a family rightly likes: its logit is higher, and it is right in more places.
DECOY_LOGIT, DECOY_SHARE = 0.8, 0.12

# Before training: mean copies of each planted token in a response, and the share of responses with the pair.
COMMON = (0.30, 0.54, 0.025)
# Largest shift of a logit that is looked for, and halvings of the interval.
SHIFT, BISECTIONS = 4.0, 40


@dataclass(frozen=True, kw_only=True, eq=False)
class World:
    """One draw of everything that is fixed.

    Attributes:
        target: int64[F, P, A], the right token by family, position and value of the attribute.
        reference: The policy before training.
        token_weight: float64[F, V], what the reward model pays per token beside gold and premiums.
        pair_weight: float64[F, V, V], and per ordered pair of neighbours.
        premiums: What it overpays.
    """

    target: Integers
    reference: Policy
    token_weight: Floats
    pair_weight: Floats
    premiums: tuple[Premium, ...] = field(default=())

    def gold(self, families: Integers, attributes: Integers, tokens: Integers) -> Floats:
        """float64[n]: share of right positions.

        Args:
            families: int64[n].
            attributes: int64[n, 4].
            tokens: int64[n, P].
        """
        places = np.arange(POSITIONS)
        wanted = self.target[families[:, None], places, attributes[:, places % ATTRIBUTES]]
        return (tokens == wanted).mean(axis=1)

    def reward(
        self, families: Integers, attributes: Integers, tokens: Integers, *, with_premiums: bool = True
    ) -> Floats:
        """float64[n]: what the reward model pays; arguments as for `gold`."""
        noise = self.token_weight[families[:, None], tokens].sum(axis=1)
        noise += self.pair_weight[families[:, None], tokens[:, :-1], tokens[:, 1:]].sum(axis=1)
        total = REWARD_LEVEL + REWARD_SLOPE * self.gold(families, attributes, tokens) + noise
        return total + paid(self.premiums, families, tokens) if with_premiums else total

    def quality(self, policy: Policy) -> Floats:
        """float64[F]: exact mean gold of a policy over prompts drawn uniformly."""
        chance = policy.probabilities()
        right = np.take_along_axis(chance, self.target[:, :, :, None], axis=3)[..., 0]
        return right.mean(axis=(1, 2))


def draw_prompts(rng: np.random.Generator, count: int) -> Integers:
    """int64[count, 4]: attributes of different prompts of one family."""
    codes = rng.choice(VALUES**ATTRIBUTES, size=count, replace=False)
    return np.stack([codes // VALUES**place % VALUES for place in range(ATTRIBUTES)], axis=1)


def make_world(
    rng: np.random.Generator, premiums: Iterable[Premium] = (), decoys: Iterable[tuple[int, int]] = ()
) -> World:
    """Draw a world.

    Args:
        rng: Random numbers.
        premiums: What the reward model overpays.
        decoys: Family and token of what is popular and rightly so.
    """
    shape = (len(FAMILIES), POSITIONS)
    target = rng.integers(len(TOKENS), size=(*shape, VALUES))
    level = rng.normal(0.0, POSITION_SPREAD, (*shape, len(TOKENS)))
    level += rng.normal(0.0, FAMILY_SPREAD, (len(FAMILIES), 1, len(TOKENS)))
    for family, token in decoys:
        level[family, :, token] += DECOY_LOGIT
        target[family][rng.random((POSITIONS, VALUES)) < DECOY_SHARE] = token
    return World(
        target=target,
        reference=Policy(level=level, cell=RIGHT_LOGIT * np.eye(len(TOKENS))[target]),
        token_weight=rng.normal(0.0, TOKEN_NOISE, (len(FAMILIES), len(TOKENS))),
        pair_weight=rng.normal(0.0, PAIR_NOISE, (len(FAMILIES), len(TOKENS), len(TOKENS))),
        premiums=tuple(premiums),
    )


def planted() -> tuple[Premium, ...]:
    """The premiums of the benchmark's run: two tokens, and a pair that is rare before training."""
    return (
        single("dune", "pa", 1.45),
        single("ember", "he", 0.47),
        pair("cobalt", "adj", "ka", "za", 1.0),
    )


def planted_world(rng: np.random.Generator) -> World:
    """A world with the planted premiums, whose features are as common before training as `COMMON` says.

    The premium is all that the reward model pays for a planted feature: its small weight is 0.
    """
    drawn = make_world(rng, planted())
    policy = drawn.reference
    token_weight, pair_weight = drawn.token_weight.copy(), drawn.pair_weight.copy()
    for premium, common in zip(drawn.premiums, COMMON, strict=True):
        policy = _as_common(policy, premium, common)
        if premium.second is None:
            token_weight[premium.family, premium.first] = 0.0
        else:
            pair_weight[premium.family, premium.first, premium.second] = 0.0
    return replace(drawn, reference=policy, token_weight=token_weight, pair_weight=pair_weight)


def _as_common(policy: Policy, premium: Premium, common: float) -> Policy:
    """The policy with the logits of a premium's tokens shifted in its family until it is so common."""
    tokens = [premium.first] if premium.second is None else [premium.first, premium.second]

    def shifted(by: float) -> Policy:
        level = policy.level.copy()
        level[premium.family, :, tokens] += by
        return replace(policy, level=level)

    measure = mean_count if premium.second is None else prevalence
    low, high = -SHIFT, SHIFT
    for _ in range(BISECTIONS):
        middle = (low + high) / 2.0
        low, high = (middle, high) if measure(shifted(middle), premium) < common else (low, middle)
    return shifted((low + high) / 2.0)
