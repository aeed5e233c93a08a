"""Features of texts outside of a run: the stages of an analysis up to the counts."""

from __future__ import annotations

from dataclasses import replace

from rolloutdiff import __version__
from rolloutdiff.ingest import Rollouts
from rolloutdiff.pipeline.custom import check_features, count_custom
from rolloutdiff.pipeline.extraction import extract_texts, extractor_name
from rolloutdiff.pipeline.lexical import count_features
from rolloutdiff.pipeline.load import load_rollouts
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.pipeline.vocabulary import choose_features
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.warehouse.stage import StageRunner, transaction

_ID = "counted"


def count_texts(runner: StageRunner, rollouts: Rollouts, settings: AnalysisSettings) -> str:
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
    whole = replace(settings, vocabulary="run")
    keys = {"analysis_id": _ID}
    with transaction(runner.cursor):
        runner.run(
            "begin_analysis",
            keys
            | {
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
        if settings.features:
            count_custom(runner, _ID, check_features(settings), progress)
        extract_texts(runner, _ID, whole, progress)
        choose_features(runner, _ID, whole)
        runner.run("count_tokens", keys | {"extractor": extractor_name(whole)})
        count_features(runner)
    return _ID
