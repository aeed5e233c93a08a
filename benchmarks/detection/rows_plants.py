"""Rows 4 and 5: behaviours planted in the real completions of two honest runs."""

from __future__ import annotations

import numpy as np

from benchmarks.detection.completions import add_counts, panel_of_counts
from benchmarks.detection.curves import BEGUN, CROSSING, CURVES, RISES, curve, first_at
from benchmarks.detection.figures import Findings, Measure, at_least, at_most, not_above
from benchmarks.detection.judge import judge
from benchmarks.detection.measures import found
from benchmarks.detection.names import FROZEN, LR, SEQ, SEQUENTIAL
from benchmarks.detection.prompts import Revisits
from benchmarks.detection.real import RealRun, real_run
from benchmarks.detection.tasks import Part, Task, repeated
from rolloutdiff.stats.panel import Floats, Integers

RUNS = ("trl-frozen", "trl-clean")
PER_CELL = 25
EARLIEST, LATEST, LEFT_AFTER = 30, 80, 40
# Features that may carry a plant: rare enough, and without a trend of their own.
HIGHEST_BASELINE, LARGEST_TREND = 0.3, 0.03
HIGHEST_PREVALENCE = 0.98
TOLERANCE = 3

FOUND = found(0.95, "found")
DELAY = Measure("steps from crossing to alert, median", "median", "", not_above(FROZEN), (SEQ,))
CLOSE = Measure("onset within 3 steps of the crossing", "share", "%", at_least(0.95, unit="%"), (LR,))
COVERED = Measure("set ±1 covers the crossing", "share", "%", at_least(0.95, unit="%"), (LR,))
WIDTH = Measure("steps in the set", "mean", "", at_most(6), (LR,))


def carriers(run: RealRun) -> tuple[Integers, Floats]:
    """Binary features that may carry a plant, as rows of `positives`, and their prevalence over the run."""
    mean = panel_of_counts(run.positives, run.completions).mean
    third = mean.shape[1] // 3
    trend = np.abs(mean[:, -third:].mean(axis=1) - mean[:, :third].mean(axis=1))
    prevalence = mean.mean(axis=1)
    rows = np.flatnonzero((prevalence <= HIGHEST_BASELINE) & (trend <= LARGEST_TREND))
    return rows, prevalence[rows]


def plant_task(rng: np.random.Generator, name: str, per_cell: int = PER_CELL) -> Findings:
    """One copy of a run with `per_cell` plants of every curve and height, and nothing else.

    Completions without the feature come to show it, with chances that differ by prompt, so that the
    prevalence follows the curve and prompts differ as much as in the run.
    """
    run = real_run(name)
    rows, level = carriers(run)
    steps = len(run.completions)
    cells = [(shape, rise) for shape in CURVES for rise in RISES]
    count = per_cell * len(cells)
    at = rng.integers(0, len(rows), count)
    onset = rng.integers(EARLIEST, min(LATEST, steps - LEFT_AFTER) + 1, count)
    baseline = level[at]
    rise = np.minimum(np.repeat([one for _, one in cells], per_cell), HIGHEST_PREVALENCE - baseline)
    blocks = [
        curve(shape, steps, onset[i * per_cell : (i + 1) * per_cell]) for i, (shape, _) in enumerate(cells)
    ]
    reached = np.concatenate(blocks)
    added = rise[:, None] * reached / (1.0 - baseline)[:, None]
    before = run.positives[rows[at]]
    positives = add_counts(rng, added, rng.uniform(1.05, 1.8, count), before, run.completions)
    known = Revisits.of(positives, run.completions, run.prompt)
    verdicts = judge(panel_of_counts(positives, run.completions), prompts=known)
    start = first_at(reached, BEGUN)
    crossing = first_at(rise[:, None] * reached, CROSSING)
    findings = Findings()
    for rule, one in verdicts.items():
        right = one.alert & (one.direction == 1)
        first = one.alert_step if rule in SEQUENTIAL else one.onset + TOLERANCE
        right &= first >= start
        for i, (shape, height) in enumerate(cells):
            cell = slice(i * per_cell, (i + 1) * per_cell)
            findings.add(f"{shape}, +{height:g}", FOUND, rule, right[cell])
            if height < 0.3:
                continue
            kept = np.flatnonzero(right[cell]) + i * per_cell
            if rule in SEQUENTIAL:
                findings.add("rises ≥ .3", DELAY, rule, one.alert_step[kept] - crossing[kept])
            findings.add("rises ≥ .3", CLOSE, rule, np.abs(one.onset[kept] - crossing[kept]) <= TOLERANCE)
            with_set = kept[one.onset_low[kept] >= 0]
            low, high = one.onset_low[with_set] - 1, one.onset_high[with_set] + 1
            findings.add(
                "rises ≥ .3", COVERED, rule, (low <= crossing[with_set]) & (crossing[with_set] <= high)
            )
            findings.add("rises ≥ .3", WIDTH, rule, high - low - 1)
    return findings


def _tasks(scale: float) -> list[Task]:
    return [Task(plant_task, {"name": name}) for name in RUNS for _ in range(repeated(scale, 8))]


ROW4 = Part(
    "4",
    "Behaviours planted in real completions, and their onsets",
    (FOUND, DELAY, CLOSE, COVERED, WIDTH),
    _tasks,
)
