from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from rolloutdiff.stats.audit_design import Groups
from rolloutdiff.stats.audit_fold import Fold, fold_singles
from rolloutdiff.stats.audit_pair_columns import pair_columns
from tests.unit.stats.audit_worlds import FAST

PROMPTS, SAMPLES = 12, 5
GROUPS = Groups(group=np.repeat(np.arange(PROMPTS), SAMPLES), cluster=np.repeat(np.arange(PROMPTS), SAMPLES))


def _column(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).poisson(0.7, PROMPTS * SAMPLES).astype(np.float64)


def _fold(*columns: np.ndarray, rank: list[int] | None = None, **changes: object) -> Fold:
    x = np.column_stack(columns)
    y = np.random.default_rng(99).normal(0, 1, len(x)) + x[:, 0]
    return fold_singles(
        GROUPS,
        sparse.csr_array(x),
        np.array(rank or [0] * x.shape[1]),
        tuple("abcdefgh"[: x.shape[1]]),
        [y - np.repeat(y.reshape(-1, SAMPLES).mean(axis=1), SAMPLES)],
        replace(FAST, **changes),
    )


def test_equal_features_are_one_and_the_best_tier_speaks() -> None:
    a = _column(1)
    found = _fold(a, _column(2), 3 * a, rank=[2, 0, 0])
    assert found.kept.tolist() == [1, 2]
    assert found.leader.tolist() == [2, 1, 2]
    # One occurrence of the first is three of the last: its premium is three times that one's.
    assert found.ratio == pytest.approx([3.0, 1.0, 1.0])


def test_opposite_features_are_one_too() -> None:
    a = (_column(1) > 0).astype(np.float64)
    found = _fold(a, 1.0 - a)
    assert len(found.kept) == 1
    assert found.ratio[found.leader != np.arange(2)] == pytest.approx([-1.0])


def test_what_differs_between_prompts_only_is_constant() -> None:
    found = _fold(_column(1), np.repeat(np.arange(PROMPTS), SAMPLES).astype(np.float64))
    assert found.reason.tolist() == [None, "constant"]
    assert found.leader.tolist() == [0, -1]


def test_rare_features_are_left_out() -> None:
    few, narrow = np.zeros(60), np.zeros(60)
    few[[0, 7, 14, 21]] = 1
    narrow[[0, 1, 2, 5, 6]] = 1  # five rollouts of two prompts
    found = _fold(_column(1), few, narrow)
    assert found.reason.tolist() == [None, "rare", "rare"]
    assert found.rollouts.tolist()[1:] == [4, 5]
    assert found.prompts.tolist()[1:] == [4, 2]


def test_no_chain_joins_features_that_differ() -> None:
    # Each is like the next (correlation .96), the first unlike the third (.85).
    rng = np.random.default_rng(4)
    base = np.linalg.qr(np.column_stack([np.ones(60), rng.normal(size=(60, 3))]))[0][:, 1:]
    angle = np.arccos(0.96)
    turned = [np.cos(k * angle) * base[:, 0] + np.sin(k * angle) * base[:, 1] for k in range(3)]
    groups = Groups(group=np.zeros(60, dtype=np.int64), cluster=np.arange(60))
    found = fold_singles(
        groups, sparse.csr_array(np.column_stack(turned) * 9), np.array([0, 1, 2]), ("a", "b", "c"), [], FAST
    )
    assert found.leader.tolist() == [0, 0, 2]


def test_the_largest_t_stay() -> None:
    # The outcome is made of the first column.
    found = _fold(*(_column(seed) for seed in range(1, 6)), max_singles=1)
    assert found.kept.tolist() == [0]
    assert found.reason.tolist() == [None] + ["not_kept"] * 4


def test_pairs_are_those_with_support() -> None:
    x = np.zeros((60, 3))
    x[:, 0] = 2
    x[[0, 5, 10, 15, 20], 1] = 1  # five prompts
    x[[0, 5, 10, 15, 16], 2] = 3  # shares four rollouts with the second, five with the first
    near = np.zeros((60, 2))
    near[[0, 5, 10, 15, 20, 25], 0] = 1
    near[0:5, 1] = 1  # one prompt only
    pairs = pair_columns(
        GROUPS, sparse.csr_array(x), ("a", "b", "c"), sparse.csr_array(near), ("a b", "b c"), FAST
    )
    assert list(zip(pairs.kind, pairs.name, pairs.rollouts.tolist(), strict=True)) == [
        ("adj", "a b", 6),
        ("cooc", "a & b", 5),
        ("cooc", "a & c", 5),
    ]
    assert pairs.parts == (("a b",), ("a", "b"), ("a", "c"))
    assert pairs.prompts.tolist() == [6, 5, 4]
    assert pairs.z.toarray()[:, 1].tolist() == (x[:, 1] > 0).astype(float).tolist()
    most = pair_columns(
        GROUPS,
        sparse.csr_array(x),
        ("a", "b", "c"),
        sparse.csr_array(near),
        ("a b", "b c"),
        replace(FAST, max_pairs=2),
    )
    assert most.name == ("a b", "a & b")


def test_the_most_frequent_pairs_need_not_be_in_enough_prompts() -> None:
    x = np.zeros((60, 3))
    x[:10, :2] = 1  # a & b: ten rollouts of two prompts
    x[20::6, [0]] = 1
    x[20::6, [2]] = 1  # a & c: seven rollouts of as many prompts
    pairs = pair_columns(GROUPS, sparse.csr_array(x), ("a", "b", "c"), None, (), replace(FAST, max_pairs=1))
    assert pairs.name == ("a & c",)
    none = pair_columns(GROUPS, sparse.csr_array(x), ("a", "b", "c"), None, (), replace(FAST, max_pairs=0))
    assert none.name == ()
