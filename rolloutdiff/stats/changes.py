"""Changes of series that `anchored_lr_v1` found: when each began, what it looked like, what it came to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from rolloutdiff.settings import AnchoredSettings
from rolloutdiff.stats.anchored_lr import Retrospective, StepGroup
from rolloutdiff.stats.onset import Onset, fit_onset
from rolloutdiff.stats.panel import Floats, Integers, SeriesPanel
from rolloutdiff.stats.screening import smallest_change
from rolloutdiff.stats.standard import LOG, Standard

# A further change needs this share of the line, which the first has already passed.
FURTHER = 0.8
# Changes that begin as close as this to one another are one.
APART = 5
# Steps on either side of a spike that say what it stands out from.
LASTING = 5
# A spike is reported from this many standard deviations on: by chance, once in some hundred million steps.
SPIKE = 6.0

COLUMNS = (
    "series",
    "place",
    "shape",
    "onset_step",
    "onset_low",
    "onset_high",
    "onset_at",
    "start_step",
    "half_step",
    "end_step",
    "before_mean",
    "after_mean",
    "statistic",
    "threshold",
    "p_value",
    "q_value",
)


@dataclass(frozen=True, kw_only=True)
class Change:
    """One row of table `shift`; None where there is no value.

    Attributes:
        series: Row of the panel.
        place: 1 for the change that was found, then further ones in order of time.
        shape: `step`, `pulse`, `ramp`, `drift` or `spike`; None where no change was found.
        onset_step: Onset; without a change the step at which the best shape reaches half of its height.
        onset_low: First step of the onset's 95 % set.
        onset_high: Last step of it.
        onset_at: `ten_points` or `half_change`: what the onset means.
        start_step: First step with a tenth of the change.
        half_step: First step with half of it.
        end_step: First step after a pulse or spike.
        before_mean: Level before, in the unit of the series.
        after_mean: Level after; of a pulse, its height.
        statistic: Twice the log likelihood ratio to no change; of further changes the squared distance of
            the levels over its variance.
        threshold: The line for it.
        p_value: Chance without a change; of the first change only.
        q_value: The same adjusted over the list.
    """

    series: int
    place: int
    shape: str | None = None
    onset_step: int | None = None
    onset_low: int | None = None
    onset_high: int | None = None
    onset_at: str | None = None
    start_step: int | None = None
    half_step: int | None = None
    end_step: int | None = None
    before_mean: float | None = None
    after_mean: float | None = None
    statistic: float | None = None
    threshold: float | None = None
    p_value: float | None = None
    q_value: float | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class ChangeTable:
    """Changes of the series of a run, in the panel's order.

    Attributes:
        rows: One row for every scanned series, and one more for every further change.
    """

    rows: list[Change]

    @property
    def series(self) -> Integers:
        """int64[R]: rows of the panel."""
        return np.array([row.series for row in self.rows], dtype=np.int64)

    def columns(self) -> dict[str, list[Any]]:
        """Columns of table `shift`, as plain values; None where there is no value."""
        return {name: [getattr(row, name) for row in self.rows] for name in COLUMNS if name != "series"}

    def first(self, series: int) -> dict[int, Change]:
        """The first change by row of the panel, of rows below `series`."""
        return {row.series: row for row in self.rows if row.place == 1 and row.series < series}


def find_changes(
    panel: SeriesPanel,
    standard: Standard,
    found: Retrospective,
    alert: Integers,
    q_value: Floats,
    settings: AnchoredSettings,
) -> ChangeTable:
    """Describes the changes of alerting series, and the best shape of all others.

    The first large change of an alerting series is fitted over all of its steps (`fit_onset`). Further levels
    of the fitted curve are further changes where they begin at least `APART` steps from the changes so far
    and the squared distance of the two levels, over its sampling variance, exceeds `FURTHER` of the line;
    each is fitted between its neighbours. Series that do not alert may show a spike of up to four steps.

    Args:
        panel: All series, as they were scanned.
        standard: The same on the common scale.
        found: What the scan says.
        alert: int64[A], rows that alert.
        q_value: float64[S].
        settings: Settings of the calibrated rules.

    Returns:
        The changes.
    """
    alerting = set(alert.tolist())
    least = smallest_change(panel.binary, found.before, settings)
    rows: list[Change] = []
    for group in found.groups:
        # A series that cannot be judged has no q-value, and no row.
        for series in group.rows[~np.isnan(q_value[group.rows])].tolist():
            best = _best_shape(panel, found, series, q_value)
            if series in alerting:
                rows += _described(panel, standard, found, group, best, settings)
                continue
            rows.append(best)
            spike = _spike(panel, found, group, series, float(least[series]))
            if spike is not None:
                rows.append(spike)
    return ChangeTable(rows=sorted(rows, key=lambda row: (row.series, row.place)))


def _best_shape(panel: SeriesPanel, found: Retrospective, series: int, q_value: Floats) -> Change:
    return Change(
        series=series,
        place=1,
        onset_step=int(panel.steps[found.onset[series]]),
        before_mean=_possible(panel, series, found.before[series]),
        after_mean=_possible(panel, series, found.before[series] + found.change[series]),
        statistic=float(found.ratio[series]),
        threshold=float(found.threshold[series]),
        p_value=float(found.p_value[series]),
        q_value=float(q_value[series]),
    )


def _described(
    panel: SeriesPanel,
    standard: Standard,
    found: Retrospective,
    group: StepGroup,
    best: Change,
    settings: AnchoredSettings,
) -> Iterator[Change]:
    series = best.series
    line = FURTHER * float(found.threshold[series])
    onset = _first_change(panel, standard, found, group, series, settings, line)
    if onset is None:
        # The mean moved less than the fitted shape: what the scan saw is all there is to say.
        yield Change(**{**best.__dict__, "shape": "step", "onset_at": "half_change"})
        return
    first = _row(best, onset, standard, series)
    yield first
    edges = [e for e in (first.onset_step, first.end_step) if e is not None]
    steps = panel.steps[group.columns]
    level = _height(onset)
    place = 1
    ends = [*(start for start, _ in onset.later), int(steps[-1]) + 1][1:]
    for (start, later), end in zip(onset.later, ends, strict=False):
        rise, before, level = (1 if later > level else -1), level, later
        begun = max((e for e in edges if e <= start), default=int(steps[0]))
        if min(_distance(steps, start, e) for e in edges) < APART:
            continue
        ratio = _evidence(panel, standard, series, steps, (before, begun), (later, start), end)
        if ratio <= line:
            continue
        further = _fit(panel, standard, group, series, settings, (begun, end - 1), rise)
        if further is None:
            continue
        place += 1
        base = Change(series=series, place=place, statistic=ratio, threshold=line)
        row = _row(base, further, standard, series)
        edges += [e for e in (start, row.end_step) if e is not None]
        yield row


def _spike(
    panel: SeriesPanel, found: Retrospective, group: StepGroup, series: int, least: float
) -> Change | None:
    """The largest excursion of a few steps, where it is as large as a change must be and beyond chance."""
    away = found.spikes[series, group.columns]
    top = int(np.abs(away).argmax())
    if abs(away[top]) < SPIKE:
        return None
    same = np.sign(away) == np.sign(away[top])
    first, last = top, top
    while first > 0 and same[first - 1]:
        first -= 1
    while last + 1 < len(same) and same[last + 1]:
        last += 1
    mean = panel.mean[series, group.columns]
    around = np.r_[mean[max(first - LASTING, 0) : first], mean[last + 1 : last + 1 + LASTING]]
    before, height = float(np.median(around)), float(mean[top])
    if abs(height - before) < least:
        return None
    steps = panel.steps[group.columns]
    return Change(
        series=series,
        place=2,
        shape="spike",
        onset_step=int(steps[first]),
        end_step=int(steps[last + 1]) if last + 1 < len(steps) else None,
        before_mean=before,
        after_mean=height,
        statistic=float(away[top] ** 2),
        threshold=SPIKE**2,
    )


def _first_change(
    panel: SeriesPanel,
    standard: Standard,
    found: Retrospective,
    group: StepGroup,
    series: int,
    settings: AnchoredSettings,
    line: float,
) -> Onset | None:
    """The first change in the direction that the scan found, or in the other where that is as sure."""
    rise = 1 if found.change[series] > 0 else -1
    first = _fit(panel, standard, group, series, settings, None, 0)
    if first is None or (_height(first) - first.before) * rise >= 0:
        return first
    steps = panel.steps[group.columns]
    end = first.end or int(steps[-1]) + 1
    levels = (first.before, int(steps[0])), (_height(first), first.onset)
    if first.shape != "spike" and _evidence(panel, standard, series, steps, *levels, end) > line:
        return first
    return _fit(panel, standard, group, series, settings, None, rise) or first


def _height(onset: Onset) -> float:
    """Level that the change came to, whether or not it stayed there."""
    return onset.after if onset.during is None else onset.during


def _evidence(
    panel: SeriesPanel,
    standard: Standard,
    series: int,
    steps: Integers,
    before: tuple[float, int],
    after: tuple[float, int],
    end: int,
) -> float:
    """Squared distance of two levels (level, first step) over its sampling variance."""
    first, middle, last = np.searchsorted(steps, [before[1], after[1], end]).tolist()
    level = np.array([before[0], after[0]])
    if panel.binary[series]:
        level = np.arcsin(np.sqrt(np.clip(level, 0.0, 1.0)))
    scored = standard.weight[series][standard.scored[series]]
    error = 1.0 / scored[first:middle].sum() + 1.0 / scored[middle:last].sum()
    return float((level[1] - level[0]) ** 2 / (standard.sd[series] ** 2 * error))


def _fit(
    panel: SeriesPanel,
    standard: Standard,
    group: StepGroup,
    series: int,
    settings: AnchoredSettings,
    around: tuple[int, int] | None,
    direction: int,
) -> Onset | None:
    at = group.columns
    binary = bool(panel.binary[series])
    variance = standard.sd[series] ** 2 / standard.weight[series, at]
    return fit_onset(
        panel.steps[at],
        panel.mean[series, at] if binary else standard.y[series, at],
        panel.samples[series, at].astype(np.float64) if binary else variance,
        binary=binary,
        dispersion=float(4.0 * variance[0] * panel.samples[series, at[0]]) if binary else 1.0,
        headline_change=settings.headline_change,
        around=around,
        direction=direction,
    )


def _row(base: Change, onset: Onset, standard: Standard, series: int) -> Change:
    def unit(level: float) -> float:
        return float(np.exp(level)) if standard.scale[series] == LOG else level

    after = _height(onset) if onset.shape == "pulse" else onset.after
    return Change(
        series=base.series,
        place=base.place,
        shape=onset.shape,
        onset_step=onset.onset,
        onset_low=onset.onset_low,
        onset_high=onset.onset_high,
        onset_at=onset.at,
        start_step=onset.start,
        half_step=onset.half,
        end_step=onset.end,
        before_mean=unit(onset.before),
        after_mean=unit(after),
        statistic=base.statistic,
        threshold=base.threshold,
        p_value=base.p_value,
        q_value=base.q_value,
    )


def _possible(panel: SeriesPanel, series: int, level: float) -> float:
    """A level of least squares, where shares stay shares."""
    return min(max(float(level), 0.0), 1.0) if panel.binary[series] else float(level)


def _distance(steps: Integers, one: int, other: int) -> int:
    """Logged steps between two steps."""
    a, b = np.searchsorted(steps, [one, other]).tolist()
    return abs(int(a) - int(b))
