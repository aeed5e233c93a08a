"""Figures as a reader sees them: shares in %, their differences in points, sizes in their own unit."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

THIN_SPACE = "\u202f"
NO_BREAK = "\u00a0"
MINUS = "−"
# Powers of ten stand above the line.
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
# Units of differences between trainer and engine: small numbers, and those that no word follows.
_PURE = ("probability", "ratio")
_FINE = ("nats", *_PURE)
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def count(value: int) -> str:
    """An integer with thousands separated by commas."""
    return f"{value:,}".replace("-", MINUS)


def in_words(value: int) -> str:
    """A small count as a word, a larger one in figures."""
    return _WORDS[value] if 0 <= value < len(_WORDS) else count(value)


def span(first: int | str, last: int | str) -> str:
    """A range of steps, `1–15`, or one step where both ends are the same."""
    return str(first) if first == last else f"{first}–{last}"


def span_words(steps: Sequence[int]) -> str:
    """`steps 1–15`, or `step 7`, kept on one line."""
    if not steps:
        return "no step"
    word = "step" if steps[0] == steps[-1] else "steps"
    return f"{word}{NO_BREAK}{span(steps[0], steps[-1])}"


def share(value: float) -> str:
    """A share as a percentage: whole numbers, one decimal below 1 % and close to 100 %.

    A share that is not exactly nought or one is never printed as `0 %` or `100 %`.
    """
    percent = 100 * value
    if 0 < percent < 0.05:
        text = "<0.1"
    elif 99.95 <= percent < 100:
        text = ">99.9"
    elif percent and (percent < 0.95 or 99.5 <= percent < 100):
        text = f"{percent:.1f}"
    else:
        text = f"{percent:.0f}"
    return f"{text}{THIN_SPACE}%"


def exact_share(value: float) -> str:
    """A share as a percentage with one decimal throughout, for texts that give every number."""
    percent = 100 * value
    text = "<0.1" if 0 < percent < 0.05 else ">99.9" if 99.95 <= percent < 100 else f"{percent:.1f}"
    return f"{text}{THIN_SPACE}%"


def signed(value: float, decimals: int) -> str:
    """A difference with its sign; one that rounds to nought has none."""
    text = f"{abs(value):,.{decimals}f}"
    if float(text.replace(",", "")) == 0:
        return text
    return ("+" if value > 0 else MINUS) + text


def points(value: float) -> str:
    """A difference of two shares in points of percentage, with its sign."""
    percent = 100 * value
    text = signed(percent, 1 if 0 < abs(percent) < 0.95 else 0)
    return f"{text} point" if text[1:] == "1" else f"{text} points"


def probability(value: float) -> str:
    """A p- or q-value to three decimals."""
    return f"<{THIN_SPACE}0.001" if value < 0.0005 else f"{value:.3f}"


def chance(value: float, name: str = "p") -> str:
    """A p- or q-value with its name, `p = 0.012`."""
    text = probability(value)
    return f"{name}{THIN_SPACE}{text}" if text.startswith("<") else f"{name}{THIN_SPACE}={THIN_SPACE}{text}"


def about(value: float) -> str:
    """An expected number: one decimal below ten, which is never printed as nought, none above."""
    if 0 < value < 0.05:
        return "0.1"
    return f"{value:.1f}" if value < 10 else f"{value:,.0f}"


def e_number(value: float) -> str:
    """An e-value in few digits, never more than it is: `3.2`, `312`, `4,100`, from a million on `10⁶`."""
    if value < 10:
        return f"{value:.1f}"
    if value < 1e6:
        return f"{math.floor(value):,}"
    return "10" + str(math.floor(math.log10(value))).translate(_RAISED)


def plain(value: float, decimals: int) -> str:
    """A number with a fixed count of decimals, thousands separated, and a true minus sign."""
    text = f"{abs(value):,.{decimals}f}"
    return MINUS + text if value < 0 and float(text.replace(",", "")) else text


def decimals_for(values: Iterable[float]) -> int:
    """Decimals that suit the size of the numbers and keep two different ones apart, at most 4.

    Two digits for numbers below 1, one below 20, none from there on.
    """
    known = list(values)
    largest = max((abs(v) for v in known), default=0.0)
    decimals = 2 if largest < 1 else 1 if largest < 20 else 0
    low, high = min(known, default=0.0), max(known, default=0.0)
    while decimals < 4 and high > low and plain(low, decimals) == plain(high, decimals):
        decimals += 1
    return decimals


@dataclass(frozen=True, kw_only=True)
class ValueFormat:
    """How the values of one series are printed.

    Attributes:
        unit: `share`, `reward`, or the word that follows the number.
        decimals: Decimals of everything but shares.
    """

    unit: str
    decimals: int = 0

    @property
    def is_share(self) -> bool:
        """Whether values are shares, printed in %."""
        return self.unit == "share"

    @property
    def word(self) -> str:
        """The unit as it follows a number; empty for shares, rewards and pure numbers."""
        return "" if self.unit in ("share", "reward", *_PURE) else self.unit

    def value(self, value: float) -> str:
        """The value without its unit word."""
        return share(value) if self.is_share else plain(value, self.decimals)

    def full(self, value: float) -> str:
        """The value with its unit word."""
        return f"{self.value(value)} {self.word}" if self.word else self.value(value)

    def change(self, value: float) -> str:
        """A difference of two values, with its sign."""
        return points(value) if self.is_share else signed(value, self.decimals)

    def full_change(self, value: float) -> str:
        """A difference of two values, with its sign and unit."""
        return f"{self.change(value)} {self.word}" if self.word else self.change(value)

    def range(self, low: float, high: float) -> str:
        """Lowest to highest value, `0–95 %` or `6.0–8.4`."""
        if not self.is_share:
            ends = self.value(low), self.value(high)
            return " to ".join(ends) if low < 0 else span(*ends)
        first, last = share(low), share(high)
        return first if first == last else f"{first.removesuffix(THIN_SPACE + '%')}–{last}"


def value_format(unit: str, values: Iterable[float]) -> ValueFormat:
    """The format for a series of this unit in which these values are quoted side by side."""
    if unit == "reward":
        known = list(values)
        return ValueFormat(unit=unit, decimals=2 if max(map(abs, known), default=0.0) < 100 else 1)
    if unit in _FINE:
        known = list(values)
        return ValueFormat(unit=unit, decimals=max(decimals_for(known), _significant(known)))
    return ValueFormat(unit=unit, decimals=decimals_for(values))


def _significant(values: Iterable[float]) -> int:
    """Decimals that leave the largest number three digits, at most 9."""
    largest = max((abs(v) for v in values), default=0.0)
    return min(9, max(0, 2 - math.floor(math.log10(largest)))) if largest > 0 else 0


def alert_format(alert: Mapping[str, Any]) -> ValueFormat:
    """The format in which all levels of a row of the array `alert` are printed."""
    return value_format(alert["unit"], [alert["baseline_mean"], alert["recent_mean"]])


def finite(values: Iterable[float | None]) -> list[float]:
    """The values that are there and finite."""
    return [v for v in values if v is not None and math.isfinite(v)]
