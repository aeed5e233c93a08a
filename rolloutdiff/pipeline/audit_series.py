"""Premium series: what the reward pays for a feature, step by step, through the sequential rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rolloutdiff.pipeline.audit_rows import AuditFeatures, Rows
from rolloutdiff.pipeline.audit_tables import store
from rolloutdiff.pipeline.rules import leading_rules
from rolloutdiff.settings import AnalysisSettings, AuditSettings
from rolloutdiff.stats.audit_premium import ratio
from rolloutdiff.stats.audit_results import SliceAudit
from rolloutdiff.stats.audit_series import PremiumSeries, onset_step, premium_series, screen_premiums
from rolloutdiff.stats.screening import Screening
from rolloutdiff.warehouse.stage import StageRunner


def follow_premiums(
    runner: StageRunner,
    audit_id: str,
    run: str,
    rows: Mapping[str, Rows],
    audits: Mapping[str, SliceAudit],
    features: AuditFeatures,
    analysis: AnalysisSettings,
    settings: AuditSettings,
) -> tuple[int, int] | None:
    """Keep the premium series of a run and the verdicts of the sequential rules on them.

    Followed are the single features that the joint fit of some slice keeps, in every slice. Those that are
    surely paid are held fixed in the series of all others, which would alert with them.

    Args:
        runner: Runs stage files, after `audit_start`.
        audit_id: The audit.
        run: The run.
        rows: Completions by slice.
        audits: Audit of all steps by slice.
        features: Features of the run.
        analysis: Settings of the sequential rules.
        settings: Settings of the audit.

    Returns:
        First and last step of the window that begins where the strongest premium rises, by the sequential
        rule that leads; None where no premium does.
    """
    inputs = [one.slice_rows for one in rows.values()]
    steps = [one.step for one in rows.values()]
    held = {name: audit.strong(settings.flag_single) for name, audit in audits.items()}
    series = premium_series(inputs, steps, features.columns, settings, held=held)
    screenings: dict[str, list[Screening]] = {}
    slopes: list[dict[str, Any]] = []
    verdicts: list[dict[str, Any]] = []
    for one in series:
        slopes += _slope_rows(one, features)
        found = screen_premiums(one, analysis.frozen_z, analysis.anchored)
        for rule, screening in found.items():
            screenings.setdefault(rule, []).append(screening)
            verdicts += _verdict_rows(one, screening, features)
    store(runner, "store_audit_series", audit_id, run, slopes)
    store(runner, "store_audit_screening", audit_id, run, verdicts)
    onset = onset_step(screenings.get(leading_rules(analysis).sequential, []))
    if onset < 0:
        return None
    logged = series[0].steps
    later = logged[logged >= onset][: settings.window_steps]
    return int(later[0]), int(later[-1])


def _slope_rows(series: PremiumSeries, features: AuditFeatures) -> list[dict[str, Any]]:
    result = []
    for place, column in enumerate(series.column.tolist()):
        z = ratio(series.slope[place], series.se[place])
        for at in np.flatnonzero(~np.isnan(series.slope[place])).tolist():
            result.append(
                {
                    "slice": series.slice,
                    "feature_id": features.singles[column],
                    "step": int(series.steps[at]),
                    "slope": float(series.slope[place, at]),
                    "se": float(series.se[place, at]),
                    "z": float(z[at]),
                    "weight": float(series.square[place, at]),
                    "prompts": int(series.prompts[place, at]),
                }
            )
    return result


def _verdict_rows(series: PremiumSeries, found: Screening, features: AuditFeatures) -> list[dict[str, Any]]:
    if not len(series.column):
        return [{"slice": series.slice, "rule": found.rule, "status": "unscorable", "reason": "no_features"}]
    columns = found.columns()
    return [
        {
            "slice": series.slice,
            "rule": found.rule,
            "feature_id": features.singles[column],
            **{name: values[place] for name, values in columns.items()},
        }
        for place, column in enumerate(series.column.tolist())
    ]
