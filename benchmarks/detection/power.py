"""Beside the rows: whether a change of the size that a rule calls detectable is detected."""

from __future__ import annotations

import numpy as np

from benchmarks.detection.completions import design, draw_counts, joined, panel_of_counts, size_panel
from benchmarks.detection.figures import Findings, Measure, Requirement
from benchmarks.detection.fit import committed
from benchmarks.detection.judge import judge
from benchmarks.detection.tasks import Part, Task, repeated

STEPS, PROMPTS, PER_PROMPT = 80, 16, 8
SHARES, SIZES = 300, 60
PROMISED = Requirement("85 to 97 %", lambda by_rule, rule: 0.85 <= by_rule[rule].value <= 0.97)
FOUND = Measure("found at the detectable rise", "share", "%", PROMISED)
RISE = Measure("detectable rise of a share, median", "median")


def power_task(rng: np.random.Generator) -> Findings:
    """A run without a change says what could be seen; the same features rise by that much half way."""
    fit = committed()["trl-frozen"]
    p = rng.choice(fit.prevalence, SHARES)[:, None]
    deff = rng.uniform(1.1, 1.8, SHARES)
    at = rng.integers(0, len(fit.level), SIZES)
    level, between, within = (np.asarray(one)[at] for one in (fit.level, fit.between, fit.within))
    completions = design(PROMPTS, PER_PROMPT, STEPS)
    later = np.arange(1, STEPS + 1) > STEPS // 2

    def panel(rise):  # type: ignore[no-untyped-def]
        share = np.broadcast_to(np.clip(p + rise[:SHARES, None] * later, 0.0, 1.0), (SHARES, STEPS))
        size = level[:, None] + rise[SHARES:, None] * later
        return joined(
            panel_of_counts(draw_counts(rng, share, deff, completions), completions),
            size_panel(rng, size, between, within, PROMPTS, PER_PROMPT),
        )

    findings = Findings()
    for rule, one in judge(panel(np.zeros(SHARES + SIZES))).items():
        rise = one.detectable_rise
        top = np.concatenate([1.0 - p[:, 0], np.full(SIZES, np.inf)])
        told = one.scorable & ~np.isnan(rise) & (rise <= top)
        if not told.any():
            continue
        again = judge(panel(np.where(told, rise, 0.0)), rules=(rule,))[rule]
        right = again.alert & (again.direction == 1)
        is_share = np.arange(len(rise)) < SHARES
        findings.add("shares", FOUND, rule, right[told & is_share])
        findings.add("sizes", FOUND, rule, right[told & ~is_share])
        findings.add("shares", RISE, rule, rise[told & is_share])
    return findings


def _tasks(scale: float) -> list[Task]:
    return [Task(power_task) for _ in range(repeated(scale, 6))]


POWER = Part("power", "What silence means", (FOUND, RISE), _tasks)
