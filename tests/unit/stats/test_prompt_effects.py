"""Adjusted means against least squares with dummies, and their variance against its definition."""

from __future__ import annotations

import dataclasses
from itertools import combinations

import numpy as np
import pytest

from rolloutdiff.stats.prompt_design import prompt_design
from rolloutdiff.stats.prompt_effects import (
    LEAST_DEFF,
    PRIOR_UNITS,
    PromptSums,
    adjustable,
    adjusted_means,
    residual_square,
    step_effects,
    white_variance,
)
from rolloutdiff.stats.prompt_pool import finite_population_se
from tests.unit.stats.prompted import Cells, compact, cycled, random_cells

NAN = float("nan")


def brute_force(cells: Cells) -> tuple[np.ndarray, np.ndarray]:
    """Step effects centred on every group, float64[S, T], and residual squares, float64[S]."""
    matrix, cell = cells.dummies(), cells.mean
    solution = np.linalg.lstsq(matrix, cell.T, rcond=None)[0]
    beta = solution[: cells.step.max() + 1].T.copy()
    group = cells.design.group
    for number in range(group.max() + 1):
        beta[:, group == number] -= beta[:, group == number].mean(axis=1, keepdims=True)
    return beta, ((cell.T - matrix @ solution) ** 2).sum(axis=0)


@pytest.mark.parametrize("seed", range(12))
def test_step_effects_are_least_squares_with_dummies(seed):
    cells = random_cells(seed, prompts=4 + seed, steps=6 + 3 * seed)
    beta, square = brute_force(cells)
    panel, design, sums = cells.panel(), cells.design, cells.sums
    assert adjustable(panel, design).all()
    np.testing.assert_allclose(step_effects(panel, design, sums), beta, atol=1e-10)
    np.testing.assert_allclose(
        residual_square(panel, design, sums), square * design.completions_per_cell, atol=1e-9
    )


