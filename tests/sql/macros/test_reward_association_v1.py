"""`reward_association_v1`: reward with a feature minus reward without it, inside one prompt and step.

Unless said, the run logs steps 1 to 8, the only scorable step of the baseline is 1, and the alert of feature 1
spans steps 5 and 6.
"""

from __future__ import annotations

import math

import pytest


@pytest.fixture
def alert(con, analysis, add_features):
    """Adds an alert of a feature and the logged steps of its run."""

    def add(feature=1, onset=5, alert=6, *, kind="binary", run="r", steps=range(1, 9), rule="z"):
        if not con.execute("select 1 from rolloutdiff.feature where feature_id = ?", [feature]).fetchall():
            add_features([(feature, "ast", kind, f"ast:{feature}", 1)])
        if not con.execute("select 1 from rolloutdiff.analysis_step where run = ?", [run]).fetchall():
            for index, step in enumerate(steps, 1):
                con.execute(
                    "insert into rolloutdiff.analysis_step values ('a', ?, ?, ?, 2, 4)", [run, step, index]
                )
        con.execute(
            "insert into rolloutdiff.series_point values ('a', ?, ?, ?, 0.0, 0.1, 2, 4, 0, null)",
            [feature, run, steps[0]],
        )
        con.execute(
            "insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction)"
            " values ('a', ?, ?, ?, 'alert', ?, ?, 'rise')",
            [run, rule, feature, onset, alert],
        )

    return add


@pytest.fixture
def add_group(con, add_rollouts, add_counts):
    """Adds the completions of a prompt in a step: their rewards with the feature and without it."""
    numbers = iter(range(1, 10_000))

    def add(step, prompt, present, absent, *, run="r", feature=1, parts=None, n=1):
        for shown, rewards in ((True, present), (False, absent)):
            for reward in rewards:
                number = next(numbers)
                add_rollouts(
                    [(number, run, step, prompt, None if parts else reward, reward if parts else None)]
                )
                if shown:
                    add_counts([(feature, number, step, n)])

    return add


def associations(con, margin=0):
    """Used groups, skipped groups, difference and standard error by run, feature and reward series."""
    rows = con.execute(
        "select run, feature_id, name, groups_used, groups_skipped, association, se"
        " from rolloutdiff.reward_association_v1('a', 'z', 1, ?, 2)",
        [margin],
    ).fetchall()
    found = {row[:3]: row[3:] for row in rows}
    assert len(found) == len(rows)
    return found


def total(con, margin=0):
    """The same for the reward of feature 1 in run `r`."""
    return associations(con, margin)["r", 1, "reward:total"]


def test_differences_are_averaged_over_groups_and_clustered_by_prompt(con, alert, add_group):
    """Three groups can be compared, two of them of prompt p:

    5, p: (1 + 0) / 2 - 0        =  1/2
    6, p: 0 - 1                  = -1
    5, q: 1 - (0 + 1/2) / 2      =  3/4;  mean (1/2 - 1 + 3/4) / 3 = 1/12.

    p deviates by (1/2 - 1/12) + (-1 - 1/12) = -2/3, q by 2/3; se = sqrt(2/1 (4/9 + 4/9)) / 3 = 4/9. Groups taken
    for independent would give sqrt(3/2 (25 + 169 + 64) / 144) / 3 = 0.5465.
    """
    alert()
    add_group(5, "p", [1.0, 0.0], [0.0])
    add_group(6, "p", [0.0], [1.0])
    add_group(5, "q", [1.0], [0.0, 0.5])
    assert total(con) == (3, 0, pytest.approx(1 / 12), pytest.approx(4 / 9))


def test_every_group_weighs_the_same_whatever_its_size(con, alert, add_group):
    """(1 - 0 + 0 - 1/5) / 2 = 2/5; deviations 3/5 and -3/5; se = sqrt(2 (9/25 + 9/25)) / 2 = 3/5."""
    alert()
    add_group(5, "p", [1.0] * 6, [0.0] * 7)
    add_group(5, "q", [0.0], [0.2])
    assert total(con) == (2, 0, pytest.approx(0.4), pytest.approx(0.6))


def test_the_sign_says_who_is_paid(con, alert, add_group):
    """-2 and -4: mean -3, deviations 1 and -1: sqrt(2 * 2) / 2 = 1."""
    alert()
    add_group(5, "p", [-1.0], [1.0])
    add_group(5, "q", [-3.0], [1.0])
    assert total(con) == (2, 0, -3.0, pytest.approx(1.0))


