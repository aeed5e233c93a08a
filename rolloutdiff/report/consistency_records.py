"""Rows of the views as records of the outputs: their keys, in their order, with sentences for codes."""

from __future__ import annotations

import math
from typing import Any

from rolloutdiff.report.consistency_rows import ComparisonRows, Row
from rolloutdiff.report.consistency_words import coded, sentence

_KWARGS = (
    "input_kwargs_compared_keys",
    "input_kwargs_missing_train_keys",
    "input_kwargs_missing_rollout_keys",
)


def plain(value: float | None) -> float | None:
    """The number; None also for NaN and infinities."""
    return value if value is not None and math.isfinite(value) else None


def mapping_record(row: Row) -> dict[str, Any]:
    """A row of output 1."""
    return {
        "train_key": row["train_key"],
        "rollout_keys": row["rollout_keys"],
        "layer_index": "-" if row["layer_index"] is None else row["layer_index"],
        "block": row["block"],
        "cardinality": row["cardinality"],
        "confidence": row["confidence"],
        "notes": coded("note", row["note"]),
    }


def value_record(row: Row, *, compat: bool) -> dict[str, Any]:
    """A record of output 3; those of tensors that one side lacks have null instead of figures."""
    compared = row["max_status"] is not None
    focus = "parameter_differs_without_effect" if row["priority_rank"] == 5 else None
    record: dict[str, Any] = {
        "train_key": row["train_key"],
        "rollout_key": row["rollout_key"],
        "compare_target": row["compare_target"],
        "dtype_train": row["dtype_train"],
        "dtype_rollout": row["dtype_rollout"],
        "dtype_status": None if not compared else _match(row["dtype_train"] == row["dtype_rollout"]),
        "shape_train": row["shape_train"],
        "shape_rollout": row["shape_rollout"],
        "shape_status": _shape(row["shape_relation"]),
        "shape_relation": row["shape_relation"],
        "numel_train": row["numel_train"],
        "numel_rollout": row["numel_rollout"],
        "metrics": {name: _metric(row, name) for name in ("Max", "Min", "Mean", "Norm")}
        if compared
        else None,
        **{f"diff_{name}%": _percent(row[f"{name.lower()}_err"]) for name in ("Max", "Min", "Mean", "Norm")},
        "numeric_consistency": row["numeric_consistency"],
        "priority_rank": row["priority_rank"],
        "priority_bucket": row["priority_bucket"],
        "metric_status": row["metric_status"],
        "value_status": row["value_status"],
        "focus_level": "deprioritized" if focus else "normal",
        "focus_reason": coded("note", focus),
    }
    if not compat:
        record |= {
            "compat_subset": row["compat_subset"],
            "mean_rms_err": plain(row["mean_rms"]),
            "ok": row["ok"],
            "warn": row["warn"],
        }
    return record


def _match(equal: bool) -> str:
    return "match" if equal else "mismatch"


def _shape(relation: str | None) -> str | None:
    if relation is None:
        return None
    return "missing" if relation == "unknown" else _match(relation == "exact_match")


def _percent(error: float | None) -> float | None:
    return None if error is None else plain(error * 100)


def _metric(row: Row, name: str) -> dict[str, Any]:
    low = name.lower()
    return {
        "train": plain(row[f"{low}_train"]),
        "rollout": plain(row[f"{low}_rollout"]),
        "rel_err": plain(row[f"{low}_err"]),
        "diff_pct": _percent(row[f"{low}_err"]),
        "status": row[f"{low}_status"],
    }


def module_record(row: Row, *, compat: bool) -> dict[str, Any]:
    """A record of output 4."""
    kwargs = row["input_kwargs_consistency"]
    if kwargs == "not_applicable":
        note = "no_named_inputs"
    else:
        note = "" if row["input_kwargs_compared_keys"] else "no_shared_name"
    record: dict[str, Any] = {
        "train_key": row["train_key"],
        "rollout_key": row["rollout_key"],
        "output_consistency": row["output_consistency"],
        "output_priority_bucket": row["output_priority_bucket"],
        "parameter_consistency": row["parameter_consistency"],
        "parameter_priority_bucket": row["parameter_priority_bucket"],
        "input_args_consistency": row["input_args_consistency"],
        "input_args_priority_bucket": row["input_args_priority_bucket"],
        "input_kwargs_consistency": kwargs,
        "input_kwargs_numeric_consistency": row["input_kwargs_numeric_consistency"],
        "input_kwargs_shape_relation": row["input_kwargs_shape_relation"],
        **{name: row[name] for name in _KWARGS},
        "input_kwargs_notes": coded("note", note),
        "module_priority_rank": row["module_priority_rank"],
        "module_bucket": row["module_bucket"],
        "module_status": row["module_status"],
        "focus_level": row["focus_level"],
        "reasoning": sentence("bucket", row["module_bucket"]),
        "premise_flags": ["comparison_premise_incomplete"] if row["premise_incomplete"] else [],
    }
    if not compat:
        record |= {"input_consistency": row["input_consistency"], "container": row["container"]}
    return record


def skip_record(row: Row) -> dict[str, Any]:
    """A structural false positive of output 5."""
    return {name: row[name] for name in ("train_key", "rollout_key", "module_bucket", "skip_reason")}


def suspect_record(row: Row, rows: ComparisonRows) -> dict[str, Any]:
    """A suspect of output 5, with the pair that bounds the search."""
    boundary = rows.pair(row["boundary_ord"])
    record: dict[str, Any] = {
        "train_key": row["train_key"],
        "rollout_key": row["rollout_key"],
        "module_priority_rank": row["module_priority_rank"],
        "module_bucket": row["module_bucket"],
        "classification": row["classification"],
        "rationale": coded("rationale", row["rationale_code"]),
        "previous_aligned_boundary": boundary and module_record(boundary, compat=rows.compat),
        "unmatched_train_between_boundary": row["unmatched_train"],
        "unmatched_rollout_between_boundary": row["unmatched_rollout"],
        "likely_missing_train_activation": row["missing_train_activation"],
        "likely_missing_rollout_activation": row["missing_rollout_activation"],
    }
    if not rows.compat:
        record |= {
            "hypothesis_code": row["hypothesis_code"],
            "realigns_after": row["realigns_after"],
            "confidence": row["confidence"],
        }
    return record
