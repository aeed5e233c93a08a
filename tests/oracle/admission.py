"""When a token becomes a feature once more, in exact fractions from the rule alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

LEAST_ERRORS_SQUARED = 9

Admitted = dict[str, tuple[int, int]]


@dataclass(frozen=True)
class Document:
    """The tokens of one tier that one completion holds."""

    run: str
    step: int
    held: Collection[str]


@dataclass
class Cell:
    """Completions within which tokens compete."""

    samples: int = 0
    rollouts: Counter[str] = field(default_factory=Counter)


def admission(
    documents: Sequence[Document],
    *,
    places: int,
    baseline_steps: int,
    least_rollouts: int,
    min_change: Fraction,
) -> Admitted:
    """Every admitted token with the logged step, from 0, and the completions that held it then."""
    runs = _cells(documents, baseline_steps)
    held: Counter[str] = Counter()
    for cells in runs.values():
        held.update(cells[-1].rollouts)
    frequent = sorted(held, key=lambda token: (-held[token], token.encode()))
    frequent = [token for token in frequent if held[token] >= least_rollouts]
    admitted = {token: (baseline_steps - 1, held[token]) for token in frequent[: (max(places, 0) + 1) // 2]}
    left = places - len(admitted)
    for index in range(baseline_steps, max((max(cells) for cells in runs.values()), default=-1) + 1):
        scores: dict[str, Fraction] = {}
        seen: Counter[str] = Counter()
        for cells in runs.values():
            cell = cells.get(index, Cell())
            for token in cell.rollouts.keys() - admitted.keys():
                errors = _squared_errors(cell, cells[-1], token, min_change)
                if cell.rollouts[token] >= least_rollouts and errors >= LEAST_ERRORS_SQUARED:
                    scores[token] = max(errors, scores.get(token, Fraction(0)))
                    seen[token] += cell.rollouts[token]
        ranked = sorted(scores, key=lambda token: (-scores[token], token.encode()))
        for token in ranked[: max(0, -(-left // (index + 1)))]:
            admitted[token] = (index, seen[token])
            left -= 1
    return admitted


def _cells(documents: Sequence[Document], baseline_steps: int) -> dict[str, dict[int, Cell]]:
    """By run, then by logged step from 0; the baseline is at -1."""
    steps: dict[str, set[int]] = {}
    for document in documents:
        steps.setdefault(document.run, set()).add(document.step)
    place = {run: {step: index for index, step in enumerate(sorted(of))} for run, of in steps.items()}
    found: dict[str, dict[int, Cell]] = {run: {-1: Cell()} for run in steps}
    for document in documents:
        index = place[document.run][document.step]
        cell = found[document.run].setdefault(index if index >= baseline_steps else -1, Cell())
        cell.samples += 1
        cell.rollouts.update(set(document.held))
    return found


def _squared_errors(cell: Cell, first: Cell, token: str, min_change: Fraction) -> Fraction:
    """The square of the rise in standard errors, 0 where it is too small in itself."""
    a, n, b, m = cell.rollouts[token], cell.samples, first.rollouts[token], first.samples
    rise, share = Fraction(a, n) - Fraction(b, m), Fraction(a + b, n + m)
    if rise <= 0 or rise < min_change:
        return Fraction(0)
    return rise**2 / (share * (1 - share) * (Fraction(1, n) + Fraction(1, m)))
