"""The information that prompts leave about steps, against projections worked out cell by cell."""

from __future__ import annotations

import numpy as np
import pytest

from rolloutdiff.stats.prompt_design import PromptDesign, prompt_design
from tests.unit.stats.prompted import Cells, compact, cycled, random_cells


def design_of(rows):
    """The design of steps that are given as lists of their prompts, one completion each."""
    step = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    step, prompt = compact(step, np.array([p for row in rows for p in row]))
    return prompt_design(step, prompt, np.ones(len(step), dtype=np.int64))


def without_prompts(cells: Cells) -> np.ndarray:
    """float64[N, T]: step dummies with the prompts projected off."""
    matrix = cells.dummies()
    steps = cells.step.max() + 1
    step, prompt = matrix[:, :steps], matrix[:, steps:]
    return step - prompt @ np.linalg.lstsq(prompt, step, rcond=None)[0]


def test_two_steps_that_share_one_of_two_prompts_by_hand():
    # Steps {a, b} and {b, c}: only b compares them, with two cells of weight 1, so half a cell against half.
    design = design_of([[0, 1], [1, 2]])
    assert design.visits == 4 / 3
    assert design.visits_of.tolist() == [1, 2, 1]
    assert design.prompts.tolist() == [2, 2]
    np.testing.assert_allclose(design.between_steps, [[0.5, -0.5], [-0.5, 0.5]], atol=1e-15)
    np.testing.assert_allclose(design.inverse, [[0.5, -0.5], [-0.5, 0.5]], atol=1e-15)
    # Without prompts the change would have 2 * 2 / 4 = 1.
    np.testing.assert_allclose(design.efficiency, [0.5], atol=1e-15)
    assert design.degrees_of_freedom == 4 - (2 + 3 - 1)


@pytest.mark.parametrize("seed", range(8))
def test_matrices_are_those_of_the_projected_steps(seed):
    cells = random_cells(seed, prompts=5 + seed)
    design, left = cells.design, without_prompts(cells)
    np.testing.assert_allclose(design.between_steps, left.T @ left, atol=1e-12)
    np.testing.assert_allclose(design.inverse, np.linalg.pinv(left.T @ left, rcond=1e-9), atol=1e-10)
    for k, kept in enumerate(design.efficiency):
        later = cells.step > k
        residual = left[:, k + 1 :].sum(axis=1)
        assert kept == pytest.approx(residual @ residual / (later.mean() * (~later).sum()), abs=1e-12)
    rank = np.linalg.matrix_rank(cells.dummies())
    assert design.degrees_of_freedom == len(cells.step) - rank


def test_information_is_the_completions_of_a_step_where_nothing_is_lost():
    # A prompt that stands in every step: of n cells each step keeps 1 - 1/n, less what goes with the level.
    design = prompt_design(np.arange(8), np.zeros(8, dtype=np.int64), np.full(8, 5))
    np.testing.assert_allclose(design.information, 5 * (np.eye(8) - 1 / 8), atol=1e-12)
    # Cells of 2 and 6 completions have the variance of cells of 3, on average.
    sizes = prompt_design(np.arange(2), np.zeros(2, dtype=np.int64), np.array([2, 6]))
    assert sizes.completions_per_cell == 3.0
    assert sizes.samples.tolist() == [2, 6]


def test_one_prompt_per_step_leaves_a_group_per_prompt():
    design = cycled(200, 40, 32).design
    assert design.groups == 40
    assert design.group.tolist() == [t % 40 for t in range(200)]
    assert np.linalg.matrix_rank(design.inverse) == 160
    assert design.fitted


def test_group_sums_reach_every_step_of_the_group():
    design = design_of([[0], [1], [0], [1], [1]])
    values = np.array([[1.0, 2.0, 3.0, 4.0, 5.0]])
    assert design.group_sum(values).tolist() == [[4.0, 11.0, 4.0, 11.0, 11.0]]


@pytest.mark.parametrize("cells", [random_cells(0), cycled(20, 6, 3)], ids=["linked", "cycled"])
def test_centring_changes_nothing_that_the_information_sees(cells):
    design = cells.design
    values = np.random.default_rng(0).standard_normal((4, len(design.prompts)))
    centred = design.centred(values)
    np.testing.assert_allclose(centred @ design.between_steps, values @ design.between_steps, atol=1e-12)
    np.testing.assert_allclose(design.group_sum(centred), 0.0, atol=1e-12)


@pytest.mark.parametrize(
    ("rows", "fitted"),
    [
        # Fresh prompts; two visits; three visits; too short a run.
        ([[4 * t + i for i in range(4)] for t in range(30)], False),
        ([[(4 * t + i) % 60 for i in range(4)] for t in range(30)], False),
        ([[(4 * t + i) % 40 for i in range(4)] for t in range(30)], True),
        ([[0, 1], [0, 1]] * 5, False),
        # A curriculum that passes each prompt in five adjacent steps: a change may hide behind the prompts.
        ([[t // 5 * 4 + i for i in range(4)] for t in range(30)], False),
        ([[t + i for i in range(4)] for t in range(30)], False),
    ],
)
def test_which_designs_are_fitted(rows, fitted):
    assert design_of(rows).fitted is fitted


def test_noise_factor_is_the_spread_of_the_fitted_steps():
    cells = random_cells(3)
    design = cells.design
    chosen = np.arange(12) < 5
    to_beta = np.linalg.pinv(without_prompts(cells))[:5] / np.sqrt(design.completions_per_cell)
    to_beta -= to_beta.mean(axis=0)
    raw = np.diag(1.0 / np.sqrt(design.samples[:5]))
    raw -= raw.mean(axis=0)
    assert design.noise_factor(chosen) == pytest.approx((to_beta**2).sum() / (raw**2).sum(), rel=1e-10)


def test_cells_and_completions_must_agree():
    one = design_of([[0, 1], [1]])
    other = design_of([[0, 1], [0]])
    with pytest.raises(ValueError, match="same structure"):
        PromptDesign(cells=one.cells, completions=other.cells)
    with pytest.raises(ValueError, match="must have a cell"):
        prompt_design(np.array([0, 2]), np.array([0, 0]), np.array([1, 1]))
