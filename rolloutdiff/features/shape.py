"""Sizes and repetition of a response, in linear time.

A word is a stretch without white space. Repetition is measured at one lag: a text that repeats a unit of 1,
2, 3, 4, 6, 8, 12 or 24 characters equals itself 24 characters later, and one that repeats a unit of 1, 2, 3,
4, 6 or 12 words equals itself 12 words later. The longest stretch that does is the longest repeated run.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import eq
from typing import Final

CHAR_LAG: Final = 24
WORD_LAG: Final = 12
MIN_CHAR_RUN: Final = 5 * CHAR_LAG
MIN_WORD_RUN: Final = 2 * WORD_LAG
SHARE_SCALE: Final = 10_000


def _equals_at_lag(items: Sequence[str], lag: int) -> bytes:
    """One byte per item that has another one `lag` later: 1 when both are equal."""
    return bytes(map(eq, items, items[lag:]))


def longest_char_run(text: str) -> int:
    """Characters in the longest stretch with a period of 24 characters.

    Args:
        text: Any text.

    Returns:
        The length of the stretch, both ends included, when it is at least 120 characters; otherwise 0.
    """
    # A run that long holds five sampled characters in a row, all equal; few texts pass this look.
    sampled = text[::CHAR_LAG]
    if b"\1" * (MIN_CHAR_RUN // CHAR_LAG - 1) not in _equals_at_lag(sampled, 1):
        return 0
    run = max(map(len, _equals_at_lag(text, CHAR_LAG).split(b"\0"))) + CHAR_LAG
    return run if run >= MIN_CHAR_RUN else 0


def longest_word_run(words: Sequence[str]) -> int:
    """Words in the longest stretch with a period of 12 words.

    Args:
        words: The words of a text in order.

    Returns:
        The length of the stretch, both ends included, when it is at least 24 words; otherwise 0.
    """
    equal = _equals_at_lag(words, WORD_LAG)
    if b"\1" * (MIN_WORD_RUN - WORD_LAG) not in equal:
        return 0
    return max(map(len, equal.split(b"\0"))) + WORD_LAG


def count_lines(text: str) -> int:
    """Number of lines; a line feed at the end opens no further line."""
    return text.count("\n") + (1 if text and not text.endswith("\n") else 0)


def share(part: int, whole: int) -> int:
    """`part / whole` in units of 1/10,000, rounded down; 0 when `whole` is 0."""
    return SHARE_SCALE * part // whole if whole else 0


def size_features(text: str) -> dict[str, int]:
    """Size and repetition features of a whole response, by full name; zeros included.

    Args:
        text: The response, thinking included, special tokens left out.
    """
    words = text.split()
    return {
        "shape:chars": len(text),
        "shape:words": len(words),
        "shape:lines": count_lines(text),
        "shape:distinct_share": share(len(set(words)), len(words)),
        "shape:repeat_chars": longest_char_run(text),
        "shape:repeat_words": longest_word_run(words),
        "shape:empty": int(not text),
        "shape:blank": int(bool(text) and not words),
    }
