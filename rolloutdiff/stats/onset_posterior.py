"""The posterior of an onset over the steps of a series, and what the best curve says beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from rolloutdiff.stats.onset_fit import candidate_curves
from rolloutdiff.stats.onset_levels import Response
from rolloutdiff.stats.onset_way import Way, follow, lasting
from rolloutdiff.stats.panel import Booleans, Floats, Integers

Shape = Literal["step", "pulse", "ramp", "drift", "spike"]
OnsetAt = Literal["ten_points", "half_change"]

# Probability of the set [onset_low, onset_high].
COVERAGE = 0.95
# A change of which the middle 80 % take more steps is gradual; so few steps are a spike.
ABRUPT = 3
# Largest probability of an abrupt change with which a change is called gradual.
STILL_ABRUPT = 0.1
# A pulse comes back to within this share of its height of the old level.
RETURN = 0.25
# A gradual change longer than this share of the series is a drift.
DRIFT = 0.5
# Changes below this come from rounding: shares, or values on their own standard deviation.
SMALLEST_CHANGE = 1e-6


@dataclass(frozen=True, kw_only=True)
class Onset:
    """When and how one series changed; steps are logged steps that have a value.

    Attributes:
        at: What the onset means. `ten_points`: the fitted share is the headline change (0.10) above the
            level before, or below it for a fall. `half_change`: half of the change is made.
        onset: First step at which the fitted curve is there and stays for four steps or until the end;
            the posterior median.
        onset_low: First step of the shortest run of steps that holds 95 % of the posterior.
        onset_high: Last step of it.
        start: First step with 10 % of the change, on the best curve that has this onset, as the rest.
        half: First step with half of the change.
        end: First step of a pulse or spike back below half of its height, else None.
        before: Level before the change.
        during: Level at the height of the change, where the series has left it again by the last step by
            more than a quarter of the change, else None.
        after: Level at the last step.
        later: Further levels of the same curve, in order: the first step of each, and the level. Levels that
            differ from the one before by less than a quarter of the change are left out.
        shape: Label, by the rules of `fit_onset`.
        dispersion: Dispersion used: the given one, or the residual one if that is larger.
    """

    at: OnsetAt
    onset: int
    onset_low: int
    onset_high: int
    start: int
    half: int
    end: int | None
    before: float
    during: float | None
    after: float
    later: tuple[tuple[int, float], ...]
    shape: Shape
    dispersion: float


@dataclass(frozen=True, kw_only=True, eq=False)
class OnsetPosterior:
    """Candidate curves of one series without gaps, and the position of the onset on each.

    Attributes:
        curve: float64[M, n].
        way: The same curves, seen from the level they start at.
        probability: float64[M].
        level: float64[M], distance from the level before at which the onset is.
        position: int64[M], n where a curve never stays so far away.
        side: int64[M], 1 for a rise, -1 for a fall.
        at: What `level` is.
        evidence: Log of the best curve's posterior over that of one level throughout.
        dispersion: Dispersion used.
    """

    curve: Floats
    way: Way
    probability: Floats
    level: Floats
    position: Integers
    side: Integers
    at: OnsetAt
    evidence: float
    dispersion: float

    @property
    def moves(self) -> bool:
        """Whether the best curve goes anywhere."""
        return bool(self.way.size[self.probability.argmax()] > SMALLEST_CHANGE)

    def spikes(self) -> Booleans:
        """bool[n]: steps at which the best curve goes as far as the onset's level without staying there."""
        best = self.probability.argmax()
        away = np.abs(self.way.deviation[best]) >= self.level[best]
        before: Booleans = np.arange(len(away)) < self.position[best]
        return away & before if self.moves else np.zeros_like(away)

    def onset(self, steps: Integers, level: float, scale: float) -> Onset:
        """The result in logged steps; levels are multiplied by `scale` and moved by `level`."""
        count = len(steps)
        position, side = self.position, self.side
        if _share(self.probability, position, count) <= 0.5:
            position, side = self.way.reach(self.level, 1)
        mass = np.bincount(position, self.probability, count + 1)[:count]
        total = np.cumsum(mass) / mass.sum()
        middle = int(np.searchsorted(total, 0.5))
        low, high = _shortest(total)
        here = np.flatnonzero(position == middle)
        best = int(here[self.probability[here].argmax()])
        start, half, done = self.way.passage(side)
        abrupt = self.probability[done - start <= ABRUPT].sum() >= STILL_ABRUPT
        size, arrived = self.way.size[best], int(done[best])
        deviation = side[best] * self.way.deviation[best, arrived:]
        back = arrived + np.flatnonzero(deviation < size / 2)
        returned: Booleans = lasting(np.abs(deviation)[None] <= RETURN * size)
        shape: Shape = "step"
        if len(back) and returned.any():
            shape = "spike" if back[0] - half[best] <= ABRUPT else "pulse"
        elif done[best] - start[best] > DRIFT * count:
            shape = "drift"
        elif done[best] - start[best] > ABRUPT and not abrupt:
            shape = "ramp"
        height = self.way.base[best] + side[best] * size
        after = float(self.curve[best, -1])
        left = abs(after - height) > RETURN * size
        return Onset(
            at=self.at,
            onset=int(steps[middle]),
            onset_low=int(steps[low]),
            onset_high=int(steps[high]),
            start=int(steps[start[best]]),
            half=int(steps[half[best]]),
            end=int(steps[back[0]]) if shape in ("pulse", "spike") else None,
            before=level + scale * float(self.way.base[best]),
            during=level + scale * float(height) if left else None,
            after=level + scale * after,
            later=tuple(
                (int(steps[at]), level + scale * float(self.curve[best, at]))
                for at in self._jumps(best, arrived, RETURN * size)
            ),
            shape=shape,
            dispersion=self.dispersion,
        )

    def _jumps(self, best: int, arrived: int, least: float) -> list[int]:
        """Positions from `arrived` on at which a curve jumps to another level."""
        curve = self.curve[best]
        jump = np.abs(np.diff(curve))
        at = arrived + 1 + np.flatnonzero(jump[arrived:] >= least)
        return [int(i) for i in at]


