"""Ten faults of the original rules: profile compat has them, profile strict does not."""

from __future__ import annotations

import pytest

from rolloutdiff.errors import KeyMappingError

from .small import ROLLOUT, TRAIN, compared, equal, module, pair, tensor

NULLS = {"Max": None, "Min": None, "Mean": None, "Norm": None}


def both(folder, train, rollout, **options):
    return [pair(folder, train, rollout, profile=profile, **options) for profile in ("strict", "compat")]


def test_d1_a_list_of_peers_works(tmp_path):
    keys = [f"{ROLLOUT}mlp.{name}.B.forward.0" for name in ("gate_proj", "up_proj")]
    key = f"{TRAIN}mlp.linear_fc1.A.forward.0"
    dumps = {key: equal()}, {name: equal() for name in keys}
    found = compared(tmp_path, *dumps, mapping_key={key: keys})
    assert [row["rollout_key"] for row in found["modules"]] == keys
    assert (found["mapping"][0]["cardinality"], found["mapping"][0]["rollout_keys"]) == ("1:N", keys)
    with pytest.raises(KeyMappingError, match="several peers, which the original rules cannot take"):
        compared(tmp_path, *dumps, mapping_key={key: keys}, profile="compat")


def test_d2_without_statistics_nothing_matches(tmp_path):
    empty = module(tensor(**NULLS), tensor(), tensor())
    strict, compat = both(tmp_path, empty, empty)
    assert compat["modules"][0]["output_consistency"] == "aligned"
    assert strict["modules"][0]["output_consistency"] == "missing"
    assert strict["values"][0]["value_status"] == "no_statistics"
    assert strict["verdict"][0]["without_statistics"] == 1


def test_d3_a_mean_near_zero_is_judged_by_the_size_of_the_tensor_too(tmp_path):
    # Means of 1e-6 and 2e-6 with a norm of 3 over 6 elements: root mean square 1.22, distance 8e-7 of it.
    strict, compat = both(tmp_path, module(tensor(Mean=1e-6)), module(tensor(Mean=2e-6)))
    assert compat["values"][0]["mean_status"] == "alert"
    row = strict["values"][0]
    assert (row["mean_status"], row["numeric_consistency"]) == ("ok", "match")
    assert row["mean_rms"] == pytest.approx(1e-6 * 6**0.5 / 3, rel=1e-12)
    # Both have to differ: here they do.
    strict, _ = both(tmp_path, module(tensor(Mean=0.5)), module(tensor(Mean=0.6)))
    assert strict["values"][0]["mean_status"] == "alert"


@pytest.mark.parametrize(
    ("dtype", "error", "ok"),
    [
        ("torch.bfloat16", 2**-8, 4e-3),
        ("torch.float16", 2**-10, 1e-3),
        ("torch.float32", 2**-14, 1e-4),
    ],
)
def test_d4_rounding_of_the_type_is_no_difference(tmp_path, dtype, error, ok):
    train = {"dtype": dtype, "Max": 1 + error}
    strict, compat = both(tmp_path, module(train), module({"dtype": dtype, "Max": 1.0}))
    assert (strict["values"][0]["max_status"], strict["values"][0]["ok"]) == ("ok", ok)
    assert compat["values"][0]["max_status"] == ("ok" if error < 1e-4 else "warn")
    # The coarser of two types counts, and a line that is given counts for all.
    strict, _ = both(tmp_path, module(train), module({"dtype": "torch.float32", "Max": 1.0}))
    assert strict["values"][0]["ok"] == ok
    strict, _ = both(tmp_path, module(train), module({"dtype": dtype, "Max": 1.0}), ok=1e-5)
    assert strict["values"][0]["max_status"] == "warn"


def test_d5_every_output_argument_and_parameter_is_compared(tmp_path):
    train = {
        "output": [tensor(), None, [tensor(), {"inner": tensor()}], {"named": tensor()}],
        "input_args": [tensor(), tensor()],
        "parameters": {"bias": tensor(), "weight": tensor()},
    }
    rollout = {**train, "output": [tensor(), None, [tensor(2.0)], {"named": tensor()}]}
    strict, compat = both(tmp_path, train, rollout)
    targets = [(row["compare_target"], row["compat_subset"]) for row in strict["values"]]
    assert targets == [
        ("output.0", True),
        ("output.2.0", False),
        ("output.2.1", False),
        ("output.3.named", False),
        ("input_args.0", True),
        ("input_args.1", False),
        ("parameters.weight", True),
        ("parameters.bias", False),
    ]
    assert [row["compare_target"] for row in compat["values"]] == [
        "output.0",
        "input_args.0",
        "parameters.weight",
    ]
    assert strict["modules"][0]["output_consistency"] == "mismatch"
    assert compat["modules"][0]["output_consistency"] == "aligned"


