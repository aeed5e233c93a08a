"""Token log-probabilities: found by every loader under their names, compared and not kept."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rolloutdiff.errors import ColumnMappingError
from rolloutdiff.ingest import from_table, load_trl, load_verl

TRAIN = [[-0.5, -1.25], None, [], [-0.25]]
ROLLOUT = [[-0.75, -1.0], [-2.0], [], [-0.5]]
ROWS = len(TRAIN)


def lists(rows: list[dict[str, Any]]) -> list[tuple[Any, Any]]:
    return [(row["train_logprobs"], row["rollout_logprobs"]) for row in rows]


WANTED = list(zip(TRAIN, ROLLOUT, strict=True))


def trl(folder: Path, names: tuple[str, str], step: int = 1, **more: list[Any]) -> Path:
    columns: dict[str, Any] = {
        "step": [step] * ROWS,
        "prompt": ["p"] * ROWS,
        "completion": [f"c{i}" for i in range(ROWS)],
        "score": [float(i) for i in range(ROWS)],
        names[0]: pa.array(TRAIN, pa.list_(pa.float64())),
        names[1]: pa.array(ROLLOUT, pa.list_(pa.float32())),
        **more,
    }
    folder.mkdir(exist_ok=True)
    pq.write_table(pa.table(columns), folder / f"completions_{step:05}.parquet")
    return folder


def lines(
    path: Path, names: tuple[str, str], keys: tuple[str, str, str] = ("input", "output", "score")
) -> Path:
    rows = [
        {keys[0]: "p", keys[1]: f"c{i}", keys[2]: float(i), "step": 1, names[0]: t, names[1]: r}
        for i, (t, r) in enumerate(WANTED)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


NAMES = [("train_logprobs", "rollout_logprobs"), ("old_log_probs", "rollout_log_probs")]


@pytest.mark.parametrize("names", NAMES)
def test_trl_and_verl_know_the_names(read, tmp_path, names):
    for rollouts in (
        load_trl(trl(tmp_path / "t", names), run="r"),
        load_verl(lines(tmp_path / "1.jsonl", names), run="r"),
    ):
        assert rollouts.reward_parts == ("score",)
        rows = read(rollouts)
        assert lists(rows) == WANTED
        assert [(row["reward_parts"], row["extras"]) for row in rows] == [
            ({"score": float(i)}, None) for i in range(ROWS)
        ]


def test_a_canonical_name_goes_before_that_of_a_trainer(read, tmp_path):
    other = pa.array([[-9.0]] * ROWS, pa.list_(pa.float64()))
    rows = read(load_trl(trl(tmp_path / "t", NAMES[0], old_log_probs=other), run="r"))
    assert lists(rows) == WANTED
    assert all("old_log_probs" in row["extras"] for row in rows)


def test_numbers_and_texts_of_these_names_are_something_else(read, tmp_path):
    text = trl(tmp_path / "t", NAMES[0], train_logprobs=["x"] * ROWS)
    assert lists(read(load_trl(text, run="r"))) == [(None, r) for r in ROLLOUT]
    row = {"input": "p", "output": "c", "score": 1.0, "train_logprobs": -3.5, "rollout_logprobs": [-1.0]}
    (tmp_path / "1.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    rollouts = load_verl(tmp_path / "1.jsonl", run="r")
    assert rollouts.reward_parts == ("score", "train_logprobs")
    assert lists(read(rollouts)) == [(None, [-1.0])]


@pytest.mark.parametrize("names", [*NAMES, ("a", "b")])
def test_tables_and_their_files(read, tmp_path, names):
    columns = (
        dict(zip(("train_logprobs", "rollout_logprobs"), names, strict=True)) if names[0] == "a" else None
    )
    frame = pa.table(
        {
            "step": [1] * ROWS,
            "prompt": ["p"] * ROWS,
            "response": [f"c{i}" for i in range(ROWS)],
            "reward": [0.0] * ROWS,
            names[0]: pa.array(TRAIN, pa.list_(pa.float64())),
            names[1]: pa.array(ROLLOUT, pa.list_(pa.float64())),
        }
    )
    assert lists(read(from_table(frame, run="r", columns=columns))) == WANTED
    pq.write_table(frame, tmp_path / "t.parquet")
    assert lists(read(from_table(tmp_path / "t.parquet", run="r", columns=columns))) == WANTED
    path = lines(tmp_path / "t.jsonl", names, ("prompt", "response", "reward"))
    assert lists(read(from_table(path, run="r", columns=columns))) == WANTED


def test_text_cells_may_hold_lists(read, tmp_path):
    cells = [("" if x is None else json.dumps(x)) for pair in WANTED for x in pair]
    body = "".join(f'1,p,c{i},0.5,"{cells[2 * i]}","{cells[2 * i + 1]}"\n' for i in range(ROWS))
    path = tmp_path / "t.csv"
    path.write_text("step,prompt,response,reward,train_logprobs,rollout_logprobs\n" + body, encoding="utf-8")
    assert lists(read(from_table(path, run="r"))) == WANTED


def test_a_mapping_to_a_column_that_is_not_there(tmp_path):
    frame = pa.table({"step": [1], "prompt": ["p"], "response": ["c"], "reward": [0.0]})
    with pytest.raises(ColumnMappingError, match="no column 'lp' for train_logprobs"):
        from_table(frame, run="r", columns={"train_logprobs": "lp"})


def test_what_is_no_number_is_one_token_without(read, tmp_path):
    rows = [
        {
            "input": "p",
            "output": "c",
            "score": 1.0,
            "step": 1,
            "train_logprobs": t,
            "rollout_logprobs": [-1.0],
        }
        for t in ([-1.0, "x"], {"a": 1}, "text", [math.nan])
    ]
    (tmp_path / "1.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    found = [t for t, _ in lists(read(load_verl(tmp_path / "1.jsonl", run="r")))]
    assert found[:3] == [[-1.0, None], [None], [None]]
    assert len(found[3]) == 1
    assert found[3][0] is None or math.isnan(found[3][0])


def test_differences_that_the_trainer_measured(read, tmp_path):
    names = [f"rollout_probs_diff_{name}" for name in ("valid", "mean", "max", "std")]
    row = {"input": "p", "output": "c", "score": 1.0} | dict(
        zip(names, (True, 0.01, 0.5, 0.125), strict=True)
    )
    (tmp_path / "1.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    rollouts = load_verl(tmp_path / "1.jsonl", run="r")
    assert rollouts.reward_parts == ("score",)
    (found,) = read(rollouts)
    assert [found[f"diff_{name}"] for name in ("valid", "mean", "max", "std")] == [1.0, 0.01, 0.5, 0.125]


def test_a_table_of_the_database_is_read_where_it_is():
    from rolloutdiff import analyze_rollouts

    with duckdb.connect() as con:
        con.execute(
            "create table t as select i // 4 as step, 'p' || i as prompt, 'c' as response,"
            " 1.0 * (i % 2) as reward, [-0.5, -1.0] as lp, [-0.5, -1.0 - i / 100] as rollout_logprobs"
            " from range(40) as r (i)"
        )
        analyze_rollouts(con=con, table="t", run="r", columns={"train_logprobs": "lp"}).close()
        found = con.execute(
            "select r.mismatch['log_ppl_diff'] from rolloutdiff.rollout as r order by r.source_row"
        )
        assert [x for (x,) in found.fetchall()] == pytest.approx([i / 200 for i in range(40)], abs=1e-15)
