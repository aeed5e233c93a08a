"""The sequential rule `frozen_z_v1`: steps in a row beyond the line above or below a frozen baseline."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rolloutdiff.settings import FrozenZSettings
from rolloutdiff.stats.baseline import ROUNDING, FrozenBaseline, freeze_baseline
from rolloutdiff.stats.panel import Booleans, Floats, SeriesPanel
from rolloutdiff.stats.runs import first_runs
from rolloutdiff.stats.screening import TOLERANCE, Screening, steps_at

FROZEN_Z = "frozen_z_v1"


@dataclass(frozen=True, kw_only=True, eq=False)
class FrozenZScreening(Screening):
    """Verdicts of `frozen_z_v1`, step by step too.

    The rule has no error rate: p-, q- and e-values are NaN, and `headline` is None. Its `detectable_rise`
    would have met the line, given the median standard error after the baseline.

    Attributes:
        z: float64[S, T], z at scorable steps after the baseline, NaN elsewhere.
        side: int8[S, T], +1 or -1 where a step lies beyond the line on that side, else 0.
    """

    z: Floats
    side: NDArray[np.int8]


def screen_frozen_z(panel: SeriesPanel, settings: FrozenZSettings) -> FrozenZScreening:
    """Scores every series of a run against its own first steps.

    With m_t the step mean, se_t its standard error, B `baseline_steps`, mu the mean of the first B scorable
    step means and s their floored standard deviation (see `freeze_baseline`),

        z_t = (m_t - mu) / sqrt(max(se_t^2, s^2) + s^2 / B).

    A continuous series alerts after `consecutive_steps` consecutive scorable steps with |z| > `z` on one
    side and |m_t - mu| >= `min_effect`; a binary one after as many with z > `z` and m_t - mu >= `min_rise`,
    so that its falls never alert. The first such run counts: later steps change neither baseline nor alert.

    A series is unscorable when it cannot be judged (`Screening.reason`). `single_unit` is given when the
    steps with exactly one prompt would have made up for the missing ones. A binary feature is sparse when it
    occurs in fewer than `sparse_steps` scorable steps and no scorable step after the baseline lies `min_rise`
    above it. A continuous series is constant when neither its means, nor prompts in a step, nor completions
    of a prompt differ.

    Each series is computed by itself, in a fixed order of operations: its result does not depend, to the bit,
    on the other series of the panel.

    Args:
        panel: All series of one run.
        settings: Settings of the rule.

    Returns:
        One verdict per series, in the panel's order.
    """
    scorable = panel.scorable
    baseline = freeze_baseline(panel, scorable, settings.baseline_steps)
    z, change = _score(panel, baseline, settings)
    side = _side(panel.binary, z, change, settings)
    onset, alert = first_runs(side, scorable, settings.consecutive_steps, settings.max_gap)
    alerting = alert >= 0
    reason = _reason(panel, scorable, baseline.mean, change, settings)
    reason[alerting] = None
    rows = np.flatnonzero(alerting)
    statistic = _most_extreme(z, panel.binary)
    statistic[rows] = z[rows, alert[rows]]
    direction = np.zeros(len(alert), dtype=np.int8)
    direction[rows] = side[rows, alert[rows]]
    none = np.full(len(alert), np.nan)
    return FrozenZScreening(
        rule=FROZEN_Z,
        status=np.where(alerting, "alert", np.where(reason == np.array(None), "quiet", "unscorable")),
        reason=reason,
        baseline_mean=baseline.mean,
        baseline_sd=baseline.sd,
        onset_index=onset,
        alert_index=alert,
        onset_step=steps_at(panel.steps, onset),
        alert_step=steps_at(panel.steps, alert),
        direction=direction,
        statistic=statistic,
        threshold=np.full(len(alert), settings.z),
        detectable_rise=_detectable_rise(panel, baseline, settings),
        change=none,
        p_value=none,
        q_value=none,
        e_value=none,
        headline=np.full(len(alert), None, dtype=object),
        z=z,
        side=side,
    )


def _score(panel: SeriesPanel, baseline: FrozenBaseline, settings: FrozenZSettings) -> tuple[Floats, Floats]:
    """z and change from the baseline at scorable steps after it, NaN elsewhere."""
    change = np.where(baseline.after, panel.mean - baseline.mean[:, None], np.nan)
    se = np.where(baseline.after, panel.se, np.nan)
    return change / _standard_error(se, baseline.sd[:, None], settings.baseline_steps), change


def _standard_error(se: Floats, sd: Floats, baseline_steps: int) -> Floats:
    """Standard error of a change: the step's own (at least the baseline's spread) and the baseline's."""
    square = sd * sd
    result: Floats = np.sqrt(np.maximum(se * se, square) + square / baseline_steps)
    return result


