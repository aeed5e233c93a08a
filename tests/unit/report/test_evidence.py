"""Readings at their limits, and how figures and missing figures are printed."""

from __future__ import annotations

from typing import Any

import pytest

from rolloutdiff.report.events import Event
from rolloutdiff.report.evidence import figures, missing, readings_of, reward_reading, tally, without
from rolloutdiff.report.model import RunModel, run_models
from rolloutdiff.report.numbers import alert_format
from rolloutdiff.report.voice_original import Original
from tests.unit.report.fixture_report import Builder, report


def one(size: bool = False, shape: str | None = "step", **row: Any) -> tuple[RunModel, Event]:
    """A run of 90 steps with one event, onset 49 and alert 51, whose evidence is this."""
    b = Builder("r", list(range(1, 91)))
    kind = {"kind": "continuous", "unit": "lines"} if size else {}
    b.add(
        "shape:lines" if size else "ast:def:f",
        before=6.4 if size else 0.0,
        after=8.0 if size else 0.9,
        middle=49,
        alert=True,
        **kind,
    )
    b.evidence[0] |= row
    b.shifts[0]["shape"] = shape
    model = run_models(report(b))[0]
    return model, model.events[0]


def reading(column: str, shape: str | None = "step", **row: Any) -> str:
    return readings_of(one(shape=shape, **row)[1])[column]


def printed(size: bool = False, shape: str | None = "step", **row: Any) -> dict[str, tuple[str, str, str]]:
    model, event = one(size, shape, **row)
    found = figures(model, event, alert_format(event.alert))
    return {f.term: (f.value, f.base.replace("\u202f", " "), f.reading) for f in found}


@pytest.mark.parametrize(("value", "expected"), [(True, "for"), (False, "against"), (None, "open")])
def test_halves_both_alert_or_not(value: bool | None, expected: str) -> None:
    assert reading("replication", replication=value) == expected


@pytest.mark.parametrize(("value", "expected"), [(True, "for"), (False, "against"), (None, "open")])
def test_split_inside_or_outside(value: bool | None, expected: str) -> None:
    assert reading("window_corroborated", window_corroborated=value) == expected


def test_a_split_that_does_not_stand_out_from_noise_is_open() -> None:
    for value in (True, False):
        assert reading("window_corroborated", shape=None, window_corroborated=value) == "open"


@pytest.mark.parametrize(
    ("value", "expected"),
    [(1.0, "for"), (0.8, "for"), (0.799, "open"), (0.5, "open"), (0.499, "against"), (0.0, "against")],
)
def test_persistence(value: float, expected: str) -> None:
    assert reading("persistence", persistence=value) == expected


@pytest.mark.parametrize(
    ("same", "whole", "expected"),
    [
        (0.71, 1.0, "for"),
        (0.7, 1.0, "against"),
        (1.2, 1.0, "for"),
        (-0.1, 1.0, "against"),
        (-0.9, -1.0, "for"),
        (0.5, 0.0, "open"),
        (None, 1.0, "open"),
    ],
)
def test_same_prompts_more_than_seven_tenths_remain(same: float | None, whole: float, expected: str) -> None:
    assert reading("same_prompt_shift", same_prompt_shift=same, whole_shift=whole) == expected


@pytest.mark.parametrize(("value", "expected"), [(0.51, "for"), (0.5, "open"), (0.0, "open"), (None, "open")])
def test_breadth_never_speaks_against(value: float | None, expected: str) -> None:
    assert reading("prompt_breadth", prompt_breadth=value) == expected


@pytest.mark.parametrize(
    ("difference", "se", "expected"),
    [
        (0.17, 0.02, "paid more"),
        (-0.77, 0.05, "paid less"),
        (0.10, 0.05, "open"),
        (-0.10, 0.05, "open"),
        (0.9, None, "open"),
        (None, None, "open"),
    ],
)
def test_reward_difference_is_read_beyond_two_standard_errors_and_not_counted(
    difference: float | None, se: float | None, expected: str
) -> None:
    _, event = one(reward_association=difference, reward_association_se=se)
    assert reward_reading(event) == expected
    assert tally(event) == (5, 0, 5)


def test_tally_counts_five_figures_of_a_behaviour_and_four_of_a_size() -> None:
    _, event = one(replication=False, window_corroborated=False, persistence=0.5)
    assert tally(event) == (2, 2, 5) and tally(event).text == "2 · 2"
    _, size = one(size=True, persistence=0.2)
    assert tally(size) == (3, 1, 4)
    assert list(printed(size=True)) == ["halves", "split", "persistence", "same"]


