"""Loaders of other trainers: every text as it was written, and what each shape has of its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rolloutdiff.errors import (
    BadRow,
    ColumnMappingError,
    NoRolloutFiles,
    OverlappingSteps,
    RewardColumnError,
    UnknownFormat,
    UnreadableFile,
    UsageError,
)
from rolloutdiff.ingest import Rollouts, detect, load
from tests.unit.ingest import shapes

Row = dict[str, Any]
Read = Callable[[Rollouts], list[Row]]


@pytest.mark.parametrize("name", sorted(shapes.SHAPES))
def test_every_text_step_and_reward_is_read(name: str, tmp_path: Path, read: Read) -> None:
    folder = shapes.SHAPES[name](tmp_path)
    assert detect(folder).format == name
    rollouts = load(folder)
    rows = read(rollouts)
    assert [(r["step"], r["prompt"], r["response"], r["reward"]) for r in rows] == [
        (step, *row) for step, own in shapes.ROWS.items() for row in own
    ]
    assert all(r["reject_reason"] is None for r in rows)
    assert (rollouts.format, rollouts.steps, rollouts.rows) == (name, (3, 12), 4)
    assert str(rollouts).startswith(rollouts.label or "?")


@pytest.mark.parametrize("name", sorted(shapes.SHAPES))
def test_run_reward_and_single_files(name: str, tmp_path: Path, read: Read) -> None:
    folder = shapes.SHAPES[name](tmp_path)
    last = load(folder, name, run="r").files[-1]
    alone = read(load(last.on_disk, name, run="r"))
    assert {r["run"] for r in alone} == {"r"}
    assert {r["step"] for r in alone} == ({3, 12} if name == "wandb_table" else {12})
    with pytest.raises(RewardColumnError):
        load(folder, name, reward_column="nothing of the kind")
    with pytest.raises(UsageError, match="step_from"):
        load(folder, name, step_from="file_name")


def test_areal_has_groups_and_staleness(tmp_path: Path, read: Read) -> None:
    rows = read(load(shapes.areal(tmp_path)))
    assert [r["group_id"] for r in rows] == ["0", "1", "0", "1"]
    assert json.loads(rows[0]["extras"])["head_version"] == 2
    assert rows[0]["reward_parts"] == {"reward": 1.0}


@pytest.mark.parametrize(
    ("make", "training", "other"),
    [(shapes.areal, "rollout", "eval-rollout"), (shapes.rllm, "train", "val"), (shapes.art, "train", "val")],
)
def test_of_training_and_evaluation_training_is_read(
    make: Callable[..., Path], training: str, other: str, tmp_path: Path, read: Read
) -> None:
    make(tmp_path, training)
    alone = read(load(tmp_path))
    make(tmp_path, other)
    rollouts = load(tmp_path)
    assert read(rollouts) == alone
    (note,) = rollouts.notes
    assert (note.code, note.count) == ("validation_left_out", len(note.files))
    assert all(name.split("/")[-2 if make is shapes.art else 0].startswith(other) for name in note.files)


def test_skyrl_sums_rewards_of_tokens(tmp_path: Path, read: Read) -> None:
    folder = tmp_path / "global_step_4_evals"
    sample = {"input_prompt": "p", "output_response": "r", "env_class": "e"}
    lines = [{**sample, "score": [0.0, 0.25, 0.5]}, {**sample, "score": []}, {**sample, "score": None}]
    shapes.write(folder / "toy.jsonl", shapes.as_lines(lines))
    assert [r["reward"] for r in read(load(tmp_path))] == [0.75, None, None]


def test_roll_whose_lists_differ_in_length(tmp_path: Path, read: Read) -> None:
    shapes.roll(tmp_path)
    line = {"global_step": [13, 13], "prompt": ["p", "p"], "responses": ["r"], "scores": [1.0, 1.0]}
    shapes.write(tmp_path / "rollout_dump_data.step_13.jsonl", shapes.as_lines([line]))
    with pytest.raises(
        UnreadableFile, match=r"step_13\.jsonl .*differ in length: global_step 2, .*responses 1"
    ):
        load(tmp_path)
    rollouts = load(tmp_path, skip_unreadable=True)
    assert len(read(rollouts)) == 4
    assert [(n.code, n.files) for n in rollouts.notes] == [
        ("unreadable_file", ("rollout_dump_data.step_13.jsonl",))
    ]


def test_roll_whose_last_file_is_being_written(tmp_path: Path, read: Read) -> None:
    shapes.roll(tmp_path)
    whole = (tmp_path / "rollout_dump_data.step_12.jsonl").read_bytes()
    (tmp_path / "rollout_dump_data.step_13.jsonl").write_bytes(whole[:100])
    rollouts = load(tmp_path)
    rows = read(rollouts)
    assert [r["step"] for r in rows if r["reject_reason"] is None] == [3, 3, 12, 12]
    assert [n.code for n in rollouts.notes] == ["incomplete_line", "empty_file"]
    (tmp_path / "rollout_dump_data.step_3.jsonl").write_bytes(whole[:100] + b"\n")
    with pytest.raises(BadRow, match="not valid JSON"):
        load(tmp_path)


def test_roll_of_an_agentic_pipeline_says_why_not(tmp_path: Path) -> None:
    line = {"global_step": [1], "trajectory_data": ["…"], "messages": [[]]}
    shapes.write(tmp_path / "rollout_dump_data.step_1.jsonl", shapes.as_lines([line]))
    with pytest.raises(UnreadableFile, match="trajectory_data"):
        load(tmp_path, "roll")


def test_one_step_in_two_files(tmp_path: Path) -> None:
    shapes.roll(tmp_path / "a")
    shapes.roll(tmp_path / "b")
    with pytest.raises(OverlappingSteps):
        load(tmp_path, "roll")


def test_rllm_leaves_unscored_trajectories_unscored(tmp_path: Path, read: Read) -> None:
    folder = shapes.rllm(tmp_path)
    for path in folder.rglob("episode*.json"):
        episode = json.loads(path.read_text())
        episode["trajectories"][0]["reward"] = None
        path.write_text(json.dumps(episode))
    with pytest.raises(RewardColumnError, match="is_correct"):
        load(folder)
    assert [r["reward"] for r in read(load(folder, reward_column="is_correct"))] == [1.0, 0.0, 0.0, 0.0]


def test_rllm_keeps_the_turns_after_the_prompt(tmp_path: Path, read: Read) -> None:
    chat = [shapes.user("p"), shapes.model("a"), shapes.user("go on"), shapes.model("b")]
    steps = [
        {"model_response": "a", "chat_completions": chat[:2]},
        {"model_response": "b", "chat_completions": chat},
    ]
    episode = {
        "training_step": 1,
        "trajectories": [{"name": "s", "reward": 1.0, "steps": steps}, {"steps": []}],
    }
    shapes.write(tmp_path / "train_step_1_epoch_0" / "episode_hash1_id1.json", json.dumps(episode))
    (row,) = read(load(tmp_path))
    assert (row["prompt"], row["response"]) == ("p", "a\n\x1e\nb")
    assert json.loads(row["extras"])["messages"] == chat[1:]


def test_art_keeps_metrics_as_parts_and_tool_calls_as_json(tmp_path: Path, read: Read) -> None:
    folder = shapes.art(tmp_path)
    rollouts = load(folder)
    assert rollouts.reward_parts == ("metrics.win", "reward")
    first = read(rollouts)[0]
    assert first["reward_parts"] == {"metrics.win": 1.0, "reward": 1.0}
    assert (first["group_id"], first["split"]) == ("0", "train")
    assert json.loads(first["extras"])["metadata"] == {"seed": 4}


def test_wandb_drops_rows_that_an_earlier_table_has(tmp_path: Path, read: Read) -> None:
    rollouts = load(shapes.wandb_table(tmp_path))
    assert [(n.code, n.count) for n in rollouts.notes] == [("repeated_rows", 2)]
    assert [r["source_row"] for r in read(rollouts)] == [0, 1, 2, 3]
    assert rollouts.reward_formula == "acc"


def test_wandb_table_that_is_wide(tmp_path: Path, read: Read) -> None:
    columns = ["step", "input_1", "output_1", "score_1", "input_2", "output_2", "score_2"]
    data = [[5, "p", "a", 1.0, "q", "b", "NaN"], [10, "p", "c", 0.0, None, None, None]]
    for number in (1, 2):
        path = tmp_path / f"val/generations_{number}_{number:020x}.table.json"
        shapes.write(path, json.dumps({"columns": columns, "data": data[:number]}))
    rows = read(load(tmp_path))
    assert [(r["step"], r["prompt"], r["response"], r["reward"]) for r in rows] == [
        (5, "p", "a", 1.0),
        (5, "q", "b", None),
        (10, "p", "c", 0.0),
    ]


def test_wandb_tables_of_several_keys_are_listed(tmp_path: Path) -> None:
    shapes.wandb_table(tmp_path)
    shapes.write(
        tmp_path / f"val_2_{2:020x}.table.json",
        json.dumps({"columns": ["step", "prompt", "completion", "acc"], "data": [[1, "p", "r", 1]]}),
    )
    with pytest.raises(UnknownFormat, match="2 kinds") as caught:
        load(tmp_path, "wandb_table")
    # They share a folder: there is no path to choose.
    assert caught.value.choices == ()


def test_wandb_tables_in_folders_of_their_own_can_be_chosen(tmp_path: Path) -> None:
    folders = [shapes.wandb_table(tmp_path / name) for name in ("train", "val")]
    with pytest.raises(UnknownFormat, match="2 kinds: ") as caught:
        load(tmp_path)
    assert caught.value.choices == tuple((str(folder), None) for folder in folders)


def test_wandb_table_of_single_samples_is_refused(tmp_path: Path) -> None:
    table = {"columns": ["global_step", "text", "reward"], "data": [[1, "p r", 0.5]]}
    shapes.write(tmp_path / f"generated_1_{1:020x}.table.json", json.dumps(table))
    with pytest.raises(UnreadableFile, match="joins prompt and response"):
        load(tmp_path, "wandb_table")


def test_half_of_a_surrogate_pair_is_replaced_and_counted(tmp_path: Path, read: Read) -> None:
    table = {"columns": ["step", "prompt", "completion", "acc"], "data": [[1, "p", "x\ud83d", 1.0]]}
    shapes.write(tmp_path / f"completions_1_{1:020x}.table.json", json.dumps(table))
    (row,) = read(load(tmp_path))
    assert row["response"] == "x�"
    assert json.loads(row["extras"])["repaired_halves"] == 1


def test_reward_that_is_sometimes_text(tmp_path: Path, read: Read) -> None:
    folder = shapes.areal(tmp_path)
    shapes.write(
        folder / "12" / "1.jsonl",
        '{"task_id": 1, "tail_version": 12, "prompt": "p", "completion": "r", "reward": "high"}\n',
    )
    with pytest.raises(BadRow, match=r"reward is text, not a number: 'high'"):
        load(folder)
    rows = read(load(folder, skip_bad_rows=True))
    assert [r["reject_reason"] for r in rows if r["reject_reason"]] == ["text, not a number"]


def test_nothing_of_the_kind(tmp_path: Path) -> None:
    with pytest.raises(NoRolloutFiles, match="ROLL dump"):
        load(tmp_path, "roll")
    shapes.write(tmp_path / "rollout_dump_data.step_1.jsonl", "\n")
    with pytest.raises(NoRolloutFiles, match="no row"):
        load(tmp_path, "roll")
    line = {"global_step": [1], "responses": ["r"], "scores": [1.0]}
    shapes.write(tmp_path / "rollout_dump_data.step_1.jsonl", shapes.as_lines([line]))
    with pytest.raises(ColumnMappingError, match="has a prompt"):
        load(tmp_path, "roll")


@pytest.mark.parametrize(
    ("name", "framework"),
    [
        ("rollout_12.pt", "slime"),
        ("global_step_3_training_input.pkl", "SkyRL"),
        ("step_000000.pkl", "ROLL"),
        ("rank_0.bin", "prime-rl"),
        ("weights.pth", ""),
    ],
)
def test_pickles_are_named_and_never_opened(name: str, framework: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"cos\nsystem\n(S'false'\ntR.")
    with pytest.raises(UnknownFormat, match="never opened") as caught:
        load(tmp_path)
    assert framework in caught.value.message
    assert "JSON object per line" in str(caught.value.hint)
