"""The output of a sequential rule: one verdict per series, with the numbers behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolloutdiff.stats.panel import Booleans, Floats, Integers


@dataclass(frozen=True, kw_only=True, eq=False)
class Screening:
    """Verdicts of one rule on the S series of a panel with T logged steps.

    Numbers exist whenever they can be computed, for unscorable series too (a sparse one has a baseline);
    a number that does not exist is NaN.

    Attributes:
        rule: Name and version of the rule.
        status: str[S], `alert`, `quiet` or `unscorable`.
        reason: object[S], why a series is unscorable, else None. `short_run`: too few steps with a value.
            `single_unit`: enough steps, but too few with two prompts or more. `sparse`: a binary feature
            seen in too few steps to be judged. `ceiling`: a binary feature
            whose baseline leaves no room for the smallest rise that counts. `constant`: a continuous series
            that never varied.
        baseline_mean: float64[S], frozen level.
        baseline_sd: float64[S], its floored between-step standard deviation.
        onset_index: int64[S], column of the first step of the alerting run; -1 without an alert.
        alert_index: int64[S], column of the step that completed it; -1 without an alert.
        onset_step: int64[S], step at `onset_index`; -1 without an alert.
        alert_step: int64[S], step at `alert_index`; -1 without an alert.
        direction: int8[S], +1 rise, -1 fall, 0 without an alert.
        statistic: float64[S], z at the alert step; without an alert the most extreme z after the baseline
            (binary: the highest, continuous: the one farthest from zero, the first of equals).
        threshold: float64[S], the line for `statistic`, strict.
        detectable_rise: float64[S], smallest lasting change that would have met the line, given the median
            standard error after the baseline.
        z: float64[S, T], z at scorable steps after the baseline, NaN elsewhere.
        side: int8[S, T], +1 or -1 where a step lies beyond the line on that side, else 0.
    """

    rule: str
    status: NDArray[np.str_]
    reason: NDArray[np.object_]
    baseline_mean: Floats
    baseline_sd: Floats
    onset_index: Integers
    alert_index: Integers
    onset_step: Integers
    alert_step: Integers
    direction: NDArray[np.int8]
    statistic: Floats
    threshold: Floats
    detectable_rise: Floats
    z: Floats
    side: NDArray[np.int8]

    def columns(self) -> dict[str, list[Any]]:
        """Columns of table `screening` that a rule fills, as plain values; None where there is no value."""
        quiet = self.alert_index < 0
        words = np.array(["fall", None, "rise"], dtype=object)
        return {
            "status": self.status.tolist(),
            "reason": self.reason.tolist(),
            "baseline_mean": boxed(self.baseline_mean, np.isnan(self.baseline_mean)),
            "baseline_sd": boxed(self.baseline_sd, np.isnan(self.baseline_sd)),
            "onset_step": boxed(self.onset_step, quiet),
            "alert_step": boxed(self.alert_step, quiet),
            "direction": words[self.direction + 1].tolist(),
            "statistic": boxed(self.statistic, np.isnan(self.statistic)),
            "threshold": boxed(self.threshold, np.isnan(self.threshold)),
            "detectable_rise": boxed(self.detectable_rise, np.isnan(self.detectable_rise)),
        }


def boxed(values: Floats | Integers, missing: Booleans) -> list[Any]:
    """Plain Python values, None where one is missing."""
    cells: NDArray[np.object_] = values.astype(object)
    cells[missing] = None
    result: list[Any] = cells.tolist()
    return result
