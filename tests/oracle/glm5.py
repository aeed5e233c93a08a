"""Module dumps of a GLM-5-like model as its two sides name them: three dense layers with latent attention.

A small model of numbers stands behind the statistics: both sides hold the same parameters and see the same
inputs; a side may leave out the activation of the feed-forward block, and from there on its numbers differ.
"""

from __future__ import annotations

import json
import math
import zlib
from pathlib import Path
from typing import Any

LAYERS = 3
TOKENS, HIDDEN, QUERY, LATENT, INNER = 64, 512, 192, 96, 1536

TRAIN = "Module.module.module."
ROLLOUT = "Module.model."
HEAD = "Module.lm_head.AscendParallelLMHead"

# Path and class on both sides, sizes of input and output, and what it is: `fused` is a part of a larger
# output of the rollout, `after` lies behind the activation that may be missing, `whole` holds other modules.
LAYER = (
    ("input_layernorm.TENorm", "input_layernorm.AscendRMSNorm", HIDDEN, HIDDEN, "same"),
    (
        "self_attention.linear_q_down_proj.TELinear",
        "self_attn.fused_qkv_a_proj.AscendMergedColumnParallelLinear",
        HIDDEN,
        QUERY,
        "fused",
    ),
    (
        "self_attention.linear_kv_down_proj.TELinear",
        "self_attn.fused_qkv_a_proj.AscendMergedColumnParallelLinear",
        HIDDEN,
        LATENT,
        "fused",
    ),
    ("self_attention.q_layernorm.TENorm", "self_attn.q_a_layernorm.AscendRMSNorm", QUERY, QUERY, "same"),
    ("self_attention.kv_layernorm.TENorm", "self_attn.kv_a_layernorm.AscendRMSNorm", LATENT, LATENT, "same"),
    (
        "self_attention.linear_q_up_proj.TEColumnParallelLinear",
        "self_attn.q_b_proj.AscendColumnParallelLinear",
        QUERY,
        HIDDEN,
        "same",
    ),
    (
        "self_attention.linear_kv_up_proj.TEColumnParallelLinear",
        "self_attn.kv_b_proj.AscendColumnParallelLinear",
        LATENT,
        HIDDEN,
        "same",
    ),
    (
        "self_attention.core_attention.indexer.linear_wq_b.TELinear",
        "self_attn.indexer.wq_b.AscendReplicatedLinear",
        QUERY,
        LATENT,
        "same",
    ),
    (
        "self_attention.core_attention.indexer.linear_wk.TELinear",
        "self_attn.indexer.wk.AscendReplicatedLinear",
        HIDDEN,
        LATENT,
        "same",
    ),
    (
        "self_attention.core_attention.indexer.k_norm.TENorm",
        "self_attn.indexer.k_norm.LayerNorm",
        LATENT,
        LATENT,
        "same",
    ),
    (
        "self_attention.core_attention.indexer.linear_weights_proj.TELinear",
        "self_attn.indexer.weights_proj.AscendReplicatedLinear",
        HIDDEN,
        32,
        "same",
    ),
    (
        "self_attention.core_attention.DSAttention",
        "self_attn.mla_attn.AscendMultiHeadLatentAttention",
        HIDDEN,
        HIDDEN,
        "core",
    ),
    (
        "self_attention.linear_proj.TERowParallelLinear",
        "self_attn.o_proj.AscendRowParallelLinear",
        HIDDEN,
        HIDDEN,
        "same",
    ),
    ("self_attention.DSASelfAttention", "self_attn.GlmMoeDsaAttention", HIDDEN, HIDDEN, "whole"),
    ("self_attn_bda.IdentityFuncOp", None, HIDDEN, HIDDEN, "same"),
    ("pre_cross_attn_layernorm.IdentityOp", None, HIDDEN, HIDDEN, "same"),
    ("pre_mlp_layernorm.TENorm", "post_attention_layernorm.AscendRMSNorm", HIDDEN, HIDDEN, "same"),
    (
        "mlp.linear_fc1.TEColumnParallelLinear",
        "mlp.gate_up_proj.AscendMergedColumnParallelLinear",
        HIDDEN,
        2 * INNER,
        "same",
    ),
    ("mlp.activation_func.SwiGLU", "mlp.act_fn.AscendSiluAndMul", 2 * INNER, INNER, "activation"),
    ("mlp.linear_fc2.TERowParallelLinear", "mlp.down_proj.AscendRowParallelLinear", INNER, HIDDEN, "after"),
    ("mlp.MLP", "mlp.GlmMLP", HIDDEN, HIDDEN, "after whole"),
    ("mlp_bda.IdentityFuncOp", None, HIDDEN, HIDDEN, "same"),
    ("TransformerLayer", "GlmMoeDsaDecoderLayer", HIDDEN, HIDDEN, "after whole"),
)


def share(*names: object) -> float:
    """A number in [0, 1) that depends on names alone."""
    return zlib.crc32("|".join(map(str, names)).encode()) / 2**32


def rounded(value: float) -> float:
    """Eight significant binary digits, as bfloat16 keeps them."""
    mantissa, exponent = math.frexp(value)
    return math.ldexp(round(mantissa * 256) / 256, exponent)


