"""Path data and axes, against coordinates worked out by hand."""

from __future__ import annotations

import re

import pytest

from rolloutdiff.report.charts import (
    Axis,
    Points,
    band_path,
    drawn,
    line_path,
    reward_axis,
    row_axis,
    share_axis,
    size_axis,
)
from rolloutdiff.report.grid import Grid
from rolloutdiff.report.series import Series


def series(mean: list[float | None], se: list[float | None], steps: list[int]) -> Series:
    return Series(
        feature="lex:x",
        unit="share",
        step=steps,
        mean=mean,
        se=se,
        prompts=[2] * len(steps),
        samples=[4] * len(steps),
        positives=[1] * len(steps),
    )


def test_line_and_band_by_hand() -> None:
    grid = Grid((1, 2, 3))
    points = drawn(series([0.0, 0.5, 1.0], [0.05, 0.1, 0.0], [1, 2, 3]), grid)
    axis = Axis(0.0, 1.0)
    assert line_path(points, grid, axis) == "M0.5,100L1.5,50L2.5,0"
    assert band_path(points, grid, axis) == "M0.5,90L1.5,30L2.5,0L2.5,0L1.5,70L0.5,100Z"


def test_gaps_in_steps_and_missing_values_are_gaps_in_the_line() -> None:
    grid = Grid((1, 2, 4, 5, 6))
    points = drawn(series([0.1, 0.2, 0.3, None, 0.5], [0.1, None, 0.1, None, 0.1], [1, 2, 4, 5, 6]), grid)
    path = line_path(points, grid, Axis(0.0, 1.0))
    assert path == "M0.5,90L1.5,80M3.5,70h0M5.5,50h0"
    assert band_path(points, grid, Axis(0.0, 1.0)).count("Z") == 3


def test_a_bin_has_the_mean_of_its_steps_and_their_widest_band() -> None:
    steps = list(range(480))
    grid = Grid(tuple(steps))
    points = drawn(series([float(t % 2) for t in steps], [0.01 * (1 + t % 2) for t in steps], steps), grid)
    assert len(points.mean) == 240
    assert set(points.mean) == {0.5}
    assert points.band[0] == pytest.approx(0.04)


def test_a_path_has_one_point_per_step() -> None:
    steps = list(range(1, 91))
    grid = Grid(tuple(steps))
    path = line_path(drawn(series([0.3] * 90, [0.01] * 90, steps), grid), grid, Axis(0.0, 1.0))
    assert len(re.findall(r"[ML]", path)) == 90


@pytest.mark.parametrize(
    ("mean", "band", "marks", "top"),
    [(0.15, 0.03, [], 0.20), (0.31, 0.05, [], 0.40), (0.51, 0.01, [], 1.0), (0.004, 0.0, [0.104], 0.20)],
)
def test_share_axes_start_at_nought_and_end_at_a_round_share(
    mean: float, band: float, marks: list[float], top: float
) -> None:
    assert share_axis(Points([mean], [band]), marks) == Axis(0.0, top)


def test_size_axes_have_round_ends_around_the_band() -> None:
    assert size_axis(Points([6.4, 8.0], [0.6, 0.6])) == Axis(5.5, 9.5)
    assert size_axis(Points([85.0, 109.0], [8.0, 8.0])) == Axis(70.0, 130.0)


def test_one_wild_standard_error_does_not_flatten_a_size() -> None:
    axis = size_axis(Points([10.0, 12.0], [500.0, 0.1]))
    assert axis.high - axis.low <= 10


def test_a_constant_series_still_has_an_axis() -> None:
    for value in (0.0, 5.0, -3.0, 1e12):
        axis = size_axis(Points([value] * 3, [0.0] * 3))
        assert axis.low <= value <= axis.high and axis.high > axis.low


def test_reward_axes() -> None:
    assert reward_axis([Points([0.2, 0.9], [None, None])]) == Axis(0.0, 1.0)
    axis = reward_axis([Points([-2.0, 3.5], [None, None])])
    assert axis.low <= -2 and axis.high >= 3.5


def test_overview_rows_do_not_magnify_noise() -> None:
    axis = row_axis(Points([0.50, 0.52], [None, None]), 0.5, is_share=True)
    assert axis.high - axis.low >= 0.25
    size = row_axis(Points([100.0, 101.0], [None, None]), 100.0, is_share=False)
    assert size.high - size.low >= 25
    assert row_axis(Points([0.0, 0.01], [None, None]), 0.0, is_share=True).low > -0.05
