from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rolloutdiff.settings import AnchoredSettings
from rolloutdiff.stats.anchored import screen_run
from rolloutdiff.stats.changes import COLUMNS, Change
from tests.unit.stats.test_anchored import made
from tests.unit.stats.test_standard import sizes

RULE = AnchoredSettings()


def changes(pieces: list[tuple[int, int, float]], seed: int = 0) -> list[Change]:
    """Changes of one size among sixty, moved by so many sampling standard deviations over those columns."""
    rng = np.random.default_rng(seed)
    mean = 1000.0 + 20.0 * rng.standard_normal((60, 80))
    for first, last, by in pieces:
        mean[0, first:last] += 20.0 * by
    result = screen_run(
        sizes(mean, se=20.0, within_sd=20.0 * np.sqrt(128.0)), replace(RULE, min_relative=0.0)
    )
    return [row for row in result.shift.rows if row.series == 0]


class TestShapes:
    def test_bump_is_a_pulse_with_an_end(self) -> None:
        (row,) = changes([(30, 50, 5.0)])
        assert row.shape == "pulse"
        assert (row.onset_step, row.end_step) == (31, 51)
        assert row.after_mean == pytest.approx(1100, rel=0.02)

    def test_up_down_and_back_are_three_ends(self) -> None:
        first, second = changes([(20, 40, 4.0), (40, 60, -4.0)])
        assert (first.place, second.place) == (1, 2)
        assert (first.onset_step, first.end_step, second.onset_step) == (21, 41, 61)
        assert first.onset_low is not None and first.onset_low <= 21 <= (first.onset_high or 0)
        assert second.p_value is None

    def test_stairs_are_two_steps(self) -> None:
        first, second = changes([(27, 80, 4.0), (54, 80, 4.0)])
        assert (first.onset_step, second.onset_step) == (28, 55)
        assert second.statistic is not None and second.threshold is not None
        assert second.statistic > second.threshold
        # 27 steps on either side and a distance of four standard deviations: 16 / (2 / 27).
        assert second.statistic == pytest.approx(16 * 27 / 2, rel=0.35)

    def test_one_step_is_one_change(self) -> None:
        (row,) = changes([(40, 80, 4.0)])
        assert row.shape == "step"
        assert row.end_step is None
        assert row.before_mean == pytest.approx(1000, rel=0.02)
        assert row.after_mean == pytest.approx(1080, rel=0.02)

    def test_a_spike_is_no_change_but_is_told(self) -> None:
        quiet, spike = changes([(40, 42, 9.0)])
        assert quiet.shape is None
        assert (spike.place, spike.shape, spike.onset_step, spike.end_step) == (2, "spike", 41, 43)
        assert spike.after_mean == pytest.approx(1180, rel=0.04)
        assert spike.before_mean == pytest.approx(1000, rel=0.03)
        assert spike.p_value is None and spike.q_value is None

    def test_a_small_spike_is_not_told(self) -> None:
        assert len(changes([(40, 42, 4.0)])) == 1

    def test_a_quiet_series_has_its_best_shape(self) -> None:
        (row,) = changes([])
        assert row.shape is None
        assert row.onset_low is None
        assert row.onset_step is not None and row.p_value is not None and row.statistic is not None


class TestTable:
    def test_a_row_for_every_judged_series(self) -> None:
        panel = made(21)
        mean = panel.mean.copy()
        mean[3] = 7.0
        result = screen_run(replace(panel, mean=mean), RULE)
        judged = np.flatnonzero(result.retrospective.status != "unscorable")
        assert 3 not in judged
        assert [row.series for row in result.shift.rows if row.place == 1] == judged.tolist()
        columns = result.shift.columns()
        assert set(columns) == set(COLUMNS) - {"series"}
        assert {len(values) for values in columns.values()} == {len(result.shift.rows)}
        assert len(result.shift.series) == len(result.shift.rows)

    def test_levels_of_shares_are_shares(self) -> None:
        panel = made(22)
        rare = replace(panel, mean=panel.mean * 0.02, positives=np.minimum(panel.positives, 3))
        for row in screen_run(rare, RULE).shift.rows:
            if panel.binary[row.series]:
                assert row.before_mean is not None and 0.0 <= row.before_mean <= 1.0
                assert row.after_mean is not None and 0.0 <= row.after_mean <= 1.0
