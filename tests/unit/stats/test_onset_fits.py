"""The parts of an onset's fit against brute force."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import binom, norm

from rolloutdiff.stats.onset_levels import Response, describe_tails, fit_two_levels
from rolloutdiff.stats.onset_posterior import _shortest
from rolloutdiff.stats.onset_shapes import FAMILIES, coarse_shapes, finer_shapes, search_gain
from rolloutdiff.stats.onset_way import follow, lasting

HITS = np.array([0, 1, 0, 3, 9, 11, 8, 2, 1])
TRIALS = np.array([16, 16, 8, 16, 16, 16, 12, 16, 16])
SHARES = Response(value=HITS / TRIALS, weight=TRIALS.astype(float), binary=True)
SIZES = Response(
    value=np.array([1.0, 2.0, 1.5, 4.0, 6.0, 5.0, 5.5, 7.0, 6.5]),
    weight=np.array([4.0, 4.0, 2.0, 4.0, 4.0, 1.0, 4.0, 4.0, 4.0]),
    binary=False,
)
ALL = np.ones((1, 9), dtype=bool)


def log_likelihood(response: Response, curve: np.ndarray) -> float:
    """By scipy, with the parts that no curve changes."""
    if response.binary:
        return float(binom.logpmf(HITS, TRIALS, curve).sum())
    return float(norm.logpdf(response.value, curve, response.weight**-0.5).sum())


class TestSegments:
    @pytest.mark.parametrize("response", [SHARES, SIZES], ids=["shares", "sizes"])
    def test_two_levels_against_one(self, response: Response) -> None:
        segments = response.segments()
        one = np.full(9, np.average(response.value, weights=response.weight))
        for k in range(1, 9):
            two = np.concatenate(
                [
                    np.full(len(part), np.average(response.value[part], weights=response.weight[part]))
                    for part in (np.arange(k), np.arange(k, 9))
                ]
            )
            gain = segments[0, k] + segments[k, 9] - segments[0, 9]
            assert gain == pytest.approx(log_likelihood(response, two) - log_likelihood(response, one))

    @pytest.mark.parametrize("response", [SHARES, SIZES], ids=["shares", "sizes"])
    def test_curve(self, response: Response) -> None:
        curves = np.stack([np.linspace(0.1, 0.9, 9), np.full(9, 0.3)])
        first, second = response.likelihood(curves, np.ones((2, 9), dtype=bool))
        expected = log_likelihood(response, curves[0]) - log_likelihood(response, curves[1])
        assert first - second == pytest.approx(expected)

    def test_empty_segments_are_impossible(self) -> None:
        segments = SHARES.segments()
        assert np.isneginf(segments[np.tril_indices(9)]).all()

    @pytest.mark.parametrize("penalty", [0.5, 2.0, 50.0])
    def test_best_tails(self, penalty: float) -> None:
        """Every way to cut each tail into segments."""
        segments = SIZES.segments()
        best, end = describe_tails(segments, penalty)
        assert best[9] == 0.0
        for start in range(1, 9):
            options = {}
            for count in range(9 - start):
                for cuts in combinations(range(start + 1, 9), count):
                    bounds = (start, *cuts, 9)
                    parts = pairwise(bounds)
                    options[bounds] = sum(segments[i, j] - penalty for i, j in parts)
            bounds = max(options, key=lambda cut: options[cut])
            assert best[start] == pytest.approx(options[bounds])
            assert end[start] == bounds[1]


class TestTwoLevels:
    WAY = np.array([0.0, 0.05, 0.2, 0.5, 0.8, 0.95, 1.0, 1.0, 1.0])

    def test_sizes_are_least_squares(self) -> None:
        fit = fit_two_levels(SIZES, self.WAY[None], ALL, SIZES.value)
        root = np.sqrt(SIZES.weight)
        design = np.stack([1 - self.WAY, self.WAY], axis=1) * root[:, None]
        (first, last), *_ = np.linalg.lstsq(design, SIZES.value * root)
        assert (fit.first[0], fit.last[0]) == (pytest.approx(first), pytest.approx(last))
        covariance = np.linalg.inv(design.T @ design)
        assert fit.last_sd[0] ** 2 == pytest.approx(covariance[1, 1])
        assert fit.slope[0] == pytest.approx(covariance[0, 1] / covariance[1, 1])
        conditional = covariance[0, 0] - covariance[0, 1] ** 2 / covariance[1, 1]
        assert fit.first_sd[0] ** 2 == pytest.approx(conditional)

    def test_shares_are_at_the_maximum(self) -> None:
        fit = fit_two_levels(SHARES, self.WAY[None], ALL, SHARES.smoothed())

        def cost(levels: np.ndarray) -> float:
            return -log_likelihood(SHARES, levels[0] * (1 - self.WAY) + levels[1] * self.WAY)

        best = minimize(cost, [0.1, 0.5], bounds=[(1e-5, 1 - 1e-5)] * 2, tol=1e-12)
        curve = fit.curve[0]
        assert log_likelihood(SHARES, curve) == pytest.approx(-best.fun, abs=0.01)
        assert (fit.first[0], fit.last[0]) == (
            pytest.approx(best.x[0], abs=5e-3),
            pytest.approx(best.x[1], abs=5e-3),
        )

    def test_only_the_steps_used(self) -> None:
        used = np.arange(9)[None] < 6
        short = Response(value=SIZES.value[:6], weight=SIZES.weight[:6], binary=False)
        whole = fit_two_levels(SIZES, self.WAY[None], used, SIZES.value)
        part = fit_two_levels(short, self.WAY[None, :6], ALL[:, :6], short.value)
        assert (whole.first[0], whole.last[0]) == (pytest.approx(part.first[0]), pytest.approx(part.last[0]))

    def test_dispersion(self) -> None:
        residual = SIZES.weight * (SIZES.value - 4.0) ** 2
        assert SIZES.dispersion(np.full(9, 4.0), 2) == pytest.approx(residual.sum() / 7)


class TestGrid:
    POSITION = np.arange(40.0)

    def test_families_by_hand(self) -> None:
        u = np.array([-1.0, 0.0, 0.5, 2.0])
        sigmoid, ramp, approach, growth = (family.function(u) for family in FAMILIES)
        assert sigmoid == pytest.approx(1 / (1 + np.exp(-u)))
        assert ramp == pytest.approx([0, 0, 0.5, 1])
        assert approach == pytest.approx([0, 0, 1 - np.exp(-0.5), 1 - np.exp(-2)])
        assert growth == pytest.approx([np.exp(-1), 1, 1, 1])

    def test_values_belong_to_centres_and_widths(self) -> None:
        shapes = coarse_shapes(self.POSITION)
        for row in range(0, len(shapes.family), 97):
            function = FAMILIES[shapes.family[row]].function
            expected = function((self.POSITION - shapes.centre[row]) / shapes.width[row])
            assert shapes.value[row] == pytest.approx(expected, abs=1e-6)

    def test_prior_of_the_grid_adds_up(self) -> None:
        shapes = coarse_shapes(self.POSITION)
        for index in range(len(FAMILIES)):
            mass = np.exp(shapes.log_prior[shapes.family == index]).sum()
            assert mass == pytest.approx(1 / len(FAMILIES), rel=0.1)

    def test_refinement_surrounds_its_parent(self) -> None:
        shapes = coarse_shapes(self.POSITION)
        row = np.array([200])
        finer = finer_shapes(self.POSITION, shapes, row, 1)
        distance = np.abs(finer.centre - shapes.centre[row]) + np.abs(np.log(finer.width / shapes.width[row]))
        assert distance.min() == pytest.approx(0, abs=1e-9)
        assert len(finer.family) == 49
        assert len(np.unique(np.stack([finer.centre, finer.width]), axis=1).T) == 49
        nearest = distance.argmin()
        assert finer.log_prior[nearest] == pytest.approx(shapes.log_prior[200] - np.log(9))

    def test_gain_is_that_of_a_regression(self) -> None:
        shapes = coarse_shapes(self.POSITION)
        rng = np.random.default_rng(6)
        values, weights = rng.standard_normal(40) + (self.POSITION > 20), rng.uniform(1, 3, 40)
        gain = search_gain(shapes, np.array([40, 30]), values, weights)
        for row in (5, 150, 400):
            for column, end in enumerate((40, 30)):
                if np.isneginf(gain[row, column]):
                    continue
                root = np.sqrt(weights[:end])
                design = np.stack([np.ones(end), shapes.value[row, :end]], axis=1) * root[:, None]
                y = values[:end] * root
                left = [((y - d @ np.linalg.lstsq(d, y)[0]) ** 2).sum() for d in (design[:, :1], design)]
                assert gain[row, column] == pytest.approx(left[0] - left[1], rel=1e-3, abs=1e-4)

    def test_shapes_run_from_zero_to_one(self) -> None:
        shapes = coarse_shapes(self.POSITION)
        ends = np.array([40, 25])
        rows = np.flatnonzero(shapes.moves(ends).all(axis=1))
        way = shapes.normalised(rows, np.full(len(rows), 25))
        assert (way[:, 0] == 0).all() and (way[:, 24:] == 1).all() and (np.diff(way) >= 0).all()


class TestWay:
    def test_lasting(self) -> None:
        hit = np.array([[1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]], dtype=bool)
        # Four in a row from position 4; the last two steps last until the end.
        assert np.flatnonzero(lasting(hit)[0]).tolist() == [4, 9, 10]

    def test_base_is_the_mean_of_the_first_steps(self) -> None:
        """15 steps, unless the curve is half of its way before: here from position 6 on."""
        late = np.concatenate([np.zeros(10), np.full(5, 0.15), np.ones(15)])
        early = np.concatenate([np.zeros(5), [0.3], np.ones(24)])
        way = follow(np.stack([late, early]), np.array([30, 30]), 0)
        assert way.base == pytest.approx([0.05, 0.05])
        assert way.size == pytest.approx([0.95, 0.95])

    def test_passage(self) -> None:
        curve = np.concatenate([np.zeros(10), np.arange(1, 11) / 10, np.ones(10)])
        way = follow(curve[None], np.array([30]), 0)
        base = way.base[0]
        assert base == pytest.approx((0.1 + 0.2 + 0.3 + 0.4) / 14)
        start, half, done = (int(x[0]) for x in way.passage(np.array([1])))
        expected = [int((curve >= base + part * (1 - base)).argmax()) for part in (0.1, 0.5, 0.9)]
        assert [start, half, done] == expected


def test_shortest_set() -> None:
    """0.9 + 0.05 reach 95 % exactly; one step more would be longer."""
    assert _shortest(np.cumsum([0.01, 0.9, 0.05, 0.04])) == (1, 2)
    assert _shortest(np.cumsum([0.3, 0.3, 0.4])) == (0, 2)
