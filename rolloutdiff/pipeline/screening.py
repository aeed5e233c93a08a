"""Series to verdicts: the points of a run become dense matrices, a rule scores all series at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from rolloutdiff.columns import numbers, table_of
from rolloutdiff.pipeline.carry import Carried
from rolloutdiff.pipeline.kept import Kept
from rolloutdiff.pipeline.prompts import prompt_effects
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.stats.anchored import Scan, screen_run, screen_steps
from rolloutdiff.stats.anchored_lr import ANCHORED_LR
from rolloutdiff.stats.anchored_sequential import scan_sequential
from rolloutdiff.stats.panel import SeriesPanel, distinct
from rolloutdiff.stats.retrospective import L2_AR1, find_shifts
from rolloutdiff.stats.screening import Screening
from rolloutdiff.stats.sequential import screen_frozen_z
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
        ("p_value", pa.float64()),
        ("q_value", pa.float64()),
        ("detectable_rise", pa.float64()),
        ("e_value", pa.float64()),
        ("change", pa.float64()),
        ("headline", pa.bool_()),
    ]
)

SHIFTED = pa.schema(
    [
        ("feature_id", pa.int32()),
        ("shape", pa.string()),
        ("onset_step", pa.int64()),
        ("onset_low", pa.int64()),
        ("onset_high", pa.int64()),
        ("start_step", pa.int64()),
        ("half_step", pa.int64()),
        ("end_step", pa.int64()),
        ("before_mean", pa.float64()),
        ("after_mean", pa.float64()),
        ("statistic", pa.float64()),
        ("threshold", pa.float64()),
        ("p_value", pa.float64()),
        ("q_value", pa.float64()),
        ("place", pa.int32()),
        ("onset_at", pa.string()),
    ]
)

CALIBRATED = pa.schema(
    [
        ("rule", pa.string()),
        ("series", pa.int64()),
        ("alerts", pa.int64()),
        ("headlines", pa.int64()),
        ("alpha", pa.float64()),
        ("threshold", pa.float64()),
        ("expected_false_alerts", pa.float64()),
        ("bulk_ratio", pa.float64()),
        ("deff", pa.float64()),
        ("kappa_squared", pa.float64()),
        ("kappa_squared_high", pa.float64()),
        ("drift", pa.string()),
        ("prompts", pa.string()),
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
    column = {name: numbers(points[name]) for name in points.column_names}
    feature_id, row = distinct(column["feature_id"].astype(np.int64))
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


def first_columns(points: pa.Table, feature_id: Sequence[int]) -> NDArray[np.int64]:
    """int64[S]: column from which on each series may alert: where its token was admitted to the vocabulary.

    Args:
        points: Rows feature_id, admitted_index.
        feature_id: The series, sorted.
    """
    first = np.zeros(len(feature_id), dtype=np.int64)
    first[np.searchsorted(feature_id, numbers(points["feature_id"]))] = numbers(points["admitted_index"])
    return first


def logged_steps(runner: StageRunner, analysis_id: str, run: str) -> list[int]:
    """Logged steps of a run, sorted."""
    return [step for at, step in runner.rows("run_steps", {"analysis_id": analysis_id}) if at == run]


def score_run(
    runner: StageRunner,
    analysis_id: str,
    run: str,
    settings: AnalysisSettings,
    carried: Carried | None = None,
    kept: Kept | None = None,
) -> int:
    """Score every series of a run by every rule, and store the verdicts.

    Args:
        runner: Runs stage files inside the caller's transaction.
        analysis_id: The analysis.
        run: Run.
        settings: Settings of the rules.
        carried: What was taken over from an earlier analysis.
        kept: What that left in memory, brought up to date here.

    Returns:
        Number of series.
    """
    keys = {"analysis_id": analysis_id, "run": run}
    steps = logged_steps(runner, analysis_id, run)
    points = runner.arrow("series_panel", keys)
    feature_id, panel = series_panel(points, steps)
    frozen = screen_frozen_z(panel, settings.frozen_z)
    split = find_shifts(panel, settings.l2_ar1)
    prompts = None
    if settings.anchored.prompt_effects == "auto":
        prompts = prompt_effects(runner, analysis_id, run, feature_id, steps, carried, kept)
    with _one_thread():
        scan = _scan(kept, run, None, feature_id)
        anchored = screen_run(panel, settings.anchored, prompts, first_columns(points, feature_id), scan)
    for verdicts in (frozen, anchored.sequential, anchored.retrospective):
        with runner.table("screened", _rows(feature_id, verdicts.columns(), SCREENED)):
            runner.run("store_screening", keys | {"rule": verdicts.rule})
    changed_id = [feature_id[row] for row in anchored.shift.series]
    for rule, shifted_id, shift in ((L2_AR1, feature_id, split), (ANCHORED_LR, changed_id, anchored.shift)):
        with runner.table("found_shift", _rows(shifted_id, shift.columns(), SHIFTED)):
            runner.run("store_shift", keys | {"rule": rule})
    counted = [_counts(frozen), *anchored.calibration]
    calibrated = {name: [row.get(name) for row in counted] for name in CALIBRATED.names}
    with runner.table("calibrated", table_of(calibrated, CALIBRATED)):
        runner.run("store_calibration", keys)
    return len(feature_id)


def score_halves(
    runner: StageRunner, analysis_id: str, run: str, settings: AnalysisSettings, kept: Kept | None = None
) -> None:
    """Score every series of a run on each half of its prompts by the leading sequential rule.

    Args:
        runner: Runs stage files inside the caller's transaction, after `build_half_series`.
        analysis_id: The analysis.
        run: Run.
        settings: Settings of the rule.
        kept: What the last analysis left in memory, brought up to date here.
    """
    steps = logged_steps(runner, analysis_id, run)
    for part in HALVES:
        keys = {"run": run, "part": part}
        points = runner.arrow("half_panel", keys)
        if not points.num_rows:
            continue
        feature_id, panel = series_panel(points, steps)
        screening = _screen_half(panel, settings, _scan(kept, run, part, feature_id))
        with runner.table("screened", _rows(feature_id, screening.columns(), SCREENED)):
            runner.run("store_half", keys)


def _scan(kept: Kept | None, run: str, part: int | None, feature_id: Sequence[int]) -> Scan:
    """Judges all steps, or those that were not judged before."""
    return scan_sequential if kept is None else partial(kept.onward(run, part).scan, feature_id)


def _screen_half(panel: SeriesPanel, settings: AnalysisSettings, scan: Scan) -> Screening:
    if settings.profile == "original":
        return screen_frozen_z(panel, settings.frozen_z)
    with _one_thread():
        return screen_steps(panel, settings.anchored, scan)


def _one_thread() -> threadpool_limits:
    """One thread for matrix products: many small ones lose time to more, and sums keep their order."""
    return threadpool_limits(1, user_api="blas")


def _counts(screening: Screening) -> dict[str, object]:
    """The row of table `calibration` of a rule without an error rate: what it scored and what alerts."""
    return {
        "rule": screening.rule,
        "series": int((screening.status != "unscorable").sum()),
        "alerts": int((screening.status == "alert").sum()),
    }


def _rows(feature_id: list[int], columns: dict[str, list[Any]], schema: pa.Schema) -> pa.Table:
    return table_of({"feature_id": feature_id, **columns}, schema)
