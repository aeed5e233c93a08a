"""Where an analysis is computed: in DuckDB, or its texts and counts on Spark."""

from __future__ import annotations

from rolloutdiff.errors import UsageError
from rolloutdiff.ingest import Rollouts
from rolloutdiff.pipeline.analysis import analyze_runs
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.pipeline.spark import spark_runner
from rolloutdiff.settings import AnalysisSettings, Engine
from rolloutdiff.warehouse.stage import StageRunner


def check_engine(engine: str, spark_folder: str | None, settings: AnalysisSettings | None) -> None:
    """Refuses what an engine cannot do, before anything is read.

    Raises:
        UsageError: There is no such engine, or it has no use for the folder or the settings.
    """
    if engine not in ("duckdb", "spark"):
        raise UsageError(f"engine is {engine!r}.", "Give duckdb or spark.")
    if engine == "duckdb" and spark_folder is not None:
        raise UsageError("--spark-folder is given without --engine spark.", "Give both, or neither.")
    if engine == "spark" and settings is not None and settings.features:
        raise UsageError("Custom features run on engine duckdb only.", "Leave them out, or use that engine.")


def analyze_on(
    engine: Engine,
    spark_folder: str | None,
    runner: StageRunner,
    runs: list[str],
    settings: AnalysisSettings,
    rollouts: Rollouts,
    progress: Progress,
    *,
    need_counts: bool,
) -> str:
    """`analyze_runs` on an engine.

    Args:
        engine: Where texts are parsed and counted.
        spark_folder: Folder or URI that driver and executors see; None takes one of this machine.
        runner: Runner of the warehouse.
        runs: Runs to analyse.
        settings: What changes the numbers.
        rollouts: The dump.
        progress: Told about every stage.
        need_counts: Do an analysis again whose counts were taken out of the warehouse.

    Returns:
        The analysis_id.
    """
    if engine == "duckdb":
        return analyze_runs(runner, runs, settings, rollouts, progress, need_counts=need_counts)
    with spark_runner(runner, spark_folder) as on_spark:
        return analyze_runs(on_spark, runs, settings, rollouts, progress, need_counts=need_counts)
