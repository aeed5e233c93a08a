from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rolloutdiff.features import extract
from rolloutdiff.features.layout import Kind, read_layout
from rolloutdiff.features.locate import locate, prose_words
from rolloutdiff.features.reading import Limits
from rolloutdiff.features.turns import environment


def cut_out(text: str) -> list[str]:
    return [text[cut.start : cut.end] for cut in environment(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # What is left of a template once its special tokens are gone goes with the block.
        (
            "a\nuser\n<tool_response>\nx\n</tool_response>\nassistant\nb",
            ["\nuser\n<tool_response>\nx\n</tool_response>\nassistant\n"],
        ),
        ("a\n<tool_response>x</tool_response>\nb", ["<tool_response>x</tool_response>"]),
        # Two results of one turn are one stretch.
        (
            "<tool_response>x</tool_response>\n<tool_response>y</tool_response>\nassistant\nb",
            ["<tool_response>x</tool_response>\n<tool_response>y</tool_response>\nassistant\n"],
        ),
        ("</code>\n<interpreter>\n4\n</interpreter>b", ["<interpreter>\n4\n</interpreter>"]),
        ("</search><information>x</information>", ["<information>x</information>"]),
        # The end of the response may cut a result short.
        ("a\n<tool_response>\nx", ["<tool_response>\nx"]),
        ("a\n<observation>\nx", []),
        # In the middle of a line a tag is a word about a tag.
        ("the tag <tool_response>x</tool_response>", []),
        ("`<tool_response>`", []),
        (
            "a<|im_end|>\n<|im_start|>tool\nx<|im_end|>\n<|im_start|>assistant\nb",
            ["<|im_start|>tool\nx<|im_end|>\n<|im_start|>assistant\n"],
        ),
        (
            "a<|eot_id|><|start_header_id|>ipython<|end_header_id|>\n\nx<|start_header_id|>assistant<|end_header_id|>\n\nb",
            [
                "<|start_header_id|>ipython<|end_header_id|>\n\nx<|start_header_id|>assistant<|end_header_id|>\n\n"
            ],
        ),
        ("a<end_of_turn>\n<start_of_turn>user\nx", []),
        (
            "a<start_of_turn>user\nx<start_of_turn>model\nb",
            ["<start_of_turn>user\nx<start_of_turn>model\n"],
        ),
        ("a<|observation|>x<|assistant|>b", ["<|observation|>x<|assistant|>"]),
        ("a<|im_start|>tool\nx", ["<|im_start|>tool\nx"]),
        # A model that does not stop writes the next question itself.
        ("a<|im_end|>\n<|im_start|>user\nx", []),
        ("a\nuser\nx\nassistant\nb", []),
        ("plain", []),
        ("", []),
        # Turns of a message list; what one of them leaves open ends with it.
        ("a\n\x1e\nb\n\x1e\n", ["\n\x1e\n", "\n\x1e\n"]),
        ("a\n<tool_response>\nx\n\x1e\nb", ["<tool_response>\nx\n\x1e\n"]),
        ("a<|im_start|>tool\nx\n\x1e\nb<|im_start|>assistant\nc", ["<|im_start|>tool\nx\n\x1e\n"]),
        ("a\x1eb\n\x1e c", []),
    ],
)
def test_what_the_environment_wrote(text: str, expected: list[str]) -> None:
    assert cut_out(text) == expected


def test_features_are_the_models() -> None:
    counts = extract(
        "Let me run it.\nuser\n<tool_response>\n```python\nimport sys\n```\nTraceback <|im_end|>\n"
        "</tool_response>\nassistant\n```python\nx = 1\n```"
    )
    assert counts.prose == "Let me run it."
    assert counts.counts["ast:assign:x"] == 1
    assert "ast:import:sys" not in counts.counts
    assert "shape:special_tokens" not in counts.counts
    assert counts.counts["shape:fences"] == 1
    assert counts.counts["shape:turns"] == 2
    assert counts.counts["shape:words"] == 4 + 5


def test_a_fence_ends_with_the_turn() -> None:
    text = "```python\nx = 1\n<tool_response>y = 2</tool_response>\n```python\nz = 3\n```"
    counts = extract(text).counts
    assert {"ast:assign:x", "ast:assign:z"} < counts.keys()
    assert "ast:assign:y" not in counts


