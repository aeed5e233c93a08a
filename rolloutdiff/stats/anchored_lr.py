"""The retrospective rule `anchored_lr_v1`: any shape against noise of known scale and bounded drift."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.special import betainc, ndtri

from rolloutdiff.settings import AnchoredSettings
from rolloutdiff.stats.critical import POWER, critical
from rolloutdiff.stats.dictionary import Dictionary, dictionary
from rolloutdiff.stats.likelihood import (
    ANCHOR_FREEDOM,
    SINGLE_FREEDOM,
    Whitening,
    independent_steps,
    whiten,
)
from rolloutdiff.stats.noise import RunNoise
from rolloutdiff.stats.panel import Booleans, Floats, Integers, SeriesPanel, alike, ordered_sum
from rolloutdiff.stats.preparation import prepare
from rolloutdiff.stats.prompt_design import PromptDesign
from rolloutdiff.stats.scan import scan
from rolloutdiff.stats.screening import smallest_change
from rolloutdiff.stats.standard import ARCSINE, Standard

ANCHORED_LR = "anchored_lr_v1"

# Below this prevalence counts are too few for the normal null.
RARE = 0.005


@dataclass(frozen=True, kw_only=True, eq=False)
class StepGroup:
    """Series that share the steps they are scored in, and their information about them.

    Attributes:
        rows: int64[G], rows of the panel.
        columns: int64[n], scored columns.
        dictionary: Shapes over those columns.
        whitenings: One per drift pair.
        freedom: Degrees of freedom with which their known scale speaks.
    """

    rows: Integers
    columns: Integers
    dictionary: Dictionary
    whitenings: list[Whitening]
    freedom: float


@dataclass(frozen=True, kw_only=True, eq=False)
class Retrospective:
    """What the scan says about S series; NaN and -1 where a series was not scanned.

    Attributes:
        ratio: float64[S], twice the log likelihood ratio of the best shape.
        p_value: float64[S].
        threshold: float64[S], the line for `ratio`.
        median: float64[S], its median without a change.
        before: float64[S], level where the shape is 0, in the unit of the series.
        change: float64[S], height of the shape above it, least squares.
        onset: int64[S], column at which the shape reaches half of its height.
        detectable: float64[S], lasting rise from the middle of the run that is found in nine series of ten.
        spikes: float64[S, T], spikes that were taken out before the scan, in standard deviations from their
            neighbours; 0 at other steps.
        groups: Groups of series with equal steps.
    """

    ratio: Floats
    p_value: Floats
    threshold: Floats
    median: Floats
    before: Floats
    change: Floats
    onset: Integers
    detectable: Floats
    spikes: Floats
    groups: list[StepGroup]


@dataclass(frozen=True, kw_only=True, eq=False)
class Adjustment:
    """Series whose prompts are compared with themselves.

    Attributes:
        rows: bool[S], which.
        design: Prompts of the steps.
    """

    rows: Booleans
    design: PromptDesign


def scan_panel(
    panel: SeriesPanel,
    standard: Standard,
    noise: RunNoise,
    settings: AnchoredSettings,
    adjustment: Adjustment | None = None,
) -> Retrospective:
    """Scans every scorable series of a run; see `scan` for the statistic.

    p-values come from the simulated null distribution for the number of steps. For a feature below a
    prevalence of 0.005 the p-value is at least that of a binomial bound: the chance that so many of its
    occurrences fall on the steps of the shape, times the number of stretches of steps there are.

    Args:
        panel: All series of a run.
        standard: The same on the common scale.
        noise: Noise of the run.
        settings: Settings of the calibrated rules.
        adjustment: Series freed of prompt effects; None without any.

    Returns:
        One row per series.
    """
    series, steps = standard.x.shape
    out = {
        name: np.full(series, np.nan) for name in ("ratio", "p", "line", "median", "before", "change", "rise")
    }
    onset = np.full(series, -1, dtype=np.int64)
    spikes = np.zeros((series, steps))
    groups = list(_step_groups(panel, standard, noise, adjustment))
    for group in groups:
        at = (group.rows[:, None], group.columns)
        x = standard.x[at]
        if adjustment is not None and adjustment.rows[group.rows[0]]:
            # Levels of prompts are neither spikes nor noise.
            x = adjustment.design.centred(x)
        x, removed = prepare(x)
        spikes[at] = removed
        found = scan(x, group.whitenings, group.freedom)
        null = critical(len(group.whitenings[0].root) + 1, noise.grid, group.freedom)
        out["ratio"][group.rows] = found.ratio
        out["p"][group.rows] = null.p_value(found.ratio)
        out["line"][group.rows] = null.line(settings.alpha)
        out["median"][group.rows] = null.median
        shape = group.dictionary.shape[found.atom]
        before, height = _heights(panel.mean[at], standard.weight[at], shape)
        out["before"][group.rows], out["change"][group.rows] = before, height
        out["rise"][group.rows] = _detectable(panel, standard, group, null.detectable, settings)
        rare = _rare_p(panel, at, shape)
        out["p"][group.rows] = np.maximum(out["p"][group.rows], rare)
        onset[group.rows] = group.columns[group.dictionary.start[found.atom]]
    return Retrospective(
        ratio=out["ratio"],
        p_value=out["p"],
        threshold=out["line"],
        median=out["median"],
        before=out["before"],
        change=out["change"],
        onset=onset,
        detectable=out["rise"],
        spikes=spikes,
        groups=groups,
    )


def _step_groups(
    panel: SeriesPanel, standard: Standard, noise: RunNoise, adjustment: Adjustment | None
) -> Iterator[StepGroup]:
    """Scorable series by the steps and weights they share, in the order of their first series."""
    scorable = standard.reason == np.array(None)
    freedom = SINGLE_FREEDOM if standard.single else ANCHOR_FREEDOM
    if adjustment is not None:
        adjusted = np.flatnonzero(scorable & adjustment.rows)
        if len(adjusted):
            # Their weights are completions over those of a baseline step; so is the information here.
            columns = np.arange(len(panel.steps))
            scale = standard.weight[adjusted[0], 0] / panel.samples[adjusted[0], 0]
            yield _group(
                panel, noise, adjusted, columns, adjustment.design.information * scale, ANCHOR_FREEDOM
            )
        scorable = scorable & ~adjustment.rows
    rows = np.flatnonzero(scorable)
    if not len(rows):
        return
    member, first = alike(standard.weight[rows])
    for which, row in enumerate(rows[first]):
        pattern = standard.weight[row]
        columns = np.flatnonzero(pattern > 0)
        information = independent_steps(pattern[columns])
        yield _group(panel, noise, rows[member == which], columns, information, freedom)


def _group(
    panel: SeriesPanel,
    noise: RunNoise,
    rows: Integers,
    columns: Integers,
    information: Floats,
    freedom: float,
) -> StepGroup:
    shapes = dictionary(len(columns))
    return StepGroup(
        rows=rows,
        columns=columns,
        dictionary=shapes,
        whitenings=whiten(information, panel.steps[columns], noise.grid, shapes.shape),
        freedom=freedom,
    )


def _heights(mean: Floats, weight: Floats, shape: Floats) -> tuple[Floats, Floats]:
    """float64[S] twice: weighted least squares of the step means on the shape, intercept and slope."""
    total = ordered_sum(weight)
    middle = ordered_sum(weight * shape) / total
    centred = shape - middle[:, None]
    square = ordered_sum(weight * centred * centred)
    slope = ordered_sum(weight * centred * mean) / np.where(square > 0, square, 1.0)
    return ordered_sum(weight * mean) / total - slope * middle, slope


def _detectable(
    panel: SeriesPanel,
    standard: Standard,
    group: StepGroup,
    length: float,
    settings: AnchoredSettings,
) -> Floats:
    """float64[S]: the step from the middle of the run that is found in nine series of ten, in own units.

    Its whitened length is `length`, and its estimate, which is normal with a standard error of one unit of
    length, passes the smallest change that may alert in as many.
    """
    rows = group.rows
    middle = len(group.columns) // 2
    step = int(np.flatnonzero(group.dictionary.start == middle)[0])
    unit = 1.0 / group.whitenings[0].length[step]
    rise = length * unit
    value = standard.to_unit(rows, np.full(len(rows), rise)) - standard.baseline_mean[rows]
    least = smallest_change(panel.binary, standard.baseline_mean, settings)[rows]
    margin = ndtri(POWER) * (value / length)
    room = (standard.scale[rows] != ARCSINE) | (standard.level[rows] + standard.sd[rows] * rise <= np.pi / 2)
    return np.where(room, np.maximum(value, least + margin), np.nan)


def _rare_p(panel: SeriesPanel, at: tuple[Integers, Integers], shape: Floats) -> Floats:
    """float64[S]: the binomial bound for rare features, 0 for others."""
    rows = at[0][:, 0]
    positives, samples = panel.positives[at], panel.samples[at]
    inside = shape >= 0.5
    hits = positives.sum(axis=1)
    share = np.where(inside, samples, 0).sum(axis=1) / np.maximum(samples.sum(axis=1), 1)
    on = np.where(inside, positives, 0).sum(axis=1)
    stretches = shape.shape[1] * (shape.shape[1] - 1) / 2
    # P(X >= on) and P(X <= on) of a binomial, as incomplete beta functions.
    more = np.where(on == 0, 1.0, betainc(on, hits - on + 1, share))
    fewer = np.where(on == hits, 1.0, betainc(hits - on, on + 1, 1.0 - share))
    bound = np.minimum(1.0, 2.0 * stretches * np.minimum(more, fewer))
    rare = panel.binary[rows] & (hits < RARE * samples.sum(axis=1))
    return np.where(rare, bound, 0.0)
