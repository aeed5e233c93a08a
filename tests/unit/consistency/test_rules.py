"""One pair written by hand for each bucket, class, relation of shapes and line, under both profiles."""

from __future__ import annotations

import math

import pytest

from tests.oracle.dump_pairs import dump_pair

from .small import ROLLOUT, TRAIN, compared, equal, module, pair, tensor

PROFILES = ("strict", "compat")
OTHER = 1.5


def one(found, name):
    (row,) = found[name]
    return row


BUCKETS = {
    "normal_aligned": (equal(), equal(), 4),
    "internal_difference_but_output_aligned": (
        equal(),
        module(tensor(), tensor(OTHER), tensor()),
        5,
    ),
    "comparison_premise_abnormal_but_output_aligned": (
        module(tensor(), tensor()),
        module(tensor(), tensor()),
        5,
    ),
    "insufficient_output_evidence": (module(None, tensor(), tensor()), equal(), 3),
    "module_impl_mismatch": (equal(), module(tensor(OTHER), tensor(), tensor()), 1),
    "parameter_sync_mismatch": (equal(), module(tensor(OTHER), tensor(), tensor(OTHER)), 1),
    "upstream_propagation_or_amplification": (equal(), module(tensor(OTHER), tensor(OTHER), tensor()), 2),
    "systemic_misalignment": (equal(), module(tensor(OTHER), tensor(OTHER), tensor(OTHER)), 2),
}


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("bucket", BUCKETS)
def test_bucket(tmp_path, bucket, profile):
    train, rollout, rank = BUCKETS[bucket]
    row = one(pair(tmp_path, train, rollout, profile=profile), "modules")
    assert (row["module_bucket"], row["module_priority_rank"]) == (bucket, rank)


@pytest.mark.parametrize("profile", PROFILES)
def test_fused_projection_with_equal_inputs_is_tolerable(tmp_path, profile):
    keys = (
        f"{TRAIN}self_attention.linear_q_down_proj.A.forward.0",
        f"{ROLLOUT}self_attn.fused_qkv_a_proj.B.forward.0",
    )
    other = module(tensor(OTHER), tensor(), tensor())
    row = one(compared(tmp_path, {keys[0]: equal()}, {keys[1]: other}, profile=profile), "modules")
    assert (row["module_bucket"], row["module_priority_rank"]) == ("fused_qkv_structural_mismatch", 5)
    assert row["skip_reason"] is None


@pytest.mark.parametrize("part", ["linear_q_down_proj", "linear_kv_down_proj"])
def test_fused_projection_with_other_inputs_is_set_aside(tmp_path, part):
    keys = f"{TRAIN}self_attention.{part}.A.forward.0", f"{ROLLOUT}self_attn.fused_qkv_a_proj.B.forward.0"
    other = module(tensor(OTHER), tensor(OTHER), tensor())
    found = compared(tmp_path, {keys[0]: equal()}, {keys[1]: other})
    assert one(found, "modules")["skip_reason"] == f"structural fusion pattern: {part} -> fused_qkv_a_proj"
    assert found["suspects"] == [] and found["verdict"][0]["structural"] == 1


RELATIONS = {
    "exact_match": ([2, 3], [2, 3], 1, "value_mismatch_shape_match"),
    "singleton_compatible_numel_match": ([1, 2, 3], [2, 3, 1], 1, "value_mismatch_numel_match"),
    "numel_match": ([2, 3], [3, 2], 1, "value_mismatch_numel_match"),
    "numel_mismatch": ([2, 3], [2, 4], 2, "value_mismatch_shape_mismatch"),
    "unknown": ([2, 3], None, 4, "value_match_shape_match"),
}


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("relation", RELATIONS)
def test_relation_of_shapes(tmp_path, relation, profile):
    left, right, rank, bucket = RELATIONS[relation]
    for size, wanted in (
        (OTHER, (rank, bucket)),
        (
            1,
            (4, "value_match_shape_match")
            if relation in ("exact_match", "unknown")
            else (3, "value_match_shape_mismatch"),
        ),
    ):
        found = pair(tmp_path, module(tensor(shape=left)), module(tensor(size, shape=right)), profile=profile)
        row = one(found, "values")
        assert row["shape_relation"] == relation
        assert (row["priority_rank"], row["priority_bucket"]) == wanted


# The rollout is 1, so that the relative difference is the distance itself, as near as numbers go.
LINES = {
    1.0: "ok",
    math.nextafter(1 + 1e-4, 0): "ok",
    1.0002: "warn",
    math.nextafter(1.01, 0): "warn",
    1.02: "alert",
}


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("value", LINES)
def test_line(tmp_path, value, profile):
    row = one(pair(tmp_path, module({"Max": value}), module({"Max": 1.0}), profile=profile), "values")
    assert row["max_status"] == LINES[value]
    assert row["numeric_consistency"] == ("match" if LINES[value] == "ok" else "mismatch")


def test_lines_belong_to_the_milder_side(tmp_path):
    exact = 2.0**-10
    for ok, status in ((exact, "ok"), (math.nextafter(exact, 0), "warn")):
        found = pair(tmp_path, module({"Max": 1 + exact}), module({"Max": 1.0}), ok=ok)
        assert one(found, "values")["max_status"] == status
    for warn, status in ((exact, "warn"), (math.nextafter(exact, 0), "alert")):
        found = pair(tmp_path, module({"Max": 1 + exact}), module({"Max": 1.0}), ok=0.0, warn=warn)
        assert one(found, "values")["max_status"] == status


