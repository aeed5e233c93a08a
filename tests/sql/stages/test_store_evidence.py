"""`store_evidence` and the stages before it: a row for every series, and a reason for what is missing.

The run logs steps 1 to 40; a baseline is steps 1 to 4, an alert spans 20 to 22, so that its event window is 17 to 25.
"""

from __future__ import annotations

import pyarrow as pa
import pytest

SETTINGS = {
    "analysis_id": "a",
    "rule": "z",
    "shift_rule": "l",
    "baseline_steps": 4,
    "margin": 3,
    "min_prompts": 2,
    "found_only": False,
    "earlier": None,
    "last_step": None,
}
FROZEN_Z = {"baseline_steps": 4, "z": 4.0, "min_rise": 0.1, "min_effect": 0.0}
ANCHORED = {"min_change": 0.02, "min_relative": 0.05}
STEPS = range(1, 41)


@pytest.fixture
def log(con, runner, analysis):
    """Logs the steps of a run and makes the tables of the halves."""
    runner.run("create_half_series")
    for step in STEPS:
        con.execute("insert into rolloutdiff.analysis_step values ('a', 'r', ?, ?, 2, 4)", [step, step])


@pytest.fixture
def screen(con, log, add_features):
    """Adds a series with its verdict, points, split and verdicts on both halves."""

    def add(
        feature,
        status="alert",
        direction="rise",
        *,
        tier="ast",
        kind="binary",
        split=20,
        halves=(),
        onset=20,
        alert=22,
    ):
        add_features([(feature, tier, kind, f"{tier}:{feature}", 1)])
        alerts = status == "alert"
        con.execute(
            "insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, baseline_mean, baseline_sd, onset_step, alert_step, direction)"
            " values ('a', 'r', 'z', ?, ?, 0.0, 0.01, ?, ?, ?)",
            [
                feature,
                status,
                onset if alerts else None,
                alert if alerts else None,
                direction if alerts else None,
            ],
        )
        con.executemany(
            "insert into rolloutdiff.series_point values ('a', ?, 'r', ?, ?, 0.01, 2, 4, 1, null)",
            [(feature, step, float(step >= onset)) for step in STEPS],
        )
        con.execute(
            "insert into rolloutdiff.shift (analysis_id, run, rule, feature_id, onset_step, p_value, place)"
            " values ('a', 'r', 'l', ?, ?, ?, 1)",
            [feature, split, None if split is None else 0.25],
        )
        for part, (of_half, reason, at, side) in enumerate(halves):
            con.execute(
                "insert into half_screening values ('r', ?, ?, ?, ?, ?, ?)",
                [part, feature, of_half, reason, at, side],
            )

    return add


RISE, FALL = ("alert", None, 21, "rise"), ("alert", None, 24, "fall")
QUIET, SPARSE = ("quiet", None, None, None), ("unscorable", "sparse", None, None)
SHORT, SINGLE = ("unscorable", "short_run", None, None), ("unscorable", "single_unit", None, None)


def evidence(con, runner, **changes):
    """Rows of the table by feature, each a mapping from columns to values."""
    runner.run("persistence_frozen_z", {"analysis_id": "a", "rule": "z", **FROZEN_Z})
    runner.run("store_evidence", SETTINGS | changes)
    cursor = con.execute("from rolloutdiff.evidence")
    names = [column[0] for column in cursor.description]
    rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    found = {row["feature_id"]: row for row in rows}
    assert len(found) == len(rows)
    return found


def codes(row):
    """The reason of a row as a mapping from figures to codes."""
    return dict(part.split("=") for part in (row["reason"] or "").split("; ") if part)


def test_every_series_has_a_row_whatever_its_status(con, runner, screen):
    screen(1)
    screen(2, "quiet")
    screen(3, "unscorable", split=None)
    screen(4, "quiet", tier="reward", kind="continuous")
    screen(5, "unscorable", kind="continuous", tier="shape")
    found = evidence(con, runner)
    assert {f: (row["analysis_id"], row["run"], row["rule"], row["status"]) for f, row in found.items()} == {
        1: ("a", "r", "z", "alert"),
        2: ("a", "r", "z", "quiet"),
        3: ("a", "r", "z", "unscorable"),
        4: ("a", "r", "z", "quiet"),
        5: ("a", "r", "z", "unscorable"),
    }


