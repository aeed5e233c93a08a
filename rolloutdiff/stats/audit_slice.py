"""Premiums of one slice on one or several outcomes, before slices are compared."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_design import Design, Groups
from rolloutdiff.stats.audit_fold import Fold, fold_singles
from rolloutdiff.stats.audit_pair_columns import PairColumns, pair_columns
from rolloutdiff.stats.audit_pairs import PairPremiums, pair_placebos, pair_premiums
from rolloutdiff.stats.audit_placebo import permutations
from rolloutdiff.stats.audit_premium import (
    SinglePremiums,
    single_design,
    single_placebo,
    single_premiums,
    with_presence,
)
from rolloutdiff.stats.audit_rows import AuditColumns, SliceRows, comparable, usable
from rolloutdiff.stats.panel import Floats

REWARD, GOLD, GAP = "reward", "gold", "gap"


@dataclass(frozen=True, kw_only=True, eq=False)
class OutcomeEstimate:
    """Premiums on one outcome.

    Attributes:
        y: float64[n], outcome, centred in groups.
        singles: Premiums of the kept features.
        pairs: Premiums of the pairs, given the features.
        single_placebo: float64[draws], largest |t| of features in the placebo draws; none on gold.
        pair_placebo: float64[draws], the same of pairs.
    """

    y: Floats
    singles: SinglePremiums
    pairs: PairPremiums
    single_placebo: Floats
    pair_placebo: Floats


@dataclass(frozen=True, kw_only=True, eq=False)
class Estimate:
    """What one set of rows of a slice says.

    Attributes:
        name: Name of the slice.
        reason: Why there is nothing: `no_rows` (none that can be compared inside a group), `no_features`;
            else None.
        reasons: By outcome, why that one has no premiums: `constant`, `no_gold`.
        fold: Choice of features.
        design: Columns of the joint fit.
        pair_design: Columns that are held fixed for pairs.
        columns: Pairs.
        adjacent: float64 CSR array [n, Q], occurrences of all neighbours in the rows that were fitted.
        outcomes: Premiums by outcome.
    """

    name: str
    reason: str | None = None
    reasons: dict[str, str] = field(default_factory=dict)
    fold: Fold | None = None
    design: Design | None = None
    pair_design: Design | None = None
    columns: PairColumns | None = None
    adjacent: sparse.csr_array | None = None
    outcomes: dict[str, OutcomeEstimate] = field(default_factory=dict)

    def why(self, outcome: str) -> str | None:
        """Why an outcome has no premiums; None when it has."""
        return self.reason or self.reasons.get(outcome)


def estimate_slice(rows: SliceRows, columns: AuditColumns, settings: AuditSettings) -> dict[str, Estimate]:
    """Premiums of a slice on the reward and, where gold is known, on gold and on the gap between the two.

    Where gold is known for some of the rows only, gold and gap are fitted on those alone.

    Args:
        rows: Rows of the slice.
        columns: Names and ranks of the columns.
        settings: Penalties and limits.

    Returns:
        The estimate that speaks for each of the three outcomes.
    """
    every = comparable(rows, with_gold=False)
    if usable(every.gold, len(every.reward)).all() and len(every.reward):
        one = _estimate(every, (REWARD, GOLD, GAP), columns, settings)
        return {outcome: one for outcome in (REWARD, GOLD, GAP)}
    paid = _estimate(every, (REWARD,), columns, settings)
    known = comparable(rows, with_gold=True)
    if len(known.reward):
        judged = _estimate(known, (GOLD, GAP), columns, settings)
    else:
        judged = Estimate(name=rows.name, reasons={GOLD: "no_gold", GAP: "no_gold"})
    return {REWARD: paid, GOLD: judged, GAP: judged}


def seed_of(settings: AuditSettings, *names: str) -> np.random.SeedSequence:
    """Seed of the draws for one slice and purpose, whatever other slices there are."""
    digest = hashlib.sha256("\x1f".join(names).encode()).digest()
    return np.random.SeedSequence([settings.seed, int.from_bytes(digest[:8], "big")])


def _estimate(
    rows: SliceRows, wanted: tuple[str, ...], columns: AuditColumns, settings: AuditSettings
) -> Estimate:
    if not len(rows.reward):
        return Estimate(name=rows.name, reason="no_rows")
    groups = Groups(group=rows.group, cluster=rows.cluster)
    centred: dict[str, Floats] = {}
    reasons: dict[str, str] = {}
    for outcome in wanted:
        values = outcome_values(rows, outcome) / settings.reward_unit
        y = groups.centre(values)
        if np.abs(y).max() <= 1e-12 * max(float(np.abs(values).max()), 1.0):
            reasons[outcome] = "constant"
        else:
            centred[outcome] = y
    if not centred:
        return Estimate(name=rows.name, reasons=reasons)
    fold = fold_singles(groups, rows.counts, columns.rank, columns.names, list(centred.values()), settings)
    counts = rows.counts[:, fold.kept]
    names = tuple(columns.names[i] for i in fold.kept)
    pairs = pair_columns(groups, counts, names, rows.adjacent, columns.adjacent, settings)
    if not len(names) and not len(pairs.name):
        return Estimate(name=rows.name, reason="no_features", reasons=reasons, fold=fold)
    design = single_design(groups, counts, rows.nuisance, settings)
    wider = with_presence(design, counts, settings)
    outcomes = _outcomes(rows.name, centred, design, wider, len(names), pairs, settings)
    return Estimate(
        name=rows.name,
        reasons=reasons,
        fold=fold,
        design=design,
        pair_design=wider,
        columns=pairs,
        adjacent=rows.adjacent,
        outcomes=outcomes,
    )


def outcome_values(rows: SliceRows, outcome: str) -> Floats:
    """float64[n]: `reward`, `gold` or `gap`, which is reward minus gold."""
    if outcome == REWARD or rows.gold is None:
        return rows.reward
    return rows.gold if outcome == GOLD else rows.reward - rows.gold


def _outcomes(
    name: str,
    centred: dict[str, Floats],
    design: Design,
    wider: Design,
    features: int,
    columns: PairColumns,
    settings: AuditSettings,
) -> dict[str, OutcomeEstimate]:
    singles = {outcome: single_premiums(design, y, features) for outcome, y in centred.items()}
    left = {outcome: y - wider.fitted(wider.coefficients(y)) for outcome, y in centred.items()}
    found = pair_premiums(wider, columns, list(left.values()), settings)
    pairs = dict(zip(centred, found, strict=True))
    # Gold is what premiums are held against and needs no line of its own.
    judged = [outcome for outcome in centred if outcome != GOLD]
    drawn = permutations(design.groups, settings.placebo_draws, seed_of(settings, name))
    chance = pair_placebos(
        wider,
        columns,
        [left[outcome] for outcome in judged],
        [pairs[outcome] for outcome in judged],
        drawn,
        settings,
    )
    none = np.empty(0)
    by_pair = dict(zip(judged, chance, strict=True))
    return {
        outcome: OutcomeEstimate(
            y=y,
            singles=singles[outcome],
            pairs=pairs[outcome],
            single_placebo=single_placebo(design, singles[outcome].residual, features, drawn)
            if outcome in judged
            else none,
            pair_placebo=by_pair.get(outcome, none),
        )
        for outcome, y in centred.items()
    }
