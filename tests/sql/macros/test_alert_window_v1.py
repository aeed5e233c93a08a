"""`alert_window_v1`: windows are counted in logged steps and end with the run; a baseline in scorable steps."""

from __future__ import annotations

import pytest


def log_steps(con, steps, run="r"):
    for index, step in enumerate(steps, 1):
        con.execute("insert into rolloutdiff.analysis_step values ('a', ?, ?, ?, 2, 4)", [run, step, index])


def add_points(con, feature, steps, run="r", se=0.1, prompts=2):
    for step in steps:
        con.execute(
            "insert into rolloutdiff.series_point values ('a', ?, ?, ?, 0.5, ?, ?, 4, 1, null)",
            [feature, run, step, se, prompts],
        )


def screen(con, feature, onset, alert, *, status="alert", direction="rise", run="r", rule="z"):
    con.execute(
        "insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction)"
        " values ('a', ?, ?, ?, ?, ?, ?, ?)",
        [run, rule, feature, status, onset, alert, direction],
    )


def windows(con, margin=3, baseline_steps=5, min_prompts=2):
    """Run, feature, event window and baseline of every alert."""
    return con.execute(
        "select run, feature_id, event_first, event_last, baseline_first, baseline_last"
        " from rolloutdiff.alert_window_v1('a', 'z', ?, ?, ?) order by all",
        [baseline_steps, margin, min_prompts],
    ).fetchall()


TENS = range(10, 310, 10)  # 30 logged steps: 10, 20, 30 … 300


@pytest.mark.parametrize(
    ("onset", "alert", "margin", "first", "last"),
    [
        (150, 170, 3, 120, 200),  # three logged steps are thirty training steps
        (150, 170, 0, 150, 170),
        (70, 90, 3, 40, 120),
        (70, 90, 100, 10, 300),
        (20, 40, 3, 10, 70),  # one step before the onset is all there is
        (10, 30, 3, 10, 60),
        (260, 280, 3, 230, 300),  # two after the alert
        (280, 300, 3, 250, 300),  # none
    ],
)
def test_the_event_window_is_counted_in_logged_steps_and_cut_at_the_ends(
    con, analysis, add_features, onset, alert, margin, first, last
):
    add_features([(1, "ast", "binary", "ast:x", 1)])
    log_steps(con, TENS)
    add_points(con, 1, TENS)
    screen(con, 1, onset, alert)
    assert windows(con, margin) == [("r", 1, first, last, 10, 50)]


def test_holes_in_the_log_are_no_steps(con, analysis, add_features):
    steps = [1, 2, 3, 7, 8, 20, 21, 22, 50, 51, 90, 91]
    add_features([(1, "ast", "binary", "ast:x", 1)])
    log_steps(con, steps)
    add_points(con, 1, steps)
    screen(con, 1, 20, 22)
    # Before 20 stand 8, 7, 3; after 22 stand 50, 51, 90.
    assert windows(con) == [("r", 1, 3, 90, 1, 8)]


def test_the_baseline_is_the_first_scorable_steps_of_the_series(con, analysis, add_features):
    add_features([(1, "ast", "binary", "ast:x", 1), (2, "shape", "continuous", "shape:x", 1)])
    log_steps(con, range(1, 31))
    # Feature 1: 1 has one prompt, 3 no standard error; the first five are 2, 4, 5, 6, 7.
    add_points(con, 1, [1], prompts=1)
    add_points(con, 1, [3], se=None)
    add_points(con, 1, [2, *range(4, 31)])
    # Feature 2 has no value before step 4.
    add_points(con, 2, range(4, 31))
    screen(con, 1, 20, 22)
    screen(con, 2, 10, 12, direction="fall")
    assert windows(con) == [("r", 1, 17, 25, 2, 7), ("r", 2, 7, 15, 4, 8)]


def test_rules_without_a_standard_error_count_steps_of_one_prompt(con, analysis, add_features):
    add_features([(1, "ast", "binary", "ast:x", 1)])
    log_steps(con, range(1, 31))
    add_points(con, 1, range(1, 31, 2), prompts=1, se=None)
    add_points(con, 1, range(2, 31, 2))
    screen(con, 1, 20, 22)
    assert windows(con) == [("r", 1, 17, 25, 2, 10)]
    assert windows(con, min_prompts=1) == [("r", 1, 17, 25, 1, 5)]


def test_only_alerts_of_the_rule_have_windows(con, analysis, add_features):
    add_features([(n, "ast", "binary", f"ast:{n}", 1) for n in (1, 2, 3)])
    log_steps(con, range(1, 31))
    for feature in (1, 2, 3):
        add_points(con, feature, range(1, 31))
    screen(con, 1, None, None, status="quiet", direction=None)
    screen(con, 2, None, None, status="unscorable", direction=None)
    screen(con, 3, 20, 22, rule="another")
    assert windows(con) == []


def test_each_run_has_its_own_steps_and_baseline(con, analysis, add_features):
    add_features([(1, "ast", "binary", "ast:x", 1)])
    log_steps(con, range(1, 31), "r")
    log_steps(con, TENS, "s")
    add_points(con, 1, range(1, 31), "r")
    add_points(con, 1, TENS[2:], "s")
    screen(con, 1, 20, 22, run="r")
    screen(con, 1, 200, 230, run="s")
    assert windows(con) == [("r", 1, 17, 25, 1, 5), ("s", 1, 170, 260, 30, 70)]


def test_what_an_alert_is_comes_with_its_windows(con, analysis, add_features):
    add_features([(1, "shape", "continuous", "shape:chars", 1)])
    log_steps(con, range(1, 31))
    add_points(con, 1, range(1, 31))
    screen(con, 1, 20, 24, direction="fall")
    row = con.execute(
        "select kind, direction, onset_step, alert_step from rolloutdiff.alert_window_v1('a', 'z', 5, 3, 2)"
    ).fetchone()
    assert row == ("continuous", "fall", 20, 24)