def test_verdicts_of_other_rules_are_left_out(con, runner, screen):
    screen(1)
    con.execute(
        "insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status) values ('a', 'r', 'y', 1, 'quiet')"
    )
    con.execute(
        "insert into rolloutdiff.shift (analysis_id, run, rule, feature_id, onset_step) values ('a', 'r', 'm', 1, 5)"
    )
    assert evidence(con, runner)[1]["split_step"] == 20


@pytest.mark.parametrize(
    ("status", "direction", "halves", "replication"),
    [
        ("alert", "rise", (RISE, RISE), True),
        ("alert", "rise", (RISE, QUIET), False),
        ("alert", "rise", (QUIET, QUIET), False),
        ("alert", "rise", (RISE, FALL), False),
        ("alert", "rise", (FALL, FALL), False),
        ("alert", "fall", (FALL, FALL), True),
        ("alert", "fall", (RISE, RISE), False),
        ("alert", "rise", (RISE, SPARSE), False),
        ("quiet", None, (QUIET, QUIET), False),
        ("quiet", None, (RISE, RISE), True),
        ("quiet", None, (FALL, FALL), True),
        ("quiet", None, (RISE, FALL), False),
        ("quiet", None, (FALL, QUIET), False),
        ("unscorable", None, (SPARSE, SPARSE), False),
        ("alert", "rise", (RISE, SHORT), None),
        ("alert", "rise", (SINGLE, RISE), None),
        ("quiet", None, (SHORT, SHORT), None),
        ("alert", "rise", (RISE,), None),
    ],
)
def test_replication(con, runner, screen, status, direction, halves, replication):
    screen(1, status, direction, halves=halves)
    row = evidence(con, runner)[1]
    assert row["replication"] is replication
    assert (codes(row).get("replication") == "short_half") == (replication is None)


def test_onsets_of_the_halves_are_kept_also_where_they_disagree(con, runner, screen):
    screen(1, halves=(RISE, QUIET))
    screen(2, halves=(QUIET, FALL))
    screen(3, "quiet", halves=(RISE, FALL))
    found = evidence(con, runner)
    assert [(found[f]["half_onset_a"], found[f]["half_onset_b"]) for f in (1, 2, 3)] == [
        (21, None),
        (None, 24),
        (21, 24),
    ]


@pytest.mark.parametrize(
    ("split", "corroborated"), [(16, False), (17, True), (20, True), (25, True), (26, False), (None, None)]
)
def test_the_split_lies_in_the_event_window_ends_included(con, runner, screen, split, corroborated):
    screen(1, split=split)
    row = evidence(con, runner)[1]
    assert row["window_corroborated"] is corroborated
    assert (row["split_step"], row["split_p_value"]) == (split, None if split is None else 0.25)
    assert codes(row).get("window_corroborated") == ("no_split" if split is None else None)


@pytest.mark.parametrize(("shape", "corroborated"), [("step", True), (None, False)])
def test_of_rules_that_say_what_they_found_only_that_corroborates(con, runner, screen, shape, corroborated):
    screen(1)
    con.execute("update rolloutdiff.shift set shape = ?", [shape])
    row = evidence(con, runner, found_only=True)[1]
    assert (row["window_corroborated"], row["split_step"], row["reason"].count("no_split")) == (
        corroborated,
        20,
        0,
    )


def test_a_series_in_which_nothing_was_found_has_no_onset_to_corroborate_with(con, runner, screen):
    screen(1, split=None)
    screen(2, split=None)
    con.execute("delete from rolloutdiff.shift where feature_id = 2")
    found = evidence(con, runner, found_only=True)
    assert (found[1]["window_corroborated"], found[1]["split_step"]) == (False, None)
    assert found[2]["window_corroborated"] is None
    assert codes(found[2])["window_corroborated"] == "no_split"


@pytest.mark.parametrize(
    ("onset", "shape", "corroborated"), [(21, "step", True), (30, "step", False), (21, None, False)]
)
def test_any_change_of_the_series_may_corroborate_and_the_strongest_is_shown(
    con, runner, screen, onset, shape, corroborated
):
    screen(1, split=35)
    con.execute("update rolloutdiff.shift set shape = 'step'")
    con.execute(
        "insert into rolloutdiff.shift (analysis_id, run, rule, feature_id, onset_step, p_value, place, shape)"
        " values ('a', 'r', 'l', 1, ?, 0.5, 2, ?)",
        [onset, shape],
    )
    row = evidence(con, runner, found_only=True)[1]
    assert (row["window_corroborated"], row["split_step"], row["split_p_value"]) == (corroborated, 35, 0.25)