def test_groups_without_both_kinds_are_skipped_and_counted(con, alert, add_group):
    alert()
    add_group(5, "p", [1.0], [0.0])
    add_group(5, "alone with it", [9.0], [])
    add_group(5, "alone without it", [], [9.0])
    add_group(6, "all with it", [9.0, 8.0, 7.0], [])
    add_group(6, "none with it", [], [9.0, 8.0, 7.0])
    add_group(6, "present unscored", [None, None], [9.0])
    add_group(6, "absent unscored", [9.0], [None])
    add_group(6, "unscored", [None], [None])
    assert total(con) == (1, 7, 1.0, None)


def test_unscored_completions_of_a_group_are_left_out_of_its_means(con, alert, add_group):
    """(1 + 0) / 2 - 1/4 = 1/4, whatever is unscored."""
    alert()
    add_group(5, "p", [1.0, None, 0.0, None], [None, 0.25])
    assert total(con) == (1, 0, 0.25, None)


def test_one_prompt_gives_no_standard_error(con, alert, add_group):
    alert()
    add_group(5, "p", [1.0], [0.0])
    add_group(6, "p", [1.0], [0.5])
    add_group(6, "q", [1.0], [])
    assert total(con) == (2, 1, 0.75, None)


@pytest.mark.parametrize("reward", [0.0, 1.0, -2.5])
def test_a_constant_reward_is_not_associated(con, alert, add_group, reward):
    alert()
    for step in (5, 6):
        add_group(step, "p", [reward] * 3, [reward])
        add_group(step, "q", [reward], [reward] * 2)
    assert total(con) == (4, 0, 0.0, 0.0)


def test_a_constant_reward_that_is_no_binary_fraction_is_not_associated(con, alert, add_group):
    alert()
    add_group(5, "p", [0.1] * 3, [0.1])
    add_group(5, "q", [0.1], [0.1] * 6)
    assert total(con) == (2, 0, 0.0, 0.0)


def test_the_order_of_completions_leaves_no_trace(con, alert, add_group):
    """Sums of these rewards from left to right differ with the order; p and q hold the same ones in two orders."""
    alert()
    rewards = [0.1, 0.2, 0.3]
    assert sum(rewards) != sum(reversed(rewards))
    add_group(5, "p", rewards, [0.3, 0.6, 0.1])
    add_group(5, "q", rewards[::-1], [0.1, 0.3, 0.6])
    association, se = total(con)[2:]
    assert association == pytest.approx(0.2 - 1 / 3, abs=1e-12)
    assert se == 0.0


@pytest.mark.parametrize("unit", [1e300, 1e-6, -3.0])
def test_rewards_may_have_any_size(con, alert, add_group, unit):
    """(3 + 1e-12) / 2 - 1 = 1/2 + 5e-13 units."""
    alert()
    add_group(5, "p", [3 * unit, 1e-12 * unit], [unit])
    assert total(con) == (
        1,
        0,
        pytest.approx(0.5 * unit + 5e-13 * unit, rel=1e-6 if unit == 1e-6 else 1e-15),
        None,
    )


def test_an_absurd_reward_in_the_window_of_another_alert_changes_nothing(con, alert, add_group):
    """A sentinel of the smallest float, in another step of the run, takes no digit of the others."""
    alert()
    alert(feature=2, onset=8, alert=8)
    add_group(5, "p", [1.0], [0.7])
    add_group(8, "p", [-3.4028234663852886e38], [0.7], feature=2)
    assert total(con) == (1, 0, pytest.approx(0.3, abs=1e-12), None)


def test_a_feature_always_present_cannot_be_compared(con, alert, add_group):
    alert()
    for step in (5, 6):
        add_group(step, "p", [1.0, 0.0], [])
        add_group(step, "q", [1.0, 0.0, 0.5], [])
    assert total(con) == (0, 4, None, None)


def test_without_any_reward_there_is_nothing_to_compare(con, alert, add_group):
    alert()
    add_group(5, "p", [None], [None])
    add_group(6, "q", [None], [None])
    assert total(con) == (0, 2, None, None)


def test_a_prompt_is_another_group_in_another_step(con, alert, add_group):
    """Taken together, p would give 1 - 0; apart, neither step holds both kinds."""
    alert()
    add_group(5, "p", [1.0], [])
    add_group(6, "p", [], [0.0])
    assert total(con) == (0, 2, None, None)


