"""One feature over the steps of a run."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from operator import itemgetter

from rolloutdiff.report.numbers import finite
from rolloutdiff.report.rows import Row

RECENT_STEPS = 5


@dataclass(frozen=True, kw_only=True)
class Series:
    """One feature over the steps of a run, in order of step; lists of equal length.

    Attributes:
        feature: Name with its tier.
        unit: Unit of the mean.
        step: Training steps.
        mean: Prompt-balanced means; None where a step has no value.
        se: Standard errors; None where a step has fewer than two prompts.
        prompts: Prompts with a value.
        samples: Completions with a value.
        positives: Completions that show the feature.
    """

    feature: str
    unit: str
    step: list[int]
    mean: list[float | None]
    se: list[float | None]
    prompts: list[int]
    samples: list[int]
    positives: list[int]

    @classmethod
    def of(cls, feature: str, rows: Sequence[Row]) -> Series:
        """The series of a feature from its rows of the array `series`; without points when there are none."""
        rows = sorted(rows, key=itemgetter("step"))
        return cls(
            feature=feature,
            unit=rows[0]["unit"] if rows else "share",
            step=[r["step"] for r in rows],
            mean=[r["mean"] for r in rows],
            se=[r["se"] for r in rows],
            prompts=[r["prompts"] for r in rows],
            samples=[r["samples"] for r in rows],
            positives=[r["positives"] for r in rows],
        )

    def recent(self) -> float | None:
        """Mean of the last five step means; None without any."""
        return recent_mean(self.mean)

    def average_at(self, steps: Collection[int]) -> float | None:
        """Mean of the step means of these steps; None without any."""
        pairs = zip(self.step, self.mean, strict=True)
        return average([mean for step, mean in pairs if mean is not None and step in steps])

    def showing(self, first: int, last: int) -> int:
        """Completions of these steps that show the feature."""
        return sum(n for step, n in zip(self.step, self.positives, strict=True) if first <= step <= last)


@dataclass(frozen=True, kw_only=True)
class RewardPart:
    """A logged reward column.

    Attributes:
        name: Column name.
        series: Its series.
        trained: Whether the reward formula gives it a weight.
    """

    name: str
    series: Series
    trained: bool


def recent_mean(means: Sequence[float | None]) -> float | None:
    """Mean of the last five step means that exist."""
    return average(finite(means)[-RECENT_STEPS:])


def average(values: Sequence[float]) -> float | None:
    """Mean of the values; None without any."""
    return sum(values) / len(values) if values else None
