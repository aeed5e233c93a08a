"""Formulas of the reward, their one written form, and the words for candidates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rolloutdiff.errors import RewardColumnError
from rolloutdiff.ingest.reward import Candidate, RewardFormula, choose_reward, parse_formula


def candidate(name: str, low: float | None = 0.0, high: float | None = 1.0, scored: int = 4) -> Candidate:
    return Candidate(name=name, low=low, high=high, scored=scored, rows=4)


@pytest.mark.parametrize(
    ("text", "terms", "written"),
    [
        ("a", [("a", 1.0)], "a"),
        ("a=1", [("a", 1.0)], "a"),
        ("a=2", [("a", 2.0)], "2*a"),
        ("a=1,b=0.5", [("a", 1.0), ("b", 0.5)], "1*a + 0.5*b"),
        (" a = 1 , b = -2.5 ", [("a", 1.0), ("b", -2.5)], "1*a - 2.5*b"),
        ("a=-1,b=1e-3", [("a", -1.0), ("b", 0.001)], "-1*a + 0.001*b"),
        ("x=y", [("x=y", 1.0)], "x=y"),
        ("a.b=1,c=1", [("a.b", 1.0), ("c", 1.0)], "1*a.b + 1*c"),
    ],
)
def test_formula_and_its_written_form(text: str, terms: list[tuple[str, float]], written: str) -> None:
    formula = parse_formula(text, {"x=y"})
    assert list(formula.terms) == terms
    assert formula.text == written


@pytest.mark.parametrize("text", ["a=1,a=2", "a=x", "=1", "a=1,", "a=nan", "a=inf", "a=1,b"])
def test_what_is_no_formula(text: str) -> None:
    with pytest.raises(RewardColumnError, match=r"a=1,b=0\.5"):
        parse_formula(text, ())


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=2, max_size=4))
def test_weights_are_written_without_loss(weights: list[float]) -> None:
    names = [f"n{i}" for i in range(len(weights))]
    formula = RewardFormula(terms=tuple(zip(names, weights, strict=True)))
    given = ",".join(f"{n}={w!r}" for n, w in formula.terms)
    assert parse_formula(given, ()) == formula
    pieces = formula.text.replace(" + ", "|").replace(" - ", "|-").split("|")
    assert [float(piece.split("*")[0]) for piece in pieces] == weights


def test_candidates_in_words() -> None:
    assert str(candidate("a")) == "a (0 to 1)"
    assert str(candidate("a", 0.5, 0.5)) == "a (always 0.5)"
    assert str(candidate("a", scored=3)) == "a (0 to 1, in 3 of 4 rows)"
    assert str(candidate("a", None, None, 0)) == "a (no finite value)"


def test_only_candidate_goes_without_asking() -> None:
    assert choose_reward(None, {"a": candidate("a")}, {"b": "text"}, source="x").text == "a"


def test_default_counts_only_where_it_exists() -> None:
    both = {"score": candidate("score"), "acc": candidate("acc")}
    assert choose_reward(None, both, {}, source="x", default="score").text == "score"
    with pytest.raises(RewardColumnError, match="x has no column score"):
        choose_reward(None, {"acc": candidate("acc")}, {}, source="x", default="score")


def test_default_that_is_no_number_says_what_it_is() -> None:
    with pytest.raises(
        RewardColumnError, match=r"score of x holds an object\. Columns that can be: a.*log the reward"
    ):
        choose_reward(None, {"a": candidate("a")}, {"score": "an object"}, source="x", default="score")
