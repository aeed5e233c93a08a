"""Tables of premiums of one slice: all features of one kind on one outcome, column by column."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rolloutdiff.stats.audit_pair_columns import TOGETHER
from rolloutdiff.stats.audit_results import NONE, OVERPAID, PAID, UNDERPAID, PremiumRow
from rolloutdiff.stats.audit_strength import lower_bound, pair_strength
from rolloutdiff.stats.panel import Booleans, Floats, Integers

Words = NDArray[np.object_]
SINGLE = "single"


@dataclass(frozen=True, kw_only=True, eq=False)
class PremiumTable:
    """m features on one outcome; NaN and None where there is nothing.

    Attributes:
        outcome: `reward`, `gold` or `gap`.
        kind: m words.
        name: m names.
        parts: m tuples of features that are counted.
        rollouts: int64[m].
        prompts: int64[m].
        premium: float64[m].
        raw: float64[m], before the median of the slice is taken away.
        beyond: float64[m], what the premium exceeds the pay of other slices.
        se: float64[m].
        crit: Placebo line.
        placebo_p: float64[m].
        others: float64[m], median premium of the other slices.
        effect: float64[m], intervention.
        effect_se: float64[m].
        strength: float64[m].
        against: bool[m], whether the premium is held against a reference.
        shadow: m names of the feature that explains this one, None for none.
        reason: m reasons.
    """

    outcome: str
    kind: tuple[str, ...]
    name: tuple[str, ...]
    parts: tuple[tuple[str, ...], ...]
    rollouts: Integers
    prompts: Integers
    premium: Floats
    raw: Floats
    beyond: Floats
    se: Floats
    crit: float
    placebo_p: Floats
    others: Floats
    effect: Floats
    effect_se: Floats
    strength: Floats
    against: Booleans
    shadow: Words
    reason: Words

    @property
    def tested(self) -> Booleans:
        """bool[m]: features whose strength is that of an intervention."""
        alone = np.array([kind != SINGLE for kind in self.kind], dtype=np.bool_) | np.isnan(self.premium)
        result: Booleans = alone & ~np.isnan(self.effect)
        return result

    @property
    def coefficient(self) -> Floats:
        """float64[m]: what the strength is the sure part of."""
        return np.where(self.tested, self.effect, self.beyond)

    @property
    def eligible(self) -> Booleans:
        """bool[m]: features that no other one explains."""
        result: Booleans = (self.shadow == np.array(None)) | self.tested
        return result

    def flagged(self, line: float) -> Words:
        """m words: `overpaid` or `underpaid` where the strength against a reference is above a line."""
        above = self.against & (self.strength > line) & self.eligible
        result = np.full(len(self.name), None, dtype=object)
        result[above & (self.coefficient > 0)] = OVERPAID
        result[above & (self.coefficient < 0)] = UNDERPAID
        return result

    def paid(self) -> Words:
        """m words: `paid` where the premium lies above 0 by more than the placebo line, else `none`."""
        sure = np.nan_to_num(lower_bound(self.premium, self.se, self.crit)) > 0
        result = np.full(len(self.name), NONE, dtype=object)
        result[sure & self.eligible] = PAID
        return result

    def rows(self, slice_name: str, status: Words) -> list[PremiumRow]:
        """The table as rows.

        Args:
            slice_name: Name of the slice.
            status: m words.
        """
        with np.errstate(divide="ignore", invalid="ignore"):
            t = np.where(self.se > 0, self.premium / self.se, np.nan)
        lower = lower_bound(self.beyond, self.se, self.crit)
        return [
            PremiumRow(
                slice=slice_name,
                kind=self.kind[i],
                feature=self.name[i],
                outcome=self.outcome,
                support_rollouts=int(self.rollouts[i]),
                support_prompts=int(self.prompts[i]),
                premium=number(self.premium[i]),
                premium_raw=number(self.raw[i]),
                se=number(self.se[i]),
                t=number(t[i]),
                crit=number(self.crit),
                lower=number(lower[i]),
                placebo_p=number(self.placebo_p[i]),
                placebo_slices=number(self.others[i]),
                effect_rm=number(self.effect[i]),
                effect_rm_se=number(self.effect_se[i]),
                strength=number(self.strength[i]),
                status=status[i],
                shadow_of=self.shadow[i],
                reason=self.reason[i],
            )
            for i in range(len(self.name))
        ]


def number(value: float) -> float | None:
    """A plain number, None for NaN."""
    return None if np.isnan(value) else float(value)


def tested_only(
    outcome: str,
    kind: tuple[str, ...],
    name: tuple[str, ...],
    rollouts: Integers,
    prompts: Integers,
    effect: Floats,
    effect_se: Floats,
    against: bool,
) -> PremiumTable:
    """Features that were put into responses, but stand in too few rollouts for a premium.

    Args:
        outcome: Outcome that the intervention speaks about.
        kind: m words.
        name: m names.
        rollouts: int64[m], rows that show each.
        prompts: int64[m], prompts that show it.
        effect: float64[m].
        effect_se: float64[m].
        against: Whether there is a reference.
    """
    m = len(name)
    nothing, none = np.full(m, np.nan), np.full(m, None, dtype=object)
    return PremiumTable(
        outcome=outcome,
        kind=kind,
        name=name,
        parts=tuple(parts_of(k, n) for k, n in zip(kind, name, strict=True)),
        rollouts=rollouts,
        prompts=prompts,
        premium=nothing,
        raw=nothing,
        beyond=nothing,
        se=nothing,
        crit=float("nan"),
        placebo_p=nothing,
        others=nothing,
        effect=effect,
        effect_se=effect_se,
        strength=pair_strength(nothing, nothing, float("nan"), effect, effect_se),
        against=np.full(m, against),
        shadow=none,
        reason=np.full(m, "rare", dtype=object),
    )


def parts_of(kind: str, name: str) -> tuple[str, ...]:
    """The features that are counted for one of this kind and name."""
    return tuple(name.split(" & ")) if kind == TOGETHER else (name,)


def joined(tables: list[PremiumTable]) -> PremiumTable:
    """Tables on one outcome, one after the other; the placebo line is that of the first."""
    parts: dict[str, Any] = {}
    for item in fields(PremiumTable):
        values = [getattr(table, item.name) for table in tables]
        if isinstance(values[0], tuple):
            parts[item.name] = tuple(word for words in values for word in words)
        else:
            parts[item.name] = np.concatenate(values) if isinstance(values[0], np.ndarray) else values[0]
    return PremiumTable(**parts)
