"""Every object and every column that we install has its comment in the database."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from rolloutdiff.sqlfiles import INSTALLABLE, load_all
from rolloutdiff.warehouse.install import install
from rolloutdiff.warehouse.upgrade import upgrade

SCHEMA = 'my "lab"'


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that was closed after the installation."""
    path = tmp_path_factory.mktemp("comments") / "w.duckdb"
    with duckdb.connect(str(path)) as con:
        install(con, SCHEMA)
    return path


def objects(con: duckdb.DuckDBPyConnection) -> dict[str, str | None]:
    rows = con.execute(
        "select table_name, comment from duckdb_tables() where schema_name = $s"
        " union all select view_name, comment from duckdb_views() where schema_name = $s"
        " union all select function_name, comment from duckdb_functions() where schema_name = $s",
        {"s": SCHEMA},
    ).fetchall()
    assert len(rows) == len(dict(rows))
    return dict(rows)


def columns(con: duckdb.DuckDBPyConnection) -> dict[tuple[str, str], str | None]:
    rows = con.execute(
        "select table_name, column_name, comment from duckdb_columns() where schema_name = $s", {"s": SCHEMA}
    ).fetchall()
    return {(table, column): comment for table, column, comment in rows}


def test_every_table_view_and_macro_has_the_summary_of_its_file(warehouse: Path) -> None:
    with duckdb.connect(str(warehouse), read_only=True) as con:
        assert objects(con) == {file.name: file.header.summary for file in load_all(kinds=INSTALLABLE)}


def test_every_column_of_tables_and_views_has_its_meaning(warehouse: Path) -> None:
    wanted = {
        (file.name, column.name): column.text
        for file in load_all(kinds=("table", "view"))
        for column in file.header.columns()
    }
    with duckdb.connect(str(warehouse), read_only=True) as con:
        assert columns(con) == wanted


def test_comments_that_an_export_loses_come_back(warehouse: Path, tmp_path: Path) -> None:
    with duckdb.connect(str(warehouse), read_only=True) as con:
        before = objects(con), columns(con)
    with duckdb.connect(str(warehouse)) as con:
        lost = [
            f'comment on {kind} "my ""lab""".{name} is null'
            for name, kind in (("rollout", "table"), ("report_run", "view"), ("jaccard_v1", "macro table"))
        ]
        for statement in [*lost, 'comment on column "my ""lab""".report_run.run is null']:
            con.execute(statement)
        assert [(item.name, item.action) for item in upgrade(con, SCHEMA).pending] == [
            ("jaccard_v1", "comment"),
            ("report_run", "comment"),
            ("rollout", "comment"),
        ]
    with duckdb.connect(str(warehouse), read_only=True) as con:
        assert (objects(con), columns(con)) == before
