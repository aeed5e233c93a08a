"""From columns of a table to canonical ones: what was asked for, and what goes without asking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rolloutdiff.errors import ColumnMappingError, UsageError
from rolloutdiff.ingest.columns import CANONICAL, MEASURES, REQUIRED, TOKENS, token_sources
from rolloutdiff.ingest.reward import RewardFormula, parse_formula
from rolloutdiff.ingest.wording import did_you_mean, listed, quoted, show

# Names that trainers and their users give to the same thing.
_SYNONYMS = {
    "run": ("run_name", "experiment", "run_id"),
    "step": ("global_step", "global_steps", "training_step", "iteration", "train_step"),
    "prompt": ("input", "question", "query", "instruction", "problem", "messages", "content"),
    "response": ("completion", "output", "answer", "generation", "text", "model_response"),
    "reward": ("score", "rewards", "total_reward", "return"),
}


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What the caller of `from_table` asked for.

    Attributes:
        columns: Source column by canonical name.
        run: Name of the run for all rows; None when a column has it.
        reward: Reward column or weighted sum; None when the column `reward` is meant.
        parts: Further columns to keep as reward parts.
        step_from_name: Whether file names give the steps.
    """

    columns: Mapping[str, str]
    run: str | None
    reward: str | None
    parts: tuple[str, ...] = ()
    step_from_name: bool = False


@dataclass(frozen=True, kw_only=True)
class ColumnMap:
    """Where every canonical column comes from.

    Attributes:
        sources: Source column by canonical name, canonical columns without one left out.
        formula: The reward.
        parts: Columns kept as reward parts, terms of the formula first.
        measures: Source column by name of a measure, measures without one left out.
        tokens: Source column by name of a list of log-probabilities, lists without one left out.
    """

    sources: dict[str, str]
    formula: RewardFormula
    parts: tuple[str, ...]
    measures: dict[str, str]
    tokens: dict[str, str]

    @property
    def numbers(self) -> tuple[str, ...]:
        """Columns that are read as numbers: reward parts, then measures and lists that are none."""
        return tuple(dict.fromkeys([*self.parts, *self.measures.values(), *self.tokens.values()]))

    @property
    def shown_parts(self) -> tuple[str, ...]:
        """Parts worth a series of their own: a reward that is one column needs none beside its total."""
        return () if self.parts == (self.formula.text,) else self.parts


def check_wanted(
    columns: Mapping[str, str] | None,
    run: str | None,
    reward_column: str | None,
    reward_parts: Sequence[str],
    step_from: str,
) -> Wanted:
    """Check what the caller asked for, before any table is looked at.

    Raises:
        ColumnMappingError: A canonical name does not exist.
        UsageError: Two arguments say the same thing, or one has an unknown value.
    """
    given = dict(columns or {})
    known = (*CANONICAL, *MEASURES, *TOKENS, "reward")
    for name in given:
        if name not in known:
            raise ColumnMappingError(
                f"{quoted(name)} is no canonical column.",
                did_you_mean(name, known) or f"Canonical columns are {', '.join(known)}.",
            )
    if step_from not in ("column", "file_name"):
        raise UsageError(f"step_from is {step_from!r}.", "Give column or file_name.")
    if run is not None and "run" in given:
        raise UsageError("The run is given by name and by column.", "Give one of the two.")
    reward = given.pop("reward", None)
    if reward is not None and reward_column is not None:
        raise UsageError("The reward is mapped and given as reward column.", "Give one of the two.")
    return Wanted(
        columns=given,
        run=run,
        reward=reward if reward_column is None else reward_column,
        parts=tuple(reward_parts),
        step_from_name=step_from == "file_name",
    )


