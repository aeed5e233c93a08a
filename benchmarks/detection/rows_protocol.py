"""Rows 6 and 7: a simulation fitted to the first steps of a real run, changed half way."""

from __future__ import annotations

from functools import cache

import numpy as np

from benchmarks.detection.completions import design, draw_counts, joined, panel_of_counts, size_panel
from benchmarks.detection.figures import Findings
from benchmarks.detection.fit import committed
from benchmarks.detection.judge import judge
from benchmarks.detection.measures import add_false_alerts, add_found, false_alerts, found
from benchmarks.detection.tasks import Part, Task, repeated
from rolloutdiff.stats.panel import Booleans, Floats, SeriesPanel

STEPS, ONSET, PER_PROMPT = 80, 40, 8
RUN_NAMES = ("trl-loophole", "trl-clean")
RISES = (0.1, 0.2, 0.3)
SIZE_SD = 3.0
# Steps from which the standard deviation of a step mean is taken.
SPREAD_STEPS = 2000
UNCHANGED, CHANGED, SIZES = 300, 100, 80
# Sizes must change by 5 % to alert; 3 standard deviations of some come near that, or stay below it.
GATE = 1.5 * 0.05

FOUND = found(0.95)
ALSO = found(None, "found within 5 steps, beyond the requirement")


def protocol_panel(
    rng: np.random.Generator, run: str, prompts: int
) -> tuple[SeriesPanel, dict[str, Booleans]]:
    """Series that stay as they were in the first steps of a run, and series that change at step 40.

    Of binary features `UNCHANGED` stay and `CHANGED` rise by each of `RISES`; of sizes, `SIZES` stay and as
    many move up or down by 3 standard deviations of a step mean.

    Returns:
        The panel over 80 steps, and its rows by scenario; `unchanged` are those without a change.
    """
    fit = committed()[run]
    rise = np.repeat([0.0, *RISES], [UNCHANGED, *[CHANGED] * len(RISES)])
    possible = np.asarray(fit.prevalence)[None, :] <= 0.98 - rise[:, None]
    at = (rng.random(possible.shape) * possible).argmax(axis=1)
    p, deff = np.asarray(fit.prevalence)[at], np.asarray(fit.deff)[at]
    later = np.arange(1, STEPS + 1) >= ONSET
    completions = design(prompts, PER_PROMPT, STEPS)
    counts = draw_counts(rng, p[:, None] + rise[:, None] * later, deff, completions)
    spread = _log_spread(run, prompts)
    wide = SIZE_SD * spread >= GATE
    # Few sizes vary as much, with many prompts above all; they make up half of those drawn.
    weight = np.where(wide, 1.0 / max(wide.sum(), 1), 1.0 / max((~wide).sum(), 1))
    which = rng.choice(len(fit.level), 2 * SIZES, p=weight / weight.sum())
    level, between, within = (np.asarray(one)[which] for one in (fit.level, fit.between, fit.within))
    sd, large = spread[which], wide[which]
    side = np.where(np.arange(2 * SIZES) < SIZES, 0.0, rng.choice([-1.0, 1.0], 2 * SIZES))
    path = level[:, None] * np.exp((SIZE_SD * sd * side)[:, None] * later)
    panel = joined(
        panel_of_counts(counts, completions), size_panel(rng, path, between, within, prompts, PER_PROMPT)
    )
    nothing = np.zeros(len(rise), dtype=bool)
    rows = {f"+{one:.2f}": np.concatenate([rise == one, side == 99]) for one in RISES}
    for name, chosen in (("up", side > 0), ("down", side < 0)):
        rows[f"sizes, 3 sd {name}"] = np.concatenate([nothing, chosen & large])
        rows[f"small sizes, 3 sd {name}"] = np.concatenate([nothing, chosen & ~large])
    rows["unchanged"] = np.concatenate([rise == 0, side == 0])
    return panel, rows


@cache
def _log_spread(run: str, prompts: int) -> Floats:
    """float64: standard deviation of the logarithm of a step mean, of every fitted size, by simulation."""
    fit = committed()[run]
    path = np.repeat(np.asarray(fit.level)[:, None], SPREAD_STEPS, axis=1)
    between, within = np.asarray(fit.between), np.asarray(fit.within)
    rng = np.random.default_rng(SPREAD_STEPS)
    return np.log(size_panel(rng, path, between, within, prompts, PER_PROMPT).mean).std(axis=1, ddof=1)


def protocol_task(rng: np.random.Generator, run: str, prompts: int) -> Findings:
    """One simulated run."""
    panel, rows = protocol_panel(rng, run, prompts)
    findings = Findings()
    verdicts = judge(panel)
    where = f"{prompts} × 8"
    add_false_alerts(findings, f"{where}, unchanged", verdicts, rows.pop("unchanged"))
    for name, chosen in rows.items():
        measure = ALSO if name == "+0.10" or name.startswith("small") else FOUND
        direction = -1 if name.endswith("down") else 1
        add_found(findings, f"{where}, {name}", measure, verdicts, ONSET, chosen, direction)
    return findings


def zero_task(rng: np.random.Generator) -> Findings:
    """Features that were never seen before step 40, beside others that stay as they are."""
    fit = committed()["trl-frozen"]
    fresh, others = 200, 300
    p = np.concatenate([np.zeros(fresh), rng.choice(fit.prevalence, others)])[:, None]
    deff = rng.uniform(1.1, 1.8, len(p))
    is_fresh = np.arange(len(p)) < fresh
    later = np.arange(1, STEPS + 1) >= ONSET
    completions = design(8, PER_PROMPT, STEPS)
    prevalence = p + 0.1 * (is_fresh[:, None] & later)
    verdicts = judge(panel_of_counts(draw_counts(rng, prevalence, deff, completions), completions))
    findings = Findings()
    add_found(findings, "zero baseline, +.10, 8 × 8", FOUND, verdicts, ONSET, is_fresh)
    return findings


def _row6(scale: float) -> list[Task]:
    return [
        Task(protocol_task, {"run": run, "prompts": prompts})
        for prompts in (16, 32)
        for run in RUN_NAMES
        for _ in range(repeated(scale, 8))
    ]


def _row7(scale: float) -> list[Task]:
    return [Task(zero_task) for _ in range(repeated(scale, 8))]


ROW6 = Part(
    "6",
    "Fitted to the first 15 steps of a real run, changed at step 40 of 80",
    (false_alerts(0.005), FOUND, ALSO),
    _row6,
    note="3 sd are three standard deviations of a step mean. Small sizes are those of which that is less than"
    " 7.5 %, at most half as much again as the 5 % that the calibrated rules ask for.",
)
ROW7 = Part("7", "A behaviour that was never seen before", (FOUND,), _row7)
