"""What an analysis takes over from an earlier one of the same run: counts and points of the same steps.

A run that grows is analysed again and again. Counts and series of a step depend on its rollouts and on the
list of features only, and with `vocabulary = "prefix"` that list depends on no later step. So the tokens are
chosen from the first cell and the new steps, what is known is copied, and only new steps and new features
are counted. Every number is the one that a whole analysis gives, to the last bit.
"""

from __future__ import annotations

from dataclasses import dataclass

from rolloutdiff.pipeline.extraction import extractor_name
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.warehouse.stage import StageRunner

# Completions whose steps are averaged in one statement: enough to hide the planning of it, few enough that
# the sums of a block stay in memory.
BLOCK_ROWS = 20_000


@dataclass(frozen=True)
class Carried:
    """What is taken over.

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


def blocks(
    runner: StageRunner, analysis_id: str, *, after: int | None = None, last: int | None = None
) -> list[tuple[str, int, int]]:
    """Run, first and last step of ranges that are averaged in one statement, in order.

    Args:
        runner: Runs stage files.
        analysis_id: The analysis.
        after: Only steps after this one.
        last: Only steps up to this one.
    """
    found = runner.rows("step_blocks", {"analysis_id": analysis_id, "block_rows": BLOCK_ROWS})
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
        earlier: An analysis that this very code made; None for none.
        settings: Settings of both.

    Returns:
        None where everything has to be counted.
    """
    if earlier is None or settings.vocabulary != "prefix" or settings.features:
        return None
    first = settings.anchored.baseline_steps
    keys = {"analysis_id": analysis_id, "earlier": earlier, "first_steps": first}
    found = runner.rows("carry_find", keys)
    return Carried(earlier, found[0][0], first) if found else None


def carry_over(runner: StageRunner, analysis_id: str, settings: AnalysisSettings, carried: Carried) -> None:
    """Fill `feature_count` and `series_point` for the steps that are taken over.

    Args:
        runner: Runs stage files inside the caller's transaction, after the features were chosen.
        analysis_id: The analysis.
        settings: Its settings.
        carried: What is taken over.
    """
    keys = carried.keys | {"analysis_id": analysis_id, "extractor": extractor_name(settings)}
    if runner.scalar("carry_new", keys):
        for run, first, last in blocks(runner, analysis_id, last=carried.last_step):
            runner.run("carry_points", keys | {"run": run, "first_step": first, "last_step": last})
    runner.run("carry_over", keys)
