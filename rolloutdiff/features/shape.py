"""Sizes and repetition of a response, in linear time.

A word is a stretch without white space. Repetition is measured at one lag: a text that repeats a unit of 1,
2, 3, 4, 6, 8, 12 or 24 characters equals itself 24 characters later, and one that repeats a unit of 1, 2, 3,
4, 6 or 12 words equals itself 12 words later. The longest stretch that does is the longest repeated run.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import eq
from typing import Final

CHAR_LAG: Final = 24
WORD_LAG: Final = 12
MIN_CHAR_RUN: Final = 5 * CHAR_LAG
MIN_WORD_RUN: Final = 2 * WORD_LAG
SHARE_SCALE: Final = 10_000

_FIVE_EQUAL: Final = re.compile(r"(.)\1\1\1\1", re.DOTALL).search


def _longest_run(items: Sequence[str], lag: int, least: int) -> int:
    """Items in the longest stretch that equals itself `lag` items later; 0 when fewer than `least`."""
    equal = bytes(map(eq, items, items[lag:]))
    run = max(map(len, equal.split(b"\0"))) + lag
    return run if run >= least else 0


def longest_char_run(text: str) -> int:
    """Characters in the longest stretch with a period of 24 characters.

    Args:
        text: Any text.

    Returns:
        The length of the stretch, both ends included, when it is at least 120 characters; otherwise 0.
    """
    # Every 24th character of a run that long, wherever one starts, is the same five times or more in a row.
    for start in (0, 8, 16):
        if _FIVE_EQUAL(text[start::CHAR_LAG]) is None:
            return 0
    return _longest_run(text, CHAR_LAG, MIN_CHAR_RUN)


def longest_word_run(words: Sequence[str]) -> int:
    """Words in the longest stretch with a period of 12 words.

    Args:
        words: The words of a text in order.

    Returns:
        The length of the stretch, both ends included, when it is at least 24 words; otherwise 0.
    """
    # Of every 12th word, wherever one starts, a run that long holds two in a row, and they are equal.
    for start in (0, 6):
        if True not in map(eq, words[start::WORD_LAG], words[start + WORD_LAG :: WORD_LAG]):
            return 0
    return _longest_run(words, WORD_LAG, MIN_WORD_RUN)


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
