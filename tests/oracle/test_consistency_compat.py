"""Profile compat against the plain-Python oracle on random dump pairs."""

from __future__ import annotations

import json
import math
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import pytest

from rolloutdiff.pipeline.consistency import ConsistencySettings, compare
from rolloutdiff.pipeline.consistency_read import checked_mapping, find_dumps
from rolloutdiff.warehouse.connect import work_cursor
from rolloutdiff.warehouse.install import install
from rolloutdiff.warehouse.stage import StageRunner
from tests.oracle.consistency import METRICS, Comparison, Pair, block_of, layer_of, number
from tests.oracle.dump_pairs import FAULTS, dump_pair

SEEDS = range(200)


def plain(value: Any) -> Any:
    """A value that equals another one also when both are NaN."""
    return "nan" if isinstance(value, float) and math.isnan(value) else value


def expected(oracle: Comparison) -> dict[str, list[tuple[Any, ...]]]:
    places = {id(pair): place for place, pair in enumerate(oracle.pairs, 1)}
    mapping = [
        (
            key,
            peers,
            layer_of(key),
            block_of(key),
            {0: "1:0", 1: "1:1"}.get(len(peers), "1:N"),
            "high" if peers else "low",
        )
        for key, peers in oracle.peers.items()
    ]
    values = [
        (
            pair.train_key,
            pair.rollout_key,
            t.target,
            t.relation,
            *(plain(t.err.get(name)) for name in METRICS),
            *(t.status.get(name) for name in METRICS),
            *(plain(number((side or {}).get(name))) for side in (t.train, t.rollout) for name in METRICS),
            t.numeric,
            t.rank,
            t.bucket,
            t.metric,
            t.value,
        )
        for pair in oracle.pairs
        for t in pair.tensors
    ]
    modules = [
        (
            pair.train_key,
            pair.rollout_key,
            pair.output,
            pair.parameter,
            pair.args,
            *pair.buckets,
            pair.kwargs,
            pair.kwargs_numeric,
            pair.kwargs_relation,
            pair.shared,
            pair.only_rollout,
            pair.only_train,
            pair.input,
            pair.incomplete,
            pair.bucket,
            pair.rank,
        )
        for pair in oracle.pairs
    ]
    suspects = [
        (
            places[id(s.pair)],
            s.kind,
            places[id(s.boundary)] if s.boundary else None,
            s.unmatched_train,
            s.unmatched_rollout,
            s.extra_rollout,
            s.extra_train,
        )
        for s in oracle.suspects
    ]
    skips = [(pair.train_key, pair.rollout_key, reason) for pair, reason in oracle.skips]
    return {"mapping": mapping, "value": values, "module": modules, "suspect": suspects, "skip": skips}


QUERIES = {
    "mapping": "select train_key, rollout_keys, layer_index, block, cardinality, confidence"
    " from rolloutdiff.report_consistency_mapping where comparison_id = ? order by train_ord",
    "value": "select train_key, rollout_key, compare_target, shape_relation, max_err, min_err, mean_err,"
    " norm_err,"
    " max_status, min_status, mean_status, norm_status, max_train, min_train, mean_train, norm_train,"
    " max_rollout, min_rollout, mean_rollout, norm_rollout, numeric_consistency, priority_rank,"
    " priority_bucket,"
    " metric_status, value_status"
    " from rolloutdiff.report_consistency_value where comparison_id = ? order by pair_ord, slot_ord",
    "module": "select train_key, rollout_key, output_consistency, parameter_consistency,"
    " input_args_consistency,"
    " output_priority_bucket, parameter_priority_bucket, input_args_priority_bucket,"
    " input_kwargs_consistency,"
    " input_kwargs_numeric_consistency, input_kwargs_shape_relation, input_kwargs_compared_keys,"
    " input_kwargs_missing_train_keys, input_kwargs_missing_rollout_keys, input_consistency,"
    " premise_incomplete,"
    " module_bucket, module_priority_rank"
    " from rolloutdiff.report_consistency_module where comparison_id = ? order by pair_ord",
    "suspect": "select pair_ord, classification, boundary_ord, unmatched_train, unmatched_rollout,"
    " missing_train_activation, missing_rollout_activation"
    " from rolloutdiff.report_consistency_suspect where comparison_id = ? order by place",
    "skip": "select train_key, rollout_key, skip_reason from rolloutdiff.report_consistency_module"
    " where comparison_id = ? and skip_reason is not null order by pair_ord",
}


@pytest.fixture(scope="module")
def runner():
    with duckdb.connect() as connection:
        install(connection)
        with closing(work_cursor(connection)) as cursor:
            yield StageRunner(cursor)


def compared(runner: StageRunner, folder: Path, seed: int) -> tuple[Comparison, str]:
    train, rollout, mapping = dump_pair(seed)
    for name, dump in (("train.json", train), ("rollout.json", rollout)):
        (folder / name).write_text(json.dumps(dump), encoding="utf-8")
    paths = find_dumps(folder / "train.json", folder / "rollout.json")
    given = None if mapping is None else checked_mapping(mapping)
    found = compare(runner, paths, given, ConsistencySettings(profile="compat"))
    return Comparison(train, rollout, mapping), found


def test_200_random_pairs_agree_with_the_oracle(runner, tmp_path):
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        oracle, comparison = compared(runner, tmp_path, seed)
        wanted = expected(oracle)
        for name, query in QUERIES.items():
            rows = [tuple(map(plain, row)) for row in runner.cursor.execute(query, [comparison]).fetchall()]
            assert rows == wanted[name], f"seed {seed}, {name}"
            seen[name] += len(rows)
        ((code, evidence),) = runner.cursor.execute(
            "select hypothesis_code, evidence from rolloutdiff.report_consistency where comparison_id = ?",
            [comparison],
        ).fetchall()
        hypothesis, wanted_evidence = oracle.hypothesis()
        if code == "missing_activation_on_rollout":
            assert hypothesis == ""
        else:
            assert (code or "", evidence or []) == (hypothesis, wanted_evidence)
        seen[f"top {code}"] += 1
        seen.update(f"class {s.kind}" for s in oracle.suspects)
        seen.update(f"bucket {pair.bucket}" for pair in oracle.pairs)
        seen.update(f"relation {t.relation}" for pair in oracle.pairs for t in pair.tensors)
    # What is not among the cases is not shown by them.
    assert len(FAULTS) == 11
    assert len([name for name in seen if name.startswith("bucket ")]) == 9
    assert len([name for name in seen if name.startswith("class ")]) == 4
    assert len([name for name in seen if name.startswith("relation ")]) == 6
    assert len([name for name in seen if name.startswith("top ")]) >= 5
    assert seen["value"] > 10_000 and seen["skip"] > 100


def test_oracle_knows_the_lines():
    module = {"output": [{"Max": 1.0, "shape": [2]}]}
    for value, status in ((1.0001, "ok"), (1.0002, "warn"), (1.01, "warn"), (1.02, "alert")):
        (tensor,) = Pair("a", "b", {"output": [{"Max": value, "shape": [2]}]}, module).tensors
        assert (tensor.status["Max"] == status) is True or value in (1.0001, 1.01)
