"""Rows 9 and 10: one prompt per step, fresh ones and ones that return."""

from __future__ import annotations

import numpy as np

from benchmarks.detection.completions import panel_of_counts
from benchmarks.detection.figures import Findings, Measure, at_most
from benchmarks.detection.judge import judge
from benchmarks.detection.measures import add_false_alerts, false_alerts, found, near
from benchmarks.detection.names import CALIBRATED, LR
from benchmarks.detection.prompts import Revisits
from benchmarks.detection.tasks import Part, Task, repeated
from rolloutdiff.stats.panel import Booleans, Floats, Integers

STEPS, ONSET, COMPLETIONS, LEVEL = 200, 101, 32, 0.2
POOL = 40
NULL_SERIES, CHANGED_SERIES = 350, 150
NODES, NODE_WEIGHTS = np.polynomial.hermite_e.hermegauss(60)

FOUND9 = Measure("found", "share", "%", found(0.95).requirement, (LR,))
FOUND10 = Measure("found", "share", "%", found(0.90).requirement, (LR,))
FALSE10 = Measure("false alerts", "share", "%", at_most(0.006, unit="%"), (LR,))
CLOSE = found(None)
RAW, RAW_FALSE = (
    found(None, "found, prompts not removed"),
    Measure("false alerts, prompts not removed", "share", "%"),
)


def log_odds(prevalence: float, spread: float) -> float:
    """The log odds around which prompts with this spread have this mean prevalence, by bisection."""
    low, high = -40.0, 40.0
    for _ in range(80):
        middle = 0.5 * (low + high)
        mean = (NODE_WEIGHTS / (1.0 + np.exp(-middle - spread * NODES))).sum() / NODE_WEIGHTS.sum()
        low, high = (middle, high) if mean < prevalence else (low, middle)
    return 0.5 * (low + high)


def _counts(
    rng: np.random.Generator, of_prompt: Floats, rise: float, spread: float, changed: Booleans
) -> Integers:
    """int64[S, T, 1]: completions with the feature; prompts differ by `of_prompt`, a float64[S, T]."""
    before, after = log_odds(LEVEL, spread), log_odds(LEVEL + rise, spread)
    later = changed[:, None] & (np.arange(1, STEPS + 1) >= ONSET)
    share = 1.0 / (1.0 + np.exp(-np.where(later, after, before) - spread * of_prompt))
    return rng.binomial(COMPLETIONS, share)[:, :, None].astype(np.int64)


def single_task(rng: np.random.Generator) -> Findings:
    """A run with one fresh prompt in every step."""
    series = NULL_SERIES + CHANGED_SERIES
    changed = np.arange(series) >= NULL_SERIES
    counts = _counts(rng, rng.standard_normal((series, STEPS)), 0.4, 1.0, changed)
    verdicts = judge(panel_of_counts(counts, np.full((STEPS, 1), COMPLETIONS)))
    findings = Findings()
    scenario = "fresh prompts, .2 to .6"
    add_false_alerts(findings, scenario, verdicts, ~changed)
    for rule, one in verdicts.items():
        right = one.alert & (one.direction == 1)
        findings.add(scenario, FOUND9, rule, right[changed])
        findings.add(scenario, CLOSE, rule, near(one, ONSET)[changed])
    return findings


def pool_task(rng: np.random.Generator, spread: float) -> Findings:
    """A run that goes through 40 prompts five times, one per step."""
    series = NULL_SERIES + CHANGED_SERIES
    changed = np.arange(series) >= NULL_SERIES
    prompt = np.concatenate([rng.permutation(POOL) for _ in range(STEPS // POOL)])
    effect = rng.standard_normal((series, POOL))
    counts = _counts(rng, effect[:, prompt], 0.1, spread, changed)
    completions = np.full((STEPS, 1), COMPLETIONS)
    panel = panel_of_counts(counts, completions)
    known = Revisits.of(counts, completions, prompt[:, None])
    findings = Findings()
    scenario = f"pool of 40, prompts' log odds spread by {spread:g}, .2 to .3"
    for verdicts, hit, wrong in (
        (judge(panel, prompts=known), FOUND10, FALSE10),
        (judge(panel, rules=CALIBRATED), RAW, RAW_FALSE),
    ):
        for rule, one in verdicts.items():
            scorable = one.scorable & ~changed
            findings.add(scenario, wrong, rule, one.alert[scorable])
            findings.add(scenario, hit, rule, (one.alert & (one.direction == 1))[changed])
    return findings


def _row9(scale: float) -> list[Task]:
    return [Task(single_task) for _ in range(repeated(scale, 12))]


def _row10(scale: float) -> list[Task]:
    return [Task(pool_task, {"spread": spread}) for spread in (1.0, 2.0) for _ in range(repeated(scale, 12))]


ROW9 = Part(
    "9",
    "One prompt per step",
    (false_alerts(0.007), FOUND9, CLOSE),
    _row9,
    note="The share that must be found is that of the rule that sees the whole run.",
)
ROW10 = Part("10", "Prompts that return", (FALSE10, FOUND10, RAW_FALSE, RAW), _row10)
