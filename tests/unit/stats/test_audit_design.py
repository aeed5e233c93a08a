from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from rolloutdiff.stats.audit_design import Design, Groups, centred_gram, ridge_inverse
from rolloutdiff.stats.audit_premium import single_design, single_placebo, single_premiums, with_presence
from rolloutdiff.stats.audit_slopes import slopes
from tests.unit.stats.audit_worlds import FAST, centred, random_groups

CASES = [(seed, nested) for seed in range(4) for nested in (True, False)]


def _case(seed: int, nested: bool, p: int = 4) -> tuple[Groups, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    groups = random_groups(rng, nested=nested)
    x = rng.poisson(0.8, (len(groups.group), p)).astype(np.float64)
    y = centred(groups, x @ np.arange(p) + rng.normal(0, 1, len(x)))
    return groups, x, y


def _by_hand(groups: Groups, x: np.ndarray, y: np.ndarray, penalty: np.ndarray) -> tuple[np.ndarray, ...]:
    """Ridge, and standard errors cluster by cluster, in dense algebra."""
    c = centred(groups, x)
    inverse = np.linalg.inv(c.T @ c + np.diag(penalty))
    w = inverse @ c.T @ y
    e = y - c @ w
    meat = np.zeros((len(w), len(w)))
    clusters = np.unique(groups.cluster)
    for cluster in clusters:
        rows = groups.cluster == cluster
        score = c[rows].T @ e[rows]
        meat += np.outer(score, score)
    robust = np.diag(inverse @ meat @ inverse) * len(clusters) / (len(clusters) - 1)
    free = len(y) - len(np.unique(groups.group)) - np.trace(inverse @ c.T @ c)
    plain = e @ e / free * np.diag(inverse @ c.T @ c @ inverse)
    return w, np.sqrt(np.maximum(robust, plain)), e


@pytest.mark.parametrize(("seed", "nested"), CASES)
def test_fit_is_that_of_dense_algebra(seed: int, nested: bool) -> None:
    groups, x, y = _case(seed, nested)
    penalty = np.array([2.0, 2.0, 0.5, 10.0])
    design = Design(groups=groups, x=sparse.csr_array(x), penalty=penalty)
    w, se, e = _by_hand(groups, x, y, penalty)
    residual = y - design.fitted(design.coefficients(y))
    assert design.coefficients(y) == pytest.approx(w, rel=1e-10)
    assert residual == pytest.approx(e, abs=1e-10)
    assert design.standard_errors(residual) == pytest.approx(se, rel=1e-9)


@pytest.mark.parametrize("nested", [True, False])
def test_sums_alone_give_the_same_coefficients(nested: bool) -> None:
    groups, x, y = _case(5, nested)
    design = Design(groups=groups, x=sparse.csr_array(x), penalty=np.full(4, 2.0))
    c = centred(groups, x)
    assert ridge_inverse(c.T @ c, 2.0) @ (c.T @ y) == pytest.approx(design.coefficients(y), rel=1e-9)
    gram = centred_gram(groups, design.x, groups.means(design.x))
    assert gram == pytest.approx(c.T @ c, abs=1e-10)


@pytest.mark.parametrize(("seed", "nested"), CASES)
def test_placebo_is_the_same_fit_on_permuted_residuals(seed: int, nested: bool) -> None:
    groups, x, y = _case(seed, nested)
    design = Design(groups=groups, x=sparse.csr_array(x), penalty=np.full(4, 2.0))
    residual = single_premiums(design, y, 3).residual
    rng = np.random.default_rng(seed)
    drawn = np.stack([rng.permutation(len(y)) for _ in range(3)])
    # Any order will do for the algebra, but the outcome of a fit is centred.
    noise = [centred(groups, residual[order]) for order in drawn]
    by_hand = []
    for one in noise:
        w, se, _ = _by_hand(groups, x, one, np.full(4, 2.0))
        by_hand.append(np.abs(w / se)[:3].max())
    place = np.tile(np.arange(len(y)), (1, 1))
    found = [float(single_placebo(design, one, 3, place)[0]) for one in noise]
    assert found == pytest.approx(by_hand, rel=1e-9)


def test_nuisance_is_scaled_and_takes_its_share() -> None:
    rng = np.random.default_rng(3)
    groups = random_groups(rng, nested=False)
    n = len(groups.group)
    control = np.column_stack([rng.normal(0, 50, n), np.full(n, 7.0)])
    control[0] = np.nan
    x = sparse.csr_array(rng.poisson(1.0, (n, 2)).astype(np.float64))
    design = single_design(groups, x, control, FAST)
    assert design.x.shape == (n, 3)  # the constant control is left out
    assert design.penalty.tolist() == [2.0, 2.0, 10.0]
    scaled = design.x.toarray()[:, 2]
    assert scaled.mean() == pytest.approx(0.0, abs=1e-12)
    assert scaled.std() == pytest.approx(1.0)
    assert scaled[0] == pytest.approx(0.0, abs=1e-12)  # what is missing counts as the mean


def test_presence_is_held_fixed_where_it_differs_from_occurrences() -> None:
    groups = Groups(group=np.zeros(6, dtype=np.int64), cluster=np.arange(6))
    # Once at most; once or twice; once or five times; the last two in every rollout.
    x = sparse.csr_array(
        np.array(
            [[0.0, 0, 0, 1, 2], [1, 1, 1, 2, 2], [0, 2, 5, 3, 2], [1, 0, 0, 1, 2], [0, 1, 1, 1, 2], [1] * 5]
        )
    )
    design = single_design(groups, x, None, FAST)
    wider = with_presence(design, x, FAST)
    assert wider.x.shape == (6, 5 + 2)
    assert wider.x.toarray()[:, 5:].tolist() == (x.toarray()[:, 1:3] > 0).astype(float).tolist()
    assert wider.penalty.tolist() == [2.0] * 7
    assert with_presence(design, x[:, [0]], FAST) is design


def test_slopes_by_hand() -> None:
    # Prompt 0: copies 0, 1, 2 and rewards 0, 2, 4; prompt 1: copies 0, 1 and rewards 5, 5.
    groups = Groups(group=np.array([0, 0, 0, 1, 1]), cluster=np.array([0, 0, 0, 1, 1]))
    x = sparse.csr_array(np.array([[0.0, 1], [1, 1], [2, 1], [0, 0], [1, 0]]))
    y = centred(groups, np.array([0.0, 2, 4, 5, 5]))
    found = slopes(groups, x, y)
    # Sum of c y = 4, sum of c c = 2.5; scores 4 - 1.6 * 2 and 0 - 1.6 * 0.5.
    assert found.slope[0] == pytest.approx(1.6)
    assert found.se[0] == pytest.approx(np.sqrt(2 * (0.8**2 + 0.8**2)) / 2.5)
    assert found.square.tolist() == pytest.approx([2.5, 0.0])
    assert found.clusters.tolist() == [2, 0]
    assert np.isnan(found.slope[1])
    assert np.isnan(found.se[1])


@pytest.mark.parametrize("seed", range(3))
def test_a_slope_alone_is_the_fit_of_one_column(seed: int) -> None:
    groups, x, y = _case(seed, True)
    found = slopes(groups, sparse.csr_array(x), y)
    c = centred(groups, x)
    assert found.slope == pytest.approx((c * y[:, None]).sum(axis=0) / (c * c).sum(axis=0))


def test_no_columns_and_no_rows() -> None:
    groups, x, y = _case(0, True)
    assert len(slopes(groups, sparse.csr_array(x[:, :0]), y).slope) == 0
    design = single_design(groups, sparse.csr_array(x[:, :0]), None, FAST)
    assert single_premiums(design, y, 0).residual == pytest.approx(y)
