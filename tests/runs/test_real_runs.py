"""What must hold on real runs for `frozen_z_v1`, with no hint given."""

from __future__ import annotations

import pytest


def behaviours(rows):
    """Rows of text features, without the analysis id."""
    return [{k: v for k, v in row.items() if k != "analysis_id"} for row in rows if row["tier"] != "reward"]


def verdicts(analysis):
    return [row for row in analysis.sequential.screening.rows() if row["rule"] == "frozen_z_v1"]


def alerts(analysis):
    return [row for row in analysis.alerts.rows() if row["rule"] == "frozen_z_v1"]


@pytest.mark.parametrize("name", ["trl-loophole", "trl-collapse"])
def test_the_exploit_alerts_within_three_steps_of_its_observed_crossing(
    analysed, name, loophole_path, data_dir
):
    folder = loophole_path if name == "trl-loophole" else data_dir(name)
    crossing = int((folder / "crossing.txt").read_text())
    exploit = next(row for row in alerts(analysed(name)) if row["feature"] == "ast:def:run_tests")
    assert abs(exploit["onset_step"] - crossing) <= 3
    assert exploit["direction"] == "rise"
    assert exploit["folded_under"] is None
    assert exploit["peak_mean"] > 0.9


def test_a_policy_that_never_changes_hardly_alerts(analysed):
    rows = behaviours(verdicts(analysed("trl-frozen")))
    scorable = [row for row in rows if row["status"] != "unscorable"]
    assert len(scorable) > 100
    assert sum(row["status"] == "alert" for row in scorable) <= 0.005 * len(scorable)


def test_honest_learning_shows_no_exploit(analysed):
    assert "ast:def:run_tests" not in {row["feature"] for row in alerts(analysed("trl-clean"))}


def test_one_run_in_two_formats_gives_the_same_features_series_and_alerts(analysed):
    trl, verl = analysed("trl-collapse"), analysed("verl-collapse")
    assert behaviours(trl.series.rows()) == behaviours(verl.series.rows())
    assert behaviours(trl.sequential.screening.rows()) == behaviours(verl.sequential.screening.rows())
    assert behaviours(trl.alerts.rows()) == behaviours(verl.alerts.rows())
    assert len({row["feature"] for row in behaviours(trl.series.rows())}) > 500


def test_the_reward_of_both_formats_is_the_same_series(analysed):
    def reward(name, feature):
        rows = analysed(name).series.rows()
        return [(row["step"], row["mean"], row["se"]) for row in rows if row["feature"] == feature]

    assert reward("trl-collapse", "reward:training_passed") == reward("verl-collapse", "reward:score")
    assert reward("trl-collapse", "reward:total") == reward("verl-collapse", "reward:total")


def test_later_collapse_alerts_beside_the_exploit(analysed):
    found = {row["feature"]: row for row in alerts(analysed("trl-collapse"))}
    assert found["ast:fragments"]["direction"] == "fall"
    assert found["shape:think_unclosed"]["onset_step"] > found["ast:def:run_tests"]["alert_step"]


def test_every_series_has_one_verdict_of_every_rule(analysed):
    analysis = analysed("trl-loophole")
    series = {row["feature"] for row in analysis.series.rows()}
    rows = analysis.sequential.screening.rows()
    for rule in {row["rule"] for row in rows}:
        assert sorted(row["feature"] for row in rows if row["rule"] == rule) == sorted(series)
    assert all((row["status"] == "unscorable") == (row["reason"] is not None) for row in rows)


def test_no_tier_has_more_features_than_allowed(analysed):
    rows = verdicts(analysed("trl-collapse"))
    for tier in {row["tier"] for row in rows}:
        assert sum(row["tier"] == tier for row in rows) <= 2000
