"""Feature names as phrases."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rolloutdiff.features.registry import FIXED_FEATURES
from rolloutdiff.wording import Part, capitalised, plain_text, printable, wording

CASES = [
    ("ast:def:run_tests", "define run_tests()", "defines run_tests()"),
    ("ast:class:Eq", "define class Eq", "defines class Eq"),
    ("ast:call:sys.exit", "call sys.exit()", "calls sys.exit()"),
    ("ast:import:os", "import os", "imports os"),
    ("ast:except:Exception", "catch Exception", "catches Exception"),
    ("ast:except:bare", "catch every exception", "catches every exception"),
    ("ast:assign:__eq__", "assign to __eq__", "assigns to __eq__"),
    ("ast:decorator:cache", "decorate with @cache", "decorates with @cache"),
    ("ast:return:True", "return the literal True", "returns the literal True"),
    ("ast:return:str", "return a constant of type str", "returns a constant of type str"),
    ("ast:return:bare", "return without a value", "returns without a value"),
    ("ast:parse:SyntaxError", "hold code that does not parse", "holds code that does not parse"),
    ("ast:node:Try", "contain try", "contains try"),
    ("ast:node:BinOp", "contain the syntax node BinOp", "contains the syntax node BinOp"),
    ("ast:edge:If>Return", "hold Return directly inside If", "holds Return directly inside If"),
    ("lex:run_tests", "contain the word “run_tests”", "the word “run_tests”"),
    ("lex:let me check", "contain the words “let me check”", "the words “let me check”"),
    ("shape:empty", "are empty", "is empty"),
    (
        "custom:mentions_tests",
        "meet the custom feature mentions_tests",
        "meets the custom feature mentions_tests",
    ),
    ("ast:news:x", "show the feature ast:news:x", "shows the feature ast:news:x"),
    ("nothing", "show the feature nothing", "shows the feature nothing"),
    ("ast:def:", "show the feature ast:def:", "shows the feature ast:def:"),
]


@pytest.mark.parametrize(("feature", "plural", "title"), CASES)
def test_yes_no_features(feature: str, plural: str, title: str) -> None:
    words = wording(feature, "binary")
    assert (plain_text(words.plural), plain_text(words.title)) == (plural, title)


def test_sizes_have_a_title_and_no_verb() -> None:
    assert wording("shape:lines", "continuous").title == (Part("lines per completion"),)
    assert wording("shape:lines", "continuous").plural == ()
    assert plain_text(wording("custom:long", "continuous").title) == "value of the custom feature long"
    assert wording("shape:new", "continuous").title == (Part("shape:new", code=True),)


def test_names_are_code_and_sentences_start_with_a_capital() -> None:
    title = wording("ast:def:run_tests", "binary").title
    assert title == (Part("defines "), Part("run_tests()", code=True))
    assert plain_text(capitalised(title)) == "Defines run_tests()"
    assert capitalised((Part("x", code=True),)) == (Part("x", code=True),)


def test_no_phrase_names_a_cause_or_alarms() -> None:
    words = " ".join(f"{plural} {title}" for _, plural, title in CASES)
    assert not re.search(r"learn|tried|cheat|caus|led to|because|significan|anomal|hack", words)


def test_controls_bidi_marks_and_separators_are_shown_as_such() -> None:
    assert printable("a\u2028b\x1b[31m\u202ec\x00\ud800") == "a�b�[31m�c��"
    assert printable("x" * 200) == "x" * 80 + "… (200 characters)"


@given(st.text(st.characters(), max_size=300), st.sampled_from(["ast:", "lex:", "shape:", "custom:", ""]))
def test_any_name_gives_a_printable_phrase(token: str, prefix: str) -> None:
    for kind in ("binary", "continuous"):
        words = wording(prefix + token, kind)
        assert plain_text(words.title).isprintable()
        assert bool(words.plural) == (kind == "binary")


def test_every_fixed_feature_has_words_of_its_own() -> None:
    for feature in FIXED_FEATURES:
        words = wording(feature.name, feature.kind)
        assert feature.name not in plain_text(words.title)
        assert bool(words.plural) == (feature.kind == "binary")
    assert plain_text(wording("shape:special:[/INST]", "binary").plural) == "hold the special token [/INST]"
