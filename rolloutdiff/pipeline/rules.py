"""Which rules lead a report: their evidence and events are the ones that are gathered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.stats.anchored_lr import ANCHORED_LR
from rolloutdiff.stats.anchored_sequential import ANCHORED_SEQ
from rolloutdiff.stats.retrospective import L2_AR1
from rolloutdiff.stats.sequential import FROZEN_Z

# Rules that alert as a run goes on; each sizes and folds its own alerts.
SEQUENTIAL_RULES = (FROZEN_Z, ANCHORED_SEQ)


@dataclass(frozen=True, kw_only=True)
class LeadingRules:
    """The rules of one profile, and what the evidence stages need to know of them.

    Attributes:
        sequential: Rule whose alerts become events.
        retrospective: Rule that is held against it.
        baseline_steps: Scorable steps of the baseline.
        min_prompts: Fewest prompts of a scorable step: 2 where a standard error is needed.
        found_only: Whether a change corroborates an alert only when the retrospective rule calls it found;
            the original's rule is asked for the place of its split alone.
        persistence_stage: Stage that says which later steps keep the change.
        persistence: Parameters of that stage.
    """

    sequential: str
    retrospective: str
    baseline_steps: int
    min_prompts: int
    found_only: bool
    persistence_stage: str
    persistence: Mapping[str, float]


def leading_rules(settings: AnalysisSettings) -> LeadingRules:
    """The rules that lead under the profile of the settings."""
    if settings.profile == "original":
        frozen = settings.frozen_z
        return LeadingRules(
            sequential=FROZEN_Z,
            retrospective=L2_AR1,
            baseline_steps=frozen.baseline_steps,
            min_prompts=2,
            found_only=False,
            persistence_stage="persistence_frozen_z",
            persistence={
                "baseline_steps": frozen.baseline_steps,
                "z": frozen.z,
                "min_rise": frozen.min_rise,
                "min_effect": frozen.min_effect,
            },
        )
    anchored = settings.anchored
    return LeadingRules(
        sequential=ANCHORED_SEQ,
        retrospective=ANCHORED_LR,
        baseline_steps=anchored.baseline_steps,
        min_prompts=1,
        found_only=True,
        persistence_stage="persistence_anchored",
        persistence={"min_change": anchored.min_change, "min_relative": anchored.min_relative},
    )
