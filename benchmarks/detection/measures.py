"""Measures that several rows share, and how verdicts become their values."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from benchmarks.detection.figures import Findings, Measure, Requirement, at_least, at_most
from benchmarks.detection.judge import FDR, Verdicts
from benchmarks.detection.names import RULES, SEQUENTIAL
from rolloutdiff.stats.panel import Booleans, Integers

NEAR = 5


def false_alerts(limit: float | None) -> Measure:
    """Share of scorable series without a change that alert."""
    return Measure("false alerts", "share", "%", None if limit is None else at_most(limit, unit="%"))


def found(limit: float | None, name: str = "found within 5 steps") -> Measure:
    """Share of changes found, in their direction."""
    return Measure(name, "share", "%", None if limit is None else at_least(limit, unit="%"))


HEADLINES = Measure(
    "headline alerts", "total", "", Requirement("none", lambda by_rule, rule: by_rule[rule].value == 0)
)
DISCOVERIES = Measure(
    "discoveries at q ≤ .05, most per run",
    "largest",
    "",
    Requirement("≤ 1", lambda by_rule, rule: by_rule[rule].value <= 1),
    rules=("anchored_lr_v1",),
)


def add_false_alerts(
    findings: Findings, scenario: str, verdicts: Mapping[str, Verdicts], chosen: Booleans | None = None
) -> None:
    """Alerts among the scorable series of a panel, or of a part of it."""
    for rule, one in verdicts.items():
        scorable = one.scorable if chosen is None else one.scorable & chosen
        findings.add(scenario, false_alerts(None), rule, one.alert[scorable])


def add_lists(findings: Findings, scenario: str, verdicts: Mapping[str, Verdicts]) -> None:
    """Headline alerts and discoveries of one panel without changes."""
    for rule, one in verdicts.items():
        findings.add(scenario, HEADLINES, rule, [int((one.headline & one.alert & one.scorable).sum())])
        if not np.isnan(one.q_value).all():
            with np.errstate(invalid="ignore"):
                findings.add(scenario, DISCOVERIES, rule, [int((one.q_value <= FDR).sum())])


def near(one: Verdicts, onset: Integers | int, direction: int | Integers = 1, within: int = NEAR) -> Booleans:
    """bool[S]: found in its direction, and in time.

    A sequential rule must alert from the onset on and no more than `within` steps after it; the onset of a
    retrospective one must lie no more than that from the true one.
    """
    right = one.alert & (one.direction == direction)
    if one.rule in SEQUENTIAL:
        return right & (one.alert_step >= onset) & (one.alert_step <= onset + within)
    return right & (np.abs(one.onset - onset) <= within)


def add_found(
    findings: Findings,
    scenario: str,
    measure: Measure,
    verdicts: Mapping[str, Verdicts],
    onset: Integers | int,
    chosen: Booleans,
    direction: int | Integers = 1,
) -> None:
    """Changes of the chosen series that are found near their onset."""
    for rule in RULES:
        if rule in verdicts:
            findings.add(scenario, measure, rule, near(verdicts[rule], onset, direction)[chosen])
