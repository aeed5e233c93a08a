"""Analyses that were begun and not completed."""

from __future__ import annotations

import duckdb

from rolloutdiff.warehouse.stage import StageRunner


def test_only_unfinished_ones_are_named(
    con: duckdb.DuckDBPyConnection, runner: StageRunner, analysis: str
) -> None:
    assert runner.rows("unfinished_analysis") == []
    for name, complete in (("c", False), ("b", False), ("d", True)):
        con.execute(
            "insert into rolloutdiff.analysis select a.* replace (? as analysis_id, ? as complete)"
            " from rolloutdiff.analysis as a where a.analysis_id = ?",
            [name, complete, analysis],
        )
    assert runner.rows("unfinished_analysis") == [("b",), ("c",)]
