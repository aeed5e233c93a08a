"""The original rules of a dump comparison in plain Python, written from their description.

Nothing here is shared with the SQL: a module is a dictionary as the dump holds it, a comparison a list of
plain tuples and dictionaries.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Any

METRICS = ("Max", "Min", "Mean", "Norm")
OK, WARN, EPS = 1e-4, 1e-2, 1e-12

RENAMES = """
self_attention self_attn
word_embeddings embed_tokens
q_layernorm q_a_layernorm
post_attention_layernorm pre_mlp_layernorm
final_layernorm norm
linear_q_down_proj fused_qkv_a_proj
linear_kv_down_proj fused_qkv_a_proj
linear_q_up_proj q_b_proj
linear_wq_b wq_b
linear_wk wk
linear_weights_proj weights_proj
linear_fc1 gate_up_proj
linear_fc2 down_proj
linear_proj o_proj
router gate
"""


def layer_of(key: str) -> int | None:
    parts = key.split(".")
    for before, number, after in zip(parts, parts[1:], parts[2:], strict=False):
        if before == "layers" and number.isdigit() and after is not None and parts.index(before) > 0:
            return int(number)
    return None


def block_of(key: str) -> str:
    low = key.lower()
    for words, block in (
        ([".mlp."], "mlp"),
        (["self_attn", "self_attention", "attention"], "attn"),
        (["norm"], "norm"),
        (["embed"], "embed"),
    ):
        if any(word in low for word in words):
            return block
    return "other"


def path_of(key: str) -> str | None:
    if "IdentityOp" in key or "IdentityFuncOp" in key:
        return None
    for prefix in ("Module.model.", "Module.module.module.", "Module.module."):
        if key.startswith(prefix):
            key = key[len(prefix) :]
            break
    key = key.replace("core_attention.", "")
    key = key.removeprefix("decoder.")
    for line in RENAMES.strip().splitlines():
        old, new = line.split()
        key = new.join(key.split(old))
    parts = key.split(".")
    if len(parts) > 3 and parts[-2] == "forward" and parts[-1].isdigit():
        parts = parts[:-3]
    return ".".join(parts)


def number(value: Any) -> float | None:
    return float(value) if isinstance(value, bool | int | float) else None


def rel(a: float | None, b: float | None) -> float | None:
    if a is None or b is None:
        return None
    try:
        return abs(a - b) / (EPS if abs(b) < EPS else abs(b))
    except (OverflowError, ZeroDivisionError):
        return math.nan


def verdict(err: float | None) -> str:
    if err is None:
        return "missing"
    return "ok" if err <= OK else "warn" if err <= WARN else "alert"


def relation(a: Any, b: Any) -> str:
    if not isinstance(a, list) or not isinstance(b, list) or not all(isinstance(n, int) for n in a + b):
        return "unknown"
    if a == b:
        return "exact_match"
    if math.prod(a) != math.prod(b):
        return "numel_mismatch"
    squeezed = [[n for n in shape if n != 1] for shape in (a, b)]
    return "singleton_compatible_numel_match" if squeezed[0] == squeezed[1] else "numel_match"


PRIORITY = {
    (True, "exact_match"): (1, "value_mismatch_shape_match", "alert"),
    (True, "singleton_compatible_numel_match"): (1, "value_mismatch_numel_match", "alert"),
    (True, "numel_match"): (1, "value_mismatch_numel_match", "alert"),
    (True, "numel_mismatch"): (2, "value_mismatch_shape_mismatch", "warn"),
    (False, "singleton_compatible_numel_match"): (3, "value_match_shape_mismatch", "warn"),
    (False, "numel_match"): (3, "value_match_shape_mismatch", "warn"),
    (False, "numel_mismatch"): (3, "value_match_shape_mismatch", "warn"),
}


@dataclass
class Tensor:
    """One compared tensor."""

    target: str
    train: dict[str, Any] | None
    rollout: dict[str, Any] | None

    def __post_init__(self) -> None:
        self.status: dict[str, str] = {}
        self.err: dict[str, float | None] = {}
        self.relation = None
        if self.train is None or self.rollout is None:
            self.numeric = self.metric = "missing"
            self.rank, self.bucket = None, "missing_compare_target"
            self.value = "missing_on_train" if self.train is None else "missing_on_rollout"
            return
        for name in METRICS:
            self.err[name] = rel(number(self.train.get(name)), number(self.rollout.get(name)))
            self.status[name] = verdict(self.err[name])
        found = set(self.status.values())
        self.metric = "alert" if "alert" in found else "warn" if "warn" in found else "ok"
        self.numeric = "match" if self.metric == "ok" else "mismatch"
        self.relation = relation(self.train.get("shape"), self.rollout.get("shape"))
        self.rank, self.bucket, self.value = PRIORITY.get(
            (self.numeric == "mismatch", self.relation), (4, "value_match_shape_match", "ok")
        )


ALIGNMENT = {"match": "aligned", "mismatch": "mismatch", "missing": "missing"}
FARTHER = ["exact_match", "singleton_compatible_numel_match", "numel_match", "numel_mismatch", "unknown"]


@dataclass
class Pair:
    """One pair of modules."""

    train_key: str
    rollout_key: str
    train: dict[str, Any]
    rollout: dict[str, Any]
    tensors: list[Tensor] = field(default_factory=list)

    def __post_init__(self) -> None:
        for target in ("output.0", "input_args.0", "parameters.weight"):
            sides = [self.node(side, target) for side in (self.train, self.rollout)]
            if sides != [None, None]:
                self.tensors.append(Tensor(target, *sides))
        by = {tensor.target: tensor for tensor in self.tensors}
        output, argument, weight = (by.get(t) for t in ("output.0", "input_args.0", "parameters.weight"))
        if weight and weight.numeric == "mismatch" and output and output.numeric == "match":
            weight.rank, weight.bucket, weight.value = 5, "parameter_mismatch_output_aligned", "info"
        self.output, self.args, self.parameter = (
            ALIGNMENT[tensor.numeric] if tensor else "missing" for tensor in (output, argument, weight)
        )
        self.buckets = tuple(t.bucket if t else "missing_compare_target" for t in (output, weight, argument))
        self.named_inputs()
        self.judge()

    @staticmethod
    def node(module: dict[str, Any], target: str) -> dict[str, Any] | None:
        name, _, place = target.partition(".")
        held = module.get(name)
        if name == "parameters":
            found = held.get(place) if isinstance(held, dict) else None
        else:
            found = held[0] if isinstance(held, list) and held else None
        return found if isinstance(found, dict) else None

    def named_inputs(self) -> None:
        held = []
        for module in (self.train, self.rollout):
            kwargs = module.get("input_kwargs") or {}
            held.append({name: node for name, node in kwargs.items() if isinstance(node, dict)})
        train, rollout = held
        self.shared = sorted(train.keys() & rollout.keys())
        self.only_rollout = sorted(rollout.keys() - train.keys())
        self.only_train = sorted(train.keys() - rollout.keys())
        compared = [Tensor(name, train[name], rollout[name]) for name in self.shared]
        self.kwargs_relation = max((t.relation for t in compared), key=FARTHER.index, default="unknown")
        if not train and not rollout:
            self.kwargs = self.kwargs_numeric = "not_applicable"
        elif not compared:
            self.kwargs = self.kwargs_numeric = "missing"
        elif any(t.numeric == "mismatch" for t in compared):
            self.kwargs = self.kwargs_numeric = "mismatch"
        else:
            self.kwargs_numeric = "match"
            self.kwargs = "partial" if self.only_train or self.only_rollout else "aligned"

    def judge(self) -> None:
        seen = [s for s in (self.args, self.kwargs) if s not in ("missing", "not_applicable")]
        self.input = "missing" if not seen else "mismatch" if "mismatch" in seen else "aligned"
        self.incomplete = self.parameter == "missing" or self.kwargs in ("missing", "partial")
        fused = self.structure() is not None
        if self.output == "mismatch" and self.input == "aligned" and fused:
            self.rank, self.bucket = 5, "fused_qkv_structural_mismatch"
        elif self.output == "aligned":
            if self.parameter == self.input == "aligned":
                self.rank, self.bucket = 4, "normal_aligned"
            elif self.incomplete:
                self.rank, self.bucket = 5, "comparison_premise_abnormal_but_output_aligned"
            else:
                self.rank, self.bucket = 5, "internal_difference_but_output_aligned"
        elif self.output == "missing":
            self.rank, self.bucket = 3, "insufficient_output_evidence"
        elif self.input == "aligned":
            self.rank = 1
            self.bucket = "module_impl_mismatch" if self.parameter == "aligned" else "parameter_sync_mismatch"
        else:
            self.rank = 2
            propagated = self.parameter == "aligned"
            self.bucket = "upstream_propagation_or_amplification" if propagated else "systemic_misalignment"

    def structure(self) -> str | None:
        if "fused_qkv_a_proj" not in self.rollout_key.lower():
            return None
        for part in ("linear_q_down_proj", "linear_kv_down_proj"):
            if part in self.train_key.lower():
                return f"structural fusion pattern: {part} -> fused_qkv_a_proj"
        return None


def is_activation(key: str) -> bool:
    return re.search("act_fn|silu|swiglu|gelu|mul|activation", key.lower()) is not None


@dataclass
class Suspect:
    """A pair that may hold the cause."""

    pair: Pair
    boundary: Pair | None
    unmatched_train: list[str]
    unmatched_rollout: list[str]

    def __post_init__(self) -> None:
        self.extra_rollout = [key for key in self.unmatched_rollout if is_activation(key)]
        self.extra_train = [key for key in self.unmatched_train if is_activation(key)]
        if self.extra_rollout or self.extra_train:
            self.kind = "missing_or_extra_op_between_aligned_boundary"
        elif self.pair.bucket == "parameter_sync_mismatch":
            self.kind = "parameter_or_checkpoint_issue"
        elif self.pair.bucket == "module_impl_mismatch":
            self.kind = "in_module_impl_difference"
        else:
            self.kind = "upstream_propagation"


class Comparison:
    """Two dumps compared; `mapping` gives one peer at most per key, None pairs by name."""

    def __init__(
        self, train: dict[str, Any], rollout: dict[str, Any], mapping: dict[str, str] | None
    ) -> None:
        self.train = {key: module for key, module in train["data"].items() if key.startswith("Module.")}
        self.rollout = {key: module for key, module in rollout["data"].items() if key.startswith("Module.")}
        self.peers = {key: self.peers_of(key, mapping) for key in self.train}
        self.pairs = [
            Pair(key, peer, module, self.rollout.get(peer, {}))
            for key, module in self.train.items()
            for peer in self.peers[key]
        ]
        self.skips: list[tuple[Pair, str]] = []
        found: list[Suspect] = []
        for place, pair in enumerate(self.pairs):
            if pair.rank <= 2:
                reason = pair.structure()
                if reason is not None:
                    self.skips.append((pair, reason))
                else:
                    found.append(self.suspect(place))
        missing = [s for s in found if s.kind.startswith("missing_or_extra")]
        others = [s for s in found if not s.kind.startswith("missing_or_extra")]
        self.suspects = [
            s for part in (missing, others) for rank in (1, 2) for s in part if s.pair.rank == rank
        ]

    def peers_of(self, key: str, mapping: dict[str, str] | None) -> list[str]:
        if mapping is not None:
            return [mapping[key]] if mapping.get(key) else []
        path = path_of(key)
        if path is None:
            return []
        return [k for k in self.rollout if path_of(k) == path and layer_of(k) == layer_of(key)]

    def suspect(self, place: int) -> Suspect:
        pair = self.pairs[place]
        home = layer_of(pair.train_key), block_of(pair.train_key)
        for other in reversed(self.pairs[:place]):
            if (layer_of(other.train_key), block_of(other.train_key)) == home and other.output == "aligned":
                peers = {peer for peers in self.peers.values() for peer in peers}
                return Suspect(
                    pair,
                    other,
                    self.between(
                        self.train, other.train_key, pair.train_key, {k for k, p in self.peers.items() if p}
                    ),
                    self.between(self.rollout, other.rollout_key, pair.rollout_key, peers),
                )
        return Suspect(pair, None, [], [])

    @staticmethod
    def between(modules: dict[str, Any], first: str, last: str, matched: set[str]) -> list[str]:
        keys = list(modules)
        if first not in keys or last not in keys:
            return []
        return [key for key in keys[keys.index(first) + 1 : keys.index(last)] if key not in matched]

    def hypothesis(self) -> tuple[str, list[str]]:
        """What the first suspect leads to, and its evidence; of training's own the original says nothing."""
        if not self.suspects:
            return "", []
        first = self.suspects[0]
        if first.extra_rollout:
            return "missing_activation_on_train", first.extra_rollout
        return {
            "missing_or_extra_op_between_aligned_boundary": "",
            "parameter_or_checkpoint_issue": "parameter_sync_or_checkpoint",
            "in_module_impl_difference": "implementation_or_numeric_path",
            "upstream_propagation": "upstream_difference",
        }[first.kind], []
