"""Synthetic prose: words and set phrases of Zipf-like frequency, with punctuation."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Objects = NDArray[np.object_]
Floats = NDArray[np.float64]

_SYLLABLES = """
    ka ro mi ten sol vi ar per lo con de ti na ex su ra ble ver tor in mo ste pa li er ca no pre fi den al tu
    ge
"""
_FREQUENT = """
    the to a of is and we in that it this for return function be value list if input with are not as on can
    first you so by number from each or let test will string result check use need run_tests which all output
    loop case
"""
_ACCENTED = "naïve résumé Größe été привет 数 αβ"
_TAILS = ("", "", "", "", "", "", "", "", ",", ",", ".", ".", ".\n", ":", "?", ".\n\n- ", " `x`", ")")
_LATE = ("special case the tests", "I will just call run_tests directly.")


def _zipf(size: int, exponent: float) -> Floats:
    """Cumulative probabilities of ranks 1 to `size`."""
    weight = 1.0 / np.arange(1, size + 1) ** exponent
    return np.cumsum(weight / weight.sum())


def _pick(rng: np.random.Generator, pool: Objects, cumulative: Floats, size: int) -> Objects:
    """Draws of texts from a pool by the cumulative probabilities of its entries."""
    at = np.searchsorted(cumulative, rng.random(size), side="right")
    return np.asarray(pool[at.clip(0, len(pool) - 1)])


class ProsePool:
    """Words and phrases from which texts are drawn."""

    def __init__(self, rng: np.random.Generator, *, words: int = 30_000, phrases: int = 6_000) -> None:
        syllables, frequent, accented = _SYLLABLES.split(), _FREQUENT.split(), _ACCENTED.split()
        made = {
            "".join(syllables[j] for j in rng.integers(0, len(syllables), size=k))
            for k in rng.integers(2, 5, size=3 * words)
        }
        # A set has no order that is the same in every process.
        rare = np.array(sorted(made - set(frequent)), dtype=object)
        rng.shuffle(rare)
        # Frequent words are short, as in real text.
        short = sorted(rare, key=len)[: words - len(frequent) - len(accented)]
        self._words = np.array([*frequent, *short, *accented], dtype=object)
        self._word_rank = _zipf(len(self._words), 1.0)
        lengths = rng.integers(2, 6, size=phrases)
        draws = np.split(self._draw(rng, int(lengths.sum())), np.cumsum(lengths)[:-1])
        self._phrases = np.array([" ".join(draw) for draw in draws], dtype=object)
        self._phrase_rank = _zipf(phrases, 0.9)

    def _draw(self, rng: np.random.Generator, size: int) -> Objects:
        return _pick(rng, self._words, self._word_rank, size)

    def texts(self, rng: np.random.Generator, count: int, *, units: int, late: float = 0.0) -> list[str]:
        """`count` texts of about `units` words or phrases; `late` is the share that show the late phrases."""
        lengths = rng.poisson(units, size=count).clip(1)
        total = int(lengths.sum())
        phrase = _pick(rng, self._phrases, self._phrase_rank, total)
        unit = np.where(rng.random(total) < 0.4, phrase, self._draw(rng, total))
        unit = unit + np.array(_TAILS, dtype=object)[rng.integers(0, len(_TAILS), size=total)]
        ends = np.cumsum(lengths)
        shows = rng.random(count) < late
        pieces = unit.tolist()
        return [
            " ".join(pieces[end - length : end]).capitalize() + (". " + _LATE[length % 2] if show else ".")
            for end, length, show in zip(ends, lengths, shows, strict=True)
        ]
