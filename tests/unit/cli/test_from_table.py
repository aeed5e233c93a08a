"""`rolloutdiff analyze --from-table`: a table of the database that --db names."""

from __future__ import annotations

import duckdb
import pytest

from rolloutdiff.cli.options import parse_columns
from rolloutdiff.errors import UsageError

QUERY = """create table "my schema"."the completions" as
    select i // 8 as step, 'p' || i % 4 as "question, plain", 'answer ' || i as answer, i % 2 as score
    from range(200) as t(i)"""


@pytest.fixture
def db(tmp_path):
    path = tmp_path / "w.duckdb"
    with duckdb.connect(str(path)) as con:
        con.execute('create schema "my schema"')
        con.execute(QUERY)
    return path


MAPPING = 'prompt="question, plain",response=answer,reward=score'
TABLE = ("--from-table", '"my schema"."the completions"', "--columns", MAPPING)


def test_a_table_is_analysed_where_it_is(command_line, db, tmp_path):
    report = tmp_path / "r.json"
    code, out, err = command_line("analyze", "--db", db, *TABLE, "--run", "mine", "--output", report)
    assert (code, err) == (0, "")
    assert out.startswith("mine: 200 completions, steps 0–24")
    assert f"warehouse: {db}" in out
    with duckdb.connect(str(db), read_only=True) as con:
        assert con.execute("select run, rows from rolloutdiff.report_run").fetchall() == [("mine", 200)]
        assert con.execute('select count(*) from "my schema"."the completions"').fetchone() == (200,)


def test_a_table_is_loaded_where_it_is(command_line, db):
    code, out, err = command_line("ingest", "--db", db, *TABLE, "--run", "mine")
    assert (code, out, err) == (0, f"mine: 200 completions in {db}\n", "")
    with duckdb.connect(str(db), read_only=True) as con:
        assert con.execute("select count(*) from rolloutdiff.rollout").fetchall() == [(200,)]
        assert con.execute("select count(*) from rolloutdiff.analysis").fetchall() == [(0,)]
    # What is loaded is what an analysis of the table reads.
    assert command_line("analyze", "--db", db, *TABLE, "--run", "mine")[0] == 0
    with duckdb.connect(str(db), read_only=True) as con:
        assert con.execute("select run, rows from rolloutdiff.report_run").fetchall() == [("mine", 200)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Nothing to read"),
        (("PATH", *TABLE), "PATH is given together with --from-table"),
        ((*TABLE, "--format", "verl"), "--format verl is given together"),
    ],
)
def test_ingest_refuses_the_same(command_line, db, tmp_path, arguments, message):
    places = {"PATH": tmp_path}
    code, out, err = command_line("ingest", "--db", db, *(places.get(a, a) for a in arguments))
    assert (code, out) == (2, "")
    assert message in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Nothing to read"),
        (TABLE, "--from-table is given without --db"),
        (("PATH", *TABLE, "--db", "DB"), "PATH is given together with --from-table"),
        ((*TABLE, "--db", "DB", "--format", "trl"), "--format trl is given together"),
        ((*TABLE, "--db", "DB", "--step-from", "file_name"), "--step-from file_name is given together"),
        ((*TABLE, "--db", "DB", "--on-overlap", "latest"), "--on-overlap is given together"),
        ((*TABLE, "--db", "DB", "--skip-unreadable"), "--skip-unreadable is given together"),
    ],
)
def test_what_does_not_go_together_is_refused(command_line, db, tmp_path, arguments, message):
    places = {"PATH": tmp_path, "DB": db}
    code, out, err = command_line("analyze", *(places.get(a, a) for a in arguments))
    assert (code, out) == (2, "")
    assert message in err


def test_a_wrong_name_and_a_missing_column_are_told(command_line, db):
    code, _, err = command_line("analyze", "--db", db, "--from-table", "the completion", "--run", "r")
    assert code == 3
    assert "error[path_not_found]: 'the completion' is no table or view" in err
    assert 'Did you mean "my schema"."the completions"?' in err
    code, _, err = command_line("analyze", "--db", db, *TABLE[:2], "--run", "r")
    assert (code, "error[column_mapping]" in err) == (3, True)
    with duckdb.connect(str(db), read_only=True) as con:
        assert con.execute("select count(*) from duckdb_tables()").fetchone() == (1,)


def test_columns_in_quotes_may_hold_commas_and_equals_signs():
    assert parse_columns(['prompt="a, b=c",response="say ""x"""', "reward = r , step=s"]) == {
        "prompt": "a, b=c",
        "response": 'say "x"',
        "reward": "r",
        "step": "s",
    }
    assert parse_columns(['prompt=a"b']) == {"prompt": 'a"b'}
    for bad in ("prompt", "prompt=", ",prompt"):
        with pytest.raises(UsageError, match="--columns has the entry"):
            parse_columns([bad])
