"""Rewards and weights found again from advantages that a loop over groups computes."""

from __future__ import annotations

import math
import statistics

import numpy as np
import pytest

from rolloutdiff.stats.advantage import block_size, explain_advantage

SIZE, GROUPS = 4, 60


def columns(seed: int = 1, count: int = 3) -> np.ndarray:
    """One yes/no column, one graded one, one of lengths, and more of these."""
    rng = np.random.default_rng(seed)
    rows = SIZE * GROUPS
    made = [rng.integers(0, 2, rows), rng.integers(0, 5, rows) / 4, rng.normal(200.0, 40.0, rows)]
    made += [rng.normal(size=rows) for _ in range(count - 3)]
    return np.column_stack(made[:count]).astype(float)


def advantages(values: np.ndarray, weights: list[float], scale: str, batches: int = 3) -> np.ndarray:
    """Group by group in plain Python, then in single precision as trainers log them."""
    reward = [
        sum(w * v for w, v in zip(weights, row, strict=True) if not math.isnan(v)) for row in values.tolist()
    ]
    rows = len(reward) // batches
    out = []
    for start in range(0, len(reward), SIZE):
        group = reward[start : start + SIZE]
        first = start // rows * rows
        below = {
            "group": statistics.stdev(group) + 1e-4,
            "batch": statistics.stdev(reward[first : first + rows]) + 1e-4,
            "none": 1.0,
        }[scale]
        out += [(r - statistics.fmean(group)) / below for r in group]
    return np.array(out, dtype=np.float32).astype(float)


BATCH = [SIZE * GROUPS // 3] * 3


@pytest.mark.parametrize("scale", ["group", "none", "batch"])
@pytest.mark.parametrize("rewarded", [(0,), (2,), (0, 1), (0, 1, 2)])
def test_columns_with_weight_one(scale: str, rewarded: tuple[int, ...]) -> None:
    values = columns()
    logged = advantages(values, [float(i in rewarded) for i in range(3)], scale)
    fit = explain_advantage(logged, values, SIZE, BATCH)
    assert (fit.scale, fit.sets, fit.weights, fit.constant) == (scale, (rewarded,), None, ())
    assert fit.share == 1.0
    assert fit.rows == np.count_nonzero(np.abs(logged) > 2e-4)


@pytest.mark.parametrize("scale", ["group", "batch"])
@pytest.mark.parametrize("weights", [[1.0, 0.5, 0.0], [-0.25, 1.0, 0.002], [0.2, 0.1, 0.0]])
def test_other_weights_are_found_up_to_a_factor(scale: str, weights: list[float]) -> None:
    values = columns()
    fit = explain_advantage(advantages(values, weights, scale), values, SIZE, BATCH)
    assert (fit.scale, fit.sets) == (scale, ())
    assert fit.weights is not None
    assert np.abs(fit.weights - np.array(weights) / max(map(abs, weights))).max() <= 1e-4


def test_weights_of_differences_are_found_in_full() -> None:
    values = columns()
    fit = explain_advantage(advantages(values, [2.0, 0.5, 0.0], "none"), values, SIZE, BATCH)
    assert fit.scale == "none"
    assert fit.weights is not None
    assert fit.weights.tolist() == [2.0, 0.5, 0.0]


def test_missing_values_are_left_out_of_the_sum() -> None:
    values = columns(2)
    values[::3, 0] = math.nan
    values[::5, 1] = math.nan
    fit = explain_advantage(advantages(values, [1.0, 1.0, 0.0], "group"), values, SIZE, BATCH)
    assert fit.sets == ((0, 1),)


def test_columns_that_say_the_same_cannot_be_told_apart() -> None:
    values = columns()
    values[:, 1] = values[:, 0]
    fit = explain_advantage(advantages(values, [1.0, 0.0, 0.0], "group"), values, SIZE, BATCH)
    assert fit.sets == ((0,), (1,))


def test_a_column_without_variation_is_named() -> None:
    values = columns()
    values[:, 1] = np.repeat(np.arange(GROUPS), SIZE)
    fit = explain_advantage(advantages(values, [1.0, 1.0, 0.0], "group"), values, SIZE, BATCH)
    assert (fit.sets, fit.constant) == (((0,),), (1,))


def test_advantages_of_something_else() -> None:
    values = columns()
    other = advantages(columns(9), [1.0, 1.0, 0.0], "group")
    for count in (1, 2, 3):
        fit = explain_advantage(other, values[:, :count], SIZE, BATCH)
        assert (fit.scale, fit.sets, fit.weights, fit.share) == (None, (), None, 0.0)
    nothing = explain_advantage(np.zeros(len(values)), values, SIZE, BATCH)
    assert (nothing.scale, nothing.rows) == (None, 0)


def test_of_very_many_columns_single_ones_all_and_weights() -> None:
    values = columns(3, 12)
    one = explain_advantage(advantages(values, [0.0] * 11 + [1.0], "group"), values, SIZE, BATCH)
    assert one.sets == ((11,),)
    every = explain_advantage(advantages(values, [1.0] * 12, "group"), values, SIZE, BATCH)
    assert every.sets == (tuple(range(12)),)
    some = explain_advantage(advantages(values, [1.0, 0, 0, 1.0] + [0] * 8, "group"), values, SIZE, BATCH)
    assert some.weights is not None
    assert np.flatnonzero(some.weights).tolist() == [0, 3]


@pytest.mark.parametrize("repeats", [1, 2, 6])
def test_size_of_groups_where_prompts_repeat(repeats: int) -> None:
    logged = advantages(columns(), [1.0, 0.0, 0.0], "group")
    assert block_size(logged, SIZE * repeats) == SIZE


def test_no_size_without_groups() -> None:
    logged = advantages(columns(), [1.0, 0.0, 0.0], "group")
    assert block_size(logged + 1.0, SIZE) is None
    assert block_size(np.zeros(12), 4) is None
    assert block_size(logged, 1) is None
    assert block_size(logged[:-1], SIZE) is None
