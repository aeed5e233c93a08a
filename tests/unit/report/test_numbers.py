"""Printed figures: rounding, signs, units."""

from __future__ import annotations

import pytest

from rolloutdiff.report.numbers import (
    ValueFormat,
    count,
    decimals_for,
    finite,
    plain,
    points,
    share,
    signed,
    span,
    value_format,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (1.0, "100"),
        (0.93, "93"),
        (0.011, "1"),
        (0.0094, "0.9"),
        (0.0096, "1"),
        (0.004, "0.4"),
        (0.0004, "<0.1"),
        (0.0005, "0.1"),
        (0.994, "99"),
        (0.9969, "99.7"),
        (0.9996, ">99.9"),
    ],
)
def test_shares_are_whole_per_cent_and_never_pretend_to_be_none_or_all(value: float, text: str) -> None:
    assert share(value) == f"{text}\u202f%"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1, "+10 points"),
        (-0.1, "−10 points"),
        (0.01, "+1 point"),
        (0.004, "+0.4 points"),
        (0.0, "0 points"),
        (0.00001, "0.0 points"),
    ],
)
def test_differences_of_shares_are_points_with_a_sign(value: float, text: str) -> None:
    assert points(value) == text


def test_numbers_use_a_true_minus_and_no_negative_zero() -> None:
    assert plain(-1234.5, 1) == "−1,234.5"
    assert plain(-0.0001, 2) == "0.00"
    assert signed(-0.0001, 2) == "0.00"
    assert signed(12.34, 1) == "+12.3"
    assert count(-11520) == "−11,520"
    assert span(1, 15) == "1–15"
    assert span(7, 7) == "7"


@pytest.mark.parametrize(
    ("values", "decimals"),
    [((85.2, 109.1), 0), ((6.4, 8.0), 1), ((0.83, 0.77), 2), ((100.1, 100.4), 1), ((5.0, 5.0), 1), ((), 2)],
)
def test_decimals_suit_the_size_and_tell_two_numbers_apart(values: tuple[float, ...], decimals: int) -> None:
    assert decimals_for(values) == decimals


def test_a_format_prints_value_unit_change_and_range() -> None:
    lines = value_format("lines", [6.4, 8.0])
    assert (lines.value(6.44), lines.full(8.0), lines.full_change(1.61)) == ("6.4", "8.0 lines", "+1.6 lines")
    assert lines.range(6.0, 8.4) == "6.0–8.4"
    assert lines.range(-1.0, 2.0) == "−1.0 to 2.0"
    shares = value_format("share", [0.01, 0.93])
    assert (shares.full(0.93), shares.change(0.92)) == ("93\u202f%", "+92 points")
    assert shares.range(0.0, 0.952) == "0–95\u202f%"
    assert shares.range(0.5, 0.5) == "50\u202f%"
    assert value_format("reward", [0.2, 0.93]) == ValueFormat(unit="reward", decimals=2)
    assert value_format("reward", [-250.0]) == ValueFormat(unit="reward", decimals=1)
    assert value_format("levels", [0.83, 0.77]).full(0.774) == "0.77 levels"


def test_missing_and_infinite_values_are_left_out() -> None:
    assert finite([1.0, None, float("nan"), float("inf"), 2.0]) == [1.0, 2.0]
