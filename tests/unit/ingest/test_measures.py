"""Slice, gold and log-probabilities: filled by every loader, never a reward unless asked for."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rolloutdiff.errors import BadRow, ColumnMappingError
from rolloutdiff.ingest import from_table, load_trl, load_verl

MEASURES = ("gold", "logprob", "ref_logprob", "target_logprob")
ADDED = ("slice", *MEASURES)
# Rows of slice and measures as a source writes them, and as they are read.
GIVEN: list[tuple[Any, ...]] = [
    ("algebra", 0.5, -12.25, -13, -11.5),
    (None, None, None, None, None),
    ("", 1, -1e-3, math.nan, -math.inf),
]
READ = [
    ("algebra", 0.5, -12.25, -13.0, -11.5),
    (None, None, None, None, None),
    ("", 1.0, -1e-3, None, None),
]


def added(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [tuple(row[name] for name in ADDED) for row in rows]


def trl(folder: Path, rows: list[tuple[Any, ...]] = GIVEN, step: int = 1, **more: list[Any]) -> Path:
    columns: dict[str, Any] = {
        "step": [step] * len(rows),
        "prompt": ["p"] * len(rows),
        "completion": [f"c{i}" for i in range(len(rows))],
        "score": [float(i) for i in range(len(rows))],
        **{name: list(values) for name, values in zip(ADDED, zip(*rows, strict=True), strict=True)},
        **more,
    }
    folder.mkdir(exist_ok=True)
    pq.write_table(pa.table(columns), folder / f"completions_{step:05}.parquet")
    return folder


def verl(path: Path, rows: list[tuple[Any, ...]] = GIVEN, **more: Any) -> Path:
    lines = [
        {"input": "p", "output": f"c{i}", "score": float(i), **dict(zip(ADDED, row, strict=True)), **more}
        for i, row in enumerate(rows)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def frame(rows: list[tuple[Any, ...]] = GIVEN, names: tuple[str, ...] = ADDED) -> pa.Table:
    columns: dict[str, Any] = {
        "step": [1] * len(rows),
        "prompt": ["p"] * len(rows),
        "response": [f"c{i}" for i in range(len(rows))],
        "reward": [float(i) for i in range(len(rows))],
    }
    return pa.table(columns | dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))


def test_trl_fills_them_and_they_are_neither_reward_parts_nor_extras(read, tmp_path: Path) -> None:
    rollouts = load_trl(trl(tmp_path / "t"), run="r")
    assert (rollouts.reward_formula, rollouts.reward_parts) == ("score", ("score",))
    rows = read(rollouts)
    assert added(rows) == READ
    assert [(r["reward"], r["reward_parts"], r["extras"]) for r in rows] == [
        (float(i), {"score": float(i)}, None) for i in range(3)
    ]


def test_verl_fills_them_and_they_are_neither_reward_parts_nor_extras(read, tmp_path: Path) -> None:
    rollouts = load_verl(verl(tmp_path / "1.jsonl", acc=True), run="r")
    assert (rollouts.reward_formula, rollouts.reward_parts) == ("score", ("acc", "score"))
    rows = read(rollouts)
    assert added(rows) == READ
    assert [(r["reward_parts"], r["extras"]) for r in rows] == [
        ({"acc": 1.0, "score": float(i)}, None) for i in range(3)
    ]


def test_dumps_without_them_have_nulls(read, tmp_path: Path) -> None:
    (tmp_path / "1.jsonl").write_text('{"input": "p", "output": "c", "score": 1}\n', encoding="utf-8")
    assert added(read(load_verl(tmp_path, run="r"))) == [(None,) * 5]
    table = frame().select(["step", "prompt", "response", "reward"])
    assert added(read(from_table(table, run="r"))) == [(None,) * 5] * 3


@pytest.mark.parametrize("reward", ["gold", "score=1,gold=2"])
def test_a_measure_may_be_the_reward_as_well(read, tmp_path: Path, reward: str) -> None:
    for rollouts in (
        load_trl(trl(tmp_path / "t"), run="r", reward_column=reward),
        load_verl(verl(tmp_path / "1.jsonl"), run="r", reward_column=reward),
    ):
        rows = read(rollouts)
        assert rollouts.reward_parts == ("gold", "score")
        assert added(rows) == READ
        assert rows[0]["reward"] == (0.5 if reward == "gold" else 1.0)
    rows = read(from_table(frame(), run="r", reward_column=reward.replace("score", "reward")))
    assert added(rows) == READ
    assert rows[0]["reward"] == (0.5 if reward == "gold" else 1.0)


def test_files_of_one_dump_may_have_them_or_not(read, tmp_path: Path) -> None:
    trl(tmp_path / "t", [(None, None, None, None, None)], step=1)
    trl(tmp_path / "t", [("b", 1, 2, 3, 4)], step=2)
    pq.write_table(
        pa.table({"step": [3], "prompt": ["p"], "completion": ["c"], "score": [0.5]}),
        tmp_path / "t" / "completions_00003.parquet",
    )
    assert added(read(load_trl(tmp_path / "t", run="r"))) == [(None,) * 5, ("b", 1, 2, 3, 4), (None,) * 5]


@pytest.mark.parametrize("kind", ["arrow", "pandas", "parquet", "csv", "jsonl", "table"])
def test_tables_fill_them_by_name_and_by_mapping(read, staging, tmp_path: Path, kind: str) -> None:
    names = ("family", "g", "lp", "ref_logprob", "t")
    table = frame(names=names)
    data: Any = table
    if kind == "pandas":
        data = table.to_pandas()
    elif kind == "table":
        staging.con.register("given", table)
        staging.con.execute("create table completions as from given")
        data = "completions"
    elif kind != "arrow":
        data = tmp_path / f"r.{kind}"
        if kind == "parquet":
            pq.write_table(table, data)
        elif kind == "csv":
            data.write_text(
                "step,prompt,response,reward,family,g,lp,ref_logprob,t\n"
                "1,p,c0,0,algebra,0.5,-12.25,-13,-11.5\n1,p,c1,1,,None,NA,,null\n"
                '1,p,c2,2,"",1,-1e-3,NaN,-Infinity\n',
                encoding="utf-8",
            )
        else:
            data.write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()), encoding="utf-8")
    mapping = {"slice": "family", "gold": "g", "logprob": "lp", "target_logprob": "t"}
    rows = read(from_table(data, columns=mapping, run="r"))
    expected = list(READ)
    if kind == "csv":
        # An empty cell of a CSV file is NULL, an empty one in quotes is empty text.
        assert [row["slice"] for row in rows] == ["algebra", None, ""]
    assert added(rows) == expected
    assert [row["reward_parts"] for row in rows] == [{}] * 3


def test_numbers_of_every_type_are_read(read) -> None:
    table = pa.table(
        {
            "step": [1, 1],
            "prompt": ["p", "p"],
            "response": ["a", "b"],
            "reward": [1.0, 0.0],
            "slice": [3, 4],
            "gold": [True, False],
            "logprob": pa.array([Decimal("-1.25"), None]),
            "ref_logprob": pa.array([-1.5, -2.5], pa.float32()),
            "target_logprob": ["-1e2", "+3"],
        }
    )
    assert added(read(from_table(table, run="r"))) == [
        ("3", 1.0, -1.25, -1.5, -100.0),
        ("4", 0.0, None, -2.5, 3.0),
    ]


def test_one_column_may_fill_two(read) -> None:
    table = frame()
    rows = read(from_table(table, run="r", columns={"gold": "reward", "slice": "prompt"}))
    assert [(row["gold"], row["slice"], row["reward"]) for row in rows] == [
        (float(i), "p", float(i)) for i in range(3)
    ]


def test_members_of_json_objects_fill_them(read, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    line = {
        "step": 1,
        "prompt": "p",
        "response": "c",
        "reward": 1,
        "meta": {"family": "f", "q": {"gold": 0.25}},
    }
    path.write_text(json.dumps(line) + "\n", encoding="utf-8")
    rollouts = from_table(path, run="r", columns={"slice": "meta.family", "gold": "meta.q.gold"})
    assert added(read(rollouts)) == [("f", 0.25, None, None, None)]


WRONG = [("a", 0.5, -1.0, -1.0, -1.0), ("a", "good", -1.0, -1.0, -1.0)]


def refused(call: Any, place: str, what: str) -> None:
    with pytest.raises(BadRow) as caught:
        call()
    assert place in caught.value.message
    assert f"column gold is {what}, not a number" in caught.value.message
    assert caught.value.hint.startswith("If gold is something else here, rename it")
    assert "--skip-bad-rows" in caught.value.hint


@pytest.mark.parametrize(("value", "what"), [("good", "text"), ({"a": 1}, "an object"), ([1], "a list")])
def test_verl_names_the_line_of_a_value_that_is_no_number(
    read, tmp_path: Path, value: Any, what: str
) -> None:
    rows = [WRONG[0], ("a", value, -1.0, -1.0, -1.0)]
    path = verl(tmp_path / "1.jsonl", rows)
    refused(lambda: load_verl(path, run="r"), "1.jsonl, line 2", what)
    first, second = read(load_verl(path, run="r", skip_bad_rows=True))
    assert (first["gold"], first["reject_reason"]) == (0.5, None)
    assert (second["reject_column"], second["reject_reason"]) == ("gold", f"{what}, not a number")


def test_trl_names_the_row_of_a_value_that_is_no_number(read, tmp_path: Path) -> None:
    trl(tmp_path / "t", WRONG[:1], step=1)
    trl(tmp_path / "t", [("a", "0.75", -1.0, -1.0, -1.0), WRONG[1]][:2], step=2, gold=["0.75", "good"])
    refused(lambda: load_trl(tmp_path / "t", run="r"), "completions_00002.parquet, row 1", "text")
    rows = read(load_trl(tmp_path / "t", run="r", skip_bad_rows=True))
    assert [(row["gold"], row["reject_reason"]) for row in rows] == [
        (0.5, None),
        (0.75, None),
        (None, "text, not a number"),
    ]


def test_tables_name_the_row_of_a_value_that_is_no_number(read, tmp_path: Path) -> None:
    table = frame([("a", "0.5", -1.0, -1.0, -1.0), ("a", "good", -1.0, -1.0, -1.0)])
    refused(lambda: read(from_table(table, run="r", name="mine")), "mine, row 1", "text")
    table.to_pandas().to_csv(tmp_path / "r.csv", index=False)
    refused(lambda: read(from_table(tmp_path / "r.csv", run="r")), "r.csv, row 1", "text")
    (tmp_path / "r.jsonl").write_text(
        "".join(json.dumps(r) + "\n" for r in table.to_pylist()), encoding="utf-8"
    )
    refused(lambda: read(from_table(tmp_path / "r.jsonl", run="r")), "r.jsonl, line 2", "text")
    for data in (table, tmp_path / "r.csv", tmp_path / "r.jsonl"):
        rows = read(from_table(data, run="r", skip_bad_rows=True))
        assert [row["gold"] for row in rows] == [0.5, None]
        assert [row["reject_value"] for row in rows] == [None, "good"]


def test_a_mapped_column_is_named_as_the_source_names_it(read) -> None:
    table = frame([("a", "good", -1.0, -1.0, -1.0)], names=("slice", "judge", *MEASURES[1:]))
    with pytest.raises(BadRow, match="column judge is text, not a number: 'good'") as caught:
        read(from_table(table, run="r", columns={"gold": "judge"}))
    assert caught.value.hint.startswith("Correct the row")


def test_a_key_that_never_holds_a_number_is_another_thing_of_that_name(read, tmp_path: Path) -> None:
    rows = [("a", "the answer", None, None, None), ("a", "another", None, None, None)]
    found = read(load_verl(verl(tmp_path / "1.jsonl", rows), run="r"))
    assert [(row["gold"], json.loads(row["extras"])) for row in found] == [
        (None, {"gold": "the answer"}),
        (None, {"gold": "another"}),
    ]
    found = read(load_trl(trl(tmp_path / "t", rows), run="r"))
    assert [(row["gold"], json.loads(row["extras"])) for row in found] == [
        (None, {"gold": "the answer"}),
        (None, {"gold": "another"}),
    ]


def test_unknown_names_and_sources_are_refused() -> None:
    with pytest.raises(ColumnMappingError, match="'log_prob' is no canonical column") as caught:
        from_table(frame(), run="r", columns={"log_prob": "reward"})
    assert "logprob" in caught.value.hint
    with pytest.raises(ColumnMappingError, match="has no column 'q' for gold"):
        from_table(frame(), run="r", columns={"gold": "q"})


def test_relations_and_views_fill_them(read, staging) -> None:
    with duckdb.connect() as con:
        relation = con.sql(
            "select 1 as step, 'p' as prompt, 'c' as response, 1 as reward, 'a' as slice, 2 as gold"
        )
        assert added(read(from_table(relation, run="r"))) == [("a", 2.0, None, None, None)]
    staging.con.execute(
        "create view v as"
        " select 1 as step, 'p' as prompt, 'c' as response, 1 as reward, 'b' as slice, -3 as logprob"
    )
    assert added(read(from_table("v", run="r"))) == [("b", None, -3.0, None, None)]


def test_frames_of_pandas_with_missing_values(read) -> None:
    data = pd.DataFrame(
        {
            "step": [1, 1],
            "prompt": "p",
            "response": ["a", "b"],
            "reward": 1.0,
            "slice": ["a", None],
            "gold": [None, 2.0],
        }
    )
    assert added(read(from_table(data, run="r"))) == [
        ("a", None, None, None, None),
        (None, 2.0, None, None, None),
    ]
