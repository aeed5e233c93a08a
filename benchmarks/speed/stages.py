"""Task: the whole analysis of the synthetic run, as a user would do it."""

from __future__ import annotations

from pathlib import Path

from benchmarks.speed.measure import Clock, peak_bytes


def analyze(completions: Path, folder: Path) -> list[dict[str, object]]:
    """Analyse a run in memory and write both reports.

    The only function of the benchmark that knows the pipeline.

    Returns:
        stage, seconds, rows and peak_bytes of every stage, in order; the stages of the pipeline, then one
        for each report.
    """
    import time

    from rolloutdiff.api import analyze_rollouts, load_trl

    rollouts = load_trl(completions.parent, run="speed", reward_column="training_passed")
    with analyze_rollouts(rollouts) as analysis:
        costs: list[dict[str, object]] = [
            {"stage": t.stage, "seconds": t.seconds, "rows": t.rows, "peak_bytes": t.peak_bytes}
            for t in analysis.timings
        ]
        for name, write in (("report.json", analysis.write_json), ("report.html", analysis.write_html)):
            started = time.perf_counter()
            write(folder / name)
            seconds = time.perf_counter() - started
            costs.append({"stage": name, "seconds": seconds, "rows": 0, "peak_bytes": peak_bytes()})
    return costs


def task(clock: Clock, *, completions: str, folder: str) -> None:
    """Time the analysis and report its stages."""
    with clock.timed():
        costs = analyze(Path(completions), Path(folder))
    clock.found = {"stages": costs}
