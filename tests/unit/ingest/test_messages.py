"""Prompts and completions as lists of messages, against the same lists in Python."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rolloutdiff.ingest import Rollouts, load_trl

Read = Callable[[Rollouts], list[dict[str, Any]]]
Case = Callable[[str], Path]
Message = dict[str, Any]

ADD = "Add two numbers a and b."


def dump(folder: Path, prompts: list[Any], completions: list[Any]) -> Path:
    rows = len(prompts)
    table = {"step": [1] * rows, "prompt": prompts, "completion": completions, "reward": [1.0] * rows}
    folder.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(table), folder / "completions_00001.parquet")
    return folder


def user(text: str) -> list[Message]:
    return [{"role": "user", "content": text}]


def said(text: str | None) -> list[Message]:
    return [{"role": "assistant", "content": text}]


def test_three_shapes_of_one_dump(case: Case, read: Read) -> None:
    rollouts = load_trl(case("T07"), reward_column="accuracy_reward")
    rows = read(rollouts)
    assert [r["step"] for r in rows] == [1] * 4 + [2] * 4 + [3] * 4
    # Plain text equals a conversation of one message.
    assert [rows[i]["prompt"] for i in (0, 4, 8)] == [ADD] * 3
    assert rows[0]["response"] == "```python\ndef f(a, b):\n    return a + b\n```" == rows[8]["response"]
    # Tool calls, their order and null contents survive beside what the assistant said.
    call = '<tool_call>\n{"name": "run", "arguments": {"x": 1}}\n</tool_call>'
    assert rows[4]["response"] == f"{call}\n\x1e\nIt is 1."
    kept = json.loads(rows[4]["extras"])["messages"]
    assert kept == pq.read_table(case("T07") / "completions_00002.parquet").to_pylist()[0]["completion"]
    assert "messages" not in json.loads(rows[5]["extras"])
    assert [n.code for n in rollouts.notes] == ["prompt_form_changed"]


def test_response_is_what_all_assistant_messages_say(tmp_path: Path, read: Read) -> None:
    turns = [
        {"role": "assistant", "content": "first"},
        {"role": "tool", "content": "not mine"},
        {"role": "assistant", "content": "second"},
    ]
    silent = [{"role": "assistant", "content": None}, {"role": "tool", "content": "x"}]
    rows = read(load_trl(dump(tmp_path, [user("p")] * 4, [turns, silent, said(""), []])))
    assert [r["response"] for r in rows] == ["first\n\x1e\nsecond", None, "", None]
    kept = [json.loads(r["extras"])["messages"] if r["extras"] else None for r in rows]
    assert kept == [turns, silent, None, []]


def test_contents_made_of_blocks(tmp_path: Path, read: Read) -> None:
    blocks = [
        {"type": "text", "text": "look"},
        {"type": "image", "text": None},
        {"type": "text", "text": "x"},
    ]
    prompt, answer = [{"role": "user", "content": blocks}], [{"role": "assistant", "content": blocks}]
    (row,) = read(load_trl(dump(tmp_path, [prompt], [answer])))
    assert row["response"] == "look\nx"
    assert json.loads(row["prompt"]) == [
        {
            "content": [{"type": "text", "text": "look"}, {"type": "image"}, {"type": "text", "text": "x"}],
            "role": "user",
        }
    ]
    assert json.loads(row["extras"])["messages"] == answer


def test_prompt_of_several_messages_is_canonical_json(tmp_path: Path, read: Read) -> None:
    one = [{"role": "system", "content": "s", "name": None}, {"role": "user", "content": "u", "name": None}]
    two = [{"content": "s", "role": "system"}, {"content": "u", "role": "user"}]
    first = read(load_trl(dump(tmp_path / "a", [one], [said("x")])))[0]["prompt"]
    second = read(load_trl(dump(tmp_path / "b", [two], [said("x")])))[0]["prompt"]
    assert first == second == '[{"content":"s","role":"system"},{"content":"u","role":"user"}]'


def test_one_user_message_with_a_tool_call_or_name_stays_json(tmp_path: Path, read: Read) -> None:
    named = [{"role": "user", "content": "u", "name": "bob"}]
    plain = [{"role": "user", "content": "u", "name": None}]
    rows = read(load_trl(dump(tmp_path, [named, plain], [said("x")] * 2)))
    assert [r["prompt"] for r in rows] == ['[{"content":"u","name":"bob","role":"user"}]', "u"]


def test_system_message_alone_is_no_user_text(tmp_path: Path, read: Read) -> None:
    rows = read(load_trl(dump(tmp_path, [[{"role": "system", "content": "s"}]], [said("x")])))
    assert rows[0]["prompt"] == '[{"content":"s","role":"system"}]'


def without_null(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: without_null(v) for k, v in value.items() if v is not None}
    return [without_null(v) for v in value] if isinstance(value, list) else value


# Quotes, colons, braces and the word null are what a careless removal of nulls would trip over.
TEXT = st.text(st.sampled_from('nul":,{}[]\\\n é\x00😀'), max_size=14) | st.just('"x":null,')
MESSAGES = st.lists(
    st.fixed_dictionaries(
        {
            "role": st.sampled_from(["user", "assistant", "system"]),
            "content": st.none() | TEXT,
            "name": st.none() | TEXT,
            "tool_calls": st.none()
            | st.lists(st.fixed_dictionaries({"id": st.none() | TEXT, "args": st.none() | TEXT}), max_size=2),
        }
    ),
    min_size=1,
    max_size=3,
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(conversations=st.lists(MESSAGES, min_size=1, max_size=6))
def test_prompt_is_the_messages_without_nulls(
    tmp_path: Path, read: Read, conversations: list[list[Message]]
) -> None:
    rows = read(load_trl(dump(tmp_path, conversations, [said("x")] * len(conversations))))
    for row, messages in zip(rows, conversations, strict=True):
        stripped = without_null(messages)
        if len(stripped) == 1 and stripped[0].keys() == {"role", "content"} and stripped[0]["role"] == "user":
            assert row["prompt"] == stripped[0]["content"]
            continue
        parsed = json.loads(row["prompt"])
        assert parsed == stripped
        assert [list(m) for m in parsed] == [sorted(m) for m in stripped]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(conversations=st.lists(MESSAGES, min_size=1, max_size=6))
def test_response_and_kept_messages_hold_everything(
    tmp_path: Path, read: Read, conversations: list[list[Message]]
) -> None:
    rows = read(load_trl(dump(tmp_path, [user("p")] * len(conversations), conversations)))
    for row, messages in zip(rows, conversations, strict=True):
        spoken = [m["content"] for m in messages if m["role"] == "assistant" and m["content"] is not None]
        assert row["response"] == ("\n\x1e\n".join(spoken) if spoken else None)
        extras = json.loads(row["extras"] or "{}")
        if "messages" in extras:
            assert extras["messages"] == messages
        else:
            assert [without_null(m) for m in messages] == said(row["response"])


@pytest.mark.parametrize("kind", ["text", "messages"])
def test_text_and_messages_may_differ_between_prompt_and_completion(
    tmp_path: Path, read: Read, kind: str
) -> None:
    prompts, answers = (["p"], [said("a")]) if kind == "text" else ([user("p")], ["a"])
    (row,) = read(load_trl(dump(tmp_path, prompts, answers)))
    assert (row["prompt"], row["response"]) == ("p", "a")
