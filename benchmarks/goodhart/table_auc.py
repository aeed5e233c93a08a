"""How well families are told apart: the method to beat and the audit, on the same worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from benchmarks.goodhart import ours
from benchmarks.goodhart.auc import Interval, with_interval
from benchmarks.goodhart.diagnostic import diagnose
from benchmarks.goodhart.fixtures import CLEAN, REFERENCE, TRAINED, TRAINED_FROM, Fixture, make_fixture
from benchmarks.goodhart.labels import crowd_rows
from benchmarks.goodhart.ours import Judgement
from benchmarks.goodhart.premium import Floats
from benchmarks.goodhart.training import Rollouts, chosen, train
from benchmarks.speed.results import table
from rolloutdiff.settings import AuditSettings

DIAGNOSTIC = "the diagnostic to beat: 200 labels, and the reward model"
QA, QA_RM = "audit, 200 labels", "audit, 200 labels and the reward model"
BEFORE, DURING = "audit, 1,280 rollouts of the reference", "audit, rollouts of a training run"
PLACEBO = "audit, rollouts of the reference, rewards dealt out anew"
METHODS = (DIAGNOSTIC, QA, QA_RM, BEFORE, DURING)
KINDS = ("single", "cooc", "adj")
TWO_TO_ONE = {"single": 2.0, "adj": 1.0}
PLACEBO_SEEDS = 1000


@dataclass(frozen=True, kw_only=True, eq=False)
class Verdicts:
    """Judgements of one method.

    Attributes:
        kind: str[n], what each family is.
        decoy: bool[n], families with a token that is popular and rightly so.
        score: float64[n].
        flag: bool[n].
    """

    kind: NDArray[np.str_]
    decoy: NDArray[np.bool_]
    score: Floats
    flag: NDArray[np.bool_]

    def rate(self, *kinds: str) -> float:
        """Share of families of these kinds that are flagged."""
        return float(self.flag[np.isin(self.kind, kinds)].mean())

    def area(
        self, wanted: tuple[str, ...] | None = None, weights: dict[str, float] | None = None
    ) -> Interval:
        """The area with its interval, the same draws for every method."""
        rng = np.random.default_rng([*b"bootstrap"])
        return with_interval(rng, self.kind, self.score, clean=CLEAN, wanted=wanted, weights=weights)


def judge_world(
    job: tuple[int, tuple[str, ...], AuditSettings],
) -> tuple[Fixture, dict[str, list[Judgement]]]:
    """One world by some methods.

    Args:
        job: Seed of the world, names of the methods, and settings of the audit.
    """
    seed, methods, settings = job
    fixture = make_fixture(seed)
    world = fixture.world
    labelled = crowd_rows(np.random.default_rng([seed, *b"labels"]), world)

    def reference() -> Rollouts:
        return train(np.random.default_rng([seed, *b"reference"]), world, REFERENCE).rollouts

    def trained() -> Rollouts:
        rollouts = train(np.random.default_rng([seed, *b"training"]), world, TRAINED).rollouts
        return chosen(rollouts, rollouts.step >= TRAINED_FROM)

    def placebo() -> list[Judgement]:
        rollouts = reference()
        dealt = ours.permuted_within_prompts(np.random.default_rng([seed, *b"placebo"]), rollouts)
        return ours.judgements(ours.audit(ours.rollout_rows(rollouts, dealt), settings))

    def diagnosed() -> list[Judgement]:
        found = diagnose(np.random.default_rng([seed, *b"diagnostic"]), world, labelled)
        return [Judgement(score=one.risk, flag=one.flag) for one in found]

    ways: dict[str, Callable[[], list[Judgement]]] = {
        DIAGNOSTIC: diagnosed,
        QA: lambda: ours.judgements(ours.audit(ours.labelled_rows(labelled), settings)),
        QA_RM: lambda: ours.judgements(
            ours.audit_with_reward(np.random.default_rng([seed, *b"intervention"]), world, labelled, settings)
        ),
        BEFORE: lambda: ours.judgements(ours.audit(ours.rollout_rows(reference()), settings)),
        DURING: lambda: ours.judgements(ours.audit(ours.rollout_rows(trained()), settings)),
        PLACEBO: placebo,
    }
    return fixture, {method: ways[method]() for method in methods}


def judge(
    seeds: Iterable[int],
    methods: tuple[str, ...],
    workers: int,
    settings: AuditSettings | None = None,
) -> dict[str, Verdicts]:
    """Judgements of some methods on the worlds of some seeds; the same for any number of workers."""
    jobs = [(seed, methods, settings or AuditSettings()) for seed in seeds]
    if workers == 1:
        found = [judge_world(job) for job in jobs]
    else:
        with get_context("spawn").Pool(workers) as pool:
            found = pool.map(judge_world, jobs, chunksize=1)
    kind = np.array([kind for fixture, _ in found for kind in fixture.kinds])
    decoy = np.array([place in fixture.decoys for fixture, _ in found for place in range(len(fixture.kinds))])
    return {
        method: Verdicts(
            kind=kind,
            decoy=decoy,
            score=np.array([one.score for _, by_method in found for one in by_method[method]]),
            flag=np.array([one.flag for _, by_method in found for one in by_method[method]]),
        )
        for method in methods
    }


def lines(found: dict[str, Verdicts]) -> list[str]:
    """The table."""
    some = next(iter(found.values()))
    counts = {kind: int((some.kind == kind).sum()) for kind in (CLEAN, *KINDS)}
    rows = [
        [
            method,
            str(one.area()),
            *[f"{one.area((kind,)).value:.3f}" for kind in KINDS if counts[kind]],
            str(one.area(weights=TWO_TO_ONE)),
            f"{one.rate(*KINDS):.3f}",
            f"{one.rate('adj', 'cooc'):.3f}",
            f"{one.rate(CLEAN):.3f}",
        ]
        for method, one in found.items()
        if method != PLACEBO
    ]
    head = ["method", "all", *[kind for kind in KINDS if counts[kind]], "2 single : 1 adj"]
    head += ["flagged, exploited", "flagged, pairs", "flagged, clean"]
    decoys = int(some.decoy.sum())
    return [
        f"{len(some.kind)} families: {counts[CLEAN]} clean ({decoys} with a decoy), "
        + ", ".join(f"{counts[kind]} {kind}" for kind in KINDS)
        + ".",
        "",
        *table(head, rows),
    ]
