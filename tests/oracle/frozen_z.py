"""The rule `frozen_z_v1` once more, one series at a time, in plain Python from its definition.

Only floats, lists and `math`: nothing is shared with the package, so that the two can be compared.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Protocol


class Settings(Protocol):
    """The settings that the rule reads; the package's own settings object has them."""

    baseline_steps: int
    consecutive_steps: int
    max_gap: int
    z: float
    min_rise: float
    min_effect: float
    sparse_steps: int


@dataclass(frozen=True, kw_only=True)
class Point:
    """One series at one logged step; None where a number does not exist."""

    step: int
    mean: float | None
    se: float | None
    prompts: int
    samples: int
    positives: int = 0
    within_sd: float | None = None

    @property
    def scorable(self) -> bool:
        return self.prompts >= 2 and _known(self.mean) and _known(self.se)


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What the rule says about one series; `z` has one entry per logged step."""

    status: str
    reason: str | None
    baseline_mean: float | None
    baseline_sd: float | None
    onset_step: int | None
    alert_step: int | None
    direction: int
    statistic: float | None
    threshold: float
    detectable_rise: float | None
    z: list[float | None]


def screen(points: Sequence[Point], kind: str, settings: Settings) -> Verdict:
    """Applies the rule to one series.

    Args:
        points: One point per step that the run logged, in order; also where the series has no value.
        kind: `binary` or `continuous`.
        settings: Settings of the rule.
    """
    scorable = [point for point in points if point.scorable]
    baseline, later = scorable[: settings.baseline_steps], scorable[settings.baseline_steps :]
    z: dict[int, float] = {}
    level = spread = detectable = None
    if len(baseline) == settings.baseline_steps:
        level, spread = _baseline(baseline, kind)
        for point in later:
            scale = math.sqrt(max(point.se**2, spread**2) + spread**2 / settings.baseline_steps)
            z[point.step] = (point.mean - level) / scale
        if later:
            middle = median(point.se for point in later)
            least = settings.min_rise if kind == "binary" else settings.min_effect
            scale = math.sqrt(max(middle**2, spread**2) + spread**2 / settings.baseline_steps)
            detectable = max(settings.z * scale, least)

    alert = _alert(points, z, level, kind, settings)
    reason = None if alert else _reason(points, scorable, later, level, kind, settings)
    if alert:
        statistic = z[alert[1]]
    elif z:
        statistic = max(z.values(), key=(lambda v: v) if kind == "binary" else abs)
    else:
        statistic = None
    return Verdict(
        status="alert" if alert else "unscorable" if reason else "quiet",
        reason=reason,
        baseline_mean=level,
        baseline_sd=spread,
        onset_step=alert[0] if alert else None,
        alert_step=alert[1] if alert else None,
        direction=alert[2] if alert else 0,
        statistic=statistic,
        threshold=settings.z,
        detectable_rise=detectable,
        z=[z.get(point.step) for point in points],
    )


def _known(value: float | None) -> bool:
    return value is not None and math.isfinite(value)


def _baseline(points: list[Point], kind: str) -> tuple[float, float]:
    means = [point.mean for point in points]
    level = math.fsum(means) / len(means)
    spread = math.sqrt(math.fsum((mean - level) ** 2 for mean in means) / (len(means) - 1))
    samples = sum(point.samples for point in points)
    if kind == "binary":
        share = (sum(point.positives for point in points) + 0.5) / (samples + 1)
        units = sum(point.prompts for point in points) / len(points)
        floor = math.sqrt(share * (1 - share) / units)
    else:
        repeated = [point for point in points if _known(point.within_sd) and point.samples > point.prompts]
        freedom = sum(point.samples - point.prompts for point in repeated)
        squares = math.fsum((point.samples - point.prompts) * point.within_sd**2 for point in repeated)
        floor = math.sqrt(squares / freedom / (samples / len(points))) if freedom else 0.0
    spread = max(spread, floor)
    if spread <= 1e-7 * max(abs(mean) for mean in means):  # equal but for rounding
        spread = 0.01 * max(abs(level), 1.0)
    return level, spread


def _beyond(change: float, z: float, kind: str, settings: Settings) -> int:
    """+1 or -1 when a step is beyond the line, else 0."""
    if kind == "binary":
        return 1 if z > settings.z and change >= settings.min_rise - 1e-12 else 0
    if abs(z) > settings.z and abs(change) >= settings.min_effect - 1e-12:
        return 1 if z > 0 else -1
    return 0


def _alert(
    points: Sequence[Point], z: dict[int, float], level: float | None, kind: str, settings: Settings
) -> tuple[int, int, int] | None:
    """Onset step, alert step and direction of the first run that is long enough."""
    run: list[int] = []
    run_side, gap = 0, 0
    for point in points:
        if not point.scorable:
            gap += 1
            continue
        if point.step in z:
            side = _beyond(point.mean - level, z[point.step], kind, settings)
            if side == 0:
                run = []
            elif side == run_side and gap <= settings.max_gap:
                run = [*run, point.step]
            else:
                run = [point.step]
            run_side = side
            if len(run) == settings.consecutive_steps:
                return run[0], run[-1], side
        gap = 0
    return None


def _reason(
    points: Sequence[Point],
    scorable: list[Point],
    later: list[Point],
    level: float | None,
    kind: str,
    settings: Settings,
) -> str | None:
    needed = settings.baseline_steps + settings.consecutive_steps
    if len(scorable) < needed:
        alone = sum(point.prompts == 1 for point in points)
        return "single_unit" if len(scorable) + alone >= needed else "short_run"
    if kind == "binary":
        seen = sum(point.positives > 0 for point in scorable)
        risen = any(point.mean - level >= settings.min_rise - 1e-12 for point in later)
        if seen < settings.sparse_steps and not risen:
            return "sparse"
        return "ceiling" if level > 1 - settings.min_rise + 1e-12 else None
    means = [point.mean for point in scorable]
    deviations = [max(means) - min(means)]
    deviations += [point.se for point in scorable]
    deviations += [point.within_sd for point in scorable if _known(point.within_sd)]
    return "constant" if max(deviations) <= 1e-7 * max(abs(mean) for mean in means) else None
