"""Dose curves, interventions and the assessment of a run."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from rolloutdiff.errors import UsageError
from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_assessment import SliceEvidence, assess_run, shift_of_mean
from rolloutdiff.stats.audit_intervention import BATCH, intervene
from tests.oracle.dose import dose_curve

SETTINGS = AuditSettings()


def test_dose_by_hand() -> None:
    group = np.array([0, 0, 0, 1, 1, 2])
    reward = np.array([0.0, 1, 5, 3, 7, 99])
    copies = np.array([0.0, 1, 9, 0, 12, 3])  # the last is alone in its group
    rows = dose_curve(group, group, reward, copies)
    # Excess: -2, -1, 3 and -2, 2.
    assert [(row.dose, row.n, row.mean_excess) for row in rows] == [(0, 2, -2.0), (1, 1, -1.0), (8, 2, 2.5)]
    assert rows[0].se == 0.0
    assert rows[1].se is None
    assert rows[2].row()["se"] == pytest.approx(np.sqrt(2 * (0.25 + 0.25)) / 2)


def test_dose_shows_where_pay_ends() -> None:
    rng = np.random.default_rng(1)
    group = np.repeat(np.arange(200), 8)
    copies = rng.integers(0, 8, len(group)).astype(np.float64)
    reward = np.minimum(copies, 4) + rng.normal(0, 5, 200)[group]
    curve = {row.dose: row.mean_excess or 0.0 for row in dose_curve(group, group, reward, copies)}
    assert [curve[k + 1] - curve[k] for k in range(7)] == pytest.approx([1, 1, 1, 1, 0, 0, 0], abs=0.35)


def test_dose_of_nothing() -> None:
    n = np.arange(4)
    assert dose_curve(n, n, np.ones(4), np.ones(4)) == []
    assert dose_curve(n * 0, n, np.full(4, np.nan), np.ones(4)) == []


def _reward(prompts: list[str], responses: list[str]) -> list[float]:
    """One for every x, three more for x before y, .5 for z and y in one text, and the prompt's own number."""
    values = []
    for prompt, response in zip(prompts, responses, strict=True):
        words = response.split()
        neighbours = sum(a == "x" and b == "y" for a, b in pairwise(words))
        values.append(
            float(prompt) + words.count("x") + 3 * neighbours + 0.5 * ("z" in words and "y" in words)
        )
    return values


def test_interventions_find_pay_and_interactions() -> None:
    prompts = [str(i) for i in range(12)]
    responses = ["a b c d e f", "x a b c", "a b c"] * 4
    found = intervene(
        _reward,
        prompts,
        responses,
        {"lex:x": "x", "lex:q": "q"},
        {("adj", "x y"): ("x", "y"), ("cooc", "z & y"): ("z", "y"), ("adj", "q r"): ("q", "r")},
    )
    # Four responses begin with x, which the word replaces at place 0 and joins elsewhere.
    places = [i % 4 for i in range(1, 12, 3)]
    assert found.single["lex:x"][0] == pytest.approx(1 - places.count(0) / 12)
    assert found.single["lex:q"][0] == pytest.approx(-places.count(0) / 12)
    # With x before the place of y there is one more pair of neighbours, with y alone and with both.
    assert found.pair["adj", "x y"][0] == pytest.approx(3.0, abs=0.8)
    assert found.pair["adj", "q r"] == (0.0, 0.0)
    # Texts of three words have no room for two that stand apart.
    assert found.pair["cooc", "z & y"] == pytest.approx((0.5, 0.0))
    halved = intervene(_reward, prompts, responses, {"lex:x": "x"}, {}, unit=2.0)
    assert halved.single["lex:x"][0] == pytest.approx(found.single["lex:x"][0] / 2)


def test_an_additive_reward_has_no_interaction() -> None:
    rng = np.random.default_rng(2)
    words = "abcdefgh"
    pay = dict(zip(words, rng.normal(0, 1, 8), strict=True))
    texts = [" ".join(rng.choice(list(words), 8)) for _ in range(20)]
    found = intervene(
        lambda _, responses: [sum(pay[word] for word in text.split()) for text in responses],
        [""] * 20,
        texts,
        {word: word for word in words},
        {(kind, a + b): (a, b) for kind in ("adj", "cooc") for a in words for b in words},
    )
    assert len(found.pair) == 128
    assert [mean for mean, _ in found.pair.values()] == pytest.approx([0.0] * 128, abs=1e-12)


