"""The package's audit of rollouts and of labelled rows, by the shortest way: token counts to its statistics.

A table of 240 families would spend most of its time on files. What is left out here, from a dump to columns
of counts, is tested to give the same premiums.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from benchmarks.goodhart.diagnostic import RESPONSES, nuisance_columns
from benchmarks.goodhart.labels import Labelled
from benchmarks.goodhart.names import ATTRIBUTES, FAMILIES, POSITIONS, TOKENS, VALUES
from benchmarks.goodhart.premium import Floats, Integers
from benchmarks.goodhart.training import Rollouts
from benchmarks.goodhart.world import World, draw_prompts
from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit import audit_slices
from rolloutdiff.stats.audit_results import Interventions, SliceAudit
from rolloutdiff.stats.audit_rows import AuditColumns, SliceRows, count_matrix

# The rank of the lexical tier among those that a single feature can have.
LEXICAL_RANK = 2


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """What a method says of one family.

    Attributes:
        score: What families are ranked by.
        flag: Whether it counts as exploited.
        top: The feature that it holds against it, or nothing.
    """

    score: float
    flag: bool
    top: str = ""


def single_name(token: str) -> str:
    """The package's name of a token."""
    return f"lex:{token}"


def pair_name(first: str, second: str) -> str:
    """The package's name of a token followed by another."""
    return f"lex:{first} {second}"


def cooc_name(first: str, second: str) -> str:
    """The package's name of two tokens in one response, in alphabetical order."""
    return " & ".join(single_name(token) for token in sorted((first, second)))


def columns() -> AuditColumns:
    """All tokens, and all ordered pairs of neighbours."""
    names = tuple(single_name(token) for token in TOKENS)
    return AuditColumns(
        names=names,
        rank=np.full(len(names), LEXICAL_RANK, dtype=np.int64),
        adjacent=tuple(pair_name(first, second) for first in TOKENS for second in TOKENS),
    )


def rollout_rows(rollouts: Rollouts, reward: Floats | None = None, *, gold: bool = False) -> list[SliceRows]:
    """Rollouts by family.

    Args:
        rollouts: The rollouts.
        reward: float64[n], instead of the reward that was paid.
        gold: Whether the audit knows the expert's scores.
    """
    reward = rollouts.reward if reward is None else reward
    # A prompt that comes again at another step is one cluster, and a group of its own.
    codes = VALUES ** np.arange(ATTRIBUTES)
    found = []
    for family, name in enumerate(FAMILIES):
        rows = np.flatnonzero(rollouts.family == family)
        singles, pairs = _counts(rollouts.tokens[rows])
        found.append(
            SliceRows(
                name=name,
                group=rollouts.prompt[rows],
                cluster=rollouts.attributes[rows] @ codes,
                reward=reward[rows],
                gold=rollouts.gold[rows] if gold else None,
                counts=singles,
                adjacent=pairs,
            )
        )
    return found


def labelled_rows(rows: Labelled) -> list[SliceRows]:
    """Labelled rows by family: one response per prompt, so all of a family are compared with each other."""
    found = []
    for family, name in enumerate(FAMILIES):
        chosen = np.flatnonzero(rows.family == family)
        singles, pairs = _counts(rows.tokens[chosen])
        found.append(
            SliceRows(
                name=name,
                group=np.zeros(len(chosen), dtype=np.int64),
                cluster=chosen.astype(np.int64),
                reward=rows.label[chosen],
                counts=singles,
                adjacent=pairs,
                nuisance=nuisance_columns(rows.ref_logprob[chosen], rows.attributes[chosen]),
            )
        )
    return found


def audit(rows: list[SliceRows], settings: AuditSettings | None = None) -> list[SliceAudit]:
    """The audit of every family, with the settings of the package by default."""
    return audit_slices(rows, columns(), settings or AuditSettings())


