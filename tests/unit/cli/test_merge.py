"""`ingest --shard` and `merge`: a part in a file of its own, and all of them in one."""

from __future__ import annotations

import json

import duckdb
import pytest


@pytest.fixture
def dump(tmp_path):
    rows = [{"step": i // 4, "prompt": "p", "response": f"word{i}", "reward": 1.0} for i in range(12)]
    path = tmp_path / "all.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_two_shards_and_their_merge(command_line, dump, tmp_path):
    first, second, db = (tmp_path / name for name in ("1.duckdb", "2.duckdb", "w.duckdb"))
    load = ("ingest", dump, "--format", "jsonl", "--run", "mine")
    said = [command_line(*load, "--shard", f"{i}/2", "--db", file) for i, file in ((1, first), (2, second))]
    assert said == [
        (0, f"mine: 6 completions of shard {i}/2 in {file}\n", "") for i, file in ((1, first), (2, second))
    ]
    assert command_line("merge", second, first, "--db", db) == (0, f"mine: 12 completions in {db}\n", "")
    with duckdb.connect(str(db), read_only=True) as con:
        texts = con.execute("select response from rolloutdiff.rollout order by rollout_id").fetchall()
    assert texts == [(f"word{i}",) for i in range(12)]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--shard", "0/2"), 2, "There is no shard 0/2. Give 1/4"),
        (("--shard", "half"), 2, "A shard is 'half'. Write which one of how many, such as 2/4"),
    ],
)
def test_what_is_no_shard_is_refused_before_anything_is_made(
    command_line, dump, tmp_path, arguments, code, said
):
    db = tmp_path / "w.duckdb"
    got, out, err = command_line("ingest", dump, "--format", "jsonl", "--db", db, *arguments)
    assert (got, out) == (code, "")
    assert said in err
    assert not db.exists()


def test_merging_what_is_no_shard_says_how_to_make_one(command_line, dump, tmp_path):
    whole, db = tmp_path / "whole.duckdb", tmp_path / "w.duckdb"
    assert command_line("ingest", dump, "--format", "jsonl", "--db", whole)[0] == 0
    code, out, err = command_line("merge", whole, "--db", db)
    assert (code, out) == (3, "")
    assert f"{whole} holds no shard. Make one with: rolloutdiff ingest PATH --shard 1/4 --db FILE." in err