def find_onset(
    response: Response, steps: Integers, dispersion: float, headline_change: float, direction: int
) -> OnsetPosterior:
    """Posterior of the onset of one series.

    Args:
        response: Series of n steps, n >= 8.
        steps: int64[n], its logged steps.
        dispersion: Smallest dispersion.
        headline_change: Change of a share that is an onset; infinite if half of the change always is.
        direction: 1 or -1 to count rises or falls only, else 0.

    Returns:
        The posterior over positions.
    """
    position = (steps - steps[0]) / np.median(np.diff(steps))
    candidates = candidate_curves(response, position, dispersion)
    way = follow(candidates.curve, candidates.end, direction)
    probability = np.exp(candidates.log_posterior - candidates.log_posterior.max())
    probability /= probability.sum()
    at: OnsetAt = "ten_points"
    level = headline = np.full(len(probability), headline_change)
    reached, side = way.reach(level)
    if _share(probability, reached, len(steps)) <= 0.5:
        half = np.maximum(way.size / 2, np.finfo(float).tiny)
        reached_half, side_half = way.reach(half)
        only_spikes = _share(probability, reached_half, len(steps)) <= 0.5
        if not only_spikes or _share(probability, way.reach(headline, 1)[0], len(steps)) <= 0.5:
            at, level, reached, side = "half_change", half, reached_half, side_half
    return OnsetPosterior(
        curve=candidates.curve,
        way=way,
        probability=probability,
        level=level,
        position=reached,
        side=side,
        at=at,
        evidence=candidates.evidence,
        dispersion=candidates.dispersion,
    )


def _share(probability: Floats, position: Integers, count: int) -> float:
    """Probability of the curves that get there at all."""
    return float(probability[position < count].sum())


def _shortest(total: Floats) -> tuple[int, int]:
    """First and last position of the shortest run that holds 95 %, the earliest of equally short ones."""
    before = np.concatenate([np.zeros(1), total[:-1]])
    last = np.searchsorted(total, before + COVERAGE - 1e-12)
    length = np.where(last < len(total), last - np.arange(len(total)), len(total))
    first = int(length.argmin())
    return first, int(last[first])
