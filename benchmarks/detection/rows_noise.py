"""Row 3: series without a change whose noise is not the normal noise of the model."""

from __future__ import annotations

import numpy as np

from benchmarks.detection.completions import design, draw_counts, panel_of_counts, step_panel
from benchmarks.detection.figures import Findings
from benchmarks.detection.judge import judge
from benchmarks.detection.measures import add_false_alerts, false_alerts
from benchmarks.detection.tasks import Part, Task, repeated
from rolloutdiff.stats.panel import Floats, SeriesPanel

HEAVY, OUTLIERS, DOUBLES, TREND = "t5 noise", "4 % outliers of 8 sd", "sd doubles half way", "trend of 1 sd"
SPIKES = {"one 2-step spike of 8 sd": (2, 8.0), "one 3-step spike of 6 sd": (3, 6.0)}
KINDS = (HEAVY, OUTLIERS, *SPIKES, DOUBLES, TREND)
SERIES, STEPS, PROMPTS, PER_PROMPT = 500, 80, 16, 8


def disturbance(rng: np.random.Generator, kind: str) -> Floats:
    """float64[S, T]: what is added to the noise, in standard deviations of a step mean."""
    side = rng.choice([-1.0, 1.0], (SERIES, 1))
    if kind == OUTLIERS:
        at_random = rng.choice([-8.0, 8.0], (SERIES, STEPS))
        return np.where(rng.random((SERIES, STEPS)) < 0.04, at_random, 0.0)
    if kind in SPIKES:
        length, height = SPIKES[kind]
        first = rng.integers(0, STEPS - length + 1, SERIES)[:, None]
        step = np.arange(STEPS)
        return np.where((step >= first) & (step < first + length), height * side, 0.0)
    if kind == TREND:
        return np.linspace(0.0, 1.0, STEPS) * side
    return np.zeros((SERIES, STEPS))


def sizes(rng: np.random.Generator, kind: str) -> SeriesPanel:
    """Sizes around 100 whose log step means have a standard deviation of 1 to 8 %."""
    noise = rng.standard_normal((SERIES, STEPS))
    if kind == HEAVY:
        noise = rng.standard_t(5, (SERIES, STEPS)) * np.sqrt(3 / 5)
    growth = np.where((kind == DOUBLES) & (np.arange(STEPS) >= STEPS // 2), 2.0, 1.0)
    sd = np.exp(rng.uniform(np.log(0.01), np.log(0.08), (SERIES, 1)))
    mean = 100.0 * np.exp(sd * (noise * growth + disturbance(rng, kind)))
    return step_panel(rng, mean, sd * growth * mean, PROMPTS, PER_PROMPT)


def shares(rng: np.random.Generator, kind: str) -> SeriesPanel:
    """Prevalences of .02 to .5; the standard deviation doubles where prompts are a quarter as many."""
    p = np.exp(rng.uniform(np.log(0.02), np.log(0.5), (SERIES, 1)))
    deff = rng.uniform(1.1, 1.8, SERIES)
    sd = np.sqrt(deff[:, None] * p * (1.0 - p) / (PROMPTS * PER_PROMPT))
    few = (kind == DOUBLES) & (np.arange(STEPS) >= STEPS // 2)
    completions = design(np.where(few, PROMPTS // 4, PROMPTS), PER_PROMPT, STEPS)
    prevalence = np.clip(p + sd * disturbance(rng, kind), 0.0, 1.0)
    return panel_of_counts(draw_counts(rng, prevalence, deff, completions), completions)


def noise_task(rng: np.random.Generator, kind: str, unit: str) -> Findings:
    """One panel in which every series is disturbed in one way."""
    findings = Findings()
    panel = sizes(rng, kind) if unit == "sizes" else shares(rng, kind)
    add_false_alerts(findings, f"{kind}, {unit}", judge(panel))
    return findings


def _tasks(scale: float) -> list[Task]:
    return [
        Task(noise_task, {"kind": kind, "unit": unit})
        for kind in KINDS
        for unit in ("sizes", "shares")
        if not (unit == "shares" and kind == HEAVY)
        for _ in range(repeated(scale, 9))
    ]


ROW3 = Part("3", "Noise that is not normal, and trends", (false_alerts(0.005),), _tasks)
