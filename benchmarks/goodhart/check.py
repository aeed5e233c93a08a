"""Requirements and whether they hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from benchmarks.speed.results import table


@dataclass(frozen=True, kw_only=True)
class Check:
    """One figure against one requirement.

    Attributes:
        part: What the figure belongs to.
        name: What was measured.
        required: The requirement; empty for a figure given for comparison.
        found: The figure.
        met: Whether the requirement holds.
    """

    part: str
    name: str
    required: str
    found: str
    met: bool = True

    @property
    def verdict(self) -> str:
        """`met`, `missed`, or nothing."""
        return "" if not self.required else "met" if self.met else "missed"


def at_least(part: str, name: str, value: float, limit: float, shown: str | None = None) -> Check:
    """The figure is at least the limit."""
    return Check(
        part=part, name=name, required=f"≥ {limit:g}", found=shown or f"{value:.3f}", met=value >= limit
    )


def at_most(part: str, name: str, value: float, limit: float, shown: str | None = None) -> Check:
    """The figure is at most the limit."""
    return Check(
        part=part, name=name, required=f"≤ {limit:g}", found=shown or f"{value:.3f}", met=value <= limit
    )


def between(part: str, name: str, value: float, low: float, high: float, shown: str | None = None) -> Check:
    """The figure lies between two limits."""
    return Check(
        part=part,
        name=name,
        required=f"{low:g} to {high:g}",
        found=shown or f"{value:.3f}",
        met=low <= value <= high,
    )


def figure(part: str, name: str, found: str) -> Check:
    """A figure that nothing is required of."""
    return Check(part=part, name=name, required="", found=found)


def lines(checks: Iterable[Check]) -> list[str]:
    """Checks as a table."""
    rows = [[check.part, check.name, check.required, check.found, check.verdict] for check in checks]
    return table(["part", "measured", "required", "found", "verdict"], rows)


def missed(checks: Iterable[Check]) -> list[str]:
    """Requirements that do not hold, one text each."""
    return [f"{check.part}: {check.name}: {check.found}" for check in checks if not check.met]
