"""The output of a sequential rule: one verdict per series, with the numbers behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolloutdiff.settings import AnchoredSettings
from rolloutdiff.stats.panel import Booleans, Floats, Integers

# A change of exactly the stated size counts, though 0.35 - 0.25 and 0.10 differ in binary floating point.
TOLERANCE = 1e-12

# Columns of numbers, NaN where a series has none.
NUMBERS = (
    "baseline_mean",
    "baseline_sd",
    "statistic",
    "threshold",
    "detectable_rise",
    "change",
    "p_value",
    "q_value",
    "e_value",
)


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
        detectable_rise: float64[S], smallest lasting change that the rule would have found, in the unit of
            the series; each rule says what it takes for found.
        change: float64[S], estimated change from the baseline, in the unit of the series.
        p_value: float64[S], chance of such a statistic without a change.
        q_value: float64[S], the same adjusted over the list: share of false findings among all series with
            a q-value up to this one.
        e_value: float64[S], evidence against no change: at most 1 in expectation without one.
        headline: object[S], whether the alert is large and sure enough for the headline list; None where
            there is no such list.
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
    change: Floats
    p_value: Floats
    q_value: Floats
    e_value: Floats
    headline: NDArray[np.object_]

    def columns(self) -> dict[str, list[Any]]:
        """Columns of table `screening` that a rule fills, as plain values; None where there is no value."""
        words = np.array(["fall", None, "rise"], dtype=object)
        return {
            "status": self.status.tolist(),
            "reason": self.reason.tolist(),
            "onset_step": boxed(self.onset_step, self.onset_index < 0),
            "alert_step": boxed(self.alert_step, self.alert_index < 0),
            "direction": words[self.direction + 1].tolist(),
            **{name: boxed(getattr(self, name), np.isnan(getattr(self, name))) for name in NUMBERS},
            "headline": self.headline.tolist(),
        }


def boxed(values: Floats | Integers, missing: Booleans) -> list[Any]:
    """Plain Python values, None where one is missing."""
    cells: NDArray[np.object_] = values.astype(object)
    cells[missing] = None
    result: list[Any] = cells.tolist()
    return result


def steps_at(steps: Integers, index: Integers) -> Integers:
    """Steps at column numbers, -1 for -1."""
    return np.append(steps, -1)[index]


def smallest_change(binary: Booleans, baseline: Floats, settings: AnchoredSettings) -> Floats:
    """float64[S]: the smallest change that may alert under the calibrated rules, in the unit of each series.

    Args:
        binary: bool[S], whether the series is a share of completions.
        baseline: float64[S], level that the change of a size is held against.
        settings: Gates.
    """
    return np.where(binary, settings.min_change, settings.min_relative * np.abs(baseline))
