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
    blocks = runner.rows("step_blocks", {"analysis_id": analysis_id, "block_rows": BLOCK_ROWS})
    for done, (run, first, last) in enumerate(blocks, 1):
        keys = {"analysis_id": analysis_id, "run": run, "first_step": first, "last_step": last}
        runner.run("step_series", keys)
        progress.tick("series", done, len(blocks))
    for run in sorted({run for run, _, _ in blocks}):
        runner.run("reward_series", {"analysis_id": analysis_id, "run": run})
    return int(runner.scalar("point_count", {"analysis_id": analysis_id}))
