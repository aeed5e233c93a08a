"""Series to verdicts: the points of a run become dense matrices, a rule scores all series at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.stats.panel import SeriesPanel
from rolloutdiff.stats.retrospective import L2_AR1, find_shifts
from rolloutdiff.stats.sequential import FROZEN_Z, screen_frozen_z
from rolloutdiff.warehouse.stage import StageRunner

HALVES = (0, 1)

SCREENED = pa.schema(
    [
        ("feature_id", pa.int32()),
        ("status", pa.string()),
        ("reason", pa.string()),
        ("baseline_mean", pa.float64()),
        ("baseline_sd", pa.float64()),
        ("onset_step", pa.int64()),
        ("alert_step", pa.int64()),
        ("direction", pa.string()),
        ("statistic", pa.float64()),
        ("threshold", pa.float64()),
        ("detectable_rise", pa.float64()),
    ]
)

SHIFTED = pa.schema(
    [
        ("feature_id", pa.int32()),
        ("shape", pa.string()),
        ("onset_step", pa.int64()),
        ("onset_low", pa.int64()),
        ("onset_high", pa.int64()),
        ("before_mean", pa.float64()),
        ("after_mean", pa.float64()),
        ("statistic", pa.float64()),
        ("threshold", pa.float64()),
        ("p_value", pa.float64()),
    ]
)


def series_panel(points: pa.Table, steps: Sequence[int]) -> tuple[list[int], SeriesPanel]:
    """Points of one run as a panel.

    Args:
        points: Rows feature_id, is_binary, step, mean, se, prompts, samples, positives, within_sd.
        steps: Logged steps of the run, sorted; a half of its prompts may be absent from some.

    Returns:
        feature_id of every series, and the panel with matrices of shape (series, steps); a step in which
        a series has no value holds NaN and zero prompts.
    """
    column = {name: points[name].to_numpy(zero_copy_only=False) for name in points.column_names}
    feature_id, row = np.unique(column["feature_id"], return_inverse=True)
    logged = np.asarray(steps, dtype=np.int64)
    place = np.searchsorted(logged, column["step"])

    def matrix(name: str, missing: float, dtype: type[np.generic]) -> NDArray[Any]:
        out = np.full((feature_id.size, logged.size), missing, dtype=dtype)
        out[row, place] = column[name]
        return out

    binary = np.zeros(feature_id.size, dtype=np.bool_)
    binary[row] = column["is_binary"]
    return feature_id.tolist(), SeriesPanel(
        steps=logged,
        mean=matrix("mean", np.nan, np.float64),
        se=matrix("se", np.nan, np.float64),
        prompts=matrix("prompts", 0, np.int64),
        samples=matrix("samples", 0, np.int64),
        positives=matrix("positives", 0, np.int64),
        within_sd=matrix("within_sd", np.nan, np.float64),
        binary=binary,
    )


def logged_steps(runner: StageRunner, analysis_id: str, run: str) -> list[int]:
    """Logged steps of a run, sorted."""
    return [step for at, step in runner.rows("run_steps", {"analysis_id": analysis_id}) if at == run]


def score_run(runner: StageRunner, analysis_id: str, run: str, settings: AnalysisSettings) -> int:
    """Score every series of a run by `frozen_z_v1` and `l2_ar1_v1`, and keep the verdicts.

    Returns:
        Number of series.
    """
    keys = {"analysis_id": analysis_id, "run": run}
    steps = logged_steps(runner, analysis_id, run)
    feature_id, panel = series_panel(runner.arrow("series_panel", keys), steps)
    screening = screen_frozen_z(panel, settings.frozen_z)
    with runner.table("screened", _rows(feature_id, screening.columns(), SCREENED)):
        runner.run("store_screening", keys | {"rule": FROZEN_Z})
    shift = find_shifts(panel, settings.l2_ar1)
    with runner.table("found_shift", _rows(feature_id, shift.columns(), SHIFTED)):
        runner.run("store_shift", keys | {"rule": L2_AR1})
    return len(feature_id)


def score_halves(runner: StageRunner, analysis_id: str, run: str, settings: AnalysisSettings) -> None:
    """Score every series of a run on each half of its prompts by `frozen_z_v1`."""
    steps = logged_steps(runner, analysis_id, run)
    for part in HALVES:
        keys = {"run": run, "part": part}
        points = runner.arrow("half_panel", keys)
        if not points.num_rows:
            continue
        feature_id, panel = series_panel(points, steps)
        screening = screen_frozen_z(panel, settings.frozen_z)
        with runner.table("screened", _rows(feature_id, screening.columns(), SCREENED)):
            runner.run("store_half", keys)


def _rows(feature_id: list[int], columns: dict[str, list[Any]], schema: pa.Schema) -> pa.Table:
    return pa.table({"feature_id": feature_id, **columns}, schema=schema)
