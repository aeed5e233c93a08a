"""The rule `l2_ar1_v1` once more, one series at a time, in plain Python from its definition.

Only floats, fractions, lists and `math`: nothing is shared with the package, so that the two can be compared.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from typing import Protocol

PHIS = [0.0, 0.2, 0.35, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]
SHARES = [0.1, 0.2, 0.35, 0.5, 0.75, 1.0]
ONSET_SLACK = -2 * math.log(1 - math.sqrt(0.95))

Matrix = Sequence[Sequence[float]]
Grid = list[list[list[float]]]
Null = Callable[[int], Grid]


class Settings(Protocol):
    """The settings that the rule reads; the package's own settings object has them."""

    min_segment: int
    alpha: float
    draws: int
    confirm: bool
    winsorise: bool


@dataclass(frozen=True, kw_only=True)
class Point:
    """One series at one logged step; None where a number does not exist."""

    step: int
    mean: float | None
    se: float | None
    prompts: int
    positives: int = 0

    @property
    def scorable(self) -> bool:
        return self.prompts >= 2 and self.mean is not None and self.se is not None


@dataclass(frozen=True, kw_only=True)
class Noise:
    """Latent AR(1) and white noise around two levels."""

    phi: float
    latent: float
    white: float

    @property
    def long_run(self) -> float:
        return self.white + self.latent * (1 + self.phi) / (1 - self.phi)

    @property
    def share(self) -> float:
        return self.latent / (self.latent + self.white) if self.latent + self.white > 0 else 0.0


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What the rule says about one series; None where a number does not exist."""

    found: bool
    reason: str | None
    onset_step: int | None = None
    onset_low: int | None = None
    onset_high: int | None = None
    before_mean: float | None = None
    after_mean: float | None = None
    statistic: float | None = None
    threshold: float | None = None
    p_value: float | None = None


def squared_error(values: Sequence[float], position: int) -> Fraction:
    """Exact squared error around the means of the first `position` values and of the others."""
    error = Fraction(0)
    for part in filter(None, (values[:position], values[position:])):
        exact = [Fraction(value) for value in part]
        level = sum(exact) / len(exact)
        error += sum((value - level) ** 2 for value in exact)
    return error


def best_split(values: Sequence[float], min_segment: int) -> int:
    """Number of values before the split with the least squared error; of equal ones the earliest.

    Splits are equal when what they save differs by less than float rounding of the values can make.
    """
    whole = squared_error(values, 0)
    saved = {k: whole - squared_error(values, k) for k in range(min_segment, len(values) - min_segment + 1)}
    line = max(saved.values()) * (1 - Fraction(1, 10**12))
    return min(k for k, size in saved.items() if size >= line)


def residuals(values: Sequence[float], position: int) -> tuple[list[float], float, float]:
    """Values minus the mean of their segment, and both means."""
    before = math.fsum(values[:position]) / position
    after = math.fsum(values[position:]) / (len(values) - position)
    return [v - (before if i < position else after) for i, v in enumerate(values)], before, after


def fit_noise(values: Sequence[float], position: int, observation: float) -> Noise:
    """Noise around the two levels of a split."""
    left, before, after = residuals(values, position)
    count = len(values)
    covariance = [
        math.fsum(left[i] * left[i + lag] for i in range(count - lag)) / (count - 2) for lag in range(4)
    ]
    white = max(observation, (0.001 * (after - before)) ** 2)
    latent = max(covariance[0] - white, 0.0)
    if latent == 0:
        return Noise(phi=0.0, latent=0.0, white=white)
    grid = [step / 20 for step in range(20)]
    phi = min(grid, key=lambda p: (sum((covariance[h] - latent * p**h) ** 2 for h in (1, 2, 3)), p))
    if phi > 0:
        phi = min(phi + (4 + 8 * phi) / count, 0.95)
    return Noise(phi=phi, latent=latent, white=white)


def gain(values: Sequence[float], position: int) -> float:
    """How much two means lower the sum of squares."""
    _, before, after = residuals(values, position)
    return position * (len(values) - position) / len(values) * (after - before) ** 2


def statistic(values: Sequence[float], observation: float, settings: Settings) -> tuple[float, Noise, int]:
    """Gain of the best split in units of the noise's long-run variance."""
    position = best_split(values, settings.min_segment)
    if settings.confirm:
        noise = fit_noise(values, position, observation)
    else:
        left, before, after = residuals(values, position)
        variance = math.fsum(e * e for e in left) / (len(values) - 2)
        noise = Noise(phi=0.0, latent=0.0, white=max(variance, (0.001 * (after - before)) ** 2))
    size = gain(values, position)
    return (size / noise.long_run if size > 0 else 0.0), noise, position


