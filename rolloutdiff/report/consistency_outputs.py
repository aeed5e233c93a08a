"""The five outputs of a dump comparison as JSON and CSV, in the shapes that other tools read."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rolloutdiff.errors import ReportError
from rolloutdiff.report.atomic import write_atomically
from rolloutdiff.report.consistency_records import (
    mapping_record,
    module_record,
    skip_record,
    suspect_record,
    value_record,
)
from rolloutdiff.report.consistency_rows import ComparisonRows, Row
from rolloutdiff.report.consistency_words import NEXT, coded

ORDER = {"order_basis": "train_data_insertion_order", "left_key": "train_key"}
METRICS = ("Max", "Min", "Mean", "Norm")
PRIORITIES = (
    "value_mismatch_shape_match",
    "value_mismatch_numel_match",
    "value_mismatch_shape_mismatch",
    "value_match_shape_mismatch",
    "value_match_shape_match",
    "parameter_mismatch_output_aligned",
)
BY_TYPE = {"bfloat16": 4e-3, "float16": 1e-3, "other": 1e-4}

Table = tuple[Sequence[str], list[list[Any]]]


def output_1(rows: ComparisonRows) -> tuple[dict[str, Any], Table]:
    """Peers of every module key of training."""
    summary = rows.summary
    records = [mapping_record(row) for row in rows.mapping]
    paths = {"train_path": summary["train_path"], "rollout_path": summary["rollout_path"]}
    header = ("train_key", "rollout_key", "cardinality", "layer_index", "block", "confidence", "notes")
    table = [
        [record["train_key"], peer, *(record[name] for name in header[2:])]
        for record in records
        for peer in record["rollout_keys"] or [""]
    ]
    return {"meta": paths | ORDER, "rows": records}, (header, table)


def output_2(rows: ComparisonRows) -> tuple[dict[str, Any], Table]:
    """Kinds of modules: the first pairing of each kind of training counts."""
    kinds: dict[str, Any] = {}
    table = []
    for row in rows.mapping:
        peers = row["rollout_fragments"]
        if not peers:
            continue
        kinds.setdefault(row["train_fragment"], peers[0] if len(peers) == 1 else peers)
        record = mapping_record(row)
        rest = [record[name] for name in ("layer_index", "block", "confidence", "notes")]
        table += [[row["cardinality"], row["train_fragment"], peer, *rest] for peer in peers]
    header = (
        "mapping_type",
        "train_fragment",
        "rollout_fragment",
        "layer_index",
        "block",
        "confidence",
        "notes",
    )
    return kinds, (header, table)


def output_3(rows: ComparisonRows) -> tuple[dict[str, Any], Table]:
    """Every compared tensor."""
    summary = rows.summary
    records = [value_record(row, compat=rows.compat) for row in rows.values]
    buckets = [record["priority_bucket"] for record in records]
    ok = summary["ok"]
    if ok is None:
        ok = BY_TYPE["other"] if rows.compat else BY_TYPE
    meta = {
        "eps": summary["eps"],
        "thresholds": {"ok": ok, "warn": summary["warn"]},
        **ORDER,
        "priority_counts": {name: buckets.count(name) for name in PRIORITIES},
        "missing_compare_target": buckets.count("missing_compare_target"),
    }
    header = (
        "train_key",
        "rollout_key",
        "compare_target",
        "dtype_status",
        "shape_status",
        "shape_relation",
        "numeric_consistency",
        "priority_rank",
        "priority_bucket",
        "metric_status",
        "value_status",
        "metric_summary",
    )
    table = [
        [record[name] for name in header[:-1]] + [_metrics(row)]
        for record, row in zip(records, rows.values, strict=True)
    ]
    return {"meta": meta, "records": records}, (header, table)


def output_4(rows: ComparisonRows) -> tuple[dict[str, Any], Table]:
    """Every pair of modules."""
    records = [module_record(row, compat=rows.compat) for row in rows.modules]
    header = ("train_key", "rollout_key", "module_priority_rank", "module_status", "reasoning")
    table = [[record[name] for name in header] for record in records]
    return {"meta": {"order_basis": ORDER["order_basis"]}, "records": records}, (header, table)


def output_5(rows: ComparisonRows, out_dir: str) -> dict[str, Any]:
    """Suspects, what they lead to, and what to check next."""
    summary = rows.summary
    code = summary["hypothesis_code"]
    mirrored = code == "missing_activation_on_rollout"
    report: dict[str, Any] = {
        "train_path": summary["train_path"],
        "rollout_path": summary["rollout_path"],
        "out_dir": out_dir,
        "structural_false_positives": [skip_record(row) for row in rows.modules if row["skip_reason"]],
        "root_cause_suspects": [suspect_record(row, rows) for row in rows.suspects],
        "top_hypothesis": "" if mirrored else coded("hypothesis", code),
        "top_evidence": [] if mirrored and rows.compat else summary["evidence"] or [],
        "next_checks": [coded("check", name) for name in NEXT[code or "no_suspect"]],
    }
    if not rows.compat:
        first = rows.pair(summary["first_divergence_pair"])
        report |= {
            "top_hypothesis_ext": coded("hypothesis", code) if mirrored else "",
            "first_divergence": first
            and {name: first[name] for name in ("train_key", "rollout_key", "layer_index", "block")},
            "profile": summary["profile"],
            "comparison_id": rows.comparison_id,
        }
    return report


def write_outputs(rows: ComparisonRows, out_dir: Path) -> list[Path]:
    """Write outputs 1 to 5 into a folder, which is made if absent.

    Numbers that JSON cannot hold, NaN and infinities, are null.

    Returns:
        The files, in order.

    Raises:
        ReportError: The folder cannot be made or written.
    """
    try:
        out_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ReportError(
            f"Cannot make folder {str(out_dir)!r}: {error.strerror}.", "Give --out-dir a folder."
        ) from error
    written = []
    names = ("output_1_key_mapping", "output_2_mapping", "output_3_value_compare", "output_4_module_analysis")
    for name, build in zip(names, (output_1, output_2, output_3, output_4), strict=True):
        held, (header, table) = build(rows)
        written += [out_dir / f"{name}.json", out_dir / f"{name}.csv"]
        write_atomically(written[-2], [as_json(held)] if build is output_2 else by_line(held))
        write_atomically(written[-1], [_as_csv(header, table)])
    written.append(out_dir / "output_5_root_cause_report.json")
    write_atomically(written[-1], [as_json(output_5(rows, str(out_dir)))])
    return written


def as_json(value: object) -> str:
    """JSON text, indented, that ends in a line feed."""
    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def by_line(held: dict[str, Any]) -> Iterator[str]:
    """Pieces of JSON text with one record a line; the last value is the list of records.

    Long dumps make long lists, which Python indents slowly and people search by line.
    """
    *rest, (name, records) = held.items()
    head = json.dumps(dict(rest), ensure_ascii=False, indent=2, allow_nan=False)
    yield f'{head[:-2]},\n  "{name}": ['
    for place, record in enumerate(records):
        text = json.dumps(record, ensure_ascii=False, allow_nan=False)
        yield f"{',' if place else ''}\n    {text}"
    yield "\n  ]\n}\n" if records else "]\n}\n"


def _as_csv(header: Sequence[str], table: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(table)
    return text.getvalue()


def _metrics(row: Row) -> str:
    """`Max:ok@0; Mean:alert@0.5`, or that nothing was compared."""
    if row["max_status"] is None:
        return str(row["metric_status"])
    return "; ".join(f"{name}:{_metric(row, name.lower())}" for name in METRICS)


def _metric(row: Row, name: str) -> str:
    error = row[f"{name}_err"]
    if error is None:
        return "missing"
    return f"{row[f'{name}_status']}@{error:.3g}" if math.isfinite(error) else f"{row[f'{name}_status']}@nan"
