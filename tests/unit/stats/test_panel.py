"""What a panel accepts, and which of its steps can be scored."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rolloutdiff.stats.panel import SeriesPanel, alike, distinct, ordered_sum
from tests.unit.stats.panels import Series, continuous, panel


class TestPanel:
    def test_a_step_needs_two_prompts_whatever_its_standard_error(self) -> None:
        series = panel(
            Series(mean=[1.0] * 5, se=[0.0, 0.0, 0.0, math.nan, math.inf], prompts=[0, 1, 2, 2, 2])
        )
        assert series.scorable.tolist() == [[False, False, True, False, False]]

    def test_sums_go_from_first_to_last(self) -> None:
        assert ordered_sum(np.array([[1e16, -1e16, 1.0], [1.0, 1e16, -1e16]])).tolist() == [1.0, 0.0]

    @pytest.mark.parametrize("values", [[3, 3, 5, 9, 9, 9], [9, 3, 9, 5, 3], [7], []])
    def test_distinct_values_and_their_places(self, values: list[int]) -> None:
        found, place = distinct(np.array(values, dtype=np.int64))
        assert found.tolist() == sorted(set(values))
        assert [found[at] for at in place] == values

    def test_equal_rows_are_one_group_and_groups_stand_in_order_of_their_first_row(self) -> None:
        member, first = alike(np.array([[2.0, 1.0], [1.0, 9.0], [2.0, 1.0], [2.0, 1.5], [1.0, 9.0]]))
        assert member.tolist() == [0, 1, 0, 2, 1]
        assert first.tolist() == [0, 1, 3]
        member, first = alike(np.empty((0, 3)))
        assert member.tolist() == first.tolist() == []

    def test_wrong_arrays_are_refused(self) -> None:
        good = panel(continuous(0, 0, 0))
        fields = {name: getattr(good, name) for name in SeriesPanel.__dataclass_fields__}
        for name, bad, words in [
            ("mean", good.mean[:, 1:], r"mean is float64\(1, 17\); it must be float64\(1, 18\)"),
            ("se", good.se.astype(np.float32), "se is float32"),
            ("prompts", good.prompts.astype(float), "prompts is float64"),
            ("steps", good.steps[::-1].copy(), "strictly increasing"),
            ("steps", good.steps // 2, "strictly increasing"),
            ("binary", [False], "binary is list"),
            ("positives", good.samples + 1, "positives must lie between 0 and samples"),
            ("prompts", -good.prompts, "prompts must lie between 0 and samples"),
        ]:
            with pytest.raises(ValueError, match=words):
                SeriesPanel(**{**fields, name: bad})
