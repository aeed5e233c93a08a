"""`store_alert`: peak from the onset on, mean of the last five steps, rise."""

from __future__ import annotations

import pytest


def screen(con, feature, direction, baseline):
    con.execute(
        "insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, direction, baseline_mean, onset_step, alert_step)"
        " values ('a', 'r', 'z', ?, 'alert', ?, ?, 3, 5)",
        [feature, direction, baseline],
    )


def points(con, feature, means):
    for step, mean in enumerate(means, 1):
        con.execute(
            "insert into rolloutdiff.series_point values ('a', ?, 'r', ?, ?, 0.1, 2, 4, 1, null)",
            [feature, step, mean],
        )


def test_peak_lies_in_the_alert_direction_and_after_the_onset(con, runner, add_features):
    add_features([(1, "ast", "binary", "ast:x", 1), (2, "shape", "continuous", "shape:chars", 1)])
    screen(con, 1, "rise", 0.1)
    screen(con, 2, "fall", 9.0)
    points(con, 1, [0.95, 0.1, 0.5, 0.8, 0.8, 0.6, 0.4])
    points(con, 2, [1.0, 9.0, 5.0, 4.0, 4.5, 4.0, 6.0])
    runner.run("store_alert", {"analysis_id": "a", "rule": "z"})
    rows = con.execute(
        "select feature_id, peak_mean, peak_step, recent_mean, rise from rolloutdiff.alert order by 1"
    ).fetchall()
    # Last five of the first: 0.5, 0.8, 0.8, 0.6, 0.4 = 0.62; of the second: 5, 4, 4.5, 4, 6 = 4.7.
    assert rows == [
        (1, 0.8, 4, pytest.approx(0.62), pytest.approx(0.52)),
        (2, 4.0, 4, pytest.approx(4.7), pytest.approx(-4.3)),
    ]
