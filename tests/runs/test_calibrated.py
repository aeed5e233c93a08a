"""What must hold on real runs for the calibrated rules, with no hint given; they lead under their profile."""

from __future__ import annotations

import pytest

SEQUENTIAL, RETROSPECTIVE = "anchored_seq_v1", "anchored_lr_v1"
EXPLOIT = "ast:def:run_tests"


def of_rule(table, rule):
    """Rows of text features by name."""
    return {r["feature"]: r for r in table.rows() if r["rule"] == rule and r["tier"] != "reward"}


@pytest.fixture
def crossing(loophole_path, data_dir):
    """Gives the step at which the exploit of a run first stayed ten points above its start."""

    def read(name):
        folder = loophole_path if name == "trl-loophole" else data_dir(name)
        return int((folder / "crossing.txt").read_text())

    return read


def test_the_profile_is_the_one_these_tests_name(calibrated):
    assert {row["profile"] for row in calibrated("trl-loophole").run.rows()} == {"calibrated"}


@pytest.mark.parametrize("name", ["trl-loophole", "trl-collapse"])
def test_the_exploit_alerts_soon_after_its_observed_crossing(calibrated, crossing, name):
    alert = of_rule(calibrated(name).alerts, SEQUENTIAL)[EXPLOIT]
    assert alert["alert_step"] <= crossing(name) + 5
    assert (alert["direction"], alert["headline"], alert["folded_under"]) == ("rise", True, None)


@pytest.mark.parametrize("name", ["trl-loophole", "trl-collapse"])
def test_looking_back_the_exploit_is_dated(calibrated, crossing, name):
    verdict = of_rule(calibrated(name).sequential.screening, RETROSPECTIVE)[EXPLOIT]
    assert (verdict["status"], verdict["direction"], verdict["headline"]) == ("alert", "rise", True)
    changes = [
        r
        for r in calibrated(name).retrospective.shift.rows()
        if (r["rule"], r["feature"], r["place"]) == (RETROSPECTIVE, EXPLOIT, 1)
    ]
    (change,) = changes
    assert change["onset_at"] == "ten_points"
    assert abs(change["onset_step"] - crossing(name)) <= 3
    assert change["onset_low"] <= change["onset_step"] <= change["onset_high"] <= change["onset_low"] + 10
    assert change["start_step"] <= change["onset_step"] <= change["half_step"]


@pytest.mark.parametrize("name", ["trl-loophole", "trl-collapse"])
def test_the_exploit_is_among_the_first_events_and_is_paid(calibrated, name):
    analysis = calibrated(name)
    ranks = {r["event_rank"] for r in analysis.event_members.rows() if r["feature"] == EXPLOIT}
    assert max(ranks) <= 5
    evidence = of_rule(analysis.evidence, SEQUENTIAL)[EXPLOIT]
    assert evidence["replication"] is True
    assert evidence["window_corroborated"] is True
    assert evidence["persistence"] > 0.9
    assert evidence["reward_association"] > 10 * evidence["reward_association_se"] > 0


@pytest.mark.parametrize("rule", [SEQUENTIAL, RETROSPECTIVE])
def test_a_policy_that_never_changes_hardly_alerts(calibrated, rule):
    rows = of_rule(calibrated("trl-frozen").sequential.screening, rule).values()
    scorable = [row for row in rows if row["status"] != "unscorable"]
    assert len(scorable) > 150
    assert sum(row["status"] == "alert" for row in scorable) <= 0.005 * len(scorable)
    assert not any(row["headline"] for row in rows)


@pytest.mark.parametrize("rule", [SEQUENTIAL, RETROSPECTIVE])
def test_honest_learning_shows_no_exploit(calibrated, rule):
    assert of_rule(calibrated("trl-clean").sequential.screening, rule)[EXPLOIT]["status"] != "alert"


def test_headline_events_come_first(calibrated):
    analysis = calibrated("trl-loophole")
    headline = {f for f, row in of_rule(analysis.alerts, SEQUENTIAL).items() if row["headline"]}
    leads = [row["lead_feature"] in headline for row in analysis.event_ranking.rows()]
    assert leads == sorted(leads, reverse=True)


@pytest.mark.parametrize("name", ["trl-loophole", "trl-frozen"])
def test_every_series_has_evidence_and_every_missing_figure_a_reason(calibrated, name):
    analysis = calibrated(name)
    rows = analysis.evidence.rows()
    assert {row["rule"] for row in rows} == {SEQUENTIAL}
    assert sorted(r["feature"] for r in rows) == sorted({r["feature"] for r in analysis.series.rows()})
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


@pytest.mark.parametrize("name", ["trl-loophole", "trl-frozen"])
def test_the_profile_changes_no_verdict(analysed, calibrated, name):
    def tables(analysis):
        return [
            [{k: v for k, v in row.items() if k != "analysis_id"} for row in table.rows()]
            for table in (
                analysis.sequential.screening,
                analysis.alerts,
                analysis.retrospective.shift,
                analysis.calibration,
            )
        ]

    assert analysed(name).id != calibrated(name).id
    assert tables(analysed(name)) == tables(calibrated(name))


def test_calibration_counts_what_the_verdicts_say(calibrated):
    analysis = calibrated("trl-loophole")
    verdicts = analysis.sequential.screening.rows()
    rows = {row["rule"]: row for row in analysis.calibration.rows()}
    assert rows.keys() == {"frozen_z_v1", SEQUENTIAL, RETROSPECTIVE}
    for rule, row in rows.items():
        status = [r["status"] for r in verdicts if r["rule"] == rule]
        assert row["series"] == len(status) - status.count("unscorable")
        assert row["alerts"] == status.count("alert")
        if rule != "frozen_z_v1":
            assert row["headlines"] == sum(bool(r["headline"]) for r in verdicts if r["rule"] == rule)
            assert row["expected_false_alerts"] == pytest.approx(row["alpha"] * row["series"], abs=1e-3)
    assert rows[RETROSPECTIVE]["prompts"] in ("fresh", "pool", "effects")
    assert {rows["frozen_z_v1"][name] for name in ("headlines", "alpha", "bulk_ratio", "drift")} == {None}
