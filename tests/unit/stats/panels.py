"""Panels for tests, from single series and from the case files."""

from __future__ import annotations

import csv
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from rolloutdiff.settings import FrozenZSettings
from rolloutdiff.stats.panel import SeriesPanel
from rolloutdiff.stats.screening import Screening
from rolloutdiff.stats.sequential import screen_frozen_z

CASES = Path(__file__).parents[2] / "cases"
DEFAULT = FrozenZSettings()

# Mean 0 and ddof-1 standard deviation 120 (14 * 120^2 / 14), all exact in binary. With a standard error of
# 239 a later step is measured in sqrt(239^2 + 120^2 / 15) = sqrt(58081) = 241, and 964 / 241 = 4.
BASELINE = [-120.0] * 7 + [120.0] * 7 + [0.0]
AT_THE_LINE, BEYOND = 964.0, 965.0


@dataclass(frozen=True, kw_only=True)
class Series:
    """One series; a plain number stands for that number at every step."""

    mean: Sequence[float]
    se: float | Sequence[float] = 0.0
    prompts: int | Sequence[int] = 4
    samples: int | Sequence[int] = 8
    positives: int | Sequence[int] = 0
    within_sd: float | Sequence[float] = 0.0
    binary: bool = False
    absent: Sequence[int] = field(default=())
    """Columns at which the series has no value."""


def panel(*series: Series, steps: Sequence[int] | None = None) -> SeriesPanel:
    width = len(series[0].mean)

    def stack(name: str, dtype: type, missing: float) -> np.ndarray:
        rows = [np.broadcast_to(np.asarray(getattr(one, name), dtype=dtype), width).copy() for one in series]
        for row, one in zip(rows, series, strict=True):
            row[list(one.absent)] = missing
        return np.stack(rows)

    return SeriesPanel(
        steps=np.asarray(range(1, width + 1) if steps is None else steps, dtype=np.int64),
        mean=stack("mean", np.float64, np.nan),
        se=stack("se", np.float64, np.nan),
        prompts=stack("prompts", np.int64, 0),
        samples=stack("samples", np.int64, 0),
        positives=stack("positives", np.int64, 0),
        within_sd=stack("within_sd", np.float64, np.nan),
        binary=np.array([one.binary for one in series], dtype=np.bool_),
    )


def case(folder: str, *, binary: bool = False) -> Series:
    """The series of a case file; each of its rows is the only completion of a prompt in a step."""
    values: dict[int, list[float]] = defaultdict(list)
    with (CASES / folder / "series.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            values[int(row["step"])].append(float(row["value"]))
    assert sorted(values) == list(range(1, len(values) + 1))
    of_step = [values[step] for step in sorted(values)]
    means = [math.fsum(of_one) / len(of_one) for of_one in of_step]
    return Series(
        mean=means,
        se=[
            math.sqrt(math.fsum((v - mean) ** 2 for v in of_one) / (len(of_one) * (len(of_one) - 1)))
            if len(of_one) > 1
            else math.nan
            for of_one, mean in zip(of_step, means, strict=True)
        ],
        prompts=[len(of_one) for of_one in of_step],
        samples=[len(of_one) for of_one in of_step],
        positives=[sum(v > 0 for v in of_one) for of_one in of_step],
        within_sd=math.nan,
        binary=binary,
    )


def one(series: Series, settings: FrozenZSettings = DEFAULT) -> Screening:
    return screen_frozen_z(panel(series), settings)


def continuous(*later: float, **other: object) -> Series:
    return Series(mean=[*BASELINE, *later], se=239.0, **other)


def binary(baseline: float, *later: float, prompts: int = 400) -> Series:
    """One completion per prompt in each step, so that positives are prompts times prevalence."""
    means = [baseline] * 15 + list(later)
    return Series(
        mean=means,
        prompts=prompts,
        samples=prompts,
        positives=[round(mean * prompts) for mean in means],
        within_sd=math.nan,
        binary=True,
    )


def verdict(result: Screening) -> tuple[str, str | None, int, int, int]:
    return (
        str(result.status[0]),
        result.reason[0],
        int(result.onset_step[0]),
        int(result.alert_step[0]),
        int(result.direction[0]),
    )


QUIET = ("quiet", None, -1, -1, 0)
