"""Logs of NeMo-RL against values read off what was written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rolloutdiff.errors import BadRow, ColumnMappingError, NoRolloutFiles, UnknownFormat
from rolloutdiff.ingest import Rollouts, load_nemo_rl

Row = dict[str, Any]
Read = Callable[[Rollouts], list[Row]]


def train(*turns: str, reward: float | None = 1.0, **keys: Any) -> Row:
    """A line of a training step: texts without roles, and token lists that are of no use to us."""
    return {
        "content": [list(turns)],
        "rewards": [reward],
        "input_lengths": [12],
        "token_ids": [[1, 2, 3]],
        "token_loss_mask": [[0, 0, 1]],
        "sample_loss_mask": [1.0],
        "advantages": [[0.7, 0.7, 0.7]],
        "idx": 0,
        **keys,
    }


def dump(folder: Path, **files: list[Row]) -> Path:
    """Files by name: `train_2=[…]` for `train_data_step2.jsonl`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, lines in files.items():
        kind, step = name.split("_")
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (folder / f"{kind}_data_step{step}.jsonl").write_text(text)
    return folder


def test_steps_come_from_names_in_the_order_of_numbers(tmp_path: Path, read: Read) -> None:
    lines = [train("Add 2 and 3", "5"), train("Add 2 and 3", "6", reward=0.0)]
    rollouts = load_nemo_rl(dump(tmp_path / "exp_001", train_10=lines, train_2=lines, train_1=lines))
    rows = read(rollouts)
    assert (rollouts.run, rollouts.steps, rollouts.rows) == ("exp_001", (1, 2, 10), 6)
    assert [(r["step"], r["response"], r["reward"]) for r in rows] == [
        (step, answer, reward) for step in (1, 2, 10) for answer, reward in (("5", 1.0), ("6", 0.0))
    ]
    assert {r["prompt"] for r in rows} == {"Add 2 and 3"}
    assert json.loads(rows[0]["extras"]) == {"idx": 0, "sample_loss_mask": 1.0}


def test_of_several_turns_the_last_is_the_completion(tmp_path: Path, read: Read) -> None:
    rows = read(load_nemo_rl(dump(tmp_path, train_1=[train("Be brief", "Add 2 and 3", "5")])))
    assert json.loads(rows[0]["prompt"]) == ["Be brief", "Add 2 and 3"]
    assert rows[0]["response"] == "5"


def test_a_conversation_without_an_answer_has_no_response(tmp_path: Path, read: Read) -> None:
    (row,) = read(load_nemo_rl(dump(tmp_path, train_1=[train("Add", "5"), train("Add")])))[1:]
    assert (row["prompt"], row["response"]) == ("Add", None)


def test_filtered_rewards_are_the_ones_of_the_batch(tmp_path: Path, read: Read) -> None:
    lines = [
        train("p", "5", filtered_rewards=[0.25]),
        train("p", "6", rewards=[1.0, 0.0], filtered_rewards=[0.5]),
    ]
    assert [r["reward"] for r in read(load_nemo_rl(dump(tmp_path, train_1=lines)))] == [0.25, 0.5]


def test_validation_is_read_where_it_is_all_there_is(tmp_path: Path, read: Read) -> None:
    messages = [
        {"role": "system", "content": "Be brief"},
        {"role": "user", "content": "Add 2 and 3"},
        {"role": "assistant", "content": "<tool>"},
        {"role": "tool", "content": "5"},
        {"role": "assistant", "content": "It is 5"},
    ]
    line = {"content": [messages], "rewards": [1.0], "idx": 0}
    both = dump(tmp_path / "both", train_1=[train("p", "5")], val_0=[line], val_1=[line])
    rollouts = load_nemo_rl(both)
    assert [(n.code, n.count, n.files) for n in rollouts.notes] == [
        ("validation_left_out", 2, ("val_data_step0.jsonl", "val_data_step1.jsonl"))
    ]
    assert [r["step"] for r in read(rollouts)] == [1]
    (row,) = read(load_nemo_rl(both / "val_data_step0.jsonl"))
    assert (row["step"], row["response"]) == (0, "<tool>\n\x1e\nIt is 5")
    assert json.loads(row["prompt"]) == messages[:2]
    assert json.loads(row["extras"])["messages"] == messages[2:]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({"content": "p", "rewards": [1.0]}, "content is no list of conversations"),
        ({"content": [["p", "r"]], "rewards": [1.0, 2.0]}, "a batch without one reward per conversation"),
        ({"content": [["p", "r"]]}, "a batch without one reward per conversation"),
    ],
)
def test_lines_of_another_shape_are_refused(tmp_path: Path, read: Read, line: Row, reason: str) -> None:
    folder = dump(tmp_path, train_1=[train("p", "r"), line])
    with pytest.raises(BadRow, match=f"train_data_step1.jsonl, line 2: the line is .*{reason}"):
        load_nemo_rl(folder)
    rows = read(load_nemo_rl(folder, skip_bad_rows=True))
    assert [r["reject_reason"] is None for r in rows] == [True, False]


def test_rewards_that_are_not_finite_are_null(tmp_path: Path, read: Read) -> None:
    lines = [train("p", "r", reward=float("nan")), train("p", "r"), train("p", "r", reward=None)]
    assert [r["reward"] for r in read(load_nemo_rl(dump(tmp_path, train_1=lines)))] == [None, 1.0, None]


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoRolloutFiles, match="no train_data_step"):
        load_nemo_rl(tmp_path)
    dump(tmp_path / "logs" / "exp_1", train_1=[train("p", "r")])
    dump(tmp_path / "logs" / "exp_2", train_1=[train("p", "r")])
    with pytest.raises(UnknownFormat, match="runs in 2 folders: exp_1, exp_2"):
        load_nemo_rl(tmp_path / "logs")
    other = (dump(tmp_path / "o", train_1=[train("p", "r")]) / "train_data_step1.jsonl").rename(
        tmp_path / "x.jsonl"
    )
    with pytest.raises(ColumnMappingError, match="says no training step"):
        load_nemo_rl(other)