def _side(binary: Booleans, z: Floats, change: Floats, settings: FrozenZSettings) -> NDArray[np.int8]:
    """+1 or -1 where a step is beyond the line; comparisons with NaN are false."""
    least = np.where(binary, settings.min_rise, settings.min_effect)[:, None] - TOLERANCE
    above = (z > settings.z) & (change >= least)
    below = (z < -settings.z) & (change <= -least) & ~binary[:, None]
    return above.astype(np.int8) - below.astype(np.int8)


def _reason(
    panel: SeriesPanel, scorable: Booleans, level: Floats, change: Floats, settings: FrozenZSettings
) -> NDArray[np.object_]:
    """Why a series cannot be judged, None where it can; the strongest reason is written last."""
    scored = scorable.sum(axis=1)
    single = scored + (panel.prompts == 1).sum(axis=1)
    positive = (scorable & (panel.positives > 0)).sum(axis=1)
    risen = (change >= settings.min_rise - TOLERANCE).any(axis=1)
    reason: NDArray[np.object_] = np.full(len(scored), None, dtype=object)
    reason[~panel.binary & _constant(panel, scorable)] = "constant"
    reason[panel.binary & (level > 1.0 - settings.min_rise + TOLERANCE)] = "ceiling"
    reason[panel.binary & (positive < settings.sparse_steps) & ~risen] = "sparse"
    reason[scored < settings.min_steps] = "short_run"
    reason[(scored < settings.min_steps) & (single >= settings.min_steps)] = "single_unit"
    return reason


def _constant(panel: SeriesPanel, scorable: Booleans) -> Booleans:
    """Series in which means, prompts and completions of scorable steps are all equal, up to rounding."""
    low = np.where(scorable, panel.mean, np.inf).min(axis=1, initial=np.inf)
    high = np.where(scorable, panel.mean, -np.inf).max(axis=1, initial=-np.inf)
    between = np.where(scorable, panel.se, 0.0).max(axis=1, initial=0.0)
    inside = np.where(scorable & (panel.within_sd > 0), panel.within_sd, 0.0).max(axis=1, initial=0.0)
    rounding = ROUNDING * np.maximum(np.abs(low), np.abs(high))
    with np.errstate(invalid="ignore"):
        result: Booleans = (high - low <= rounding) & (between <= rounding) & (inside <= rounding)
    return result


def _most_extreme(z: Floats, binary: Booleans) -> Floats:
    """Highest z of binary series, z farthest from zero of the others; NaN where none was scored."""
    found: Floats = np.full(len(z), np.nan)
    if z.shape[1]:
        size = np.where(np.isnan(z), -np.inf, np.where(binary[:, None], z, np.abs(z)))
        found = z[np.arange(len(z)), size.argmax(axis=1)]
    return found


def _detectable_rise(panel: SeriesPanel, baseline: FrozenBaseline, settings: FrozenZSettings) -> Floats:
    se = _median(panel.se, baseline.after)
    line = settings.z * _standard_error(se, baseline.sd, settings.baseline_steps)
    return np.maximum(line, np.where(panel.binary, settings.min_rise, settings.min_effect))


def _median(values: Floats, chosen: Booleans) -> Floats:
    """Median of the chosen cells of each row; NaN where there is none."""
    count = chosen.sum(axis=1)
    result: Floats = np.full(len(values), np.nan)
    rows = np.flatnonzero(count)
    ordered = np.sort(np.where(chosen[rows], values[rows], np.inf), axis=1)
    low = ordered[np.arange(len(rows)), (count[rows] - 1) // 2]
    high = ordered[np.arange(len(rows)), count[rows] // 2]
    result[rows] = (low + high) / 2
    return result
