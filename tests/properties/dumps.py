"""The smallest dump of every format around given texts: one writer each, for properties and fuzzing."""

from __future__ import annotations

import csv
import json
import zlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

Pair = tuple[str, str]
"""A prompt and a response."""

Dumps = Callable[[Any], str]
"""Turns a value into JSON."""

_STEP = 1


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


def _lines(path: Path, rows: Sequence[Any], dumps: Dumps) -> None:
    _put(path, "".join(f"{dumps(row)}\n" for row in rows))


def _user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def _model(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def _verl(root: Path, pairs: Sequence[Pair], dumps: Dumps) -> None:
    rows = [{"input": p, "output": r, "gts": r, "score": 1.0, "step": _STEP} for p, r in pairs]
    _lines(root / "1.jsonl", rows, dumps)


def _jsonl(root: Path, pairs: Sequence[Pair], dumps: Dumps) -> None:
    rows = [{"step": _STEP, "prompt": p, "response": r, "reward": 1.0} for p, r in pairs]
    _lines(root / "t.jsonl", rows, dumps)


def _messages(root: Path, pairs: Sequence[Pair], dumps: Dumps) -> None:
    rows = [{"step": _STEP, "prompt": [_user(p)], "response": [_model(r)], "reward": 1.0} for p, r in pairs]
    _lines(root / "t.jsonl", rows, dumps)


def _columns(pairs: Sequence[Pair], response: str) -> pa.Table:
    prompts, responses = [p for p, _ in pairs], [r for _, r in pairs]
    held = {
        "step": [_STEP] * len(pairs),
        "prompt": prompts,
        response: responses,
        "reward": [1.0] * len(pairs),
    }
    return pa.table(held)


def _trl(root: Path, pairs: Sequence[Pair], dumps: Dumps) -> None:
    pq.write_table(_columns(pairs, "completion"), root / "completions_00001.parquet")


def _parquet(root: Path, pairs: Sequence[Pair], dumps: Dumps) -> None:
    pq.write_table(_columns(pairs, "response"), root / "t.parquet")


def _csv(root: Path, pairs: Sequence[Pair], dumps: Dumps) -> None:
    with (root / "t.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL)
        writer.writerow(["step", "prompt", "response", "reward"])
        writer.writerows([_STEP, p, r, 1.0] for p, r in pairs)


def _swift(root: Path, pairs: Sequence[Pair], dumps: Dumps) -> None:
    call: dict[str, Any] = {"step": [str(_STEP)] * len(pairs), "prompt": [p for p, _ in pairs]}
    call |= {"completion": [r for _, r in pairs], "MathAccuracy": [1.0] * len(pairs)}
    _lines(root / "completions.jsonl", [call], dumps)


def _nemo_rl(root: Path, pairs: Sequence[Pair], dumps: Dumps) -> None:
    rows = [{"content": [[p, r]], "rewards": [1.0], "idx": i} for i, (p, r) in enumerate(pairs)]
    _lines(root / "train_data_step1.jsonl", rows, dumps)


def _classic(root: Path, pairs: Sequence[Pair], dumps: Dumps) -> None:
    rows = [{"prompt": [_user(p)], "completion": [_model(r)], "reward": 1.0} for p, r in pairs]
    _lines(root / "rollouts" / "step_1" / "train_rollouts.jsonl", rows, dumps)


def _traces(root: Path, pairs: Sequence[Pair], dumps: Dumps) -> None:
    rows: list[Any] = []
    for i, (p, r) in enumerate(pairs):
        said = {"parent": 0, "message": _model(r), "sampled": True}
        nodes = [{"message": _user(p), "sampled": False}, said]
        name = f"{i}-{zlib.crc32(ESCAPED(p).encode()):08x}"
        rows.append({"id": name, "nodes": nodes, "rewards": {"correct": 1.0}})
    _lines(root / "step_1" / "results.jsonl", rows, dumps)


def _areal(root: Path, pairs: Sequence[Pair], dumps: Dumps) -> None:
    for task, (p, r) in enumerate(pairs):
        sample = {"task_id": task, "head_version": 0, "tail_version": _STEP, "reward": 1.0}
        _lines(root / "rollout" / "1" / f"{task}.jsonl", [sample | {"prompt": p, "completion": r}], dumps)


def _skyrl(root: Path, pairs: Sequence[Pair], dumps: Dumps) -> None:
    rows = [{"input_prompt": p, "output_response": r, "score": 1.0, "env_class": "e"} for p, r in pairs]
    _lines(root / "global_step_1_evals" / "toy.jsonl", rows, dumps)


def _roll(root: Path, pairs: Sequence[Pair], dumps: Dumps) -> None:
    line: dict[str, Any] = {"global_step": [_STEP] * len(pairs), "prompt": [p for p, _ in pairs]}
    line |= {"responses": [r for _, r in pairs], "scores": [1.0] * len(pairs)}
    _lines(root / "rollout_dump_data.step_1.jsonl", [line], dumps)


def _rllm(root: Path, pairs: Sequence[Pair], dumps: Dumps) -> None:
    for i, (p, r) in enumerate(pairs):
        turn = {"model_response": r, "chat_completions": [_user(p), _model(r)]}
        episode = {"training_step": _STEP, "trajectories": [{"name": "s", "reward": 1.0, "steps": [turn]}]}
        _put(root / "train_step_1_epoch_0" / f"episode_hash1_id{i:04d}.json", dumps(episode))


def _art(root: Path, pairs: Sequence[Pair], dumps: Dumps) -> None:
    held = [[_user(p) | {"trainable": False}, _model(r) | {"trainable": True}] for p, r in pairs]
    number = len(pairs)
    path = root / "trajectories" / "train" / "0001.parquet"
    path.parent.mkdir(parents=True)
    pq.write_table(pa.table({"group_index": [0] * number, "reward": [1.0] * number, "messages": held}), path)


def _wandb(root: Path, pairs: Sequence[Pair], dumps: Dumps) -> None:
    data = [[_STEP, p, r, 1.0] for p, r in pairs]
    _put(root / "c.table.json", dumps({"columns": ["step", "prompt", "completion", "acc"], "data": data}))


WRITERS: dict[str, tuple[str, Callable[[Path, Sequence[Pair], Dumps], None]]] = {
    "verl": ("verl", _verl),
    "jsonl": ("jsonl", _jsonl),
    "messages": ("jsonl", _messages),
    "swift": ("swift", _swift),
    "nemo_rl": ("nemo_rl", _nemo_rl),
    "prime_rl": ("prime_rl", _classic),
    "verifiers": ("verifiers", _traces),
    "areal": ("areal", _areal),
    "skyrl": ("skyrl", _skyrl),
    "roll": ("roll", _roll),
    "rllm": ("rllm", _rllm),
    "wandb_table": ("wandb_table", _wandb),
    "trl": ("trl", _trl),
    "parquet": ("parquet", _parquet),
    "art": ("art", _art),
    "csv": ("csv", _csv),
}
"""Name of the loader and the writer, by name of the dump; columns and documents need no JSON of ours."""

NOT_JSON = ("trl", "parquet", "art", "csv")
"""Dumps that hold no JSON, in which every text is Unicode."""

ESCAPED: Dumps = partial(json.dumps, ensure_ascii=True)
PLAIN: Dumps = partial(json.dumps, ensure_ascii=False)
