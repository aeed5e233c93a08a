"""`prompt_shift_v1`: how much of a change remains on prompts that both windows have seen.

Unless said, the baseline is steps 1 and 2, the alert spans steps 5 and 6, and steps 3 and 4 lie between.
"""

from __future__ import annotations

import pytest


@pytest.fixture
def add_alert(con, analysis, add_features):
    """Adds an alert: its feature, baseline mean, and step means; unscorable steps have the mean None."""

    def add(
        feature=1, *, kind="binary", scale=1, tier=None, level=0.0, means=None, onset=5, alert=6, run="r"
    ):
        means = {1: level, 2: level, 3: level, 4: level, 5: 1.0, 6: 1.0} if means is None else means
        if not con.execute("select 1 from rolloutdiff.feature where feature_id = ?", [feature]).fetchall():
            tier = tier or ("ast" if kind == "binary" else "shape")
            add_features([(feature, tier, kind, f"{tier}:{feature}", scale)])
        for index, (step, mean) in enumerate(means.items(), 1):
            con.execute(
                "insert into rolloutdiff.series_point values ('a', ?, ?, ?, ?, ?, ?, 4, 1, null)",
                [
                    feature,
                    run,
                    step,
                    9.0 if mean is None else mean,
                    None if mean is None else 0.1,
                    1 if mean is None else 2,
                ],
            )
            con.execute(
                "insert into rolloutdiff.analysis_step select 'a', ?, ?, ?, 2, 4 where not exists"
                " (from rolloutdiff.analysis_step as i where i.run = ? and i.step = ?)",
                [run, step, index, run, step],
            )
        con.execute(
            "insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, baseline_mean, onset_step, alert_step, direction)"
            " values ('a', ?, 'z', ?, 'alert', ?, ?, ?, 'rise')",
            [run, feature, level, onset, alert],
        )

    return add


@pytest.fixture
def add_group(add_rollouts, add_counts):
    """Adds the completions of a prompt in a step by their counts; those with the count 0 have no row."""
    numbers = iter(range(1, 10_000))

    def add(step, prompt, counts, *, run="r", feature=1):
        for n in counts:
            number = next(numbers)
            add_rollouts([(number, run, step, prompt, None, None)])
            if n:
                add_counts([(feature, number, step, n)])

    return add


def shifts(con, baseline_steps=2, min_prompts=2):
    """Whole, same, mix and shared prompts; prompts and those showing it, of the alert and of the baseline."""
    rows = con.execute(
        "select run, feature_id, whole_shift, same_prompt_shift, prompt_mix_shift, shared_prompts, alert_prompts,"
        " alert_prompts_showing, baseline_prompts, baseline_prompts_showing"
        " from rolloutdiff.prompt_shift_v1('a', 'z', ?, ?)",
        [baseline_steps, min_prompts],
    ).fetchall()
    found = {row[:2]: row[2:] for row in rows}
    assert len(found) == len(rows)
    return found


def test_the_change_on_shared_prompts_and_the_rest_are_the_whole(con, add_alert, add_group):
    """a and b are in both windows, c in the baseline alone, d in the alert alone.

    a: before (0 + 1/2) / 2 = 1/4, after (1 + 1/2) / 2 = 3/4 in two steps; b: before 0, after 1 in one step.
    Same prompts: (2 * 1/2 + 1 * 1) / 3 = 2/3. Step means: 1/4, 1/4; 3/4, 1/2. Whole: 5/8 - 1/4 = 3/8.
    The mix of prompts hides 3/8 - 2/3 = -7/24 of the change.
    """
    add_alert(level=0.25, means={1: 0.25, 2: 0.25, 3: 0.0, 4: 0.0, 5: 0.75, 6: 0.5})
    add_group(1, "a", [0, 0])
    add_group(1, "c", [1, 0])
    add_group(2, "a", [1, 0])
    add_group(2, "b", [0])
    add_group(5, "a", [1, 1])
    add_group(5, "d", [1, 0])
    add_group(6, "a", [1, 0])
    add_group(6, "b", [1])
    add_group(6, "d", [0, 0])
    (row,) = shifts(con).values()
    assert row == (0.375, pytest.approx(2 / 3), pytest.approx(-7 / 24), 2, 3, 3, 3, 2)
    assert row[1] + row[2] == row[0]


