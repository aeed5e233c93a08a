"""Analysing a table where it is: on the caller's database, with awkward names, beside other runs."""

from __future__ import annotations

import duckdb
import pandas as pd
import pyarrow as pa
import pytest

from rolloutdiff import AnalysisSettings, analyze_rollouts, from_table
from rolloutdiff.errors import (
    ColumnMappingError,
    PathNotFound,
    RunLoadedDifferently,
    UsageError,
    WarehouseError,
)

COLUMNS = {"prompt": "the question", "response": 'an "answer"', "reward": "pay, net"}
SETTINGS = AnalysisSettings()


def frame(steps=24, first=0):
    return pd.DataFrame(
        [
            {
                "step": step,
                "the question": f"p{prompt}",
                'an "answer"': "```python\ndef f():\n    return 1\n```" if step > 18 else f"Answer {step}.",
                "pay, net": float(sample % 2),
                "secret": "never read",
            }
            for step in range(first, first + steps)
            for prompt in range(4)
            for sample in range(4)
        ]
    )


@pytest.fixture
def con():
    with duckdb.connect() as con:
        data = frame()
        con.register("data", pa.Table.from_pandas(data))
        con.execute('create schema "my ""own"" schema"')
        con.execute('create table "my ""own"" schema"."all completions" as from data')
        con.unregister("data")
        yield con


NAME = '"my ""own"" schema"."all completions"'


def test_a_table_is_analysed_on_the_connection_of_the_caller(con):
    with analyze_rollouts(con=con, table=NAME, columns=COLUMNS, run="r", settings=SETTINGS) as analysis:
        report = analysis.report()
        assert "ast:def:f" in {row["feature"] for row in analysis.alerts.rows()}
    assert [(f["source_file"], f["rows"], f["format"]) for f in report["file"]] == [(NAME, 384, "table")]
    with analyze_rollouts(
        from_table(frame(), name=NAME, columns=COLUMNS, run="r"), settings=SETTINGS
    ) as other:
        assert other.report() == report


def test_only_the_columns_of_rollouts_are_copied(con):
    analyze_rollouts(con=con, table=NAME, columns=COLUMNS, run="r").close()
    for (table,) in con.execute(
        "select table_name from duckdb_tables() where schema_name = 'rolloutdiff'"
    ).fetchall():
        found = con.execute(
            f"select count(*) from rolloutdiff.{table} as t where contains(t::varchar, 'never read')"
        )
        assert found.fetchone() == (0,)
    assert con.execute(f"select count(*) from {NAME}").fetchone() == (384,)


def test_a_view_a_grown_table_and_another_spelling_are_one_run(con, tmp_path):
    analyze_rollouts(con=con, table=NAME, columns=COLUMNS, run="r", settings=SETTINGS).close()
    data = frame(steps=6, first=24)
    con.register("data", pa.Table.from_pandas(data))
    con.execute(f"insert into {NAME} from data")
    con.unregister("data")
    other = 'memory."MY ""own"" schema"."All Completions"'
    with analyze_rollouts(con=con, table=other, columns=COLUMNS, run="r", settings=SETTINGS) as analysis:
        analysis.write_json(tmp_path / "grown.json")
        assert {t.stage: t.rows for t in analysis.timings}["ingest"] == 96
    with duckdb.connect() as fresh:
        whole = pd.concat([frame(), data])
        fresh.register("whole", pa.Table.from_pandas(whole))
        fresh.execute('create schema "my ""own"" schema"')
        fresh.execute(f"create table {NAME} as from whole")
        with analyze_rollouts(con=fresh, table=NAME, columns=COLUMNS, run="r", settings=SETTINGS) as analysis:
            analysis.write_json(tmp_path / "whole.json")
    assert (tmp_path / "grown.json").read_bytes() == (tmp_path / "whole.json").read_bytes()
    con.execute(f"update {NAME} set \"the question\" = 'p0' where step = 3")
    with pytest.raises(RunLoadedDifferently, match=r"row 52 \(counted from 0\) differs"):
        analyze_rollouts(con=con, table=NAME, columns=COLUMNS, run="r")
    con.execute(f"create view v as select *, 'seen' as run from {NAME}")
    with analyze_rollouts(con=con, table="v", columns=COLUMNS) as analysis:
        assert analysis.runs == ["seen"]


def test_a_name_that_is_not_there_leaves_no_trace(con):
    before = con.execute("select * from duckdb_tables()").fetchall()
    with pytest.raises(PathNotFound, match=r'Did you mean "my ""own"" schema"\."all completions"\?'):
        analyze_rollouts(con=con, table="all completion", run="r")
    with pytest.raises(ColumnMappingError, match="has no column for prompt; it has step, the question"):
        analyze_rollouts(con=con, table=NAME, run="r")
    with pytest.raises(
        ColumnMappingError, match=r"has no column 'the questio' for prompt.*mean the question"
    ):
        analyze_rollouts(con=con, table=NAME, columns=COLUMNS | {"prompt": "the questio"}, run="r")
    with pytest.raises(ColumnMappingError, match="has no column for run"):
        analyze_rollouts(con=con, table=NAME, columns=COLUMNS)
    assert con.execute("select * from duckdb_tables()").fetchall() == before
    assert con.execute(
        "select count(*) from duckdb_schemas() where schema_name = 'rolloutdiff'"
    ).fetchone() == (0,)


def test_arguments_that_contradict_each_other(con, tmp_path):
    rollouts = from_table(frame(), columns=COLUMNS, run="r")
    for arguments in ({}, {"rollouts": rollouts, "table": NAME}):
        with pytest.raises(UsageError, match="One of rollouts and table"):
            analyze_rollouts(con=con, **arguments)
    for given in ({"columns": COLUMNS}, {"run": "r"}, {"reward_column": "a"}, {"skip_bad_rows": True}):
        with pytest.raises(UsageError, match="is given without table"):
            analyze_rollouts(rollouts, con=con, **given)
    with pytest.raises(UsageError, match="No database is given"):
        analyze_rollouts(table=NAME)
    with pytest.raises(WarehouseError, match="does not exist"):
        analyze_rollouts(table=NAME, db=tmp_path / "none.duckdb")
    assert not (tmp_path / "none.duckdb").exists()


def test_runs_and_analyses_side_by_side_do_not_touch_each_other(con, tmp_path):
    """Four analyses of two tables in one database, each compared with one of its own."""
    rows = frame().assign(**{'an "answer"': lambda f: f['an "answer"'].str.replace("Answer", "Reply")})
    con.register("rows", pa.Table.from_pandas(rows))
    con.execute("create table second as from rows")
    cases = [(table, name) for table in (NAME, "second") for name in ("calibrated", "original")]
    held = {}
    for table, profile in cases:
        settings = AnalysisSettings(profile=profile)
        with analyze_rollouts(
            con=con, table=table, columns=COLUMNS, run=table, settings=settings
        ) as analysis:
            held[table, profile] = analysis
            analysis.write_json(tmp_path / "first.json")
        data = frame() if table == NAME else rows
        alone = from_table(data, name=table, columns=COLUMNS, run=table)
        with analyze_rollouts(alone, settings=settings) as analysis:
            analysis.write_json(tmp_path / "alone.json")
        assert (tmp_path / "first.json").read_bytes() == (tmp_path / "alone.json").read_bytes()
    assert len({analysis.id for analysis in held.values()}) == 4
    assert con.execute("select count(*) from rolloutdiff.analysis where complete").fetchone() == (4,)
    assert con.execute("select count(*) from rolloutdiff.rollout").fetchone() == (768,)
