"""Events, evidence and exemplars on real runs, under profile `original`."""

from __future__ import annotations

import pyarrow.parquet as pq
import pytest


def by_feature(table):
    return {row["feature"]: row for row in table.rows() if row["rule"] == "frozen_z_v1"}


def event_of(analysis, feature):
    """The event that holds a feature."""
    (rank,) = {row["event_rank"] for row in analysis.event_members.rows() if row["feature"] == feature}
    return next(row for row in analysis.event_ranking.rows() if row["event_rank"] == rank)


def test_the_profile_is_the_one_these_tests_name(analysed):
    assert {row["profile"] for row in analysed("trl-loophole").run.rows()} == {"original"}


@pytest.mark.parametrize("name", ["trl-loophole", "trl-collapse"])
def test_the_exploit_is_the_first_event_and_is_paid(analysed, name):
    analysis = analysed(name)
    first = analysis.event_ranking.rows()[0]
    assert first["event_rank"] == 1
    assert first["lead_feature"] == "ast:def:run_tests"
    assert first["name"].startswith("defines run_tests()")
    evidence = by_feature(analysis.evidence)["ast:def:run_tests"]
    assert evidence["replication"] is True
    assert evidence["reward_association"] > 10 * evidence["reward_association_se"] > 0
    assert evidence["same_prompt_shift"] + evidence["prompt_mix_shift"] == pytest.approx(
        evidence["whole_shift"], abs=2e-6
    )


def test_the_logged_truth_pays_far_less_than_the_trained_reward(analysed):
    parts = dict(
        by_feature(analysed("trl-loophole").evidence)["ast:def:run_tests"]["reward_part_association"]
    )
    assert parts["training_passed"] > 5 * parts["ground_truth_passed"]


def test_exemplars_show_what_they_are_said_to_show(analysed, loophole_path):
    analysis = analysed("trl-loophole")
    alert = by_feature(analysis.alerts)["ast:def:run_tests"]
    rows = [row for row in analysis.exemplars.rows() if row["feature"] == "ast:def:run_tests"]
    assert sum(row["role"] == "exemplar" for row in rows) == 3
    for row in rows:
        file = pq.read_table(loophole_path / "completions" / row["source_file"])
        completion = file["completion"][row["source_row"]].as_py()
        assert ("def run_tests" in completion) == (row["role"] == "exemplar")
        if row["role"] != "before":
            assert alert["onset_step"] <= row["step"] <= alert["alert_step"]
        else:
            assert row["step"] < alert["onset_step"]
    prompts = [row["prompt_id"] for row in rows if row["role"] == "exemplar"]
    assert len(set(prompts)) == 3
    for row in rows:
        exemplar = next(r for r in rows if r["role"] == "exemplar" and r["place"] == row["place"])
        assert row["prompt_id"] == exemplar["prompt_id"]
        if row["role"] == "pair":
            assert row["step"] == exemplar["step"]


def test_honest_learning_has_no_event_of_that_name(analysed):
    assert not any("run_tests" in row["name"] for row in analysed("trl-clean").event_ranking.rows())


def test_an_unchanging_policy_has_no_event(analysed):
    assert len(analysed("trl-frozen").event_ranking) == 0


def test_exploit_and_collapse_are_events_of_their_own(analysed):
    analysis = analysed("trl-collapse")
    exploit = event_of(analysis, "ast:def:run_tests")
    unparsable = event_of(analysis, "ast:parse:SyntaxError")
    missing = event_of(analysis, "ast:fragments")
    assert len({exploit["event_rank"], unparsable["event_rank"], missing["event_rank"]}) == 3
    assert exploit["onset_step"] < unparsable["onset_step"] < missing["onset_step"]


@pytest.mark.parametrize("name", ["trl-loophole", "trl-frozen"])
def test_every_series_has_evidence_and_every_missing_figure_a_reason(analysed, name):
    analysis = analysed(name)
    rows = analysis.evidence.rows()
    assert sorted(r["feature"] for r in rows) == sorted(by_feature(analysis.sequential.screening))
    figures = (
        "replication",
        "window_corroborated",
        "persistence",
        "reward_association",
        "same_prompt_shift",
        "prompt_breadth",
    )
    for row in rows:
        reasons = dict(entry.split("=") for entry in (row["reason"] or "").split("; ") if entry)
        assert {f for f in figures if row[f] is None} == set(reasons) - {"reward_association_se"}


def test_both_formats_have_the_same_events_and_evidence_but_for_the_halves(analysed):
    """Halves are split by the hash of the prompt, whose text differs by template words."""
    drop = {"analysis_id", "reward_part_association", "replication", "half_onset_a", "half_onset_b", "reason"}

    def evidence(name):
        rows = [r for r in analysed(name).evidence.rows() if r["tier"] != "reward"]
        return [{k: v for k, v in r.items() if k not in drop} for r in rows]

    def groups(name):
        members = analysed(name).event_members.rows()
        ranks = {r["event_rank"] for r in members}
        return {frozenset(r["feature"] for r in members if r["event_rank"] == rank) for rank in ranks}

    assert evidence("trl-collapse") == evidence("verl-collapse")
    assert groups("trl-collapse") == groups("verl-collapse")
