"""Forward peeling: pairs that are paid, told from those that only go along with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_design import Design, centred_gram
from rolloutdiff.stats.audit_pair_columns import PairColumns
from rolloutdiff.stats.audit_pairs import PairPremiums, pair_premiums
from rolloutdiff.stats.panel import Booleans, Floats, Integers

# Most pairs that are peeled from one slice.
MOST = 20
# Pairs with a smaller |t| at first are looked at again only when no other pair passes.
ASIDE = 2.0

Strength = Callable[[Floats, Floats], Floats]


@dataclass(frozen=True, kw_only=True, eq=False)
class Peeled:
    """Outcome of a peeling of q pairs.

    Attributes:
        selected: int64[k], pairs that pass, in the order in which they were found.
        leader: int64[q], for pairs that passed at first, but not beside the selected ones, the selected
            pair that they correlate most with; -1 for others.
    """

    selected: Integers
    leader: Integers


def peel(
    design: Design,
    columns: PairColumns,
    first: PairPremiums,
    y: Floats,
    strength: Strength,
    line: float,
    settings: AuditSettings,
) -> Peeled:
    """Adds the pairs that pass to the fit one by one, until none does.

    In each round the passing pair with the largest |t| joins the columns that are held fixed, and all others
    are estimated anew. At the end a selected pair that does not pass beside the other selected ones is
    dropped again, the weakest first.

    Args:
        design: Columns of the single features.
        columns: Pairs.
        first: Their premiums beside the single features.
        y: float64[n], outcome, centred in groups.
        strength: float64[q] of the strengths, from premiums and standard errors of all pairs.
        line: A pair passes when its strength is above this.
        settings: Penalties.

    Returns:
        What was selected, and what it explains.
    """
    passed_first = passing(first, strength, line)
    near = np.flatnonzero(np.nan_to_num(np.abs(first.t)) >= ASIDE)
    selected: list[int] = []
    found, passes = first, passed_first
    while passes.any() and len(selected) < MOST:
        size = np.where(passes, np.nan_to_num(np.abs(found.t)), -1.0)
        selected.append(int(size.argmax()))
        found = beside(design, columns, selected, np.setdiff1d(near, selected), y, settings)
        passes = passing(found, strength, line)
        if not passes.any():
            every = np.setdiff1d(np.arange(len(columns.name)), selected)
            found = beside(design, columns, selected, every, y, settings)
            passes = passing(found, strength, line)
    selected = _confirmed(design, columns, selected, y, strength, line, settings)
    leader = np.full(len(columns.name), -1, dtype=np.int64)
    if selected:
        shadow = passed_first.copy()
        shadow[selected] = False
        leader[shadow] = _closest(design, columns, np.flatnonzero(shadow), selected)
    return Peeled(selected=np.array(selected, dtype=np.int64), leader=leader)


def passing(found: PairPremiums, strength: Strength, line: float) -> Booleans:
    """bool[q]: pairs whose strength is above the line."""
    result: Booleans = strength(found.premium, found.se) > line
    return result


def with_pairs(design: Design, columns: PairColumns, chosen: list[int], settings: AuditSettings) -> Design:
    """The design with some pairs added at its end."""
    if not chosen:
        return design
    added = sparse.csr_array(columns.z[:, chosen])
    return Design(
        groups=design.groups,
        x=sparse.csr_array(sparse.hstack([design.x, added], format="csr")),
        penalty=np.concatenate([design.penalty, np.full(len(chosen), settings.pair_penalty)]),
    )


def beside(
    design: Design,
    columns: PairColumns,
    selected: list[int],
    wanted: Integers,
    y: Floats,
    settings: AuditSettings,
) -> PairPremiums:
    """Premiums of wanted pairs beside all selected ones; of a selected pair beside the other selected ones.

    Args:
        design: Columns of the single features.
        columns: q pairs.
        selected: Pairs that are held fixed.
        wanted: int64[w], pairs to estimate.
        y: float64[n], outcome, centred in groups.
        settings: Penalties.

    Returns:
        Premiums of all q pairs, NaN for those not wanted.
    """
    q = len(columns.name)
    premium, se = np.full(q, np.nan), np.full(q, np.nan)
    reason = np.full(q, None, dtype=object)
    others = np.setdiff1d(wanted, np.array(selected, dtype=np.int64))
    parts = [(selected, others)] + [
        ([other for other in selected if other != pair], np.array([pair], dtype=np.int64))
        for pair in selected
        if pair in wanted
    ]
    for fixed, pairs in parts:
        wider = with_pairs(design, columns, fixed, settings)
        residual = y - wider.fitted(wider.coefficients(y))
        found = pair_premiums(wider, columns.take(pairs), [residual], settings)[0]
        premium[pairs], se[pairs], reason[pairs] = found.premium, found.se, found.reason
    return PairPremiums(premium=premium, se=se, reason=reason)


def _confirmed(
    design: Design,
    columns: PairColumns,
    selected: list[int],
    y: Floats,
    strength: Strength,
    line: float,
    settings: AuditSettings,
) -> list[int]:
    while selected:
        place = np.array(selected, dtype=np.int64)
        found = beside(design, columns, selected, place, y, settings)
        size = strength(found.premium, found.se)[place]
        if (size > line).all():
            break
        selected = [pair for pair in selected if pair != selected[int(size.argmin())]]
    return selected


def _closest(design: Design, columns: PairColumns, pairs: Integers, selected: list[int]) -> Integers:
    z = sparse.csr_array(columns.z[:, [*pairs, *selected]])
    gram = centred_gram(design.groups, z, design.groups.means(z))
    size = np.sqrt(np.maximum(np.diag(gram), 1e-300))
    correlation = np.abs(gram[: len(pairs), len(pairs) :]) / np.outer(size[: len(pairs)], size[len(pairs) :])
    result: Integers = np.array(selected, dtype=np.int64)[correlation.argmax(axis=1)]
    return result
