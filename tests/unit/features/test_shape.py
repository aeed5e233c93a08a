from __future__ import annotations

import pytest

from rolloutdiff.features.shape import count_lines, longest_char_run, longest_word_run, share, size_features

SENTENCE = "Every good function has one purpose, a clear name and a small body; the rest is commentary. "


@pytest.mark.parametrize(
    ("text", "run"),
    [
        ("", 0),
        ("!" * 119, 0),
        ("!" * 120, 120),
        ("!" * 5000, 5000),
        ("\uff01" * 200, 200),
        ("\n" * 400, 400),
        ("\u200d" * 500, 500),
        ("ab" * 60, 120),
        ("abc" * 100, 300),
        ("the " * 50, 200),
        ("12345678" * 30, 240),
        ("12345" * 100, 0),
        ("x" * 100 + "y" + "x" * 100, 0),
        (SENTENCE * 3, 0),
        (SENTENCE + "-" * 130 + SENTENCE, 130),
        (SENTENCE + "=" * 121 + "\n" + "ha" * 100 + SENTENCE, 200),
    ],
)
def test_longest_char_run(text: str, run: int) -> None:
    assert longest_char_run(text) == run


@pytest.mark.parametrize("offset", range(0, 26, 5))
@pytest.mark.parametrize("length", [120, 121, 143, 144, 145])
def test_char_runs_are_found_wherever_they_start(offset: int, length: int) -> None:
    assert longest_char_run("abcdefghijklmnopqrstuvwxyz"[:offset] + "!" * length + "?") == length


@pytest.mark.parametrize(
    ("words", "run"),
    [
        ("", 0),
        ("so " * 23, 0),
        ("so " * 24, 24),
        ("the cat " * 12, 24),
        ("I am so " * 10, 30),
        ("a b c d e " * 10, 0),
        ("a b c d e f " * 4, 24),
        ("a b c d e f g h i j k l " * 2, 24),
        (SENTENCE * 2, 0),
        (SENTENCE + "wait, " * 40 + SENTENCE, 40),
    ],
)
def test_longest_word_run(words: str, run: int) -> None:
    assert longest_word_run(words.split()) == run


@pytest.mark.parametrize("offset", range(13))
@pytest.mark.parametrize("length", [24, 25, 35, 36])
def test_word_runs_are_found_wherever_they_start(offset: int, length: int) -> None:
    words = [*"abcdefghijklm"[:offset], *["so"] * length, "end"]
    assert longest_word_run(words) == length


@pytest.mark.parametrize(
    ("text", "lines"), [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n", 1), ("\n\n", 2), ("a\r\nb\r\n", 2)]
)
def test_count_lines(text: str, lines: int) -> None:
    assert count_lines(text) == lines


def test_share_is_in_ten_thousandths_rounded_down() -> None:
    assert [share(1, 3), share(2, 3), share(3, 3), share(0, 3), share(0, 0)] == [3333, 6666, 10000, 0, 0]


def test_sizes() -> None:
    assert size_features("to be or not to be\n") == {
        "shape:chars": 19,
        "shape:words": 6,
        "shape:lines": 1,
        "shape:distinct_share": 6666,
        "shape:repeat_chars": 0,
        "shape:repeat_words": 0,
        "shape:empty": 0,
        "shape:blank": 0,
    }


def test_empty_and_blank_are_told_apart() -> None:
    assert size_features("")["shape:empty"] == 1
    assert size_features("")["shape:blank"] == 0
    assert size_features(" \n")["shape:empty"] == 0
    assert size_features(" \n")["shape:blank"] == 1
