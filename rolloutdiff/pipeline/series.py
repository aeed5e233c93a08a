"""Counts to series: the points of every feature, a block of steps at a time."""

from __future__ import annotations

from rolloutdiff.pipeline.carry import STEP_STAGES, Added, Carried, added_features, blocks
from rolloutdiff.pipeline.kept import Kept
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.warehouse.stage import StageRunner

# The same as STEP_STAGES on each half of the prompts.
_HALF = ("half_series", "half_mismatch")


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
    for run in _by_block(runner, analysis_id, STEP_STAGES, progress, "series", after=after):
        runner.run("reward_series", {"analysis_id": analysis_id, "run": run, "after": after})
    return int(runner.scalar("point_count", {"analysis_id": analysis_id}))


def build_half_series(
    runner: StageRunner,
    analysis_id: str,
    progress: Progress,
    carried: Carried | None = None,
    kept: Kept | None = None,
) -> list[str]:
    """Fill the temporary table of series on each half of the prompts.

    Args:
        runner: Runs stage files inside the caller's transaction.
        analysis_id: The analysis.
        progress: Told after every block.
        carried: What was taken over from an earlier analysis.
        kept: What that left in memory; is given the points of this one.

    Returns:
        The runs of the analysis, sorted.
    """
    runner.run("create_half_series")
    after = None
    if carried is not None and kept is not None and kept.halves is not None:
        after = carried.last_step
        with runner.table("kept_half", kept.halves):
            runner.run("carry_halves", {"analysis_id": analysis_id, "last_step": after})
        added = added_features(runner)
        if added is not None:
            _by_block(runner, analysis_id, _HALF, progress, "evidence", last=after, added=added)
    runs = _by_block(runner, analysis_id, _HALF, progress, "evidence", after=after)
    if kept is not None:
        kept.halves = runner.arrow("half_points")
    return runs


def _by_block(
    runner: StageRunner,
    analysis_id: str,
    stages: tuple[str, ...],
    progress: Progress,
    shown_as: str,
    *,
    after: int | None = None,
    last: int | None = None,
    added: Added | None = None,
) -> list[str]:
    only = added or Added()
    found = blocks(runner, analysis_id, after=after, last=last, rows=only.block_rows)
    keys = {"analysis_id": analysis_id, "first_feature": only.first}
    for done, (run, begin, end) in enumerate(found, 1):
        for stage in stages:
            runner.run(stage, keys | {"run": run, "first_step": begin, "last_step": end})
        progress.tick(shown_as, done, len(found))
    return sorted({run for run, _, _ in found})
