"""Rollouts of prime-rl and verifiers, in every generation, against values read off what was written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rolloutdiff.errors import BadRow, ColumnMappingError, NoRolloutFiles
from rolloutdiff.ingest import Rollouts, load_prime_rl, load_verifiers

Row = dict[str, Any]
Read = Callable[[Rollouts], list[Row]]
ASK = {"role": "user", "content": "Add 2 and 3"}


def classic(answer: str, reward: float | None, **keys: Any) -> Row:
    return {
        "example_id": 3,
        "prompt": [ASK],
        "completion": [{"role": "assistant", "content": answer}],
        "answer": "5",
        "reward": reward,
        "generation_ms": 12.5,
        "is_truncated": False,
        "metrics": {"correct": reward},
        "correct": reward,
        **keys,
    }


def trace(name: str, answer: str, rewards: Row, **keys: Any) -> Row:
    nodes = [
        {"message": ASK, "sampled": False},
        {"parent": 0, "message": {"role": "assistant", "content": answer}, "sampled": True, "token_ids": [1]},
    ]
    return {"id": name, "task": {"type": "sum", "data": {}}, "nodes": nodes, "rewards": rewards, **keys}


def episode(step: int, *traces: Row) -> Row:
    work = {"type": "train", "step": step, "policy": step - 1}
    run = {"type": "train", "id": "r", "work": work}
    return {
        "id": "e",
        "env": {"id": "sum"},
        "group": {"id": "g1"},
        "run": run,
        "ok": True,
        "traces": list(traces),
    }


def write(path: Path, *lines: Row) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_classic_rollouts_take_the_step_of_their_folder(tmp_path: Path, read: Read) -> None:
    for step in (10, 2):
        name = tmp_path / "run7" / "rollouts" / f"step_{step}"
        write(name / "train_rollouts.jsonl", classic("5", 1.0), classic("6", 0.0))
        write(name / "eval_rollouts_gsm.jsonl", classic("7", 0.0))
    for given in (tmp_path / "run7", tmp_path / "run7" / "rollouts"):
        rollouts = load_prime_rl(given)
        rows = read(rollouts)
        assert (rollouts.run, rollouts.steps, rollouts.reward_formula) == ("run7", (2, 10), "reward")
        assert [(r["step"], r["prompt"], r["response"], r["reward"]) for r in rows] == [
            (step, "Add 2 and 3", answer, reward)
            for step in (2, 10)
            for answer, reward in (("5", 1.0), ("6", 0.0))
        ]
        assert [(n.code, n.count) for n in rollouts.notes] == [("validation_left_out", 2)]
    assert rollouts.reward_parts == ("correct", "reward")
    assert rows[0]["reward_parts"] == {"correct": 1.0, "reward": 1.0}
    assert json.loads(rows[0]["extras"]) == {
        "example_id": 3,
        "answer": "5",
        "generation_ms": 12.5,
        "is_truncated": False,
        "metrics": {"correct": 1.0},
    }


def test_the_reward_of_a_trace_is_the_sum_of_score_times_weight(tmp_path: Path, read: Read) -> None:
    rewards = {
        "correct": {"score": 1.0, "weight": 2.0},
        "style": {"score": 0.5, "weight": -1.0},
        "late": None,
    }
    path = write(
        tmp_path / "rollouts" / "step_4" / "train" / "effective" / "traces.jsonl",
        trace("t1", "5", rewards, metrics={"turns": 1.0}, group_id="g", kind="train", policy_version=3),
        trace("t2", "6", {}, metrics={"turns": 2.0}),
    )
    rows = read(load_prime_rl(path))
    assert [(r["sample_id"], r["step"], r["response"], r["reward"]) for r in rows] == [
        ("t1", 4, "5", 1.5),
        ("t2", 4, "6", None),
    ]
    assert rows[0]["reward_parts"] == {"correct": 1.0, "style": 0.5, "turns": 1.0, "reward": 1.5}
    assert (rows[0]["group_id"], rows[0]["split"]) == ("g", "train")
    assert json.loads(rows[0]["extras"])["policy_version"] == 3


def test_an_episode_gives_the_rollouts_of_the_policy(tmp_path: Path, read: Read) -> None:
    score = {"correct": {"score": 1.0, "weight": 1.0}}
    judge = trace("t2", "fine", score, agent={"name": "judge", "trainable": False})
    line = episode(4, trace("t1", "5", score), judge, trace("t3", "6", score))
    path = write(tmp_path / "r" / "step_9" / "train" / "effective" / "traces.jsonl", line)
    rows = read(load_prime_rl(tmp_path / "r"))
    assert [(r["sample_id"], r["group_id"], r["step"], r["source_row"]) for r in rows] == [
        ("t1", "g1", 4, 0),
        ("t3", "g1", 4, 1),
    ]
    assert json.loads(rows[0]["extras"])["policy_version"] == 3
    assert [r["step"] for r in read(load_prime_rl(path, step_from="file_name"))] == [9, 9]


def test_nodes_are_followed_back_from_the_last_one(tmp_path: Path, read: Read) -> None:
    def node(parent: int | None, role: str, text: str) -> Row:
        found: Row = {"message": {"role": role, "content": text}, "sampled": role == "assistant"}
        return found if parent is None else {"parent": parent, **found}

    nodes = [
        node(None, "system", "Be brief"),
        node(0, "user", "Add"),
        node(1, "assistant", "abandoned"),
        node(1, "assistant", "<tool>"),
        node(3, "tool", "5"),
        node(4, "assistant", "It is 5"),
    ]
    line = {**trace("t1", "", {"r": {"score": 1.0, "weight": 1.0}}), "nodes": nodes}
    write(tmp_path / "step_1" / "traces.jsonl", line)
    (row,) = read(load_verifiers(tmp_path))
    assert row["response"] == "<tool>\n\x1e\nIt is 5"
    assert [m["content"] for m in json.loads(row["prompt"])] == ["Be brief", "Add"]
    assert [m["role"] for m in json.loads(row["extras"])["messages"]] == ["assistant", "tool", "assistant"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({"a": 1}, "neither a rollout, nor a trace, nor an episode"),
        ({"traces": [1]}, "a trace whose nodes hold no messages"),
        ({"nodes": [1]}, "a trace whose nodes hold no messages"),
        ({"nodes": [{"parent": 0, "message": {}}]}, "a trace whose nodes do not lead back to a first one"),
        ({"nodes": [{"parent": 7, "message": {}}]}, "a trace whose nodes do not lead back to a first one"),
        (
            {"nodes": [{"message": {}}], "rewards": {"r": {"score": "high"}}},
            "a trace whose reward r is no number",
        ),
        (
            {"nodes": [{"message": {}}], "rewards": {"r": {"score": 1, "weight": []}}},
            "a trace whose reward r is no number",
        ),
    ],
)
def test_lines_of_another_shape_are_refused(tmp_path: Path, read: Read, line: Row, reason: str) -> None:
    good = trace("t", "5", {"r": {"score": 1.0, "weight": 1.0}})
    path = write(tmp_path / "step_1" / "traces.jsonl", good, line)
    with pytest.raises(BadRow, match=f"traces.jsonl, line 2: the line is {reason}"):
        load_verifiers(path)
    rows = read(load_verifiers(path, skip_bad_rows=True))
    assert [r["reject_reason"] for r in rows] == [None, reason]


def test_what_was_trained_on_is_preferred_to_all(tmp_path: Path, read: Read) -> None:
    score = {"r": {"score": 1.0, "weight": 1.0}}
    for step, kinds in ((1, ("all", "effective")), (2, ("all",))):
        for kind in kinds:
            write(
                tmp_path / f"step_{step}" / "train" / kind / "traces.jsonl",
                trace(f"{kind}{step}", "5", score),
            )
    rows = read(load_prime_rl(tmp_path))
    assert [r["sample_id"] for r in rows] == ["effective1", "all2"]


def test_a_resumed_run_writes_a_trace_again_and_the_last_counts(tmp_path: Path, read: Read) -> None:
    score = {"r": {"score": 1.0, "weight": 1.0}}
    lines = [trace("a", "old", score), trace("b", "5", score), trace("a", "new", score)]
    write(tmp_path / "step_1" / "train" / "effective" / "traces.jsonl", *lines)
    rollouts = load_prime_rl(tmp_path)
    rows = read(rollouts)
    assert [(r["sample_id"], r["response"], r["source_row"]) for r in rows] == [
        ("b", "5", 1),
        ("a", "new", 2),
    ]
    assert ([n.code for n in rollouts.notes], rollouts.rows) == (["repeated_row"], 2)


def test_evaluations_need_a_step(tmp_path: Path, read: Read) -> None:
    results = write(tmp_path / "sum--model" / "ab12cd34" / "results.jsonl", classic("5", 1.0))
    with pytest.raises(ColumnMappingError, match="says no training step") as caught:
        load_verifiers(tmp_path)
    assert "folder step_N" in str(caught.value.hint)
    moved = tmp_path / "evals" / "step_12" / "results.jsonl"
    moved.parent.mkdir(parents=True)
    results.rename(moved)
    assert [r["step"] for r in read(load_verifiers(tmp_path / "evals"))] == [12]


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    for loader in (load_prime_rl, load_verifiers):
        with pytest.raises(NoRolloutFiles):
            loader(tmp_path)


def test_flat_rollouts_and_traces_in_one_file(tmp_path: Path, read: Read) -> None:
    flat = classic("5", 1.0, trajectory=[{"tokens": [1]}], tool_defs=[], step=2, **{"late": "x"})
    path = write(
        tmp_path / "step_2" / "traces.jsonl",
        flat,
        {},
        trace("t", "6", {"r": {"score": 0.5, "weight": 1.0}}, metrics={"correct": 1.0}),
        {**flat, "reward": 0.25},
    )
    # A blank line is no row, wherever a line is more than an object as it stands.
    path.write_text(path.read_text().replace("{}\n", "\n"))
    rollouts = load_prime_rl(path)
    rows = read(rollouts)
    assert (rollouts.rows, [r["source_row"] for r in rows]) == (3, [0, 1, 2])
    assert [(r["response"], r["reward"], r["reward_parts"]["correct"]) for r in rows] == [
        ("5", 1.0, 1.0),
        ("6", 0.5, 1.0),
        ("5", 0.25, 1.0),
    ]
    for row, extras in zip(rows, (flat, None, flat), strict=True):
        found = json.loads(row["extras"])
        assert not {"trajectory", "tool_defs"} & found.keys()
        assert found.get("late") == (None if extras is None else "x")


def test_tokens_of_traces_are_never_read_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr("rolloutdiff.ingest.shape.read_json", lambda line: seen.append(line) or loads(line))
    loads = json.JSONDecoder().decode
    path = write(tmp_path / "step_2" / "traces.jsonl", episode(2, trace("t", "5", {"r": {"score": 1.0}})))
    assert load_prime_rl(path).rows == 1
    assert [("token_ids" in line, '"5"' in line) for line in seen if "nodes" in line] == [(False, True)]
