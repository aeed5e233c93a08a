"""The reward audit of one window: which features the reward overpays, slice by slice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_comparison import Comparison, PairKey
from rolloutdiff.stats.audit_results import BY_GOLD, BY_SLICES, Interventions, SliceAudit
from rolloutdiff.stats.audit_rows import AuditColumns, SliceRows
from rolloutdiff.stats.audit_slice import GAP, GOLD, REWARD, Estimate, estimate_slice
from rolloutdiff.stats.audit_strength import OTHERS_BOUND, level, lower_bound, of_the_others
from rolloutdiff.stats.audit_verdict import judge_slice
from rolloutdiff.stats.panel import Floats


def audit_slices(
    slices: Sequence[SliceRows],
    columns: AuditColumns,
    settings: AuditSettings,
    interventions: Mapping[str, Interventions] | None = None,
) -> list[SliceAudit]:
    """Audits the slices of one window together.

    A premium on the reward alone is only pay. It is overpay against a reference: gold where it is known in
    the slice, else the other slices. Against gold the premium on the gap (reward minus gold) counts as it
    is; against slices what a premium exceeds the pay that other slices surely give for the same: the median
    over those that have the feature, of premiums drawn to 0 by two standard errors. Without either, features
    are paid and never overpaid. Where there are several slices, the premiums of single features are taken
    minus the median over the features of their slice (`level`).

    Args:
        slices: Rows of every slice, all over the same columns.
        columns: Names and ranks of the columns.
        settings: Penalties, limits and lines.
        interventions: Interventions by name of the slice; None for none.

    Returns:
        One audit per slice, in the order given. Each but for the comparison depends on its own rows alone.
    """
    estimates = [estimate_slice(rows, columns, settings) for rows in slices]
    several = len(slices) > 1
    premium = {o: _premiums(estimates, o, len(columns.names), several) for o in (REWARD, GOLD, GAP)}
    sure = of_the_others(lower_bound(*premium[REWARD], OTHERS_BOUND))
    effects = _tested(slices, interventions or {})
    result = []
    for place, estimate in enumerate(estimates):
        by_gold = estimate[GAP].why(GAP) in (None, "constant")
        comparison = Comparison(
            reference=BY_GOLD if by_gold else BY_SLICES if several else None,
            several=several,
            others={outcome: of_the_others(values)[place] for outcome, (values, _) in premium.items()},
            sure=sure[place],
            pair_sure=_pairs_of_others(estimates, place),
            effects=effects[place],
        )
        result.append(judge_slice(slices[place].name, estimate, comparison, columns, settings))
    return result


def _premiums(
    estimates: list[dict[str, Estimate]], outcome: str, columns: int, several: bool
) -> tuple[Floats, Floats]:
    """float64[S, P] twice: premium of every feature and its standard error.

    A feature that goes with another has that one's, times the ratio of their occurrences.
    """
    shape = (len(estimates), columns)
    premium, se = np.full(shape, np.nan), np.full(shape, np.nan)
    for place, by_outcome in enumerate(estimates):
        estimate = by_outcome[outcome]
        if estimate.fold is None or outcome not in estimate.outcomes:
            continue
        found, fold = estimate.outcomes[outcome].singles, estimate.fold
        own, error = np.full(columns, np.nan), np.full(columns, np.nan)
        own[fold.kept] = found.premium - (level(found.premium) if several else 0.0)
        error[fold.kept] = found.se
        led = np.flatnonzero(fold.leader >= 0)
        premium[place, led] = own[fold.leader[led]] * fold.ratio[led]
        se[place, led] = error[fold.leader[led]] * np.abs(fold.ratio[led])
    return premium, se


def _pairs_of_others(estimates: list[dict[str, Estimate]], place: int) -> dict[PairKey, float]:
    """By pair: median over the other slices of what each surely pays for it, those that have it."""
    sure: dict[PairKey, list[float]] = {}
    for other, by_outcome in enumerate(estimates):
        estimate = by_outcome[REWARD]
        if other == place or estimate.columns is None or REWARD not in estimate.outcomes:
            continue
        found = estimate.outcomes[REWARD].pairs
        bound = lower_bound(found.premium, found.se, OTHERS_BOUND)
        for key, value in zip(
            zip(estimate.columns.kind, estimate.columns.name, strict=True), bound, strict=True
        ):
            if not np.isnan(value):
                sure.setdefault(key, []).append(float(value))
    return {key: float(np.median(values)) for key, values in sure.items()}


def _tested(
    slices: Sequence[SliceRows], interventions: Mapping[str, Interventions]
) -> list[Interventions | None]:
    """Interventions of every slice, minus the median over the slices in which the same was tested."""
    given = [interventions.get(rows.name) for rows in slices]
    known = [one for one in given if one is not None]
    if len(known) < 2:
        return given
    single = {
        name: float(np.median([one.single[name][0] for one in known if name in one.single]))
        for name in {name for one in known for name in one.single}
    }
    pair = {
        key: float(np.median([one.pair[key][0] for one in known if key in one.pair]))
        for key in {key for one in known for key in one.pair}
    }
    return [
        None
        if one is None
        else Interventions(
            single={name: (effect - single[name], se) for name, (effect, se) in one.single.items()},
            pair={key: (effect - pair[key], se) for key, (effect, se) in one.pair.items()},
        )
        for one in given
    ]
