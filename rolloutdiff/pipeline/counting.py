"""From texts to counts of features: the stages that an analysis and labelled rows have in common."""

from __future__ import annotations

from rolloutdiff.pipeline.carry import Carried, carry_over
from rolloutdiff.pipeline.custom import check_features, count_custom
from rolloutdiff.pipeline.extraction import extract_texts, extractor_name
from rolloutdiff.pipeline.kept import Kept
from rolloutdiff.pipeline.lexical import count_features
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.pipeline.vocabulary import choose_features
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.warehouse.stage import StageRunner


def count_texts(
    runner: StageRunner,
    analysis_id: str,
    settings: AnalysisSettings,
    rows: int,
    progress: Progress,
    carried: Carried | None = None,
    kept: Kept | None = None,
) -> None:
    """Extract the texts of an analysis that was begun, choose its features and count them.

    Args:
        runner: Runs stage files on a work cursor without an open transaction; every stage is one, extraction
            several, or a part of the one that the runner has open.
        analysis_id: The analysis.
        settings: What changes the numbers.
        rows: Rollouts it covers.
        progress: Told about every stage.
        carried: What is taken over from an earlier analysis.
        kept: What that left in memory, brought up to date here.
    """
    if settings.features:
        with progress.stage("custom") as count, runner.transaction():
            count(count_custom(runner, analysis_id, check_features(settings), progress))
    with progress.stage("extract") as count:
        runner.run("run_rollout", {"analysis_id": analysis_id})
        count(*extract_texts(runner, settings, progress))
    with progress.stage("vocabulary") as count, runner.transaction():
        count(rows, choose_features(runner, analysis_id, settings, carried, kept))
    with progress.stage("count") as count, runner.transaction():
        if carried:
            carry_over(runner, analysis_id, settings, carried)
        runner.run(
            "count_tokens",
            {
                "analysis_id": analysis_id,
                "extractor": extractor_name(settings),
                "after": carried.last_step if carried else None,
            },
        )
        count(rows, count_features(runner))
