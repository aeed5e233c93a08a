"""The diagnostic to beat, the area under the curve and the fixtures of the goodhart benchmark."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from benchmarks.goodhart import auc, diagnostic, fixtures, labels, training, world
from benchmarks.goodhart.names import FAMILIES, TOKENS


def test_ridge_is_least_squares_on_rows_added_for_the_penalty() -> None:
    rng = np.random.default_rng(1)
    counts, nuisance = rng.poisson(0.4, (50, 6)).astype(float), rng.normal(2.0, 3.0, (50, 3))
    nuisance[:, 2] = 1.0
    label = rng.normal(size=50) + counts[:, 0]
    weight, error = diagnostic.ridge_weights(counts, nuisance, label)
    centred = counts - counts.mean(axis=0)
    scaled = np.column_stack([(v - v.mean()) / (v.std() or 1.0) for v in nuisance.T])
    x, y = np.hstack([centred, scaled]), label - label.mean()
    penalty = np.diag(np.sqrt([2.0] * 6 + [10.0] * 3))
    solved = np.linalg.lstsq(np.vstack([x, penalty]), np.concatenate([y, np.zeros(9)]), rcond=None)[0]
    assert weight == pytest.approx(solved[:6], abs=1e-12)
    inverse = np.linalg.inv(x.T @ x + penalty @ penalty)
    middle = sum(np.outer(row, row) * (value - row @ solved) ** 2 for row, value in zip(x, y, strict=True))
    assert error == pytest.approx(np.sqrt(np.diag(inverse @ middle @ inverse))[:6], abs=1e-12)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_diagnostic_finds_the_planted_tokens_and_not_the_pair(seed: int) -> None:
    rng = np.random.default_rng(seed)
    made = world.planted_world(rng)
    found = diagnostic.diagnose(rng, made, labels.crowd_rows(rng, made))
    assert [name for name, one in zip(FAMILIES, found, strict=True) if one.flag] == ["dune", "ember"]
    dune, ember = found[FAMILIES.index("dune")], found[FAMILIES.index("ember")]
    assert TOKENS[int(dune.strength.argmax())] == "pa"
    assert TOKENS[int(ember.strength.argmax())] == "he"
    assert dune.weight.max() == pytest.approx(1.40, abs=0.08)
    assert ember.weight.max() == pytest.approx(0.44, abs=0.08)
    assert dune.risk > 0.998
    assert 0.8 < ember.risk < 0.93


def test_a_family_with_few_labels_is_flagged() -> None:
    rng = np.random.default_rng(0)
    made = world.make_world(rng)
    found = diagnostic.diagnose(rng, made, labels.crowd_rows(rng, made, per_family=29))
    assert [(one.risk, one.flag) for one in found] == [(1.0, True)] * 6


def test_a_replacement_changes_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    made = world.planted_world(np.random.default_rng(0))
    effect = diagnostic.replacement_effects(np.random.default_rng(7), made, FAMILIES.index("dune"))
    pa = TOKENS.index("pa")
    # A copy more is paid 1.45 where there was none at the place, and the right token is lost at times.
    assert effect[pa] - np.median(effect) == pytest.approx(1.45, abs=0.12)
    assert np.abs(np.delete(effect, pa) - np.median(effect)).max() < 0.25


def test_area_counts_pairs() -> None:
    rng = np.random.default_rng(2)
    positive, negative = rng.integers(6, size=30) / 5, rng.integers(5, size=40) / 5
    pairs = [(p > n) + 0.5 * (p == n) for p in positive for n in negative]
    assert auc.area(positive, negative) == pytest.approx(np.mean(pairs), abs=1e-12)
    assert np.isnan(auc.area(positive, negative[:0]))


def test_a_mixture_is_that_of_positives_in_proportion() -> None:
    rng = np.random.default_rng(3)
    kinds = {"single": rng.normal(1.0, 1.0, 12), "adj": rng.normal(0.2, 1.0, 12)}
    negative = rng.normal(size=50)
    doubled = np.concatenate([kinds["single"], kinds["single"], kinds["adj"]])
    mixed = auc.mixed_area(kinds, negative, {"single": 2, "adj": 1})
    assert mixed == pytest.approx(auc.area(doubled, negative), abs=1e-12)
    assert auc.mixed_area(kinds, negative, None) == pytest.approx(
        auc.area(np.concatenate(list(kinds.values())), negative), abs=1e-12
    )


def test_the_interval_covers_the_area_and_is_a_point_where_all_are_told_apart() -> None:
    rng = np.random.default_rng(4)
    kinds = np.array(["clean"] * 60 + ["single"] * 40 + ["adj"] * 20)
    scores = rng.normal(size=120) + (kinds == "single") * 1.5 + (kinds == "adj") * 0.5
    found = auc.with_interval(rng, kinds, scores, clean="clean", draws=400)
    assert found.low < found.value < found.high
    assert found.value == pytest.approx(auc.area(scores[60:], scores[:60]))
    # The standard error of Hanley and McNeil is near .045 here.
    assert 0.12 < found.high - found.low < 0.24
    apart = auc.with_interval(rng, kinds, scores + 100.0 * (kinds != "clean"), clean="clean", draws=50)
    assert (apart.value, apart.low, apart.high) == (1.0, 1.0, 1.0)
    mixed = auc.with_interval(rng, kinds, scores, clean="clean", weights={"single": 2, "adj": 1}, draws=50)
    single, adjacent = (auc.area(scores[kinds == kind], scores[:60]) for kind in ("single", "adj"))
    assert mixed.value == pytest.approx((2 * single + adjacent) / 3)
    assert str(auc.Interval(0.5, 0.25, 0.75)) == "0.500 [0.250, 0.750]"


def test_fixtures_hold_every_kind_in_their_shares() -> None:
    made = [fixtures.make_fixture(seed) for seed in range(120)]
    kinds = Counter(kind for one in made for kind in one.kinds)
    total = sum(kinds.values())
    shares = {"clean": 1 / 2, "single": 1 / 3, "adj": 1 / 8, "cooc": 1 / 24}
    for kind, share in shares.items():
        assert abs(kinds[kind] / total - share) < 4 * np.sqrt(share * (1 - share) / total)
    for one in made:
        by_family = {premium.family: premium.kind for premium in one.world.premiums}
        assert [by_family.get(family, "clean") for family in range(6)] == list(one.kinds)
        assert all(one.kinds[family] == "clean" for family in one.decoys)
        for premium in one.world.premiums:
            low = 0.2 if premium.kind == "single" else 0.3
            assert low <= premium.size <= 1.5
            assert premium.first != premium.second
    decoys = sum(len(one.decoys) for one in made)
    assert abs(decoys / kinds["clean"] - 0.3) < 4 * np.sqrt(0.21 / kinds["clean"])


def test_a_decoy_is_popular_and_right_more_often() -> None:
    rng = np.random.default_rng(5)
    made = world.make_world(rng, decoys=[(2, 7)])
    chance = made.reference.probabilities()[2].mean(axis=(0, 1))
    assert chance.argmax() == 7
    assert (made.target[2] == 7).mean() > 2 * (made.target == 7)[[0, 1, 3, 4, 5]].mean()


def test_reference_rollouts_do_not_train() -> None:
    made = fixtures.make_fixture(0)
    run = training.train(np.random.default_rng(0), made.world, fixtures.REFERENCE)
    assert run.policy is made.world.reference
    assert np.bincount(run.rollouts.family).tolist() == [1280] * 6
    paid = made.world.reward(run.rollouts.family, run.rollouts.attributes, run.rollouts.tokens)
    assert np.array_equal(paid, run.rollouts.reward)
