"""What is measured on one planted run."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.goodhart.premium import Floats, Premium
from benchmarks.goodhart.product import Alert, Rows

# The rules that watch premiums and behaviours; requirements are for the first.
RULES = ("anchored_seq_v1", "frozen_z_v1")


@dataclass(frozen=True, kw_only=True, eq=False)
class Premiums:
    """One planted premium as the audit sees it.

    Attributes:
        planted: The premium.
        onset: Its estimate from the window after the onset; NaN where the audit has none.
        onset_se: Its standard error.
        whole: Its estimate from all steps.
        crossing: Exact step at which the policy's prevalence has risen by .10; None if never.
        premium_alert: By rule, first alert on its own premium series; None if none.
        behaviour_alert: By rule, first alert on a series of its family with one of its tokens.
    """

    planted: Premium
    onset: float
    onset_se: float
    whole: float
    crossing: int | None
    premium_alert: dict[str, int | None]
    behaviour_alert: dict[str, int | None]


@dataclass(frozen=True, kw_only=True, eq=False)
class Evidence:
    """All of one seed.

    Attributes:
        seed: The seed.
        deployed: Step from which the reward had its premiums.
        premiums: The planted premiums.
        early: By rule, alerts before the deployment, on premiums and on behaviours.
        stray: By rule, series of behaviours that alert though they hold no planted token of their family.
        series: By rule, scorable series of behaviours.
        stray_premiums: By rule, premium series that alert though they are not planted.
        premium_series: By rule, scorable premium series.
        flagged: Families flagged in the window after the onset.
        correction: Names and coefficients of the correction.
        raw: By family, correlation of reward and gold in the window of 15 steps after the deployment.
        corrected: The same of the corrected reward.
        quality: By policy (`reference`, `default`, `corrected`, `ideal`), float64[F] exact quality.
        copies: By token, mean copies under the corrected policy.
        diverging: Families that diverge in most of the last 20 steps, where the audit knows gold.
        diagnosis: Weights of the planted tokens and risks by family by the diagnostic to beat.
        pilot_flagged: Families flagged in the run with the pilot's mix.
        pilot_correlation: Correlation over steps of mean reward and mean gold there, all families together.
        even_correlation: The same of the run with equal families, by family.
        pilot_ratio: Mean log ratio of policy to reference in the last 20 steps there, all families together.
        ratio: The same of the run with equal families, float64[F].
        certificates: For the policies `default` and `corrected`, what certifying them says: rows by family,
            and last the mean over families.
    """

    seed: int
    deployed: int
    premiums: tuple[Premiums, ...]
    early: dict[str, list[Alert]]
    stray: dict[str, list[Alert]]
    series: dict[str, int]
    stray_premiums: dict[str, list[Alert]]
    premium_series: dict[str, int]
    flagged: list[str]
    correction: dict[str, float]
    raw: Floats
    corrected: Floats
    quality: dict[str, Floats]
    copies: dict[str, float]
    diverging: list[str]
    diagnosis: dict[str, float]
    pilot_flagged: list[str]
    pilot_correlation: float
    even_correlation: Floats
    pilot_ratio: float
    ratio: Floats
    certificates: dict[str, Rows]
