from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rolloutdiff.stats.audit import audit_slices
from rolloutdiff.stats.audit_correction import occurrences
from rolloutdiff.stats.audit_results import Interventions, SliceAudit
from rolloutdiff.stats.audit_rows import AuditColumns, SliceRows, comparable, count_matrix
from tests.unit.stats.audit_worlds import FAST, columns, slice_rows

WORDS = 10
COLUMNS = columns(WORDS)
CLEAN = ("a", "b", "c")


def _audit(*slices: SliceRows, **more: Any) -> list[SliceAudit]:
    return audit_slices(slices, COLUMNS, more.pop("settings", FAST), **more)


def _named(audit: SliceAudit, status: str) -> set[str]:
    return {str(row.feature) for row in audit.premiums if row.status == status}


def _row(audit: SliceAudit, feature: str, outcome: str = "reward") -> dict[str, Any]:
    (found,) = (row for row in audit.rows() if row["feature"] == feature and row["outcome"] == outcome)
    return found


def _world(seed: int = 1) -> list[SliceRows]:
    """Word 3 is worth .3 everywhere; x overpays it by .5, y overpays neighbours, z two words in one text."""
    common = {"seed": seed, "worth": {3: 0.3}}
    return [
        *(slice_rows(name, **common) for name in CLEAN),
        slice_rows("x", single={3: 0.5}, **common),
        slice_rows("y", adjacent={(1, 2): 0.8}, **common),
        slice_rows("z", together={(4, 7): 0.6}, **common),
    ]


def test_against_other_slices() -> None:
    found = {audit.slice: audit for audit in _audit(*_world())}
    assert {name: audit.risk.flag for name, audit in found.items()} == {
        **dict.fromkeys(CLEAN, False),
        **dict.fromkeys("xyz", True),
    }
    assert {audit.risk.reference for audit in found.values()} == {"slices"}
    assert _named(found["x"], "overpaid") == {"w03"}
    assert _named(found["y"], "overpaid") == {"w01 w02"}
    assert _named(found["z"], "overpaid") == {"w04 & w07"}
    # What is worth the same everywhere is paid, not overpaid.
    assert all("w03" in _named(found[name], "paid") for name in CLEAN)
    assert _row(found["x"], "w03")["premium"] == pytest.approx(0.8, abs=0.03)
    assert _row(found["x"], "w03")["placebo_slices"] == pytest.approx(0.3, abs=0.03)
    assert _row(found["x"], "w03")["strength"] == pytest.approx(0.5, abs=0.08)
    assert _row(found["y"], "w01 w02")["premium"] == pytest.approx(0.8, abs=0.08)
    assert _row(found["z"], "w04 & w07")["premium"] == pytest.approx(0.6, abs=0.08)
    assert found["x"].risk.top_single == "w03"
    assert found["y"].risk.top_pair == "w01 w02"
    assert found["x"].risk.risk == pytest.approx(1 - np.exp(-(found["x"].risk.strength_single or 0) / 0.2))


def test_shadows_name_what_explains_them() -> None:
    # Neighbours stand in one rollout, too, and half of the rollouts in which both stand pay.
    found = _audit(*_world())[4]
    row = _row(found, "w01 & w02")
    assert row["status"] == "none"
    assert row["shadow_of"] in (None, "w01 w02")
    assert abs(row["premium"]) < 0.1


def test_one_slice_without_gold_is_paid_and_never_overpaid() -> None:
    (audit,) = _audit(slice_rows(single={3: 0.5}, adjacent={(1, 2): 0.8}))
    assert _named(audit, "paid") == {"w03", "w01 w02"}
    assert not _named(audit, "overpaid")
    assert audit.risk.row() == {
        "slice": "one",
        "reference": None,
        "strength_single": None,
        "strength_pair": None,
        "risk": None,
        "flag": False,
        "top_single": "w03",
        "top_pair": "w01 w02",
        "reason": "no_reference",
    }
    assert audit.correction == []
    assert audit.strong(0.15) == ("w03",)
    assert audit.strong(0.9) == ()


def test_gold_tells_pay_from_overpay() -> None:
    (audit,) = _audit(slice_rows(single={3: 0.5}, worth={5: 0.4}, gold=True))
    assert audit.risk.reference == "gold"
    assert _named(audit, "overpaid") == {"w03"}
    assert _named(audit, "paid") == {"w05"}
    assert audit.strong(0.15) == ("w03",)
    reward, gold, gap = (_row(audit, "w03", outcome) for outcome in ("reward", "gold", "gap"))
    assert reward["premium"] - gold["premium"] == pytest.approx(gap["premium"])
    # Every text has six words: the ridge puts the mean of all ten premiums at 0, and .5 (1 - 1/10) is left.
    assert gap["premium"] == pytest.approx(0.45, abs=0.03)
    assert gold["crit"] is None
    assert {row["status"] for row in (reward, gold, gap)} == {"overpaid"}


