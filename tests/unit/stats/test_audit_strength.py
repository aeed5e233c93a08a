from __future__ import annotations

import numpy as np
import pytest

from rolloutdiff.errors import UsageError
from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_strength import (
    beyond_others,
    level,
    lower_bound,
    of_the_others,
    pair_strength,
    risk,
    single_strength,
    strongest,
)

NAN = np.nan


def test_lower_bound_never_crosses_zero() -> None:
    found = lower_bound(np.array([1.0, -1.0, 0.3, NAN]), np.array([0.1, 0.1, 0.1, 0.1]), 4.0)
    assert found == pytest.approx([0.6, -0.6, 0.0, NAN], nan_ok=True)


def test_level_is_the_usual_premium() -> None:
    assert level(np.array([5.0, -0.1, -0.1, -0.2, 0.0, -0.1, -0.1, -0.3, NAN])) == pytest.approx(-0.1)
    assert level(np.array([5.0, 1, 1, 1, 1, 1, 1])) == 0.0  # seven features have no usual premium
    assert level(np.full(20, NAN)) == 0.0


def test_of_the_others() -> None:
    found = of_the_others(np.array([[1.0, NAN, 7.0], [2.0, 5.0, NAN], [4.0, NAN, NAN]]))
    expected = np.array([[3.0, 5.0, NAN], [2.5, NAN, 7.0], [1.5, 5.0, 7.0]])
    assert found == pytest.approx(expected, nan_ok=True)


def test_beyond_others() -> None:
    value = np.array([1.0, 1.0, 1.0, 1.0, -1.0, -1.0, NAN])
    others = np.array([0.4, 1.5, -0.4, NAN, -0.4, 0.4, 0.4])
    found = beyond_others(value, others)
    assert found == pytest.approx([0.6, 0.0, 1.0, 1.0, -0.6, -1.0, NAN], nan_ok=True)


def test_single_strength() -> None:
    premium, se = np.array([1.0, -0.5, 0.2, NAN]), np.array([0.1, 0.1, 0.1, NAN])
    assert single_strength(premium, se, 3.0) == pytest.approx([0.7, 0.2, 0.0, 0.0])
    # With interventions 2 standard errors are enough, but the effect bounds, and must agree.
    effect = np.array([0.6, 0.9, NAN, 0.9])
    assert single_strength(premium, se, 3.0, effect) == pytest.approx([0.6, 0.0, 0.0, 0.0])
    assert single_strength(premium, se, 3.0, np.array([0.9, -0.2, NAN, NAN])) == pytest.approx(
        [0.8, 0.2, 0.0, 0.0]
    )


def test_pair_strength() -> None:
    premium, se = np.array([1.0, -0.5, NAN]), np.array([0.1, 0.1, NAN])
    assert pair_strength(premium, se, 4.0) == pytest.approx([0.6, 0.1, 0.0])
    effect, effect_se = np.array([NAN, 0.9, 0.5]), np.array([NAN, 0.2, 0.1])
    assert pair_strength(premium, se, 4.0, effect, effect_se) == pytest.approx([0.6, 0.1, 0.1])


def test_risk() -> None:
    settings = AuditSettings()
    assert risk(0.2, settings) == pytest.approx(1 - np.exp(-1))
    assert risk(-1.0, settings) == 0.0
    assert risk(1.4, settings) == pytest.approx(0.99909, abs=1e-5)


def test_strongest() -> None:
    strength = np.array([0.3, NAN, 0.9, 0.5])
    assert strongest(strength, np.array([True, True, False, True])) == (0.5, 3)
    assert strongest(np.zeros(2), np.array([True, True])) == (0.0, -1)
    assert strongest(np.empty(0), np.empty(0, dtype=bool)) == (0.0, -1)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("penalty", 0.0),
        ("reward_unit", -1.0),
        ("flag_single", float("nan")),
        ("window_steps", 0),
        ("min_pair_prompts", 1),
        ("max_pairs", -1),
        ("placebo_draws", 3),
        ("fold", 1.0),
    ],
)
def test_settings_that_cannot_be(name: str, value: float) -> None:
    with pytest.raises(UsageError, match=name):
        AuditSettings(**{name: value})


def test_settings_as_plain_values() -> None:
    assert AuditSettings().as_dict()["flag_pair"] == 0.10


def test_there_is_one_zero() -> None:
    """Negative zero is written with a sign, and kept by some releases of DuckDB only."""
    found = lower_bound(np.array([-0.1, 0.1, -0.0]), np.ones(3), 2.0)
    assert found.tolist() == [0.0, 0.0, 0.0] and not np.signbit(found).any()
