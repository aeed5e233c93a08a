from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from rolloutdiff.stats.audit_design import Design, Groups
from rolloutdiff.stats.audit_pair_columns import PairColumns
from rolloutdiff.stats.audit_pairs import PairPremiums, pair_placebos, pair_premiums
from rolloutdiff.stats.audit_peeling import beside, peel
from rolloutdiff.stats.audit_placebo import (
    cluster_squares,
    permutations,
    placebo_line,
    placebo_share,
)
from rolloutdiff.stats.audit_strength import pair_strength
from tests.unit.stats.audit_worlds import FAST, centred, random_groups


def _pairs(groups: Groups, z: np.ndarray) -> PairColumns:
    shown = [len(np.unique(groups.cluster[column != 0])) for column in z.T]
    q = z.shape[1]
    return PairColumns(
        z=sparse.csc_array(z),
        kind=("adj",) * q,
        name=tuple(f"p{i}" for i in range(q)),
        parts=tuple((f"p{i}",) for i in range(q)),
        rollouts=(z != 0).sum(axis=0),
        prompts=np.array(shown),
    )


def _by_hand(groups: Groups, x: np.ndarray, z: np.ndarray, r: np.ndarray) -> tuple[float, float]:
    c, own = centred(groups, x), centred(groups, z)
    inverse = np.linalg.inv(c.T @ c + 2.0 * np.eye(c.shape[1]))
    own = own - c @ inverse @ c.T @ own
    weight = own @ own + 0.5
    d = own @ r / weight
    scores = []
    for cluster in np.unique(groups.cluster):
        rows = groups.cluster == cluster
        scores.append(own[rows] @ r[rows] - d * own[rows] @ own[rows])
    shown = len(np.unique(groups.cluster[z != 0]))
    robust = np.sum(np.square(scores)) * shown / max(shown - 1, 1)
    free = len(r) - len(np.unique(groups.group)) - np.trace(inverse @ c.T @ c) - 1
    left = r - d * own
    return d, np.sqrt(max(robust, left @ left / free * (own @ own))) / weight


