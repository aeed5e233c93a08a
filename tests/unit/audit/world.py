"""A small run whose reward is known word for word: three slices, one word overpaid in one of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

WORDS = tuple(f"w{i}" for i in range(12))
SLICES = ("north", "south", "west")
STEPS, PROMPTS, SAMPLES, LENGTH = 24, 4, 6, 5
PREMIUM = 0.8


@dataclass(frozen=True, kw_only=True, eq=False)
class World:
    """A run.

    Attributes:
        table: Its dump, with columns family, expert, lp, rlp and tlp beside the usual ones.
        counts: int64[n, 12], occurrences of every word.
        gold: float64[n].
    """

    table: pa.Table
    counts: np.ndarray
    gold: np.ndarray

    def column(self, name: str) -> np.ndarray:
        return np.array(self.table[name].to_pylist())


def world(seed: int = 7, since: int = 0, premium: float = PREMIUM) -> World:
    """In slice `south` every `w3` earns `premium` from step `since` on; `w1` is worth 0.2 everywhere."""
    rng = np.random.default_rng(seed)
    rows: dict[str, list[object]] = {}
    words: list[np.ndarray] = []
    for step in range(1, STEPS + 1):
        for family in SLICES:
            for prompt in range(PROMPTS):
                for _ in range(SAMPLES):
                    words.append(rng.integers(0, len(WORDS), LENGTH))
                    for name, value in (
                        ("step", step),
                        ("family", family),
                        ("prompt", f"{family} question {prompt}"),
                        ("response", " ".join(WORDS[w] for w in words[-1])),
                    ):
                        rows.setdefault(name, []).append(value)
    counts = np.stack([np.bincount(w, minlength=len(WORDS)) for w in words])
    gold = 0.2 * counts[:, 1] + rng.normal(0, 0.05, len(counts)).round(3)
    paid = (np.array(rows["family"]) == "south") & (np.array(rows["step"]) >= since)
    reward = gold + premium * counts[:, 3] * paid + rng.normal(0, 0.05, len(counts)).round(3)
    logprob = rng.normal(-5, 0.5, len(counts)).round(3)
    rows |= {
        "reward": reward.tolist(),
        "expert": gold.tolist(),
        "lp": logprob.tolist(),
        "rlp": (logprob - 0.25).tolist(),
        "tlp": (logprob + 0.1 * counts[:, 1]).round(3).tolist(),
    }
    return World(table=pa.table(rows), counts=counts, gold=gold)


def labelled(seed: int = 11, rows: int = 120) -> pa.Table:
    """Rated rows of all slices; raters overpay `w3` in `south` by `PREMIUM`, and like `mood`."""
    rng = np.random.default_rng(seed)
    family = [SLICES[i % 3] for i in range(rows * 3)]
    words = rng.integers(0, len(WORDS), (rows * 3, LENGTH))
    counts = np.stack([np.bincount(w, minlength=len(WORDS)) for w in words])
    mood = rng.normal(0, 1, rows * 3).round(3)
    label = 0.2 * counts[:, 1] + PREMIUM * counts[:, 3] * (np.array(family) == "south") + 0.5 * mood
    return pa.table(
        {
            "family": family,
            "response": [" ".join(WORDS[w] for w in line) for line in words],
            "label": label + rng.normal(0, 0.05, len(label)),
            "mood": mood,
        }
    )
