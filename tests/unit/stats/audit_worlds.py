"""Rollouts for tests of the audit: words drawn at random, rewards made from them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_design import Groups
from rolloutdiff.stats.audit_rows import AuditColumns, SliceRows, count_matrix
from rolloutdiff.stats.panel import Floats, Integers

# Enough draws for a line, few enough for a test.
FAST = AuditSettings(placebo_draws=39, bootstrap=200)
LENGTH = 6


def names(words: int) -> tuple[str, ...]:
    return tuple(f"w{i:02d}" for i in range(words))


def columns(words: int) -> AuditColumns:
    single = names(words)
    return AuditColumns(
        names=single,
        rank=np.zeros(words, dtype=np.int64),
        adjacent=tuple(f"{a} {b}" for a in single for b in single),
    )


def counted(text: Integers, words: int) -> tuple[object, object]:
    """Occurrences of words, and of neighbours, in texts of equal length (int64[n, length])."""
    n, length = text.shape
    one = np.ones(n * length)
    single = count_matrix(np.repeat(np.arange(n), length), text.ravel(), one, n, words)
    pair = (text[:, :-1] * words + text[:, 1:]).ravel()
    row = np.repeat(np.arange(n), length - 1)
    return single, count_matrix(row, pair, one[: len(pair)], n, words * words)


def slice_rows(
    name: str = "one",
    *,
    seed: int = 0,
    prompts: int = 60,
    samples: int = 8,
    words: int = 10,
    single: Mapping[int, float] = {},
    adjacent: Mapping[tuple[int, int], float] = {},
    together: Mapping[tuple[int, int], float] = {},
    worth: Mapping[int, float] = {},
    noise: float = 0.1,
    gold: bool = False,
) -> SliceRows:
    """A slice whose reward is gold plus pay for words and pairs; gold is prompt, worth of words and noise."""
    rng = np.random.default_rng([seed, sum(name.encode())])
    n = prompts * samples
    text = rng.integers(0, words, (n, LENGTH))
    counts, pairs = counted(text, words)
    prompt = np.repeat(np.arange(prompts), samples)
    value = rng.normal(0, 1, prompts)[prompt] + rng.normal(0, noise, n)
    for word, pay in worth.items():
        value += pay * (text == word).sum(axis=1)
    reward = value + rng.normal(0, noise, n)
    for word, pay in single.items():
        reward += pay * (text == word).sum(axis=1)
    for (a, b), pay in adjacent.items():
        reward += pay * ((text[:, :-1] == a) & (text[:, 1:] == b)).sum(axis=1)
    for (a, b), pay in together.items():
        reward += pay * ((text == a).any(axis=1) & (text == b).any(axis=1))
    return SliceRows(
        name=name,
        group=prompt,
        cluster=prompt,
        reward=reward,
        gold=value if gold else None,
        counts=counts,
        adjacent=pairs,
    )


def random_groups(rng: np.random.Generator, clusters: int = 7, nested: bool = True) -> Groups:
    """Groups of two to five rows, one or two to a cluster; if not nested one group, a cluster per row."""
    if not nested:
        rows = 4 * clusters
        return Groups(group=np.zeros(rows, dtype=np.int64), cluster=np.arange(rows, dtype=np.int64))
    cluster_of = np.repeat(np.arange(clusters), rng.integers(1, 3, clusters))
    group = np.repeat(np.arange(len(cluster_of)), rng.integers(2, 6, len(cluster_of)))
    return Groups(group=group.astype(np.int64), cluster=cluster_of[group].astype(np.int64))


def centred(groups: Groups, values: Floats) -> Floats:
    """Values minus group means, group by group."""
    result = np.array(values, dtype=np.float64)
    for group in np.unique(groups.group):
        rows = groups.group == group
        result[rows] -= result[rows].mean(axis=0)
    return result
