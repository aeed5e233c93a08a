"""First changes that may lie behind a series: steps, and gradual shapes on ever finer grids."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rolloutdiff.stats.onset_levels import Response, TwoLevels, fit_two_levels
from rolloutdiff.stats.onset_shapes import FAMILIES, Shapes, coarse_shapes, finer_shapes, search_gain
from rolloutdiff.stats.panel import Booleans, Floats, Integers

# Fewest steps before a change: less is no level that a change could start from.
MIN_BEFORE = 4
# First changes this far below the best in log-posterior are left out.
DEPTH = 8.0
# Most steps kept, and most gradual shapes fitted for the likeliest end and for each other one.
KEPT, FITTED, FITTED_ELSEWHERE = 160, 128, 40
# Ends of the first change that are tried with gradual shapes, besides the end of the series, and the
# posterior mass, relative to the best step, that makes an end worth it.
ENDS, SMALLEST_MASS = 3, 1e-4
# The grid is refined until this many shapes are within 3 of the best, at most five times.
ENOUGH, DEEPEST = 12, 5
# Shapes refined in each family, and how far below the best a family may still catch up by it.
PARENTS, REACH = 3, 25.0
# The same for shapes without a later change, which are simpler than they seem on a coarse grid.
FAR = 100.0


@dataclass(frozen=True, kw_only=True, eq=False)
class StepChanges:
    """Steps as first changes: level up to `start`, another up to `end`, both int64[M]."""

    start: Integers
    end: Integers
    log_posterior: Floats


@dataclass(frozen=True, kw_only=True, eq=False)
class GradualChanges:
    """Gradual first changes, fitted up to `end`, int64[M]; `way` is float64[M, n] from 0 to 1."""

    shapes: Shapes
    row: Integers
    end: Integers
    way: Floats
    fit: TwoLevels

    def log_posterior(self, tails: Floats, dispersion: float) -> Floats:
        """float64[M], with the best tail from `end` on; comparable with that of steps."""
        worth = (self.fit.likelihood + tails[self.end]) / dispersion
        share = np.log(len(FAMILIES) / (len(FAMILIES) + 1))
        result: Floats = worth + self.shapes.log_prior[self.row] + share
        return result


def step_changes(segments: Floats, tails: Floats, dispersion: float) -> tuple[StepChanges, Floats]:
    """The likely steps, and the posterior mass float64[n + 1] of the ends of their levels."""
    count = len(segments)
    posterior = (segments[0, :count, None] + segments + tails) / dispersion
    posterior -= np.log((len(FAMILIES) + 1) * count)
    posterior[:MIN_BEFORE] = -np.inf
    flat = posterior.ravel()
    top = np.flatnonzero(flat > flat.max() - DEPTH)
    if len(top) > KEPT:
        top = top[np.argpartition(-flat[top], KEPT)[:KEPT]]
    start, end = np.unravel_index(top, posterior.shape)
    mass = np.exp(posterior - flat.max()).sum(axis=0)
    return StepChanges(start=start, end=end, log_posterior=flat[top]), mass


def gradual_changes(
    response: Response, position: Floats, segments: Floats, tails: Floats, dispersion: float
) -> GradualChanges:
    """Gradual first changes, from the coarse grid and, where the series says more, from finer ones."""
    count = len(position)
    _, mass = step_changes(segments, tails, dispersion)
    near = response.smoothed()
    shapes = coarse_shapes(position)
    found = _search(response, shapes, _likely_ends(mass), near, dispersion)
    for depth in range(1, DEEPEST + 1):
        posterior = found.log_posterior(tails, dispersion)
        if not len(posterior):
            break
        whole: Booleans = found.end == count
        if _fine_enough(posterior) and _fine_enough(posterior[whole & (posterior > posterior.max() - FAR)]):
            break
        parents = _promising(posterior, found.shapes.family[found.row], whole)
        best = parents[0]
        near = np.where(np.arange(count) < found.end[best], found.fit.curve[best], near)
        shapes = finer_shapes(position, found.shapes, found.row[parents], depth)
        ends = np.unique(found.end[parents])
        first = np.concatenate([found.end[best : best + 1], ends[ends != found.end[best]]])
        found = _search(response, shapes, first, near, dispersion)
    return found


def _likely_ends(mass: Floats) -> Integers:
    """The end of the series, then up to three earlier ends at which a step's level is likely to end."""
    count = len(mass) - 1
    mass = mass.copy()
    mass[: MIN_BEFORE + 2] = 0.0
    ends = [count]
    for _ in range(ENDS):
        # Neighbours say the same.
        mass[ends[-1] - 1 : ends[-1] + 2] = 0.0
        if mass.max() < SMALLEST_MASS:
            break
        ends.append(int(mass.argmax()))
    return np.array(ends)


def _fine_enough(posterior: Floats) -> bool:
    """Whether several shapes describe the series about as well as the best; also if there is none."""
    return not len(posterior) or int((posterior > posterior.max() - 3.0).sum()) >= ENOUGH


def _promising(posterior: Floats, family: Integers, whole: Booleans) -> Integers:
    """Rows to refine, the best one first.

    The best of each family without a later change may be further behind: on a coarse grid, many later
    levels may describe a precise series better than the nearest shape does.
    """
    order = np.argsort(-posterior)
    order = order[posterior[order] > posterior[order[0]] - FAR]
    near = order[posterior[order] > posterior[order[0]] - REACH]
    best = [near[family[near] == index][:PARENTS] for index in range(len(FAMILIES))]
    best += [order[whole[order] & (family[order] == index)][:1] for index in range(len(FAMILIES))]
    rows = np.unique(np.concatenate(best))
    return rows[np.argsort(-posterior[rows])]


def _search(
    response: Response, shapes: Shapes, ends: Integers, near: Floats, dispersion: float
) -> GradualChanges:
    """Fits the most promising shapes for each end; more of them for the first end."""
    gain = search_gain(shapes, ends, response.value, response.precision(near)) / (2 * dispersion)
    gain += shapes.log_prior[:, None]
    rows = []
    for column, most in enumerate([FITTED] + [FITTED_ELSEWHERE] * (len(ends) - 1)):
        top = np.argpartition(-gain[:, column], min(most, len(gain)) - 1)[:most]
        rows.append(top[np.isfinite(gain[top, column])])
    row, end = np.concatenate(rows), np.repeat(ends, [len(top) for top in rows])
    way = shapes.normalised(row, end)
    used: Booleans = np.arange(way.shape[1]) < end[:, None]
    fit = fit_two_levels(response, way, used, near)
    return GradualChanges(shapes=shapes, row=row, end=end, way=way, fit=fit)
