"""Curves that may lie behind a series, each with its posterior probability."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rolloutdiff.stats.onset_levels import Response, describe_tails
from rolloutdiff.stats.onset_search import DEPTH, GradualChanges, gradual_changes, step_changes
from rolloutdiff.stats.panel import Floats, Integers

# Nodes and weights of a three-point Gauss-Hermite rule.
NODES = np.sqrt(3.0) * np.array([0.0, 1.0, -1.0])
LOG_WEIGHTS = np.log(np.array([4.0, 1.0, 1.0]) / 6.0)


@dataclass(frozen=True, kw_only=True, eq=False)
class Candidates:
    """M curves over the n steps of a series.

    Attributes:
        curve: float64[M, n].
        end: int64[M], number of steps up to the end of the first change's level; n without a later change.
        log_posterior: float64[M], not normalised.
        parameters: int64[M], fitted numbers behind a curve.
        evidence: Largest log-posterior minus that of one level throughout, which saves a level's cost.
        dispersion: Dispersion used.
    """

    curve: Floats
    end: Integers
    log_posterior: Floats
    parameters: Integers
    evidence: float
    dispersion: float


def candidate_curves(response: Response, position: Floats, dispersion: float) -> Candidates:
    """Fits every curve of the grid, and keeps those that the series supports.

    A curve is a level, a first change up to step e, and constant levels from there on, as many as pay for
    themselves (`describe_tails`). The first change is a step, or one of the gradual families at the ends e
    that steps find likely. log-posterior = log-likelihood / dispersion + log-prior: step and families are
    equally likely, places and widths uniform; every later level costs 1.5 log n, as a level and a
    place do by BIC and a uniform prior. Gradual curves stand with the uncertainty of their two levels:
    nine times, at the nodes of a Gauss-Hermite rule.

    The dispersion used is the given one, or the residual dispersion of the best curve if that is larger.

    Args:
        response: Series of n steps, n >= 8.
        position: float64[n], places of the steps, increasing from 0 with median distance 1.
        dispersion: Smallest dispersion.

    Returns:
        The curves.
    """
    segments = response.segments()
    tails, _ = describe_tails(segments, _penalty(len(position), dispersion))
    heads = gradual_changes(response, position, segments, tails, dispersion)
    result = _assemble(response, segments, heads, dispersion)
    best = result.log_posterior.argmax()
    residual = response.dispersion(result.curve[best], int(result.parameters[best]))
    if residual <= dispersion:
        return result
    # Likelihoods do not depend on the dispersion, only what they are worth.
    return _assemble(response, segments, heads, residual)


def _penalty(count: int, dispersion: float) -> float:
    return dispersion * 1.5 * float(np.log(count))


def _assemble(response: Response, segments: Floats, gradual: GradualChanges, dispersion: float) -> Candidates:
    """Whole curves of steps and gradual changes with their tails."""
    count = len(segments)
    tails, tail_end = describe_tails(segments, _penalty(count, dispersion))
    steps, _ = step_changes(segments, tails, dispersion)
    posterior = gradual.log_posterior(tails, dispersion)
    top = np.flatnonzero(posterior > max(posterior.max(initial=-np.inf), steps.log_posterior.max()) - DEPTH)
    levels = (response.mean(0, steps.start)[:, None], response.mean(steps.start, steps.end)[:, None])
    abrupt = np.where(np.arange(count) < steps.start[:, None], *levels)
    fit, root = gradual.fit, np.sqrt(dispersion)
    i, j = np.divmod(np.arange(len(NODES) ** 2), len(NODES))
    shift = root * fit.last_sd[top, None] * NODES[i]
    last = fit.last[top, None] + shift
    first = fit.first[top, None] + fit.slope[top, None] * shift + root * fit.first_sd[top, None] * NODES[j]
    if response.binary:
        first, last = np.clip(first, 0.0, 1.0), np.clip(last, 0.0, 1.0)
    smooth = first[:, :, None] + (last - first)[:, :, None] * gradual.way[top, None, :]
    weighted = posterior[top, None] + LOG_WEIGHTS[i] + LOG_WEIGHTS[j]
    curve = np.concatenate([abrupt, smooth.reshape(-1, count)])
    end = np.concatenate([steps.end, np.repeat(gradual.end[top], len(i))])
    parameters = np.repeat([3, 4], [len(abrupt), len(curve) - len(abrupt)])
    for first_end in np.unique(end):
        rows = np.flatnonzero(end == first_end)
        begin = int(first_end)
        while begin < count:
            curve[rows, begin : tail_end[begin]] = response.mean(begin, int(tail_end[begin]))
            begin = int(tail_end[begin])
            parameters[rows] += 2
    log_posterior = np.concatenate([steps.log_posterior, weighted.ravel()])
    one_level = segments[0, count] / dispersion + 0.5 * np.log(count)
    return Candidates(
        curve=curve,
        end=end,
        log_posterior=log_posterior,
        parameters=parameters,
        evidence=float(log_posterior.max() - one_level),
        dispersion=dispersion,
    )