@pytest.mark.parametrize("open_end", ["```python\nx = 1", '<tool_call>\n{"name": "f"', "<think>hm"])
def test_what_a_message_leaves_open_ends_with_it(open_end: str) -> None:
    counts = extract(f"{open_end}\n\x1e\n```python\ny = 2\n```\nthe end")
    assert counts.counts["ast:assign:y"] == 1
    assert "the end" in counts.prose.split("\x01")
    assert counts.counts["shape:turns"] == 2
    assert "shape:environment_chars" not in counts.counts


@pytest.mark.parametrize(
    ("text", "thinking"),
    [
        # A tool called while thinking: thinking goes on behind its result.
        ("<think>a\n<tool_response>x</tool_response>\nb</think>c", 4),
        # A turn of its own starts without thinking.
        ("<think>a\n<tool_response>x</tool_response>\nassistant\nb", 2),
    ],
)
def test_thinking_across_a_result(text: str, thinking: int) -> None:
    counts = extract(text).counts
    assert counts["shape:thinking_chars"] == thinking
    assert ("shape:think_unclosed" in counts) == (thinking == 2)
    assert "shape:think_lone_close" not in counts


def test_thinking_that_the_prompt_opens_goes_on_too() -> None:
    counts = extract("a\n<tool_response>x</tool_response>\nb</thinking>c", "thinking").counts
    assert counts["shape:thinking_chars"] == 4
    assert {"shape:think_pair", "shape:think_opened_by_prompt"} < counts.keys()


MARKS = [
    "<tool_response>",
    "</tool_response>",
    "<observation>",
    "</observation>",
    "<tool_call>",
    '{"name": "f", "arguments": {"code": "x = 1\\n"}}',
    "</tool_call>",
    "\nuser\n",
    "\nassistant\n",
    "\n\x1e\n",
    "<|im_start|>tool\n",
    "<|im_start|>assistant\n",
    "<|im_start|>user\n",
    "<think>",
    "</think>",
    "```python\n",
    "```\n",
    "x = 1\n",
    "word ",
    '"',
    "\\",
    "{",
    "\n",
]


@given(st.lists(st.sampled_from(MARKS), max_size=14).map("".join))
def test_spans_cover_any_conversation(text: str) -> None:
    cuts = environment(text)
    assert all(0 <= cut.start < cut.end <= len(text) for cut in cuts)
    assert all(a.end < b.start for a, b in pairwise(cuts))
    layout = read_layout(text, None)
    at = 0
    for span in layout.spans:
        assert span.start == at
        assert span.end > at or span.kind is Kind.CODE
        at = span.end
    assert at == len(text)
    assert [(s.start, s.end) for s in layout.spans if s.kind is Kind.ENVIRONMENT] == [c[:2] for c in cuts]
    extract(text)


@pytest.mark.parametrize(
    "mark",
    [
        "\n\x1e\n",
        "\n<observation>",
        "\n<tool_response>",
        "<|im_start|>user\n",
        "<tool_call>{",
        '<tool_call>{"',
        "\\",
    ],
)
def test_many_marks_take_linear_time(mark: str) -> None:
    # With quadratic time this would take minutes.
    assert extract(mark * 20_000).status


def test_special_tokens_of_many_turns_are_found_in_linear_time() -> None:
    turn = "a<|im_end|>\n<|im_start|>tool\nx<|im_end|>\n<|im_start|>assistant\n"
    text = turn * 20_000
    assert locate(text, None, "shape:special_tokens") == [
        (at + 1, at + len("a<|im_end|>")) for at in range(0, len(text), len(turn))
    ]


@given(st.lists(st.sampled_from(MARKS), max_size=14).map("".join))
def test_places_are_those_of_the_extraction(text: str) -> None:
    found = extract(text)
    for name, count in found.counts.items():
        if name.startswith("ast:") and name != "ast:depth":
            places = locate(text, None, name)
            # A fragment without a character has a feature and no place.
            assert len(places) <= count
            assert places or name in ("ast:parse:ok", "ast:node:Module", "ast:fragments")
    words = [word.text for run in prose_words(text, read_layout(text, None), Limits()) for word in run]
    assert sorted(words) == sorted(re.findall(r"\w+", found.prose.lower()))