def test_a_parameter_that_differs_without_an_effect_has_priority_5(tmp_path):
    found = pair(tmp_path, equal(), module(tensor(), tensor(), tensor(OTHER)))
    weight = found["values"][-1]
    assert (weight["compare_target"], weight["priority_rank"]) == ("parameters.weight", 5)
    assert (weight["priority_bucket"], weight["value_status"]) == (
        "parameter_mismatch_output_aligned",
        "info",
    )


NODES = {"a": tensor(), "b": tensor()}
KWARGS = {
    "not_applicable": ({}, {}),
    "aligned": (NODES, NODES),
    "partial": (NODES, {"a": tensor()}),
    "mismatch": (NODES, {"a": tensor(OTHER)}),
    "missing": ({"a": tensor()}, {"b": tensor()}),
}


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("status", KWARGS)
def test_named_inputs(tmp_path, status, profile):
    train, rollout = (module(tensor(), None, tensor(), kwargs) for kwargs in KWARGS[status])
    row = one(pair(tmp_path, train, rollout, profile=profile), "modules")
    assert row["input_kwargs_consistency"] == status
    assert row["input_consistency"] == {
        "mismatch": "mismatch",
        "aligned": "aligned",
        "partial": "aligned",
    }.get(status, "missing")
    assert row["premise_incomplete"] == (status in ("partial", "missing"))


def chain(extra_train=None, extra_rollout=None, second=None):
    """fc1 agrees, fc2 does not; with an operation in between on a side."""
    train = {f"{TRAIN}mlp.linear_fc1.A.forward.0": equal()}
    rollout = {f"{ROLLOUT}mlp.gate_up_proj.B.forward.0": equal()}
    if extra_train:
        train[f"{TRAIN}mlp.{extra_train}.forward.0"] = module(tensor())
    if extra_rollout:
        rollout[f"{ROLLOUT}mlp.{extra_rollout}.forward.0"] = module(tensor())
    train[f"{TRAIN}mlp.linear_fc2.A.forward.0"] = equal()
    rollout[f"{ROLLOUT}mlp.down_proj.B.forward.0"] = second or module(tensor(OTHER), tensor(), tensor())
    return train, rollout


CLASSES = {
    "missing_activation_on_train": (
        chain(extra_rollout="act_fn.AscendSiluAndMul"),
        "missing_or_extra_op_between_aligned_boundary",
    ),
    "missing_activation_on_rollout": (
        chain(extra_train="activation_func.SwiGLU"),
        "missing_or_extra_op_between_aligned_boundary",
    ),
    "parameter_sync_or_checkpoint": (
        chain(second=module(tensor(OTHER), tensor(), tensor(OTHER))),
        "parameter_or_checkpoint_issue",
    ),
    "implementation_or_numeric_path": (chain(extra_rollout="dropout.D"), "in_module_impl_difference"),
    "upstream_difference": (
        chain(second=module(tensor(OTHER), tensor(OTHER), tensor())),
        "upstream_propagation",
    ),
}


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("code", CLASSES)
def test_class_and_hypothesis(tmp_path, code, profile):
    (train, rollout), wanted = CLASSES[code]
    found = compared(tmp_path, train, rollout, profile=profile)
    suspect = one(found, "suspects")
    assert (suspect["classification"], suspect["hypothesis_code"]) == (wanted, code)
    assert found["verdict"][0]["hypothesis_code"] == code
    assert suspect["boundary_train_key"] == f"{TRAIN}mlp.linear_fc1.A.forward.0"


def test_missing_operations_come_first_then_rank_then_order(tmp_path):
    train, rollout = chain(
        extra_rollout="act_fn.AscendSiluAndMul", second=module(tensor(OTHER), tensor(OTHER), tensor())
    )
    before = {
        f"{side}{name}.forward.0": held
        for name, held in (("input_layernorm.N", 2), ("pre_mlp_layernorm.N", 1))
        for side, held in ((TRAIN, equal()), (ROLLOUT, module(tensor(OTHER), tensor(held), tensor())))
    }
    found = compared(
        tmp_path,
        {key: held for key, held in before.items() if key.startswith(TRAIN)} | train,
        {key: held for key, held in before.items() if key.startswith(ROLLOUT)} | rollout,
        profile="compat",
    )
    assert [(row["module_priority_rank"], row["train_key"].split(".")[-4]) for row in found["suspects"]] == [
        (2, "linear_fc2"),
        (1, "pre_mlp_layernorm"),
        (2, "input_layernorm"),
    ]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("profile", PROFILES)
def test_a_dump_agrees_with_itself(tmp_path, seed, profile):
    data = dump_pair(seed)[0]["data"]
    found = compared(tmp_path, data, data, mapping_key={key: key for key in data}, profile=profile)
    assert len(found["modules"]) == len(data) > 20
    assert {row["numeric_consistency"] for row in found["values"]} <= {"match", "missing"}
    assert found["suspects"] == [] and found["verdict"][0]["mismatched"] == 0


@pytest.mark.parametrize("seed", range(5))
def test_strict_finds_no_tensor_of_the_original_worse(tmp_path, seed):
    """Types, the size of a tensor and absent statistics only ever excuse a difference."""
    train, rollout, mapping = dump_pair(seed)
    options = {"mapping_key": mapping or {}}
    strict, compat = (
        {
            (row["pair_ord"], row["compare_target"]): row["numeric_consistency"]
            for row in compared(tmp_path, train["data"], rollout["data"], profile=profile, **options)[
                "values"
            ]
            if row["compat_subset"]
        }
        for profile in PROFILES
    )
    assert {key for key, status in strict.items() if status == "mismatch"} <= {
        key for key, status in compat.items() if status == "mismatch"
    }
