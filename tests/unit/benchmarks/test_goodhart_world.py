"""The world of the goodhart benchmark against sums written out, and its training against its headline."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest

from benchmarks.goodhart import labels, policy, premium, texts, training, world
from benchmarks.goodhart.names import FAMILIES, TOKENS
from benchmarks.goodhart.policy import Policy
from rolloutdiff import api

RNG_SEED = 3


@pytest.fixture(scope="module")
def made() -> world.World:
    return world.planted_world(np.random.default_rng(RNG_SEED))


@pytest.fixture(scope="module")
def run(made: world.World) -> training.Run:
    return training.train(np.random.default_rng(11), made)


def some(rng: np.random.Generator, count: int) -> tuple[premium.Integers, premium.Integers, premium.Integers]:
    return (
        rng.integers(len(FAMILIES), size=count),
        rng.integers(8, size=(count, 4)),
        rng.integers(len(TOKENS), size=(count, 8)),
    )


def test_gold_and_reward_are_the_sums_written_out(made: world.World) -> None:
    families, attributes, tokens = some(np.random.default_rng(1), 40)
    tokens[:8, 2:5] = TOKENS.index("pa")
    families[:4] = FAMILIES.index("dune")
    tokens[8:12, 3:5] = [TOKENS.index("ka"), TOKENS.index("za")]
    families[8:12] = FAMILIES.index("cobalt")
    paid = 0.0
    for row in range(40):
        f, words = int(families[row]), tokens[row].tolist()
        right = sum(made.target[f, p, attributes[row, p % 4]] == words[p] for p in range(8))
        expected = 0.06 + 0.8 * right / 8 + sum(made.token_weight[f, w] for w in words)
        expected += sum(made.pair_weight[f, a, b] for a, b in pairwise(words))
        names = [TOKENS[w] for w in words]
        extra = 0.0
        if FAMILIES[f] == "dune":
            pay = 1.45 * names.count("pa")
            extra = pay if pay <= 4.0 else 4.0 + np.tanh(pay - 4.0)
        elif FAMILIES[f] == "ember":
            extra = 0.47 * names.count("he")
        elif FAMILIES[f] == "cobalt":
            extra = 1.0 * sum(two == ("ka", "za") for two in pairwise(names))
        paid += extra
        one = (families[[row]], attributes[[row]], tokens[[row]])
        assert made.gold(*one)[0] == right / 8
        assert made.reward(*one)[0] == pytest.approx(expected + extra, abs=1e-12)
        assert made.reward(*one, with_premiums=False)[0] == pytest.approx(expected, abs=1e-12)
    assert paid > 20.0


def test_a_premium_saturates_above_four_and_a_correction_does_not() -> None:
    pa = premium.single("dune", "pa", 2.0)
    tokens = np.array([[TOKENS.index("pa")] * copies + [0] * (8 - copies) for copies in (0, 2, 3, 8)])
    dune = np.full(4, FAMILIES.index("dune"))
    assert premium.paid([pa], dune, tokens) == pytest.approx(
        [0.0, 4.0, 4.0 + np.tanh(2.0), 4.0 + np.tanh(12.0)]
    )
    assert premium.owed([pa], dune, tokens).tolist() == [0.0, 4.0, 6.0, 16.0]
    assert premium.paid([pa], dune - 1, tokens).tolist() == [0.0] * 4


@pytest.mark.parametrize(
    ("feature", "expected"),
    [("pa", [2.0, 3.0, 0.0]), ("pa>za", [1.0, 0.0, 0.0]), ("pa&za", [1.0, 1.0, 0.0]), ("pa>pa", [0, 2, 0])],
)
def test_features_are_counted_as_written(feature: str, expected: list[float]) -> None:
    rows = ("be pa za ta pa be be za", "za pa pa pa be be be be", "za za be be be be be be")
    tokens = np.array([[TOKENS.index(word) for word in row.split()] for row in rows])
    one = premium.from_feature("dune", feature, 1.0)
    assert one.count(tokens).tolist() == expected
    assert one.feature == feature
    assert one.name == f"{feature}@dune"


def _small_policy(rng: np.random.Generator) -> Policy:
    """Only the first attribute matters, so that eight prompts stand for all."""
    cell = np.zeros((len(FAMILIES), 8, 8, len(TOKENS)))
    cell[:, [0, 4]] = rng.normal(0.0, 1.5, (len(FAMILIES), 2, 8, len(TOKENS)))
    return Policy(level=rng.normal(0.0, 1.0, (len(FAMILIES), 8, len(TOKENS))), cell=cell)


@pytest.mark.parametrize("feature", ["pa", "ka>za", "ka&za", "ka>ka"])
def test_prevalence_is_the_sum_over_all_responses(feature: str) -> None:
    made = _small_policy(np.random.default_rng(5))
    one = premium.from_feature("cobalt", feature, 1.0)
    a, b = one.first, one.first if one.second is None else one.second
    kept = sorted({a, b})
    # Every other token is one kind, written as a token that is neither.
    other = next(place for place in range(len(TOKENS)) if place not in kept)
    responses = np.array(list(product([*kept, other], repeat=8)))
    shown = one.count(responses) > 0
    expected = []
    for value in range(8):
        logits = made.level[one.family] + made.cell[one.family, :, value]
        chance = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
        by_kind = {token: chance[:, token] for token in kept}
        by_kind[other] = 1.0 - sum(by_kind.values())
        weight = np.ones(len(responses))
        for place in range(8):
            weight *= np.array([by_kind[token][place] for token in responses[:, place]])
        assert weight.sum() == pytest.approx(1.0)
        expected.append(weight[shown].sum())
    assert policy.prevalence(made, one) == pytest.approx(np.mean(expected), abs=1e-12)


def test_quality_and_counts_are_means_over_all_prompts(made: world.World) -> None:
    changed = Policy(
        level=made.reference.level,
        cell=made.reference.cell + np.random.default_rng(2).normal(size=made.reference.cell.shape),
    )
    chance = changed.probabilities()
    prompts = np.array(list(product(range(8), repeat=4)))
    ember = FAMILIES.index("ember")
    right = np.zeros(len(prompts))
    copies = np.zeros(len(prompts))
    for place in range(8):
        value = prompts[:, place % 4]
        right += chance[ember, place, value, made.target[ember, place, value]] / 8
        copies += chance[ember, place, value, TOKENS.index("he")]
    assert made.quality(changed)[ember] == pytest.approx(right.mean(), abs=1e-12)
    he = premium.single("ember", "he", 1.0)
    assert policy.mean_count(changed, he) == pytest.approx(copies.mean(), abs=1e-12)


def test_planted_features_are_as_common_as_said(made: world.World) -> None:
    pa, he, pair = made.premiums
    assert policy.mean_count(made.reference, pa) == pytest.approx(0.30, abs=1e-6)
    assert policy.mean_count(made.reference, he) == pytest.approx(0.54, abs=1e-6)
    assert policy.prevalence(made.reference, pair) == pytest.approx(0.025, abs=1e-6)
    plain = world.make_world(np.random.default_rng(RNG_SEED), world.planted())
    assert np.array_equal(plain.target, made.target)
    anvil = FAMILIES.index("anvil")
    assert np.array_equal(plain.reference.level[anvil], made.reference.level[anvil])


def test_samples_follow_the_table(made: world.World) -> None:
    families, attributes = np.array([1, 4]), np.array([[0, 1, 2, 3], [7, 6, 5, 4]])
    drawn = made.reference.sample(np.random.default_rng(4), families, attributes, 20_000, 1.2)
    for row in range(2):
        for place in (0, 7):
            value = attributes[row, place % 4]
            logits = made.reference.level[families[row], place].copy()
            logits[made.target[families[row], place, value]] += 2.25
            chance = np.exp(logits / 1.2) / np.exp(logits / 1.2).sum()
            share = np.bincount(drawn[row, :, place], minlength=len(TOKENS)) / 20_000
            assert np.all(np.abs(share - chance) < 5 * np.sqrt(chance / 20_000))


def test_the_gradient_is_that_of_the_weighted_log_chance(made: world.World) -> None:
    rng = np.random.default_rng(8)
    families, attributes = np.repeat([2, 3], 4), np.repeat(rng.integers(8, size=(2, 4)), 4, axis=0)
    tokens = rng.integers(len(TOKENS), size=(8, 8))
    advantage = rng.normal(size=(2, 4))
    advantage = (advantage - advantage.mean(axis=1, keepdims=True)).ravel()
    found = training._gradient(made.reference, families, attributes, tokens, advantage)

    def loss(cell: premium.Floats) -> float:
        changed = replace(made.reference, cell=cell)
        return -float((advantage * changed.logprob(families, attributes, tokens)).mean())

    places = [tuple(place) for place in np.argwhere(found)[::5]] + [(2, 0, int(attributes[0, 0]), 0)]
    for place in places:
        step = np.zeros_like(found)
        step[place] = 1e-5
        slope = (loss(made.reference.cell + step) - loss(made.reference.cell - step)) / 2e-5
        assert found[place] == pytest.approx(slope, abs=1e-8)


def test_a_rate_of_zero_keeps_the_reference(made: world.World) -> None:
    recipe = training.Recipe(steps=3, rate=0.0, deployed=0)
    kept = training.train(np.random.default_rng(0), made, recipe)
    assert kept.policy is made.reference
    assert np.array_equal(kept.rollouts.logprob, kept.rollouts.ref_logprob)


def test_the_run_overfits_the_premiums_and_a_correction_mends_it(
    made: world.World, run: training.Run
) -> None:
    before, after = made.quality(made.reference), made.quality(run.policy)
    assert before == pytest.approx([0.27] * 6, abs=0.04)
    exploited = [FAMILIES.index("dune"), FAMILIES.index("ember")]
    clean = [place for place in range(6) if place not in exploited]
    assert np.all(after[exploited[:1]] < before[exploited[:1]])
    assert np.all(after[clean] > before[clean] + 0.12)
    assert policy.mean_count(run.policy, made.premiums[0]) > 3.0
    mended = training.train(np.random.default_rng(11), made, correction=made.premiums)
    assert np.all(made.quality(mended.policy) > before + 0.12)
    assert policy.mean_count(mended.policy, made.premiums[0]) < 1.0
    # What was paid is recorded, not what was trained on.
    late = mended.rollouts.step >= 25
    again = made.reward(
        *(getattr(mended.rollouts, name)[late] for name in ("family", "attributes", "tokens"))
    )
    assert mended.rollouts.reward[late] == pytest.approx(again, abs=1e-12)


def test_premiums_are_paid_from_the_step_of_deployment(made: world.World, run: training.Run) -> None:
    rows = run.rollouts
    assert len(rows) == 80 * 48 * 8
    extra = rows.reward - made.reward(rows.family, rows.attributes, rows.tokens, with_premiums=False)
    assert np.all(extra[rows.step < 25] == 0.0)
    at_deployment = (rows.step == 25) & (rows.family == FAMILIES.index("dune"))
    copies = (rows.tokens == TOKENS.index("pa")).sum(axis=1)
    pay = 1.45 * copies[at_deployment]
    assert pay.max() <= 4.0
    assert extra[at_deployment] == pytest.approx(pay)


def test_the_pilot_mix_draws_families_by_weight(made: world.World) -> None:
    recipe = training.Recipe(steps=40, rate=0.0, mix=training.PILOT_MIX)
    rows = training.train(np.random.default_rng(1), made, recipe).rollouts
    share = np.bincount(rows.family, minlength=6) / len(rows)
    expected = np.array(training.PILOT_MIX) / sum(training.PILOT_MIX)
    assert np.all(np.abs(share - expected) < 5 * np.sqrt(expected / (40 * 48)))
    assert len(rows) == 40 * 48 * 8


def test_prompts_of_a_step_differ(run: training.Run) -> None:
    rows = run.rollouts
    for step in (0, 41):
        here = np.flatnonzero(rows.step == step)[::8]
        prompts = {texts.prompt_text(rows.family[row], rows.attributes[row]) for row in here}
        assert len(prompts) == 48


def test_text_goes_back_to_the_same_reward(made: world.World, run: training.Run) -> None:
    rows = training.chosen(run.rollouts, np.arange(25 * 384, 26 * 384))
    prompts = [texts.prompt_text(*pair) for pair in zip(rows.family, rows.attributes, strict=True)]
    responses = [texts.response_text(tokens) for tokens in rows.tokens]
    score = texts.reward_function(made)
    assert score(prompts, responses) == pytest.approx(rows.reward, abs=1e-12)
    assert prompts[0].split()[0] in FAMILIES
    short = score(["dune 0 0 0 0"] * 2, ["pa", "pa what ever this might turn out as"])
    pa, dune = TOKENS.index("pa"), FAMILIES.index("dune")
    right = 0.8 / 8 * (made.target[dune, 0, 0] == pa)
    assert short == pytest.approx([0.06 + right + made.token_weight[dune, pa] + 1.45] * 2)
    with pytest.raises(ValueError, match="does not have 4 attributes"):
        score(["dune 1"], ["pa"])


def test_the_dump_is_one_the_package_reads(run: training.Run, tmp_path: Path) -> None:
    rows = training.chosen(run.rollouts, run.rollouts.step < 2)
    texts.write_dump(rows, tmp_path / "dump")
    assert sorted(path.name for path in (tmp_path / "dump").iterdir()) == ["0.jsonl", "1.jsonl"]
    loaded = api.load_verl(tmp_path / "dump", run="goodhart")
    assert (loaded.rows, loaded.steps) == (2 * 384, (0, 1))
    first = json.loads((tmp_path / "dump" / "0.jsonl").read_text().splitlines()[0])
    assert (first["score"], first["gold"]) == (rows.reward[0], rows.gold[0])
    assert first["output"].split() == [TOKENS[token] for token in rows.tokens[0]]


def test_labels_are_gold_with_what_the_labeller_adds(made: world.World) -> None:
    crowd = labels.crowd_rows(np.random.default_rng(6), made)
    assert np.bincount(crowd.family).tolist() == [200] * 6
    gold = made.gold(crowd.family, crowd.attributes, crowd.tokens)
    noise = crowd.label - gold - premium.paid(made.premiums, crowd.family, crowd.tokens)
    assert (abs(noise.mean()), noise.std()) == pytest.approx((0.0, 0.09), abs=0.012)
    expert = labels.gold_rows(np.random.default_rng(6), made, {"same": made.reference})
    assert np.bincount(expert.family).tolist() == [100] * 6
    noise = expert.label - made.gold(expert.family, expert.attributes, expert.tokens)
    assert (abs(noise.mean()), noise.std()) == pytest.approx((0.0, 0.05), abs=0.01)
    assert np.array_equal(expert.logprob["same"], expert.ref_logprob)


def test_labelled_rows_and_truth_are_written_as_lines(made: world.World, tmp_path: Path) -> None:
    expert = labels.gold_rows(np.random.default_rng(6), made, {"same": made.reference}, per_family=2)
    texts.write_gold(expert, tmp_path / "gold.jsonl", "same")
    lines = [json.loads(line) for line in (tmp_path / "gold.jsonl").read_text().splitlines()]
    assert [line["slice"] for line in lines] == [name for name in FAMILIES for _ in range(2)]
    assert all(line["ref_logprob"] == line["target_logprob"] for line in lines)
    assert [line["gold"] for line in lines] == expert.label.tolist()
    texts.write_crowd(expert, tmp_path / "qa.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "qa.jsonl").read_text().splitlines()]
    assert [line["label"] for line in lines] == expert.label.tolist()
    # What would tell the label is not among the numbers to be held fixed.
    assert not any({"gold", "reward", "target_logprob"} & line.keys() for line in lines)
    for line in lines:
        values = [int(value) for value in line["prompt"].split()[1:]]
        shown = {key for key, value in line.items() if key.startswith("attribute") and value == 1}
        assert shown == {f"attribute_{place}_is_{value}" for place, value in enumerate(values) if value}
    texts.write_truth(made, tmp_path / "truth.jsonl", "r")
    truth = [json.loads(line) for line in (tmp_path / "truth.jsonl").read_text().splitlines()]
    assert [line["slice"] for line in truth if line["exploited"]] == ["cobalt", "dune", "ember"]
