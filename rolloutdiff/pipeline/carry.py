"""What an analysis takes over from an earlier one of the same run: counts and points of the same steps.

A run that grows is analysed again and again. Counts and series of a step depend on its rollouts and on the
list of features only, and with `vocabulary = "prefix"` that list depends on no later step. So the tokens are
chosen from the first cell and the new steps, what is known is handed on, and only new steps and new features
are counted. Every number is the one that a whole analysis gives, to the last bit. The earlier analysis gives
way: all is done in one transaction, and until its end it is whole.
"""

from __future__ import annotations

from dataclasses import dataclass

from rolloutdiff.pipeline.extraction import extractor_name
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.warehouse.stage import StageRunner

# Completions whose steps are averaged in one statement: enough to hide the planning of it, few enough that
# the sums of a block stay in memory.
BLOCK_ROWS = 20_000


STEP_STAGES = ("step_series", "mismatch_series")
"""Stages that make the points of a range of steps: those counted from text, those of log-probabilities."""


class OutOfOrder(Exception):
    """A feature that is known from the first step on, such as a part of the reward, has come late."""


@dataclass(frozen=True)
class Carried:
    """What is taken over; the earlier analysis is forgotten with it.

    Attributes:
        earlier: The earlier analysis, complete.
        last_step: Last step of the run that is taken over.
        first_steps: Logged steps of the first cell.
    """

    earlier: str
    last_step: int
    first_steps: int

    @property
    def keys(self) -> dict[str, object]:
        """Parameters of the stages."""
        return {"earlier": self.earlier, "last_step": self.last_step, "first_steps": self.first_steps}


@dataclass(frozen=True)
class Added:
    """Features that are not taken over: those from a number on.

    Attributes:
        first: The lowest number.
        block_rows: Completions whose steps are averaged in one statement, of so few features: more than else.
            None for `BLOCK_ROWS`.
    """

    first: int = 0
    block_rows: int | None = None


def blocks(
    runner: StageRunner,
    analysis_id: str,
    *,
    after: int | None = None,
    last: int | None = None,
    rows: int | None = None,
) -> list[tuple[str, int, int]]:
    """Run, first and last step of ranges that are averaged in one statement, in order.

    Args:
        runner: Runs stage files.
        analysis_id: The analysis.
        after: Only steps after this one.
        last: Only steps up to this one.
        rows: Completions of a range, about; None for `BLOCK_ROWS`.
    """
    found = runner.rows("step_blocks", {"analysis_id": analysis_id, "block_rows": rows or BLOCK_ROWS})
    return [
        (run, begin if after is None else max(begin, after + 1), end if last is None else min(end, last))
        for run, begin, end in found
        if (after is None or end > after) and (last is None or begin <= last)
    ]


def find_carried(
    runner: StageRunner, analysis_id: str, earlier: str | None, settings: AnalysisSettings
) -> Carried | None:
    """What an analysis that was begun can take over.

    Args:
        runner: Runs stage files.
        analysis_id: The analysis.
        earlier: An analysis that this very code made, and that may give way; None for none.
        settings: Settings of both.

    Returns:
        None where everything has to be counted.
    """
    if earlier is None or settings.vocabulary != "prefix" or settings.features:
        return None
    # Neither one that somebody else made, nor one that was audited.
    if (earlier,) not in runner.rows("watch_superseded", {"analysis_id": analysis_id}):
        return None
    first = settings.anchored.baseline_steps
    keys = {"analysis_id": analysis_id, "earlier": earlier, "first_steps": first}
    found = runner.rows("carry_find", keys)
    return Carried(earlier, found[0][0], first) if found else None


def carry_over(runner: StageRunner, analysis_id: str, settings: AnalysisSettings, carried: Carried) -> None:
    """Hand on `feature_count` and `series_point` for the steps that are taken over, and fill in new features.

    Args:
        runner: Runs stage files inside the caller's transaction, after the features were chosen.
        analysis_id: The analysis.
        settings: Its settings.
        carried: What is taken over.

    Raises:
        OutOfOrder: Features are numbered otherwise than in an analysis that takes nothing over.
    """
    if runner.scalar("carry_order", {"analysis_id": analysis_id}):
        raise OutOfOrder
    keys = carried.keys | {"analysis_id": analysis_id, "extractor": extractor_name(settings)}
    runner.run("carry_new", keys)
    added = added_features(runner)
    if added is not None:
        given = keys | {"first_feature": added.first}
        for run, first, last in blocks(runner, analysis_id, last=carried.last_step, rows=added.block_rows):
            for stage in STEP_STAGES:
                runner.run(stage, given | {"run": run, "first_step": first, "last_step": last})
    runner.run("carry_over", keys)


def taken_over(carried: Carried | None) -> dict[str, object]:
    """Parameters of the stages that let figures of an earlier analysis stand where they can."""
    return carried.keys if carried is not None else {"earlier": None, "last_step": None}


def added_features(runner: StageRunner) -> Added | None:
    """The features that are not taken over, after `carry_over`; None when there are none."""
    ((first, features),) = runner.rows("carry_first")
    if not features:
        return None
    # A completion shows a few hundred features, of which so many are a part.
    return Added(first, BLOCK_ROWS * max(1, 100 // features))


def give_way(runner: StageRunner, analysis_id: str, carried: Carried) -> None:
    """Let an analysis that is complete but for this take the place of the earlier one.

    Args:
        runner: Runs stage files inside the transaction in which the counts were handed on.
        analysis_id: The analysis.
        carried: What was taken over.
    """
    runner.run("forget_analysis", {"analysis_id": carried.earlier})
    runner.run("watch_store_analysis", {"analysis_id": analysis_id})
