"""The output of the reward audit for one slice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

OVERPAID, UNDERPAID, PAID, NONE = "overpaid", "underpaid", "paid", "none"
BY_GOLD, BY_SLICES = "gold", "slices"


@dataclass(frozen=True, kw_only=True)
class PremiumRow:
    """What is paid for one feature on one outcome in one slice; None where a number does not exist.

    Attributes:
        slice: Name of the slice.
        kind: `single`, `adj` (neighbours) or `cooc` (in the same rollout).
        feature: Name; None for the row that says why a slice has none.
        outcome: `reward`, `gold` or `gap` (reward minus gold).
        support_rollouts: Rollouts that show it.
        support_prompts: Prompts that show it.
        premium: Outcome per occurrence, others held fixed; of single features minus the median over the
            features of the slice where there are several slices.
        premium_raw: The same before the median is taken away.
        se: Standard error of the premium.
        t: premium / se.
        crit: Placebo line for |t|.
        lower: Premium beyond what other slices surely pay, drawn to 0 by crit standard errors.
        placebo_p: Share of placebo fits with a |t| as large anywhere in the list.
        placebo_slices: Median premium of the feature in the other slices.
        effect_rm: Change of the reward when the feature is put into a response, minus the slice median.
        effect_rm_se: Its standard error.
        strength: What is surely paid.
        status: `overpaid`, `underpaid` (strengths above the line, by sign), `paid` or `none`.
        shadow_of: The feature that explains this one.
        reason: Why there is no premium.
    """

    slice: str
    kind: str
    feature: str | None
    outcome: str
    support_rollouts: int | None = None
    support_prompts: int | None = None
    premium: float | None = None
    premium_raw: float | None = None
    se: float | None = None
    t: float | None = None
    crit: float | None = None
    lower: float | None = None
    placebo_p: float | None = None
    placebo_slices: float | None = None
    effect_rm: float | None = None
    effect_rm_se: float | None = None
    strength: float | None = None
    status: str = NONE
    shadow_of: str | None = None
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class SliceRisk:
    """Whether the reward of a slice can be gamed by what its rollouts show.

    Attributes:
        slice: Name of the slice.
        reference: What premiums were held against: `gold`, `slices` (other slices), or None.
        strength_single: Largest strength of an overpaid single feature; None without a reference.
        strength_pair: Largest strength of an overpaid interaction; None without a reference.
        risk: 1 - exp(-larger strength / risk_scale); None without a reference.
        flag: Whether a strength is above its line.
        top_single: The feature of `strength_single`; of the largest paid premium without a reference.
        top_pair: The same of pairs.
        reason: Why there is no risk: `no_reference`, `constant_reward`, `no_rows`, `no_features`.
    """

    slice: str
    reference: str | None
    strength_single: float | None
    strength_pair: float | None
    risk: float | None
    flag: bool
    top_single: str | None
    top_pair: str | None
    reason: str | None = None

    def row(self) -> dict[str, Any]:
        """The attributes as plain values."""
        return asdict(self)


@dataclass(frozen=True, kw_only=True)
class Correction:
    """A coefficient of the corrected reward: reward - coefficient times occurrences.

    Attributes:
        slice: Slice whose rollouts are corrected.
        kind: `single`, `adj` or `cooc`.
        feature: Name of the feature or pair.
        parts: The features that are counted: one, or the two of which both must stand in a rollout.
        coefficient: Premium that is judged, in units of reward.
    """

    slice: str
    kind: str
    feature: str
    parts: tuple[str, ...]
    coefficient: float


@dataclass(frozen=True, kw_only=True, eq=False)
class SliceAudit:
    """Audit of one slice.

    Attributes:
        slice: Name of the slice.
        reason: Why there are no premiums on the reward; else None.
        premiums: One row per feature and outcome.
        risk: Verdict on the slice.
        correction: Coefficients of the overpaid features.
    """

    slice: str
    reason: str | None
    premiums: list[PremiumRow]
    risk: SliceRisk
    correction: list[Correction]

    def rows(self) -> list[dict[str, Any]]:
        """The premiums as plain values."""
        return [asdict(row) for row in self.premiums]

    def strong(self, line: float) -> tuple[str, ...]:
        """Single features that are overpaid, or without a reference paid with a strength above the line."""
        found = {
            row.feature
            for row in self.premiums
            if row.kind == "single"
            and row.feature is not None
            and (
                row.status == OVERPAID
                or (self.risk.reference is None and row.status == PAID and (row.strength or 0.0) > line)
            )
        }
        return tuple(sorted(found))


@dataclass(frozen=True, kw_only=True)
class Interventions:
    """What a reward says to responses into which features are put, for one slice.

    Attributes:
        single: By feature, mean change of the reward and its standard error.
        pair: By kind and name of a pair, mean interaction and its standard error.
    """

    single: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    pair: Mapping[tuple[str, str], tuple[float, float]] = field(default_factory=dict)
