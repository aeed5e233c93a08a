"""Series to verdicts: the points of a run become dense matrices, a rule scores all series at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rolloutdiff.settings import FrozenZSettings
from rolloutdiff.stats.panel import SeriesPanel
from rolloutdiff.stats.sequential import FROZEN_Z, screen_frozen_z
from rolloutdiff.warehouse.stage import StageRunner

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


def series_panel(runner: StageRunner, analysis_id: str, run: str) -> tuple[NDArray[Any], SeriesPanel]:
    """All series of one run.

    Returns:
        feature_id of shape (series,) and the panel with matrices of shape (series, steps); a step in
        which a series has no value holds NaN and zero prompts.
    """
    points = runner.arrow("series_panel", {"analysis_id": analysis_id, "run": run})
    column = {name: points[name].to_numpy(zero_copy_only=False) for name in points.column_names}
    feature_id, row = np.unique(column["feature_id"], return_inverse=True)
    steps, place = np.unique(column["step"], return_inverse=True)

    def matrix(name: str, missing: float, dtype: type[np.generic]) -> NDArray[Any]:
        out = np.full((feature_id.size, steps.size), missing, dtype=dtype)
        out[row, place] = column[name]
        return out

    binary = np.zeros(feature_id.size, dtype=np.bool_)
    binary[row] = column["is_binary"]
    return feature_id, SeriesPanel(
        steps=steps.astype(np.int64),
        mean=matrix("mean", np.nan, np.float64),
        se=matrix("se", np.nan, np.float64),
        prompts=matrix("prompts", 0, np.int64),
        samples=matrix("samples", 0, np.int64),
        positives=matrix("positives", 0, np.int64),
        within_sd=matrix("within_sd", np.nan, np.float64),
        binary=binary,
    )


def screen_run(runner: StageRunner, analysis_id: str, run: str, settings: FrozenZSettings) -> int:
    """Score every series of a run by `frozen_z_v1` and keep the verdicts.

    Returns:
        Number of series.
    """
    feature_id, panel = series_panel(runner, analysis_id, run)
    screening = screen_frozen_z(panel, settings)
    screened = pa.table({"feature_id": feature_id.tolist(), **screening.columns()}, schema=SCREENED)
    with runner.table("screened", screened):
        runner.run("store_screening", {"analysis_id": analysis_id, "run": run, "rule": FROZEN_Z})
    return len(feature_id)
