"""The fuzzing benchmark: it counts, it finds what raises, and a few inputs of each kind pass."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from benchmarks.fuzz.__main__ import Tried, attempt, table
from benchmarks.fuzz.parts import PARTS
from tests.properties.dumps import WRITERS


def test_every_reader_is_fuzzed() -> None:
    assert {f"read {name}" for name in WRITERS} | {"features", "whole run"} == PARTS.keys()


@pytest.mark.parametrize("name", ["features", "read jsonl", "read trl", "read rllm", "read csv"])
def test_a_few_inputs_pass(name: str) -> None:
    found = attempt(PARTS[name], number=1, examples=6)
    assert (found.inputs, found.crashes) == (6, [])


def test_what_raises_is_a_crash_with_its_input() -> None:
    def part(draw: object) -> bool:
        number = draw(st.integers(0, 1000))  # type: ignore[operator]
        if number > 20:
            raise ZeroDivisionError
        return number % 2 == 0

    found = attempt(part, number=1, examples=50)
    (crash,) = found.crashes
    assert "ZeroDivisionError" in crash and "Draw 1: " in crash
    assert found.inputs >= found.refused


def test_the_table_adds_up() -> None:
    rows = table([("a", Tried(inputs=1200, refused=3, crashes=[])), ("b", Tried(inputs=1, crashes=["x"]))])
    assert rows[2:] == [
        "| a | 1,200 | 3 | 0.0 | 0 |",
        "| b | 1 | 0 | 0.0 | 1 |",
        "| all | 1,201 |  |  | 1 |",
    ]
