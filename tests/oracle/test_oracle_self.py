"""The oracles against numbers worked out by hand."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import pytest

from tests.oracle.features import (
    Rollout,
    document_frequency,
    lower,
    ngrams,
    reward_features,
    screen_dump,
    series,
    tokens,
    vocabulary,
)
from tests.oracle.frozen_z import Point, screen


@dataclass(frozen=True)
class Rule:
    baseline_steps: int = 2
    consecutive_steps: int = 2
    max_gap: int = 1
    z: float = 4.0
    min_rise: float = 0.10
    min_effect: float = 0.0
    sparse_steps: int = 2


def rows(*cells: tuple[int, str, float | None], run: str = "r") -> list[Rollout]:
    return [
        Rollout(run=run, step=step, prompt_id=prompt, response="", reward=reward)
        for step, prompt, reward in cells
    ]


def test_tokens_are_runs_of_letters_numbers_marks_and_underscores() -> None:
    assert [t for t in tokens("run_tests(x2) naïve—e\u0301t 数え٣ ½") if t] == [
        "run_tests",
        "x2",
        "naïve",
        "e\u0301t",
        "数え٣",
        "½",
    ]


def test_lower_case_is_taken_code_point_by_code_point() -> None:
    assert lower("ΟΔΟΣ İI ẞ") == "οδοσ ii ß"


def test_ngrams_count_occurrences_and_stop_at_the_boundary() -> None:
    assert ngrams("A b, a\x01B a b") == {
        "a": 3,
        "b": 3,
        "a b": 2,
        "b a": 2,
        "a b a": 1,
        "b a b": 1,
    }
    assert ngrams("") == {}
    assert ngrams("\x01 .\x01") == {}


def test_vocabulary_is_ordered_by_rows_then_by_name() -> None:
    documents = [{"b": 9, "a": 1}, {"c": 1, "a": 2, "z": 0}, None, {"b": 1}, {"c": 1}]
    assert document_frequency(documents) == {"a": 2, "b": 2, "c": 2}
    assert vocabulary(documents, 2) == ["a", "b"]


def test_prompts_weigh_the_same_whatever_their_size() -> None:
    """p: 1 of 2, q: 0 of 4 -> mean 1/4; deviations 1/4 and -1/4; se = sqrt(1/8 / 2) = 1/4.

    Inside: p has 2 * (1/2)^2 = 1/2, q nothing; 6 - 2 = 4 degrees of freedom -> sqrt(1/8).
    """
    dump = rows(*[(7, "p", None)] * 2, *[(7, "q", None)] * 4)
    features = [{"f": 3}, {}, {}, {}, {"g": 1}, {}]
    (point,) = series(dump, features, ["f"], "binary")["r", "f"]
    assert point == Point(
        step=7, mean=0.25, se=0.25, prompts=2, samples=6, positives=1, within_sd=math.sqrt(1 / 8)
    )


def test_continuous_values_are_averaged_as_they_are() -> None:
    """p: (3 + 0) / 2 = 3/2, q: 1/2; mean 1; se = sqrt((1/4 + 1/4) / 2) = 1/2; inside 2 * (3/2)^2 over 1."""
    dump = rows((1, "p", None), (1, "p", None), (1, "q", None))
    (point,) = series(dump, [{"f": 3}, {"f": 0}, {"f": Fraction(1, 2)}], ["f"], "continuous")["r", "f"]
    assert point == Point(
        step=1, mean=1.0, se=0.5, prompts=2, samples=3, positives=2, within_sd=math.sqrt(4.5)
    )


def test_rows_left_out_are_not_zeros_and_steps_without_a_value_stay() -> None:
    dump = rows((1, "p", None), (1, "p", -1.0), (1, "q", math.nan), (2, "p", math.inf), (3, "p", 2.0))
    total = series(dump, reward_features(dump), ["reward:total"], "continuous")["r", "reward:total"]
    assert total == [
        Point(step=1, mean=-1.0, se=None, prompts=1, samples=1),
        Point(step=2, mean=None, se=None, prompts=0, samples=0),
        Point(step=3, mean=2.0, se=None, prompts=1, samples=1, positives=1),
    ]
    assert series(dump, [None, None, {}, {}, {}], ["f"], "binary")["r", "f"][0].samples == 1


def test_reward_parts_are_series_of_their_own() -> None:
    dump = [
        Rollout(run="r", step=1, prompt_id="p", response="", reward=1.0, parts={"a": 0.5}),
        Rollout(run="r", step=1, prompt_id="q", response="", reward=None, parts={"b": 1}),
    ]
    assert reward_features(dump) == [
        {"reward:total": 1.0, "reward:a": 0.5, "reward:b": None},
        {"reward:total": None, "reward:a": None, "reward:b": 1.0},
    ]


def test_runs_are_kept_apart() -> None:
    dump = rows((1, "p", None), run="a") + rows((1, "p", None), (2, "p", None), run="b")
    result = series(dump, [{"f": 1}, {}, {"f": 1}], ["f"], "binary")
    assert {key: [point.mean for point in points] for key, points in result.items()} == {
        ("a", "f"): [1.0],
        ("b", "f"): [0.0, 1.0],
    }


def point(step: int, mean: float, se: float = 0.0, prompts: int = 2) -> Point:
    return Point(step=step, mean=mean, se=se, prompts=prompts, samples=prompts)


def test_z_of_a_continuous_series() -> None:
    """Baseline 1, 3: level 2, spread sqrt(2); later se 0, so scale = sqrt(2 + 2 / 2) = sqrt(3)."""
    verdict = screen([point(1, 1), point(2, 3), point(3, 11), point(4, 5)], "continuous", Rule())
    assert verdict.status == "quiet"
    assert (verdict.baseline_mean, verdict.baseline_sd) == (2.0, pytest.approx(math.sqrt(2)))
    assert verdict.z == [None, None, pytest.approx(9 / math.sqrt(3)), pytest.approx(3 / math.sqrt(3))]
    assert verdict.statistic == pytest.approx(9 / math.sqrt(3))
    assert verdict.detectable_rise == pytest.approx(4 * math.sqrt(3))


def test_alert_of_a_fall_and_its_end_at_a_gap() -> None:
    lonely = [point(step, 9, prompts=1) for step in (4, 5)]
    falls = [point(1, 1), point(2, 3), point(3, -9), *lonely, point(6, -9), point(7, -9)]
    verdict = screen(falls, "continuous", Rule())
    assert (verdict.status, verdict.onset_step, verdict.alert_step, verdict.direction) == ("alert", 6, 7, -1)
    verdict = screen(falls, "continuous", Rule(max_gap=2))
    assert (verdict.onset_step, verdict.alert_step) == (3, 6)


def test_floor_of_a_binary_series() -> None:
    """No positive among 4 completions: q = 0.5 / 5 = 0.1; 2 prompts -> sqrt(0.09 / 2)."""
    zero = [point(step, 0.0) for step in (1, 2, 3, 4)]
    verdict = screen(zero, "binary", Rule())
    assert (verdict.status, verdict.reason) == ("unscorable", "sparse")
    assert verdict.baseline_sd == pytest.approx(math.sqrt(0.045))


def test_the_whole_way_from_rows_to_an_alert() -> None:
    """Two prompts, one completion each, 15 steps without and three with the feature."""
    dump = rows(*[(step, prompt, None) for step in range(1, 19) for prompt in ("p", "q")])
    features = [{"f": 1} if row.step > 15 else {} for row in dump]
    rule = Rule(baseline_steps=15, consecutive_steps=3, sparse_steps=8)
    verdict = screen_dump(dump, features, ["f"], "binary", rule)["r", "f"]
    assert (verdict.status, verdict.onset_step, verdict.alert_step) == ("alert", 16, 18)
    # q = 0.5 / 31 over 2 prompts; scale^2 = s^2 (1 + 1/15).
    spread = math.sqrt(0.5 / 31 * (30.5 / 31) / 2)
    assert verdict.statistic == pytest.approx(1 / (spread * math.sqrt(16 / 15)))
