"""Two ways to do the same, measured in alternation."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.speed.measure import Cost


@dataclass(frozen=True)
class Pairs:
    """Costs of ours and of the other, one of each per round."""

    ours: list[Cost]
    other: list[Cost]

    def speed_ratios(self) -> list[float]:
        """Per round: wall time of the other over ours; above 1 ours is faster."""
        return [b.seconds / a.seconds for a, b in zip(self.ours, self.other, strict=True)]

    def memory_ratios(self) -> list[float]:
        """Per round: peak of ours over the other; below 1 ours is leaner."""
        return [a.peak_bytes / b.peak_bytes for a, b in zip(self.ours, self.other, strict=True)]


def alternate(ours: Callable[[], Cost], other: Callable[[], Cost], rounds: int) -> Pairs:
    """Measure both in every round; who is first changes from round to round."""
    pairs = Pairs([], [])
    for done in range(rounds):
        if done % 2:
            pairs.other.append(other())
            pairs.ours.append(ours())
        else:
            pairs.ours.append(ours())
            pairs.other.append(other())
    return pairs


def seconds(costs: list[Cost]) -> str:
    """Median wall time."""
    return f"{statistics.median(c.seconds for c in costs):.2f} s"


def megabytes(costs: list[Cost]) -> str:
    """Median peak memory."""
    return f"{statistics.median(c.peak_bytes for c in costs) / 1e6:.0f} MB"


def spread(ratios: list[float]) -> str:
    """Median with smallest and largest."""
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
