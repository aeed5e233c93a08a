"""Alerts to evidence: one row of figures per series, for and against."""

from __future__ import annotations

from rolloutdiff.pipeline.carry import Carried, taken_over
from rolloutdiff.pipeline.kept import Kept
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.pipeline.rules import leading_rules
from rolloutdiff.pipeline.screening import score_halves
from rolloutdiff.pipeline.series import build_half_series
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.warehouse.stage import StageRunner

# The event window reaches this many logged steps before the onset and after the alert.
MARGIN_STEPS = 3


def gather_evidence(
    runner: StageRunner,
    analysis_id: str,
    settings: AnalysisSettings,
    progress: Progress,
    carried: Carried | None = None,
    kept: Kept | None = None,
) -> None:
    """Fill `evidence` for every series of the leading sequential rule, quiet and unscorable ones too.

    Args:
        runner: Runs stage files inside the caller's transaction, after the series were scored.
        analysis_id: The analysis.
        settings: Its settings.
        progress: Told after every block of steps.
        carried: What was taken over from an earlier analysis.
        kept: What that left in memory, brought up to date here.
    """
    for run in build_half_series(runner, analysis_id, progress, carried, kept):
        score_halves(runner, analysis_id, run, settings, kept)
    rules = leading_rules(settings)
    keys = {"analysis_id": analysis_id, "rule": rules.sequential}
    runner.run(rules.persistence_stage, keys | dict(rules.persistence))
    runner.run(
        "store_evidence",
        keys
        | taken_over(carried)
        | {
            "shift_rule": rules.retrospective,
            "baseline_steps": rules.baseline_steps,
            "margin": MARGIN_STEPS,
            "min_prompts": rules.min_prompts,
            "found_only": rules.found_only,
        },
    )
