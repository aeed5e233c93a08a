"""With `vocabulary` prefix nothing that was said before a step changes when later steps come in."""

from __future__ import annotations

import shutil

from rolloutdiff import AnalysisSettings, analyze_rollouts, load_trl

EARLY = 60
VERDICT = ("onset_step", "alert_step", "direction", "change", "baseline_mean")


def early_alerts(folder):
    """Features of a run, and what the sequential rule had said about them by step 60."""
    settings = AnalysisSettings(profile="calibrated", vocabulary="prefix")
    with analyze_rollouts(
        load_trl(folder, run="r", reward_column="training_passed"), settings=settings
    ) as analysis:
        rows = [r for r in analysis.sequential.screening.rows() if r["rule"] == "anchored_seq_v1"]
    said = {
        r["feature"]: tuple(r[name] for name in VERDICT)
        for r in rows
        if r["status"] == "alert" and r["alert_step"] <= EARLY
    }
    return {row["feature"] for row in rows}, said


def test_later_steps_change_no_earlier_verdict(loophole_path, tmp_path):
    folder = tmp_path / "completions"
    folder.mkdir()
    for step in range(1, EARLY + 1):
        shutil.copy(loophole_path / "completions" / f"completions_{step:05d}.parquet", folder)
    features, said = early_alerts(folder)
    later_features, later_said = early_alerts(loophole_path)
    assert "ast:def:run_tests" in said
    assert said == later_said
    assert features < later_features
