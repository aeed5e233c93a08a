"""What the written reports of a dump comparison say, ready to be set out: the same for Markdown and HTML."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from rolloutdiff.report.consistency_rows import ComparisonRows, Row
from rolloutdiff.report.consistency_views import (
    Coded,
    ConsistencyReport,
    LayerLine,
    Link,
    Statistic,
    SuspectLine,
)
from rolloutdiff.report.consistency_words import NEXT, catalogue, sentence
from rolloutdiff.report.numbers import count
from rolloutdiff.wording import printable

MOST_SUSPECTS = 40
MOST_NAMED = 6
MOST_HYPOTHESES = 5
_LONGEST_KEY = 160


def short(key: str) -> str:
    """A module key without what all share: `layers.0.mlp.linear_fc2`, and its call unless it is the first."""
    key = re.sub(r"^Module\.(module\.)*(model\.)?(decoder\.)?", "", key)
    key = re.sub(r"\.forward\.0$", "", key)
    return printable(re.sub(r"\.[A-Za-z0-9_]+(\.forward\.\d+)?$", r"\1", key), _LONGEST_KEY)


def with_class(key: str) -> str:
    """A module key without its prefix and first call, and with its class."""
    key = re.sub(r"^Module\.(module\.)*(model\.)?(decoder\.)?", "", key)
    return printable(re.sub(r"\.forward\.0$", "", key), _LONGEST_KEY)


def figure(value: float | None) -> str:
    """A statistic in six digits; a dash where there is none."""
    return "–" if value is None else f"{value:.6g}"


def error_text(value: float | None) -> str:
    """A relative difference in %."""
    if value is None:
        return "–"
    if not math.isfinite(value):
        return "not a number"
    return f"{100 * value:.3g} %" if value < 10 else f"{value:.3g} ×"


def build_report(rows: ComparisonRows) -> ConsistencyReport:
    """The report of a comparison."""
    summary = rows.summary
    code = summary["hypothesis_code"] or "no_suspect"
    first = rows.suspects[0] if rows.suspects else None
    skipped = [row for row in rows.modules if row["skip_reason"]]
    where = "" if summary["run"] is None else f"run {printable(summary['run'])}, "
    when = "" if summary["step"] is None else f"step {summary['step']}, "
    return ConsistencyReport(
        title=f"{where}{when}training and rollout",
        lead=_coded("hypothesis", code),
        place=where_to_look(rows),
        second=_second(summary),
        facts=_facts(summary),
        chain=[] if first is None else list(_chain(rows, first)),
        statistics=[] if first is None else list(_statistics(rows, first["pair_ord"])),
        doubts=list(_doubts(rows, first)),
        excluded=[
            (with_class(r["train_key"]), with_class(r["rollout_key"]), r["skip_reason"])
            for r in skipped[:MOST_NAMED]
        ],
        excluded_number=len(skipped),
        hypotheses=list(_hypotheses(rows)),
        checks=[_coded("check", name) for name in NEXT[code]],
        divergence=divergence(rows),
        suspects=[_line(row) for row in rows.suspects[:MOST_SUSPECTS]],
        suspects_left=max(len(rows.suspects) - MOST_SUSPECTS, 0),
        layers=list(_layers(rows.modules)),
        buckets=list(_buckets(rows.modules)),
        comparison_id=rows.comparison_id,
        package_version=summary["package_version"],
    )


def _coded(kind: str, code: str) -> Coded:
    return Coded(code=code, text=sentence(kind, code))


def _buckets(modules: Sequence[Row]) -> Iterator[tuple[str, str, str]]:
    numbers = Counter(row["module_bucket"] for row in modules)
    for name, meaning in catalogue()["bucket"].items():
        if numbers[name]:
            yield name, count(numbers[name]), meaning


def _second(summary: Row) -> str:
    return (
        f"Of {count(summary['pairs'])} pairs of modules {count(summary['aligned'])} agree in their outputs, "
        f"{count(summary['mismatched'])} differ, and {count(summary['not_comparable'])} could not be "
        f"compared; {count(summary['suspects'])} of them ask for a closer look."
    )


def _facts(summary: Row) -> list[tuple[str, str]]:
    ok = summary["ok"]
    if ok is None:
        ok = (
            "0.0001"
            if summary["profile"] == "compat"
            else "by type: bfloat16 0.004, float16 0.001, else 0.0001"
        )
    facts = [
        ("Training dump", printable(summary["train_path"], 200)),
        ("Rollout dump", printable(summary["rollout_path"], 200)),
        (
            "Modules of training, of the rollout",
            f"{count(summary['train_modules'])}, {count(summary['rollout_modules'])}",
        ),
        ("Without a peer", f"{count(summary['train_unpaired'])}, {count(summary['rollout_unpaired'])}"),
        ("Paired", "by name" if summary["automatic_mapping"] else "by the mapping that was given"),
        ("Profile", summary["profile"]),
        ("Largest relative difference that is ok", f"{ok}"),
        ("Largest that is warn and not alert", f"{summary['warn']:g}"),
        ("Tensors compared", count(summary["tensors"])),
    ]
    return [*(("Run", printable(summary["run"])) for _ in "1" if summary["run"] is not None), *facts]


def _chain(rows: ComparisonRows, first: Row) -> Iterator[Link]:
    if first["boundary_train_key"] is not None:
        yield Link(
            role="last pair that agrees",
            train=with_class(first["boundary_train_key"]),
            rollout=with_class(first["boundary_rollout_key"]),
            note="outputs agree",
        )
    for side, other in (("train", "rollout"), ("rollout", "train")):
        activations = first[f"missing_{other}_activation"]
        for key in first[f"unmatched_{side}"][:MOST_NAMED]:
            name = with_class(key)
            note = "an activation without a peer" if key in activations else "no peer"
            yield Link(
                role="in between",
                train=name if side == "train" else "–",
                rollout=name if side == "rollout" else "–",
                note=note,
            )
    yield Link(
        role="suspect",
        train=with_class(first["train_key"]),
        rollout=with_class(first["rollout_key"]),
        note="outputs differ; "
        f"inputs: {first['input_consistency']}; parameters: {first['parameter_consistency']}",
    )


def _statistics(rows: ComparisonRows, pair_ord: int) -> Iterator[Statistic]:
    for row in rows.tensors(pair_ord):
        if row["numeric_consistency"] != "mismatch":
            continue
        for name in ("max", "min", "mean", "norm"):
            yield Statistic(
                target=printable(row["compare_target"]),
                name=name,
                train=figure(row[f"{name}_train"]),
                rollout=figure(row[f"{name}_rollout"]),
                error=error_text(row[f"{name}_err"]),
                status=row[f"{name}_status"],
            )


def _doubts(rows: ComparisonRows, first: Row | None) -> Iterator[Coded]:
    summary = rows.summary
    found = {
        "nothing_compared": not summary["tensors"],
        "inputs_differ": first is not None and first["input_consistency"] == "mismatch",
        "realigns_after": first is not None and first["realigns_after"],
        "no_boundary": first is not None and first["boundary_ord"] is None,
        "no_divergence_point": not rows.compat
        and summary["mismatched"]
        and summary["first_divergence_pair"] is None,
        "paired_by_name": summary["automatic_mapping"],
        "without_peer": summary["train_unpaired"] or summary["rollout_unpaired"],
        "outputs_not_comparable": summary["not_comparable"],
        "premise_incomplete": summary["premise_incomplete"],
        "without_statistics": summary["without_statistics"],
        "types_differ": summary["dtype_differs"],
        "original_rules": rows.compat,
        "statistics_only": True,
    }
    numbers = {name: count(value) for name, value in summary.items() if isinstance(value, int)}
    for code, applies in found.items():
        if applies:
            yield Coded(code=code, text=sentence("doubt", code).format_map(numbers))


def _hypotheses(rows: ComparisonRows) -> Iterator[tuple[Coded, str]]:
    numbers = Counter(row["hypothesis_code"] for row in rows.suspects)
    for code in list(numbers)[:MOST_HYPOTHESES]:
        first = next(row for row in rows.suspects if row["hypothesis_code"] == code)
        pairs = "1 pair" if numbers[code] == 1 else f"{count(numbers[code])} pairs"
        yield _coded("hypothesis", code), f"{pairs}, first {short(first['train_key'])}"


def where_to_look(rows: ComparisonRows) -> str:
    """The first suspect, what lies before it, and the last pair that agrees; empty without one."""
    if not rows.suspects:
        return ""
    first = rows.suspects[0]
    layer = first["layer_index"]

    def name(key: str) -> str:
        return short(key).removeprefix(f"layers.{layer}.")

    where = "" if layer is None else f"layer {layer}, "
    text = f"{where}{name(first['train_key'])} ↔ {name(first['rollout_key'])}"
    evidence = rows.summary["evidence"]
    if evidence:
        text += f"; before it {', '.join(map(name, evidence[:2]))}"
    if first["boundary_train_key"]:
        text += f"; agrees up to {name(first['boundary_train_key'])}"
    return text


def divergence(rows: ComparisonRows) -> str:
    """Where the two sides first part, as words that follow `First divergence: `."""
    if rows.compat:
        return "not looked for by profile compat"
    first = rows.pair(rows.summary["first_divergence_pair"])
    if first is None:
        return "none: in no pair do the outputs differ while the inputs agree"
    return f"{short(first['train_key'])} ↔ {short(first['rollout_key'])}"


def _line(row: Row) -> SuspectLine:
    return SuspectLine(
        place=row["place"],
        layer="–" if row["layer_index"] is None else str(row["layer_index"]),
        block=row["block"],
        train=short(row["train_key"]),
        rollout=short(row["rollout_key"]),
        classification=row["classification"],
        rationale=sentence("rationale", row["rationale_code"]),
        rank=row["module_priority_rank"],
        confidence=row["confidence"] or "–",
    )


def _layers(modules: Sequence[Row]) -> Iterator[LayerLine]:
    layers: dict[int | None, list[Row]] = {}
    for row in modules:
        layers.setdefault(row["layer_index"], []).append(row)
    for layer in sorted(layers, key=lambda number: (number is None, number)):
        held = layers[layer]
        outputs = Counter(row["output_consistency"] for row in held)
        first = next((row for row in held if row["output_consistency"] == "mismatch"), None)
        yield LayerLine(
            layer="outside" if layer is None else str(layer),
            pairs=count(len(held)),
            aligned=count(outputs["aligned"]),
            mismatched=count(outputs["mismatch"]),
            missing=count(outputs["missing"]),
            first="–" if first is None else short(first["train_key"]),
        )