def map_columns(wanted: Wanted, available: Sequence[str], source: str, *, dotted: bool = False) -> ColumnMap:
    """Find the source of every canonical column; a column of a canonical name is its own source.

    Args:
        wanted: What was asked for.
        available: Columns of the table.
        source: The table, for messages.
        dotted: Whether `a.b` may mean the member `b` inside column `a`.

    Raises:
        ColumnMappingError: A column that is needed does not exist, or exists twice.
    """
    twice = sorted({name for name in available if list(available).count(name) > 1})

    def check(name: str, meant: str) -> str:
        if name in twice:
            raise ColumnMappingError(f"{source} has two columns {show(name)}.", "Rename one of them.")
        if name not in available and not (dotted and name.split(".")[0] in available):
            raise ColumnMappingError(
                f"{source} has no column {quoted(name)} for {meant}; it has {listed(list(available))}.",
                did_you_mean(name, available) or "Name one of them.",
            )
        return name

    sources = {canonical: check(name, canonical) for canonical, name in wanted.columns.items()}
    for canonical in (*CANONICAL, *MEASURES):
        if canonical not in sources and canonical in available:
            sources[canonical] = check(canonical, canonical)
    for canonical, name in token_sources(available).items():
        sources.setdefault(canonical, check(name, canonical))
    if wanted.run is not None:
        sources.pop("run", None)
    if wanted.step_from_name:
        sources.pop("step", None)
    for canonical in REQUIRED:
        free = (canonical == "run" and wanted.run is not None) or (
            canonical == "step" and wanted.step_from_name
        )
        if canonical not in sources and not free:
            raise _missing(canonical, available, source)
    if wanted.reward is None and "reward" not in available:
        raise _missing("reward", available, source)
    formula = parse_formula(wanted.reward or "reward", available)
    for name in (*formula.names, *wanted.parts):
        check(name, "the reward")
    return ColumnMap(
        sources={name: sources[name] for name in CANONICAL if name in sources},
        formula=formula,
        parts=tuple(dict.fromkeys([*formula.names, *wanted.parts])),
        measures={name: sources[name] for name in MEASURES if name in sources},
        tokens={name: sources[name] for name in TOKENS if name in sources},
    )


def number_places(
    numbers: Sequence[str], formula: RewardFormula, measures: Mapping[str, str], tokens: Mapping[str, str]
) -> dict[str, Any]:
    """Where the stage files that read dumps find numbers, as their parameters; places count from 1.

    Args:
        numbers: Names of the columns that are read as numbers.
        formula: The reward; terms that are not among the numbers are left out.
        measures: Source column by name of a measure; one that is not among the numbers is left out.
        tokens: The same of lists of log-probabilities.
    """
    place = {name: i for i, name in enumerate(numbers, 1)}
    terms = [(place[name], weight) for name, weight in formula.terms if name in place]
    measure_at = [place.get(measures[name]) if name in measures else None for name in MEASURES]
    term_at = [at for at, _ in terms]
    return {
        "part_names": list(numbers),
        "term_at": term_at,
        "weights": [weight for _, weight in terms],
        "measure_at": measure_at,
        "tokens_at": [place.get(tokens[name]) if name in tokens else None for name in TOKENS],
        "checked_at": list(dict.fromkeys([*term_at, *(at for at in measure_at if at is not None)])),
    }


def suggestion(available: Sequence[str]) -> dict[str, str]:
    """A mapping that may be meant, from names only."""
    folded = {name.casefold(): name for name in available}
    return {
        canonical: next(folded[s] for s in (canonical, *synonyms) if s in folded)
        for canonical, synonyms in _SYNONYMS.items()
        if any(s in folded for s in (canonical, *synonyms))
    }


def _missing(canonical: str, available: Sequence[str], source: str) -> ColumnMappingError:
    near = suggestion(available).get(canonical)
    guess = did_you_mean(canonical, available)
    if near is not None:
        guess = f"Did you mean {show(near)}?"
    if canonical == "run":
        remedy = 'Name the run: --run NAME (run="NAME").'
    elif canonical == "step":
        remedy = "Map it with --columns step=NAME, or take it from file names with --step-from file_name."
    else:
        remedy = f"Map it with --columns {canonical}=NAME (columns={{{canonical!r}: NAME}})."
    return ColumnMappingError(
        f"{source} has no column for {canonical}; it has {listed(list(available))}.",
        f"{guess} {remedy}".strip(),
    )