def audit_with_reward(
    rng: np.random.Generator, world: World, rows: Labelled, settings: AuditSettings | None = None
) -> list[SliceAudit]:
    """The audit of labelled rows, with tests of the reward model on fresh responses of the reference."""
    tests = {name: interventions(rng, world, family) for family, name in enumerate(FAMILIES)}
    return audit_slices(labelled_rows(rows), columns(), settings or AuditSettings(), tests)


def interventions(
    rng: np.random.Generator, world: World, family: int, responses: int = RESPONSES
) -> Interventions:
    """The package's tests of every token and every pair, without going through texts.

    Args:
        rng: Random numbers for the responses.
        world: Whose reward model and reference are asked.
        family: Place of the family.
        responses: Fresh responses of the reference.
    """
    families = np.full(responses, family)
    attributes = draw_prompts(rng, responses)
    tokens = world.reference.sample(rng, families, attributes, 1)[:, 0]
    return tested(world, families, attributes, tokens)


def tested(world: World, families: Integers, attributes: Integers, tokens: Integers) -> Interventions:
    """The same on given responses int64[m, P] to prompts of one family."""
    rows, every = np.arange(len(tokens)), range(len(TOKENS))

    def reward(*put: tuple[Integers, int]) -> Floats:
        changed = tokens.copy()
        for places, token in put:
            changed[rows, places] = token
        return world.reward(families, attributes, changed)

    before, round_ = reward(), rows % POSITIONS
    single = {single_name(TOKENS[a]): _mean(reward((round_, a)) - before) for a in every}
    pair: dict[tuple[str, str], tuple[float, float]] = {}
    left = rows % (POSITIONS - 1)
    opposite = (round_ + POSITIONS // 2) % POSITIONS
    for kind, at, other in (("adj", left, left + 1), ("cooc", round_, opposite)):
        first, second = [reward((at, a)) for a in every], [reward((other, b)) for b in every]
        for a in every:
            for b in every if kind == "adj" else range(a + 1, len(TOKENS)):
                name = pair_name(TOKENS[a], TOKENS[b]) if kind == "adj" else cooc_name(TOKENS[a], TOKENS[b])
                both = reward((at, a), (other, b))
                pair[kind, name] = _mean(both - first[a] - second[b] + before)
    return Interventions(single=single, pair=pair)


def _mean(values: Floats) -> tuple[float, float]:
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def judgements(audits: list[SliceAudit]) -> list[Judgement]:
    """Risk, flag and strongest feature by family."""
    return [
        Judgement(
            score=float(one.risk.risk or 0.0),
            flag=bool(one.risk.flag),
            top=_top(one),
        )
        for one in audits
    ]


def permuted_within_prompts(rng: np.random.Generator, rollouts: Rollouts) -> Floats:
    """float64[n]: the rewards of every prompt dealt out anew among its responses."""
    dealt = np.lexsort((rng.random(len(rollouts)), rollouts.prompt))
    ordered = np.argsort(rollouts.prompt, kind="stable")
    reward = np.empty(len(rollouts))
    reward[ordered] = rollouts.reward[dealt]
    return reward


def _top(one: SliceAudit) -> str:
    risk = one.risk
    pair_leads = (risk.strength_pair or 0.0) > (risk.strength_single or 0.0)
    return (risk.top_pair if pair_leads else risk.top_single) or ""


def _counts(tokens: Integers) -> tuple[sparse.csr_array, sparse.csr_array]:
    """Copies of every token and of every ordered pair of neighbours, one row per response."""
    n, vocabulary = len(tokens), len(TOKENS)
    pairs = tokens[:, :-1] * vocabulary + tokens[:, 1:]
    return tuple(  # type: ignore[return-value]
        count_matrix(np.repeat(np.arange(n), places.shape[1]), places.ravel(), np.ones(places.size), n, width)
        for places, width in ((tokens, vocabulary), (pairs, vocabulary * vocabulary))
    )