def test_figures_have_their_unit_and_base() -> None:
    row = {
        "half_onset_a": 49,
        "half_onset_b": 50,
        "split_step": 51,
        "split_p_value": 0.001,
        "persistence": 1.0,
        "beyond_steps": 39,
        "later_steps": 39,
        "reward_association": 0.87,
        "reward_association_se": 0.025,
        "same_prompt_shift": 0.337,
        "whole_shift": 0.340,
        "prompt_mix_shift": 0.003,
        "alert_prompts_showing": 25,
        "alert_prompts": 27,
        "baseline_prompts_showing": 18,
        "baseline_prompts": 40,
        "unscored_skipped": 0,
    }
    assert printed(**row) == {
        "halves": ("49 · 50", "onset step in each half", "for"),
        "split": ("51", "step; inside 46–54, p ≤ 0.001", "for"),
        "persistence": ("100 %".replace(" ", "\u202f"), "39 of 39 later steps", "for"),
        "association": ("+0.87", "± 0.05 (2 se), 104 groups, 18 skipped", "paid more"),
        "same": ("+33.7", "of +34.0 points; prompt mix +0.3", "for"),
        "breadth": ("25 of 27", "in steps 49–51; baseline 18 of 40", "for"),
    }


def test_a_size_has_its_own_unit_and_one_digit_more() -> None:
    row = {"same_prompt_shift": 1.1, "whole_shift": 1.136, "prompt_mix_shift": 0.036}
    assert printed(size=True, **row)["same"] == ("+1.10", "of +1.14 lines; prompt mix +0.04", "for")


def test_halves_that_do_not_alert_and_splits_outside() -> None:
    found = printed(
        replication=False, half_onset_a=None, half_onset_b=67, window_corroborated=False, split_step=30
    )
    assert found["halves"] == ("none · 67", "onset step in each half", "against")
    assert found["split"] == ("30", "step; outside 46–54, p ≤ 0.001", "against")
    found = printed(shape=None, split_p_value=0.0094)
    assert found["split"][1:] == ("step; inside 46–54, p = 0.009, not confirmed", "open")


@pytest.mark.parametrize(
    ("term", "column", "code", "words"),
    [
        (
            "halves",
            "replication",
            "short_half",
            "one half of the prompts has too few scorable steps",
        ),
        ("split", "window_corroborated", "no_split", "too few scorable steps to date it"),
        (
            "persistence",
            "persistence",
            "few_later_steps",
            "fewer than 3 scorable steps follow the alert",
        ),
        (
            "association",
            "reward_association",
            "no_mixed_group",
            "no prompt and step holds scored completions both with it and without",
        ),
        ("association", "reward_association", "no_reward", "no completion was scored"),
        (
            "same",
            "same_prompt_shift",
            "no_shared_prompt",
            "no prompt was seen both in the baseline and at the alert",
        ),
        ("breadth", "prompt_breadth", "news\u202e", "not computed (news\ufffd)"),
        ("breadth", "prompt_breadth", None, "not computed"),
    ],
)
def test_a_missing_figure_prints_its_reason_in_words(
    term: str, column: str, code: str | None, words: str
) -> None:
    reason = "alpha=beta" if code is None else f"alpha=beta; {column}={code}"
    value, base, found = printed(**{column: None, "reason": reason})[term]
    assert (value, base, found) == ("none", words, "open")
    _, event = one(**{column: None, "reason": reason})
    assert missing(event, column) == code
    assert [why for _, why in without(event)] == ([] if term == "association" else [words])


def test_one_prompt_gives_a_difference_without_a_standard_error() -> None:
    found = printed(
        reward_association_se=None, groups_used=1, groups_skipped=0, reason="reward_association_se=one_prompt"
    )
    assert found["association"][1:] == (
        "one prompt only, so no standard error, 1 group, 0 skipped",
        "open",
    )


@pytest.mark.parametrize(
    ("draws", "p_value", "text"),
    [
        (999, 0.001, "p ≤ 0.001"),
        (999, 0.002, "p = 0.002"),
        (999, 1.0, "p = 1.000"),
        (299, 1 / 300, "p ≤ 0.004"),
        (9999, 0.0001, "p ≤ 0.001"),
        (9999, 0.0003, "p < 0.001"),
    ],
)
def test_a_p_value_at_its_floor_is_a_bound(draws: int, p_value: float, text: str) -> None:
    settings = report()["settings"]
    voice = Original(settings | {"l2_ar1": settings["l2_ar1"] | {"draws": draws}})
    assert voice.split_chance(round(p_value, 6)).replace("\u202f", " ") == text
