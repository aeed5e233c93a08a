from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rolloutdiff.features import extract
from rolloutdiff.features.escaped import escaped_texts
from rolloutdiff.features.layout import read_layout
from rolloutdiff.features.locate import locate
from rolloutdiff.features.reading import Limits

CODE = 'import os\n\n\ndef f(x):\n    return "\\n" + os.sep\n'


def call(arguments: object, name: str = "run") -> str:
    return f"<tool_call>\n{json.dumps({'name': name, 'arguments': arguments})}\n</tool_call>"


@pytest.mark.parametrize(
    "response",
    [
        call({"code": CODE}),
        # Arguments as a string of JSON, as the interface of OpenAI has them.
        call(json.dumps({"path": "a.py", "content": CODE})),
        call({"files": [{"path": "a.py", "content": CODE}]}),
        call({"text": f"Here:\n```python\n{CODE}```\n"}),
        f"<tool_call>\n<function=write>\n<parameter=content>\n{CODE}\n</parameter>\n</function>\n</tool_call>",
        # Cut short by the length limit, and no valid JSON for want of a comma.
        f'<tool_call>\n{{"name": "run" "arguments": {{"code": {json.dumps(CODE)}',
        json.dumps({"thought": "so", "answer": CODE}),
        json.dumps({"python_code": CODE}, indent=2),
        f"So:\n```json\n{json.dumps({'code': CODE})}\n```\n",
    ],
)
def test_code_inside_json_is_parsed(response: str) -> None:
    found = extract(response)
    plain = extract(f"```python\n{CODE}```").counts
    ours = {name: count for name, count in found.counts.items() if name.startswith("ast:")}
    assert ours == {name: count for name, count in plain.items() if name.startswith("ast:")}
    assert found.counts["shape:escaped_code"] == 1
    assert "os" not in found.prose
    (span,) = locate(response, None, "ast:def:f")
    assert response[span.start : span.end] == "def f"


def test_other_texts_are_prose() -> None:
    found = extract("I look.\n" + call({"command": "pytest -q \u00e9", "n": 3}, "bash"))
    assert found.prose == "I look.\x01bash\x01pytest -q é"
    assert found.status == "no_code"
    assert found.counts["shape:tool_calls"] == 1
    response = call({"command": "a\nrun tests"})
    (span,) = locate(response, None, "lex:run tests")
    assert response[span.start : span.end] == "run tests"


@pytest.mark.parametrize(
    "response",
    [
        '{"answer": 42, "why": "since it is so"}',
        '{"code": "B"}',
        '["a", "b"]',
        "[1, 2]",
        '{"unclosed": "x = 1',
        "x < 3 and <tool_call> is a tag",
        '```json\n{"a": "b"}\n```',
    ],
)
def test_documents_without_code_stay_as_they_were(response: str) -> None:
    found = extract(response)
    assert "shape:escaped_code" not in found.counts
    assert "shape:tool_calls" not in found.counts
    assert found.prose == ("" if "```" in response else response)


def test_broken_code_is_a_feature() -> None:
    assert extract(call({"code": "def f(:\n  pass"})).status == "SyntaxError"


@given(
    st.dictionaries(
        st.sampled_from(["code", "a", "b"]), st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
    ),
    st.booleans(),
    st.booleans(),
)
def test_texts_are_those_of_a_json_parser(arguments: dict[str, str], ascii_only: bool, twice: bool) -> None:
    written = json.dumps(arguments, ensure_ascii=ascii_only)
    inner = json.dumps(written, ensure_ascii=ascii_only) if twice else written
    response = f'<tool_call>{{"arguments": {inner}}}</tool_call>'
    if "</tool_call>" in inner:
        return
    texts = [text for text in arguments.values() if "```" not in text and "~~~" not in text]
    found = escaped_texts(response, read_layout(response, None), Limits())
    if (
        len(texts) == len(arguments)
        and not any(t.lstrip()[:1] in ("{", "[") for t in texts)
        and (arguments or not twice)
    ):
        assert [part.text for part in found] == list(filter(None, texts))
    for part in found:
        assert len(part.places) == len(part.text)
        assert all(0 <= place < len(response) for place in part.places)


def test_halves_of_a_pair() -> None:
    response = r'<tool_call>{"a": "\ud83d\ude00 \ud83d \u00e9"}</tool_call>'
    (part,) = escaped_texts(response, read_layout(response, None), Limits())
    assert part.text == "\U0001f600 \ufffd é"
