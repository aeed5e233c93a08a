"""One synthetic run in the shape of every trainer, and how DuckDB reads the same columns plainly."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

Row = dict[str, Any]
# Tokens that a completion of the lists of NeMo-RL and of traces has: about a quarter of its characters.
_TOKENS = 400


@dataclass(frozen=True, kw_only=True)
class Form:
    """A shape.

    Attributes:
        format: Loader.
        write: Writes the rows of one step below a folder.
        files: Glob below the folder, for the plain reader.
        plain: Query that reads the same columns plainly, of the files `$files`.
        reward: Reward to ask for; None: the default of the loader.
    """

    format: str
    write: Callable[[Path, int, list[Row]], None]
    files: str
    plain: str
    reward: str | None = None


def steps_of(completions: Path) -> Iterator[tuple[int, list[Row]]]:
    """Rows of every step of a run in TRL's layout."""
    for file in sorted(completions.glob("*.parquet")):
        rows = pq.read_table(file).to_pylist()
        yield rows[0]["step"], rows


def _lines(path: Path, lines: Iterable[Row], mode: str = "w") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open(mode, encoding="utf-8") as stream:
        stream.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _flat(row: Row) -> Row:
    return {
        "input": row["prompt"],
        "output": row["completion"],
        "gts": "5",
        "score": row["training_passed"],
        "step": row["step"],
        "format_reward": row["format_reward"],
    }


def _trl(folder: Path, step: int, rows: list[Row]) -> None:
    path = folder / "completions" / f"completions_{step:05d}.parquet"
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows), path)


def _verl(folder: Path, step: int, rows: list[Row]) -> None:
    _lines(folder / f"{step}.jsonl", map(_flat, rows))


def _jsonl(folder: Path, step: int, rows: list[Row]) -> None:
    _lines(folder / f"part_{step}.jsonl", rows)


def _parquet(folder: Path, step: int, rows: list[Row]) -> None:
    pq.write_table(pa.Table.from_pylist(rows), folder / f"part_{step}.parquet")


def _csv(folder: Path, step: int, rows: list[Row]) -> None:
    pyarrow.csv.write_csv(pa.Table.from_pylist(rows), folder / f"part_{step}.csv")


def _swift(folder: Path, step: int, rows: list[Row]) -> None:
    call = {
        "step": [str(step)] * len(rows),
        "prompt": [r["prompt"] for r in rows],
        "completion": [r["completion"] for r in rows],
        "training_passed": [r["training_passed"] for r in rows],
        "format_reward": [r["format_reward"] for r in rows],
        "advantages": [r["advantage"] for r in rows],
    }
    _lines(folder / "completions.jsonl", [call], "a")


def _nemo_rl(folder: Path, step: int, rows: list[Row]) -> None:
    tokens = {
        "token_ids": [list(range(1000, 1000 + _TOKENS))],
        "token_loss_mask": [[1] * _TOKENS],
        "generation_logprobs": [[-0.25] * _TOKENS],
        "prev_logprobs": [[-0.25] * _TOKENS],
    }
    samples = (
        {
            "content": [[r["prompt"], r["completion"]]],
            "rewards": [r["training_passed"]],
            "input_lengths": [_TOKENS],
            "sample_loss_mask": [1.0],
            "advantages": [[r["advantage"]] * _TOKENS],
            "idx": i,
            **tokens,
        }
        for i, r in enumerate(rows)
    )
    _lines(folder / f"train_data_step{step}.jsonl", samples)


def _messages(row: Row) -> tuple[Row, Row]:
    return {"role": "user", "content": row["prompt"]}, {"role": "assistant", "content": row["completion"]}


def _classic(row: Row) -> Row:
    ask, say = _messages(row)
    scores = {"training_passed": row["training_passed"], "format_reward": row["format_reward"]}
    return {
        "example_id": 3,
        "prompt": [ask],
        "completion": [say],
        "reward": row["training_passed"],
        "answer": "",
        "info": {},
        "generation_ms": 5.0,
        "is_completed": True,
        "stop_condition": "done",
        "metrics": scores,
        **scores,
    }


def _trace(row: Row, step: int, place: int) -> Row:
    ask, say = _messages(row)
    scores = {
        "training_passed": {"score": row["training_passed"], "weight": 1.0},
        "format_reward": {"score": row["format_reward"], "weight": 0.0},
    }
    tokens = {"token_ids": list(range(1000, 1000 + _TOKENS)), "logprobs": [-0.25] * _TOKENS}
    return {
        "id": f"t{step}-{place}",
        "version": 1,
        "task": {"type": "code", "data": {}, "key": "task"},
        "agent": {"name": "policy", "trainable": True},
        "nodes": [
            {"message": ask, "sampled": False},
            {"parent": 0, "message": say, "sampled": True, "mask": [True] * _TOKENS, **tokens},
        ],
        "calls": [{"finish_reason": "stop"}],
        "rewards": scores,
        "metrics": {},
        "is_completed": True,
        "ok": True,
    }


