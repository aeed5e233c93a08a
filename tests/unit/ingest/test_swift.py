"""Logs of ms-swift against values read off what was written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rolloutdiff.errors import BadRow, ColumnMappingError, NoRolloutFiles, RewardColumnError, UnknownFormat
from rolloutdiff.ingest import Rollouts, load_swift

Row = dict[str, Any]
Read = Callable[[Rollouts], list[Row]]


def batch(step: int, *answers: str, **lists: list[Any]) -> Row:
    """A logging call of one prompt; the reward is 1 for the answer 5."""
    return {
        "step": [str(step)] * len(answers),
        "prompt": [f"<u>Add 2 and 3 ({step})"] * len(answers),
        "completion": list(answers),
        "MathAccuracy": [float(a == "5") for a in answers],
        "advantages": [0.7] * len(answers),
        **lists,
    }


def log(folder: Path, *batches: Row) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "completions.jsonl").write_text("".join(json.dumps(b) + "\n" for b in batches))
    return folder


def test_a_line_is_as_many_rows_as_its_lists_are_long(tmp_path: Path, read: Read) -> None:
    rollouts = load_swift(log(tmp_path / "v0-1", batch(5, "5", "6"), batch(10, "5", "5", "7")))
    rows = read(rollouts)
    assert (rollouts.format, rollouts.run, rollouts.rows, rollouts.steps) == ("swift", "v0-1", 5, (5, 10))
    assert rollouts.reward_formula == "MathAccuracy"
    assert [(r["source_row"], r["step"], r["response"], r["reward"]) for r in rows] == [
        (0, 5, "5", 1.0),
        (1, 5, "6", 0.0),
        (2, 10, "5", 1.0),
        (3, 10, "5", 1.0),
        (4, 10, "7", 0.0),
    ]
    assert {r["prompt"] for r in rows} == {"<u>Add 2 and 3 (5)", "<u>Add 2 and 3 (10)"}
    assert json.loads(rows[0]["extras"]) == {"advantages": 0.7}


def test_the_megatron_trainer_counts_steps_from_zero(tmp_path: Path, read: Read) -> None:
    line = batch(1, "5", gen_step=[0])
    del line["step"]
    assert [r["step"] for r in read(load_swift(log(tmp_path, line)))] == [0]


def test_several_functions_are_asked_about(tmp_path: Path, read: Read) -> None:
    folder = log(tmp_path, batch(1, "5", "6", Format=[0.5, 0.25]))
    with pytest.raises(RewardColumnError, match=r"Format \(0.25 to 0.5\); MathAccuracy \(0 to 1\)"):
        load_swift(folder)
    rows = read(load_swift(folder, reward_column="MathAccuracy=1,Format=2"))
    assert [r["reward"] for r in rows] == [2.0, 0.5]
    assert rows[0]["reward_parts"] == {"Format": 0.5, "MathAccuracy": 1.0}


def test_texts_keep_every_character(tmp_path: Path, read: Read) -> None:
    hostile = ["2024-01-05", '{"a": 1}', 'tab\tline\n"q"\\', "\u0000", "é😀", "<|im_end|>", ""]
    rows = read(load_swift(log(tmp_path, batch(1, *hostile))))
    assert [r["response"] for r in rows] == hostile


def test_halves_of_pairs_are_replaced_and_counted(tmp_path: Path, read: Read) -> None:
    rows = read(load_swift(log(tmp_path, batch(1, "a\ud83d", "5"))))
    assert [r["response"] for r in rows] == ["a\ufffd", "5"]
    assert [json.loads(r["extras"]).get("repaired_halves") for r in rows] == [1, None]


def test_lists_of_different_length_are_refused_or_set_aside(tmp_path: Path, read: Read) -> None:
    folder = log(tmp_path, batch(1, "5"), batch(2, "5", "6", MathAccuracy=[1.0]), batch(3, "5"))
    with pytest.raises(BadRow, match=r"completions.jsonl, line 2: the line is a batch whose lists differ"):
        load_swift(folder)
    rows = read(load_swift(folder, skip_bad_rows=True))
    assert [r["reject_reason"] is None for r in rows] == [True, False, True]
    assert [r["step"] for r in rows if r["reject_reason"] is None] == [1, 3]


def test_rewards_that_are_not_finite_are_null(tmp_path: Path, read: Read) -> None:
    rows = read(load_swift(log(tmp_path, batch(1, "5", "6", "7", MathAccuracy=[1.0, float("nan"), None]))))
    assert [r["reward"] for r in rows] == [1.0, None, None]


def test_a_torn_last_line_waits(tmp_path: Path, read: Read) -> None:
    folder = log(tmp_path, batch(1, "5"), batch(2, "5"))
    file = folder / "completions.jsonl"
    file.write_text(file.read_text()[:-9])
    rollouts = load_swift(folder)
    assert [n.code for n in rollouts.notes] == ["incomplete_line"]
    assert [r["step"] for r in read(rollouts) if r["reject_reason"] is None] == [1]


def test_what_a_later_call_logs_again_counts_once(tmp_path: Path, read: Read) -> None:
    first = batch(1, "5", "5", "6")
    both = {key: first[key] + held for key, held in batch(2, "5", "6").items()}
    rollouts = load_swift(log(tmp_path, first, both, batch(3, "5")))
    rows = read(rollouts)
    assert sorted((r["step"], r["response"]) for r in rows) == [
        (1, "5"),
        (1, "5"),
        (1, "6"),
        (2, "5"),
        (2, "6"),
        (3, "5"),
    ]
    assert rollouts.rows == len({r["sample_id"] for r in rows}) == len(rows) == 6
    assert [(n.code, n.count, n.files) for n in rollouts.notes] == [
        ("repeated_row", 3, ("completions.jsonl",))
    ]


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoRolloutFiles):
        load_swift(tmp_path)
    two = log(tmp_path / "two" / "a", batch(1, "5")), log(tmp_path / "two" / "b", batch(1, "5"))
    with pytest.raises(UnknownFormat, match="in 2 folders: a, b"):
        load_swift(two[0].parent)
    line = batch(1, "5")
    del line["step"]
    with pytest.raises(ColumnMappingError, match="says no training step"):
        load_swift(log(tmp_path / "none", line))


@given(texts=st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1, max_size=4))
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_comes_back_as_it_was(tmp_path: Path, read: Read, texts: list[str]) -> None:
    rows = read(load_swift(log(tmp_path, batch(1, *texts, prompt=texts))))
    assert [(r["prompt"], r["response"]) for r in rows] == [(t, t) for t in texts]


def test_a_line_that_python_cannot_read_is_named(tmp_path: Path, read: Read) -> None:
    folder = log(tmp_path, batch(1, "5"))
    with (folder / "completions.jsonl").open("a") as stream:
        stream.write('{"prompt": ["p"], "completion": ["r"], "step": [1], "n": [' + "9" * 5000 + "]}\n")
    with pytest.raises(BadRow, match="line 2: the line is JSON that cannot be read"):
        load_swift(folder)
    rows = read(load_swift(folder, skip_bad_rows=True))
    assert [r["reject_reason"] is None for r in rows] == [True, False]
