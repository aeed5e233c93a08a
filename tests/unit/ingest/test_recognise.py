"""Kinds of dumps by names and the schema of one file; samples are made up, one per kind."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rolloutdiff.errors import UnknownFormat
from rolloutdiff.ingest import detect, registry
from rolloutdiff.ingest.detect import kinds_at
from rolloutdiff.ingest.objects import Numbers
from rolloutdiff.ingest.recognise import first_object

NODES = [
    {"message": {"role": "user", "content": "Add 2 and 3"}, "sampled": False},
    {"parent": 0, "message": {"role": "assistant", "content": "5"}, "sampled": True},
]
TRACE = {"id": "t1", "nodes": NODES, "rewards": {"correct": {"score": 1.0, "weight": 1.0}}}
EPISODE = {"id": "e1", "run": {"work": {"step": 4}}, "ok": True, "traces": [TRACE]}
CLASSIC = {"example_id": 3, "prompt": "Add 2 and 3", "completion": "5", "reward": 1.0}
VERL = {"input": "Add 2 and 3", "output": "5", "score": 1.0, "step": 1}
SKYRL = {"input_prompt": "Add 2 and 3", "output_response": "5", "score": 1.0, "data_source": "toy"}
AREAL = {"task_id": 12, "head_version": 3, "tail_version": 3, "reward": 1.0, "prompt": "p", "completion": "5"}
NEMO = {"content": [["Add 2 and 3", "5"]], "rewards": [1.0], "input_lengths": [12], "idx": 0}
ROLL = {"global_step": [3, 3], "prompt": ["p", "p"], "responses": ["5", "6"], "scores": [1.0, 0.0]}
SWIFT = {"step": ["5", "5"], "prompt": ["p", "p"], "completion": ["5", "6"], "Accuracy": [1.0, 0.0]}
TOKENS = {"step": 5, "prompt_tokens": [1, 22], "response_tokens": [7, 2], "reward": 1.0}
WANDB = {"columns": ["step", "prompt", "completion"], "data": [["20", "p", "5"]]}

SAMPLES = [
    ("trl", "completions/completions_00010.parquet", "step prompt completion acc advantage"),
    ("trl", "completions_123456.parquet", "step prompt completion acc"),
    ("trl_distillation", "completions/completions_00010.parquet", "step prompt completion"),
    ("trl", "train-00000.parquet", "step prompt completion acc"),
    ("art", "m/trajectories/train/0007.parquet", "group_index reward messages"),
    ("nemo_rl", "exp_001/train_data_step7.jsonl", NEMO),
    ("nemo_rl", "exp_001/val_data_step0.jsonl", NEMO),
    ("roll", "rollout_dump_data.step_3.jsonl", ROLL),
    ("prime_rl", "rollouts/step_4/train_rollouts.jsonl", CLASSIC),
    ("prime_rl", "rollouts/step_4/eval_rollouts_sum.jsonl", CLASSIC),
    ("prime_rl", "rollouts/step_4/train/effective/traces.jsonl", TRACE),
    ("prime_rl", "rollouts/step_4/train/all/traces.jsonl", EPISODE),
    ("verifiers", "0a1b2c3d/traces.jsonl", EPISODE),
    ("verifiers", "0a1b2c3d/results.jsonl", CLASSIC),
    ("skyrl", "global_step_20_evals/toy.jsonl", SKYRL),
    ("areal", "rollout/3/12.jsonl", AREAL),
    ("areal", "eval-rollout/3/12.jsonl", AREAL),
    ("verl", "12.jsonl", VERL),
    ("verl", "rollout/3/12.jsonl", VERL),
    ("open_instruct", "run_rollouts_000001.jsonl", TOKENS),
    ("rllm", "episodes/train_step_2_epoch_0/episode_hashab12_idq1.json", {"trajectories": []}),
    ("swift", "v0-20260101/completions.jsonl", SWIFT),
    ("tinker", "iteration_000003/train_rollout_summaries.jsonl", {"total_reward": 1.0}),
    ("wandb_table", "run-1/files/media/table/completions_4_0a.table.json", WANDB),
    ("pickle", "rollout_3.pt", {}),
    ("inspect", "logs/2026.eval", {}),
    ("inspect", "logs/2026.json", {"version": 2, "eval": {}, "samples": []}),
]


def write(path: Path, content: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, str):
        pq.write_table(pa.table({name: ["1"] for name in content.split()}), path)
    else:
        path.write_text(json.dumps(content) + "\n", encoding="utf-8")
    return path


def kinds(path: Path) -> list[str]:
    return [kind.format for kind in kinds_at(path)]


@pytest.mark.parametrize(("kind", "name", "content"), SAMPLES, ids=lambda v: v if isinstance(v, str) else "")
def test_a_kind_by_the_dump_and_by_its_file(tmp_path: Path, kind: str, name: str, content: Any) -> None:
    path = write(tmp_path / name, content)
    assert kinds(tmp_path) == [kind]
    assert kinds(path) == [kind]
    assert kinds(path.parent) == [kind]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("trajectories/train/0007.parquet", "step loss"),
        ("traces.jsonl", {"resourceSpans": []}),
        ("results.jsonl", {"example_id": 1, "passed": True}),
        ("completions.jsonl", {"prompt": "p", "completion": "c"}),
        ("completions.jsonl", {"prompt": ["p"], "completion": ["c", "d"]}),
        ("12.jsonl", {"question": "q"}),
        ("global_step_20_evals/aggregated_results.jsonl", SKYRL),
        ("run_rollouts_000001.jsonl", {"prompt": "p"}),
        ("log.json", {"samples": []}),
    ],
)
def test_a_name_alone_is_not_enough(tmp_path: Path, name: str, content: Any) -> None:
    write(tmp_path / name, content)
    assert kinds(tmp_path) == []


def test_a_database_by_its_tables(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "p.db") as con:
        con.execute("create table metrics (id, run_id, timestamp, run_name, step, metrics)")
    con.close()
    with sqlite3.connect(tmp_path / "other.db") as con:
        con.execute("create table pages (id)")
    con.close()
    assert kinds(tmp_path / "p.db") == ["trackio"]
    assert kinds(tmp_path / "other.db") == []
    (tmp_path / "text.db").write_text("metrics run_name step", encoding="utf-8")
    assert kinds(tmp_path / "text.db") == []


@pytest.mark.parametrize(
    ("sample", "words"),
    [
        (SAMPLES[2], "distillation, which has no reward"),
        (("", "x_rollouts_000001.jsonl", TOKENS), "token ids and no text"),
        (("", "iteration_000003/train_rollout_summaries.jsonl", {}), "no text of prompts and responses"),
        (("", "2026.eval", {}), "one checkpoint, not a run"),
    ],
)
def test_what_holds_nothing_to_analyse_is_named(tmp_path: Path, sample: Any, words: str) -> None:
    write(tmp_path / sample[1], sample[2])
    with pytest.raises(UnknownFormat, match=words) as caught:
        detect(tmp_path)
    assert caught.value.hint


def test_every_kind_has_a_sample() -> None:
    own = {kind.name for kind in registry.BUILT_IN} - {"table", "jsonl", "parquet", "csv", "trackio"}
    assert own == {kind for kind, _, _ in SAMPLES}


def test_two_generations_of_one_kind_are_one(tmp_path: Path) -> None:
    write(tmp_path / "a/traces.jsonl", EPISODE)
    write(tmp_path / "b/results.jsonl", CLASSIC)
    (found,) = kinds_at(tmp_path)
    assert (found.format, len(found.files)) == ("verifiers", 2)
    assert " and files named results.jsonl with keys example_id, reward" in found.evidence


def test_copies_beside_a_dump_leave_no_doubt(tmp_path: Path) -> None:
    write(tmp_path / "completions/completions_00001.parquet", "step prompt completion acc")
    write(tmp_path / "wandb/run-1/files/media/table/completions_4_0a.table.json", WANDB)
    write(tmp_path / "logs/2026.eval", {})
    assert detect(tmp_path).format == "trl"
    assert kinds(tmp_path) == ["inspect", "trl", "wandb_table"]


def test_files_are_those_of_the_kind_in_order(tmp_path: Path) -> None:
    for name in ("10.jsonl", "9.jsonl", "b/1.jsonl"):
        write(tmp_path / name, VERL)
    write(tmp_path / "notes.jsonl", VERL)
    (found,) = kinds_at(tmp_path)
    assert [path.relative_to(tmp_path).as_posix() for path in found.files] == [
        "9.jsonl",
        "10.jsonl",
        "b/1.jsonl",
    ]
    assert found.folders == [tmp_path, tmp_path / "b"]


def test_a_damaged_name_of_a_column_tells_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"rewardname": [1]}), path)
    path.write_bytes(path.read_bytes().replace(b"rewardname", b"r\xabwardname"))
    assert first_object(path) is None


def test_an_integer_beyond_all_doubles_is_no_finite_reward() -> None:
    numbers = Numbers()
    numbers.add(10**400, "f", 0)
    numbers.add(2, "f", 1)
    assert (numbers.scored, numbers.unscored, numbers.low, numbers.high) == (1, 1, 2.0, 2.0)
