from __future__ import annotations

import ast

import pytest

from rolloutdiff.features.bounds import Outcome
from rolloutdiff.features.reading import FragmentCache, Limits, read_unfenced

LIMITS = Limits()


def count_parses(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    parsed: list[str] = []
    bare_parse = ast.parse

    def counting(source: str, *args: object, **kwargs: object) -> ast.AST:
        parsed.append(source)
        return bare_parse(source, *args, **kwargs)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(ast, "parse", counting)
    return parsed


def test_a_fragment_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = count_parses(monkeypatch)
    cache = FragmentCache()
    readings = [cache.read(code, LIMITS) for code in ("x = 1", "y = 2", "x = 1", "x = 1")]
    assert parsed == ["x = 1", "y = 2"]
    assert readings[0] is readings[2] is readings[3]


def test_limits_are_part_of_the_key() -> None:
    cache = FragmentCache()
    assert cache.read("((x))", LIMITS).outcome is Outcome.OK
    assert cache.read("((x))", Limits(max_depth=1)).outcome is Outcome.TOO_DEEP
    assert cache.read("((x))", Limits(max_bytes=1)).outcome is Outcome.TOO_LONG


def test_memory_is_bounded_and_recent_fragments_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = count_parses(monkeypatch)
    cache = FragmentCache(budget=20_000)
    for number in range(1000):
        cache.read(f"x = {number}", LIMITS)
        cache.read("kept = 1", LIMITS)
    assert parsed.count("kept = 1") == 1
    assert len(cache._recent) + len(cache._older) < 60


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("x = 1", Outcome.OK),
        (" \n import os\n", Outcome.OK),
        ("def f(x):\n    return x\n<|im_end|>", Outcome.OK),
        ("x = 1\0", Outcome.SYNTAX_ERROR),
        ("def f(x):\n    return (x", Outcome.SYNTAX_ERROR),
        ("import os\nThis imports os.", Outcome.SYNTAX_ERROR),
        ("x = " + "(" * 200, Outcome.TOO_DEEP),
        ("x = " + "a" * 70_000, Outcome.TOO_LONG),
        ("", None),
        ("  \n", None),
        ("<|im_end|>", None),
        ("nul \0 inside", None),
        ("\0", None),
        ("42", None),
        ("print(1)\nprint(2)", None),
        ("x: int = 3", Outcome.OK),
        ("Answer: 42", None),
        ("Sure, here it is: x = 1", None),
        ("from a import b, then call it", Outcome.SYNTAX_ERROR),
        ("x = 5, so the answer is 10.", None),
        ("-" * 200, None),
        ("((((" * 50, None),
        ("Lorem ipsum " * 10_000, None),
    ],
)
def test_unfenced_answers(answer: str, outcome: Outcome | None) -> None:
    reading = read_unfenced(answer, LIMITS, FragmentCache())
    assert (None if reading is None else reading.outcome) is outcome
