"""The SQL macros that reading needs, each against the same thing in Python."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rolloutdiff.ingest.reward import NUMBER_TEXT

FAST = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def value(staging: Any, expression: str, **params: Any) -> Any:
    return staging.cursor.execute(f"select {expression}", params).fetchall()[0][0]


@pytest.mark.parametrize(
    ("text", "number"),
    [("1", 1), ("-0.5", -0.5), ("1e-3", 0.001), ("True", 1), ("false", 0), ("nan", None), ("-inf", None),
     ("Infinity", None), ("", None), ("x", None), ("1e999", None), (None, None)],
)  # fmt: skip
def test_finite_number(staging: Any, text: str | None, number: float | None) -> None:
    assert value(staging, "rolloutdiff.finite_number_v1($text::varchar)", text=text) == number


@FAST
@given(number=st.floats())
def test_finite_number_reads_what_python_writes(staging: Any, number: float) -> None:
    got = value(staging, "rolloutdiff.finite_number_v1($text)", text=repr(number))
    assert got == (number if math.isfinite(number) else None)


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("7.0", 7), ("+7", 7), ("-3", -3), ("007", 7), ("7.", 7), ("7.5", None), ("1e3", None),
     ("warm", None), ("", None), (" 7", None), ("9" * 18, 10**18 - 1), ("1" * 19, None), (None, None)],
)  # fmt: skip
def test_whole_number(staging: Any, text: str | None, number: int | None) -> None:
    assert value(staging, "rolloutdiff.whole_number_v1($text::varchar)", text=text) == number


@pytest.mark.parametrize(
    ("json_text", "fault"),
    [("1", None), ("true", None), ("null", None), ("NaN", None), ('"0.5"', None), ('"True"', None),
     ('"nan"', "text, not a number"), ('"007"', "text, not a number"), ('" 1"', "text, not a number"),
     ('"TRUE"', "text, not a number"), ("{}", "an object, not a number"), ("[1]", "a list, not a number"),
     (None, None)],
)  # fmt: skip
def test_number_fault(staging: Any, json_text: str | None, fault: str | None) -> None:
    assert value(staging, "rolloutdiff.number_fault_v1($text::json)", text=json_text) == fault


@FAST
@given(text=st.text(st.sampled_from("0123456789.+-eE truefalsTF"), max_size=8) | st.floats().map(str))
def test_number_fault_agrees_with_the_pattern_of_the_loaders(staging: Any, text: str) -> None:
    fault = value(staging, "rolloutdiff.number_fault_v1($text::json)", text=json.dumps(text))
    assert (fault is None) == (re.fullmatch(NUMBER_TEXT, text) is not None)


@pytest.mark.parametrize(
    ("values", "weights", "total"),
    [
        ([1.0, 0.5], [2.0, -1.0], 1.5),
        ([None, 0.5], [2.0, -1.0], -0.5),
        ([None, None], [1.0, 1.0], None),
        ([], [], None),
    ],
)
def test_weighted_sum(staging: Any, values: list[Any], weights: list[float], total: float | None) -> None:
    expression = "rolloutdiff.weighted_sum_v1($values::double[], $weights::double[])"
    assert value(staging, expression, values=values, weights=weights) == total


@pytest.mark.parametrize(
    ("names", "values", "extras"),
    [
        (["a", "b"], ["1", None], {"a": 1}),
        (["a", "b"], ["null", '"x"'], {"a": None, "b": "x"}),
        (["a"], [None], None),
        ([], [], None),
        (['q"', "é"], ["[1]", "{}"], {'q"': [1], "é": {}}),
    ],
)
def test_extras(staging: Any, names: list[str], values: list[Any], extras: Any) -> None:
    got = value(
        staging,
        "rolloutdiff.extras_v1($names::varchar[], $values::varchar[]::json[])",
        names=names,
        values=values,
    )
    assert (None if got is None else json.loads(got)) == extras


@pytest.mark.parametrize(
    ("messages", "prompt"),
    [
        ([{"role": "user", "content": "p"}], "p"),
        ([{"role": "user", "content": "p", "tool_calls": None}], "p"),
        ([{"role": "user", "content": None}], '[{"role":"user"}]'),
        ([{"role": "user", "content": "a"}, {"content": "b", "role": "user"}],
         '[{"content":"a","role":"user"},{"content":"b","role":"user"}]'),
        ([], "[]"),
        (["a", "b"], '["a","b"]'),
        ("text", "text"),
        ({"b": 1}, '{"b":1}'),
        (None, None),
        ([{"a/b": 1, "m~n": None, "x": {"y": None, "z": 0}}], '[{"a/b":1,"x":{"z":0}}]'),
        ([{"k": '":null,"x":null}'}], '[{"k":"\\":null,\\"x\\":null}"}]'),
    ],
)  # fmt: skip
def test_messages_prompt(staging: Any, messages: Any, prompt: str | None) -> None:
    assert value(staging, "rolloutdiff.messages_prompt_v1($m::json)", m=json.dumps(messages)) == prompt


@pytest.mark.parametrize(
    ("messages", "response"),
    [
        ([{"role": "assistant", "content": "a"}], "a"),
        ([{"role": "user", "content": "a"}], None),
        ([{"role": "assistant", "content": ["x", {"text": "y"}, {"type": "image"}]}], "x\ny"),
        ([{"role": "assistant", "content": []}], None),
        ([{"role": "assistant"}, {"role": "assistant", "content": "b"}], "b"),
        ("text", "text"),
        ([], None),
        (None, None),
        ({"role": "assistant"}, None),
    ],
)
@pytest.mark.parametrize("version", [1, 2])
def test_messages_response(staging: Any, messages: Any, response: str | None, version: int) -> None:
    call = f"rolloutdiff.messages_response_v{version}($m::json)"
    assert value(staging, call, m=json.dumps(messages)) == response


@pytest.mark.parametrize(
    ("messages", "kept"),
    [
        ([{"role": "assistant", "content": "a"}], False),
        ([{"role": "assistant", "content": "a", "name": None}], False),
        ([{"role": "assistant", "content": "a", "name": "x"}], True),
        ([{"role": "assistant", "content": None}], True),
        ([{"content": "a"}], True),
        ([], True),
        ("text", False),
        (None, False),
    ],
)
def test_messages_kept(staging: Any, messages: Any, kept: bool) -> None:
    got = value(staging, "rolloutdiff.messages_kept_v1($m::json)", m=json.dumps(messages))
    assert (None if got is None else json.loads(got)) == (messages if kept else None)
