"""Premiums step by step, and the sequential rules on them: when the reward started to pay for a feature."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rolloutdiff.settings import AnchoredSettings, AuditSettings, FrozenZSettings
from rolloutdiff.stats.anchored import screen_steps
from rolloutdiff.stats.audit_design import Groups
from rolloutdiff.stats.audit_fold import fold_singles
from rolloutdiff.stats.audit_premium import ratio
from rolloutdiff.stats.audit_rows import AuditColumns, SliceRows, comparable
from rolloutdiff.stats.audit_slice import REWARD, outcome_values
from rolloutdiff.stats.audit_slopes import Slopes, slopes
from rolloutdiff.stats.audit_strength import level
from rolloutdiff.stats.panel import Floats, Integers, SeriesPanel
from rolloutdiff.stats.screening import Screening
from rolloutdiff.stats.sequential import screen_frozen_z


@dataclass(frozen=True, kw_only=True, eq=False)
class PremiumSeries:
    """Slopes of one slice on S features over T logged steps; NaN where a step tells nothing.

    Attributes:
        slice: Name of the slice.
        outcome: `reward`, `gold` or `gap`.
        steps: int64[T], steps of all slices, increasing.
        column: int64[S], columns of the features.
        slope: float64[S, T], outcome per occurrence inside prompts, minus the median over the features of the
            slice where there are several slices.
        se: float64[S, T], over prompts.
        square: float64[S, T], sum of squared centred occurrences; 0 without a slope.
        prompts: int64[S, T], prompts inside which the feature varies.
    """

    slice: str
    outcome: str
    steps: Integers
    column: Integers
    slope: Floats
    se: Floats
    square: Floats
    prompts: Integers

    def rows(self, columns: AuditColumns) -> list[dict[str, Any]]:
        """Rows slice, feature, outcome, step, slope, se, z of the steps that have a slope."""
        result = []
        for place, column in enumerate(self.column):
            z = ratio(self.slope[place], self.se[place])
            for at in np.flatnonzero(~np.isnan(self.slope[place])):
                result.append(
                    {
                        "slice": self.slice,
                        "feature": columns.names[column],
                        "outcome": self.outcome,
                        "step": int(self.steps[at]),
                        "slope": float(self.slope[place, at]),
                        "se": None if np.isnan(self.se[place, at]) else float(self.se[place, at]),
                        "z": None if np.isnan(z[at]) else float(z[at]),
                    }
                )
        return result

    def panel(self) -> SeriesPanel:
        """The series as sizes for the sequential rules.

        The information of a step is its sum of squared centred occurrences, so that stands where a
        step mean has its completions: the variance of a slope is that of the reward over it.
        """
        known = ~np.isnan(self.slope)
        prompts = np.where(known, self.prompts, 0).astype(np.int64)
        samples = np.where(known, np.maximum(np.rint(self.square), prompts), 0).astype(np.int64)
        return SeriesPanel(
            steps=self.steps,
            mean=np.where(known, self.slope, np.nan),
            se=np.where(known, self.se, np.nan),
            prompts=prompts,
            samples=samples,
            positives=np.zeros(self.slope.shape, dtype=np.int64),
            within_sd=np.full(self.slope.shape, np.nan),
            binary=np.zeros(len(self.slope), dtype=np.bool_),
        )


def premium_series(
    slices: Sequence[SliceRows],
    steps: Sequence[Integers],
    columns: AuditColumns,
    settings: AuditSettings,
    outcome: str = REWARD,
    held: Mapping[str, Sequence[str]] | None = None,
) -> list[PremiumSeries]:
    """The slope of the outcome on every feature by itself, step by step and slice by slice.

    A step reads its own rows alone, as a rule that watches a run needs it. Features are those that would
    enter the joint fit over the whole run in some slice. A feature that displaces a paid one, or comes along
    with it, has a slope too; that of a slice's held features is taken out before.

    Args:
        slices: Rows of every slice of one run, all over the same columns.
        steps: int64[n] per slice, step of every row.
        columns: Names and ranks of the columns.
        settings: Limits.
        outcome: `reward`, `gold` or `gap`.
        held: By name of the slice, features that are held fixed in the series of all others.

    Returns:
        One panel of series per slice, over the steps of all slices.
    """
    kept: set[int] = set()
    for rows in slices:
        kept |= set(_kept(rows, columns, settings, outcome).tolist())
    column = np.array(sorted(kept), dtype=np.int64)
    every = np.unique(np.concatenate([*steps, np.empty(0, dtype=np.int64)])).astype(np.int64)
    shape = (len(slices), len(column), len(every))
    slope, se, square = np.full(shape, np.nan), np.full(shape, np.nan), np.zeros(shape)
    prompts = np.zeros(shape, dtype=np.int64)
    for place, rows in enumerate(slices):
        known = (held or {}).get(rows.name, ())
        fixed = np.array([i for i, name in enumerate(columns.names) if name in known], dtype=np.int64)
        for at, step in enumerate(every):
            own = rows.take(np.flatnonzero(steps[place] == step))
            for which, found in _at_step(own, column, fixed, settings, outcome):
                slope[place, which, at], se[place, which, at] = found.slope, found.se
                square[place, which, at], prompts[place, which, at] = found.square, found.clusters
    if len(slices) > 1:
        for place in range(len(slices)):
            slope[place] -= np.array([level(slope[place, :, at]) for at in range(len(every))])
    known = ~np.isnan(slope)
    return [
        PremiumSeries(
            slice=rows.name,
            outcome=outcome,
            steps=every,
            column=column,
            slope=slope[place],
            se=np.where(known[place], se[place], np.nan),
            square=np.where(known[place], square[place], 0.0),
            prompts=np.where(known[place], prompts[place], 0),
        )
        for place, rows in enumerate(slices)
    ]


def screen_premiums(
    series: PremiumSeries, frozen: FrozenZSettings, anchored: AnchoredSettings
) -> dict[str, Screening]:
    """Verdicts of both sequential rules on the premiums of one slice, by name of the rule.

    Args:
        series: Series of one slice.
        frozen: Settings of `frozen_z_v1`.
        anchored: Settings of `anchored_seq_v1`.
    """
    panel = series.panel()
    found = (screen_frozen_z(panel, frozen), screen_steps(panel, anchored))
    return {screening.rule: screening for screening in found}


def onset_step(screenings: Sequence[Screening]) -> int:
    """The onset of the strongest rise over several slices, -1 without one.

    Args:
        screenings: Verdicts of one rule, one per slice. The strongest has the largest statistic over its
            line; of equally strong ones the earliest counts.
    """
    best: tuple[float, int] | None = None
    for found in screenings:
        for place in np.flatnonzero((found.status == "alert") & (found.direction > 0)):
            size = float(found.statistic[place] / found.threshold[place])
            candidate = (-size, int(found.onset_step[place]))
            best = candidate if best is None or candidate < best else best
    return -1 if best is None else best[1]


def _kept(rows: SliceRows, columns: AuditColumns, settings: AuditSettings, outcome: str) -> Integers:
    chosen = comparable(rows, with_gold=outcome != REWARD)
    if not len(chosen.reward):
        return np.empty(0, dtype=np.int64)
    groups = Groups(group=chosen.group, cluster=chosen.cluster)
    y = groups.centre(outcome_values(chosen, outcome) / settings.reward_unit)
    return fold_singles(groups, chosen.counts, columns.rank, columns.names, [y], settings).kept


def _at_step(
    rows: SliceRows, column: Integers, fixed: Integers, settings: AuditSettings, outcome: str
) -> Iterator[tuple[Integers, Slopes]]:
    """Places of columns and their slopes: those not held beside all held, each held one beside the others."""
    chosen = comparable(rows, with_gold=outcome != REWARD)
    if not len(chosen.reward):
        return
    groups = Groups(group=chosen.group, cluster=chosen.cluster)
    y = groups.centre(outcome_values(chosen, outcome) / settings.reward_unit)
    free = np.flatnonzero(~np.isin(column, fixed))
    sets = [(free, fixed)] + [(np.flatnonzero(column == one), fixed[fixed != one]) for one in fixed]
    for places, beside in sets:
        if len(places):
            held = chosen.counts[:, beside] if len(beside) else None
            yield places, slopes(groups, chosen.counts[:, column[places]], y, held)