def tensor(name: str, columns: int, *, other: float = 0.0, rows: int = TOKENS) -> dict[str, Any]:
    """Statistics of a tensor; with `other` those of one that differs by about that share."""
    scale = math.exp(2 * share(name, "scale") - 1) * (1 + other)
    numel = rows * columns
    return {
        "type": "torch.Tensor",
        "dtype": "torch.bfloat16",
        "shape": [rows, columns],
        "Max": rounded(4.5 * scale * (1 + other / 3)),
        "Min": rounded(-4.4 * scale * (1 - other / 5)),
        "Mean": rounded(scale * 0.02 * (share(name, "mean") - 0.5 + other)),
        "Norm": rounded(scale * math.sqrt(numel)),
        "requires_grad": False,
    }


def entry(name: str, inner: int, outer: int, kind: str, moved: tuple[float, float]) -> dict[str, Any]:
    """One module: input, output, and a weight unless it is a whole block or an activation."""
    held: dict[str, Any] = {
        "input_args": [tensor(f"{name} in", inner, other=moved[0])],
        "input_kwargs": {},
        "output": [tensor(f"{name} out", outer, other=moved[1])],
    }
    if not any(word in kind for word in ("whole", "activation", "core")):
        held["parameters"] = {"weight": tensor(f"{name} weight", inner, rows=outer)}
    return held


def dump(side: str, activation: bool = True, layers: int = LAYERS) -> dict[str, Any]:
    """The dump of a side.

    Args:
        side: `train` or `rollout`.
        activation: Whether the side runs the activation of its feed-forward blocks as a module.
        layers: Number of layers.
    """
    data: dict[str, Any] = {}
    place = 0 if side == "train" else 1

    def add(
        train: str, rollout: str | None, inner: int, outer: int, kind: str, name: str, moved: Any
    ) -> None:
        key = (train, rollout)[place]
        if key is not None:
            if kind == "fused" and side == "rollout":
                name, outer, kind = name.rsplit(" ", 1)[0] + " fused", QUERY + LATENT, "same"
            data.setdefault(f"{key}.forward.0", entry(name, inner, outer, kind, moved))

    words = "embedding.word_embeddings.VocabParallelEmbedding", "embed_tokens.AscendVocabParallelEmbedding"
    still = (0.0, 0.0)
    add(TRAIN + words[0], ROLLOUT + words[1], TOKENS, HIDDEN, "same", "embedding", still)
    shift = 0.0
    for layer in range(layers):
        for number, (train, rollout, inner, outer, kind) in enumerate(LAYER):
            if kind == "activation" and not activation:
                shift += 0.25
                continue
            moved = (shift, shift)
            if kind == "after whole":
                moved = (shift - 0.25 if shift else 0.0, shift)
            add(
                f"{TRAIN}decoder.layers.{layer}.{train}",
                None if rollout is None else f"{ROLLOUT}layers.{layer}.{rollout}",
                inner,
                outer,
                kind,
                f"{layer} {number}",
                moved,
            )
    ending = (shift, shift)
    add(
        f"{TRAIN}decoder.final_layernorm.TENorm",
        f"{ROLLOUT}norm.AscendRMSNorm",
        HIDDEN,
        HIDDEN,
        "same",
        "norm",
        ending,
    )
    head = f"{TRAIN}output_layer.ColumnParallelLinear", HEAD
    add(*head, HIDDEN, 4096, "same", "head", ending)
    return {"task": "statistics", "level": "L0", "framework": "pytorch", "dump_data_dir": None, "data": data}


def right_pairs(layers: int = LAYERS, *, blocks: bool = True) -> dict[str, str]:
    """Which module of training is which of the rollout, by the table above; with or without whole blocks."""
    pairs = {
        f"{TRAIN}decoder.layers.{layer}.{train}.forward.0": f"{ROLLOUT}layers.{layer}.{rollout}.forward.0"
        for layer in range(layers)
        for train, rollout, *_, kind in LAYER
        if rollout is not None and kind != "activation" and (blocks or "whole" not in kind)
    }
    return {
        f"{TRAIN}embedding.word_embeddings.VocabParallelEmbedding.forward.0": f"{ROLLOUT}embed_tokens"
        ".AscendVocabParallelEmbedding.forward.0",
        **pairs,
        f"{TRAIN}decoder.final_layernorm.TENorm.forward.0": f"{ROLLOUT}norm.AscendRMSNorm.forward.0",
        f"{TRAIN}output_layer.ColumnParallelLinear.forward.0": f"{HEAD}.forward.0",
    }


def texts() -> dict[str, str]:
    """The files of the case by their path below `tests/data/glm5`: training leaves out the activation."""
    return {
        "train/step3/rank0/dump.json": _text(dump("train", activation=False)),
        "rollout/step3/rank0/dump.json": _text(dump("rollout")),
        "output_0_key_mapping.json": json.dumps(right_pairs(blocks=False), indent=1) + "\n",
    }


def _text(held: dict[str, Any]) -> str:
    """A dump with one line a module."""
    data = held.pop("data")
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in data.items())
    return json.dumps(held)[:-1] + ', "data": {\n' + lines + "\n}}\n"


def write(folder: Path) -> None:
    """Write the files."""
    for name, text in texts().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(__file__).parents[1] / "data" / "glm5")
