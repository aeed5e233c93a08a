"""Completion logs of TRL against pyarrow and against values read off the case files."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rolloutdiff.errors import (
    BadRow,
    ColumnMappingError,
    NoRolloutFiles,
    OverlappingSteps,
    PathNotFound,
    RewardColumnError,
    UnreadableFile,
)
from rolloutdiff.ingest import Rollouts, load_trl

Read = Callable[[Rollouts], list[dict[str, Any]]]
Case = Callable[[str], Path]

ADD, REVERSE = "Add two numbers a and b.", "Reverse the string s."


def write(path: Path, **columns: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = max(len(c) for c in columns.values() if isinstance(c, list))
    filled = {k: v if isinstance(v, list | pa.Array) else [v] * rows for k, v in columns.items()}
    pq.write_table(pa.table(filled), path)
    return path


def log(path: Path, number: int, /, **columns: Any) -> Path:
    """A log of two rows, whatever is not given being plain."""
    plain = {"step": [number, number], "prompt": ["p", "q"], "completion": ["a", "b"], "reward": [0.0, 1.0]}
    return write(path, **{**plain, **columns})


def test_bundled_run_equals_pyarrow_row_by_row(loophole_path: Path, read: Read) -> None:
    rollouts = load_trl(loophole_path, reward_column="training_passed")
    rows = read(rollouts)
    expected = []
    for step in range(1, 91):
        name = f"completions_{step:05}.parquet"
        for i, row in enumerate(pq.read_table(loophole_path / "completions" / name).to_pylist()):
            expected.append((name, i, step, row["prompt"], row["completion"], row["training_passed"]))
    fields = ("source_file", "source_row", "step", "prompt", "response", "reward")
    assert [tuple(row[f] for f in fields) for row in rows] == expected
    assert rollouts.run == "trl-loophole"
    assert rollouts.rows == len(expected) == 11_520
    assert rollouts.steps == tuple(range(1, 91))
    assert rollouts.reward_parts == ("ground_truth_passed", "training_passed")
    assert rollouts.notes == ()


def test_parts_and_extras_of_the_bundled_run(loophole_path: Path, read: Read) -> None:
    first = read(load_trl(loophole_path, reward_column="training_passed"))[0]
    row = pq.read_table(loophole_path / "completions" / "completions_00001.parquet").to_pylist()[0]
    assert first["reward_parts"] == {k: row[k] for k in ("ground_truth_passed", "training_passed")}
    assert json.loads(first["extras"]) == {"advantage": row["advantage"]}
    assert first["sample_id"] is first["prompt_id"] is first["group_id"] is first["reject_reason"] is None


@pytest.mark.parametrize("below", [".", "completions", "completions/completions_00007.parquet"])
def test_names_and_run_do_not_depend_on_where_one_points(loophole_path: Path, below: str) -> None:
    rollouts = load_trl(loophole_path / below, reward_column="training_passed")
    assert rollouts.run == "trl-loophole"
    assert "completions_00007.parquet" in {f.name for f in rollouts.files}


def test_reward_that_could_be_several_columns_lists_them_with_ranges(case: Case) -> None:
    with pytest.raises(RewardColumnError) as caught:
        load_trl(case("T04"))
    message = str(caught.value)
    assert "accuracy_reward (0 to 1)" in message
    assert "format_reward (always 1)" in message
    assert "length_penalty (-0.9 to -0.1)" in message
    assert "tool_calls_ok (0 to 1)" in message
    assert "--reward-column" in message


def test_weighted_sum_of_columns(case: Case, read: Read) -> None:
    formula = "accuracy_reward=1,format_reward=0.5,length_penalty=-2"
    rollouts = load_trl(case("T04"), reward_column=formula)
    assert rollouts.reward_formula == "1*accuracy_reward + 0.5*format_reward - 2*length_penalty"
    # Columns by hand: accuracy 1,0,1,0; format 1; length penalty -0.1,-0.4,-0.2,-0.9.
    assert [row["reward"] for row in read(rollouts)] == pytest.approx([1.7, 1.3, 1.9, 2.3], rel=1e-15)


def test_unknown_reward_names_the_nearest(case: Case) -> None:
    with pytest.raises(RewardColumnError, match=r"'acuracy_reward'.*Did you mean accuracy_reward\?"):
        load_trl(case("T04"), reward_column="acuracy_reward")


def test_reward_that_holds_text_or_advantages_says_so(tmp_path: Path) -> None:
    log(tmp_path / "completions_00001.parquet", 1, gold=["x", "y"], advantage=[0.5, -0.5])
    with pytest.raises(RewardColumnError, match=r"advantage of .* holds advantages, not rewards"):
        load_trl(tmp_path, reward_column="advantage")
    with pytest.raises(
        BadRow, match=r"completions_00001\.parquet, row 0 .*column gold is text, not a number: 'x'"
    ):
        load_trl(tmp_path, reward_column="gold")
    assert load_trl(tmp_path).reward_formula == "reward"


def test_rewards_that_are_no_finite_numbers_are_null(case: Case, read: Read) -> None:
    rows = read(load_trl(case("T03"), reward_column="accuracy_reward"))
    assert [r["reward"] for r in rows] == [1, None, None, 0, *[None] * 4, *[None] * 3, 1]
    parts = [r["reward_parts"]["format_reward"] for r in rows]
    assert parts == [None, 1, 1, None, 1, 1, 1, 1, *[None] * 4]


def test_sum_leaves_out_parts_that_are_not_scored(case: Case, read: Read) -> None:
    rows = read(load_trl(case("T03"), reward_column="accuracy_reward=1,format_reward=1"))
    assert [r["reward"] for r in rows] == [1, 1, 1, 0, 1, 1, 1, 1, None, None, None, 1]


def test_types_of_step_and_reward_do_not_matter(case: Case, read: Read) -> None:
    rows = read(load_trl(case("G05"), reward_column="accuracy_reward"))
    assert [(r["step"], r["reward"]) for r in rows] == [
        (1, 1), (1, 0), (1, 1), (1, 0), (2, 1), (2, 0), (2, 1), (2, 0)
    ]  # fmt: skip


def test_dictionary_and_large_text_read_as_text_without_the_index(case: Case, read: Read) -> None:
    rows = read(load_trl(case("G03"), reward_column="accuracy_reward"))
    assert [r["prompt"] for r in rows] == [ADD, ADD, REVERSE, REVERSE] * 2
    assert {tuple(json.loads(r["extras"])) for r in rows} == {("advantage",)}


def test_folder_that_looks_like_a_partition_is_no_data(case: Case, read: Read) -> None:
    rollouts = load_trl(case("G07"), reward_column="accuracy_reward")
    rows = read(rollouts)
    assert [r["step"] for r in rows] == [10] * 4 + [20] * 4
    assert rows[0]["source_file"] == "lr=1e-6/step=99/completions_00010.parquet"
    assert "lr" not in json.loads(rows[0]["extras"])


def test_empty_null_and_blank_completions_are_told_apart(case: Case, read: Read) -> None:
    rows = read(load_trl(case("G08"), reward_column="accuracy_reward"))
    assert [r["response"] for r in rows] == ["", None, "   \n", "."]


@pytest.mark.parametrize(
    "folder", ["it's a run", "100%*", "sp ace; drop", "a[b]c", "q?x", 'dq"x', "{a,b}", "back\\slash", "日本"]
)
def test_odd_folder_names_are_only_names(tmp_path: Path, read: Read, folder: str) -> None:
    log(tmp_path / folder / "completions_00001.parquet", 1)
    log(tmp_path / "other" / "completions_00001.parquet", 1)
    rows = read(load_trl(tmp_path / folder))
    assert [(r["run"], r["response"]) for r in rows] == [(folder, "a"), (folder, "b")]


def test_all_unreadable_files_are_in_one_message(case: Case) -> None:
    with pytest.raises(UnreadableFile) as caught:
        load_trl(case("G01"), reward_column="accuracy_reward")
    message = str(caught.value)
    assert "completions_00002.parquet (1,131 bytes: cut short or no parquet)" in message
    assert "completions_00003.parquet (0 bytes: empty)" in message
    assert "--skip-unreadable" in message


def test_unreadable_files_can_be_left_out_and_are_listed(case: Case, read: Read) -> None:
    rollouts = load_trl(case("G01"), reward_column="accuracy_reward", skip_unreadable=True)
    assert len(read(rollouts)) == 4
    (note,) = rollouts.notes
    assert (note.code, note.count) == ("unreadable_file", 2)
    assert note.files == ("completions_00002.parquet", "completions_00003.parquet")


def test_nothing_readable_is_an_error_even_when_skipping(tmp_path: Path) -> None:
    (tmp_path / "completions_00001.parquet").write_bytes(b"")
    with pytest.raises(UnreadableFile, match="0 bytes: empty"):
        load_trl(tmp_path, skip_unreadable=True)


def test_step_that_is_a_word_is_an_error_with_the_way_out(case: Case, read: Read) -> None:
    with pytest.raises(BadRow) as caught:
        load_trl(case("T05"))
    assert "completions_00001.parquet, row 0" in caught.value.message
    assert "column step is not a whole number: 'warm'" in caught.value.message
    assert "--step-from file_name" in str(caught.value.hint)
    assert [r["step"] for r in read(load_trl(case("T05"), step_from="file_name"))] == [1] * 4


def test_rows_with_bad_steps_can_be_set_aside(case: Case, read: Read) -> None:
    rows = read(load_trl(case("T05"), skip_bad_rows=True))
    words = pq.read_table(case("T05") / "completions_00001.parquet").column("step").to_pylist()
    assert [(r["reject_column"], r["reject_value"]) for r in rows] == [("step", w) for w in words]


@pytest.mark.parametrize(
    ("steps", "reason"),
    [([1.0, 1.5], "not a whole number: '1.5'"), ([1, None], "null"), ([True, False], "not a whole number")],
)
def test_steps_that_are_no_whole_numbers(tmp_path: Path, steps: list[object], reason: str) -> None:
    log(tmp_path / "completions_00001.parquet", 1, step=pa.array(steps))
    with pytest.raises(BadRow, match=reason):
        load_trl(tmp_path)


def test_null_prompt_is_an_error_naming_the_row(tmp_path: Path, read: Read) -> None:
    log(tmp_path / "completions_00001.parquet", 1, prompt=["p", None])
    with pytest.raises(BadRow, match=r"completions_00001\.parquet, row 1 .*column prompt is null"):
        read(load_trl(tmp_path))
    rows = read(load_trl(tmp_path, skip_bad_rows=True))
    assert [r["reject_reason"] for r in rows] == [None, "null"]


def test_column_that_is_all_null_somewhere_keeps_its_values(case: Case, read: Read, tmp_path: Path) -> None:
    expected = [None, None, None, None, "4", None, None, None]
    rows = read(load_trl(case("T06"), reward_column="accuracy_reward"))
    second = pq.read_table(case("T06") / "completions_00002.parquet").to_pylist()
    expected = [*[None] * 4, *[(r["answer_parsed"], r["tags"]) for r in second]]
    got = [json.loads(r["extras"]) for r in rows]
    assert [None if "tags" not in e and "answer_parsed" not in e else (e.get("answer_parsed"), e.get("tags"))
            for e in got] == [None if e is None or e == (None, None) else e for e in expected]  # fmt: skip
    # The other way round: the file with values first.
    shutil.copy(case("T06") / "completions_00002.parquet", tmp_path / "completions_00001.parquet")
    shutil.copy(case("T06") / "completions_00001.parquet", tmp_path / "completions_00002.parquet")
    again = read(load_trl(tmp_path, reward_column="accuracy_reward"))
    assert [r["extras"] for r in again] == [r["extras"] for r in rows]


def test_one_step_is_read(case: Case, read: Read) -> None:
    rollouts = load_trl(case("T09"), reward_column="accuracy_reward")
    assert rollouts.steps == (0,)
    assert len(read(rollouts)) == rollouts.rows


def test_resumed_run_is_an_error_naming_both_files(case: Case) -> None:
    with pytest.raises(OverlappingSteps) as caught:
        load_trl(case("T12"), reward_column="accuracy_reward", run="r")
    message = str(caught.value)
    assert "Step 3 of run r" in message
    assert "attempt-1/completions_00003.parquet" in message
    assert "attempt-2-resumed/completions_00003.parquet" in message
    assert "--on-overlap latest" in message


def test_latest_attempt_wins_by_name(case: Case, read: Read) -> None:
    rollouts = load_trl(case("T12"), reward_column="accuracy_reward", on_overlap="latest")
    rows = read(rollouts)
    assert [r["step"] for r in rows] == [s for s in (1, 2, 3, 4, 5) for _ in range(4)]
    again = [r["response"].endswith("# again") for r in rows]
    assert again == [False] * 8 + [True] * 12
    assert [n.code for n in rollouts.notes] == ["replaced_steps"]
    assert (rollouts.notes[0].first_step, rollouts.notes[0].last_step) == (3, 4)


def test_latest_drops_only_the_steps_that_overlap(tmp_path: Path, read: Read) -> None:
    log(tmp_path / "completions_00001.parquet", 1, step=[1, 2])
    log(tmp_path / "completions_00002.parquet", 2)
    rows = read(load_trl(tmp_path, on_overlap="latest"))
    assert [(r["source_file"][-9], r["step"]) for r in rows] == [("1", 1), ("2", 2), ("2", 2)]


def test_attempts_can_be_runs_of_their_own(case: Case, read: Read) -> None:
    rollouts = load_trl(case("T12"), reward_column="accuracy_reward", run="r", on_overlap="separate")
    assert rollouts.run is None
    found = sorted({(r["run"], r["step"]) for r in read(rollouts)})
    second = [("r/attempt-2-resumed", s) for s in (3, 4, 5)]
    assert found == [("r/attempt-1", s) for s in (1, 2, 3, 4)] + second


def test_text_that_is_the_exact_form_of_a_number_is_read_as_one(tmp_path: Path, read: Read) -> None:
    log(tmp_path / "completions_00001.parquet", 1, reward=[True, False])
    log(tmp_path / "completions_00002.parquet", 2, reward=["True", "0.25"])
    rollouts = load_trl(tmp_path)
    assert [r["reward"] for r in read(rollouts)] == [1, 0, 1, 0.25]
    assert [n.code for n in rollouts.notes] == ["value_form_changed"]
    assert (rollouts.notes[0].first_step, rollouts.notes[0].files) == (2, ("completions_00002.parquet",))


def test_column_missing_in_some_files_is_null_there(tmp_path: Path, read: Read) -> None:
    log(tmp_path / "completions_00001.parquet", 1, acc=[0.5, 0.75])
    log(tmp_path / "completions_00002.parquet", 2)
    rows = read(load_trl(tmp_path, reward_column="acc"))
    assert [r["reward"] for r in rows] == [0.5, 0.75, None, None]
    assert [r["reward_parts"].get("reward") for r in rows] == [0, 1, 0, 1]


def test_file_without_any_value_column_beside_others(tmp_path: Path, read: Read) -> None:
    log(tmp_path / "completions_00001.parquet", 1)
    write(tmp_path / "completions_00002.parquet", step=[2], prompt=["p"], completion=["c"])
    rows = read(load_trl(tmp_path))
    assert [(r["reward"], r["reward_parts"]) for r in rows][2] == (None, {})
    assert rows[2]["extras"] is None


def test_distillation_logs_have_no_reward(tmp_path: Path) -> None:
    write(tmp_path / "completions_00001.parquet", step=[1], prompt=["p"], completion=["c"])
    with pytest.raises(RewardColumnError, match="has no reward column"):
        load_trl(tmp_path)


def test_missing_column_names_file_and_columns(tmp_path: Path) -> None:
    write(tmp_path / "completions_00001.parquet", step=[1], promt=["p"], completion=["c"], r=[1.0])
    with pytest.raises(
        ColumnMappingError, match=r"completions_00001\.parquet has no column prompt.*mean promt\?"
    ):
        load_trl(tmp_path)


def test_columns_that_differ_by_case_only_are_refused(tmp_path: Path) -> None:
    log(tmp_path / "completions_00001.parquet", 1, acc=[1.0, 0.0], Acc=[0.0, 1.0])
    with pytest.raises(ColumnMappingError, match="columns acc and Acc"):
        load_trl(tmp_path)


def test_number_in_the_name_that_is_not_the_step_is_noted(tmp_path: Path, read: Read) -> None:
    log(tmp_path / "completions_00007.parquet", 8)
    rollouts = load_trl(tmp_path)
    assert [r["step"] for r in read(rollouts)] == [8, 8]
    assert [n.code for n in rollouts.notes] == ["step_differs_from_file_name"]


def test_steps_are_in_order_of_number_whatever_the_names(tmp_path: Path, read: Read) -> None:
    for name, step in (("99999", 99_999), ("100000", 100_000), ("00002", 2)):
        log(tmp_path / f"completions_{name}.parquet", step)
    rows = read(load_trl(tmp_path))
    assert [r["step"] for r in rows] == [2, 2, 99_999, 99_999, 100_000, 100_000]


def test_any_parquet_in_a_flat_folder_counts_when_none_has_the_usual_name(tmp_path: Path, read: Read) -> None:
    log(tmp_path / "part-0.parquet", 1)
    log(tmp_path / "part-1.parquet", 2)
    assert [r["step"] for r in read(load_trl(tmp_path))] == [1, 1, 2, 2]


def test_paths_that_are_wrong(tmp_path: Path) -> None:
    (tmp_path / "completions").mkdir()
    with pytest.raises(PathNotFound, match=r"Did you mean completions\?"):
        load_trl(tmp_path / "completion")
    with pytest.raises(NoRolloutFiles, match="log_completions=True"):
        load_trl(tmp_path)


def test_file_that_changes_before_it_is_read_is_refused(tmp_path: Path, read: Read) -> None:
    path = log(tmp_path / "completions_00001.parquet", 1)
    rollouts = load_trl(tmp_path)
    log(path, 1, completion=["another", "text"])
    os.utime(path, ns=(1, 1))
    with pytest.raises(UnreadableFile, match="has changed since"):
        read(rollouts)


def test_files_of_another_schema_make_chunks_of_their_own(tmp_path: Path, read: Read) -> None:
    log(tmp_path / "completions_00001.parquet", 1)
    log(tmp_path / "completions_00002.parquet", 2)
    log(tmp_path / "completions_00003.parquet", 3, extra=[{"a": 1}, {"a": None}])
    rollouts = load_trl(tmp_path)
    assert [[f.name[-9] for f in chunk.files] for chunk in rollouts.chunks()] == [["1", "2"], ["3"]]
    assert [r["extras"] for r in read(rollouts)][3:] == [None, '{"extra":{"a":1}}', '{"extra":{"a":null}}']


def test_without_files_leaves_the_rest_as_it_is(case: Case, read: Read) -> None:
    rollouts = load_trl(case("T03"), reward_column="accuracy_reward")
    left = rollouts.without_files({"completions_00001.parquet", "completions_00003.parquet"})
    assert [f.name for f in left.files] == ["completions_00002.parquet"]
    assert {r["step"] for r in read(left)} == {2}
    assert list(rollouts.without_files({f.name for f in rollouts.files}).chunks()) == []


def test_description_names_what_was_found(case: Case) -> None:
    rollouts = load_trl(case("T03"), reward_column="accuracy_reward", run="mine")
    assert rollouts.describe() == f"TRL dump {case('T03')} (3 files)"
    lines = repr(rollouts).splitlines()
    assert lines[1:] == [
        "  run     mine",
        "  rows    12 in 3 steps, 1 to 3",
        "  reward  accuracy_reward",
        "  parts   accuracy_reward, format_reward",
    ]


@pytest.mark.parametrize("threads", [1, 8])
def test_order_of_rows_does_not_depend_on_threads(loophole_path: Path, staging: Any, threads: int) -> None:
    staging.con.execute(f"set threads = {threads}")
    rows = staging.read(load_trl(loophole_path, reward_column="training_passed"))
    assert [(r["step"], r["source_row"]) for r in rows] == [(s, i) for s in range(1, 91) for i in range(128)]
