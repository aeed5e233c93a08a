"""`reward_step_mean_v1`: only finite rewards count, per series."""

from __future__ import annotations

import math

import pytest


def test_unscored_rows_are_left_out_of_each_series_on_its_own(con, add_rollouts, add_features):
    add_features([(1, "reward", "continuous", "reward:total", 1), (2, "reward", "continuous", "reward:a", 1)])
    nan = float("nan")
    add_rollouts(
        [
            (1, "r", 1, "p", 1.0, {"a": 1.0}),
            (2, "r", 1, "p", 0.0, {"a": nan}),
            (3, "r", 1, "q", 0.25, {"a": None}),
            (4, "r", 1, "s", None, {"a": 3.0}),
            (5, "r", 2, "p", None, {"a": None}),
        ]
    )
    rows = con.execute(
        "select feature_id, step, mean, se, prompts, samples, positives, within_sd"
        " from rolloutdiff.reward_step_mean_v1('a', 'r') order by feature_id, step"
    ).fetchall()
    # total: prompt means 0.5 and 0.25; a: prompt means 1 and 3.
    assert rows == [
        (1, 1, 0.375, 0.125, 2, 3, 2, pytest.approx(math.sqrt(0.5))),
        (2, 1, 2.0, 1.0, 2, 2, 2, None),
    ]