@pytest.mark.parametrize("nested", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_premiums_and_placebo_are_those_of_loops(seed: int, nested: bool) -> None:
    rng = np.random.default_rng(seed)
    groups = random_groups(rng, clusters=12, nested=nested)
    x = rng.poisson(0.8, (len(groups.group), 3)).astype(np.float64)
    z = (rng.random((len(x), 5)) < 0.3).astype(np.float64)
    y = centred(groups, x @ [1.0, 0, 2] + z @ [0, 0.8, 0, 0, 0] + rng.normal(0, 1, len(x)))
    design = Design(groups=groups, x=sparse.csr_array(x), penalty=np.full(3, 2.0))
    residual = y - design.fitted(design.coefficients(y))
    pairs = _pairs(groups, z)
    found = pair_premiums(design, pairs, [residual, y], FAST)
    for one, r in zip(found, (residual, y), strict=True):
        expected = [_by_hand(groups, x, column, r) for column in z.T]
        assert one.premium == pytest.approx([d for d, _ in expected], rel=1e-9)
        assert one.se == pytest.approx([se for _, se in expected], rel=1e-9)

    drawn = permutations(groups, 3, np.random.SeedSequence(1))
    largest = pair_placebos(design, pairs, [residual], found[:1], drawn, FAST)[0]
    top = int(np.abs(found[0].t).argmax())
    own = centred(groups, z[:, top])
    own = own - design.fitted(design.coefficients(own))
    base = residual - own * found[0].premium[top]
    for draw, order in enumerate(drawn):
        t = [abs(np.divide(*_by_hand(groups, x, column, base[order]))) for column in z.T]
        assert largest[draw] == pytest.approx(max(t), rel=1e-9)


@pytest.mark.parametrize("ordered", [True, False])
def test_squares_of_clusters_are_those_of_loops(ordered: bool) -> None:
    rng = np.random.default_rng(9)
    cluster = np.repeat(np.arange(9), [1, 3, 1, 1, 4, 2, 1, 5, 1])
    cluster = cluster if ordered else rng.permutation(cluster)
    groups = Groups(group=np.zeros(len(cluster), dtype=np.int64), cluster=cluster)
    left, residual, own = rng.normal(size=(19, 4)), rng.normal(size=(19, 3)), rng.normal(size=(4, 3))
    for effect in (None, own):
        square, total = cluster_squares(groups, left, residual, effect)
        expected = np.zeros((4, 3))
        for c in range(9):
            rows = cluster == c
            score = left[rows].T @ residual[rows]
            if effect is not None:
                score = score - effect * (left[rows] ** 2).sum(axis=0)[:, None]
            expected += score**2
        assert square == pytest.approx(expected)
        assert total == pytest.approx(left.T @ residual)


def test_permutations_stay_inside_groups_and_depend_on_the_seed_alone() -> None:
    groups = random_groups(np.random.default_rng(8), clusters=20)
    drawn = permutations(groups, 50, np.random.SeedSequence(5))
    assert (groups.group[drawn] == groups.group).all()
    assert (np.sort(drawn, axis=1) == np.arange(len(groups.group))).all()
    assert np.array_equal(drawn, permutations(groups, 50, np.random.SeedSequence(5)))
    # Every order of the first two rows of a group of two comes up about half of the time.
    moved = (drawn != np.arange(len(groups.group))).mean()
    assert 0.5 < moved < 0.8


def test_t_of_a_sure_pair_is_not_bounded_by_its_support() -> None:
    # Sixteen prompts pay exactly the same for the pair: the plain score has |t| of about 4, whatever is paid.
    prompts, samples = 16, 4
    groups = Groups(
        group=np.repeat(np.arange(prompts), samples), cluster=np.repeat(np.arange(prompts), samples)
    )
    rng = np.random.default_rng(2)
    z = np.tile([1.0, 0, 0, 0], prompts)
    x = rng.poisson(1.0, (len(z), 2)).astype(np.float64)
    y = centred(groups, 5.0 * z + rng.normal(0, 0.1, len(z)))
    design = Design(groups=groups, x=sparse.csr_array(x), penalty=np.full(2, 2.0))
    residual = y - design.fitted(design.coefficients(y))
    found = pair_premiums(design, _pairs(groups, z[:, None]), [residual], FAST)[0]
    own = centred(groups, z)
    own = own - design.fitted(design.coefficients(own))
    scores = np.bincount(groups.cluster, weights=own * residual)
    assert abs(scores.sum()) / np.sqrt((scores**2).sum()) < np.sqrt(prompts) + 0.5
    assert found.t[0] > 20
    assert found.premium[0] == pytest.approx(5.0, abs=0.5)


def test_pairs_that_say_nothing_of_their_own() -> None:
    rng = np.random.default_rng(3)
    groups = random_groups(rng, clusters=15)
    x = rng.poisson(1.0, (len(groups.group), 2)).astype(np.float64)
    z = np.column_stack([x[:, 0], groups.cluster % 2, rng.random(len(x)) < 0.4]).astype(np.float64)
    design = Design(groups=groups, x=sparse.csr_array(x), penalty=np.full(2, 2.0))
    y = centred(groups, rng.normal(0, 1, len(x)))
    found = pair_premiums(design, _pairs(groups, z), [y], FAST)[0]
    assert found.reason.tolist() == ["collinear", "constant", None]
    assert np.isnan(found.premium).tolist() == [True, True, False]
    pairs = _pairs(groups, z[:, :2])
    drawn = permutations(groups, 3, np.random.SeedSequence(1))
    nothing = pair_premiums(design, pairs, [y], FAST)
    assert len(pair_placebos(design, pairs, [y], nothing, drawn, FAST)[0]) == 0


def test_placebo_lines() -> None:
    largest = np.arange(1.0, 21.0)
    assert placebo_line(largest, 0.95) == 19.0  # 19 of 20 draws are not above it
    assert placebo_share(largest, np.array([20.5, -20.0, 0.5, np.nan])) == pytest.approx(
        [1 / 21, 2 / 21, 1.0, np.nan], nan_ok=True
    )
    assert np.isnan(placebo_line(np.empty(0), 0.95))
    assert np.isnan(placebo_share(np.empty(0), np.array([3.0]))).all()


def _strength(premium: np.ndarray, se: np.ndarray) -> np.ndarray:
    return pair_strength(premium, se, 4.0)


def _peeling_case() -> tuple[Design, PairColumns, np.ndarray]:
    """Pair 0 is paid 1.0 and pair 3 is fined .6; 1 and 2 go along with 0, 4 with nothing."""
    rng = np.random.default_rng(6)
    groups = Groups(group=np.repeat(np.arange(80), 8), cluster=np.repeat(np.arange(80), 8))
    n = len(groups.group)
    z = (rng.random((n, 5)) < 0.15).astype(np.float64)
    for shadow in (1, 2):
        z[:, shadow] = np.where(rng.random(n) < 0.7, z[:, 0], z[:, shadow])
    x = rng.poisson(1.0, (n, 3)).astype(np.float64)
    y = centred(groups, z[:, 0] - 0.6 * z[:, 3] + rng.normal(0, 0.2, n))
    design = Design(groups=groups, x=sparse.csr_array(x), penalty=np.full(3, 2.0))
    return design, _pairs(groups, z), y


def test_peeling_leaves_what_is_paid_and_names_the_shadows() -> None:
    design, pairs, y = _peeling_case()
    residual = y - design.fitted(design.coefficients(y))
    first = pair_premiums(design, pairs, [residual], FAST)[0]
    assert (_strength(first.premium, first.se) > 0.1).tolist() == [True, True, True, True, False]
    peeled = peel(design, pairs, first, y, _strength, 0.1, FAST)
    assert peeled.selected.tolist() == [0, 3]
    assert peeled.leader.tolist() == [-1, 0, 0, -1, -1]
    final = beside(design, pairs, [0, 3], np.arange(5), y, FAST)
    assert final.premium == pytest.approx([1.0, 0, 0, -0.6, 0], abs=0.06)


def test_a_pair_first_taken_for_another_is_dropped_again() -> None:
    # The sum of two paid pairs is closest at first; beside its two parts nothing is left of it.
    rng = np.random.default_rng(7)
    groups = Groups(group=np.repeat(np.arange(120), 8), cluster=np.repeat(np.arange(120), 8))
    n = len(groups.group)
    parts = (rng.random((n, 2)) < 0.2).astype(np.float64)
    z = np.column_stack([parts, parts.sum(axis=1) + (rng.random(n) < 0.02)])
    y = centred(groups, parts.sum(axis=1) + rng.normal(0, 0.2, n))
    x = sparse.csr_array(rng.poisson(1.0, (n, 2)).astype(np.float64))
    design = Design(groups=groups, x=x, penalty=np.full(2, 2.0))
    pairs = _pairs(groups, z)
    residual = y - design.fitted(design.coefficients(y))
    first = pair_premiums(design, pairs, [residual], FAST)[0]
    assert int(np.abs(first.t).argmax()) == 2
    # The sum alone explains both, so one of the three is enough, or the two parts are.
    peeled = peel(design, pairs, first, y, _strength, 0.1, FAST)
    assert peeled.selected.tolist() in ([2], [0, 1], [1, 0])
    assert all(peeled.leader[i] in peeled.selected for i in range(3) if i not in peeled.selected)


def test_nothing_to_peel() -> None:
    design, pairs, y = _peeling_case()
    none = np.full(5, np.nan)
    peeled = peel(
        design, pairs, PairPremiums(premium=none, se=none, reason=np.full(5, None)), y, _strength, 0.1, FAST
    )
    assert len(peeled.selected) == 0
    assert (peeled.leader == -1).all()