def test_rules_that_need_no_standard_error_have_evidence_with_one_prompt_per_step(
    con, runner, screen, add_group
):
    """Persistence of the anchored rule: 18 later steps keep more than half of a change of 0.8."""
    screen(1)
    con.execute("update rolloutdiff.series_point set prompts = 1, se = null")
    con.execute("update rolloutdiff.screening set change = 0.8")
    for step, prompt, shows in ((2, "p", 0), (20, "p", 1), (21, "q", 1), (22, "s", 1)):
        add_group(step, prompt, [(1.0, shows), (0.0, 0)])
    runner.run("persistence_anchored", {"analysis_id": "a", "rule": "z", **ANCHORED})
    runner.run("store_evidence", SETTINGS | {"min_prompts": 1, "found_only": True})
    row = con.execute(
        "select later_steps, beyond_steps, persistence, whole_shift, same_prompt_shift, reward_association,"
        " groups_used, prompt_breadth from rolloutdiff.evidence"
    ).fetchone()
    assert row == (18, 18, 1.0, 1.0, 0.5, 1.0, 3, 1.0)


def test_a_quiet_series_has_a_split_and_nothing_to_corroborate(con, runner, screen):
    screen(1, "quiet", split=30)
    row = evidence(con, runner)[1]
    assert (row["split_step"], row["window_corroborated"]) == (30, None)
    assert codes(row)["window_corroborated"] == "no_alert"


@pytest.mark.parametrize(
    ("alert", "later", "share"), [(36, 4, 1.0), (37, 3, 1.0), (38, 2, None), (40, 0, None)]
)
def test_persistence_ends_with_the_run(con, runner, screen, alert, later, share):
    screen(1, onset=30, alert=alert)
    row = evidence(con, runner)[1]
    assert (row["later_steps"], row["beyond_steps"], row["persistence"]) == (later, later, share)
    assert codes(row).get("persistence") == ("few_later_steps" if share is None else None)


FIGURES = (
    "window_corroborated",
    "persistence",
    "reward_association",
    "reward_association_se",
    "same_prompt_shift",
    "prompt_mix_shift",
    "prompt_breadth",
    "groups_used",
    "groups_skipped",
    "reward_part_association",
    "baseline_prompts_showing",
    "later_steps",
    "beyond_steps",
    "whole_shift",
    "alert_prompts",
    "alert_prompts_showing",
    "baseline_prompts",
    "unscored_skipped",
)


@pytest.mark.parametrize("status", ["quiet", "unscorable"])
def test_without_an_alert_there_are_no_figures_of_one(con, runner, screen, add_rollouts, status):
    add_rollouts([(1, "r", 2, "p", 1.0, None), (2, "r", 20, "p", 1.0, None)])
    screen(1, status, halves=(QUIET, QUIET))
    row = evidence(con, runner)[1]
    assert {row[name] for name in FIGURES} == {None}
    names = (
        "window_corroborated",
        "persistence",
        "reward_association",
        "same_prompt_shift",
        "prompt_breadth",
    )
    assert row["reason"] == "; ".join(f"{name}=no_alert" for name in names)


@pytest.fixture
def add_group(add_rollouts, add_counts):
    """Adds completions of a prompt in a step: (reward, count of feature 1)."""
    numbers = iter(range(1, 10_000))

    def add(step, prompt, completions, parts=None):
        for reward, n in completions:
            number = next(numbers)
            add_rollouts([(number, "r", step, prompt, reward, parts and parts(reward))])
            if n:
                add_counts([(1, number, step, n)])

    return add


