"""The sequential rule `anchored_seq_v1`: evidence for a new level, at every step from the steps so far."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rolloutdiff.settings import AnchoredSettings
from rolloutdiff.stats.anchored_blocks import blocks
from rolloutdiff.stats.anchored_rule import SequentialRule
from rolloutdiff.stats.anchored_watch import Verdicts, Watch
from rolloutdiff.stats.noise import RunNoise
from rolloutdiff.stats.panel import Floats, Integers
from rolloutdiff.stats.standard import Standard

ANCHORED_SEQ = "anchored_seq_v1"
RULE = SequentialRule()

# Cells of a block's working arrays (grid pair, start, series): they stay in the processor's cache.
BLOCK_CELLS = 60_000
# exp of this is still finite.
LARGEST_LOG = 700.0


@dataclass(frozen=True, kw_only=True, eq=False)
class SequentialScan:
    """Verdicts on S series. E is the evidence for a new level, described at `scan_sequential`.

    Attributes:
        alert_index: int64[S], column of the alert, -1 without one.
        onset_index: int64[S], column of the likeliest first step of the change, as seen at the alert; -1
            without one.
        direction: int8[S], +1 rise, -1 fall, 0 without an alert.
        log_e: float64[S], log E at the stopping time: at the alert, without one at the last judged
            step; NaN where no step was judged.
        worst_log_e: float64[S], the same with drift of every kind at full weight in the denominator.
        largest_log_e: float64[S], largest log E at any judged step; NaN likewise.
        change: float64[S], size of the change as estimated at the alert, on the scale of x; NaN without one.
    """

    alert_index: Integers
    onset_index: Integers
    direction: NDArray[np.int8]
    log_e: Floats
    worst_log_e: Floats
    largest_log_e: Floats
    change: Floats

    @property
    def statistic(self) -> Floats:
        """float64[S]: log E at the alert, without one the largest."""
        result: Floats = np.where(self.alert_index >= 0, self.log_e, self.largest_log_e)
        return result

    @property
    def e_value(self) -> Floats:
        """float64[S]: E at the stopping time: without drift at most 1 in expectation."""
        result: Floats = np.exp(np.minimum(self.log_e, LARGEST_LOG))
        return result

    @property
    def worst_e_value(self) -> Floats:
        """float64[S]: at most 1 in expectation whichever noise of the grid is the true one."""
        result: Floats = np.exp(np.minimum(self.worst_log_e, LARGEST_LOG))
        return result

    @property
    def p_value(self) -> Floats:
        """float64[S]: min(1, 1 / largest E), valid however long the run was watched."""
        result: Floats = np.exp(-np.maximum(self.largest_log_e, 0.0))
        return result


def scan_sequential(
    standard: Standard,
    noise: RunNoise,
    steps: Integers,
    values: Floats,
    settings: AnchoredSettings,
    *,
    since: int | Integers = 0,
    rule: SequentialRule = RULE,
) -> SequentialScan:
    """Watches every series step by step for a lasting change of its level.

    At a step with n scored steps so far and clipped values x (`clip`), for noise theta = (kappa, rho) with
    covariance R = diag(1 / weight) + kappa^2 rho^distance, L its inverse Cholesky factor, e = L x, c = L 1,
    s = L 1{i >= k}, nu0 = `anchor` and h = (n - 1 + nu0) / 2:

        rss = e'e - (c'e)^2 / c'c + nu0            log M0 = log det L - log(c'c) / 2 - h log rss
        q = s's - (s'c)^2 / c'c                    b = s'e - (s'c) (c'e) / c'c
        M1(theta, k, g) = M0 (1 + g q)^(-1/2) (1 - g b^2 / ((1 + g q) rss))^(-h)
        E = sum over theta, k, g of pi_theta w_k v_g M1 / max over theta of omega_theta M0

    M0 is the density of the series with a flat prior on its level and an inverse gamma prior with nu0 degrees
    of freedom around 1 on its squared scale; M1 adds a change at k, normal with variance g times the squared
    scale. M1 over the M0 of the true theta is a test martingale, and so is a mixture of such ratios with
    fixed weights of sum 1. Changes that began more than `window` steps ago are left out, and the largest M0
    stands below: both only lower E. So by Ville's inequality the chance that E ever reaches 200, over all
    steps together, is at most 1 / 200 without drift, omega being 1 there, and at most 1 / (200 omega) with
    drift theta of the grid (`SequentialRule.log_null`): exactly so for unclipped normal noise with such a
    scale. `worst_log_e` has omega 1 throughout.

    A series alerts at the first step at which E >= `e_value`, the likeliest change looks like a new level
    (`lasting`), and the mean of the last four values differs from the baseline by at least the gate:
    `min_change` for binary series, `min_relative` of the baseline's size for others. A verdict reads
    neither later steps nor other series, to the bit; steps without a value are skipped.

    Args:
        standard: Series on the common scale.
        noise: Drift that counts as noise.
        steps: int64[T], logged steps.
        values: float64[S, T], step means in the unit of the series.
        settings: Baseline, gates, window and line.
        since: First column that is judged, or int64[S] that of every series. Earlier columns are read only,
            and verdicts are as if no alert had been there: after a new step, judge that step alone.
        rule: What does not depend on settings.

    Returns:
        One verdict per series; none on those with a `reason`.
    """
    verdicts = Verdicts(len(standard.level))
    first = np.broadcast_to(np.asarray(since, dtype=np.int64), (len(standard.level),))
    size = max(1, BLOCK_CELLS // (len(noise.grid) * settings.window))
    for block in blocks(standard, steps, values, settings, size):
        Watch(block, noise, settings, rule, first[block.rows]).run(verdicts)
    return SequentialScan(**vars(verdicts))
