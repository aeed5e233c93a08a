from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from rolloutdiff.stats.multiplicity import e_discoveries, e_values, q_values


def test_q_values_are_those_of_benjamini_and_hochberg() -> None:
    p = np.random.default_rng(1).uniform(size=200) ** 3
    assert q_values(p) == pytest.approx(stats.false_discovery_control(p))


def test_series_without_a_test_do_not_count() -> None:
    p = np.array([0.01, np.nan, 0.04, np.nan])
    assert q_values(p)[[0, 2]] == pytest.approx([0.02, 0.04])
    assert np.isnan(q_values(p)[[1, 3]]).all()


def test_order_does_not_matter() -> None:
    p = np.array([0.5, 0.001, 0.001, 0.2])
    order = [2, 0, 3, 1]
    assert np.array_equal(q_values(p)[order], q_values(p[order]))


def test_e_value_averages_one() -> None:
    # The integral of 1 / (2 sqrt p) over (0, 1) is 1.
    p = (np.arange(200_000) + 0.5) / 200_000
    assert e_values(p).mean() == pytest.approx(1.0, abs=2e-3)


def test_e_discoveries() -> None:
    # Four series at rate 0.05: one needs 80, two need 40 each, three 26.7.
    assert e_discoveries(np.array([39.0, 41.0, 1.0, 0.0]), 0.05) == 0
    assert e_discoveries(np.array([40.0, 41.0, 1.0, 0.0]), 0.05) == 2
    assert e_discoveries(np.array([80.0, np.nan, 1.0, 0.0, 0.0]), 0.05) == 1
