"""Which columns make the reward: candidates with their ranges, and the weighted sum that was asked for."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rolloutdiff.errors import RewardColumnError
from rolloutdiff.ingest.wording import did_you_mean, quoted, show

# Exact text of a finite number or a boolean, for RE2; macro number_fault_v1 has the same.
NUMBER_TEXT = (
    "[Tt]rue|[Ff]alse|[+-]?(0|[1-9][0-9]*)([.][0-9]*)?([eE][+-]?[0-9]+)?|[+-]?[.][0-9]+([eE][+-]?[0-9]+)?"
)


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A column that could be the reward.

    Attributes:
        name: Name of the column, or dotted path into an object.
        low: Smallest finite value; None when there is none.
        high: Largest finite value; None when there is none.
        scored: Rows with a finite value.
        rows: Rows in all.
    """

    name: str
    low: float | None
    high: float | None
    scored: int
    rows: int

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return f"{show(self.name)} (no finite value)"
        span = f"{self.low:g} to {self.high:g}" if self.low != self.high else f"always {self.low:g}"
        covered = "" if self.scored == self.rows else f", in {self.scored:,} of {self.rows:,} rows"
        return f"{show(self.name)} ({span}{covered})"


@dataclass(frozen=True, kw_only=True)
class RewardFormula:
    """The reward as a weighted sum of columns, values that are not finite left out.

    Attributes:
        terms: Name and weight of every column, in the order given.
    """

    terms: tuple[tuple[str, float], ...]

    @property
    def text(self) -> str:
        """The formula in its one written form: `a`, or `1*a - 0.5*b`."""
        (first, weight), *rest = self.terms
        if not rest and weight == 1:
            return first
        signs = (f" {'-' if w < 0 else '+'} {_number(abs(w))}*{name}" for name, w in rest)
        return f"{_number(weight)}*{first}" + "".join(signs)

    @property
    def names(self) -> tuple[str, ...]:
        """The columns, in the order given."""
        return tuple(name for name, _ in self.terms)

    @property
    def weights(self) -> list[float]:
        """The weights, in the same order."""
        return [weight for _, weight in self.terms]


def _number(value: float) -> str:
    return repr(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def parse_formula(text: str, known: Collection[str]) -> RewardFormula:
    """Read `--reward-column`: a column, or a weighted sum such as `a=1,b=0.5`.

    Args:
        text: What the user wrote.
        known: Names of all columns; a name that contains `=` or `,` is taken as it is.

    Raises:
        RewardColumnError: The text is neither.
    """
    if text in known or "=" not in text:
        return RewardFormula(terms=((text, 1.0),))
    terms: dict[str, float] = {}
    for part in text.split(","):
        name, _, weight = (piece.strip() for piece in part.rpartition("="))
        try:
            value = float(weight)
        except ValueError:
            value = math.nan
        if not name or not math.isfinite(value) or name in terms:
            raise RewardColumnError(
                f"Reward column {quoted(text)} has the term {quoted(part)}.",
                "Write a weighted sum as name=weight,name=weight, each name once: a=1,b=0.5.",
            )
        terms[name] = value
    return RewardFormula(terms=tuple(terms.items()))


def choose_reward(
    wanted: str | None,
    candidates: Mapping[str, Candidate],
    others: Mapping[str, str],
    *,
    source: str,
    default: str | None = None,
) -> RewardFormula:
    """The formula that was asked for, or the one that goes without asking.

    Args:
        wanted: A column, a weighted sum, or None.
        candidates: Columns that can be a reward, by name.
        others: What every other column holds, by name, such as `text`.
        source: The dump, for messages.
        default: Column to take when none is asked for; without one, the only candidate.

    Raises:
        RewardColumnError: The column does not exist, is not numeric, or several could be meant; lists
            the candidates with their ranges.
    """
    choice = "; ".join(str(candidates[name]) for name in sorted(candidates))
    listing = f"Columns that can be: {choice}." if candidates else "No column can be: none holds numbers."
    if wanted is None and default is not None and default in {*candidates, *others}:
        wanted = default
    if wanted is None and default is None and len(candidates) == 1:
        wanted = next(iter(candidates))
    if wanted is None:
        if not candidates:
            raise RewardColumnError(
                f"{source} has no reward column.", "Pass the folder of a run whose rewards were logged."
            )
        why = "has several columns that can be the reward" if default is None else f"has no column {default}"
        error = RewardColumnError(
            f"{source} {why}. {listing}",
            "Name one with --reward-column NAME, or a weighted sum with --reward-column a=1,b=0.5.",
        )
        error.candidates = tuple(sorted(candidates))
        raise error
    formula = parse_formula(wanted, {*candidates, *others})
    for name in formula.names:
        if name in candidates:
            continue
        if name in others:
            raise RewardColumnError(
                f"Reward column {show(name)} of {source} holds {others[name]}. {listing}",
                "Name a column of numbers with --reward-column, or log the reward as a number.",
            )
        raise RewardColumnError(
            f"{source} has no reward column {quoted(name)}. {listing}",
            did_you_mean(name, candidates) or "Name one of them with --reward-column.",
        )
    return formula
