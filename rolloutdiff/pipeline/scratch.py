"""Features of texts outside of a run: the stages of an analysis up to the counts."""

from __future__ import annotations

from dataclasses import replace

from rolloutdiff import __version__
from rolloutdiff.ingest import Rollouts
from rolloutdiff.pipeline.counting import count_texts
from rolloutdiff.pipeline.load import load_rollouts
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.warehouse.stage import StageRunner, transaction

_ID = "counted"


def count_alone(runner: StageRunner, rollouts: Rollouts, settings: AnalysisSettings) -> str:
    """Count the features of texts as an analysis with the same settings does; no series, no verdicts.

    Args:
        runner: Runs stage files in a warehouse that is used for nothing else.
        rollouts: The texts.
        settings: Settings of the analysis.

    Returns:
        Identifier of an analysis that is never completed.
    """
    progress = Progress()
    runs = load_rollouts(runner, rollouts, progress)
    with transaction(runner.cursor):
        runner.run(
            "begin_analysis",
            {
                "analysis_id": _ID,
                "settings": "{}",
                "settings_sha256": "",
                "input_hash": "",
                "package_version": __version__,
                "object_versions": "{}",
                "profile": settings.profile,
                "reward_formula": rollouts.reward_formula,
                "unscored": "keep",
                "runs": runs,
            },
        )
    # Rows of no run have no steps that a prefix could end at.
    count_texts(runner, _ID, replace(settings, vocabulary="run"), rollouts.rows or 0, progress)
    return _ID
