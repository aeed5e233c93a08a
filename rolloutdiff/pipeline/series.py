"""Counts to series: the points of every feature, a block of steps at a time."""

from __future__ import annotations

from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.warehouse.stage import StageRunner

# Completions whose steps are averaged in one statement: enough to hide the planning of it, few enough that
# the sums of a block stay in memory.
BLOCK_ROWS = 20_000


def build_series(runner: StageRunner, analysis_id: str, progress: Progress) -> int:
    """Fill `series_point` for all features and steps of an analysis.

    Returns:
        Number of points.
    """
    for run in _by_block(runner, analysis_id, "step_series", progress, "series"):
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
    runner: StageRunner, analysis_id: str, stage: str, progress: Progress, shown_as: str
) -> list[str]:
    blocks = runner.rows("step_blocks", {"analysis_id": analysis_id, "block_rows": BLOCK_ROWS})
    for done, (run, first, last) in enumerate(blocks, 1):
        runner.run(stage, {"analysis_id": analysis_id, "run": run, "first_step": first, "last_step": last})
        progress.tick(shown_as, done, len(blocks))
    return sorted({run for run, _, _ in blocks})
