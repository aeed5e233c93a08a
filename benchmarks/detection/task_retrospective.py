"""Task: the retrospective scan of a long list of series without a change, a few of them with one."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from benchmarks.detection.completions import step_panel
from benchmarks.speed.measure import Clock
from rolloutdiff.settings import AnchoredSettings
from rolloutdiff.stats.anchored_lr import scan_panel
from rolloutdiff.stats.noise import estimate_noise
from rolloutdiff.stats.panel import SeriesPanel
from rolloutdiff.stats.standard import standardise

CHANGED = 0.02
# Series of a large run, which are judged together: four tiers of 2,000.
RUN_SERIES = 8_000


def make_panel(series: int, steps: int, seed: int) -> SeriesPanel:
    """Sizes with white noise; one in fifty moves by four standard deviations half way."""
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((series, steps))
    x[: round(CHANGED * series), steps // 2 :] += 4.0
    mean = 100.0 * np.exp(0.05 * x)
    return step_panel(rng, mean, 0.05 * mean, 16, 8)


def task(clock: Clock, *, series: int, steps: int, seed: int) -> None:
    """Time noise, scale and scan, run by run; a panel is there before."""
    settings = AnchoredSettings()
    over = largest = 0
    for place, first in enumerate(range(0, series, RUN_SERIES)):
        panel = make_panel(min(RUN_SERIES, series - first), steps, seed * 1000 + place)
        with clock.timed():
            standard = standardise(panel, settings.baseline_steps, settings.min_steps)
            found = scan_panel(panel, standard, estimate_noise(standard), settings)
        over += int((found.ratio > found.threshold).sum())
        largest = max(largest, sum(getattr(panel, one.name).nbytes for one in fields(SeriesPanel)))
    clock.found["over_line"] = over
    clock.found["panel_bytes"] = largest
