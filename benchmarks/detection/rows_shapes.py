"""Row 8: changes that pass, come back, or follow each other."""

from __future__ import annotations

import numpy as np

from benchmarks.detection.completions import step_panel
from benchmarks.detection.figures import Findings, Measure, at_least
from benchmarks.detection.judge import judge
from benchmarks.detection.names import LR, SEQUENTIAL
from benchmarks.detection.tasks import Part, Task, repeated

STEPS, SERIES = 80, 400
# Levels from a step on, in standard deviations of a step mean.
PATTERNS = {
    "bump over 30 to 50, 3 sd": ((30, 3.0), (51, 0.0)),
    "up at 20, down at 40, back at 60, 3 sd": ((20, 3.0), (40, -3.0), (60, 0.0)),
    "stairs at 27 and 54, 3 sd each": ((27, 3.0), (54, 6.0)),
}
NEAR = 5

BOTH = Measure("every change within 5 steps", "share", "%", at_least(0.95, unit="%"), (LR,))
SPURIOUS = Measure("further changes per series", "mean")
ALERT = Measure("alert", "share", "%")


def shape_task(rng: np.random.Generator, pattern: str) -> Findings:
    """Sizes of one pattern, as many others without a change beside them."""
    changes = PATTERNS[pattern]
    level = np.zeros(STEPS)
    for step, height in changes:
        level[step - 1 :] = height
    changed = np.arange(SERIES) < SERIES // 2
    sd = np.exp(rng.uniform(np.log(0.02), np.log(0.08), (SERIES, 1)))
    x = rng.standard_normal((SERIES, STEPS)) + level * changed[:, None]
    mean = 100.0 * np.exp(sd * x)
    findings = Findings()
    for rule, one in judge(step_panel(rng, mean, sd * mean, 16, 8)).items():
        findings.add(pattern, ALERT, rule, one.alert[changed])
        if rule in SEQUENTIAL:
            continue
        hit = np.ones(SERIES, dtype=bool)
        for step, _ in changes:
            close = np.abs(one.change_step - step) <= NEAR
            hit &= np.isin(np.arange(SERIES), one.change_series[close])
        far = np.min([np.abs(one.change_step - step) for step, _ in changes], axis=0) > NEAR
        findings.add(pattern, BOTH, rule, hit[changed])
        extra = np.bincount(one.change_series[far], minlength=SERIES)
        findings.add(pattern, SPURIOUS, rule, extra[changed])
    return findings


def _tasks(scale: float) -> list[Task]:
    return [Task(shape_task, {"pattern": pattern}) for pattern in PATTERNS for _ in range(repeated(scale, 6))]


ROW8 = Part("8", "Changes that pass or follow each other", (BOTH, SPURIOUS, ALERT), _tasks)
