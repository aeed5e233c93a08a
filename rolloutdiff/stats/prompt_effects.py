"""Step means freed of the luck of which prompts were drawn, and the variance that is left then."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

import numpy as np
from scipy import sparse

from rolloutdiff.stats.panel import LARGEST_VALUE, Booleans, Floats, Integers, SeriesPanel, ordered_sum
from rolloutdiff.stats.prompt_design import PromptDesign

# A design effect is not believed below this: features that prompts fix almost entirely.
LEAST_DEFF = 0.1
# The pooled design effect weighs as much as this many units of Bernoulli variance, about as many positives.
PRIOR_UNITS = 10.0


@dataclass(frozen=True, kw_only=True, eq=False)
class PromptSums:
    """What the two-way fit needs of every series besides its step means.

    With c_p the sum over steps of the means of a series in prompt p, and v_p the visits of the prompt:

    Attributes:
        part: float64[S, T], sum of c_p / v_p over the prompts of a step: what they would give by their own
            means over the run.
        square: float64[S], sum of c_p^2 / v_p over prompts: the square that prompts alone explain.
    """

    part: Floats
    square: Floats


def prompt_sums(
    design: PromptDesign, series: int, row: Integers, prompt: Integers, total: Floats
) -> PromptSums:
    """Sums of some series from their entries per prompt.

    Args:
        design: Prompts of the run.
        series: S, number of series.
        row: int64[N], place of the entry's series.
        prompt: int64[N], place of its prompt in the design.
        total: float64[N], c_p; prompts without an entry have 0.
    """
    shape = (series, len(design.visits_of))
    entries = sparse.csr_array((total / design.visits_of[prompt], (row, prompt)), shape=shape)
    with np.errstate(over="ignore"):
        square = total * total / design.visits_of[prompt]
    squares = sparse.csr_array((square, (row, prompt)), shape=shape)
    # Sparse products: a row depends on that row alone, to the bit.
    return PromptSums(
        part=(entries @ design.cells.T.tocsr()).toarray(),
        square=np.asarray(squares.sum(axis=1), dtype=np.float64).ravel(),
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class WhiteVariance:
    """Variance of a completion around prompt and step effects, for series with a value in every cell.

    Attributes:
        per_completion: float64[S], on the series' own unit; `pinv(information)` times it is the covariance
            of the adjusted means. 0 where completions never differ, NaN for series that are not adjusted.
        deff: float64[S], for binary series per_completion / (p (1 - p)) with p the baseline share of a group
            of linked steps, shrunk towards all series of the run and at least 0.1; NaN for others.
        pooled_deff: The value it is shrunk towards; 1 where no binary series tells.
        from_residuals: Whether it is the residual variance of the fit over the whole run, because no prompt
            has two completions in a step.
    """

    per_completion: Floats
    deff: Floats
    pooled_deff: float
    from_residuals: bool


def adjustable(panel: SeriesPanel, design: PromptDesign) -> Booleans:
    """bool[S]: series that have a value for every completion of the run; others keep their raw means."""
    full = (panel.prompts == design.prompts) & (panel.samples == design.samples)
    full &= np.abs(panel.mean) <= LARGEST_VALUE
    for spread in (panel.se, panel.within_sd):
        full &= ~(spread > LARGEST_VALUE)
    result: Booleans = full.all(axis=1)
    return result


def step_effects(panel: SeriesPanel, design: PromptDesign, sums: PromptSums) -> Floats:
    """float64[S, T]: beta of the two-way fit, the solution of least norm, in the series' own unit.

    It is centred on 0 over every group of linked steps; NaN for series that are not adjusted.
    """
    result: Floats = _right(panel, design, sums) @ design.inverse
    return result


def adjusted_means(panel: SeriesPanel, design: PromptDesign, sums: PromptSums) -> Floats:
    """Step means as if every step of a group had held the same prompts.

    Groups of steps that no prompt links cannot be compared, and each keeps its own mean: with one prompt per
    step these are the raw means, of which only the differences inside a prompt tell anything. The binomial
    variance of a step is then that of its own share, as it should be.

    Args:
        panel: All series of one run, over the T steps of the design.
        design: Its prompts.
        sums: What the series add up to in prompts.

    Returns:
        float64[S, T]: mean over the cells of the group + beta, with beta shifted so that this mean stays; raw
        means for series without a value for some completion. An adjusted share may lie a little outside of
        0 to 1.
    """
    beta = step_effects(panel, design, sums)
    cells = design.prompts.astype(np.float64)
    shift = design.group_sum((panel.mean - beta) * cells) / design.group_sum(cells[None, :])
    return np.where(np.isfinite(beta), beta + shift, panel.mean)


def white_variance(
    panel: SeriesPanel, design: PromptDesign, sums: PromptSums, baseline: Booleans
) -> WhiteVariance:
    """The sampling variance that remains once prompt effects are removed.

    Completions of one prompt in one step differ by sampling alone, so their pooled variance inside cells is
    taken, over the baseline steps. Where every cell is one completion there is none; the residual variance
    of the two-way fit is taken then, over all steps, which counts as noise how much prompts differ in
    a change of level.

    For a binary series with few positives the ratio of that variance to p (1 - p) is chance. With A the
    squares inside cells, f their degrees of freedom and B = f p (1 - p),

        deff = (A + k d) / (B + k),   d = sum of A over series / sum of B,   k = 10,

    the posterior mean under a prior worth k units of Bernoulli variance. It is 1 where steps hold one prompt,
    and below 1 the more the prompts of a group of linked steps differ.

    Args:
        panel: All series of one run.
        design: Its prompts.
        sums: What the series add up to in prompts.
        baseline: bool[S, T], baseline steps of every series.
    """
    chosen = adjustable(panel, design)
    repeated = design.samples > design.prompts
    from_residuals = not repeated.any()
    if from_residuals:
        steps = np.ones_like(baseline)
        degrees = np.full(len(chosen), float(design.degrees_of_freedom))
        square = residual_square(panel, design, sums)
    else:
        steps = baseline & repeated
        extra = np.where(steps, (design.samples - design.prompts).astype(np.float64), 0.0)
        degrees = ordered_sum(extra)
        within_sd = np.where(steps & chosen[:, None], panel.within_sd, 0.0)
        square = ordered_sum(within_sd * within_sd * extra)
    square[~chosen | (degrees <= 0)] = np.nan
    variance = np.divide(square, degrees, out=np.full_like(square, np.nan), where=degrees > 0)
    bernoulli = _bernoulli(panel, design, steps)
    unit = np.where(panel.binary, degrees * bernoulli, np.nan)
    told = panel.binary & np.isfinite(square)
    # Exact sums: the order of the series does not show.
    total = fsum(unit[told])
    pooled = fsum(square[told]) / total if total > 0 else 1.0
    deff = np.where(told, (square + PRIOR_UNITS * pooled) / (unit + PRIOR_UNITS), np.nan)
    deff = np.maximum(deff, LEAST_DEFF)
    return WhiteVariance(
        per_completion=np.where(told, deff * bernoulli, variance),
        deff=deff,
        pooled_deff=max(pooled, LEAST_DEFF),
        from_residuals=from_residuals,
    )


def residual_square(panel: SeriesPanel, design: PromptDesign, sums: PromptSums) -> Floats:
    """float64[S]: residual square of the two-way fit times completions per cell; NaN where not adjusted.

    The square of all cells follows from the panel: n mean^2 + n (n - 1) se^2 in a step of n prompts.
    """
    right = _right(panel, design, sums)
    mean = np.where(np.isfinite(right), panel.mean, np.nan)
    n = design.prompts.astype(np.float64)
    se = np.where(np.isfinite(right) & (n > 1), panel.se, 0.0)
    all_cells = ordered_sum(n * mean * mean + n * (n - 1.0) * se * se)
    left = np.maximum(all_cells - sums.square - ordered_sum(right * (right @ design.inverse)), 0.0)
    result: Floats = left * design.completions_per_cell
    return result


def _right(panel: SeriesPanel, design: PromptDesign, sums: PromptSums) -> Floats:
    """float64[S, T]: right side r of the normal equations; NaN for series that are not adjusted."""
    mean = np.where(adjustable(panel, design)[:, None], panel.mean, np.nan)
    result: Floats = mean * design.prompts - sums.part
    return result


def _bernoulli(panel: SeriesPanel, design: PromptDesign, steps: Booleans) -> Floats:
    """float64[S]: mean over the given steps of p (1 - p), p the share in the given steps of a group.

    With c completions, p (1 - p) c / (c - 1) is its unbiased estimate.
    """
    cells = np.where(steps, design.prompts.astype(np.float64), 0.0)
    count = design.group_sum(cells)
    total = design.group_sum(np.where(steps & panel.binary[:, None], panel.mean, 0.0) * cells)
    share = np.clip(np.divide(total, count, out=np.zeros_like(total), where=count > 0), 0.0, 1.0)
    samples = design.group_sum(np.where(steps, design.samples.astype(np.float64), 0.0))
    unbiased = samples / np.maximum(samples - 1.0, 1.0)
    weighted = ordered_sum(np.where(steps, share * (1.0 - share) * unbiased, 0.0) * cells)
    return weighted / np.maximum(ordered_sum(cells), 1.0)
