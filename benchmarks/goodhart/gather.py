"""One planted run: trained, audited, corrected, trained again, certified."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from benchmarks.goodhart.diagnostic import diagnose
from benchmarks.goodhart.evidence import RULES, Evidence, Premiums
from benchmarks.goodhart.labels import crowd_rows, gold_rows
from benchmarks.goodhart.names import FAMILIES
from benchmarks.goodhart.policy import Policy, mean_count, prevalence
from benchmarks.goodhart.premium import Floats, Premium, owed
from benchmarks.goodhart.product import (
    Alert,
    Audited,
    Rows,
    alerts,
    audit_run,
    behaviours,
    certified,
    correlation,
    plain_tokens,
)
from benchmarks.goodhart.training import PILOT_MIX, Recipe, Rollouts, Run, chosen, train
from benchmarks.goodhart.world import World, draw_prompts, planted_world

# Steps of the baseline that the package's rules take, and the rise whose crossing is looked for.
BASELINE_STEPS, RISE = 15, 0.10
# Steps after the deployment in which a corrected reward is held against gold.
WINDOW = 15
# Steps at the end of a run, of which a diverging family diverges in more than half.
LAST = 20
# Responses per family whose mean reward is the score of a policy to certify.
SCORED = 200


def crossing(run: Run, premium: Premium) -> int | None:
    """First step since the deployment at which the exact prevalence is .10 above that of the baseline."""
    exact = np.array([prevalence(policy, premium) for policy in run.policies[:-1]])
    risen = exact >= exact[:BASELINE_STEPS].mean() + RISE
    risen[: run.recipe.deployed] = False
    return int(risen.argmax()) if risen.any() else None


def step_correlation(rollouts: Rollouts, family: int | None = None) -> float:
    """Correlation over steps of mean reward and mean gold, in a family or over all."""
    rows = np.ones(len(rollouts), dtype=bool) if family is None else rollouts.family == family
    steps = np.unique(rollouts.step[rows])
    means = [
        [values[rows & (rollouts.step == step)].mean() for step in steps]
        for values in (rollouts.reward, rollouts.gold)
    ]
    return correlation(np.array(means[0]), np.array(means[1]))


def log_ratio(rollouts: Rollouts, family: int | None = None) -> float:
    """Mean log ratio of the policy to the reference in the last steps, in a family or over all."""
    rows = rollouts.step > rollouts.step.max() - LAST
    if family is not None:
        rows &= rollouts.family == family
    return float((rollouts.logprob - rollouts.ref_logprob)[rows].mean())


def gather(seed: int) -> Evidence:
    """Measure one seed."""
    world = planted_world(np.random.default_rng([seed, *b"world"]))
    run = _trained(world, seed)
    pilot = _trained(world, seed, recipe=Recipe(mix=PILOT_MIX))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        alone, informed = audit_run(run.rollouts, folder / "run", with_expert=True)
        (masked,) = audit_run(pilot.rollouts, folder / "pilot", with_expert=False)
        screened = behaviours(run.rollouts, folder)
    behaviour = {rule: alerts(screened, rule) for rule in RULES}
    premium = {rule: alerts(alone.premium_screening, rule) for rule in RULES}
    correction = alone.coefficients()
    window = chosen(run.rollouts, np.isin(run.rollouts.step, run.recipe.deployed + np.arange(WINDOW)))
    policies = {
        "reference": world.reference,
        "default": run.policy,
        "corrected": _trained(world, seed, correction=correction).policy,
        "ideal": _trained(world, seed, correction=world.premiums).policy,
    }
    families = range(len(FAMILIES))
    return Evidence(
        seed=seed,
        deployed=run.recipe.deployed,
        premiums=tuple(_seen(run, one, alone, premium, behaviour) for one in world.premiums),
        early={
            rule: [one for one in (*premium[rule][0], *behaviour[rule][0]) if one.step < run.recipe.deployed]
            for rule in RULES
        },
        stray={rule: _stray(behaviour[rule][0], world) for rule in RULES},
        series={rule: behaviour[rule][1] for rule in RULES},
        stray_premiums={rule: _stray(premium[rule][0], world) for rule in RULES},
        premium_series={rule: premium[rule][1] for rule in RULES},
        flagged=alone.flagged("onset"),
        correction={one.name: one.size for one in correction},
        raw=_reward_and_gold(window, window.reward),
        corrected=_reward_and_gold(window, window.reward - owed(correction, window.family, window.tokens)),
        quality={name: world.quality(policy) for name, policy in policies.items()},
        copies={
            one.name: mean_count(policies["corrected"], one) for one in world.premiums if one.kind == "single"
        },
        diverging=_diverging(informed, run.recipe.steps),
        diagnosis=_diagnosis(world, seed),
        pilot_flagged=masked.flagged(),
        pilot_correlation=step_correlation(pilot.rollouts),
        even_correlation=np.array([step_correlation(run.rollouts, family) for family in families]),
        pilot_ratio=log_ratio(pilot.rollouts),
        ratio=np.array([log_ratio(run.rollouts, family) for family in families]),
        certificates=_certificates(world, policies, seed),
    )


def gather_all(seeds: Iterable[int], workers: int) -> list[Evidence]:
    """Measure some seeds; the same for any number of workers."""
    if workers == 1:
        return [gather(seed) for seed in seeds]
    with get_context("spawn").Pool(workers) as pool:
        return pool.map(gather, seeds, chunksize=1)


def _trained(
    world: World, seed: int, *, recipe: Recipe | None = None, correction: Iterable[Premium] = ()
) -> Run:
    return train(np.random.default_rng([seed, *b"training"]), world, recipe, correction=correction)


def _seen(
    run: Run,
    planted: Premium,
    audited: Audited,
    premium: dict[str, tuple[list[Alert], int]],
    behaviour: dict[str, tuple[list[Alert], int]],
) -> Premiums:
    onset, whole = (audited.premium_of(planted, span) or {} for span in ("onset", "run"))
    own = " ".join(plain_tokens(planted))

    def first(found: Iterable[Alert]) -> int | None:
        return min((alert.step for alert in found), default=None)

    return Premiums(
        planted=planted,
        onset=onset.get("premium") or float("nan"),
        onset_se=onset.get("se") or float("nan"),
        whole=whole.get("premium") or float("nan"),
        crossing=crossing(run, planted),
        premium_alert={
            rule: first(one for one in found if one.holds(planted) and one.feature == own)
            for rule, (found, _) in premium.items()
        },
        behaviour_alert={
            rule: first(one for one in found if one.holds(planted) and one.direction == "rise")
            for rule, (found, _) in behaviour.items()
        },
    )


def _stray(found: Iterable[Alert], world: World) -> list[Alert]:
    return [one for one in found if not any(one.holds(planted) for planted in world.premiums)]


def _diverging(audited: Audited, steps: int) -> list[str]:
    last = [row for row in audited.divergence if row["step"] >= steps - LAST]
    counts = Counter(row["slice"] for row in last if row["diverging"])
    return [family for family in FAMILIES if counts[family] > LAST / 2]


def _reward_and_gold(rollouts: Rollouts, reward: Floats) -> Floats:
    """float64[F]: correlation of a reward with gold by family."""
    families = [rollouts.family == family for family in range(len(FAMILIES))]
    return np.array([correlation(reward[rows], rollouts.gold[rows]) for rows in families])


def _certificates(world: World, policies: dict[str, Policy], seed: int) -> dict[str, Rows]:
    targets = {name: policies[name] for name in ("default", "corrected")}
    rng = np.random.default_rng([seed, *b"certificates"])
    rows = gold_rows(rng, world, targets)
    with tempfile.TemporaryDirectory() as folder:
        return {
            name: certified(rows, name, _mean_rewards(rng, world, policy), Path(folder))
            for name, policy in targets.items()
        }


def _mean_rewards(rng: np.random.Generator, world: World, policy: Policy) -> dict[str, float]:
    """By family, mean reward of responses that a policy gives to fresh prompts."""
    found = {}
    for place, name in enumerate(FAMILIES):
        family, attributes = np.full(SCORED, place), draw_prompts(rng, SCORED)
        tokens = policy.sample(rng, family, attributes, 1)[:, 0]
        found[name] = float(world.reward(family, attributes, tokens).mean())
    return found


def _diagnosis(world: World, seed: int) -> dict[str, float]:
    rng = np.random.default_rng([seed, *b"diagnostic"])
    found = diagnose(rng, world, crowd_rows(rng, world))
    weights = {
        one.name: float(found[one.family].weight[one.first]) for one in world.premiums if one.kind == "single"
    }
    return {**weights, **{name: one.risk for name, one in zip(FAMILIES, found, strict=True)}}