def _prime_rl(folder: Path, step: int, rows: list[Row]) -> None:
    _lines(folder / "rollouts" / f"step_{step}" / "train_rollouts.jsonl", map(_classic, rows))


def _traces(folder: Path, step: int, rows: list[Row]) -> None:
    lines = (
        {**_trace(r, step, i), "kind": "train", "group_id": f"g{step}-{i // 8}", "policy_version": step}
        for i, r in enumerate(rows)
    )
    _lines(folder / "rollouts" / f"step_{step}" / "train" / "effective" / "traces.jsonl", lines)


def _episodes(folder: Path, step: int, rows: list[Row]) -> None:
    work = {"type": "train", "step": step, "policy": step}
    lines = (
        {
            "id": f"e{step}-{i}",
            "env": {"id": "code"},
            "group": {"id": f"g{step}-{i // 8}"},
            "run": {"type": "train", "id": "r", "work": work},
            "ok": True,
            "errors": [],
            "traces": [_trace(r, step, i)],
        }
        for i, r in enumerate(rows)
    )
    _lines(folder / "rollouts" / f"step_{step}" / "train" / "effective" / "traces.jsonl", lines)


def _verifiers(folder: Path, step: int, rows: list[Row]) -> None:
    _lines(folder / "evals" / f"step_{step}" / "results.jsonl", map(_classic, rows))


