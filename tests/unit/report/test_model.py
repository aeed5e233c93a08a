"""Order of alerts, counts and levels."""

from __future__ import annotations

from typing import Any

import pytest

from rolloutdiff.report.model import RunModel, is_passing, rises, run_models
from tests.unit.report.fixture_report import Builder, loophole, report


def model(*builders: Builder, **changes: Any) -> RunModel:
    return run_models(report(*builders, **changes))[0]


def alert(feature: str, onset: int, rise: float, **more: Any) -> dict[str, Any]:
    tier = {"lex": "lexical"}.get(feature.split(":")[0], feature.split(":")[0])
    row = {
        "analysis_id": "a",
        "run": "r",
        "rule": "frozen_z_v1",
        "feature": feature,
        "tier": tier,
        "kind": "binary",
        "status": "alert",
        "direction": "rise",
        "onset_step": onset,
        "alert_step": onset + 2,
        "baseline_mean": 0.1,
        "recent_mean": 0.1 + rise,
        "peak_mean": 0.1 + rise,
        "peak_step": onset + 9,
        "rise": rise,
        "folded_under": None,
        "unit": "share",
    }
    return row | more


def ranking(*alerts: dict[str, Any]) -> list[str]:
    b = Builder("r", list(range(1, 21)))
    b.add("lex:any")
    return [row["feature"] for row in model(b, alert=list(alerts)).ranked]


def test_rising_yes_no_alerts_come_first_by_onset_size_tier_and_name() -> None:
    assert ranking(
        alert("shape:lines", 3, 2.0, kind="continuous"),
        alert("lex:late", 9, 0.9),
        alert("lex:b", 5, 0.5),
        alert("lex:a", 5, 0.5),
        alert("ast:call:x", 5, 0.5),
        alert("custom:x", 5, 0.5),
        alert("shape:empty", 5, 0.5),
        alert("lex:large", 5, 0.6),
        alert("shape:chars", 2, -9.0, kind="continuous", direction="fall"),
    ) == [
        "lex:large",
        "ast:call:x",
        "custom:x",
        "lex:a",
        "lex:b",
        "shape:empty",
        "lex:late",
        "shape:chars",
        "shape:lines",
    ]


def test_rewards_folded_alerts_and_other_rules_are_not_ranked() -> None:
    assert ranking(
        alert("reward:total", 1, 0.5, kind="continuous"),
        alert("ast:edge:A>B", 2, 0.5, folded_under="ast:node:B"),
        alert("lex:other", 2, 0.5, rule="another_v1"),
        alert("ast:node:B", 4, 0.5),
    ) == ["ast:node:B"]


def test_counts_leave_rewards_out() -> None:
    m = model(loophole())
    # 11 alerts, 8 level n-grams, 3 falls, 20 sparse n-grams.
    assert (len(m.alerts), len(m.ranked), m.scorable, len(m.screening)) == (11, 10, 22, 42)
    assert {k: [r["feature"] for r in v] for k, v in m.folded.items()} == {
        "ast:node:Pass": ["ast:edge:FunctionDef>Pass"]
    }
    assert m.main_reason == "sparse"
    assert set(m.reward_alerts) == {"reward:total", "reward:training_passed"}


def test_baseline_is_the_first_steps_with_a_standard_error() -> None:
    m = model(loophole())
    assert (m.baseline_steps, m.recent_steps) == (list(range(1, 16)), [86, 87, 88, 89, 90])
    late = Builder("late", list(range(1, 31)))
    late.add("lex:x", missing=(1, 2, 3))
    assert model(late).baseline_steps == list(range(4, 19))


def test_falls_are_the_change_to_the_last_five_steps_largest_first() -> None:
    m = model(loophole())
    changes = [(row["feature"], change) for change, row in m.falls]
    assert [feature for feature, _ in changes[:3]] == ["ast:call:f", "ast:call:print", "ast:node:Assert"]
    points = [r["mean"] for r in report(loophole())["series"] if r["feature"] == "ast:call:f"]
    expected = sum(points[-5:]) / 5 - round(sum(points[:15]) / 15, 6)
    assert changes[0][1] == pytest.approx(expected, abs=1e-9)


def test_of_falls_that_run_along_one_another_one_with_a_name_is_named() -> None:
    b = Builder("r", list(range(1, 41)))
    for name in ("ast:edge:Call>Name", "ast:call:f", "ast:node:Call"):
        b.serial = 7
        b.add(name, before=0.3, after=0.0, middle=20)
    b.add("ast:node:Try", before=0.2, after=0.0, middle=20)
    b.add("ast:node:While", before=0.04, after=0.0, middle=20)
    assert [row["feature"] for _, row in model(b).named_falls] == ["ast:call:f", "ast:node:Try"]


@pytest.mark.parametrize(
    ("formula", "trained", "left_out"),
    [
        ("training_passed", [], "training_passed"),
        ("1*training_passed + 0.5*ground_truth_passed", ["ground_truth_passed", "training_passed"], None),
        ("1*training_passed + 0*ground_truth_passed", ["training_passed"], None),
        ("1*training_passed - 2*x", ["training_passed"], None),
    ],
)
def test_the_formula_says_which_parts_are_trained(
    formula: str, trained: list[str], left_out: str | None
) -> None:
    whole = report(loophole())
    whole["run"][0]["reward_formula"] = formula
    parts = run_models(whole)[0].reward_parts
    assert [p.name for p in parts if p.trained] == trained
    assert (left_out is not None) == ("training_passed" not in [p.name for p in parts])


def test_passing_means_less_than_half_of_the_peak_is_left() -> None:
    assert is_passing(alert("lex:a", 5, 0.1, peak_mean=0.4))
    assert not is_passing(alert("lex:a", 5, 0.2, peak_mean=0.4))
    assert not is_passing(alert("lex:a", 5, 0.0, peak_mean=0.1))
    falling = alert("shape:x", 5, -1.0, kind="continuous", direction="fall", baseline_mean=9.0, peak_mean=5.0)
    assert is_passing(falling) and not rises(falling)


def test_each_run_has_a_model_of_its_own() -> None:
    first, second = run_models(report(loophole("a"), loophole("b", steps=40)))
    assert (first.name, len(first.steps), second.name, len(second.steps)) == ("a", 90, "b", 40)
