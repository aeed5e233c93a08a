"""Random pairs of module dumps with eleven kinds of faults, for the comparison with the oracle."""

from __future__ import annotations

import copy
import math
import random
from typing import Any

# Name on the training side, on the rollout side, and whether the module has a weight.
PAIRED = (
    ("input_layernorm.TENorm", "input_layernorm.AscendRMSNorm", True),
    ("self_attention.linear_q_down_proj.TELinear", "self_attn.fused_qkv_a_proj.AscendMergedLinear", True),
    ("self_attention.linear_kv_down_proj.TELinear", "self_attn.fused_qkv_a_proj.AscendMergedLinear", True),
    ("self_attention.q_layernorm.TENorm", "self_attn.q_a_layernorm.AscendRMSNorm", True),
    ("self_attention.linear_q_up_proj.TELinear", "self_attn.q_b_proj.AscendColumnParallelLinear", True),
    (
        "self_attention.core_attention.indexer.linear_wk.TELinear",
        "self_attn.indexer.wk.ReplicatedLinear",
        True,
    ),
    ("self_attention.linear_proj.TERowParallelLinear", "self_attn.o_proj.AscendRowParallelLinear", True),
    ("pre_mlp_layernorm.TENorm", "post_attention_layernorm.AscendRMSNorm", True),
    ("mlp.router.TopKRouter", "mlp.gate.ReplicatedLinear", True),
    ("mlp.linear_fc1.TEColumnParallelLinear", "mlp.gate_up_proj.AscendMergedColumnParallelLinear", True),
    ("mlp.linear_fc2.TERowParallelLinear", "mlp.down_proj.AscendRowParallelLinear", True),
    ("mlp.MLP", "mlp.DeepseekV2MLP", False),
)
EXTRA_TRAIN = ("mlp.activation_func.SwiGLU", "self_attn_bda.IdentityFuncOp", "self_attention.rotary.MulScale")
EXTRA_ROLLOUT = (
    "mlp.act_fn.AscendSiluAndMul",
    "self_attn.mla_attn.AscendMultiHeadLatentAttention",
    "self_attn.rope.R",
)

FAULTS = (
    "none",
    "output",
    "weight",
    "upstream",
    "systemic",
    "reshape",
    "resize",
    "nulls",
    "slot",
    "kwargs",
    "edge",
)


def tensor(rng: random.Random) -> dict[str, Any]:
    size = rng.uniform(0.5, 3.0)
    return {
        "type": "torch.Tensor",
        "dtype": rng.choice(["torch.bfloat16", "torch.float32"]),
        "shape": [rng.choice([1, 4, 8]), rng.choice([2, 16])],
        "Max": size,
        "Min": -rng.uniform(0.5, 3.0),
        "Mean": rng.choice([0.0, 1e-9, rng.uniform(-0.1, 0.1)]),
        "Norm": size * 20,
    }


def moved(node: dict[str, Any], factor: float, rng: random.Random) -> None:
    for name in rng.sample(["Max", "Min", "Mean", "Norm"], rng.randint(1, 4)):
        if isinstance(node.get(name), float):
            node[name] *= 1 + factor


def module(rng: random.Random, weight: bool) -> dict[str, Any]:
    held: dict[str, Any] = {
        "input_args": [tensor(rng) for _ in range(rng.randint(0, 2))],
        "input_kwargs": {n: tensor(rng) for n in ("hidden_states", "mask", "scale") if rng.random() < 0.3},
        "output": [tensor(rng)] + ([None] if rng.random() < 0.2 else []),
    }
    if weight:
        held["parameters"] = {"weight": tensor(rng)} | ({"bias": tensor(rng)} if rng.random() < 0.2 else {})
    return held


