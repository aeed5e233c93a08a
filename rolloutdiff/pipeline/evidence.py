"""Alerts to evidence: one row of figures per series, for and against."""

from __future__ import annotations

from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.pipeline.screening import score_halves
from rolloutdiff.pipeline.series import build_half_series
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.stats.retrospective import L2_AR1
from rolloutdiff.stats.sequential import FROZEN_Z
from rolloutdiff.warehouse.stage import StageRunner

# The event window reaches this many logged steps before the onset and after the alert.
MARGIN_STEPS = 3


def gather_evidence(
    runner: StageRunner, analysis_id: str, settings: AnalysisSettings, progress: Progress
) -> None:
    """Fill `evidence` for every series of `frozen_z_v1`, quiet and unscorable ones too."""
    for run in build_half_series(runner, analysis_id, progress):
        score_halves(runner, analysis_id, run, settings)
    rule = settings.frozen_z
    runner.run(
        "store_evidence",
        {
            "analysis_id": analysis_id,
            "rule": FROZEN_Z,
            "shift_rule": L2_AR1,
            "baseline_steps": rule.baseline_steps,
            "margin": MARGIN_STEPS,
            "z": rule.z,
            "min_rise": rule.min_rise,
            "min_effect": rule.min_effect,
        },
    )
