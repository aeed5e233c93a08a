"""Tables of every kind: the same rows whatever holds them, and what is refused."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv as pacsv
import pyarrow.parquet as pq
import pytest

from rolloutdiff.errors import (
    BadRow,
    ColumnMappingError,
    InputError,
    NoRolloutFiles,
    OverlappingSteps,
    PathNotFound,
    RewardColumnError,
    UnknownFormat,
    UnreadableFile,
    UsageError,
)
from rolloutdiff.ingest import Rollouts, from_table

Read = Callable[[Rollouts], list[dict[str, Any]]]
Case = Callable[[str], Path]

DATA: dict[str, list[Any]] = {
    "question": ["a", "b", "c"],
    "answer": ["x", None, ""],
    "global_step": [1, 2, 2],
    "score": [1.0, float("nan"), 0.25],
    "acc": [True, False, None],
    "id": ["s1", "s2", "s3"],
}
MAP = {"prompt": "question", "response": "answer", "step": "global_step", "reward": "score"}


CON = duckdb.connect()
CON.register("t", pa.table(DATA))


def _relation() -> duckdb.DuckDBPyRelation:
    return CON.table("t")


SOURCES: dict[str, Callable[[], Any]] = {
    "pandas": lambda: pd.DataFrame(DATA),
    "polars": lambda: pl.DataFrame(DATA, strict=False),
    "arrow table": lambda: pa.table(DATA),
    "arrow batch": lambda: pa.RecordBatch.from_pydict(DATA),
    "arrow reader": lambda: pa.table(DATA).to_reader(),
    "relation": _relation,
}


@pytest.mark.parametrize("kind", SOURCES)
def test_same_rows_from_every_kind_of_table(read: Read, kind: str) -> None:
    mapping = {**MAP, "sample_id": "id", "group_id": "question"}
    rollouts = from_table(SOURCES[kind](), columns=mapping, run="r", reward_parts=["acc"], name="mine")
    rows = read(rollouts)
    fields = (
        "source_file",
        "source_row",
        "run",
        "step",
        "sample_id",
        "prompt",
        "response",
        "reward",
        "group_id",
    )
    assert [tuple(r[f] for f in fields) for r in rows] == [
        ("mine", 0, "r", 1, "s1", "a", "x", 1.0, "a"),
        ("mine", 1, "r", 2, "s2", "b", None, None, "b"),
        ("mine", 2, "r", 2, "s3", "c", "", 0.25, "c"),
    ]
    assert [r["reward_parts"] for r in rows] == [
        {"score": 1.0, "acc": 1.0},
        {"score": None, "acc": 0.0},
        {"score": 0.25, "acc": None},
    ]
    assert rollouts.default_unscored == "error"
    assert rollouts.reward_parts == ("acc", "score")


def test_canonical_names_need_no_mapping(read: Read) -> None:
    table = pa.table(
        {
            "run": ["a", "b"],
            "step": ["1", "2.0"],
            "prompt": ["p", "q"],
            "response": ["x", "y"],
            "reward": [True, False],
            "prompt_id": [7, 8],
            "split": ["train", None],
        }
    )
    rollouts = from_table(table)
    rows = read(rollouts)
    assert [(r["run"], r["step"], r["reward"], r["prompt_id"], r["split"]) for r in rows] == [
        ("a", 1, 1.0, "7", "train"),
        ("b", 2, 0.0, "8", None),
    ]
    assert rollouts.run is None
    assert rows[0]["sample_id"] is None


def test_named_run_counts_more_than_the_column(read: Read) -> None:
    table = pa.table({"run": ["a"], "step": [1], "prompt": ["p"], "response": ["x"], "reward": [1]})
    assert read(from_table(table, run="mine"))[0]["run"] == "mine"
    assert (
        read(from_table(table.rename_columns(["r", *table.column_names[1:]]), columns={"run": "r"}))[0]["run"]
        == "a"
    )


def test_reward_as_weighted_sum_in_the_mapping(read: Read) -> None:
    mapping = {**MAP, "reward": "score=2,acc=0.5"}
    rollouts = from_table(pa.table(DATA), columns=mapping, run="r")
    assert rollouts.reward_formula == "2*score + 0.5*acc"
    assert rollouts.reward_parts == ("acc", "score")
    assert [r["reward"] for r in read(rollouts)] == [2.5, 0.0, 0.5]


def test_table_by_name_in_the_database_of_the_analysis(read: Read, staging: Any) -> None:
    staging.con.execute(
        "create table main.\"odd t\" as select 1 as step, 'p' as prompt, 'r' as response, 2 as reward"
    )
    rollouts = from_table('main."odd t"', run="r")
    assert [(r["prompt"], r["reward"]) for r in read(rollouts)] == [("p", 2.0)]
    assert [(r["prompt"], r["reward"]) for r in read(rollouts)] == [("p", 2.0)]


def test_table_by_name_is_no_python_variable(read: Read) -> None:
    nowhere = pa.table({"step": [1], "prompt": ["p"], "response": ["x"], "reward": [1]})
    assert nowhere.num_rows == 1
    with pytest.raises(PathNotFound, match="'nowhere' is neither a file nor a table"):
        read(from_table("nowhere", run="r"))


def test_table_by_name_lacking_a_column(read: Read, staging: Any) -> None:
    staging.con.execute("create table t as select 1 as step, 'p' as question, 'r' as response, 2 as reward")
    with pytest.raises(
        ColumnMappingError, match=r"Table t has no column for prompt.*Did you mean question\?"
    ):
        read(from_table("t", run="r"))


def test_table_by_name_on_a_connection_of_the_caller(read: Read) -> None:
    con = duckdb.connect()
    con.execute("create temp table mine as select 1 as step, 'p' as prompt, 'r' as response, 2 as reward")
    assert len(read(from_table("mine", con=con, run="r"))) == 1
    with pytest.raises(PathNotFound, match="no table 'yours'"):
        from_table("yours", con=con)


def test_relation_can_be_read_again_and_a_reader_cannot(read: Read) -> None:
    relation = from_table(_relation(), columns=MAP, run="r")
    assert read(relation) == read(relation)
    reader = from_table(pa.table(DATA).to_reader(), columns=MAP, run="r")
    assert len(read(reader)) == 3
    with pytest.raises(InputError, match="was read before"):
        read(reader)


def test_order_of_a_long_stream_is_kept(read: Read) -> None:
    con = duckdb.connect()
    relation = con.sql(
        "select range as step, range::varchar as prompt, 'r' as response, 1 as reward from range(50000)"
    )
    rows = read(from_table(relation, run="r"))
    assert [r["source_row"] for r in rows] == list(range(50_000)) == [int(r["prompt"]) for r in rows]


def test_columns_with_odd_names(read: Read) -> None:
    con = duckdb.connect()
    relation = con.sql('select 1 as step, \'p\' as "a.b", \'r\' as "q""x", 1 as "it\'s"')
    mapping = {"prompt": "a.b", "response": 'q"x', "reward": "it's"}
    (row,) = read(from_table(relation, columns=mapping, run="r"))
    assert (row["prompt"], row["response"], row["reward"]) == ("p", "r", 1.0)


def test_messages_in_a_table(read: Read) -> None:
    prompt = [{"role": "user", "content": "p"}]
    answer = [{"role": "assistant", "content": "a"}, {"role": "tool", "content": "t"}]
    table = pa.table({"step": [1], "prompt": [prompt], "response": [answer], "reward": [1]})
    (row,) = read(from_table(table, run="r"))
    assert (row["prompt"], row["response"]) == ("p", "a")
    assert json.loads(row["extras"]) == {"messages": answer}


@pytest.mark.parametrize(
    ("mapping", "message"),
    [
        ({**MAP, "prompt": "Question"}, r"no column 'Question' for prompt; it has .*Did you mean question\?"),
        (
            {k: v for k, v in MAP.items() if k != "prompt"},
            r"no column for prompt; it has .*Did you mean question\?",
        ),
        ({k: v for k, v in MAP.items() if k != "step"}, r"no column for step.*Did you mean global_step\?"),
        ({k: v for k, v in MAP.items() if k != "reward"}, r"no column for reward.*Did you mean score\?"),
        ({**MAP, "promt": "question"}, r"'promt' is no canonical column\. Did you mean prompt\?"),
        ({**MAP, "reward": "scor"}, r"no column 'scor' for the reward.*Did you mean score\?"),
    ],
)
def test_mapping_that_does_not_fit(mapping: dict[str, str], message: str) -> None:
    with pytest.raises(ColumnMappingError, match=message):
        from_table(pa.table(DATA), columns=mapping, run="r")


def test_run_that_nothing_names() -> None:
    with pytest.raises(ColumnMappingError, match=r"no column for run.*--run NAME"):
        from_table(pa.table(DATA), columns=MAP)


def test_column_that_is_there_twice() -> None:
    table = pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["step", "step"])
    with pytest.raises(ColumnMappingError, match="two columns step"):
        from_table(table, run="r")


@pytest.mark.parametrize("column", ["question", "global_step", "id", "pid", "run"])
def test_null_in_an_identifying_column_names_column_and_row(read: Read, column: str) -> None:
    data = {**DATA, "pid": ["1", "2", "3"], "run": ["r", "r", "r"]}
    data[column] = [data[column][0], data[column][1], None]
    mapping = {**MAP, "sample_id": "id", "prompt_id": "pid"}
    with pytest.raises(BadRow, match=rf"table, row 2 .*column {column} is null"):
        read(from_table(pa.table(data), columns=mapping))
    rows = read(from_table(pa.table(data), columns=mapping, skip_bad_rows=True))
    assert [r["reject_column"] for r in rows] == [None, None, column]


def test_reward_that_is_no_number_names_the_row(read: Read) -> None:
    table = pa.table({**DATA, "score": ["1", "True", "oops"]})
    with pytest.raises(BadRow, match=r"table, row 2 .*column score is text, not a number: 'oops'"):
        read(from_table(table, columns=MAP, run="r"))


def test_step_that_is_no_whole_number_names_the_row(read: Read) -> None:
    table = pa.table({**DATA, "global_step": [1.0, 2.5, 3.0]})
    with pytest.raises(BadRow, match=r"row 1 .*column global_step is not a whole number: '2.5'"):
        read(from_table(table, columns=MAP, run="r"))


def test_what_is_no_table() -> None:
    with pytest.raises(UsageError, match="A dict is no table"):
        from_table(DATA)
    with pytest.raises(UsageError, match=r"LazyFrame.*\.collect\(\)"):
        from_table(pl.DataFrame(DATA, strict=False).lazy())
    with pytest.raises(ColumnMappingError, match="cannot be turned into Arrow"):
        from_table(pd.DataFrame({"prompt": ["a", 1]}), run="r")


def test_arguments_that_contradict_each_other() -> None:
    table = pa.table(DATA)
    with pytest.raises(UsageError, match="by name and by column"):
        from_table(table, columns={"run": "id"}, run="r")
    with pytest.raises(UsageError, match="mapped and given"):
        from_table(table, columns=MAP, reward_column="acc", run="r")
    with pytest.raises(UsageError, match="table is no file"):
        from_table(table, columns=MAP, run="r", step_from="file_name")


TEXTS = ["2024-03-01", "007", "25-11-2025", "12:30:00", 'a "q", b\nc', "true", " x ", "NULL", "é"]


@pytest.mark.parametrize("kind", ["csv", "csv.gz", "jsonl", "jsonl.gz", "parquet"])
def test_texts_in_files_stay_as_they_are(tmp_path: Path, read: Read, kind: str) -> None:
    rows = [
        {"step": 1, "prompt": t, "response": t, "reward": 0.5, "sample_id": f"{i:03}"}
        for i, t in enumerate(TEXTS)
    ]
    path = tmp_path / f"my.run.{kind}"
    if kind == "parquet":
        pq.write_table(pa.Table.from_pylist(rows), path)
    else:
        opened = gzip.open if kind.endswith(".gz") else open
        with opened(path, "wt", encoding="utf-8", newline="") as stream:
            if kind.startswith("csv"):
                writer = csv.DictWriter(stream, list(rows[0]))
                writer.writeheader()
                writer.writerows(rows)
            else:
                stream.writelines(json.dumps(row) + "\n" for row in rows)
    rollouts = from_table(path)
    got = read(rollouts)
    assert [r["prompt"] for r in got] == [r["response"] for r in got] == TEXTS
    assert [r["sample_id"] for r in got] == [row["sample_id"] for row in rows]
    assert {(r["source_file"], r["run"], r["step"], r["reward"]) for r in got} == {(path.name, "my", 1, 0.5)}
    assert rollouts.run == "my"


def test_empty_and_missing_cells_of_csv(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "x.csv"
    path.write_text('step,prompt,response,reward\n1,p,"",nan\n2,q,,1e-1\n3,r,x,\n', encoding="utf-8")
    rows = read(from_table(path))
    assert [(r["response"], r["reward"]) for r in rows] == [("", None), (None, 0.1), ("x", None)]


def test_text_for_a_reward_in_csv_is_an_error(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "x.csv"
    path.write_text("step,prompt,response,reward\n1,p,r,good\n", encoding="utf-8")
    with pytest.raises(BadRow, match=r"x\.csv, row 0 .*column reward is text, not a number: 'good'"):
        read(from_table(path))


def test_step_from_file_names_and_a_path_into_a_list(case: Case, read: Read) -> None:
    mapping = {"prompt": "content.0", "reward": "rewards"}
    rollouts = from_table(case("V10"), columns=mapping, step_from="file_name", run="r")
    rows = read(rollouts)
    assert [r["step"] for r in rows] == [s for s in (1, 2, 9, 10, 11, 100) for _ in range(2)]
    first = json.loads((case("V10") / "train_data_step1.jsonl").read_text().splitlines()[0])
    assert (rows[0]["prompt"], rows[0]["reward"]) == (first["content"][0], first["rewards"])


def test_missing_step_points_to_file_names(case: Case) -> None:
    with pytest.raises(ColumnMappingError, match=r"no column for step.*--step-from file_name"):
        from_table(case("V10"), columns={"prompt": "content.0", "reward": "rewards"})


@pytest.mark.parametrize(
    ("name", "why"), [("rollouts.jsonl", "no number"), ("run2_step7.jsonl", r"2 numbers \(2, 7\)")]
)
def test_names_that_do_not_hold_one_number(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / name).write_text('{"prompt": "p", "response": "r", "reward": 1}\n', encoding="utf-8")
    with pytest.raises(ColumnMappingError, match=f"{name}: it holds {why}"):
        from_table(tmp_path, step_from="file_name")


def test_two_names_with_one_step(tmp_path: Path) -> None:
    for name in ("a7.jsonl", "b7.jsonl"):
        (tmp_path / name).write_text('{"prompt": "p", "response": "r", "reward": 1}\n', encoding="utf-8")
    with pytest.raises(OverlappingSteps, match=r"Step 7 .*a7\.jsonl and from b7\.jsonl"):
        from_table(tmp_path, step_from="file_name")


def test_folder_of_parquet_files_is_one_table(tmp_path: Path, read: Read) -> None:
    for step in (10, 9):
        row = {"prompt": ["p"], "response": [str(step)], "reward": [1.0]}
        pq.write_table(pa.table(row), tmp_path / f"s{step}.parquet")
    rollouts = from_table(tmp_path, step_from="file_name")
    rows = read(rollouts)
    assert [(r["source_file"], r["step"], r["response"]) for r in rows] == [
        ("s9.parquet", 9, "9"),
        ("s10.parquet", 10, "10"),
    ]
    assert [f.name for f in rollouts.without_files({"s9.parquet"}).files] == ["s10.parquet"]


def test_files_of_several_kinds_are_not_mixed(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("step\n1\n", encoding="utf-8")
    (tmp_path / "b.jsonl").write_text("{}\n", encoding="utf-8")
    with pytest.raises(UnknownFormat, match="2 kinds: csv, jsonl"):
        from_table(tmp_path)


def test_files_that_cannot_be_tables(tmp_path: Path) -> None:
    with pytest.raises(NoRolloutFiles, match="no parquet, CSV or JSONL"):
        from_table(tmp_path)
    with pytest.raises(PathNotFound, match="does not exist"):
        from_table(str(tmp_path / "x.csv"))
    (tmp_path / "x.txt").write_text("x", encoding="utf-8")
    with pytest.raises(UnknownFormat, match=r"x\.txt is no parquet"):
        from_table(tmp_path / "x.txt")
    (tmp_path / "x.parquet").write_bytes(b"PAR1")
    with pytest.raises(UnreadableFile, match=r"x\.parquet cannot be read"):
        from_table(tmp_path / "x.parquet")
    (tmp_path / "x.csv").write_bytes(b"")
    with pytest.raises(UnreadableFile, match=r"x\.csv is empty"):
        from_table(tmp_path / "x.csv")
    (tmp_path / "x.jsonl").write_bytes(b"\n")
    with pytest.raises(NoRolloutFiles, match="no row"):
        from_table(tmp_path / "x.jsonl")


def test_unreadable_files_of_a_folder_can_be_left_out(tmp_path: Path, read: Read) -> None:
    row = {"step": [1], "prompt": ["p"], "response": ["r"], "reward": [1.0]}
    pq.write_table(pa.table(row), tmp_path / "a.parquet")
    (tmp_path / "b.parquet").write_bytes(b"")
    with pytest.raises(UnreadableFile, match=r"b\.parquet is empty"):
        from_table(tmp_path)
    rollouts = from_table(tmp_path, skip_unreadable=True)
    assert len(read(rollouts)) == 1
    assert [n.files for n in rollouts.notes] == [("b.parquet",)]


def test_jsonl_lists_what_could_be_the_reward(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"step": 1, "prompt": "p", "response": "r", "text": "t", "n": 3}\n', encoding="utf-8")
    with pytest.raises(
        RewardColumnError, match=r"Reward column text .*holds text\. Columns that can be: n \(always 3\)"
    ):
        from_table(path, reward_column="text")


def test_jsonl_reads_members_of_objects(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "x.jsonl"
    line = {"step": 1, "task": {"q": "p"}, "response": "r", "scores": {"a": 0.5, "b": "0.25"}}
    path.write_text(json.dumps(line) + "\n", encoding="utf-8")
    rollouts = from_table(path, columns={"prompt": "task.q"}, reward_column="scores.a=1,scores.b=2")
    (row,) = read(rollouts)
    assert (row["prompt"], row["reward"]) == ("p", 1.0)
    assert row["reward_parts"] == {"scores.a": 0.5, "scores.b": 0.25}


def test_incomplete_last_line_of_a_jsonl_table_is_set_aside(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(
        '{"step": 1, "prompt": "p", "response": "r", "reward": 1}\n{"step": 1, "pro', encoding="utf-8"
    )
    assert [r["reject_reason"] is None for r in read(from_table(path))] == [True, False]


@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_files_with_the_same_columns_are_read_as_one(tmp_path: Path, read: Read, kind: str) -> None:
    # An empty file, one of more rows than a batch, and other columns and types in between.
    sizes = {"a1": 2, "a2": 0, "a3": 10_001, "a4": 1, "a5": 3}
    for name, rows in sizes.items():
        table = pa.table(
            {
                "step": pa.array([3] * rows, pa.int64()),
                "prompt": pa.array([f"p{row}" for row in range(rows)], pa.string()),
                "response": pa.array([f"{name} {row}" for row in range(rows)], pa.string()),
                "reward": pa.array([0.5] * rows, pa.float64()),
            }
        )
        table = table.append_column("slice", pa.array(["s"])) if name == "a4" else table
        path = tmp_path / f"{name}.{kind}"
        pq.write_table(table, path) if kind == "parquet" else pacsv.write_csv(table, path)
    rollouts = from_table(tmp_path)
    assert [[f.name.split(".")[0] for f in chunk.files] for chunk in rollouts.chunks()] == [
        ["a1", "a2", "a3"],
        ["a4"],
        ["a5"],
    ]
    expected = [
        (f"{name}.{kind}", row, f"{name} {row}") for name, rows in sizes.items() for row in range(rows)
    ]
    assert [(r["source_file"], r["source_row"], r["response"]) for r in read(rollouts)] == expected
    left = rollouts.without_files({f"a1.{kind}", f"a4.{kind}"})
    expected = [one for one in expected if one[0][:2] in ("a3", "a5")]
    assert [(r["source_file"], r["source_row"], r["response"]) for r in read(left)] == expected