def null_statistics(
    innovation: Matrix, white: Matrix, phi: float, share: float, rule: Settings
) -> list[float]:
    """Statistics of series without a change, one per column of normal draws, ascending."""
    found = []
    for column in range(len(innovation[0])):
        latent = [innovation[0][column]]
        for row in innovation[1:]:
            latent.append(phi * latent[-1] + math.sqrt(1 - phi**2) * row[column])
        values = [
            math.sqrt(share) * u + math.sqrt(1 - share) * row[column]
            for u, row in zip(latent, white, strict=True)
        ]
        found.append(statistic(values, 1 - share, rule)[0])
    return sorted(found)


def null_grid(innovation: Matrix, white: Matrix, rule: Settings) -> Grid:
    """Null statistics by phi and share; each order statistic never below that of a smaller phi or share."""
    grid: Grid = []
    for row, phi in enumerate(PHIS):
        grid.append([])
        for column, share in enumerate(SHARES):
            cell = null_statistics(innovation, white, phi, share, rule)
            if row:
                cell = [max(pair) for pair in zip(cell, grid[row - 1][column], strict=True)]
            if column:
                cell = [max(pair) for pair in zip(cell, grid[row][column - 1], strict=True)]
            grid[row].append(cell)
    return grid


def read_cell(grid: Grid, noise: Noise, count: int) -> list[float]:
    """The cell of the grid for estimated noise: a margin above it, then up to the grid."""
    share = min(noise.share + 0.5 * math.sqrt(2 / count) * (1 - noise.share), 1.0)
    phi = min(noise.phi + math.sqrt((1 - noise.phi**2) / count) / max(share, 0.05), 0.95)
    row = next(i for i, edge in enumerate(PHIS) if edge >= phi)
    column = next(i for i, edge in enumerate(SHARES) if edge >= share)
    return grid[row][column]


def clipped(values: Sequence[float], least_sd: float, min_segment: int) -> list[float]:
    """Each value within three robust standard deviations of the median of its window."""
    count, width = len(values), 2 * min_segment - 1
    result = []
    for i, value in enumerate(values):
        start = min(max(i - width // 2, 0), count - width)
        window = values[start : start + width]
        middle = median(window)
        reach = 3 * max(1.4826 * median(abs(v - middle) for v in window), least_sd)
        result.append(min(max(value, middle - reach), middle + reach))
    return result


def judge(points: Sequence[Point], kind: str, settings: Settings, null: Null) -> Verdict:
    """Applies the rule to one series of few steps.

    Args:
        points: One point per step that the run logged, in order; also where the series has no value.
        kind: `binary` or `continuous`.
        settings: Settings of the rule.
        null: Gives the null grid for a number of steps; without confirmation, a grid of one cell.
    """
    scorable = [point for point in points if point.scorable]
    needed = 2 * settings.min_segment
    if len(scorable) < needed:
        alone = sum(point.prompts == 1 for point in points)
        return Verdict(found=False, reason="single_unit" if len(scorable) + alone >= needed else "short_run")
    sparse = kind == "binary" and sum(point.positives > 0 for point in scorable) < settings.min_segment
    values = [point.mean for point in scorable]
    if max(values) - min(values) <= 1e-7 * max(abs(value) for value in values):
        return Verdict(found=False, reason="sparse" if sparse else "constant")

    count = len(values)
    observation = math.fsum(point.se**2 for point in scorable) / count
    if settings.winsorise:
        values = clipped(values, math.sqrt(observation), settings.min_segment)
    size, noise, position = statistic(values, observation, settings)
    cell = read_cell(null(count), noise, count) if settings.confirm else null(count)[0][0]
    line = sorted(cell, reverse=True)[int(settings.alpha * (settings.draws + 1) + 1e-9) - 1]

    best = gain(values, position)
    near = [
        k
        for k in range(settings.min_segment, count - settings.min_segment + 1)
        if gain(values, k) >= best - ONSET_SLACK * noise.long_run
    ]
    _, before, after = residuals(values, position)
    return Verdict(
        found=size > line and not sparse,
        reason="sparse" if sparse else None,
        onset_step=scorable[position].step,
        onset_low=scorable[near[0]].step,
        onset_high=scorable[near[-1]].step,
        before_mean=before,
        after_mean=after,
        statistic=size,
        threshold=line,
        p_value=(1 + sum(draw >= size for draw in cell)) / (settings.draws + 1),
    )
