"""Tables of the premiums of one slice, held against gold or against the other slices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_pair_columns import ADJACENT
from rolloutdiff.stats.audit_peeling import beside, peel
from rolloutdiff.stats.audit_placebo import placebo_line, placebo_share
from rolloutdiff.stats.audit_premium import ratio
from rolloutdiff.stats.audit_results import BY_GOLD, BY_SLICES, Interventions
from rolloutdiff.stats.audit_rows import AuditColumns
from rolloutdiff.stats.audit_slice import GAP, GOLD, REWARD, Estimate
from rolloutdiff.stats.audit_strength import beyond_others, level, pair_strength, single_strength
from rolloutdiff.stats.audit_table import SINGLE, PremiumTable, joined, parts_of, tested_only
from rolloutdiff.stats.panel import Floats

PairKey = tuple[str, str]


@dataclass(frozen=True, kw_only=True, eq=False)
class Comparison:
    """What the premiums of a slice are held against.

    Attributes:
        reference: `gold`, `slices` or None.
        several: Whether there are several slices.
        others: By outcome float64[P], median premium in the other slices.
        sure: float64[P], what the other slices surely pay; NaN where none has the feature.
        pair_sure: By kind and name of a pair, the same.
        effects: Interventions of the slice.
    """

    reference: str | None
    several: bool
    others: Mapping[str, Floats]
    sure: Floats
    pair_sure: Mapping[PairKey, float]
    effects: Interventions | None

    @property
    def leading(self) -> str:
        """The outcome whose premiums are judged."""
        return GAP if self.reference == BY_GOLD else REWARD


def single_tables(
    estimates: Mapping[str, Estimate],
    comparison: Comparison,
    columns: AuditColumns,
    settings: AuditSettings,
) -> dict[str, PremiumTable]:
    """By outcome, the premiums of the features of the joint fit.

    Args:
        estimates: Estimate by outcome.
        comparison: What the premiums are held against.
        columns: Names of the features.
        settings: Quantile of the placebo line.
    """
    tables = {}
    for outcome in (REWARD, GOLD, GAP):
        estimate = estimates[outcome]
        if outcome not in estimate.outcomes or estimate.fold is None:
            continue
        fold, found = estimate.fold, estimate.outcomes[outcome].singles
        placebo = estimate.outcomes[outcome].single_placebo
        crit = placebo_line(placebo, settings.placebo_quantile)
        kept = fold.kept
        names = tuple(columns.names[i] for i in kept)
        premium = found.premium - (level(found.premium) if comparison.several else 0.0)
        beyond = premium
        against = np.full(len(kept), outcome == comparison.leading and comparison.reference is not None)
        reason = np.full(len(kept), None, dtype=object)
        if comparison.reference == BY_SLICES and outcome == REWARD:
            compared = ~np.isnan(comparison.sure[kept])
            beyond = beyond_others(premium, comparison.sure[kept])
            against &= compared
            reason[~compared] = "one_slice"
        effect, effect_se = _effects(comparison, [(SINGLE, name) for name in names], outcome)
        tables[outcome] = PremiumTable(
            outcome=outcome,
            kind=(SINGLE,) * len(kept),
            name=names,
            parts=tuple((name,) for name in names),
            rollouts=fold.rollouts[kept],
            prompts=fold.prompts[kept],
            premium=premium,
            raw=found.premium,
            beyond=beyond,
            se=found.se,
            crit=crit,
            placebo_p=placebo_share(placebo, found.t),
            others=comparison.others[outcome][kept],
            effect=effect,
            effect_se=effect_se,
            strength=single_strength(beyond, found.se, crit, effect),
            against=against,
            shadow=np.full(len(kept), None, dtype=object),
            reason=reason,
        )
    return tables


def pair_tables(
    estimates: Mapping[str, Estimate], comparison: Comparison, settings: AuditSettings
) -> dict[str, PremiumTable]:
    """By outcome, the premiums of pairs, after those that pass on the leading outcome were peeled.

    Args:
        estimates: Estimate by outcome.
        comparison: What the premiums are held against.
        settings: Line of pairs and quantile of the placebo line.
    """
    leading = comparison.leading
    selected, shadow = _peel(estimates[leading], comparison, settings)
    tables = {}
    for outcome in (REWARD, GOLD, GAP):
        estimate = estimates[outcome]
        if outcome not in estimate.outcomes or estimate.pair_design is None or estimate.columns is None:
            continue
        pairs, found = estimate.columns, estimate.outcomes[outcome]
        keys = list(zip(pairs.kind, pairs.name, strict=True))
        fixed = [i for i, key in enumerate(keys) if key in selected]
        every = np.arange(len(keys), dtype=np.int64)
        final = beside(estimate.pair_design, pairs, fixed, every, found.y, settings) if fixed else found.pairs
        crit = placebo_line(found.pair_placebo, settings.placebo_quantile)
        compared = _compared(keys, comparison, outcome)
        beyond = beyond_others(final.premium, compared)
        effect, effect_se = _effects(comparison, keys, outcome)
        tables[outcome] = PremiumTable(
            outcome=outcome,
            kind=pairs.kind,
            name=pairs.name,
            parts=pairs.parts,
            rollouts=pairs.rollouts,
            prompts=pairs.prompts,
            premium=final.premium,
            raw=final.premium,
            beyond=beyond,
            se=final.se,
            crit=crit,
            placebo_p=placebo_share(found.pair_placebo, ratio(final.premium, final.se)),
            others=_of(keys, comparison.pair_sure if outcome == REWARD else {}),
            effect=effect,
            effect_se=effect_se,
            strength=pair_strength(beyond, final.se, crit, effect, effect_se),
            against=np.full(len(keys), outcome == leading and comparison.reference is not None),
            shadow=np.array([shadow.get(key) for key in keys], dtype=object),
            reason=final.reason,
        )
    return tables


def _peel(
    estimate: Estimate, comparison: Comparison, settings: AuditSettings
) -> tuple[set[PairKey], dict[PairKey, str]]:
    """Pairs that pass on the leading outcome, and by pair the one that explains it."""
    outcome = comparison.leading
    if outcome not in estimate.outcomes or estimate.pair_design is None or estimate.columns is None:
        return set(), {}
    pairs, found = estimate.columns, estimate.outcomes[outcome]
    keys = list(zip(pairs.kind, pairs.name, strict=True))
    compared = _compared(keys, comparison, outcome)
    crit = placebo_line(found.pair_placebo, settings.placebo_quantile)

    def strength(premium: Floats, se: Floats) -> Floats:
        return pair_strength(beyond_others(premium, compared), se, crit)

    peeled = peel(estimate.pair_design, pairs, found.pairs, found.y, strength, settings.flag_pair, settings)
    explained = np.flatnonzero(peeled.leader >= 0)
    return {keys[i] for i in peeled.selected}, {keys[i]: pairs.name[peeled.leader[i]] for i in explained}


def add_tested(
    tables: dict[str, PremiumTable],
    kind: str,
    estimate: Estimate,
    comparison: Comparison,
    columns: AuditColumns,
) -> None:
    """Adds what was tested by intervention and has no premium to the table of the leading outcome."""
    if comparison.effects is None:
        return
    outcome = comparison.leading
    known = set(tables[outcome].name) if outcome in tables else set()
    if kind == SINGLE:
        if estimate.fold is not None:
            known |= {columns.names[i] for i in np.flatnonzero(estimate.fold.leader >= 0)}
        keys = [(SINGLE, name) for name in comparison.effects.single if name not in known]
    else:
        keys = [key for key in comparison.effects.pair if key[1] not in known]
    if not keys:
        return
    effect, effect_se = _effects(comparison, keys, outcome)
    shown = np.array([_support(estimate, columns, key) for key in keys], dtype=np.int64)
    added = tested_only(
        outcome,
        tuple(key[0] for key in keys),
        tuple(key[1] for key in keys),
        shown[:, 0],
        shown[:, 1],
        effect,
        effect_se,
        comparison.reference is not None,
    )
    tables[outcome] = joined([tables[outcome], added]) if outcome in tables else added


def _support(estimate: Estimate, columns: AuditColumns, key: PairKey) -> tuple[int, int]:
    """Rows and prompts of the fit that show a feature without a premium; 0 where it has no column."""
    kind, name = key
    if estimate.fold is None:
        return 0, 0
    if kind == SINGLE:
        if name not in columns.names:
            return 0, 0
        column = columns.names.index(name)
        return int(estimate.fold.rollouts[column]), int(estimate.fold.prompts[column])
    if estimate.design is None:
        return 0, 0
    kept = [columns.names[i] for i in estimate.fold.kept]
    parts = parts_of(kind, name)
    shown = np.zeros(len(estimate.design.groups.group), dtype=np.bool_)
    if kind == ADJACENT:
        if estimate.adjacent is not None and name in columns.adjacent:
            shown = estimate.adjacent[:, [columns.adjacent.index(name)]].toarray()[:, 0] != 0
    elif all(part in kept for part in parts):
        counts = estimate.design.x[:, [kept.index(part) for part in parts]].toarray()
        shown = (counts != 0).all(axis=1)
    return int(shown.sum()), len(np.unique(estimate.design.groups.cluster[shown]))


def _compared(keys: list[PairKey], comparison: Comparison, outcome: str) -> Floats:
    """float64[q]: what the other slices surely pay for every pair, NaN where that does not count."""
    counts = comparison.reference == BY_SLICES and outcome == REWARD
    return _of(keys, comparison.pair_sure if counts else {})


def _of(keys: list[PairKey], values: Mapping[PairKey, float]) -> Floats:
    return np.array([values.get(key, np.nan) for key in keys], dtype=np.float64)


def _effects(comparison: Comparison, keys: list[PairKey], outcome: str) -> tuple[Floats, Floats]:
    """float64[m] twice: interventions and their standard errors, which are about the reward."""
    none = (np.nan, np.nan)
    given = comparison.effects
    if given is None or outcome == GOLD:
        found = [none] * len(keys)
    else:
        found = [
            given.single.get(name, none) if kind == SINGLE else given.pair.get((kind, name), none)
            for kind, name in keys
        ]
    table = np.array(found, dtype=np.float64).reshape(len(keys), 2)
    return table[:, 0], table[:, 1]
