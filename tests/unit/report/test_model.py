"""Runs of a report: counts, levels, windows."""

from __future__ import annotations

from typing import Any

import pytest

from rolloutdiff.errors import ReportError
from rolloutdiff.report.model import RunModel, run_model, run_models
from rolloutdiff.report.rows import came_back, rises
from tests.unit.report.fixture_report import Builder, loophole, report


def model(*builders: Builder, **changes: Any) -> RunModel:
    return run_models(report(*builders, **changes))[0]


def alert(feature: str, **more: Any) -> dict[str, Any]:
    """A rising yes/no alert from 10 % to 40 %."""
    return {
        "feature": feature,
        "kind": "binary",
        "direction": "rise",
        "baseline_mean": 0.1,
        "peak_mean": 0.4,
        "rise": 0.3,
    } | more


def test_counts_leave_rewards_out() -> None:
    m = model(loophole())
    # 11 alerts, 8 level n-grams, 3 falls, 20 sparse n-grams.
    assert (len(m.alerts), len(m.events), m.folded, m.scorable, len(m.screening)) == (11, 9, 1, 22, 42)
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


def test_coming_back_means_that_less_than_half_of_the_peak_is_left() -> None:
    assert came_back(alert("lex:a", rise=0.1))
    assert not came_back(alert("lex:a", rise=0.2))
    assert not came_back(alert("lex:a", rise=0.0, peak_mean=0.1))
    falling = alert(
        "shape:x", rise=-1.0, kind="continuous", direction="fall", baseline_mean=9.0, peak_mean=5.0
    )
    assert came_back(falling) and not rises(falling)


def test_the_event_window_is_three_logged_steps_around_onset_and_alert() -> None:
    b = Builder("r", [10 * t for t in range(1, 41)])
    b.add("lex:x", before=0.0, after=0.6, middle=250, width=5, alert=True)
    m = model(b)
    assert (m.events[0].alert["onset_step"], m.events[0].alert["alert_step"]) == (250, 270)
    assert m.window(m.events[0]) == (220, 300)
    late = Builder("r", list(range(1, 41)))
    late.add("lex:x", before=0.0, after=0.6, middle=39, width=0.2, alert=True)
    assert model(late).window(model(late).events[0]) == (36, 40)


def test_one_run_of_several_by_name() -> None:
    whole = report(loophole("a"), loophole("b", steps=40))
    assert (run_model(whole, "b").name, len(run_model(whole, "b").steps)) == ("b", 40)
    with pytest.raises(ReportError, match="no run 'c'") as caught:
        run_model(whole, "c")
    assert caught.value.hint == "Its runs: 'a', 'b'."
    with pytest.raises(ReportError, match=r"no event of rank 12. Its events have the ranks 1, 2, 3, .*9\.$"):
        run_model(whole, "a").event(12)


def test_each_run_has_a_model_of_its_own() -> None:
    first, second = run_models(report(loophole("a"), loophole("b", steps=40)))
    assert (first.name, len(first.steps), second.name, len(second.steps)) == ("a", 90, "b", 40)
