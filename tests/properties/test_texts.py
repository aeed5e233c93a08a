"""Every text arrives as it was written, from the dump of any loader."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from rolloutdiff import load
from rolloutdiff.ingest.registry import formats
from tests.properties.dumps import ESCAPED, NOT_JSON, PLAIN, WRITERS, Pair
from tests.unit.ingest.conftest import Staging

LOOKS_LIKE = [
    *("2024-03-01", "12:30:00", "007", "1e5", "-0", "true", "null", "NaN", "None", "", " ", "\n"),
    *("{}", "[]", "[1]", '"', '""', "'", "\\", "\\\\", "\\n", "\\u0041", "\\ud83d", "a,b", "a\tb", "# c"),
    *("a\r\nb\rc\nd", "\ufeff", "\u2028\u2029\x85\x0b\x0c", "\x00\x01\x1b\x1e\x7f", "a\x00b", "\ufffd"),
    *("550e8400-e29b-41d4-a716-446655440000", '{"a": "b\\n"}', '[{"role": "user", "content": "x"}]'),
    *("\U0001f600", "e\u0301", "\u202eabc", "<|im_end|>", "<think>", "NULL", "\\N", "${x}", "%s"),
]
# Everything that a JSON text can hold, halves of surrogate pairs among it.
HALVES = st.characters(categories=("Cs",))
ANY = st.text(st.characters(codec=None, exclude_categories=()), max_size=30)
WHOLE = st.text(st.characters(exclude_categories=("Cs",)), max_size=30) | st.sampled_from(LOOKS_LIKE)
MIXED = st.lists(WHOLE | st.text(HALVES, max_size=2), max_size=4).map("".join) | ANY

_ENDS = re.compile("[\ud800-\udfff]")


def as_stored(text: str) -> str:
    """The text as JSON has it, with U+FFFD for every half of a pair."""
    joined = json.loads(json.dumps(text))
    return _ENDS.sub("\ufffd", joined)


@pytest.fixture(scope="module")
def staging() -> Iterator[Staging]:
    staging = Staging()
    yield staging
    staging.close()


def pairs_of(texts: list[str]) -> list[Pair]:
    """Every text as a prompt and as a response."""
    return [(texts[-1 - i], text) for i, text in enumerate(texts)]


def check(staging: Staging, name: str, texts: list[str], dumps: Callable[[Any], str]) -> None:
    form, write = WRITERS[name]
    pairs = pairs_of(texts)
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), pairs, dumps)
        rows = staging.read(load(folder, form, run="r"))
    found = [(row["prompt"], row["response"]) for row in rows if row["reject_reason"] is None]
    assert found == [(as_stored(p), as_stored(r)) for p, r in pairs]
    assert [(row["run"], row["step"], row["reward"]) for row in rows] == [("r", 1, 1.0)] * len(pairs)


FEW = settings(max_examples=4, phases=(Phase.explicit, Phase.generate))


@pytest.mark.parametrize("name", [name for name in WRITERS if name not in NOT_JSON])
@FEW
@example(texts=LOOKS_LIKE, escaped=False)
@example(texts=["a" * 70_000, "\U0001f600" * 9_000, "half \ud83d and \ude00\ud83d"], escaped=True)
@given(texts=st.lists(MIXED, min_size=1, max_size=25), escaped=st.booleans())
def test_json_keeps_every_text(staging: Staging, name: str, texts: list[str], escaped: bool) -> None:
    # A file in UTF-8 cannot hold half a pair, an escape can.
    halves = any(map(_ENDS.search, texts))
    check(staging, name, texts, ESCAPED if escaped or halves else PLAIN)


@pytest.mark.parametrize("name", NOT_JSON)
@FEW
@example(texts=LOOKS_LIKE)
@given(texts=st.lists(WHOLE, min_size=1, max_size=25))
def test_columns_keep_every_text(staging: Staging, name: str, texts: list[str]) -> None:
    # CSV has no NUL.
    kept = [text.replace("\x00", "") for text in texts] if name == "csv" else texts
    check(staging, name, kept, PLAIN)


def test_every_loader_is_asked() -> None:
    asked = {form for form, _ in WRITERS.values()}
    assert asked >= {*formats()} - {"auto", "table"}
