"""What a panel accepts, and which of its steps can be scored."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rolloutdiff.stats.panel import SeriesPanel, ordered_sum
from tests.unit.stats.panels import Series, continuous, panel


class TestPanel:
    def test_a_step_needs_two_prompts_whatever_its_standard_error(self) -> None:
        series = panel(
            Series(mean=[1.0] * 5, se=[0.0, 0.0, 0.0, math.nan, math.inf], prompts=[0, 1, 2, 2, 2])
        )
        assert series.scorable.tolist() == [[False, False, True, False, False]]

    def test_sums_go_from_first_to_last(self) -> None:
        assert ordered_sum(np.array([[1e16, -1e16, 1.0], [1.0, 1e16, -1e16]])).tolist() == [1.0, 0.0]

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