def test_only_the_event_window_counts(con, alert, add_group):
    """Logged steps are 10, 20 … 80, onset 50 and alert 60: one step of margin adds 40 and 70."""
    alert(onset=50, alert=60, steps=range(10, 90, 10))
    for step, reward in ((30, 100.0), (40, 4.0), (50, 1.0), (60, 3.0), (70, 8.0), (80, 100.0)):
        add_group(step, "p", [reward], [0.0])
    assert total(con) == (2, 0, 2.0, None)  # (1 + 3) / 2
    assert total(con, 1) == (4, 0, 4.0, None)  # (4 + 1 + 3 + 8) / 4


def test_every_alert_has_its_own_window(con, alert, add_group):
    """Feature 1 alerts in steps 5 and 6, feature 2 in 3 and 4, on the same completions."""
    alert(1)
    alert(2, onset=3, alert=4)
    for step, reward in ((3, 2.0), (4, 4.0), (5, 8.0), (6, 16.0)):
        add_group(step, "p", [reward], [0.0])
        con.execute(
            "insert into rolloutdiff.feature_count select 2, c.rollout_id, c.step, 1 from rolloutdiff.feature_count as c where c.feature_id = 1 and c.step = ?",
            [step],
        )
    found = associations(con)
    assert found["r", 1, "reward:total"] == (2, 0, 12.0, None)
    assert found["r", 2, "reward:total"] == (2, 0, 3.0, None)


def test_presence_is_a_count_above_zero(con, alert, add_group):
    alert()
    add_group(5, "p", [1.0, 0.0], [0.0], n=7)
    assert total(con)[2] == 0.5


def test_sizes_and_other_rules_are_left_out(con, alert, add_group):
    alert(1, kind="continuous")
    alert(2, rule="another")
    add_group(5, "p", [1.0], [0.0])
    add_group(5, "p", [1.0], [0.0], feature=2)
    assert associations(con) == {}


def test_features_and_runs_are_kept_apart(con, alert, add_group):
    """Runs share prompt names; every feature is absent where only the other one is present."""
    alert(1)
    alert(2)
    alert(1, run="s")
    add_group(5, "p", [1.0], [0.0])
    add_group(5, "p", [0.5], [], feature=2)
    add_group(5, "p", [0.0], [0.75], run="s")
    found = associations(con)
    assert found["r", 1, "reward:total"] == (1, 0, 0.75, None)  # 1 - (0 + 1/2) / 2
    assert found["r", 2, "reward:total"] == (1, 0, 0.0, None)  # 1/2 - (1 + 0) / 2
    assert found["s", 1, "reward:total"] == (1, 0, -0.75, None)


def test_every_reward_part_is_compared_by_itself(con, alert, add_group):
    """a: 1 - 1/4 = 3/4 and 0 - 1 = -1, mean -1/8; deviations 7/8 and -7/8, se sqrt(2 * 2 * 49/64) / 2 = 7/8.

    b: only p has both kinds scored, 2 - 1 = 1. What is not a finite number is not scored; c never is.
    """
    alert()
    nan, inf = math.nan, math.inf
    add_group(
        5,
        "p",
        [{"a": 1.0, "b": 2.0, "c": nan}],
        [{"a": 0.25, "b": 1.0, "c": None}, {"a": nan, "b": -inf}],
        parts=True,
    )
    add_group(5, "q", [{"a": 0.0, "b": nan}, {"a": inf}], [{"a": 1.0, "b": 5.0, "c": 1.0}], parts=True)
    found = associations(con)
    assert found["r", 1, "reward:a"] == (2, 0, -0.125, pytest.approx(7 / 8))
    assert found["r", 1, "reward:b"] == (1, 1, 1.0, None)
    assert found["r", 1, "reward:c"] == (0, 2, None, None)
    assert found["r", 1, "reward:total"] == (0, 2, None, None)
    assert len(found) == 4


def test_completions_outside_the_analysis_do_not_count(con, alert, add_group):
    alert()
    add_group(5, "p", [1.0], [0.0])
    add_group(5, "p", [50.0], [0.0])
    con.execute("delete from rolloutdiff.analysis_rollout where rollout_id > 2")
    assert total(con) == (1, 0, 1.0, None)


def test_completions_without_a_reward_are_left_out_and_counted(con, alert, add_group):
    alert(onset=5, alert=6)
    add_group(5, "p", [1.0, None], [0.0, None, None])
    add_group(8, "p", [1.0, None], [0.0])  # beyond the window
    rows = con.execute(
        "select groups_used, groups_skipped, unscored_skipped, association"
        " from rolloutdiff.reward_association_v1('a', 'z', 1, 0, 2) where name = 'reward:total'"
    ).fetchall()
    assert rows == [(1, 0, 3, 1.0)]
