"""Which rules lead: each profile names its own, with the settings of its own."""

from __future__ import annotations

from rolloutdiff.pipeline.rules import SEQUENTIAL_RULES, leading_rules
from rolloutdiff.settings import AnalysisSettings, AnchoredSettings, FrozenZSettings


def test_the_original_leads_with_its_rules_and_settings():
    rules = leading_rules(
        AnalysisSettings(
            profile="original",
            frozen_z=FrozenZSettings(baseline_steps=7, z=3.0, min_rise=0.2, min_effect=5.0),
        )
    )
    assert (rules.sequential, rules.retrospective) == ("frozen_z_v1", "l2_ar1_v1")
    assert (rules.baseline_steps, rules.min_prompts, rules.found_only) == (7, 2, False)
    assert rules.persistence_stage == "persistence_frozen_z"
    assert rules.persistence == {"baseline_steps": 7, "z": 3.0, "min_rise": 0.2, "min_effect": 5.0}


def test_the_calibrated_rules_lead_with_theirs():
    anchored = AnchoredSettings(baseline_steps=12, min_change=0.03, min_relative=0.1)
    rules = leading_rules(AnalysisSettings(profile="calibrated", anchored=anchored))
    assert (rules.sequential, rules.retrospective) == ("anchored_seq_v1", "anchored_lr_v1")
    assert (rules.baseline_steps, rules.min_prompts, rules.found_only) == (12, 1, True)
    assert rules.persistence_stage == "persistence_anchored"
    assert rules.persistence == {"min_change": 0.03, "min_relative": 0.1}


def test_alerts_of_every_leading_rule_are_sized():
    profiles = (AnalysisSettings(profile="original"), AnalysisSettings(profile="calibrated"))
    assert {leading_rules(settings).sequential for settings in profiles} == set(SEQUENTIAL_RULES)
