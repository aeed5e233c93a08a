"""JSON text read and written as Python's own reader and writer take it."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rolloutdiff.ingest.json_text import read_json, write_json

_TEXTS = st.text(st.characters(exclude_categories=()))
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(_TEXTS, inner),
    max_leaves=8,
)


@given(_VALUES, st.booleans())
def test_what_python_wrote_is_read_as_python_reads_it(value: object, plain: bool) -> None:
    text = json.dumps(value, ensure_ascii=plain)
    assert repr(read_json(text)) == repr(json.loads(text))


@given(_VALUES)
def test_what_is_written_is_read_back(value: object) -> None:
    written = write_json(value)
    assert "\n" not in written
    assert repr(json.loads(written)) == repr(json.loads(json.dumps(value)))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("18446744073709551616", 2**64),
        ("-9223372036854775809", -(2**63) - 1),
        ("[NaN, Infinity, 1e400]", [math.nan, math.inf, math.inf]),
        (r'"\ud83d"', "\ud83d"),
        ('{"a": 1, "a": 2}', {"a": 2}),
    ],
)
def test_what_a_compiled_reader_takes_otherwise(text: str, value: object) -> None:
    assert repr(read_json(text)) == repr(value)


@pytest.mark.parametrize("text", ["", "{", "{} {}", "[1,]", '"\t"'])
def test_what_is_no_json_is_refused_by_pythons_reader(text: str) -> None:
    with pytest.raises(json.JSONDecodeError):
        read_json(text)


def test_nesting_that_python_cannot_read_is_said() -> None:
    with pytest.raises(RecursionError):
        read_json("[" * 200_000 + "]" * 200_000)


def test_numbers_that_are_not_finite_and_halves_keep_their_names() -> None:
    assert write_json({"a": math.nan, "b": "\ud83d"}) == '{"a": NaN, "b": "\\ud83d"}'


def test_what_json_does_not_know_is_its_text() -> None:
    assert json.loads(write_json({"a": 1 + 2j})) == {"a": "(1+2j)"}
