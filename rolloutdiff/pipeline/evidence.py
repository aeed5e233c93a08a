"""Alerts to evidence: one row of figures per series, for and against."""

from __future__ import annotations

from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.pipeline.rules import leading_rules
from rolloutdiff.pipeline.screening import score_halves
from rolloutdiff.pipeline.series import build_half_series
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.warehouse.stage import StageRunner

# The event window reaches this many logged steps before the onset and after the alert.
MARGIN_STEPS = 3


def gather_evidence(
    runner: StageRunner, analysis_id: str, settings: AnalysisSettings, progress: Progress
) -> None:
    """Fill `evidence` for every series of the leading sequential rule, quiet and unscorable ones too."""
    for run in build_half_series(runner, analysis_id, progress):
        score_halves(runner, analysis_id, run, settings)
    rules = leading_rules(settings)
    keys = {"analysis_id": analysis_id, "rule": rules.sequential}
    runner.run(rules.persistence_stage, keys | dict(rules.persistence))
    runner.run(
        "store_evidence",
        keys
        | {
            "shift_rule": rules.retrospective,
            "baseline_steps": rules.baseline_steps,
            "margin": MARGIN_STEPS,
            "min_prompts": rules.min_prompts,
            "found_only": rules.found_only,
        },
    )