def test_underpay_never_flags() -> None:
    (audit,) = _audit(slice_rows(single={3: -0.5}, gold=True))
    assert _named(audit, "underpaid") == {"w03"}
    assert not audit.risk.flag
    assert audit.risk.strength_single == pytest.approx(0.0, abs=0.05)
    assert audit.correction == []


def test_gold_of_some_rows() -> None:
    rows = slice_rows(single={3: 0.5}, gold=True)
    assert rows.gold is not None
    gold = np.where(np.arange(len(rows.gold)) % 8 < 5, rows.gold, np.nan)
    (audit,) = _audit(replace(rows, gold=gold))
    assert _named(audit, "overpaid") == {"w03"}
    support = {o: _row(audit, "w03", o)["support_rollouts"] for o in ("reward", "gold", "gap")}
    assert support["gold"] == support["gap"] < support["reward"]
    (unknown,) = _audit(replace(rows, gold=np.full(len(gold), np.nan)))
    assert unknown.risk.reason == "no_reference"
    assert {row.reason for row in unknown.premiums if row.feature is None} == {"no_gold"}


def test_reward_that_equals_gold() -> None:
    rows = slice_rows(worth={5: 0.4}, gold=True)
    assert rows.gold is not None
    (audit,) = _audit(replace(rows, reward=rows.gold + 3.0))
    assert audit.risk.reference == "gold"
    assert audit.risk.risk == 0.0
    assert not audit.risk.flag
    assert _named(audit, "paid") == {"w05"}


def test_unit_of_the_reward() -> None:
    rows = slice_rows(single={3: 0.5}, gold=True)
    assert rows.gold is not None
    (plain,) = _audit(rows)
    tenfold = replace(rows, reward=10 * rows.reward, gold=10 * rows.gold)
    (scaled,) = _audit(tenfold, settings=replace(FAST, reward_unit=10.0))
    assert _row(scaled, "w03")["premium"] == pytest.approx(_row(plain, "w03")["premium"])
    assert scaled.correction[0].coefficient == pytest.approx(10 * plain.correction[0].coefficient)


def _values(audits: Sequence[SliceAudit]) -> dict[str, list[dict[str, Any]]]:
    return {audit.slice: [*audit.rows(), audit.risk.row()] for audit in audits}


def test_order_of_slices_and_rows_does_not_matter_to_the_bit() -> None:
    slices = _world()
    first = _values(_audit(*slices))
    order = np.random.default_rng(3)
    mixed = [rows.take(order.permutation(len(rows.reward))) for rows in reversed(slices)]
    assert _values(_audit(*mixed)) == first


def test_what_a_whole_prompt_gains_does_not_matter() -> None:
    rows = slice_rows(single={3: 0.5})
    (first,) = _audit(rows)
    gained = np.random.default_rng(4).normal(0, 5, 60)[rows.group]
    (second,) = _audit(replace(rows, reward=rows.reward + gained))
    for name in ("w03", "w07", "w01 w02"):
        assert _row(second, name)["premium"] == pytest.approx(_row(first, name)["premium"], rel=1e-6)
        assert _row(second, name)["se"] == pytest.approx(_row(first, name)["se"], rel=1e-6)


def test_corrected_reward_loses_what_is_overpaid() -> None:
    slices = _world()
    for rows, audit in zip(slices, _audit(*slices), strict=True):
        corrected = rows.reward.copy()
        for term in audit.correction:
            corrected -= term.coefficient * occurrences(rows, COLUMNS, term.parts)
        if audit.slice in CLEAN:
            assert np.array_equal(corrected, rows.reward)
            continue
        (one,) = audit.correction
        taken = one.coefficient * occurrences(rows, COLUMNS, one.parts)
        assert corrected + taken == pytest.approx(rows.reward)
        again = {a.slice: a for a in _audit(*slices[:3], replace(rows, reward=corrected))}
        assert not again[audit.slice].risk.flag


def test_occurrences() -> None:
    rows = slice_rows()
    counts = rows.counts.toarray()
    assert occurrences(rows, COLUMNS, ("w04",)).tolist() == counts[:, 4].tolist()
    both = (counts[:, 4] > 0) & (counts[:, 7] > 0)
    assert occurrences(rows, COLUMNS, ("w04", "w07")).tolist() == both.astype(float).tolist()
    assert rows.adjacent is not None
    assert occurrences(rows, COLUMNS, ("w01 w02",)).tolist() == rows.adjacent.toarray()[:, 12].tolist()
    assert not occurrences(rows, COLUMNS, ("unknown",)).any()