def spoil(fault: str, train: dict[str, Any], rollout: dict[str, Any], rng: random.Random) -> None:
    """Puts a fault into a pair that agrees."""
    size = rng.choice([5e-5, 3e-3, 0.3, -0.3])
    nodes = {"output": rollout["output"][0]}
    if rollout["input_args"]:
        nodes["input"] = rollout["input_args"][0]
    if "parameters" in rollout:
        nodes["weight"] = rollout["parameters"]["weight"]
    touched = {
        "output": ["output"],
        "weight": ["weight"] + ["output"] * (rng.random() < 0.6),
        "upstream": ["input", "output"],
        "systemic": ["input", "output", "weight"],
    }.get(fault, [])
    for name in touched:
        if name in nodes:
            moved(nodes[name], size, rng)
    node = nodes[rng.choice(list(nodes))]
    if fault == "reshape":
        node["shape"] = rng.choice(
            [[1, *node["shape"]], node["shape"][::-1], [math.prod(node["shape"])], None]
        )
    elif fault == "resize":
        node["shape"] = [*node["shape"], 3]
        if rng.random() < 0.5:
            moved(node, size, rng)
    elif fault == "nulls":
        for name in rng.sample(["Max", "Min", "Mean", "Norm"], rng.choice([1, 4])):
            node[name] = rng.choice([None, math.nan, math.inf, -math.inf, True, "nan"])
    elif fault == "slot":
        side = rng.choice([train, rollout])
        gone = rng.choice(["output", "input_args", "parameters", "input_kwargs", "null"])
        if gone == "null":
            side["output"] = [None]
        else:
            side.pop(gone, None)
    elif fault == "kwargs":
        side, other = (train, rollout) if rng.random() < 0.5 else (rollout, train)
        choice = rng.random()
        if choice < 0.4:
            side["input_kwargs"]["extra"] = tensor(rng)
        elif choice < 0.6:
            side["input_kwargs"], other["input_kwargs"] = {"a": tensor(rng), "flag": 3}, {"b": tensor(rng)}
        else:
            side["input_kwargs"]["shared"] = shared = tensor(rng)
            other["input_kwargs"]["shared"] = copy.deepcopy(shared)
            moved(shared, size, rng)
    elif fault == "edge":
        # The rollout is a power of two, so that the difference is the line itself, or the number beside it.
        line = rng.choice([1e-4, 1e-2])
        base = rng.choice([1.0, 2.0, -0.5])
        rollout["output"][0]["Max"] = base
        train["output"][0]["Max"] = base + base * rng.choice(
            [line, math.nextafter(line, 1), math.nextafter(line, 0)]
        )


def dump_pair(seed: int) -> tuple[dict[str, Any], dict[str, Any], dict[str, str] | None]:
    """A training dump, a rollout dump, and for every second seed a mapping."""
    rng = random.Random(seed)
    train: dict[str, Any] = {}
    rollout: dict[str, Any] = {"not_a_module": {"output": 3}}
    mapping: dict[str, str] = {}
    for layer in range(3):
        for name, peer, weight in PAIRED:
            key = f"Module.module.module.decoder.layers.{layer}.{name}.forward.0"
            other = f"Module.model.layers.{layer}.{peer}.forward.0"
            fault = rng.choice(FAULTS) if rng.random() < 0.5 else "none"
            for extra, held, prefix in (
                (EXTRA_TRAIN, train, "Module.module.module.decoder."),
                (EXTRA_ROLLOUT, rollout, "Module.model."),
            ):
                if rng.random() < 0.15:
                    held.setdefault(
                        f"{prefix}layers.{layer}.{rng.choice(extra)}.forward.0", module(rng, False)
                    )
            ours = module(rng, weight)
            theirs = copy.deepcopy(ours)
            spoil(fault, ours, theirs, rng)
            if rng.random() < 0.96:
                train[key] = ours
            if rng.random() < 0.96:
                rollout.setdefault(other, theirs)
            if rng.random() < 0.9:
                mapping[key] = other
    if rng.random() < 0.3:
        train["Module.module.module.embedding.word_embeddings.V.forward.0"] = module(rng, True)
        rollout["Module.model.embed_tokens.V.forward.0"] = module(rng, True)
    head = {"task": "statistics", "level": "L0", "framework": "pytorch", "dump_data_dir": None}
    return {**head, "data": train}, {**head, "data": rollout}, mapping if seed % 2 else None