def test_a_complete_row(con, runner, screen, add_group):
    """Feature 1 rises from nothing to all steps after 20, in p and q and not in s.

    Reward: 20, p 1 - 0 = 1; 21, q 1/3 - 0; mean 2/3, deviations 1/3 and -1/3, se = sqrt(2 * 2/9) / 2 = 1/3. Step 26
    is outside the event window, 25 inside: p all present, so skipped; 20, s and 21, s skipped too.
    Prompts: p 0 -> 1/2, s 0 -> 0 in two steps, q only at the alert: same (1/2 + 0) / 3 = 1/6; whole 1 - 0.
    """
    screen(1, halves=(RISE, RISE))

    def third(reward):
        return {"third": None if reward is None else reward / 3}

    add_group(2, "p", [(0.0, 0)], third)
    add_group(3, "s", [(0.0, 0)], third)
    add_group(20, "p", [(1.0, 1), (0.0, 0)], third)
    add_group(20, "s", [(0.0, 0)], third)
    add_group(21, "q", [(1 / 3, 5), (0.0, 0), (None, 1), (None, 0)], third)
    add_group(21, "s", [(0.0, 0), (1.0, 0)], third)
    add_group(25, "p", [(1.0, 1)], third)
    add_group(26, "p", [(9.0, 1), (0.0, 0)], third)
    row = evidence(con, runner)[1]
    assert row == {
        "analysis_id": "a",
        "run": "r",
        "rule": "z",
        "feature_id": 1,
        "status": "alert",
        "replication": True,
        "window_corroborated": True,
        "persistence": 1.0,
        "reward_association": pytest.approx(2 / 3),
        "reward_association_se": pytest.approx(1 / 3),
        "same_prompt_shift": pytest.approx(1 / 6),
        "prompt_mix_shift": pytest.approx(5 / 6),
        "prompt_breadth": pytest.approx(2 / 3),
        "half_onset_a": 21,
        "half_onset_b": 21,
        "groups_used": 2,
        "groups_skipped": 3,
        "reward_part_association": {"third": 0.222222},  # 2/9 to six digits
        "baseline_prompts_showing": 0,
        "later_steps": 18,
        "beyond_steps": 18,
        "split_step": 20,
        "split_p_value": 0.25,
        "whole_shift": 1.0,
        "alert_prompts": 3,
        "alert_prompts_showing": 2,
        "baseline_prompts": 2,
        "unscored_skipped": 2,  # both unscored ones of step 21
        "reason": None,
    }


def test_one_prompt_has_an_association_without_an_error(con, runner, screen, add_group):
    screen(1, halves=(RISE, QUIET))
    for step in (2, 20, 21):
        add_group(step, "p", [(1.0, int(step >= 20)), (0.0, 0)])
    row = evidence(con, runner)[1]
    assert (row["reward_association"], row["reward_association_se"], row["groups_used"]) == (1.0, None, 2)
    assert (row["same_prompt_shift"], row["prompt_breadth"]) == (0.5, 1.0)
    assert row["reason"] == "reward_association_se=one_prompt"
    assert row["reward_part_association"] is None


def test_a_constant_reward_has_a_difference_of_nothing(con, runner, screen, add_group):
    screen(1, halves=(RISE, RISE))
    for step in (2, 20, 21):
        for prompt in ("p", "q"):
            add_group(step, prompt, [(0.5, int(step >= 20)), (0.5, 0)])
    row = evidence(con, runner)[1]
    assert (row["reward_association"], row["reward_association_se"], row["reason"]) == (0.0, 0.0, None)


def test_a_feature_always_present_cannot_be_compared(con, runner, screen, add_group):
    screen(1, halves=(RISE, RISE))
    add_group(2, "p", [(1.0, 0), (0.0, 0)])
    for step in (20, 21, 22):
        add_group(step, "p", [(1.0, 1), (0.0, 1)], lambda reward: {"part": reward})
    row = evidence(con, runner)[1]
    assert (row["reward_association"], row["groups_used"], row["groups_skipped"]) == (None, 0, 3)
    assert row["reward_part_association"] == {"part": None}
    assert (row["same_prompt_shift"], row["prompt_breadth"], row["reason"]) == (
        1.0,
        1.0,
        "reward_association=no_mixed_group",
    )


def test_without_rewards_the_association_is_missing_for_a_reason(con, runner, screen, add_group):
    screen(1, halves=(RISE, RISE))
    for step in (2, 20, 21):
        add_group(step, "p", [(None, int(step >= 20)), (None, 0)])
    row = evidence(con, runner)[1]
    assert (row["reward_association"], row["reward_association_se"], row["groups_used"]) == (None, None, 0)
    assert codes(row).keys() == {"reward_association"}


def test_without_shared_prompts_the_estimate_is_missing_for_a_reason(con, runner, screen, add_group):
    screen(1, halves=(RISE, RISE))
    add_group(2, "p", [(1.0, 0)])
    add_group(20, "q", [(1.0, 1), (0.0, 0)])
    add_group(20, "s", [(1.0, 1), (0.0, 0)])
    row = evidence(con, runner)[1]
    assert (row["whole_shift"], row["same_prompt_shift"], row["prompt_mix_shift"]) == (1.0, None, None)
    assert row["reason"] == "same_prompt_shift=no_shared_prompt"