def _art(folder: Path, step: int, rows: list[Row]) -> None:
    message = pa.struct([("role", pa.string()), ("content", pa.string()), ("trainable", pa.bool_())])
    held = [[{**ask, "trainable": False}, {**say, "trainable": True}] for ask, say in map(_messages, rows)]
    table = pa.table(
        {
            "group_index": [i // 8 for i in range(len(rows))],
            "reward": [r["training_passed"] for r in rows],
            "metrics": [json.dumps({"format_reward": r["format_reward"]}) for r in rows],
            "metadata": ["{}"] * len(rows),
            "messages": pa.array(held, pa.list_(message)),
        }
    )
    path = folder / "trajectories" / "train" / f"{step:04d}.parquet"
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(table, path)


def _areal(folder: Path, step: int, rows: list[Row]) -> None:
    lines = (
        {
            "task_id": 1,
            "sample_idx": i,
            "seqlen": 20,
            "prompt_len": 14,
            "head_version": step,
            "tail_version": step,
            "reward": r["training_passed"],
            "prompt": r["prompt"],
            "completion": r["completion"],
        }
        for i, r in enumerate(rows)
    )
    _lines(folder / "rollout" / str(step) / "1.jsonl", lines)


def _skyrl(folder: Path, step: int, rows: list[Row]) -> None:
    lines = (
        {
            "input_prompt": r["prompt"],
            "output_response": r["completion"],
            "score": r["training_passed"],
            "stop_reason": "stop",
            "env_class": "sum",
            "env_extras": {},
            "data_source": "toy/a",
        }
        for r in rows
    )
    _lines(folder / f"global_step_{step}_evals" / "toy_a.jsonl", lines)


def _roll(folder: Path, step: int, rows: list[Row]) -> None:
    line = {
        "global_step": [step] * len(rows),
        "id": [i // 8 for i in range(len(rows))],
        "prompt": [r["prompt"] for r in rows],
        "responses": [r["completion"] for r in rows],
        "scores": [r["training_passed"] for r in rows],
    }
    _lines(folder / f"rollout_dump_data.step_{step}.jsonl", [line])


def _rllm(folder: Path, step: int, rows: list[Row]) -> None:
    for i, row in enumerate(rows):
        turn = {"model_response": row["completion"], "chat_completions": list(_messages(row))}
        episode = {
            "training_step": step,
            "episode_id": f"q:{i}",
            "task_hash": f"{i // 8:08x}",
            "is_correct": row["training_passed"] == 1,
            "trajectories": [{"name": "solver", "reward": row["training_passed"], "steps": [turn]}],
        }
        _lines(folder / f"train_step_{step}_epoch_0" / f"episode_hash{i}_id{i}.json", [episode])


def _wandb(folder: Path, step: int, rows: list[Row]) -> None:
    columns = ["step", "prompt", "completion", "training_passed"]
    table = {"columns": columns, "data": [[r[name] for name in columns] for r in rows]}
    _lines(folder / f"completions_{step}_{step:020x}.table.json", [table])


_REWARD = "training_passed"
_PARQUET = "select * from read_parquet($files, filename = true)"
_CSV = "select * from read_csv($files, header = true, filename = true)"
_FLAT = (
    "step: 'BIGINT', prompt: 'VARCHAR', completion: 'VARCHAR', training_passed: 'DOUBLE',"
    " format_reward: 'DOUBLE', advantage: 'DOUBLE'"
)
_VERL = (
    "input: 'VARCHAR', output: 'VARCHAR', gts: 'VARCHAR', score: 'DOUBLE', step: 'BIGINT',"
    " format_reward: 'DOUBLE'"
)


def _json(columns: str, select: str = "*") -> str:
    options = f"columns = {{{columns}}}, maximum_object_size = 536870912, filename = true"
    return f"select {select} from read_ndjson($files, {options})"


_SCORES = "training_passed: 'DOUBLE', format_reward: 'DOUBLE'"
_CLASSIC = f"prompt: 'JSON', completion: 'JSON', reward: 'DOUBLE', metrics: 'JSON', {_SCORES}"
_TRACE = "id: 'VARCHAR', nodes: 'JSON', rewards: 'JSON', kind: 'VARCHAR', group_id: 'VARCHAR'"
_SWIFT = "step: 'VARCHAR[]', prompt: 'VARCHAR[]', completion: 'VARCHAR[]', training_passed: 'DOUBLE[]'"
_ROLL = (
    "global_step: 'BIGINT[]', id: 'BIGINT[]', prompt: 'VARCHAR[]', responses: 'VARCHAR[]', scores: 'DOUBLE[]'"
)

FORMS = {
    "trl": Form(format="trl", write=_trl, files="completions/*.parquet", plain=_PARQUET, reward=_REWARD),
    "parquet": Form(format="parquet", write=_parquet, files="*.parquet", plain=_PARQUET, reward=_REWARD),
    "csv": Form(format="csv", write=_csv, files="*.csv", plain=_CSV, reward=_REWARD),
    "jsonl": Form(format="jsonl", write=_jsonl, files="*.jsonl", plain=_json(_FLAT), reward=_REWARD),
    "verl": Form(format="verl", write=_verl, files="*.jsonl", plain=_json(_VERL)),
    "swift": Form(
        format="swift",
        write=_swift,
        files="completions.jsonl",
        plain=_json(_SWIFT, "unnest(columns(lambda c: c <> 'filename'))"),
        reward=_REWARD,
    ),
    "nemo_rl": Form(
        format="nemo_rl",
        write=_nemo_rl,
        files="*.jsonl",
        plain=_json(
            "content: 'VARCHAR[][]', rewards: 'DOUBLE[]', idx: 'BIGINT', sample_loss_mask: 'DOUBLE[]'"
        ),
    ),
    "prime_rl": Form(format="prime_rl", write=_prime_rl, files="rollouts/*/*.jsonl", plain=_json(_CLASSIC)),
    "traces": Form(format="prime_rl", write=_traces, files="rollouts/*/*/*/*.jsonl", plain=_json(_TRACE)),
    "episodes": Form(
        format="prime_rl",
        write=_episodes,
        files="rollouts/*/*/*/*.jsonl",
        plain=_json("traces: 'JSON', run: 'JSON', \"group\": 'JSON'"),
    ),
    "verifiers": Form(format="verifiers", write=_verifiers, files="evals/*/*.jsonl", plain=_json(_CLASSIC)),
    "art": Form(format="art", write=_art, files="trajectories/train/*.parquet", plain=_PARQUET),
    "areal": Form(
        format="areal",
        write=_areal,
        files="rollout/*/*.jsonl",
        plain=_json(
            "task_id: 'BIGINT', tail_version: 'BIGINT', reward: 'DOUBLE', prompt: 'VARCHAR',"
            " completion: 'VARCHAR'"
        ),
    ),
    "skyrl": Form(
        format="skyrl",
        write=_skyrl,
        files="*/*.jsonl",
        plain=_json(
            "input_prompt: 'VARCHAR', output_response: 'VARCHAR', score: 'DOUBLE', stop_reason: 'VARCHAR'"
        ),
    ),
    "roll": Form(
        format="roll",
        write=_roll,
        files="*.jsonl",
        plain=_json(_ROLL, "unnest(columns(lambda c: c <> 'filename'))"),
    ),
    "rllm": Form(
        format="rllm",
        write=_rllm,
        files="*/*.json",
        plain=_json("training_step: 'BIGINT', trajectories: 'JSON', task_hash: 'VARCHAR'"),
    ),
    "wandb_table": Form(
        format="wandb_table",
        write=_wandb,
        files="*.json",
        plain=_json("data: 'JSON[]'", "unnest(data)"),
        reward=_REWARD,
    ),
}
