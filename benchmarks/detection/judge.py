"""Verdicts of every rule on a panel, in one form."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from benchmarks.detection.names import CALIBRATED, FROZEN, L2, LR, ORIGINAL, RULES, SEQ
from benchmarks.detection.prompts import Revisits
from rolloutdiff.settings import AnchoredSettings, FrozenZSettings, L2Ar1Settings
from rolloutdiff.stats.anchored import screen_run
from rolloutdiff.stats.changes import ChangeTable
from rolloutdiff.stats.multiplicity import q_values
from rolloutdiff.stats.panel import Booleans, Floats, Integers, SeriesPanel
from rolloutdiff.stats.retrospective import find_shifts
from rolloutdiff.stats.screening import Screening
from rolloutdiff.stats.sequential import screen_frozen_z
from rolloutdiff.stats.shift import Shift

FDR = 0.05


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Settings of all rules."""

    anchored: AnchoredSettings = field(default_factory=AnchoredSettings)
    frozen_z: FrozenZSettings = field(default_factory=FrozenZSettings)
    l2_ar1: L2Ar1Settings = field(default_factory=L2Ar1Settings)


@dataclass(frozen=True, kw_only=True, eq=False)
class Verdicts:
    """Verdicts of one rule on S series; a step that does not exist is -1, a number NaN.

    Attributes:
        rule: Name of the rule.
        scorable: bool[S].
        alert: bool[S].
        headline: bool[S]; for rules without such a list every alert.
        direction: int8[S], +1 for a rise, -1 for a fall, 0 without an alert.
        alert_step: int64[S], step at which a sequential rule knows; -1 for retrospective ones.
        onset: int64[S], first step of the change.
        onset_low: int64[S], first step of the onset's set; -1 where the rule gives none.
        onset_high: int64[S], last step of it.
        q_value: float64[S]; of `l2_ar1_v1` by Benjamini and Hochberg from its p-values.
        statistic: float64[S].
        detectable_rise: float64[S].
        change_series: int64[C], series of every change found.
        change_step: int64[C], its step; a passing change has two.
    """

    rule: str
    scorable: Booleans
    alert: Booleans
    headline: Booleans
    direction: np.ndarray[Any, np.dtype[np.int8]]
    alert_step: Integers
    onset: Integers
    onset_low: Integers
    onset_high: Integers
    q_value: Floats
    statistic: Floats
    detectable_rise: Floats
    change_series: Integers
    change_step: Integers


def judge(
    panel: SeriesPanel,
    settings: Settings | None = None,
    *,
    prompts: Revisits | None = None,
    rules: tuple[str, ...] = RULES,
) -> dict[str, Verdicts]:
    """Verdicts by rule.

    Args:
        panel: All series of one run.
        settings: Settings; the package's own by default.
        prompts: Prompts of the run, for the calibrated rules.
        rules: Rules to compute; the calibrated ones come together.
    """
    chosen = settings or Settings()
    found: dict[str, Verdicts] = {}
    if set(rules) & set(CALIBRATED):
        effects = None if prompts is None else (prompts.design, prompts.sums)
        result = screen_run(panel, chosen.anchored, effects)
        found[SEQ] = _screened(SEQ, result.sequential)
        found[LR] = _searched(result.retrospective, result.shift)
    if FROZEN in rules:
        found[FROZEN] = _screened(FROZEN, screen_frozen_z(panel, chosen.frozen_z))
    if L2 in rules:
        found[L2] = _split(find_shifts(panel, chosen.l2_ar1))
    return {rule: found[rule] for rule in rules if rule in found}


def _screened(rule: str, one: Screening) -> Verdicts:
    alert = one.status == "alert"
    none = np.full(len(alert), -1, dtype=np.int64)
    rows = np.flatnonzero(alert)
    listed = alert if rule in ORIGINAL else one.headline.astype(bool)
    return Verdicts(
        rule=rule,
        scorable=one.status != "unscorable",
        alert=alert,
        headline=listed,
        direction=one.direction,
        alert_step=one.alert_step,
        onset=one.onset_step,
        onset_low=none,
        onset_high=none,
        q_value=one.q_value,
        statistic=one.statistic,
        detectable_rise=one.detectable_rise,
        change_series=rows,
        change_step=one.onset_step[rows],
    )


def _searched(one: Screening, shift: ChangeTable) -> Verdicts:
    alert = one.status == "alert"
    onset, low, high = (np.full(len(alert), -1, dtype=np.int64) for _ in range(3))
    changes: list[tuple[int, int]] = []
    for row in shift.rows:
        if row.shape is None or not alert[row.series]:
            continue
        if row.place == 1:
            given = (row.onset_step, row.onset_low, row.onset_high)
            onset[row.series], low[row.series], high[row.series] = (-1 if v is None else v for v in given)
        changes += [(row.series, step) for step in (row.onset_step, row.end_step) if step is not None]
    series, step = np.array(changes, dtype=np.int64).reshape(-1, 2).T
    return Verdicts(
        rule=LR,
        scorable=one.status != "unscorable",
        alert=alert,
        headline=one.headline.astype(bool),
        direction=one.direction,
        alert_step=np.full(len(alert), -1, dtype=np.int64),
        onset=onset,
        onset_low=low,
        onset_high=high,
        q_value=one.q_value,
        statistic=one.statistic,
        detectable_rise=one.detectable_rise,
        change_series=series,
        change_step=step,
    )


def _split(one: Shift) -> Verdicts:
    rows = np.flatnonzero(one.found)
    size = np.sign(one.after_mean - one.before_mean)
    scorable = one.reason == np.array(None)
    return Verdicts(
        rule=L2,
        scorable=scorable,
        alert=one.found,
        headline=one.found,
        direction=np.where(one.found, size, 0).astype(np.int8),
        alert_step=np.full(len(one.found), -1, dtype=np.int64),
        onset=np.where(one.found, one.onset_step, -1),
        onset_low=np.where(one.found, one.onset_low, -1),
        onset_high=np.where(one.found, one.onset_high, -1),
        q_value=q_values(np.where(scorable, one.p_value, np.nan)),
        statistic=one.statistic,
        detectable_rise=np.full(len(one.found), np.nan),
        change_series=rows,
        change_step=one.onset_step[rows],
    )
