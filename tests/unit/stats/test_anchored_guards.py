"""What a change must show beside its evidence, against a direct computation series by series."""

from __future__ import annotations

import numpy as np
import pytest

from rolloutdiff.stats.anchored_guards import History, lasting, summed
from rolloutdiff.stats.anchored_rule import SequentialRule
from tests.unit.stats import sequential_oracle

WINDOW = 20


@pytest.mark.parametrize("even", [True, False])
def test_the_verdict_is_that_of_a_direct_computation(even: bool) -> None:
    random = np.random.default_rng(17)
    series, step = 4000, 44
    x = random.standard_normal((step + 6, series)) * random.choice([0.7, 1.0, 1.6], series)
    start = random.integers(step - WINDOW + 1, step - 2, series)
    since = np.arange(len(x))[:, None] - start
    x += random.uniform(0.0, 4.0, series) * (since >= 0)
    x += random.choice([0.0, 0.0, 0.0, 1.0, 2.0], series) * np.maximum(since, 0)
    x += random.uniform(0.0, 6.0, series) * (since >= 0) * (since <= 2) * random.choice([0.0, 1.0], series)
    x *= random.choice([-1.0, 1.0], series)
    clipped = np.clip(x, -4.0, 4.0)
    weight = np.ones(x.shape) if even else random.uniform(0.5, 2.0, x.shape)
    change = np.array([x[k : step + 1, i].mean() - clipped[:k, i].mean() for i, k in enumerate(start)])
    history = History(x=x, clipped=clipped, weight=weight, step=step)
    found = lasting(history, start, change, SequentialRule(), WINDOW)
    end = step + 1
    expected = [
        sequential_oracle.lasting(x[:end, i], clipped[:end, i], weight[:end, i], int(k), float(change[i]))
        for i, k in enumerate(start)
    ]
    assert found.tolist() == expected
    assert 1200 < found.sum() < 2800


def test_sums_run_from_first_to_last() -> None:
    # In another order the ones would be lost beside the large numbers, or not.
    assert summed(np.array([[1.0], [1e16], [-1e16], [1.0]])).tolist() == [1.0]
