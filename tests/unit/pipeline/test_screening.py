"""Points of a run become a panel: what is NULL is NaN there, and back again."""

from __future__ import annotations

import math

import numpy as np
import pyarrow as pa
import pytest

from rolloutdiff.columns import table_of
from rolloutdiff.pipeline.screening import SHIFTED, first_columns, series_panel

POINTS = pa.table(
    {
        "feature_id": pa.array([3, 3, 8], pa.int32()),
        "is_binary": [True, True, False],
        "step": [10, 30, 20],
        "mean": [0.5, 0.25, 7.0],
        "se": pa.array([0.1, None, None], pa.float64()),
        "prompts": [2, 1, 1],
        "samples": [4, 2, 3],
        "positives": [2, 1, 3],
        "within_sd": pa.array([None, 0.5, None], pa.float64()),
        "admitted_index": pa.array([0, 0, 2], pa.int32()),
    }
)


def test_points_of_one_prompt_have_a_mean_and_no_standard_error():
    feature_id, panel = series_panel(POINTS, [10, 20, 30])
    nan = math.nan
    assert feature_id == [3, 8]
    np.testing.assert_array_equal(panel.mean, [[0.5, nan, 0.25], [nan, 7.0, nan]])
    np.testing.assert_array_equal(panel.se, [[0.1, nan, nan], [nan, nan, nan]])
    np.testing.assert_array_equal(panel.within_sd, [[nan, nan, 0.5], [nan, nan, nan]])
    np.testing.assert_array_equal(panel.prompts, [[2, 0, 1], [0, 1, 0]])
    np.testing.assert_array_equal(panel.binary, [True, False])


def test_a_panel_without_any_standard_error():
    points = POINTS.set_column(4, "se", pa.array([None] * 3, pa.float64()))
    _, panel = series_panel(points, [10, 20, 30])
    assert panel.se.dtype == np.float64
    assert np.isnan(panel.se).all()


def test_series_may_alert_from_the_step_on_at_which_their_token_was_admitted():
    assert first_columns(POINTS, [3, 8]).tolist() == [0, 2]


@pytest.mark.parametrize("missing", [None, math.nan])
def test_what_a_rule_has_no_value_for_is_null(missing):
    columns = {name: [missing] for name in SHIFTED.names} | {"feature_id": [3], "place": [1], "shape": [None]}
    (row,) = table_of(columns | {"onset_at": [None]}, SHIFTED).to_pylist()
    assert {name for name, value in row.items() if value is not None} == {"feature_id", "place"}