def test_a_second_name_is_folded() -> None:
    rows = slice_rows(single={3: 0.5})
    twice = AuditColumns(
        names=(*COLUMNS.names, "ast:three"), rank=np.array([2] * WORDS + [0]), adjacent=COLUMNS.adjacent
    )
    n = len(rows.reward)
    place = np.nonzero(rows.counts.toarray()[:, 3])[0]
    entry = rows.counts.tocoo()
    counts = count_matrix(
        np.concatenate([entry.row, place]),
        np.concatenate([entry.col, np.full(len(place), WORDS)]),
        np.concatenate([entry.data, rows.counts.toarray()[place, 3]]),
        n,
        WORDS + 1,
    )
    (audit,) = audit_slices([replace(rows, counts=counts)], twice, FAST)
    assert _named(audit, "paid") == {"ast:three"}
    assert _row(audit, "w03") == {
        **_row(audit, "w03"),
        "shadow_of": "ast:three",
        "reason": "folded",
        "premium": None,
        "status": "none",
    }


def test_a_feature_of_one_slice_has_nothing_to_be_held_against() -> None:
    slices = [slice_rows(name) for name in CLEAN] + [slice_rows("x", single={3: 0.5})]
    without = []
    for rows in slices[:3]:
        counts = rows.counts.toarray()
        counts[:, 3] = 0
        r, c = np.nonzero(counts)
        without.append(replace(rows, counts=count_matrix(r, c, counts[r, c], len(counts), WORDS)))
    found = _audit(*without, slices[3])[3]
    assert _row(found, "w03")["reason"] == "one_slice"
    assert _row(found, "w03")["status"] == "paid"
    assert not found.risk.flag


def test_labelled_rows_with_one_completion_per_prompt() -> None:
    slices = []
    for rows in _world():
        n = len(rows.reward)
        prompt_value = np.random.default_rng(1).normal(0, 1, n)
        slices.append(
            replace(
                rows,
                group=np.zeros(n, dtype=np.int64),
                cluster=np.arange(n),
                reward=rows.reward + prompt_value,
                nuisance=prompt_value[:, None],
            )
        )
    found = {audit.slice: audit for audit in _audit(*slices)}
    # The worth of prompts stays in the noise here; the controls take most of the rest away.
    assert _row(found["x"], "w03")["premium"] == pytest.approx(0.8, abs=0.2)
    assert found["x"].risk.flag
    assert not any(found[name].risk.flag for name in CLEAN)


def _degenerate() -> dict[str, tuple[SliceRows, str]]:
    rows = slice_rows(single={3: 0.5})
    n = len(rows.reward)
    empty = count_matrix(np.array([0]), np.array([0]), np.array([0.0]), n, WORDS)
    return {
        "one completion per prompt": (replace(rows, group=np.arange(n)), "no_rows"),
        "no rows": (rows.take(np.empty(0, dtype=np.int64)), "no_rows"),
        "constant reward": (replace(rows, reward=np.full(n, 0.1)), "constant_reward"),
        "constant inside prompts": (replace(rows, reward=rows.group * 0.1), "constant_reward"),
        "no reward": (replace(rows, reward=np.full(n, np.nan)), "no_rows"),
        "no features": (replace(rows, counts=empty, adjacent=None), "no_features"),
    }


@pytest.mark.parametrize("case", _degenerate())
@pytest.mark.parametrize("several", [True, False])
@pytest.mark.parametrize("gold", [True, False])
def test_degenerate_slices_have_a_row_with_a_reason(case: str, several: bool, gold: bool) -> None:
    rows, reason = _degenerate()[case]
    if gold:
        rows = replace(rows, gold=rows.reward.copy())
    others = [slice_rows("b"), slice_rows("c")] if several else []
    audit = _audit(rows, *others)[0]
    assert audit.reason == reason
    assert audit.risk.reason == reason
    assert audit.risk.risk is None
    assert not audit.risk.flag
    why = {row.reason for row in audit.premiums if row.feature is None and row.outcome == "reward"}
    assert why == {"constant" if reason == "constant_reward" else reason}


def test_interventions_bound_what_they_test() -> None:
    slices = _world()
    # The reward pays nothing for the word itself in x: its premium is chance or another word's.
    tested = {rows.name: Interventions(single={"w03": (0.3, 0.01)}) for rows in slices}
    found = {audit.slice: audit for audit in _audit(*slices, interventions=tested)}
    assert _row(found["x"], "w03")["effect_rm"] == pytest.approx(0.0)
    assert _row(found["x"], "w03")["strength"] == pytest.approx(0.0)
    assert not found["x"].risk.flag
    tested["x"] = Interventions(single={"w03": (0.7, 0.01)})
    found = {audit.slice: audit for audit in _audit(*slices, interventions=tested)}
    assert _row(found["x"], "w03")["strength"] == pytest.approx(0.4)