def test_a_change_by_the_mix_of_prompts_alone(con, add_alert, add_group):
    """Easy prompts e always show it, hard prompts h never; the alert sees more easy ones.

    Baseline: e 1, h 0, h 0 -> 1/3. Alert: e 1, e2 1, h 0 -> 2/3. Every prompt stays as it was.
    """
    add_alert(level=1 / 3, means={1: 1 / 3, 2: 1 / 3, 5: 2 / 3, 6: 2 / 3})
    for step in (1, 2):
        add_group(step, "e", [1, 1])
        add_group(step, "h", [0, 0])
        add_group(step, "h2", [0, 0])
    for step in (5, 6):
        add_group(step, "e", [1, 1])
        add_group(step, "e2", [1, 1])
        add_group(step, "h", [0, 0])
    whole, same, mix, *prompts = shifts(con)["r", 1]
    assert (whole, same, mix) == (pytest.approx(1 / 3), 0.0, pytest.approx(1 / 3))
    assert prompts == [2, 3, 2, 3, 1]


def test_a_change_on_unchanged_prompts(con, add_alert, add_group):
    """Absent in the baseline and always present at the alert, on the same prompts: all of it remains."""
    add_alert()
    for step in (1, 2, 5, 6):
        for prompt in ("p", "q"):
            add_group(step, prompt, [int(step >= 5)] * 2)
    assert shifts(con)["r", 1] == (1.0, 1.0, 0.0, 2, 2, 2, 2, 0)


def test_without_shared_prompts_there_is_no_estimate(con, add_alert, add_group):
    add_alert()
    add_group(1, "p", [0, 0])
    add_group(2, "q", [0, 1])
    add_group(5, "s", [1, 1])
    add_group(6, "t", [1, 1])
    assert shifts(con)["r", 1] == (1.0, None, None, 0, 2, 2, 2, 1)


def test_prompts_weigh_by_their_steps_in_the_alert(con, add_alert, add_group):
    """p changes by 1 in both steps of the alert, q by 0 in one: (2 * 1 + 1 * 0) / 3, not 1/2."""
    add_alert()
    for step in (1, 2, 5, 6):
        add_group(step, "p", [int(step >= 5)])
    for step in (1, 2, 5):
        add_group(step, "q", [0])
    assert shifts(con)["r", 1][1] == pytest.approx(2 / 3)


def test_completions_without_a_count_are_zeros(con, add_alert, add_group):
    """Before: 0 of 4. After: 1 of 4 in one step, 0 of 2 in the other: (1/4 + 0) / 2 = 1/8."""
    add_alert()
    add_group(1, "p", [0, 0, 0, 0])
    add_group(5, "p", [0, 0, 0, 1])
    add_group(6, "p", [0, 0])
    assert shifts(con)["r", 1][1] == 0.125


def test_presence_is_not_a_count(con, add_alert, add_group):
    """Yes/no: 1 of 2, although it is counted 9 times."""
    add_alert()
    add_group(1, "p", [0, 0])
    add_group(5, "p", [9, 0])
    assert shifts(con)["r", 1][1] == 0.5


def test_sizes_are_averaged_in_their_own_unit(con, add_alert, add_group):
    """Shares in units of 1/10,000: before (2000 + 4000) / 2, after (9000 + 0 + 3000) / 3: 0.4 - 0.3."""
    add_alert(kind="continuous", scale=10_000, level=0.3, means={1: 0.3, 2: 0.3, 5: 0.4, 6: 0.4})
    add_group(1, "p", [2000, 4000])
    add_group(5, "p", [9000, 0, 3000])
    whole, same, mix, *_ = shifts(con)["r", 1]
    assert (whole, same) == (pytest.approx(0.1), pytest.approx(0.1))
    assert mix == pytest.approx(0.0, abs=1e-15)


