"""Rows 1 and 2: a policy that does not change, and one that drifts within the stated class."""

from __future__ import annotations

from functools import partial

import numpy as np

from benchmarks.detection.completions import design, draw_counts, joined, panel_of_counts, size_panel
from benchmarks.detection.figures import Findings
from benchmarks.detection.fit import committed
from benchmarks.detection.judge import FDR, judge
from benchmarks.detection.measures import DISCOVERIES, HEADLINES, add_false_alerts, add_lists, false_alerts
from benchmarks.detection.names import CALIBRATED, ORIGINAL
from benchmarks.detection.real import real_run
from benchmarks.detection.tasks import Part, Task, repeated
from rolloutdiff.stats.panel import Floats, SeriesPanel

PER_PROMPT = 8
SERIES = 600
SIZES = 0.1
# Largest drift of the log odds of a binary feature; a rare one would drift absurdly far otherwise.
LOGIT_DRIFT = 0.5


def ar1(rng: np.random.Generator, series: int, steps: int, rho: float) -> Floats:
    """float64[S, T]: stationary AR(1) of variance 1."""
    innovation = rng.standard_normal((series, steps))
    out = np.empty_like(innovation)
    out[:, 0] = innovation[:, 0]
    for step in range(1, steps):
        out[:, step] = rho * out[:, step - 1] + np.sqrt(1.0 - rho * rho) * innovation[:, step]
    return out


def frozen_panel(
    rng: np.random.Generator,
    prompts: int,
    steps: int,
    *,
    kappa: float = 0.0,
    rho: float = 0.0,
    series: int = SERIES,
) -> SeriesPanel:
    """Completions under a policy that does not change, but for a slow drift of kappa standard errors.

    Prevalences, and levels and spreads of sizes, are drawn from those of the frozen run; design effects lie
    between 1.1 and 1.8.
    """
    fit = committed()["trl-frozen"]
    sizes = round(series * SIZES)
    p = rng.choice(fit.prevalence, series - sizes)[:, None]
    deff = rng.uniform(1.1, 1.8, len(p))
    error = np.sqrt(deff[:, None] / (prompts * PER_PROMPT * p * (1.0 - p)))
    drift = np.minimum(kappa * error, LOGIT_DRIFT) * ar1(rng, len(p), steps, rho)
    prevalence = 1.0 / (1.0 + np.exp(-np.log(p / (1.0 - p)) - drift))
    completions = design(prompts, PER_PROMPT, steps)
    binary = panel_of_counts(draw_counts(rng, prevalence, deff, completions), completions)
    at = rng.integers(0, len(fit.level), sizes)
    level, between, within = (np.asarray(one)[at] for one in (fit.level, fit.between, fit.within))
    sd = np.sqrt((between**2 + within**2 / PER_PROMPT) / prompts)[:, None]
    path = level[:, None] * np.exp(kappa * sd * ar1(rng, sizes, steps, rho))
    return joined(binary, size_panel(rng, path, between, within, prompts, PER_PROMPT))


def null_task(
    rng: np.random.Generator, scenario: str, prompts: int, steps: int, kappa: float = 0.0, rho: float = 0.0
) -> Findings:
    """One simulated run without a change."""
    findings = Findings()
    verdicts = judge(frozen_panel(rng, prompts, steps, kappa=kappa, rho=rho))
    add_false_alerts(findings, scenario, verdicts)
    add_lists(findings, scenario, verdicts)
    return findings


def frozen_run_task(rng: np.random.Generator) -> Findings:
    """The real run whose policy never changed; the calibrated rules through the package, prompts and all."""
    findings = Findings()
    scenario = "trl-frozen, real"
    run = real_run("trl-frozen")
    verdicts = judge(run.panel, rules=ORIGINAL)
    add_false_alerts(findings, scenario, verdicts)
    add_lists(findings, scenario, verdicts)
    rows = [row for row in run.analysis.sequential.screening.rows() if row["tier"] != "reward"]
    for rule in CALIBRATED:
        scorable = [row for row in rows if row["rule"] == rule and row["status"] != "unscorable"]
        findings.add(scenario, false_alerts(None), rule, [row["status"] == "alert" for row in scorable])
        findings.add(scenario, HEADLINES, rule, [sum(bool(row["headline"]) for row in scorable)])
        discovered = [row for row in scorable if row["q_value"] is not None and row["q_value"] <= FDR]
        findings.add(scenario, DISCOVERIES, rule, [len(discovered)])
    return findings


def _row1(scale: float) -> list[Task]:
    simulated = [
        Task(
            null_task,
            {"scenario": f"completions, {prompts} × 8, {steps} steps", "prompts": prompts, "steps": steps},
        )
        for steps, full in ((80, 14), (200, 14))
        for prompts in (8, 16, 32)
        for _ in range(repeated(scale, full))
    ]
    return [Task(frozen_run_task), *simulated]


def _row2(cells: tuple[tuple[float, float], ...], scale: float) -> list[Task]:
    return [
        Task(
            null_task,
            {
                "scenario": f"drift {kappa:g}, autocorrelation {rho:g}",
                "prompts": 16,
                "steps": 80,
                "kappa": kappa,
                "rho": rho,
            },
        )
        for kappa, rho in cells
        for _ in range(repeated(scale, 14))
    ]


ROW1 = Part(
    "1",
    "A policy that does not change",
    (false_alerts(0.005), HEADLINES, DISCOVERIES),
    _row1,
)
ROW2 = Part(
    "2", "Drift within the stated class", (false_alerts(0.005),), partial(_row2, ((0.5, 0.6), (0.5, 0.9)))
)
ROW2_WIDE = Part(
    "2b",
    "Drift for which the baseline must widen the class",
    (false_alerts(0.01),),
    partial(_row2, ((1.0, 0.9),)),
)
