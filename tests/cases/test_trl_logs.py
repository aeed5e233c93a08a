"""Trouble with completion logs of TRL; every test is named by the case that it answers."""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rolloutdiff import load_trl
from rolloutdiff.errors import BadRow, OverlappingSteps, RewardColumnError
from tests.cases.conftest import analysed, numbers

Case = Callable[[str], Path]
Command = Callable[..., tuple[int, str, str]]
REWARD = {"reward_column": "accuracy_reward"}


def write_log(folder: Path, step: int, completions: list[str], rewards: list[float], **more: Any) -> None:
    """A log of two prompts, half of the completions each."""
    folder.mkdir(exist_ok=True)
    half = len(completions) // 2
    table = {
        "step": [step] * len(completions),
        "prompt": ["Question 1"] * half + ["Question 2"] * (len(completions) - half),
        "completion": completions,
        "accuracy_reward": rewards,
    } | more
    pq.write_table(pa.table(table), folder / f"completions_{step:05d}.parquet")


def test_t01_an_evaluation_in_place_of_a_training_step_alerts_nowhere(case: Case, tmp_path: Path) -> None:
    with analysed(load_trl(case("T01"), **REWARD)) as read:
        found = read.findings()["other_split"]
        assert (found["first_step"], found["last_step"], found["count"]) == (20, 20, 1)
        assert found["file_names"] == ["completions_00020.parquet"]
        assert set(read.series("reward:total")) == {10, 30}
    # A queue of one length: evaluations show only by prompts that come again at one distance.
    for step in range(1, 37):
        held = step % 4 == 0
        texts = [f"{'Held back' if held else 'Answer'} {(5 * step + 3 * i) % 7}" for i in range(8)]
        prompts = [f"{'Held' if held else step} {i // 4}" for i in range(8)]
        write_log(tmp_path, step, texts, [1.0 if held else i % 2 for i in range(8)], prompt=prompts)
    with analysed(load_trl(tmp_path, run="r", **REWARD)) as read:
        found = read.findings()["other_split"]
        assert (found["first_step"], found["last_step"], found["count"]) == (4, 36, 9)
        assert not set(read.series("reward:total")) & set(range(4, 37, 4))
        assert read.alerts() == set()


def test_t03_rewards_that_are_none_or_nan_are_not_scored_and_not_zero(case: Case) -> None:
    with analysed(load_trl(case("T03"), **REWARD)) as read:
        points = read.series("reward:accuracy_reward")
        assert {step: (p["mean"], p["samples"]) for step, p in points.items()} == {1: (0.5, 2), 3: (1.0, 1)}
        parts = read.series("reward:format_reward")
        assert {step: (p["mean"], p["samples"]) for step, p in parts.items()} == {1: (1.0, 2), 2: (1.0, 4)}
        unscored = read.findings()["unscored_reward"]
        assert (unscored["count"], unscored["first_step"], unscored["last_step"]) == (9, 1, 3)
    with analysed(load_trl(case("T03"), reward_column="accuracy_reward=1,format_reward=1")) as read:
        assert [row["reward"] for row in read.rows] == [1, 1, 1, 0, 1, 1, 1, 1, None, None, None, 1]


def test_t04_several_reward_columns_are_listed_and_never_guessed(case: Case) -> None:
    with pytest.raises(RewardColumnError) as caught:
        load_trl(case("T04"))
    for column in ("accuracy_reward (0 to 1)", "format_reward (always 1)", "length_penalty (-0.9 to -0.1)"):
        assert column in caught.value.message
    assert "--reward-column NAME" in str(caught.value.hint)
    with analysed(load_trl(case("T04"), reward_column="accuracy_reward=1,format_reward=0.5")) as read:
        assert [row["reward"] for row in read.rows] == [1.5, 0.5, 1.5, 0.5]
        for part in ("accuracy_reward", "format_reward", "length_penalty", "tool_calls_ok", "total"):
            assert read.series(f"reward:{part}")


def test_t05_a_step_that_is_a_word_names_file_row_value_and_the_way_out(case: Case) -> None:
    with pytest.raises(
        BadRow, match=r"completions_00001\.parquet, row 0 .*column step is not a whole number: 'warm'"
    ) as caught:
        load_trl(case("T05"))
    assert "--step-from file_name" in str(caught.value.hint)
    with analysed(load_trl(case("T05"), step_from="file_name")) as read:
        assert [row["step"] for row in read.rows] == [1] * 4


def test_t06_a_column_that_is_null_in_one_file_keeps_its_values(case: Case, tmp_path: Path) -> None:
    seen = []
    for first, second in ((1, 2), (2, 1)):
        folder = tmp_path / str(first)
        folder.mkdir()
        for number, source in ((1, first), (2, second)):
            shutil.copy(
                case("T06") / f"completions_{source:05d}.parquet",
                folder / f"completions_{number:05d}.parquet",
            )
        with analysed(load_trl(folder, run="r", **REWARD)) as read:
            seen.append([(row["step"], row["response"], row["extras"]) for row in read.rows])
    assert seen[0] == seen[1]
    values = [(extras.get("answer_parsed"), extras.get("tags")) for step, _, extras in seen[0] if step == 2]
    assert values == [("4", ["a"]), (None, []), ("7", None), ("x", ["b", "c"])]


