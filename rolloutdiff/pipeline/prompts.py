"""Prompts of a run: which stood in which step, and what every series adds up to in each of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from rolloutdiff.columns import numbers
from rolloutdiff.pipeline.carry import Added, Carried, added_features, blocks
from rolloutdiff.pipeline.kept import Kept, Totals
from rolloutdiff.stats.panel import Integers, distinct
from rolloutdiff.stats.prompt_design import PromptDesign, prompt_design
from rolloutdiff.stats.prompt_effects import PromptSums, prompt_sums
from rolloutdiff.warehouse.stage import StageRunner

# Sums per feature and prompt read at a time.
LEVEL_ROWS = 4_000_000
# Sums are kept for the next analysis of a run with at most so many pairs of feature and prompt.
KEPT_PAIRS = 12_000_000


def read_design(
    runner: StageRunner, analysis_id: str, run: str, steps: Sequence[int]
) -> tuple[Integers, PromptDesign]:
    """The prompts of a run.

    Args:
        runner: Runs stage files.
        analysis_id: Analysis.
        run: Run.
        steps: Its logged steps, sorted.

    Returns:
        Numbers of its prompts, sorted, and the design in their order.
    """
    cells = runner.arrow("prompt_design", {"analysis_id": analysis_id, "run": run})
    number, place = np.unique(_integers(cells, "prompt_no"), return_inverse=True)
    step = np.searchsorted(np.asarray(steps, dtype=np.int64), _integers(cells, "step"))
    return number, prompt_design(step, place, _integers(cells, "completions"))


def prompt_effects(
    runner: StageRunner,
    analysis_id: str,
    run: str,
    feature_ids: Sequence[int],
    steps: Sequence[int],
    carried: Carried | None = None,
    kept: Kept | None = None,
) -> tuple[PromptDesign, PromptSums | None]:
    """The prompts of a run and, where they are visited often enough, the sums of every series in them.

    Nothing is read but the design where it is not fitted. Memory is bounded by the sums per feature and
    prompt of a block of features; what is kept of them is a number per series and step.

    Args:
        runner: Runs stage files.
        analysis_id: Analysis.
        run: Run.
        feature_ids: Series of the run in the panel's order, sorted.
        steps: Its logged steps, sorted.
        carried: What was taken over from an earlier analysis.
        kept: What that left in memory, brought up to date here.

    Returns:
        The design, and the sums in the order of `feature_ids`; None where `design.fitted` is not set.
    """
    number, design = read_design(runner, analysis_id, run, steps)
    if not design.fitted:
        return design, None
    keys = {"analysis_id": analysis_id, "run": run}
    known = np.asarray(feature_ids, dtype=np.int64)
    part = np.zeros((known.size, design.cells.shape[0]))
    square = np.zeros(known.size)

    def keep(levels: pa.Table) -> None:
        """Writes what the sums of some series come to into their rows."""
        feature, row = distinct(_integers(levels, "feature_id"))
        column = np.searchsorted(number, _integers(levels, "prompt_no"))
        sums = prompt_sums(design, feature.size, row, column, numbers(levels["level"]))
        at = np.searchsorted(known, feature)
        part[at], square[at] = sums.part, sums.square

    runner.run("prompt_start")
    before = kept.totals_up_to(run, carried) if kept is not None else None
    if before is not None:
        with runner.table("kept_total", before.totals), runner.table("kept_prompt", before.prompts):
            runner.run("carry_totals", keys)
        added = added_features(runner)
        if added is not None:
            _add_up(runner, keys, last=before.last_step, added=added)
    _add_up(runner, keys, after=before.last_step if before is not None else None)
    if kept is not None:
        kept.totals.pop(run, None)
        if known.size * number.size <= KEPT_PAIRS:
            totals = runner.arrow("prompt_merge")
            prompts = runner.arrow("prompt_number", keys)
            kept.totals[run] = Totals(last_step=steps[-1], prompts=prompts, totals=totals)
    for first, last in runner.rows("prompt_blocks", {"block_rows": LEVEL_ROWS}):
        keep(runner.arrow("prompt_level", {"first_feature": first, "last_feature": last}))
    runner.run("prompt_finish")
    keep(runner.arrow("prompt_reward", keys))
    keep(runner.arrow("prompt_mismatch", keys))
    return design, PromptSums(part=part, square=square)


def _add_up(
    runner: StageRunner,
    keys: dict[str, str],
    *,
    after: int | None = None,
    last: int | None = None,
    added: Added | None = None,
) -> None:
    """Adds counts per prompt of steps of a run, block by block."""
    only = added or Added()
    for at, begin, end in blocks(runner, keys["analysis_id"], after=after, last=last, rows=only.block_rows):
        if at == keys["run"]:
            given = {"first_step": begin, "last_step": end, "first_feature": only.first}
            runner.run("prompt_sum", keys | given)


def _integers(table: pa.Table, name: str) -> Integers:
    """A column as int64[N]."""
    return np.asarray(numbers(table[name]), dtype=np.int64)
