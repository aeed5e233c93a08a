from __future__ import annotations

import numpy as np
import pytest

from rolloutdiff.stats.dictionary import BUMP, EDGE, KINDS, RAMP, SIGMOID, STEP, dictionary
from rolloutdiff.stats.likelihood import independent_steps, whiten
from rolloutdiff.stats.noise import NARROW, correlation
from rolloutdiff.stats.scan import BLOCK, scan


def restricted(x: np.ndarray, covariance: np.ndarray, freedom: float, shape: np.ndarray | None) -> float:
    """Log of the anchored restricted likelihood, from contrasts that know nothing of the level."""
    n = len(x)
    contrast = np.linalg.svd(np.ones((1, n)))[2][1:]
    v = contrast @ covariance @ contrast.T
    e, inverse = contrast @ x, np.linalg.inv(v)
    rss = e @ inverse @ e
    if shape is not None:
        a = contrast @ shape
        rss -= (a @ inverse @ e) ** 2 / (a @ inverse @ a)
    return -0.5 * np.linalg.slogdet(v)[1] - (n - 1 + freedom) / 2 * np.log(rss + freedom)


@pytest.mark.parametrize("steps", [np.arange(24), np.array([*range(12), *range(30, 42)])])
def test_ratio_against_dense_covariances(steps: np.ndarray) -> None:
    rng = np.random.default_rng(7)
    n = len(steps)
    weight = rng.uniform(0.5, 2.0, n)
    x = rng.standard_normal((5, n)) / np.sqrt(weight)
    x[1, 14:] += 3
    x[2, 8:15] -= 4
    atoms = dictionary(n)
    found = scan(x, whiten(independent_steps(weight), steps, NARROW, atoms.shape), 30.0)
    for i, series in enumerate(x):
        # Restricted likelihoods of different covariances compare once the contrasts are scaled alike:
        # the whitened ones have the weights' own determinant, which is the same for every pair.
        covariance = [np.diag(1 / weight) + k**2 * correlation(steps, r) for k, r in NARROW]
        null = max(restricted(series, v, 30.0, None) for v in covariance)
        best = max(restricted(series, v, 30.0, a) for v in covariance for a in atoms.shape)
        assert found.ratio[i] == pytest.approx(2 * (best - null), rel=1e-8, abs=1e-8)


class TestScan:
    def test_finds_the_step(self) -> None:
        x = np.zeros((1, 60))
        x[0, 33:] = 4.0
        atoms = dictionary(60)
        found = scan(x, whiten(independent_steps(np.ones(60)), np.arange(60), NARROW, atoms.shape), 30.0)
        assert atoms.kind[found.atom[0]] == STEP
        assert atoms.start[found.atom[0]] == 33
        assert found.coefficient[0] == pytest.approx(4.0)

    def test_a_series_does_not_depend_on_others(self) -> None:
        rng = np.random.default_rng(8)
        x = rng.standard_normal((BLOCK + 40, 30))
        w = whiten(independent_steps(np.ones(30)), np.arange(30), NARROW, dictionary(30).shape)
        whole = scan(x, w, 30.0)
        order = rng.permutation(len(x))
        shuffled = scan(x[order], w, 30.0)
        assert shuffled.ratio == pytest.approx(whole.ratio[order], rel=1e-12)
        assert np.array_equal(shuffled.atom, whole.atom[order])
        assert scan(x[:1], w, 30.0).ratio[0] == pytest.approx(whole.ratio[0], rel=1e-12)

    def test_level_does_not_matter(self) -> None:
        x = np.random.default_rng(9).standard_normal((3, 30))
        w = whiten(independent_steps(np.ones(30)), np.arange(30), NARROW, dictionary(30).shape)
        assert scan(x + 1000.0, w, 30.0).ratio == pytest.approx(scan(x, w, 30.0).ratio, rel=1e-6)

    def test_nothing_to_scan(self) -> None:
        w = whiten(independent_steps(np.ones(30)), np.arange(30), NARROW, dictionary(30).shape)
        assert scan(np.empty((0, 30)), w, 30.0).ratio.shape == (0,)

    def test_noiseless_series_stays_finite(self) -> None:
        x = np.zeros((1, 40))
        x[0, 20:] = 1e6
        w = whiten(independent_steps(np.ones(40)), np.arange(40), NARROW, dictionary(40).shape)
        assert np.isfinite(scan(x, w, 30.0).ratio[0])


class TestDictionary:
    @pytest.mark.parametrize("count", [20, 47, 90])
    def test_shapes(self, count: int) -> None:
        atoms = dictionary(count)
        assert atoms.shape.min() >= 0 and atoms.shape.max() <= 1
        assert set(atoms.kind) <= {STEP, BUMP, RAMP, SIGMOID}
        steps = atoms.shape[atoms.kind == STEP]
        assert len(steps) == count - 2 * EDGE + 1
        assert steps.sum(axis=1).tolist() == list(range(count - EDGE, EDGE - 1, -1))
        bumps = atoms.kind == BUMP
        assert np.array_equal(atoms.shape[bumps].sum(axis=1), atoms.length[bumps])
        assert np.array_equal(atoms.start, (atoms.shape >= 0.5).argmax(axis=1))
        # Every shape leaves EDGE steps on either side of its half height.
        late = (atoms.shape >= 0.5).sum(axis=1)
        assert late.min() >= EDGE
        assert len(KINDS) == 4
