"""Pairs of features of one slice: neighbours, and those that stand in the same rollout."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_design import Groups
from rolloutdiff.stats.audit_fold import support
from rolloutdiff.stats.panel import Integers

ADJACENT, TOGETHER = "adj", "cooc"


@dataclass(frozen=True, kw_only=True, eq=False)
class PairColumns:
    """q pairs of one slice.

    Attributes:
        z: float64 CSC array [n, q]: occurrences of neighbours; 1 where both features of a pair stand.
        kind: q words, `adj` or `cooc`.
        name: q names.
        parts: Features whose product is the pair: the neighbours' own column, or the two that stand together.
        rollouts: int64[q], rows that show the pair.
        prompts: int64[q], prompts that show it.
    """

    z: sparse.csc_array
    kind: tuple[str, ...]
    name: tuple[str, ...]
    parts: tuple[tuple[str, ...], ...]
    rollouts: Integers
    prompts: Integers

    def take(self, chosen: Integers) -> PairColumns:
        """The chosen pairs, in the order given."""
        return PairColumns(
            z=sparse.csc_array(self.z[:, chosen]),
            kind=tuple(self.kind[i] for i in chosen),
            name=tuple(self.name[i] for i in chosen),
            parts=tuple(self.parts[i] for i in chosen),
            rollouts=self.rollouts[chosen],
            prompts=self.prompts[chosen],
        )


def pair_columns(
    groups: Groups,
    counts: sparse.csr_array,
    names: tuple[str, ...],
    adjacent: sparse.csr_array | None,
    adjacent_names: tuple[str, ...],
    settings: AuditSettings,
) -> PairColumns:
    """The pairs with enough support, at most `max_pairs` of them, by rollouts.

    Args:
        groups: Groups and clusters of the rows.
        counts: float64 CSR array [n, m], the features that may stand together.
        names: Their names.
        adjacent: float64 CSR array [n, Q], occurrences of neighbours, or None.
        adjacent_names: Names of the neighbours.
        settings: Limits.

    Returns:
        Pairs sorted by kind and column; of equally frequent ones at the limit, neighbours and then the first
        columns stay.
    """
    found = [_together(groups, counts, names, settings)]
    if adjacent is not None:
        found.insert(0, _neighbours(groups, adjacent, adjacent_names, settings))
    every = PairColumns(
        z=sparse.csc_array(sparse.hstack([part.z for part in found], format="csc")),
        kind=tuple(kind for part in found for kind in part.kind),
        name=tuple(name for part in found for name in part.name),
        parts=tuple(parts for part in found for parts in part.parts),
        rollouts=np.concatenate([part.rollouts for part in found]),
        prompts=np.concatenate([part.prompts for part in found]),
    )
    first = np.argsort(-every.rollouts, kind="stable")[: settings.max_pairs]
    return every.take(np.sort(first))


def _neighbours(
    groups: Groups, adjacent: sparse.csr_array, names: tuple[str, ...], settings: AuditSettings
) -> PairColumns:
    rollouts, prompts = support(groups, adjacent)
    common = (rollouts >= settings.min_pair_rollouts) & (prompts >= settings.min_pair_prompts)
    chosen = np.flatnonzero(common)
    return PairColumns(
        z=sparse.csc_array(sparse.csc_array(adjacent)[:, chosen]),
        kind=(ADJACENT,) * len(chosen),
        name=tuple(names[i] for i in chosen),
        parts=tuple((names[i],) for i in chosen),
        rollouts=rollouts[chosen],
        prompts=prompts[chosen],
    )


def _together(
    groups: Groups, counts: sparse.csr_array, names: tuple[str, ...], settings: AuditSettings
) -> PairColumns:
    shown = sparse.csc_array(counts)
    shown.data = (shown.data != 0).astype(np.float64)
    both = np.triu(np.asarray((shown.T @ shown).todense()), k=1)
    first, second = np.nonzero(both >= settings.min_pair_rollouts)
    # Columns are made for the most frequent ones only; some of these may stand in too few prompts.
    order = np.argsort(-both[first, second], kind="stable")
    kept: list[PairColumns] = []
    missing = settings.max_pairs
    for start in range(0, len(order), max(settings.max_pairs, 1)):
        if missing <= 0:
            break
        chosen = np.sort(order[start : start + settings.max_pairs])
        i, j = first[chosen], second[chosen]
        z = sparse.csc_array(shown[:, i].multiply(shown[:, j]))
        rollouts, prompts = support(groups, sparse.csr_array(z))
        part = PairColumns(
            z=z,
            kind=(TOGETHER,) * len(chosen),
            name=tuple(f"{names[a]} & {names[b]}" for a, b in zip(i, j, strict=True)),
            parts=tuple((names[a], names[b]) for a, b in zip(i, j, strict=True)),
            rollouts=rollouts,
            prompts=prompts,
        )
        kept.append(part.take(np.flatnonzero(prompts >= settings.min_pair_prompts)))
        missing -= len(kept[-1].name)
    if not kept:
        none = np.empty(0, dtype=np.int64)
        empty = sparse.csc_array((counts.shape[0], 0), dtype=np.float64)
        return PairColumns(z=empty, kind=(), name=(), parts=(), rollouts=none, prompts=none)
    return PairColumns(
        z=sparse.csc_array(sparse.hstack([part.z for part in kept], format="csc")),
        kind=tuple(kind for part in kept for kind in part.kind),
        name=tuple(name for part in kept for name in part.name),
        parts=tuple(parts for part in kept for parts in part.parts),
        rollouts=np.concatenate([part.rollouts for part in kept]),
        prompts=np.concatenate([part.prompts for part in kept]),
    )
