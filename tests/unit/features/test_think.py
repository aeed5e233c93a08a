from __future__ import annotations

import pytest

from rolloutdiff.features.think import is_quoted, opened_tag, read_tag


@pytest.mark.parametrize(
    ("prompt", "tag"),
    [
        ("Solve it.\n<think>", "think"),
        ("Solve it.\n<think>\n\n  ", "think"),
        ("<|im_start|>assistant\n<Thinking>\n", "thinking"),
        ("<THINK>", "think"),
        ("Use <think> tags.", None),
        ("</think>", None),
        ("<reasoning>", None),
        ("<think >", None),
        ("think>", None),
        ("", None),
        ("   ", None),
        (None, None),
    ],
)
def test_opened_tag(prompt: str | None, tag: str | None) -> None:
    assert opened_tag(prompt) == tag


def test_a_kelvin_sign_is_no_k() -> None:
    assert opened_tag("<thin\u212a>") is None


def test_read_tag() -> None:
    assert read_tag("<THINK>") == ("think", False)
    assert read_tag("</Thinking>") == ("thinking", True)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("a '<think>' b", True),
        ('a "<think>" b', True),
        ("a `<think>` b", True),
        ("<think>", False),
        ("'<think>", False),
        ("<think>'", False),
        ("'<think>\"", False),
        ("x<think>x", False),
        ("`<think>```python", False),
    ],
)
def test_quoted_tags(text: str, quoted: bool) -> None:
    start = text.index("<think>")
    assert is_quoted(text, start, start + len("<think>")) is quoted
