"""The time axis: positions, missing steps, bins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rolloutdiff.report.grid import Grid, number


def test_every_step_has_a_unit_of_its_own() -> None:
    grid = Grid(tuple(range(1, 91)))
    assert (grid.width, grid.stride, grid.missing, grid.bin_size) == (90, 1, 0, 1)
    assert (grid.x(1), grid.x(90)) == (0.5, 89.5)
    assert grid.percent(48) == "52.78%"
    assert grid.ticks == [15, 30, 45, 60, 75]
    assert grid.labels[47] == "48"
    assert grid.breaks == frozenset()


def test_a_log_of_every_tenth_step_has_no_gaps() -> None:
    grid = Grid(tuple(range(10, 1010, 10)))
    assert (grid.width, grid.stride, grid.missing, grid.breaks) == (100, 10, 0, frozenset())
    assert grid.ticks == [200, 400, 600, 800]


def test_a_missing_step_breaks_the_line() -> None:
    grid = Grid((1, 2, 3, 5, 6, 9))
    assert (grid.missing, grid.breaks) == (3, frozenset({3, 5}))


def test_a_first_step_off_the_beat_is_no_gap() -> None:
    grid = Grid((1, 100, 200, 300))
    assert (grid.stride, grid.breaks) == (100, frozenset())


def test_above_240_steps_points_are_bins() -> None:
    grid = Grid(tuple(range(1, 961)))
    assert (grid.bin_size, len(grid.bins)) == (4, 240)
    assert grid.labels[:2] == ["1–4", "5–8"]
    assert grid.positions[0] == 2.0
    assert Grid(tuple(range(241))).bin_size == 2
    assert Grid(tuple(range(240))).bin_size == 1


def test_one_step_is_an_axis_too() -> None:
    grid = Grid((7,))
    assert (grid.width, grid.x(7), grid.ticks, grid.labels) == (1, 0.5, [], ["7"])


@pytest.mark.parametrize(
    ("value", "text"), [(0.5, "0.5"), (10.0, "10"), (-0.001, "0"), (33.333, "33.33"), (1e7, "10000000")]
)
def test_coordinates_are_short(value: float, text: str) -> None:
    assert number(value) == text


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=600, unique=True))
def test_any_steps_lie_on_the_axis_in_order(steps: list[int]) -> None:
    grid = Grid(tuple(sorted(steps)))
    assert len(grid.positions) == len(grid.labels) <= 240
    assert grid.positions == sorted(grid.positions)
    assert grid.positions[0] >= 0
    assert grid.positions[-1] <= grid.width
    assert len(grid.ticks) <= 6
