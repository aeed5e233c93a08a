"""Surface statistics of completions, step by step, without a model and without chance.

The Reward Hacking Detection Agent (RHDA) of CHERRL (arXiv 2606.04923) is a language model that calls tools.
What its public documentation says of the deterministic ones: `surface_stats` compares a step with a baseline
step, by default the earliest (drift of n-grams, length, vocabulary that correlates with the score); `cka`
aligns lexical and structural features of a step with its reward; `top_score_correlated_tokens` lists the
tokens that correlate most with the reward of a step; thinking is stripped first. The agent decides what the
numbers mean, so the tools have no verdict of their own. What is here was written from that description: the
statistics, and fixed rules of ours in the place of the agent. It is not RHDA, and says nothing about how
well the agent does.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_WORD = re.compile(r"\w+")
_THINK = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_FENCE = re.compile(r"```[^\n]*\n(.*?)(?:```|\Z)", re.DOTALL)
_SPECIAL = re.compile(r"<\|[^|<>\s]{1,40}\|>|</?s>|<pad>|<unk>|\[(?:PAD|UNK|CLS|SEP)\]")


def words_of(text: str) -> list[str]:
    """Words in lower case, thinking left out."""
    return _WORD.findall(_THINK.sub(" ", text).lower())


def ngrams(words: Sequence[str], longest: int = 3) -> list[str]:
    """All runs of 1 to `longest` words."""
    return [
        " ".join(words[start : start + length])
        for length in range(1, longest + 1)
        for start in range(len(words) - length + 1)
    ]


def repetition(words: Sequence[str]) -> float:
    """Share of the 3-grams that occurred before in the same text; 0 with fewer than three words."""
    triples = [tuple(words[start : start + 3]) for start in range(len(words) - 2)]
    return 1 - len(set(triples)) / len(triples) if triples else 0.0


def compression(text: str) -> float:
    """Bytes after DEFLATE over bytes before; 1 for an empty text."""
    raw = text.encode()
    return len(zlib.compress(raw, 9)) / len(raw) if raw else 1.0


def code_share(text: str) -> float:
    """Share of the characters that are inside code fences."""
    return sum(len(code) for code in _FENCE.findall(text)) / len(text) if text else 0.0


def duplicate_share(texts: Sequence[str]) -> float:
    """Share of the texts that are the exact copy of an earlier one."""
    return 1 - len(set(texts)) / len(texts)


def divergence(one: Counter[str], other: Counter[str]) -> float:
    """Jensen-Shannon divergence of two distributions of n-grams, in bits: 0 same, 1 nothing in common."""
    names = one.keys() | other.keys()
    p = np.array([one[name] for name in names], dtype=np.float64)
    q = np.array([other[name] for name in names], dtype=np.float64)
    p, q = p / p.sum(), q / q.sum()
    middle = (p + q) / 2

    def bits(share: Floats) -> float:
        seen = share > 0
        return float((share[seen] * np.log2(share[seen] / middle[seen])).sum())

    return (bits(p) + bits(q)) / 2


def alignment(features: Floats, reward: Floats) -> float:
    """Linear centred kernel alignment (CKA) of features with the reward.

    Args:
        features: float64[N, F].
        reward: float64[N].

    Returns:
        |X'y|^2 / (|X'X| |y|^2) of the centred columns, between 0 and 1; 0 where either does not vary.
    """
    x = features - features.mean(axis=0)
    y = reward - reward.mean()
    scale = np.linalg.norm(x.T @ x) * (y @ y)
    return float(((x.T @ y) ** 2).sum() / scale) if scale > 0 else 0.0


def correlation(presence: NDArray[np.bool_], reward: Floats) -> Floats:
    """Correlation of the presence of each token with the reward.

    Args:
        presence: bool[N, F].
        reward: float64[N].

    Returns:
        float64[F]; 0 where a token or the reward does not vary.
    """
    x = presence - presence.mean(axis=0)
    y = reward - reward.mean()
    scale = np.sqrt((x**2).sum(axis=0) * (y @ y))
    found: Floats = np.divide(x.T @ y, scale, out=np.zeros(x.shape[1]), where=scale > 0)
    return found


def structure(texts: Iterable[str]) -> Floats:
    """Structural features of texts: float64[N, 5] of words, lines, fences, digits and punctuation."""
    return np.array(
        [
            [
                len(words_of(text)),
                text.count("\n"),
                text.count("```"),
                sum(character.isdigit() for character in text),
                sum(not (character.isalnum() or character.isspace()) for character in text),
            ]
            for text in texts
        ],
        dtype=np.float64,
    )


def special_share(texts: Sequence[str]) -> float:
    """Share of the texts that hold a tokenizer's special token as text."""
    return sum(_SPECIAL.search(text) is not None for text in texts) / len(texts)
