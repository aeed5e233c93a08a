"""`persistence_v2`: share of later steps that keep half of the estimated change, on the side of the alert."""

from __future__ import annotations

import pytest

ALERT_STEP = 20


@pytest.fixture
def screen(con, analysis, add_features):
    """Adds an alert at step 20 of a feature with a baseline and an estimated change."""

    def add(feature, level, change, *, kind="binary", direction="rise", status="alert", run="r", rule="z"):
        tier = "ast" if kind == "binary" else "shape"
        add_features([(feature, tier, kind, f"{tier}:{feature}", 1)])
        con.execute(
            "insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, baseline_mean, change, onset_step, alert_step, direction)"
            " values ('a', ?, ?, ?, ?, ?, ?, 18, ?, ?)",
            [run, rule, feature, status, level, change, ALERT_STEP, direction],
        )

    return add


def add_points(con, feature, means, run="r", first=ALERT_STEP + 1, prompts=1):
    for step, mean in enumerate(means, first):
        con.execute(
            "insert into rolloutdiff.series_point values ('a', ?, ?, ?, ?, ?, ?, 8, 1, null)",
            [feature, run, step, mean, None if prompts == 1 else 0.1, prompts],
        )


def persistence(con, *, min_change=0.02, min_relative=0.05):
    """Feature, later steps, beyond steps and their share."""
    return con.execute(
        "select feature_id, later_steps, beyond_steps, persistence"
        " from rolloutdiff.persistence_v2('a', 'z', ?, ?) order by feature_id",
        [min_change, min_relative],
    ).fetchall()


def test_half_of_the_change_is_the_line_ends_included(con, screen):
    """Level 0.2 and a change of 0.3: a step keeps it from 0.35 on; 0.35 - 0.2 rounds below 0.15."""
    screen(1, 0.2, 0.3)
    add_points(con, 1, [0.35, 0.3499, 0.36, 0.9, 0.2, 0.0])
    assert persistence(con) == [(1, 6, 3, 0.5)]


def test_a_share_keeps_at_least_the_smallest_change(con, screen):
    """Half of 0.03 is less than the smallest change of 0.02."""
    screen(1, 0.0, 0.03)
    add_points(con, 1, [0.016, 0.019, 0.02, 0.03])
    assert persistence(con) == [(1, 4, 2, 0.5)]
    assert persistence(con, min_change=0.0) == [(1, 4, 4, 1.0)]


@pytest.mark.parametrize("level", [100.0, -100.0])
def test_a_size_keeps_at_least_a_part_of_its_level(con, screen, level):
    """Half of the change is 4, the smallest change 5 % of 100."""
    screen(1, level, 8.0, kind="continuous")
    add_points(con, 1, [level + 4.5, level + 5.0, level + 6.0, level - 6.0])
    assert persistence(con) == [(1, 4, 2, 0.5)]
    assert persistence(con, min_relative=0.04) == [(1, 4, 3, 0.75)]


@pytest.mark.parametrize(("kind", "level"), [("binary", 0.9), ("continuous", 9.0)])
def test_falls_stay_below(con, screen, kind, level):
    screen(1, level, -0.6, kind=kind, direction="fall")
    add_points(con, 1, [level - 0.6, level - 0.31, level - 0.29, level + 0.6])
    assert persistence(con, min_relative=0.0) == [(1, 4, 2, 0.5)]


@pytest.mark.parametrize(("later", "share"), [(0, None), (1, None), (2, None), (3, 1.0), (4, 1.0)])
def test_fewer_than_three_later_steps_give_no_share(con, screen, later, share):
    screen(1, 0.0, 0.5)
    add_points(con, 1, [0.9] * later)
    assert persistence(con) == [(1, later, later, share)]


def test_steps_up_to_the_alert_are_left_out_and_any_number_of_prompts_counts(con, screen):
    screen(1, 0.0, 0.5)
    add_points(con, 1, [0.9] * 3, first=ALERT_STEP - 2)
    add_points(con, 1, [0.9, 0.0])
    add_points(con, 1, [0.9, 0.9], first=ALERT_STEP + 3, prompts=2)
    assert persistence(con) == [(1, 4, 3, 0.75)]


def test_only_alerts_of_the_rule_and_each_in_its_run(con, screen):
    screen(1, 0.0, 0.5)
    screen(2, 0.0, 0.5, status="quiet", direction=None)
    screen(3, 0.0, 0.5, rule="another")
    screen(4, 0.0, 0.5, run="s")
    for feature in (1, 2, 3):
        add_points(con, feature, [0.9] * 4)
        add_points(con, feature, [0.0] * 5, run="s")
    add_points(con, 4, [0.0] * 4)
    add_points(con, 4, [0.9, 0.9, 0.0, 0.0], run="s")
    assert persistence(con) == [(1, 4, 4, 1.0), (4, 4, 2, 0.5)]
