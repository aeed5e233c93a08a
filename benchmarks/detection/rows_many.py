"""Row 11: the share of false discoveries in a long list of series that go together."""

from __future__ import annotations

import numpy as np

from benchmarks.detection.completions import step_panel
from benchmarks.detection.figures import Findings, Measure, at_most
from benchmarks.detection.judge import FDR, judge
from benchmarks.detection.rows_null import ar1
from benchmarks.detection.tasks import Part, Task, repeated

SERIES, STEPS, FACTORS, COMMON, CHANGED = 2000, 80, 5, 0.5, 0.05
SD = 0.06

REALISED = Measure("false share of discoveries at q ≤ .05", "mean", "%", at_most(FDR, unit="%"))
POWER = Measure("changes discovered", "share", "%")


def list_task(rng: np.random.Generator, noise: str) -> Findings:
    """One run of 2,000 sizes, 5 % of them moved by 2 to 4 standard deviations at a step of their own.

    Half of the variance is common to the series, by five factors. `sampling`: factors are white, all of the
    variance is that of sampling, as when series are read from the same completions. `drift`: factors are
    AR(1) with autocorrelation .6 and move the truth; the other half is sampling.
    """
    loading = rng.standard_normal((SERIES, FACTORS))
    loading /= np.linalg.norm(loading, axis=1, keepdims=True)
    factor = ar1(rng, FACTORS, STEPS, 0.6 if noise == "drift" else 0.0)
    own = rng.standard_normal((SERIES, STEPS))
    x = np.sqrt(COMMON) * loading @ factor + np.sqrt(1.0 - COMMON) * own
    changed = np.arange(SERIES) < round(CHANGED * SERIES)
    height = rng.uniform(2.0, 4.0, SERIES) * rng.choice([-1.0, 1.0], SERIES) * changed
    onset = rng.integers(25, 61, SERIES)
    x += height[:, None] * (np.arange(1, STEPS + 1) >= onset[:, None])
    mean = 100.0 * np.exp(SD * x)
    sampling = SD * (np.sqrt(1.0 - COMMON) if noise == "drift" else 1.0)
    findings = Findings()
    scenario = f"common {noise}"
    for rule, one in judge(step_panel(rng, mean, sampling * mean, 16, 8)).items():
        if np.isnan(one.q_value).all():
            continue
        with np.errstate(invalid="ignore"):
            listed = one.q_value <= FDR
        findings.add(scenario, REALISED, rule, [(listed & ~changed).sum() / max(listed.sum(), 1)])
        findings.add(scenario, POWER, rule, listed[changed])
    return findings


def _tasks(scale: float) -> list[Task]:
    return [
        Task(list_task, {"noise": noise})
        for noise in ("sampling", "drift")
        for _ in range(repeated(scale, 40))
    ]


ROW11 = Part("11", "A long list", (REALISED, POWER), _tasks)
