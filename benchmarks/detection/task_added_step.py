"""Task: the sequential rule when a run that was judged before has gained one step."""

from __future__ import annotations

from benchmarks.detection.task_retrospective import make_panel
from benchmarks.speed.measure import Clock
from rolloutdiff.settings import AnchoredSettings
from rolloutdiff.stats.anchored_sequential import scan_sequential
from rolloutdiff.stats.noise import estimate_noise
from rolloutdiff.stats.standard import standardise


def task(clock: Clock, *, series: int, steps: int, seed: int) -> None:
    """Time everything that the rule needs for a verdict on the last step."""
    panel = make_panel(series, steps, seed)
    settings = AnchoredSettings()
    with clock.timed():
        standard = standardise(panel, settings.baseline_steps, 20)
        noise = estimate_noise(standard)
        scan_sequential(standard, noise, panel.steps, panel.mean, settings, since=steps - 1)
