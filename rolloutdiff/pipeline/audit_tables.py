"""Results of an audit as Arrow tables, column by column as the warehouse keeps them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from rolloutdiff.columns import table_of_rows
from rolloutdiff.warehouse.stage import StageRunner

_TEXT, _NUMBER, _WHOLE, _ID, _TRUTH = pa.string(), pa.float64(), pa.int64(), pa.int32(), pa.bool_()


def _schema(**columns: pa.DataType) -> pa.Schema:
    return pa.schema(list(columns.items()))


# By stage that stores the rows: name of the Arrow table, and its columns.
STORED = {
    "store_audit_premium": (
        "premium_row",
        _schema(
            slice=_TEXT,
            span=_TEXT,
            outcome=_TEXT,
            kind=_TEXT,
            feature_id=_ID,
            other_id=_ID,
            support_rollouts=_WHOLE,
            support_prompts=_WHOLE,
            raw_premium=_NUMBER,
            premium=_NUMBER,
            se=_NUMBER,
            t=_NUMBER,
            crit=_NUMBER,
            lower=_NUMBER,
            placebo_p=_NUMBER,
            effect_rm=_NUMBER,
            strength=_NUMBER,
            status=_TEXT,
            shadow_of=_ID,
            reason=_TEXT,
        ),
    ),
    "store_audit_series": (
        "slope_row",
        _schema(
            slice=_TEXT,
            feature_id=_ID,
            step=_WHOLE,
            slope=_NUMBER,
            se=_NUMBER,
            z=_NUMBER,
            prompts=_WHOLE,
            weight=_NUMBER,
        ),
    ),
    "store_audit_screening": (
        "screened_premium",
        _schema(
            slice=_TEXT,
            rule=_TEXT,
            feature_id=_ID,
            status=_TEXT,
            reason=_TEXT,
            baseline_mean=_NUMBER,
            baseline_sd=_NUMBER,
            onset_step=_WHOLE,
            alert_step=_WHOLE,
            direction=_TEXT,
            statistic=_NUMBER,
            threshold=_NUMBER,
            p_value=_NUMBER,
            e_value=_NUMBER,
            change=_NUMBER,
        ),
    ),
    "store_audit_risk": (
        "risk_row",
        _schema(
            slice=_TEXT,
            span=_TEXT,
            outcome=_TEXT,
            rollouts=_WHOLE,
            prompts=_WHOLE,
            strength_single=_NUMBER,
            strength_pair=_NUMBER,
            risk=_NUMBER,
            flag=_TRUTH,
            status=_TEXT,
            top_single=_ID,
            top_pair=_ID,
            top_pair_other=_ID,
            onset_step=_WHOLE,
            leads=_TRUTH,
            reason=_TEXT,
        ),
    ),
    "store_audit_dose": (
        "dose_feature",
        _schema(slice=_TEXT, span=_TEXT, outcome=_TEXT, feature_id=_ID, first_step=_WHOLE, last_step=_WHOLE),
    ),
    "store_audit_correction": (
        "correction_row",
        _schema(
            slice=_TEXT,
            place=_ID,
            span=_TEXT,
            kind=_TEXT,
            feature_id=_ID,
            other_id=_ID,
            premium=_NUMBER,
            reason=_TEXT,
        ),
    ),
    "store_audit_ope": (
        "valued_row",
        _schema(
            place=_ID,
            slice=_TEXT,
            target=_TEXT,
            n=_WHOLE,
            ref_mean=_NUMBER,
            snips=_NUMBER,
            ess=_NUMBER,
            gain=_NUMBER,
            ci_lo=_NUMBER,
            ci_hi=_NUMBER,
            direct=_NUMBER,
            residual_adjusted=_NUMBER,
            verdict=_TEXT,
            reason=_TEXT,
        ),
    ),
    "store_audit_assessment": (
        "assessed_row",
        _schema(
            place=_ID,
            slice=_TEXT,
            flag=_TRUTH,
            marker=_TEXT,
            marker_shift=_NUMBER,
            kl=_NUMBER,
            ess=_NUMBER,
            gain=_NUMBER,
            basis=_TEXT,
            ship=_TRUTH,
            issues=pa.list_(pa.string()),
        ),
    ),
}


def store(
    runner: StageRunner, stage: str, audit_id: str, run: str, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Keep rows of one run; a column that a row lacks, and NaN, are NULL in the warehouse."""
    name, schema = STORED[stage]
    with runner.table(name, table_of_rows(rows, schema)):
        runner.run(stage, {"audit_id": audit_id, "run": run})
