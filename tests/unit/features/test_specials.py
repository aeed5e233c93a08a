from __future__ import annotations

import pytest

from rolloutdiff.features.specials import (
    KNOWN_SPECIAL_TOKENS,
    count_special_tokens,
    drop_special_tokens,
    trim_special_tokens,
)


@pytest.mark.parametrize("token", KNOWN_SPECIAL_TOKENS)
def test_every_known_token_is_found(token: str) -> None:
    assert count_special_tokens(f"a{token}b {token}") == {token: 2}
    assert drop_special_tokens(f"a{token}b") == "ab"
    assert trim_special_tokens(f"{token}x{token}") == "x"


def test_tokens_of_the_same_form_count_too() -> None:
    assert count_special_tokens("<|fim_middle|><｜tool▁call｜>") == {  # noqa: RUF001
        "<|fim_middle|>": 1,
        "<｜tool▁call｜>": 1,  # noqa: RUF001
    }


@pytest.mark.parametrize("text", ["", "a < b", "x | y", "<b>", "<|no end", "[INST", "<S>", "a[0]"])
def test_other_text_is_left_alone(text: str) -> None:
    assert count_special_tokens(text) == {}
    assert drop_special_tokens(text) == text
    assert trim_special_tokens(text) == text


def test_trimming_keeps_what_is_inside_and_white_space_without_tokens() -> None:
    assert trim_special_tokens("  x = '</s>' \n") == "  x = '</s>' \n"
    assert trim_special_tokens("x\n<|im_end|> \n<|endoftext|>\n") == "x\n"
    assert trim_special_tokens(" <s> [INST] x") == "x"
    assert trim_special_tokens("<s>") == ""


def test_trimming_many_tokens() -> None:
    assert trim_special_tokens("x" + "<|endoftext|>" * 50_000) == "x"
    assert trim_special_tokens("<pad>" * 50_000 + "x") == "x"
