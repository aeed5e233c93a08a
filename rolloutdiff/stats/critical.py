"""The simulated null distribution of `anchored_lr_v1`: p-values, lines and power."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from rolloutdiff.stats.noise import NARROW, WIDE, WIDEST, Grid
from rolloutdiff.stats.panel import Floats

TABLE = Path(__file__).with_name("anchored_lr_v1.csv")
# Smaller chances are not told apart: the table was simulated, and its tail is a model.
SMALLEST_P = 1e-6
# A change counts as detectable that is found with this chance.
POWER = 0.90
# Chances for which the table holds the ratio that is exceeded.
PROBABILITIES = (0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.004, 0.002, 0.001)
GRIDS = {"narrow": NARROW, "widest": WIDEST, "wide": WIDE}
QUANTILES = tuple(f"p{p:g}" for p in PROBABILITIES)
COLUMNS = ("grid", "freedom", "steps", "median", *QUANTILES, "tail", "detectable", "draws")


@dataclass(frozen=True, kw_only=True, eq=False)
class Critical:
    """Null distribution of the ratio for one number of steps.

    Attributes:
        median: Its median for white noise.
        quantile: float64, the ratios exceeded with the chances `PROBABILITIES`, the largest over all noise of
            the grid.
        tail: Mean excess of the exponential tail beyond them.
        detectable: Length of a whitened step that is found in nine series of ten, at a chance of 0.004.
    """

    median: float
    quantile: Floats
    tail: float
    detectable: float

    def p_value(self, ratio: Floats) -> Floats:
        """Chances of ratios as large, for float64[S]; log-linear between the entries of the table.

        Nothing is decided below the median, where a line to 1 at ratio 0 is good enough.
        """
        log_p = np.log(PROBABILITIES)
        inside = np.interp(ratio, self.quantile, log_p)
        beyond = log_p[-1] - (ratio - self.quantile[-1]) / self.tail
        below = np.interp(ratio, [0.0, self.quantile[0]], [0.0, log_p[0]])
        log = np.where(ratio > self.quantile[-1], beyond, np.where(ratio < self.quantile[0], below, inside))
        return np.maximum(np.exp(log), SMALLEST_P)

    def line(self, alpha: float) -> float:
        """The ratio that is exceeded with chance `alpha`."""
        log_p = np.log(PROBABILITIES)
        if alpha < PROBABILITIES[-1]:
            return float(self.quantile[-1] + self.tail * (log_p[-1] - np.log(alpha)))
        return float(np.interp(np.log(alpha), log_p[::-1], self.quantile[::-1]))


def critical(steps: int, grid: Grid, freedom: float) -> Critical:
    """The null distribution for series of `steps` values, between table rows linear in log(steps).

    Args:
        steps: Scored steps; beyond the ends of the table the nearest row is extended.
        grid: One of `GRIDS`.
        freedom: Degrees of freedom that anchor the scale.

    Returns:
        The distribution.
    """
    name = next(name for name, pairs in GRIDS.items() if pairs == grid)
    at, rows = _rows()[name, int(freedom)]
    where = np.log(max(steps, 1))
    numbers = np.array([np.interp(where, at, column) for column in rows.T])
    return Critical(
        median=float(numbers[0]),
        quantile=numbers[1 : 1 + len(PROBABILITIES)],
        tail=float(numbers[-3]),
        detectable=float(numbers[-2]),
    )


@lru_cache(maxsize=1)
def _rows() -> dict[tuple[str, int], tuple[Floats, Floats]]:
    with TABLE.open(newline="") as file:
        lines = list(csv.DictReader(file))
    found: dict[tuple[str, int], list[list[float]]] = {}
    for line in lines:
        key = (line["grid"], int(line["freedom"]))
        found.setdefault(key, []).append([float(line[name]) for name in COLUMNS[2:]])
    result = {}
    for key, values in found.items():
        array = np.array(sorted(values))
        result[key] = (np.log(array[:, 0]), array[:, 1:])
    return result
