"""`persistence_v1`: share of later scorable steps beyond the line of the rule, on the side of the alert.

With a baseline of 15 steps, a step of mean m and standard error s is beyond the line 4 of a rise when
m - level > 4 sqrt(max(s^2, sd^2) + sd^2 / 15), and m - level is at least the smallest change that counts.
"""

from __future__ import annotations

import pytest

ALERT_STEP = 20


@pytest.fixture
def screen(con, analysis, add_features):
    """Adds an alert at step 20 of a feature with a baseline."""

    def add(feature, level, sd, *, kind="binary", direction="rise", status="alert", run="r", rule="z"):
        tier = "ast" if kind == "binary" else "shape"
        add_features([(feature, tier, kind, f"{tier}:{feature}", 1)])
        con.execute(
            "insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, baseline_mean, baseline_sd, onset_step, alert_step, direction)"
            " values ('a', ?, ?, ?, ?, ?, ?, 18, ?, ?)",
            [run, rule, feature, status, level, sd, ALERT_STEP, direction],
        )

    return add


def add_points(con, feature, points, run="r", first=ALERT_STEP + 1):
    """Points from the step after the alert on: (mean, standard error) or (mean, standard error, prompts)."""
    for step, (mean, se, *prompts) in enumerate(points, first):
        con.execute(
            "insert into rolloutdiff.series_point values ('a', ?, ?, ?, ?, ?, ?, 8, 1, null)",
            [feature, run, step, mean, se, prompts[0] if prompts else 4],
        )


def persistence(con, *, min_rise=0.1, min_effect=0.0):
    """Feature, later steps, beyond steps and their share."""
    return con.execute(
        "select feature_id, later_steps, beyond_steps, persistence"
        " from rolloutdiff.persistence_v1('a', 'z', 15, 4.0, ?, ?) order by feature_id",
        [min_rise, min_effect],
    ).fetchall()


def test_the_line_of_a_share(con, screen):
    """Level 0.2, sd 0.05.

    s = 0: 4 sqrt(0.0025 + 0.0025 / 15) = 4 * 0.0516398 = 0.2065591: beyond above 0.4065591.
    s = 0.1: 4 sqrt(0.01 + 0.0025 / 15) = 4 * 0.1008299 = 0.4033196: beyond above 0.6033196.
    """
    screen(1, 0.2, 0.05)
    add_points(
        con,
        1,
        [
            (0.41, 0.0),
            (0.40, 0.0),
            (0.4066, 0.05),
            (0.4065, 0.05),
            (0.61, 0.1),
            (0.60, 0.1),
            (0.1, 0.0),
            (0.0, 0.0),
        ],
    )
    assert persistence(con) == [(1, 8, 3, 3 / 8)]


def test_a_rise_is_strictly_beyond_the_line(con, screen):
    """Without spread in the baseline the line is 4 * 0.25 = 1, without rounding."""
    screen(1, 0.0, 0.0, kind="continuous")
    add_points(con, 1, [(1.0, 0.25), (1.0000001, 0.25), (0.9999999, 0.25)])
    assert persistence(con) == [(1, 3, 1, 1 / 3)]


def test_a_rise_of_a_share_reaches_the_smallest_rise(con, screen):
    """sd 0.01: 4 * 0.0103280 = 0.0413118, so that the smallest rise of 0.1 decides; 0.3 - 0.2 rounds below it."""
    screen(1, 0.2, 0.01)
    add_points(con, 1, [(0.3, 0.0), (0.2999, 0.0), (0.25, 0.0), (0.31, 0.0)])
    assert persistence(con) == [(1, 4, 2, 0.5)]


def test_a_size_needs_the_smallest_effect_and_not_the_smallest_rise(con, screen):
    """Level 100, sd 3: 4 * 3.0983867 = 12.3935468."""
    screen(1, 100.0, 3.0, kind="continuous")
    add_points(con, 1, [(112.4, 0.0), (112.3, 0.0), (119.9, 0.0), (120.0, 0.0)])
    assert persistence(con, min_rise=15.0) == [(1, 4, 3, 0.75)]
    assert persistence(con, min_effect=20.0) == [(1, 4, 1, 0.25)]


def test_falls_of_sizes_stay_below(con, screen):
    """Below 100 - 12.3935468 = 87.6064532; as far above is the other side."""
    screen(1, 100.0, 3.0, kind="continuous", direction="fall")
    add_points(con, 1, [(87.6, 0.0), (87.7, 0.0), (130.0, 0.0), (80.0, 0.0), (20.0, 25.0)])
    # Of the last, 4 sqrt(625 + 9 / 15) = 100.05 is more than 80.
    assert persistence(con) == [(1, 5, 2, 0.4)]
    assert persistence(con, min_effect=20.0) == [(1, 5, 1, 0.2)]


def test_rises_of_sizes_stay_above(con, screen):
    screen(1, 100.0, 3.0, kind="continuous")
    add_points(con, 1, [(20.0, 0.0), (130.0, 0.0), (80.0, 0.0)])
    assert persistence(con) == [(1, 3, 1, 1 / 3)]


@pytest.mark.parametrize(("later", "share"), [(0, None), (1, None), (2, None), (3, 1.0), (4, 1.0)])
def test_fewer_than_three_later_steps_give_no_share(con, screen, later, share):
    screen(1, 0.0, 0.05)
    add_points(con, 1, [(0.9, 0.0)] * later)
    assert persistence(con) == [(1, later, later, share)]


def test_steps_up_to_the_alert_and_unscorable_ones_are_left_out(con, screen):
    screen(1, 0.0, 0.05)
    add_points(con, 1, [(0.9, 0.0)] * 3, first=ALERT_STEP - 2)
    add_points(con, 1, [(0.9, 0.0, 1), (0.9, None, 1), (0.9, 0.0), (0.0, 0.0), (0.9, None), (0.0, 0.0)])
    assert persistence(con) == [(1, 3, 1, 1 / 3)]


def test_only_alerts_of_the_rule_and_each_in_its_run(con, screen):
    screen(1, 0.0, 0.05)
    screen(2, 0.0, 0.05, status="quiet", direction=None)
    screen(3, 0.0, 0.05, rule="another")
    screen(4, 0.0, 0.05, run="s")
    for feature in (1, 2, 3):
        add_points(con, feature, [(0.9, 0.0)] * 4)
        add_points(con, feature, [(0.0, 0.0)] * 5, run="s")
    add_points(con, 4, [(0.0, 0.0)] * 4)
    add_points(con, 4, [(0.9, 0.0), (0.9, 0.0), (0.0, 0.0), (0.0, 0.0)], run="s")
    assert persistence(con) == [(1, 4, 4, 1.0), (4, 4, 2, 0.5)]


def test_a_feature_always_present_from_the_onset_persists(con, screen):
    screen(1, 0.0, 0.05)
    add_points(con, 1, [(1.0, 0.0)] * 10)
    assert persistence(con) == [(1, 10, 10, 1.0)]
