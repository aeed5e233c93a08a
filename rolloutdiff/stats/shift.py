"""The output of a retrospective rule: one best split per series, and whether it is confirmed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolloutdiff.stats.panel import Booleans, Floats, Integers
from rolloutdiff.stats.screening import boxed

# Columns of table `shift` that a rule of one split has nothing to say about.
UNKNOWN = ("start_step", "half_step", "end_step", "q_value", "onset_at")


@dataclass(frozen=True, kw_only=True, eq=False)
class Shift:
    """Best splits by one rule of the S series of a run.

    Split, means, statistic and p-value exist whenever they can be computed, also where the change is
    not found; a number that does not exist is NaN, a step that does not exist -1.

    Attributes:
        rule: Name and version of the rule.
        null: What the p-values are relative to: `latent_ar1`, or `white_noise` without confirmation.
        winsorised: Whether spikes were clipped before the split.
        found: bool[S], whether the split is confirmed at the level of the settings.
        shape: object[S], `step` where found, else None.
        reason: object[S], why a series cannot be judged, else None. `short_run`: too few steps with a value
            for two segments. `single_unit`: enough steps, but too few with two prompts or more. `sparse`: a
            binary feature seen in fewer scorable steps than one segment needs. `constant`: step means that
            never differ.
        onset_step: int64[S], first step of the second segment.
        onset_low: int64[S], first step of the onset's confidence set.
        onset_high: int64[S], last step of it. Only splits with long enough segments are members.
        before_mean: float64[S], mean of the step means before the onset, in the series' unit.
        after_mean: float64[S], mean from the onset on. With `winsorised`, both of the clipped series.
        statistic: float64[S], the split's gain in squared error over the noise's long-run variance.
        threshold: float64[S], the line for `statistic`, strict.
        p_value: float64[S], chance of such a statistic without a change.
        phi: float64[S], estimated autocorrelation of the latent noise; NaN with null `white_noise`.
        latent_share: float64[S], its estimated share of the noise variance; NaN with null `white_noise`.
    """

    rule: str
    null: str
    winsorised: bool
    found: Booleans
    shape: NDArray[np.object_]
    reason: NDArray[np.object_]
    onset_step: Integers
    onset_low: Integers
    onset_high: Integers
    before_mean: Floats
    after_mean: Floats
    statistic: Floats
    threshold: Floats
    p_value: Floats
    phi: Floats
    latent_share: Floats

    def columns(self) -> dict[str, list[Any]]:
        """Columns of table `shift` that a rule fills, as plain values; None where there is no value."""
        steps = ("onset_step", "onset_low", "onset_high")
        numbers = ("before_mean", "after_mean", "statistic", "threshold", "p_value")
        return {
            "shape": self.shape.tolist(),
            **{name: boxed(getattr(self, name), self.onset_step < 0) for name in steps},
            **{name: boxed(getattr(self, name), np.isnan(getattr(self, name))) for name in numbers},
            **dict.fromkeys(UNKNOWN, [None] * len(self.found)),
            "place": [1] * len(self.found),
        }