def test_falls_are_negative(con, add_alert, add_group):
    """10 to 4 on the shared prompt; the whole falls by 12 - 5 = 7."""
    add_alert(kind="continuous", level=12.0, means={1: 12.0, 2: 12.0, 5: 5.0, 6: 5.0})
    add_group(1, "p", [10, 10])
    add_group(2, "q", [14])
    add_group(5, "p", [4])
    add_group(6, "s", [6])
    assert shifts(con)["r", 1][:3] == (-7.0, -6.0, -1.0)


def test_steps_between_the_windows_and_after_the_alert_do_not_count(con, add_alert, add_group):
    add_alert(means={1: 0.0, 2: 0.0, 3: 0.5, 4: 0.5, 5: 1.0, 6: 0.5, 7: 0.0})
    add_group(1, "p", [0])
    for step in (3, 4, 7):
        add_group(step, "p", [1])
        add_group(step, "only here", [1])
    add_group(5, "p", [1])
    add_group(6, "p", [0])
    # Whole: (1 + 1/2) / 2; p: (1 + 0) / 2 - 0.
    assert shifts(con)["r", 1] == (0.75, 0.5, 0.25, 1, 1, 1, 1, 0)


def test_unscorable_steps_have_no_part_in_the_level_at_the_alert(con, add_alert, add_group):
    """Steps 5, 6 and 8 of 5 to 8 are scorable: (0.6 + 0.9 + 0.6) / 3 = 0.7; the baseline is 1 and 3."""
    add_alert(level=0.1, means={1: 0.1, 2: None, 3: 0.1, 4: 0.3, 5: 0.6, 6: 0.9, 7: None, 8: 0.6}, alert=8)
    add_group(3, "p", [0])
    add_group(4, "p", [1])
    add_group(8, "p", [1])
    whole, same, _, *prompts = shifts(con)["r", 1]
    assert (whole, same) == (pytest.approx(0.6), 1.0)
    assert prompts == [1, 1, 1, 1, 0]


def test_rewards_are_left_out(con, add_alert, add_group):
    add_alert(kind="continuous", tier="reward")
    add_group(1, "p", [0])
    add_group(5, "p", [0])
    assert shifts(con) == {}


def test_features_and_runs_are_kept_apart(con, add_alert, add_group):
    add_alert(1)
    add_alert(2)
    add_alert(1, run="s")
    for step, one, two, other in ((1, [0, 0], [0], [1]), (5, [1, 1], [0], [1]), (6, [1, 1], [0], [1])):
        add_group(step, "p", one)
        add_group(step, "p", [1], feature=2)
        add_group(step, "q", two)
        add_group(step, "p", other, run="s")
    # Feature 1 in p: 2 of 3 at the alert, 0 before; feature 2 in p: 1 of 3 throughout; q shows neither.
    assert shifts(con)["r", 1] == (1.0, pytest.approx(1 / 3), pytest.approx(2 / 3), 2, 2, 1, 2, 0)
    assert shifts(con)["r", 2] == (1.0, 0.0, 1.0, 2, 2, 1, 2, 1)
    assert shifts(con)["s", 1] == (1.0, 0.0, 1.0, 1, 1, 1, 1, 1)


def test_rules_without_a_standard_error_count_steps_of_one_prompt(con, add_alert, add_group):
    """Step 2 and the alert step 6 have one prompt: with them the change is 1/2, without them 1."""
    add_alert(means={1: 0.0, 2: None, 3: 0.0, 4: 0.0, 5: 1.0, 6: None})
    con.execute("update rolloutdiff.series_point set mean = 0.0 where prompts = 1")
    for step, prompt, counts in ((1, "a", [0]), (2, "b", [0]), (5, "a", [1]), (6, "c", [0])):
        add_group(step, prompt, counts)
    assert shifts(con)["r", 1] == (1.0, 1.0, 0.0, 1, 2, 1, 2, 0)
    assert shifts(con, min_prompts=1)["r", 1] == (0.5, 1.0, -0.5, 1, 2, 1, 2, 0)
