"""From scans to verdicts: status, numbers and the headline list of the calibrated rules."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolloutdiff.settings import AnchoredSettings
from rolloutdiff.stats.anchored_lr import ANCHORED_LR, Retrospective
from rolloutdiff.stats.anchored_power import detectable_step
from rolloutdiff.stats.anchored_sequential import ANCHORED_SEQ, SequentialScan
from rolloutdiff.stats.changes import ChangeTable
from rolloutdiff.stats.critical import SMALLEST_P
from rolloutdiff.stats.multiplicity import e_values, q_values
from rolloutdiff.stats.noise import NARROW, WIDE, WIDEST, RunNoise
from rolloutdiff.stats.panel import Booleans, Floats, SeriesPanel
from rolloutdiff.stats.screening import TOLERANCE, Screening, smallest_change, steps_at
from rolloutdiff.stats.standard import ARCSINE, Standard

# Steps that a change must last; a binary feature seen in fewer cannot have changed.
FEWEST_STEPS = 4

# Chance of a sequential alert over 1 / e_value. Without drift 1 is guaranteed; with as much drift as a grid
# holds, simulated runs of 80 and 200 steps gave 0.4, 0.8 and 1.7 % of series at an e-value of 200.
CHANCE = {NARROW: 1.0, WIDE: 2.0, WIDEST: 4.0}

Reasons = NDArray[np.object_]


def reasons(panel: SeriesPanel, standard: Standard) -> Reasons:
    """Why a series cannot be judged, None where it can."""
    reason = standard.reason.copy()
    positive = (standard.scored & (panel.positives > 0)).sum(axis=1)
    reason[panel.binary & judged(reason) & (positive < FEWEST_STEPS)] = "sparse"
    return reason


def large_enough(
    panel: SeriesPanel, change: Floats, baseline: Floats, settings: AnchoredSettings
) -> Booleans:
    """Whether a change is large enough for an alert."""
    least = smallest_change(panel.binary, baseline, settings)
    result: Booleans = np.abs(change) >= least - TOLERANCE
    return result


def _headline(
    panel: SeriesPanel,
    alert: Booleans,
    change: Floats,
    baseline: Floats,
    q: Floats,
    settings: AnchoredSettings,
) -> Reasons:
    """object[S]: whether an alert is large and sure enough for the headline list."""
    share = settings.headline_change
    least = np.where(panel.binary, share, share * np.abs(baseline))
    chosen = alert & (np.abs(change) >= least - TOLERANCE) & (q <= settings.fdr)
    return chosen.astype(np.object_)


def sequential_verdicts(
    panel: SeriesPanel,
    standard: Standard,
    watched: SequentialScan,
    reason: Reasons,
    settings: AnchoredSettings,
    noise: RunNoise,
) -> Screening:
    """Verdicts of `anchored_seq_v1`.

    The change is that estimated at the alert. `detectable_rise` is the lasting rise from the middle of the
    run that is alerted within ten steps in nine series of ten.
    """
    alert = watched.alert_index >= 0
    reason = reason.copy()
    reason[alert] = None
    tested = judged(reason)
    p = np.where(tested, np.maximum(watched.p_value, SMALLEST_P), np.nan)
    q = q_values(p)
    rows = np.arange(len(alert))
    moved = standard.to_unit(rows, np.nan_to_num(watched.change)) - standard.to_unit(
        rows, np.zeros(len(alert))
    )
    change = np.where(alert, moved, np.nan)
    middle = standard.x.shape[1] // 2
    rise = _in_units(panel, standard, detectable_step(noise, middle), settings)
    return Screening(
        rule=ANCHORED_SEQ,
        status=_status(alert, reason),
        reason=reason,
        baseline_mean=standard.baseline_mean,
        baseline_sd=standard.baseline_sd,
        onset_index=watched.onset_index,
        alert_index=watched.alert_index,
        onset_step=steps_at(panel.steps, watched.onset_index),
        alert_step=steps_at(panel.steps, watched.alert_index),
        direction=watched.direction,
        statistic=np.where(tested, watched.statistic, np.nan),
        threshold=np.full(len(alert), np.log(settings.e_value)),
        detectable_rise=np.where(tested, rise, np.nan),
        change=change,
        p_value=p,
        q_value=q,
        e_value=np.where(tested, watched.worst_e_value, np.nan),
        headline=_headline(
            panel, alert, _largest_change(panel, standard, watched), standard.baseline_mean, q, settings
        ),
    )


def _largest_change(panel: SeriesPanel, standard: Standard, watched: SequentialScan) -> Floats:
    """float64[S]: largest change of four steps in a row in the alert's direction, from the alert on; else 0.

    What begins small is an alert before it is a headline.
    """
    result = np.zeros(len(panel.binary))
    rows = np.flatnonzero(watched.alert_index >= 0)
    scored = standard.scored[rows]
    # Scored steps first, in order.
    order = np.argsort(~scored, axis=1, kind="stable")
    away = np.take_along_axis(np.where(scored, panel.mean[rows], np.nan), order, axis=1)
    away = (away - standard.baseline_mean[rows, None]) * watched.direction[rows, None]
    recent = away.copy()
    for lag in range(1, FEWEST_STEPS):
        recent[:, lag:] += away[:, :-lag]
    place = np.cumsum(scored, axis=1)[np.arange(len(rows)), watched.alert_index[rows]] - 1
    later = np.arange(away.shape[1]) >= place[:, None]
    usable = later & np.isfinite(recent)
    result[rows] = np.where(usable, recent, -np.inf).max(axis=1, initial=-np.inf) / FEWEST_STEPS
    return result


def retrospective_verdicts(
    panel: SeriesPanel,
    standard: Standard,
    found: Retrospective,
    alert: Booleans,
    shift: ChangeTable,
    reason: Reasons,
    p: Floats,
    q: Floats,
    settings: AnchoredSettings,
) -> Screening:
    """Verdicts of `anchored_lr_v1`; there is no alert step, since it looks at the whole run."""
    tested = judged(reason)
    onset = np.full(len(alert), -1, dtype=np.int64)
    for row in shift.rows:
        if row.place == 1 and row.onset_step is not None:
            onset[row.series] = row.onset_step
    onset = np.where(alert, onset, -1)
    return Screening(
        rule=ANCHORED_LR,
        status=_status(alert, reason),
        reason=reason,
        baseline_mean=standard.baseline_mean,
        baseline_sd=standard.baseline_sd,
        onset_index=np.where(alert, np.searchsorted(panel.steps, onset), -1),
        alert_index=np.full(len(alert), -1, dtype=np.int64),
        onset_step=onset,
        alert_step=np.full(len(alert), -1, dtype=np.int64),
        direction=np.where(alert, np.sign(np.nan_to_num(found.change)), 0).astype(np.int8),
        statistic=np.where(tested, found.ratio, np.nan),
        threshold=found.threshold,
        detectable_rise=np.where(tested, found.detectable, np.nan),
        change=np.where(tested, found.change, np.nan),
        p_value=p,
        q_value=q,
        e_value=e_values(p),
        headline=_headline(panel, alert, found.change, standard.baseline_mean, q, settings),
    )


def _in_units(panel: SeriesPanel, standard: Standard, rise: float, settings: AnchoredSettings) -> Floats:
    """float64[S]: a rise on the common scale in the unit of the series, at least what may alert."""
    rows = np.arange(len(standard.sd))
    top = standard.to_unit(rows, np.full(len(rows), rise))
    least = smallest_change(panel.binary, standard.baseline_mean, settings)
    room = (standard.scale != ARCSINE) | (standard.level + standard.sd * rise <= np.pi / 2)
    return np.where(room, np.maximum(top - standard.baseline_mean, least), np.nan)


def calibration_row(screening: Screening, noise: RunNoise, prompts: str, alpha: float) -> dict[str, Any]:
    """One row of table `calibration`: the list of a rule, and the noise that it was judged against."""
    scorable = int((screening.status != "unscorable").sum())
    drift = sorted({rho for kappa, rho in noise.grid if kappa > 0})
    return {
        "rule": screening.rule,
        "series": scorable,
        "alerts": int((screening.status == "alert").sum()),
        "headlines": int(screening.headline.astype(bool).sum()),
        "alpha": alpha,
        "threshold": math.exp(screening.threshold[0]) if len(screening.threshold) else None,
        "expected_false_alerts": alpha * scorable,
        "bulk_ratio": None,
        "deff": noise.deff,
        "kappa_squared": noise.kappa_squared,
        "kappa_squared_high": noise.kappa_squared_high,
        "drift": f"kappa {', '.join(f'{k:g}' for k in sorted({k for k, _ in noise.grid if k > 0}))};"
        f" rho {', '.join(f'{r:g}' for r in drift)}",
        "prompts": prompts,
    }


def judged(reason: Reasons) -> Booleans:
    """bool[S]: series without a reason against judging them."""
    result: Booleans = reason == np.array(None)
    return result


def _status(alert: Booleans, reason: Reasons) -> NDArray[np.str_]:
    return np.where(alert, "alert", np.where(judged(reason), "quiet", "unscorable"))
