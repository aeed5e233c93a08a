"""The causal clip: spikes lose their height, lasting changes get it back, nothing looks ahead."""

from __future__ import annotations

import numpy as np
import pytest

from rolloutdiff.stats.clip import ClipRule, baseline_centre, clipped_views

RULE = ClipRule(line=4.0, to=3.0, steps=4)


def views(*values: float, centre: float = 0.0, scale: float = 1.0) -> list[list[float]]:
    column = np.array(values, dtype=np.float64)[:, None]
    found = clipped_views(column, np.array([centre]), np.array([scale]), RULE)
    return [view[:, 0].tolist() for view in found]


def test_a_spike_of_three_steps_is_set_down_in_every_view() -> None:
    assert views(0.5, 9, 8, 7, -0.5, 1) == [[0.5, 3, 3, 3, -0.5, 1]] * 4


def test_a_change_of_four_steps_gets_its_height_back_when_the_fourth_is_seen() -> None:
    now, one_later, two_later, final = views(0, 5, 6, 7, 8, 9)
    assert now == [0, 3, 3, 3, 8, 9]
    assert one_later == [0, 3, 3, 7, 8, 9]
    assert two_later == [0, 3, 6, 7, 8, 9]
    assert final == [0, 5, 6, 7, 8, 9]


def test_the_line_is_exceeded_strictly_and_sides_do_not_add_up() -> None:
    assert views(4.0, -4.0)[0] == [4.0, -4.0]
    assert views(5, 5, -5, -5, 5, 5)[-1] == [3, 3, -3, -3, 3, 3]


def test_an_interruption_starts_the_count_again() -> None:
    assert views(5, 5, 5, 0, 5, 5, 5)[-1] == [3, 3, 3, 0, 3, 3, 3]


def test_distances_are_in_scales_from_the_centre() -> None:
    assert views(10, 19, 1, centre=10, scale=2)[-1] == [10, 16, 4]


def test_centre_and_scale_by_hand() -> None:
    values = np.array([[1.0, 0.0], [9.0, 0.0], [3.0, 0.1], [5.0, -0.1], [100.0, 0.0]])
    centre, scale = baseline_centre(values)
    assert centre.tolist() == [5.0, 0.0]
    # Distances from 5: 4, 4, 2, 0, 95, so the median is 4; the second column is quieter than its error.
    assert scale.tolist() == pytest.approx([1.4826 * 4.0, 1.0])
    centre, _ = baseline_centre(np.array([[1.0], [2.0], [4.0], [9.0]]))
    assert centre.tolist() == [3.0]


@pytest.mark.parametrize("steps", [2, 4, 5])
def test_a_view_reads_no_step_later_than_its_age(steps: int) -> None:
    random = np.random.default_rng(11)
    rule = ClipRule(line=1.0, to=0.5, steps=steps)
    values = random.standard_normal((40, 60)) * 1.5 + (np.arange(40) >= 25)[:, None]
    centre, scale = random.standard_normal(60), random.uniform(0.5, 1.0, 60)
    whole = clipped_views(values, centre, scale, rule)
    for end in range(1, 41):
        so_far = clipped_views(values[:end], centre, scale, rule)
        for age in range(min(steps, end)):
            assert np.array_equal(so_far[age][end - 1 - age], whole[age][end - 1 - age])
            final = np.array_equal(whole[-1][: end - steps + 1], so_far[-1][: end - steps + 1])
            assert final or end < steps