def test_t07_messages_tool_calls_and_plain_text_are_read_in_any_order(case: Case) -> None:
    with analysed(load_trl(case("T07"), **REWARD)) as read:
        by_step = {step: [row for row in read.rows if row["step"] == step] for step in (1, 2, 3)}
        tools = pq.read_table(case("T07") / "completions_00002.parquet").to_pylist()[0]["completion"]
        kept = by_step[2][0]["extras"]["messages"]
        assert [message["role"] for message in kept] == ["assistant", "tool", "assistant"]
        assert kept == tools
        # A conversation of one message and plain text are one prompt and one response.
        plain, spoken = by_step[3][0], by_step[1][0]
        assert plain["prompt"] == spoken["prompt"] == "Add two numbers a and b."
        assert plain["prompt_id"] == spoken["prompt_id"]
        assert plain["response"] == spoken["response"]


def test_t09_one_step_says_how_many_are_needed(case: Case, command: Command, tmp_path: Path) -> None:
    code, out, err = command(
        "analyze", case("T09"), "--reward-column", "accuracy_reward", "--output", tmp_path / "r.json"
    )
    assert (code, err) == (4, "")
    said = " ".join(out.split())
    assert "1 step was logged, and the rule needs 20 (15 for the baseline and 5 after it)" in said
    assert json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))["screening"]


def test_t10_prompts_weigh_the_same_whatever_their_number_of_completions(case: Case) -> None:
    with analysed(load_trl(case("T10"), **REWARD)) as read:
        by_prompt: dict[str, list[float]] = {}
        for row in read.rows:
            by_prompt.setdefault(row["prompt"], []).append(row["reward"])
        assert sorted(map(len, by_prompt.values())) == [1, 1, 5]
        point = read.series("reward:total")[1]
        means = [sum(rewards) / len(rewards) for rewards in by_prompt.values()]
        assert point["mean"] == pytest.approx(sum(means) / 3, abs=1e-6)
        assert (point["prompts"], point["samples"]) == (3, 7)


def test_t10_groups_of_one_are_left_out_of_comparisons_within_groups(tmp_path: Path) -> None:
    # Six prompts with four completions each, and two with one.
    prompts = [f"Question {i}" for i in range(6) for _ in range(4)] + ["Question 6", "Question 7"]
    code = "```python\ndef f():\n    return 1\n```"
    for step in range(1, 31):
        shows = [code if step > 18 and i % 2 else f"Answer {step} {i}." for i in range(26)]
        write_log(tmp_path, step, shows, [float(i % 2) for i in range(26)], prompt=prompts)
    with analysed(load_trl(tmp_path, run="r", **REWARD)) as read:
        found = {row["feature"]: row for row in read.analysis.evidence.rows()}["ast:def:f"]
        assert found["status"] == "alert"
        groups = found["groups_used"] + found["groups_skipped"]
        # Eight groups in each step of the window, a quarter of one completion: none of these is used.
        assert groups % 8 == 0
        assert 0 < found["groups_used"] <= groups * 3 // 4
        assert found["groups_used"] % 6 == 0


def test_t12_a_resumed_run_is_never_pooled_silently(case: Case) -> None:
    with pytest.raises(OverlappingSteps) as caught:
        load_trl(case("T12"), run="r", **REWARD)
    for part in ("attempt-1/completions_00003", "attempt-2-resumed/completions_00003", "--on-overlap latest"):
        assert part in str(caught.value)
    with analysed(load_trl(case("T12"), run="r", on_overlap="latest", **REWARD)) as read:
        folders = {row["step"]: row["source_file"].split("/")[0] for row in read.rows}
        assert folders == {
            1: "attempt-1",
            2: "attempt-1",
            3: "attempt-2-resumed",
            4: "attempt-2-resumed",
            5: "attempt-2-resumed",
        }
        assert (read.findings()["replaced_steps"]["first_step"], len(read.rows)) == (3, 20)
    with analysed(load_trl(case("T12"), run="r", on_overlap="separate", **REWARD)) as read:
        assert read.analysis.runs == ["r/attempt-1", "r/attempt-2-resumed"]


def test_t08_a_constant_reward_is_said_and_divides_nothing_by_zero(case: Case, tmp_path: Path) -> None:
    with analysed(load_trl(case("T08"), **REWARD)) as read:
        findings = read.findings()
        assert findings["constant_reward"]["severity"] == findings["length_cap"]["severity"] == "warning"
        assert findings["length_cap"]["message"].startswith("100% of the completions")
        assert len({len(row["response"]) for row in read.rows}) == 1
    source = pq.read_table(case("T08") / "completions_00001.parquet")
    for step in range(1, 31):
        jitter = pa.array(
            [f"{text} {(step + i) % 3}" for i, text in enumerate(source["completion"].to_pylist())]
        )
        table = source.set_column(source.schema.get_field_index("completion"), "completion", jitter)
        steps = pa.array([step] * len(source))
        table = table.set_column(table.schema.get_field_index("step"), "step", steps)
        pq.write_table(table, tmp_path / f"completions_{step:05d}.parquet")
    with analysed(load_trl(tmp_path, run="r", **REWARD)) as read:
        assert read.findings()["constant_reward"]["count"] == 30 * len(source)
        assert read.alerts() == set()
        assert all(math.isfinite(number) for number in numbers(read.analysis.report()))
