"""`report_file`: the files behind every analysed run, with the hashes by which they are known again."""

from __future__ import annotations

import json

import pandas as pd

from rolloutdiff import analyze_rollouts, from_table

COLUMNS = "analysis_id, run, source_file, sha256, bytes, rows, rejected, format"


def add(con, run, name, sha256="ab" * 32, analysis_id="a"):
    con.execute(
        "insert into rolloutdiff.analysis_file values (?, ?, ?, ?, 100, 8, 1, 'trl')",
        [analysis_id, run, name, sha256],
    )


def files(con):
    return con.execute(f"select {COLUMNS} from rolloutdiff.report_file order by all").fetchall()


def test_its_columns_are_those_of_the_report_and_no_file_time(con):
    assert [c[0] for c in con.execute("describe rolloutdiff.report_file").fetchall()] == COLUMNS.split(", ")


def test_every_file_of_an_analysis_is_listed(con, analysis):
    add(con, "r", "b")
    add(con, "r", "a", None)
    assert files(con) == [
        ("a", "r", "a", None, 100, 8, 1, "trl"),
        ("a", "r", "b", "ab" * 32, 100, 8, 1, "trl"),
    ]


def test_unfinished_analyses_show_no_file(con, analysis):
    add(con, "r", "f")
    con.execute("update rolloutdiff.analysis set complete = false")
    assert files(con) == []


def test_rows_come_in_one_order_and_as_json(runner, con, analysis):
    for run, name in (("s", "a"), ("r", "b"), ("r", "a")):
        add(con, run, name)
    rows = [json.loads(row) for (row,) in runner.rows("export_file", {"analysis_id": "a"})]
    assert [(r["run"], r["source_file"]) for r in rows] == [("r", "a"), ("r", "b"), ("s", "a")]
    assert list(rows[0]) == COLUMNS.split(", ")


def test_files_loaded_later_do_not_join_a_finished_analysis(con):
    rows = [{"step": s, "prompt": p, "response": "x", "reward": 1.0} for s in range(1, 20) for p in "pq"]
    with analyze_rollouts(from_table(pd.DataFrame(rows), run="r", name="first"), con=con) as analysis:
        before = files(con)
        con.execute(
            "insert into rolloutdiff.ingest values ('r', 'later', null, 1, 1, 1, 0, 'table', 'e', 'reward')"
        )
        assert files(con) == before
        assert [row["source_file"] for row in analysis.report()["file"]] == ["first"]
