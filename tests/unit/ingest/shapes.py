"""Dumps in the shapes of other trainers, made up row by row: what each test expects to read is in ROWS."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

# Prompt, response and reward of the two samples of each of two steps.
ROWS = {
    3: [("Add 2 and 3", "It is 5", 1.0), ("Add 2 and 3", "It is 6 – perhaps\n\x00", 0.0)],
    12: [("Name a colour", "Grün 🟢", 0.5), ("Add 2 and 3", "", 0.0)],
}


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def as_lines(rows: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def model(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def areal(root: Path, folder: str = "rollout") -> Path:
    for step, rows in ROWS.items():
        for task, (prompt, response, reward) in enumerate(rows):
            sample = {
                "task_id": task,
                "sample_idx": 0,
                "seqlen": 20,
                "prompt_len": 14,
                "head_version": step - 1,
            }
            sample |= {"tail_version": step, "reward": reward, "prompt": prompt, "completion": response}
            write(root / folder / str(step) / f"{task}.jsonl", as_lines([sample]))
    return root / folder


def skyrl(root: Path) -> Path:
    for step, rows in ROWS.items():
        for source, (prompt, response, reward) in zip(("toy_a", "toy_b"), rows, strict=True):
            score: Any = reward if source == "toy_a" else [reward, 0.0]
            sample = {
                "input_prompt": prompt,
                "output_response": response,
                "score": score,
                "stop_reason": "stop",
            }
            sample |= {"env_class": "sum", "env_extras": {}, "data_source": source.replace("_", "/")}
            write(root / f"global_step_{step}_evals" / f"{source}.jsonl", as_lines([sample]))
        write(
            root / f"global_step_{step}_evals" / "aggregated_results.jsonl", '{"eval/all/avg_score": 0.5}\n'
        )
    return root


def roll(root: Path) -> Path:
    for step, rows in ROWS.items():
        prompts, responses, scores = (list(column) for column in zip(*rows, strict=True))
        line = {"global_step": [step] * 2, "id": [7, 7], "prompt": prompts, "responses": responses}
        line |= {"scores": scores, "ground_truth": ["5", None], "difficulty": [1, 2]}
        write(root / f"rollout_dump_data.step_{step}.jsonl", as_lines([line]))
    return root


def rllm(root: Path, mode: str = "train") -> Path:
    for step, rows in ROWS.items():
        folder = root / f"{mode}_step_{step}_epoch_0"
        for i, (prompt, response, reward) in enumerate(rows):
            turn = {"model_response": response, "chat_completions": [user(prompt), model(response)]}
            trajectory = {"name": "solver", "uid": "u", "reward": reward, "steps": [turn]}
            episode = {"training_step": step, "epoch": 0, "episode_id": f"q1:{i}", "task": {"q": prompt}}
            episode |= {
                "task_hash": f"{len(prompt):08x}",
                "is_correct": reward == 1,
                "trajectories": [trajectory],
            }
            write(folder / f"episode_hash{i}_idq1:{i}.json".replace(":", "-"), json.dumps(episode, indent=2))
        write(folder / "batch_summary.json", "{}")
    return root


def art(root: Path, split: str = "train") -> Path:
    message = pa.struct(
        [
            ("role", pa.string()),
            ("content", pa.string()),
            ("tool_calls", pa.string()),
            ("trainable", pa.bool_()),
        ]
    )
    for step, rows in ROWS.items():
        held = [
            [{**user(prompt), "trainable": False}, {**model(response), "trainable": True}]
            for prompt, response, _ in rows
        ]
        table = pa.table(
            {
                "group_index": [0, 0],
                "reward": [reward for *_, reward in rows],
                "metrics": ['{"win": 1}', '{"win": 0}'],
                "metadata": ['{"seed": 4}', "{}"],
                "messages": pa.array(held, pa.list_(message)),
            }
        )
        path = root / "trajectories" / split / f"{step:04d}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(table, path, compression="zstd")
    return root / "trajectories" / split


def wandb_table(root: Path) -> Path:
    data: list[list[Any]] = []
    for number, (step, rows) in enumerate(ROWS.items()):
        # Every table has the rows of the one before as well.
        data += [[str(step), *row, 0.7] for row in rows]
        table = {"columns": ["step", "prompt", "completion", "acc", "advantage"], "data": data}
        write(root / f"completions_{number}_{number:020x}.table.json", json.dumps(table))
    return root


SHAPES = {
    "areal": areal,
    "art": art,
    "rllm": rllm,
    "roll": roll,
    "skyrl": skyrl,
    "wandb_table": wandb_table,
}
