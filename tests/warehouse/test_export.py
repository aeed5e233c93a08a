"""EXPORT DATABASE and IMPORT DATABASE carry a warehouse over; what they lose comes back by one command."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from rolloutdiff import analyze_rollouts, audit_rollouts, doctor, from_table, install, open_warehouse, upgrade
from rolloutdiff.sqlfiles import load_all
from tests.warehouse.small import FAST, TRUTH, audited_dump, small_dump

VIEWS = sorted(file.header.name for file in load_all(kinds=("view",)))


def shown(con: duckdb.DuckDBPyConnection, schema: str) -> dict[str, list[str]]:
    return {
        name: sorted(map(repr, con.execute(f"select v.* from {schema}.{name} as v").fetchall()))
        for name in VIEWS
    }


@pytest.mark.parametrize(("schema", "form"), [("rolloutdiff", ""), ("lab", "(format parquet)")])
def test_a_warehouse_goes_through_export_and_import(tmp_path: Path, schema: str, form: str) -> None:
    dump, exported = small_dump(tmp_path / "dump.parquet"), tmp_path / "exported"
    with duckdb.connect(str(tmp_path / "old.duckdb")) as con:
        con.execute("create schema training; create table training.notes as select 1 as i")
        analyze_rollouts(from_table(dump, run="r"), con=con, schema=schema).close()
        audit_rollouts(audited_dump("rated"), con=con, schema=schema, truth=TRUTH, settings=FAST).close()
        before = shown(con, schema)
        assert [name for name, rows in before.items() if name.startswith("report_audit") and not rows] == []
        con.execute(f"export database '{exported}' {form}")
    with duckdb.connect(str(tmp_path / "new.duckdb")) as con:
        con.execute(f"import database '{exported}'")
        # All is there, but DuckDB writes no comments.
        assert shown(con, schema) == before
        assert {finding.code for finding in doctor(con, schema)} == {"comment"}
        assert {item.action for item in upgrade(con, schema).pending} == {"comment"}
        assert doctor(con, schema) == ()
        assert not install(con, schema).pending
        assert con.execute("select n.i from training.notes as n").fetchall() == [(1,)]
        # The same run is known there, and another can be analysed.
        analyze_rollouts(from_table(dump, run="r"), con=con, schema=schema).close()
        with audit_rollouts(con=con, schema=schema, run="rated", settings=FAST) as audit:
            assert [timing.stage for timing in audit.timings] == ["columns"]
        assert shown(con, schema) == before
        analyze_rollouts(from_table(dump, run="s"), con=con, schema=schema).close()
    with open_warehouse(tmp_path / "new.duckdb", schema=schema) as warehouse:
        assert len(warehouse.analyses) == 3