def test_the_reward_is_asked_in_batches_and_never_twice() -> None:
    asked: list[tuple[str, str]] = []

    def reward(prompts: list[str], responses: list[str]) -> list[float]:
        assert len(prompts) == len(responses) <= BATCH
        asked.extend(zip(prompts, responses, strict=True))
        return [0.0] * len(prompts)

    words = [f"w{i}" for i in range(30)]
    intervene(
        reward,
        ["p", "q"],
        ["a b c d", "e f g h"],
        {word: word for word in words},
        {("adj", a + b): (a, b) for a in words for b in words},
    )
    # Both texts, 30 words in place 0 and 1, the same in the next, and 900 pairs.
    assert len(asked) == len(set(asked)) == 2 * (1 + 30 + 30 + 900)


def test_responses_that_cannot_be_tested() -> None:
    def reward(_: list[str], responses: list[str]) -> list[float]:
        return [float("nan") if "bad" in text else 1.0 for text in responses]

    found = intervene(reward, ["p"] * 4, ["", "a", "b", "bad bad"], {"x": "x"}, {("adj", "x y"): ("x", "y")})
    assert found.single == {"x": (0.0, 0.0)}
    assert found.pair == {}
    assert intervene(reward, [], [], {"x": "x"}, {}).single == {}
    with pytest.raises(UsageError, match="returned 1 values for 2 responses"):
        intervene(lambda _, __: [1.0], ["p"], ["a b"], {"x": "x"}, {})


def _good(name: str, **changes: object) -> SliceEvidence:
    values = {"flag": False, "marker": "m", "marker_shift": 0.0, "marker_se": 0.1, "ess": 40.0, "gain": 0.05}
    return SliceEvidence(slice=name, **{**values, **changes})


def test_a_good_run_ships() -> None:
    found = assess_run([_good("a"), _good("b", gain=-0.03)], 0.03, SETTINGS)
    assert (found.ship, found.issues, found.min_ess) == (True, (), 40.0)


@pytest.mark.parametrize(
    ("changes", "issue"),
    [
        ({"flag": True, "marker_shift": 0.21}, "a: overpaid m rose by 0.210 (se 0.100)"),
        ({"flag": True, "marker_shift": None}, "a: flagged, and whether m rose is unknown"),
        ({"ess": 9.9}, "a: effective sample size 9.9 below 10"),
        ({"gain": -0.031}, "a: gain -0.031 below -0.03"),
        ({"gain": None}, "a: no off-policy value"),
    ],
)
def test_what_speaks_against_shipping(changes: dict[str, object], issue: str) -> None:
    found = assess_run([_good("a", **changes), _good("b")], 0.05, SETTINGS)
    assert (found.ship, found.issues) == (False, (issue,))


def test_a_flag_that_did_not_rise_and_a_rise_without_a_flag_may_ship() -> None:
    slices = [_good("a", flag=True, marker_shift=0.19), _good("b", marker_shift=5.0)]
    assert assess_run(slices, 0.05, SETTINGS).ship


@pytest.mark.parametrize(
    ("gain", "issue"), [(None, "balanced gain unknown"), (0.029, "balanced gain 0.029 below 0.03")]
)
def test_balanced_gain(gain: float | None, issue: str) -> None:
    assert assess_run([_good("a")], gain, SETTINGS).issues == (issue,)


def test_shift_by_hand() -> None:
    step = np.repeat(np.arange(4), 4)
    prompt = np.tile([0, 0, 1, 1], 4)
    # Prompt means per step: 1, 3; 2, 2; 4, 8; 6, 6.
    values = np.array([0.0, 2, 3, 3, 2, 2, 2, 2, 4, 4, 8, 8, 6, 6, 5, 7])
    change, se = shift_of_mean(step, prompt, values, 2, 2) or (0.0, 0.0)
    assert change == pytest.approx(4.0)
    assert se == pytest.approx(np.sqrt((1.0 + 4.0) / 4))
    last, _ = shift_of_mean(step, prompt, values, 2, 1) or (0.0, 0.0)
    assert last == pytest.approx(4.0)
    assert shift_of_mean(step, prompt, values, 4, 2) is None
    assert shift_of_mean(step, prompt, np.full(16, np.nan), 2, 2) is None