def test_a_pair_too_rare_for_a_premium_counts_when_it_was_tested() -> None:
    slices = [slice_rows(name) for name in CLEAN]
    tested = {
        name: Interventions(pair={("adj", "q r"): (0.05, 0.01), ("cooc", "w01 & q"): (0.0, 0.01)})
        for name in CLEAN
    }
    tested["b"] = Interventions(pair={("adj", "q r"): (0.85, 0.02), ("cooc", "w01 & q"): (0.9, 0.3)})
    found = {audit.slice: audit for audit in _audit(*slices, interventions=tested)}
    row = _row(found["b"], "q r")
    assert (row["premium"], row["support_rollouts"], row["reason"]) == (None, 0, "rare")
    assert row["strength"] == pytest.approx(0.8 - 4 * 0.02)
    assert row["status"] == "overpaid"
    assert found["b"].risk.flag
    assert found["b"].risk.top_pair == "q r"
    assert [(c.feature, c.parts, c.coefficient) for c in found["b"].correction] == [
        ("q r", ("q r",), pytest.approx(0.8))
    ]
    assert not found["a"].risk.flag


def test_a_tested_pair_has_the_support_that_it_has() -> None:
    rows = slice_rows("a", prompts=12, words=WORDS)
    text = rows.adjacent.toarray() if rows.adjacent is not None else np.empty((0, 0))
    shown = {name: int((text[:, i] > 0).sum()) for i, name in enumerate(COLUMNS.adjacent)}
    rare = next(name for name, n in shown.items() if 0 < n < 5)
    tested = {
        "a": Interventions(
            single={"unknown": (0.5, 0.01), "w03": (0.5, 0.01)},
            pair={("adj", rare): (0.5, 0.01), ("adj", "q r"): (0.5, 0.01), ("cooc", "q & r"): (0.5, 0.01)},
        )
    }
    (audit,) = _audit(rows, interventions=tested)
    assert _row(audit, rare)["support_rollouts"] == shown[rare]
    assert 0 < _row(audit, rare)["support_prompts"] <= shown[rare]
    for name in ("q r", "q & r", "unknown"):
        assert (_row(audit, name)["support_rollouts"], _row(audit, name)["support_prompts"]) == (0, 0)
        assert _row(audit, name)["reason"] == "rare"
    # Without a reference nothing is overpaid.
    assert not audit.risk.flag
    assert audit.correction == []


def test_a_reward_without_noise() -> None:
    rows = slice_rows()
    word = (rows.counts.toarray()[:, 3] > 0).astype(np.float64)
    (audit,) = _audit(replace(rows, reward=word, gold=np.zeros(len(word))))
    assert _named(audit, "overpaid") == {"w03"}
    assert audit.risk.top_single == "w03"


def test_permuted_rewards_flag_no_more_than_one_slice_in_twenty() -> None:
    flags = []
    for seed in range(4):
        rng = np.random.default_rng([seed, 7])
        slices = []
        for rows in _world(seed):
            order = np.lexsort((rng.random(len(rows.reward)), rows.group))
            slices.append(replace(rows, reward=rows.reward[order]))
        flags += [audit.risk.flag for audit in _audit(*slices)]
    assert np.mean(flags) <= 0.05


def test_rows_that_can_be_compared() -> None:
    rows = slice_rows(prompts=4, samples=3, gold=True)
    assert rows.gold is not None
    reward, gold = rows.reward.copy(), rows.gold.copy()
    reward[[0, 1]] = np.nan, np.inf  # leaves one of the first prompt, which goes too
    gold[3:5] = np.nan  # the same with gold in the second
    found = comparable(replace(rows, reward=reward, gold=gold), with_gold=False)
    assert sorted(found.reward) == sorted(reward[3:])
    assert np.bincount(found.group).tolist() == [3, 3, 3]
    assert sorted(comparable(replace(rows, reward=reward, gold=gold), with_gold=True).reward) == sorted(
        reward[6:]
    )


def test_input_that_does_not_fit() -> None:
    rows = slice_rows()
    with pytest.raises(ValueError, match="gold holds 3 rows"):
        replace(rows, gold=np.zeros(3))
    with pytest.raises(ValueError, match="one rank"):
        AuditColumns(names=("a",), rank=np.zeros(2, dtype=np.int64))
    with pytest.raises(ValueError, match="named once"):
        AuditColumns(names=("a", "a"), rank=np.zeros(2, dtype=np.int64))
