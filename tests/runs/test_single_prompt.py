"""One prompt per step: not for the original's rules; the calibrated rules score it, down to the report."""

from __future__ import annotations

import csv
import json
from random import Random

import pyarrow as pa
import pytest

from rolloutdiff import AnalysisSettings, analyze_rollouts, from_table

RISE = 30
ANCHORED = {"anchored_seq_v1", "anchored_lr_v1"}


def rows_of(analysis, feature):
    """Verdicts on a feature by rule."""
    return {r["rule"]: r for r in analysis.sequential.screening.rows() if r["feature"] == feature}


@pytest.fixture(scope="module")
def table():
    """Sixty steps of sixteen completions of one fresh prompt; `omega` in 10 %, from step 30 in 70 %."""
    draw = Random(7).random
    rows = []
    for step in range(1, 61):
        for _ in range(16):
            shows = draw() < (0.7 if step >= RISE else 0.1)
            text = f"The {'omega' if shows else 'alpha'} answer is {'one' if draw() < 0.5 else 'two'}."
            rows.append({"step": step, "prompt": f"p{step}", "response": text, "reward": float(shows)})
    return pa.Table.from_pylist(rows)


@pytest.fixture(scope="module", params=["original", "calibrated"])
def analysis(request, table):
    settings = AnalysisSettings(profile=request.param)
    with analyze_rollouts(from_table(table, run="r"), settings=settings) as analysis:
        yield analysis


def profile(analysis):
    return analysis.run.rows()[0]["profile"]


def test_points_have_no_standard_error(analysis):
    assert {(row["prompts"], row["se"]) for row in analysis.series.rows()} == {(1, None)}


def test_the_originals_rules_say_why_they_cannot_score_it(analysis):
    rows = [r for r in analysis.sequential.screening.rows() if r["rule"] == "frozen_z_v1"]
    assert {(r["status"], r["reason"]) for r in rows} == {("unscorable", "single_unit")}
    counted = {r["rule"]: (r["series"], r["alerts"]) for r in analysis.calibration.rows()}
    assert counted["frozen_z_v1"] == (0, 0)


def test_the_calibrated_rules_find_the_rise(analysis):
    rows = rows_of(analysis, "lex:omega")
    assert {rule for rule, row in rows.items() if row["status"] == "alert"} == ANCHORED
    alert = rows["anchored_seq_v1"]
    assert RISE - 1 <= alert["onset_step"] <= RISE + 2
    assert alert["alert_step"] <= RISE + 6
    assert alert["direction"] == "rise"
    shift = next(
        r
        for r in analysis.retrospective.shift.rows()
        if (r["feature"], r["rule"]) == ("lex:omega", "anchored_lr_v1")
    )
    assert shift["onset_low"] - 1 <= RISE <= shift["onset_high"] + 1


def test_what_did_not_change_is_scored_and_quiet(analysis):
    rows = rows_of(analysis, "lex:one")
    assert {rows[rule]["status"] for rule in ANCHORED} == {"quiet"}
    assert all(rows[rule]["detectable_rise"] > 0.0 for rule in ANCHORED)


def test_evidence_and_events_belong_to_the_leading_rule(analysis):
    evidence = next(r for r in analysis.evidence.rows() if r["feature"] == "lex:omega")
    if profile(analysis) == "original":
        assert (evidence["status"], len(analysis.event_ranking)) == ("unscorable", 0)
        return
    assert evidence["persistence"] == 1.0
    assert evidence["window_corroborated"] is True
    # Every fresh prompt is a new one: none stands on both sides, and a half has a prompt in some steps only.
    assert evidence["same_prompt_shift"] is None
    assert evidence["prompt_breadth"] == 1.0
    assert evidence["reward_association"] == pytest.approx(1.0)
    assert "lex:omega" in {row["feature"] for row in analysis.event_members.rows()}
    assert {row["role"] for row in analysis.exemplars.rows() if row["feature"] == "lex:omega"} >= {
        "exemplar",
        "pair",
    }


def test_the_report_holds_plain_json_and_a_page(analysis, tmp_path):
    analysis.write_json(tmp_path / "r.json")
    analysis.write_html(tmp_path / "r.html")

    def refuse(constant):
        raise AssertionError(constant)

    report = json.loads((tmp_path / "r.json").read_text(), parse_constant=refuse)
    assert {row["se"] for row in report["series"]} == {None}
    assert "single_prompt" in {row["code"] for row in report["integrity"]}


def test_a_case_of_one_completion_per_step(root):
    """The case's series, as a reward: it only wanders, and every step has one prompt with one completion."""
    with (root / "tests" / "cases" / "S07-one-prompt-per-step" / "series.csv").open(encoding="utf-8") as file:
        rows = [
            {"step": int(r["step"]), "prompt": r["prompt_id"], "response": "x", "reward": float(r["value"])}
            for r in csv.DictReader(file)
        ]
    settings = AnalysisSettings(profile="calibrated")
    with analyze_rollouts(from_table(pa.Table.from_pylist(rows), run="r"), settings=settings) as analysis:
        found = rows_of(analysis, "reward:total")
        assert {rule: row["status"] for rule, row in found.items()} == {
            "frozen_z_v1": "unscorable",
            "anchored_seq_v1": "quiet",
            "anchored_lr_v1": "quiet",
        }
        assert found["anchored_seq_v1"]["detectable_rise"] > 0.0
        points = [r for r in analysis.series.rows() if r["feature"] == "reward:total"]
        assert [p["mean"] for p in points] == [pytest.approx(r["reward"], abs=1e-6) for r in rows]
