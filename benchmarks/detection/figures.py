"""What is measured: values per scenario, measure and rule, and how they become one figure with its error."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from benchmarks.detection.names import CALIBRATED

Kind = Literal["share", "mean", "median", "largest", "total"]
Key = tuple[str, str, str]


@dataclass(frozen=True)
class Figure:
    """A summary of values.

    Attributes:
        value: The summary; NaN without values.
        error: Standard error; NaN where the summary has none.
        count: Number of values.
    """

    value: float
    error: float
    count: int


@dataclass(frozen=True)
class Requirement:
    """What must hold, as text, and the test: figures by rule and a rule to whether it holds."""

    text: str
    holds: Callable[[Mapping[str, Figure], str], bool]


@dataclass(frozen=True)
class Measure:
    """One column of values and its summary.

    Attributes:
        name: Name in the table.
        kind: Summary. The standard error of a share p of N is sqrt(p (1 - p) / N).
        unit: `%` for shares, else what the values count.
        requirement: What must hold; None for a figure given for comparison.
        rules: Rules that the requirement is for.
    """

    name: str
    kind: Kind
    unit: str = ""
    requirement: Requirement | None = None
    rules: tuple[str, ...] = CALIBRATED


@dataclass
class Findings:
    """Values that tasks report, by (scenario, measure, rule)."""

    values: dict[Key, list[float]] = field(default_factory=dict)

    def add(
        self, scenario: str, measure: Measure, rule: str, values: Iterable[float] | NDArray[np.generic]
    ) -> None:
        """Append values; no values leave an empty entry."""
        self.values.setdefault((scenario, measure.name, rule), []).extend(float(value) for value in values)

    def merge(self, other: Findings) -> None:
        """Append the values of another task."""
        for key, values in other.values.items():
            self.values.setdefault(key, []).extend(values)

    def figure(self, scenario: str, measure: Measure, rule: str) -> Figure:
        """The summary of the values under one key."""
        return summarise(self.values.get((scenario, measure.name, rule), []), measure.kind)

    def scenarios(self, rule: str | None = None) -> list[str]:
        """Scenarios in the order of their first values, of one rule or of any."""
        known = (scenario for scenario, _, other in self.values if rule in (None, other))
        return list(dict.fromkeys(known))


def summarise(values: list[float], kind: Kind) -> Figure:
    """Value, standard error and number of values."""
    count = len(values)
    if not count:
        return Figure(math.nan, math.nan, 0)
    array = np.asarray(values)
    if kind == "share":
        p = float(array.mean())
        return Figure(p, math.sqrt(p * (1 - p) / count), count)
    if kind == "mean":
        error = float(array.std(ddof=1)) / math.sqrt(count) if count > 1 else math.nan
        return Figure(float(array.mean()), error, count)
    summary = {"median": np.median, "largest": np.max, "total": np.sum}[kind]
    return Figure(float(summary(array)), math.nan, count)


def at_most(limit: float, *, unit: str = "") -> Requirement:
    """The figure is at most the limit, which is a share where the unit is `%`."""
    return Requirement(f"≤ {_limit(limit, unit)}", lambda by_rule, rule: by_rule[rule].value <= limit)


def at_least(limit: float, *, unit: str = "") -> Requirement:
    """The figure is at least the limit, which is a share where the unit is `%`."""
    return Requirement(f"≥ {_limit(limit, unit)}", lambda by_rule, rule: by_rule[rule].value >= limit)


def not_above(other: str) -> Requirement:
    """The figure is at most that of another rule."""
    return Requirement(f"≤ {other}'s", lambda by_rule, rule: by_rule[rule].value <= by_rule[other].value)


def _limit(limit: float, unit: str) -> str:
    return f"{100 * limit:g} %" if unit == "%" else f"{limit:g}"
