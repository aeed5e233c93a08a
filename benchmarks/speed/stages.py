"""Task: the whole analysis of the synthetic run, as a user would do it."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from benchmarks.speed.measure import Clock, peak_bytes

if TYPE_CHECKING:
    from rolloutdiff import Analysis


def analyze(completions: Path, folder: Path) -> tuple[Analysis, list[dict[str, Any]]]:
    """Analyse a run and write both reports.

    The only function of the benchmark that knows the pipeline.

    Returns:
        The analysis, and stage, seconds, rows, text_bytes and peak_bytes of every stage, in order; the
        stages of the pipeline, then one for each report.
    """
    from rolloutdiff.api import analyze_rollouts, load_trl

    analysis = analyze_rollouts(load_trl(completions.parent, run="speed", reward_column="training_passed"))
    costs: list[dict[str, Any]] = [vars(timing) for timing in analysis.timings]
    for name, write in (("report.json", analysis.write_json), ("report.html", analysis.write_html)):
        started = perf_counter()
        write(folder / name)
        took = {"seconds": perf_counter() - started, "rows": 0, "text_bytes": 0}
        costs.append({"stage": name, **took, "peak_bytes": peak_bytes()})
    return analysis, costs


def task(clock: Clock, *, completions: str, folder: str, means: str | None = None) -> None:
    """Time the analysis and report its stages; leave the means of all series for comparison."""
    import pyarrow.parquet as pq

    with clock.timed():
        analysis, costs = analyze(Path(completions), Path(folder))
    with analysis:
        if means is not None:
            pq.write_table(analysis.series.arrow().select(["feature", "step", "mean", "se"]), means)
    clock.found = {"stages": costs, "peak_bytes": max(cost["peak_bytes"] for cost in costs)}
