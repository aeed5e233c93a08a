"""From premiums to strengths, risks and corrections."""

from __future__ import annotations

import numpy as np

from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.panel import Booleans, Floats

# Standard errors that an intervention needs, beside the premium of a single feature, and of an interaction.
SINGLE_BOUND = 2.0
PAIR_BOUND = 4.0
# Standard errors beyond which another slice is believed to pay for a pair too.
OTHERS_BOUND = 2.0
# Fewest features that have a usual premium.
FEWEST_FEATURES = 8


def lower_bound(value: Floats, se: Floats, line: float | Floats) -> Floats:
    """float64[m]: value drawn to 0 by line standard errors, at most to 0; NaN where one is missing."""
    # Adding zero makes -0.0 the one zero: some releases of DuckDB store both as the same, others do not.
    result: Floats = np.sign(value) * np.maximum(np.abs(value) - line * se, 0.0) + 0.0
    return result


def level(premium: Floats) -> float:
    """Median premium of the features of one slice, 0 with fewer than eight of them.

    Where responses have a fixed length, the occurrences of all features in one add up to a constant: the data
    tell the pay of a feature only in comparison with the others, and the ridge puts the mean of all at 0. The
    median puts that of the usual feature there instead, whatever a few are paid.

    Args:
        premium: float64[m], NaN where there is none.
    """
    known = premium[~np.isnan(premium)]
    return float(np.median(known)) if len(known) >= FEWEST_FEATURES else 0.0


def of_the_others(values: Floats) -> Floats:
    """float64[S, m]: median over the other slices that have a value; NaN where none has."""
    result = np.full(values.shape, np.nan)
    for place in range(len(values)):
        others = np.delete(values, place, axis=0)
        some = (~np.isnan(others)).any(axis=0)
        result[place, some] = np.nanmedian(others[:, some], axis=0)
    return result


def beyond_others(value: Floats, others: Floats) -> Floats:
    """float64[m]: value minus what the other slices pay with the same sign, never beyond 0.

    Args:
        value: float64[m], premiums of a slice.
        others: float64[m], what others surely pay; NaN for nothing.
    """
    shared = np.where(np.sign(others) == np.sign(value), others, 0.0)
    shared = np.clip(np.nan_to_num(shared), np.minimum(value, 0.0), np.maximum(value, 0.0))
    result: Floats = value - shared
    return result


def single_strength(premium: Floats, se: Floats, crit: float, effect: Floats | None = None) -> Floats:
    """Strength of single features: the part of the premium that is sure.

    Without interventions max(|w| - crit se, 0). With them the smaller of max(|w| - 2 se, 0) and |effect|,
    0 where the two differ in sign; a feature that was not tested keeps the strength without.

    Args:
        premium: float64[m], w.
        se: float64[m].
        crit: Placebo line.
        effect: float64[m], change of the reward when the feature is put in; NaN where not tested.

    Returns:
        float64[m], 0 where there is no premium.
    """
    alone = np.nan_to_num(np.abs(lower_bound(premium, se, crit)))
    if effect is None:
        return alone
    both = np.minimum(np.nan_to_num(np.abs(lower_bound(premium, se, SINGLE_BOUND))), np.abs(effect))
    agreed = np.where(np.sign(effect) == np.sign(premium), both, 0.0)
    return np.where(np.isnan(effect), alone, agreed)


def pair_strength(
    premium: Floats,
    se: Floats,
    crit: float,
    effect: Floats | None = None,
    effect_se: Floats | None = None,
) -> Floats:
    """Strength of interactions: max(|d| - crit se, 0); where tested, max(|m| - 4 se, 0) of the intervention.

    Args:
        premium: float64[q], d.
        se: float64[q].
        crit: Placebo line.
        effect: float64[q], interaction m found by intervention; NaN where not tested.
        effect_se: float64[q].

    Returns:
        float64[q], 0 where there is no premium.
    """
    alone = np.nan_to_num(np.abs(lower_bound(premium, se, crit)))
    if effect is None or effect_se is None:
        return alone
    tested = np.nan_to_num(np.abs(lower_bound(effect, effect_se, PAIR_BOUND)))
    return np.where(np.isnan(effect), alone, tested)


def risk(strength: float, settings: AuditSettings) -> float:
    """1 - exp(-strength / risk_scale)."""
    return float(-np.expm1(-max(strength, 0.0) / settings.risk_scale))


def strongest(strength: Floats, eligible: Booleans) -> tuple[float, int]:
    """The largest eligible strength and its place, 0 and -1 without one above 0."""
    size = np.where(eligible, np.nan_to_num(strength), 0.0)
    if not len(size) or size.max() <= 0:
        return 0.0, -1
    return float(size.max()), int(size.argmax())