def test_sizes_are_never_present_or_absent(con, runner, screen, add_group):
    screen(1, "alert", "fall", kind="continuous", tier="shape", halves=(FALL, FALL))
    add_group(2, "p", [(1.0, 9)])
    add_group(20, "p", [(1.0, 2), (0.0, 0)])
    row = evidence(con, runner)[1]
    missing = (
        "reward_association",
        "reward_association_se",
        "groups_used",
        "groups_skipped",
        "prompt_breadth",
    )
    assert {row[name] for name in missing} == {None}
    assert (row["same_prompt_shift"], row["alert_prompts"], row["alert_prompts_showing"]) == (-8.0, 1, 1)
    assert row["reason"] == "reward_association=size; prompt_breadth=size"


def test_a_reward_alert_has_no_prompts_and_no_halves(con, runner, screen, add_group):
    screen(1, kind="continuous", tier="reward")
    add_group(2, "p", [(1.0, 0)])
    add_group(20, "p", [(1.0, 0)])
    row = evidence(con, runner)[1]
    assert (row["persistence"], row["window_corroborated"], row["replication"]) == (1.0, True, None)
    missing = ("same_prompt_shift", "whole_shift", "alert_prompts", "half_onset_a", "reward_association")
    assert {row[name] for name in missing} == {None}
    assert row["reason"] == (
        "replication=reward_series; reward_association=size; same_prompt_shift=reward_series; prompt_breadth=size"
    )


def test_reasons_stand_in_the_order_of_the_figures(con, runner, screen, add_group):
    screen(1, split=None, halves=(SHORT, RISE), onset=38, alert=40)
    add_group(38, "p", [(1.0, 1)])
    assert evidence(con, runner)[1]["reason"] == (
        "replication=short_half; window_corroborated=no_split; persistence=few_later_steps;"
        " reward_association=no_mixed_group; same_prompt_shift=no_shared_prompt"
    )


# --- the series on both halves ----------------------------------------------------------------------------


def test_series_on_each_half_of_the_prompts(con, runner, analysis, add_features, add_rollouts, add_counts):
    """a and b are in half 0, e and f in half 1: the first bytes of their MD5 are 0c, 92 and e1, 8f.

    Half 0: a 1 of 2, b 0 of 1 -> 1/4, se sqrt((1/16 + 1/16) / 2) = 1/4. Half 1: e 1 of 1, f 1 of 1 -> 1, se 0.
    """
    add_features([(1, "ast", "binary", "ast:x", 1), (2, "reward", "continuous", "reward:total", 1)])
    add_rollouts([(i, "r", 5, prompt, 1.0, None) for i, prompt in enumerate("aabef", 1)])
    add_counts([(1, 1, 5, 3), (1, 4, 5, 1), (1, 5, 5, 1)])
    runner.run("create_half_series")
    runner.run(
        "half_series", {"analysis_id": "a", "run": "r", "first_step": 5, "last_step": 5, "first_feature": 0}
    )
    panels = [runner.arrow("half_panel", {"run": "r", "part": part}).to_pylist() for part in (0, 1)]
    numbers = ("feature_id", "is_binary", "step", "mean", "se", "prompts", "samples", "positives")
    assert [[tuple(row[name] for name in numbers) for row in panel] for panel in panels] == [
        [(1, True, 5, pytest.approx(0.25), pytest.approx(0.25), 2, 3, 1)],
        [(1, True, 5, 1.0, 0.0, 2, 2, 2)],
    ]
    assert panels[0][0]["within_sd"] == pytest.approx(0.5**0.5)  # 2 * 1/4 over 3 - 2
    assert panels[1][0]["within_sd"] is None


def test_verdicts_on_a_half_are_kept_by_run_and_half(con, runner):
    runner.run("create_half_series")
    screened = pa.table(
        {
            "feature_id": pa.array([3], pa.int32()),
            "status": ["alert"],
            "reason": pa.array([None], pa.string()),
            "onset_step": [7],
            "direction": ["fall"],
        }
    )
    with runner.table("screened", screened):
        runner.run("store_half", {"run": "r", "part": 1})
    assert con.execute("from half_screening").fetchall() == [("r", 1, 3, "alert", None, 7, "fall")]


def test_the_halves_of_an_earlier_analysis_are_forgotten(con, runner):
    runner.run("create_half_series")
    con.execute("insert into half_screening values ('r', 0, 1, 'alert', null, 7, 'rise')")
    con.execute("insert into half_point values ('r', 0, 1, 7, 0.5, 0.1, 2, 4, 1, null)")
    runner.run("create_half_series")
    for table in ("half_screening", "half_point"):
        assert con.execute(f"select count(*) from {table}").fetchone() == (0,)