def test_rank_deficient_designs_keep_the_level_of_each_prompt():
    cells = cycled(30, 6, 8)
    panel = cells.panel(binary=True)
    beta, _ = brute_force(cells)
    np.testing.assert_allclose(step_effects(panel, cells.design, cells.sums), beta, atol=1e-10)
    # One prompt per step: the raw means are a solution of the fit.
    np.testing.assert_allclose(adjusted_means(panel, cells.design, cells.sums), panel.mean, atol=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_adjusted_means_keep_the_mean_over_cells(seed):
    cells = random_cells(seed)
    panel, design = cells.panel(), cells.design
    adjusted = adjusted_means(panel, design, cells.sums)
    np.testing.assert_allclose(adjusted @ design.prompts, panel.mean @ design.prompts, atol=1e-9)


def test_what_prompts_decide_is_removed_and_what_steps_decide_stays():
    cells = random_cells(5, prompts=8, steps=20)
    rng = np.random.default_rng(1)
    prompt, step = rng.standard_normal(8), np.where(np.arange(20) >= 9, 0.5, 0.0)
    values = [
        np.full((1, n), prompt[p] + step[t])
        for t, p, n in zip(cells.step, cells.prompt, cells.size, strict=True)
    ]
    exact = dataclasses.replace(cells, values=values)
    assert exact.design.groups == 1
    adjusted = adjusted_means(exact.panel(), exact.design, exact.sums)[0]
    np.testing.assert_allclose(adjusted - adjusted[0], step, atol=1e-12)
    assert np.ptp(exact.panel().mean[0][:9]) > 0.1


def test_series_that_miss_a_completion_keep_their_raw_means():
    cells = random_cells(2)
    panel, design, sums = cells.panel(), cells.design, cells.sums
    samples, prompts = panel.samples.copy(), panel.prompts.copy()
    samples[0, 4] -= 1
    mean = panel.mean.copy()
    mean[2, 7], samples[2, 7], prompts[2, 7] = NAN, 0, 0
    panel = dataclasses.replace(
        panel, mean=mean, samples=samples, prompts=np.minimum(prompts, samples), positives=0 * samples
    )
    assert adjustable(panel, design).tolist() == [False, True, False]
    adjusted = adjusted_means(panel, design, sums)
    np.testing.assert_array_equal(adjusted[[0, 2]], mean[[0, 2]])
    np.testing.assert_allclose(adjusted[1], adjusted_means(cells.panel(), design, sums)[1], atol=1e-12)
    white = white_variance(panel, design, sums, np.ones(mean.shape, dtype=bool))
    assert np.isnan(white.per_completion).tolist() == [True, False, True]


def test_series_do_not_depend_on_each_other():
    cells = random_cells(6, series=7)
    order = [3, 0, 6]
    few = dataclasses.replace(cells, values=[value[order] for value in cells.values])
    np.testing.assert_allclose(
        adjusted_means(few.panel(), few.design, few.sums),
        adjusted_means(cells.panel(), cells.design, cells.sums)[order],
        rtol=0,
        atol=1e-13,
    )
    np.testing.assert_array_equal(few.sums.part, cells.sums.part[order])
    np.testing.assert_array_equal(few.sums.square, cells.sums.square[order])


def test_variance_of_sizes_is_pooled_inside_cells_of_the_baseline():
    cells = random_cells(4, largest=4)
    baseline = np.zeros((3, 12), dtype=bool)
    baseline[:, 2:7] = True
    inside = [i for i, t in enumerate(cells.step) if 2 <= t < 7]
    square = sum(cells.values[i].var(axis=1) * cells.size[i] for i in inside)
    freedom = sum(cells.size[i] - 1 for i in inside)
    white = white_variance(cells.panel(), cells.design, cells.sums, baseline)
    np.testing.assert_allclose(white.per_completion, square / freedom, rtol=1e-12)
    assert np.isnan(white.deff).all()
    assert white.pooled_deff == 1.0
    assert not white.from_residuals


def test_design_effect_of_shares_by_hand():
    # Two prompts in every step, four completions each: always on one, never on the other but for one hit in
    # the last step of the second series.
    step, prompt = np.repeat(np.arange(4), 2), np.tile([0, 1], 4)
    values = []
    for t, p in zip(step, prompt, strict=True):
        values.append(np.full((2, 4), float(p)))
        if t == 3 and p == 0:
            values[-1][1, 0] = 1.0
    cells = Cells(step=step, prompt=prompt, size=np.full(8, 4), values=values)
    baseline = np.ones((2, 4), dtype=bool)
    white = white_variance(cells.panel(binary=True), cells.design, cells.sums, baseline)
    # Squares inside cells 0 and 3/4 over 24 degrees of freedom; shares 1/2 and 17/32 of 32 completions.
    unit = [24 * 1 / 4 * 32 / 31, 24 * 17 * 15 / 32**2 * 32 / 31]
    pooled = 0.75 / sum(unit)
    expected = [
        max((square + PRIOR_UNITS * pooled) / (b + PRIOR_UNITS), LEAST_DEFF)
        for square, b in zip([0.0, 0.75], unit, strict=True)
    ]
    assert expected[0] == LEAST_DEFF
    np.testing.assert_allclose(white.deff, expected, rtol=1e-12)
    np.testing.assert_allclose(white.per_completion, white.deff * np.array(unit) / 24, rtol=1e-12)
    assert white.pooled_deff == LEAST_DEFF


def test_one_prompt_per_step_has_the_binomial_variance_of_its_own_share():
    cells = cycled(30, 6, 8)
    baseline = np.zeros((2, 30), dtype=bool)
    baseline[:, :6] = True
    white = white_variance(cells.panel(binary=True), cells.design, cells.sums, baseline)
    np.testing.assert_allclose(white.deff, 1.0, rtol=1e-12)
    assert white.pooled_deff == pytest.approx(1.0)


def test_absent_features_take_the_pooled_design_effect():
    cells = cycled(30, 6, 8)
    values = [np.vstack([value, np.zeros((1, 8))]) for value in cells.values]
    cells = dataclasses.replace(cells, values=values)
    white = white_variance(cells.panel(binary=True), cells.design, cells.sums, np.ones((3, 30), dtype=bool))
    assert white.deff[2] == pytest.approx(white.pooled_deff)
    assert white.per_completion[2] == 0.0


def test_residuals_serve_where_no_prompt_has_two_completions():
    cells = random_cells(9, largest=1, steps=25)
    _, square = brute_force(cells)
    rank = np.linalg.matrix_rank(cells.dummies())
    baseline = np.zeros((3, 25), dtype=bool)
    baseline[:, :15] = True
    white = white_variance(cells.panel(), cells.design, cells.sums, baseline)
    assert white.from_residuals
    np.testing.assert_allclose(white.per_completion, square / (len(cells.step) - rank), rtol=1e-9)


def test_claimed_covariance_is_that_of_the_fit():
    """Each cell's part in beta, squared and added up, is the pseudo-inverse."""
    cells = random_cells(7, largest=1)
    count = len(cells.step)
    unit = dataclasses.replace(cells, values=[np.eye(count)[:, [i]] for i in range(count)])
    weights = step_effects(unit.panel(), unit.design, unit.sums)
    np.testing.assert_allclose(weights.T @ weights, np.linalg.pinv(unit.design.information), atol=1e-10)


def test_finite_population_error_is_exact_over_all_draws():
    pool = np.array([0.0, 1.0, 1.5, 4.0, 7.0])
    draws = list(combinations(range(5), 2))
    step, prompt = np.repeat(np.arange(len(draws)), 2), np.array(draws).ravel()
    size = np.full(len(step), 3)
    cells = Cells(step=step, prompt=prompt, size=size, values=[np.full((1, 3), pool[p]) for p in prompt])
    se = finite_population_se(cells.panel(), cells.design)[0]
    assert np.mean(se**2) == pytest.approx(cells.panel().mean[0].var())


def test_finite_population_spares_the_part_of_the_completions():
    cells = random_cells(1, largest=4, prompts=8)
    panel = cells.panel()
    se = finite_population_se(panel, cells.design)
    assert (np.isnan(se) == np.isnan(panel.se)).all()
    t = int(np.flatnonzero((panel.prompts[0] > 1) & (panel.samples[0] > panel.prompts[0]))[0])
    inside = panel.within_sd[0, t] ** 2 / panel.samples[0, t]
    between = max(panel.se[0, t] ** 2 - inside, 0.0)
    left = 1 - panel.prompts[0, t] / len(set(cells.prompt.tolist()))
    assert se[0, t] ** 2 == pytest.approx(min(inside, panel.se[0, t] ** 2) + left * between)
    assert se[0, t] < panel.se[0, t]


def test_finite_population_needs_prompts_seen_twice_and_completions_seen_twice():
    step, prompt = compact(np.repeat(np.arange(4), 3), np.arange(12))
    rng = np.random.default_rng(0)
    values = [rng.standard_normal((1, 2)) for _ in step]
    fresh = Cells(step=step, prompt=prompt, size=np.full(12, 2), values=values)
    np.testing.assert_array_equal(finite_population_se(fresh.panel(), fresh.design), fresh.panel().se)
    single = random_cells(3, largest=1)
    np.testing.assert_array_equal(finite_population_se(single.panel(), single.design), single.panel().se)


def test_sums_of_a_run_without_counts_are_zero():
    design = prompt_design(np.arange(3), np.zeros(3, dtype=np.int64), np.ones(3, dtype=np.int64))
    cells = Cells(
        step=np.arange(3), prompt=np.zeros(3, int), size=np.ones(3, int), values=[np.zeros((1, 1))] * 3
    )
    empty = PromptSums(part=np.zeros((1, 3)), square=np.zeros(1))
    np.testing.assert_array_equal(cells.sums.part, empty.part)
    np.testing.assert_array_equal(adjusted_means(cells.panel(), design, empty), np.zeros((1, 3)))


def test_values_whose_squares_overflow_are_left_alone():
    cells = random_cells(0, series=2)
    large = np.array([[1e200], [1.0]])
    cells = dataclasses.replace(cells, values=[value * large for value in cells.values])
    with np.errstate(over="ignore"):
        panel = cells.panel()
    sums = cells.sums
    spread = np.ones(panel.mean.shape) * large
    panel = dataclasses.replace(panel, se=spread, within_sd=spread)
    design = cells.design
    assert adjustable(panel, design).tolist() == [False, True]
    np.testing.assert_array_equal(adjusted_means(panel, design, sums)[0], panel.mean[0])
    white = white_variance(panel, design, sums, np.ones(panel.mean.shape, dtype=bool))
    assert np.isnan(white.per_completion).tolist() == [True, False]
    assert np.isnan(residual_square(panel, design, sums)).tolist() == [True, False]
    np.testing.assert_array_equal(finite_population_se(panel, design)[0], panel.se[0])
