"""Text files are read in a modest memory, on the oldest DuckDB too."""

from __future__ import annotations

import json

import pytest

from rolloutdiff import certify, from_table, load_verl
from rolloutdiff.api import ingest_rollouts
from rolloutdiff.settings import Resources

LIMIT = Resources(threads=1, memory_limit="900MB")


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
def test_a_small_file_needs_no_gigabytes(tmp_path, kind):
    path = tmp_path / f"1.{kind}"
    if kind == "jsonl":
        path.write_text('{"input": "p", "output": "r", "score": 1}\n', encoding="utf-8")
        rollouts = load_verl(path, run="r")
    else:
        path.write_text("step,prompt,response,reward\n1,p,r,1\n", encoding="utf-8")
        rollouts = from_table(path, run="r")
    assert ingest_rollouts(rollouts, resources=LIMIT) == {"r": 1}


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
def test_nor_do_a_few_labels(tmp_path, kind):
    path = tmp_path / f"gold.{kind}"
    row = {"gold": 0.5, "logprob": -1, "ref_logprob": -1}
    text = json.dumps(row) if kind == "jsonl" else ",".join(row) + "\n" + ",".join(map(str, row.values()))
    path.write_text(text + "\n", encoding="utf-8")
    assert certify(path, resources=LIMIT).overall["snips"] == 0.5


def test_a_line_of_many_megabytes_is_read_whole(tmp_path):
    text = "x" * (40 << 20)
    path = tmp_path / "1.jsonl"
    path.write_text(json.dumps({"input": "p", "output": text, "score": 1}) + "\n", encoding="utf-8")
    assert ingest_rollouts(load_verl(path, run="r")) == {"r": 1}
