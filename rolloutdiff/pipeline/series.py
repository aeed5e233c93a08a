"""Counts to series: the points of every feature, a block of steps at a time."""

from __future__ import annotations

from rolloutdiff.pipeline.carry import Carried, blocks
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.warehouse.stage import StageRunner


def build_series(
    runner: StageRunner, analysis_id: str, progress: Progress, carried: Carried | None = None
) -> int:
    """Fill `series_point` for all features and steps of an analysis.

    Args:
        runner: Runs stage files inside the caller's transaction, after `count_texts`.
        analysis_id: The analysis.
        progress: Told after every block.
        carried: What was taken over from an earlier analysis, whose points are there.

    Returns:
        Number of points.
    """
    after = carried.last_step if carried else None
    for run in _by_block(runner, analysis_id, "step_series", progress, "series", after):
        runner.run("reward_series", {"analysis_id": analysis_id, "run": run})
    return int(runner.scalar("point_count", {"analysis_id": analysis_id}))


def build_half_series(runner: StageRunner, analysis_id: str, progress: Progress) -> list[str]:
    """Fill the temporary table of series on each half of the prompts.

    Returns:
        The runs of the analysis, sorted.
    """
    runner.run("create_half_series")
    return _by_block(runner, analysis_id, "half_series", progress, "evidence")


def _by_block(
    runner: StageRunner,
    analysis_id: str,
    stage: str,
    progress: Progress,
    shown_as: str,
    after: int | None = None,
) -> list[str]:
    found = blocks(runner, analysis_id, after=after)
    for done, (run, first, last) in enumerate(found, 1):
        runner.run(stage, {"analysis_id": analysis_id, "run": run, "first_step": first, "last_step": last})
        progress.tick(shown_as, done, len(found))
    return sorted({run for run, _, _ in found})
