"""The short way to the audit against the package's own text tests, and how well it tells families apart."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from benchmarks.goodhart import (
    acceptance_families,
    check,
    fixtures,
    labels,
    ours,
    table_auc,
    texts,
    training,
    world,
)
from benchmarks.goodhart.names import FAMILIES, TOKENS
from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_intervention import intervene

FEW_DRAWS = AuditSettings(placebo_draws=40)


def test_columns_are_counts_of_words_and_neighbours() -> None:
    made = world.make_world(np.random.default_rng(0))
    recipe = training.Recipe(steps=2, rate=0.0)
    rollouts = training.train(np.random.default_rng(1), made, recipe).rollouts
    columns = ours.columns()
    rows = ours.rollout_rows(rollouts, gold=True)
    assert [one.name for one in rows] == list(FAMILIES)
    family = FAMILIES.index("ember")
    mine = np.flatnonzero(rollouts.family == family)
    assert np.array_equal(rows[family].reward, rollouts.reward[mine])
    assert np.array_equal(rows[family].gold, rollouts.gold[mine])
    for row in (0, 7, len(mine) - 1):
        words = texts.response_text(rollouts.tokens[mine[row]]).split()
        singles = Counter(f"lex:{word}" for word in words)
        pairs = Counter(f"lex:{a} {b}" for a, b in itertools.pairwise(words))
        counted = dict(zip(columns.names, rows[family].counts.toarray()[row], strict=True))
        neighbours = dict(zip(columns.adjacent, rows[family].adjacent.toarray()[row], strict=True))
        assert {name: value for name, value in counted.items() if value} == singles
        assert {name: value for name, value in neighbours.items() if value} == pairs


def test_rewards_are_dealt_out_inside_prompts() -> None:
    made = world.planted_world(np.random.default_rng(0))
    recipe = training.Recipe(steps=2, rate=0.0, deployed=0)
    rollouts = training.train(np.random.default_rng(1), made, recipe).rollouts
    dealt = ours.permuted_within_prompts(np.random.default_rng(2), rollouts)
    assert not np.array_equal(dealt, rollouts.reward)
    for prompt in np.unique(rollouts.prompt):
        rows = rollouts.prompt == prompt
        assert sorted(dealt[rows]) == sorted(rollouts.reward[rows])


def test_the_short_way_of_interventions_is_that_of_texts() -> None:
    made = world.planted_world(np.random.default_rng(0))
    family, count = FAMILIES.index("cobalt"), 9
    rng = np.random.default_rng(1)
    families, attributes = np.full(count, family), world.draw_prompts(rng, count)
    tokens = made.reference.sample(rng, families, attributes, 1)[:, 0]
    short = ours.tested(made, families, attributes, tokens)
    words = ("ka", "za", "pa", "ba")
    pairs = {("adj", ours.pair_name(a, b)): (a, b) for a in words for b in words}
    pairs |= {("cooc", ours.cooc_name(a, b)): (a, b) for a in sorted(words) for b in words if a < b}
    full = intervene(
        texts.reward_function(made),
        [texts.prompt_text(family, values) for values in attributes],
        [texts.response_text(row) for row in tokens],
        {ours.single_name(word): word for word in words},
        pairs,
    )
    assert len(full.single) == 4
    assert len(full.pair) == 16 + 6
    for name, value in full.single.items():
        assert short.single[name] == pytest.approx(value, abs=1e-12)
    for key, value in full.pair.items():
        assert short.pair[key] == pytest.approx(value, abs=1e-12)
    assert len(short.pair) == len(TOKENS) ** 2 + len(TOKENS) * (len(TOKENS) - 1) // 2
    assert short.pair["adj", "lex:ka za"][0] == pytest.approx(1.0, abs=0.1)


def test_labels_alone_show_the_planted_tokens() -> None:
    made = world.planted_world(np.random.default_rng(0))
    crowd = labels.crowd_rows(np.random.default_rng(1), made)
    found = dict(zip(FAMILIES, ours.judgements(ours.audit(ours.labelled_rows(crowd))), strict=True))
    assert [name for name, one in found.items() if one.flag] == ["dune", "ember"]
    assert (found["dune"].top, found["ember"].top) == ("lex:pa", "lex:he")


def test_the_reward_model_shows_the_pair_too() -> None:
    made = world.planted_world(np.random.default_rng(0))
    rng = np.random.default_rng(1)
    crowd = labels.crowd_rows(rng, made)
    found = dict(zip(FAMILIES, ours.judgements(ours.audit_with_reward(rng, made, crowd)), strict=True))
    assert [name for name, one in found.items() if one.flag] == ["cobalt", "dune", "ember"]
    assert found["cobalt"].top == "lex:ka za"


def test_families_of_ten_worlds_are_told_apart() -> None:
    """The small version of the table: worlds 0 to 9, rollouts of the reference, fewer placebo draws."""
    methods = (table_auc.DIAGNOSTIC, table_auc.BEFORE)
    found = table_auc.judge(range(10), methods, workers=1, settings=FEW_DRAWS)
    ours_, other = found[table_auc.BEFORE], found[table_auc.DIAGNOSTIC]
    assert len(ours_.kind) == 60
    assert ours_.area().value >= 0.93
    assert ours_.rate(fixtures.CLEAN) <= 0.02
    assert other.area(weights=table_auc.TWO_TO_ONE).value < ours_.area(weights=table_auc.TWO_TO_ONE).value
    lines = table_auc.lines(found)
    assert lines[0].startswith("60 families: ")
    assert sum(line.startswith("| audit") for line in lines) == 1
    checks = acceptance_families.of_families(found)
    assert [one.name for one in checks if not one.met and "reference" in one.name] == []


def test_a_placebo_flags_little() -> None:
    found = table_auc.judge(range(500, 503), (table_auc.PLACEBO,), workers=1, settings=FEW_DRAWS)
    assert found[table_auc.PLACEBO].flag.sum() <= 1


def test_verdicts_of_checks() -> None:
    checks = [
        check.at_least("a", "b", 0.5, 0.5),
        check.at_most("a", "c", 0.6, 0.5),
        check.between("a", "d", float("nan"), 0.0, 1.0),
        check.figure("a", "e", "many"),
    ]
    assert [one.verdict for one in checks] == ["met", "missed", "missed", ""]
    assert check.missed(checks) == ["a: c: 0.600", "a: d: nan"]
    assert check.lines(checks)[2] == "| a | b | ≥ 0.5 | 0.500 | met |"
