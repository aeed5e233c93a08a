"""The shared time axis of a run: where a step lies, which steps share a drawn point, where lines break."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rolloutdiff.report.numbers import span

MOST_POINTS = 240
_INTERVALS = (1, 2, 5, 10, 15, 20, 25, 50)


def number(value: float) -> str:
    """A coordinate: two decimals at most, no trailing zeros, no negative zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@dataclass(frozen=True)
class Grid:
    """Steps on an axis whose unit is the usual distance between two logged steps.

    Attributes:
        steps: Logged steps, ascending, at least one.
    """

    steps: tuple[int, ...]

    @cached_property
    def stride(self) -> int:
        """The commonest distance between logged steps; the smallest of equals."""
        gaps = Counter(b - a for a, b in zip(self.steps, self.steps[1:], strict=False))
        return min(gaps, key=lambda gap: (-gaps[gap], gap), default=1)

    @property
    def width(self) -> float:
        """Length of the axis; one unit per step when none is missing."""
        return (self.steps[-1] - self.steps[0]) / self.stride + 1

    def x(self, step: float) -> float:
        """Position of the middle of a step."""
        return (step - self.steps[0]) / self.stride + 0.5

    def percent(self, step: float) -> str:
        """Position of a step as a percentage of the width."""
        return number(100 * self.x(step) / self.width) + "%"

    @property
    def missing(self) -> int:
        """Steps that the usual distance would have had and the log has not."""
        return max(round(self.width) - len(self.steps), 0)

    @cached_property
    def bin_size(self) -> int:
        """Logged steps per drawn point: 1 up to 240 steps."""
        return -(-len(self.steps) // MOST_POINTS)

    @cached_property
    def bins(self) -> list[tuple[int, ...]]:
        """The logged steps behind each drawn point."""
        size = self.bin_size
        return [self.steps[i : i + size] for i in range(0, len(self.steps), size)]

    @cached_property
    def positions(self) -> list[float]:
        """Position of each drawn point."""
        return [(self.x(steps[0]) + self.x(steps[-1])) / 2 for steps in self.bins]

    @cached_property
    def labels(self) -> list[str]:
        """What each drawn point is called: its step, or its first and last."""
        return [span(steps[0], steps[-1]) for steps in self.bins]

    @cached_property
    def breaks(self) -> frozenset[int]:
        """Drawn points that do not follow on the one before: a step is missing between them."""
        pairs = enumerate(zip(self.bins, self.bins[1:], strict=False), 1)
        return frozenset(i for i, (before, after) in pairs if after[0] - before[-1] > 1.5 * self.stride)

    @cached_property
    def ticks(self) -> list[int]:
        """Steps with a grid line between first and last: multiples of a round number, six at most."""
        first, last = self.steps[0], self.steps[-1]
        interval = next(i for i in _intervals() if (last - first) <= 6 * i)
        start = -(-first // interval) * interval
        margin = 0.07 * (last - first)
        return [t for t in range(start, last, interval) if t - first > margin and last - t > margin]


def _intervals() -> Sequence[int]:
    return [i * 10**power for power in range(0, 18, 2) for i in _INTERVALS]