def between(folder, name, side, profile):
    extra = f"{TRAIN if side == 'train' else ROLLOUT}mlp.{name}.forward.0"
    train = {f"{TRAIN}mlp.linear_fc1.A.forward.0": equal()}
    rollout = {f"{ROLLOUT}mlp.gate_up_proj.B.forward.0": equal()}
    (train if side == "train" else rollout)[extra] = module(tensor())
    train[f"{TRAIN}mlp.linear_fc2.A.forward.0"] = equal()
    rollout[f"{ROLLOUT}mlp.down_proj.B.forward.0"] = module(tensor(2.0), tensor(), tensor())
    return compared(folder, train, rollout, profile=profile), extra


@pytest.mark.parametrize(
    ("name", "strict"),
    [
        ("inner.AscendMultiHeadLatentAttention", False),
        ("formula.X", False),
        ("x.SiluAndMul", True),
        ("x.aten_mul", True),
        ("x.SiLU", True),
        ("act_fn.X", True),
    ],
)
def test_d6_mul_is_a_word(tmp_path, name, strict):
    for profile, wanted in (("strict", strict), ("compat", True)):
        found, extra = between(tmp_path, name, "rollout", profile)
        assert found["suspects"][0]["missing_train_activation"] == [extra] * wanted


def test_d7_an_activation_of_training_alone_has_a_hypothesis(tmp_path):
    from rolloutdiff.report.consistency_words import coded

    for profile in ("strict", "compat"):
        report = output_5(tmp_path, "activation_func.SwiGLU", profile)
        assert report["top_hypothesis"] == ""
        if profile == "strict":
            assert report["top_hypothesis_ext"] == coded("hypothesis", "missing_activation_on_rollout")
            assert report["top_evidence"] == [f"{TRAIN}mlp.activation_func.SwiGLU.forward.0"]
        else:
            assert "top_hypothesis_ext" not in report and report["top_evidence"] == []


def output_5(folder, name, profile):
    import json

    from rolloutdiff import compare_dumps

    between(folder, name, "train", profile)
    with compare_dumps(folder / "train.json", folder / "rollout.json", profile=profile) as comparison:
        *_, path, _ = comparison.write_outputs(folder / profile)
    return json.loads(path.read_text())


def layers(*outputs):
    """Four pairs whose (input, output) on the rollout are given."""
    train = {f"{TRAIN}mlp.m{i}.A.forward.0": equal() for i in range(len(outputs))}
    rollout = {
        f"{ROLLOUT}mlp.m{i}.B.forward.0": module(tensor(o), tensor(a), tensor())
        for i, (a, o) in enumerate(outputs)
    }
    return train, rollout


def test_d8_the_first_divergence_is_where_outputs_differ_and_inputs_agree(tmp_path):
    dumps = layers((1, 1), (2, 2), (1, 2), (1, 2))
    found = compared(tmp_path, *dumps)
    assert found["verdict"][0]["first_divergence_pair"] == 3
    assert compared(tmp_path, *dumps, profile="compat")["verdict"][0]["first_divergence_pair"] is None
    assert compared(tmp_path, *layers((1, 1), (2, 2)))["verdict"][0]["first_divergence_pair"] is None


def test_d9_outputs_that_agree_again_lower_the_confidence(tmp_path):
    dumps = layers((1, 2), (1, 1), (1, 2))
    strict = compared(tmp_path, *dumps)["suspects"]
    assert [(row["pair_ord"], row["realigns_after"], row["confidence"]) for row in strict] == [
        (1, True, "low"),
        (3, None, "high"),
    ]
    compat = compared(tmp_path, *dumps, profile="compat")["suspects"]
    assert {(row["realigns_after"], row["confidence"]) for row in compat} == {(None, None)}


def test_d10_truth_values_are_no_numbers(tmp_path):
    train, rollout = module(tensor(Max=True)), module(tensor(Max=False))
    strict, compat = both(tmp_path, train, rollout)
    assert (strict["values"][0]["max_status"], strict["values"][0]["numeric_consistency"]) == (
        "missing",
        "match",
    )
    assert (compat["values"][0]["max_status"], compat["values"][0]["max_train"]) == ("alert", 1.0)


def test_blocks_that_hold_other_modules_follow_their_parts(tmp_path):
    train, rollout = layers((1, 1), (2, 2))
    whole = module(tensor(2.0), tensor())
    train[f"{TRAIN}mlp.A.forward.0"], rollout[f"{ROLLOUT}mlp.B.forward.0"] = module(tensor(), tensor()), whole
    strict = compared(tmp_path, train, rollout)["suspects"]
    assert [(row["container"], row["module_priority_rank"]) for row in strict] == [(False, 2), (True, 1)]
    compat = compared(tmp_path, train, rollout, profile="compat")["suspects"]
    assert [row["module_priority_rank"] for row in compat] == [1, 2]


def test_calls_of_one_number_pair_with_each_other(tmp_path):
    names = [
        (f"{TRAIN}mlp.linear_fc1.A.forward.{i}", f"{ROLLOUT}mlp.gate_up_proj.B.forward.{i}") for i in range(2)
    ]
    dumps = {train: equal() for train, _ in names}, {rollout: equal() for _, rollout in names}
    pairs = [(row["train_key"], row["rollout_key"]) for row in compared(tmp_path, *dumps)["modules"]]
    assert pairs == names
    assert len(compared(tmp_path, *dumps, profile="compat")["modules"]) == 4
