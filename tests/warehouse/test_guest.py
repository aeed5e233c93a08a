"""A guest's manners over a whole analysis: nothing of the caller changes, nor changes a result."""

from __future__ import annotations

import builtins
import sys
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from rolloutdiff import analyze_rollouts, from_table
from rolloutdiff.settings import Resources
from rolloutdiff.sqlfiles import load_all
from tests.warehouse.small import small_dump

SETTINGS = "select name, value, scope from duckdb_settings() order by name"
FUNCTIONS = (
    "select database_name, schema_name, function_name, function_type, parameters::varchar"
    " from duckdb_functions() where schema_name <> 'rolloutdiff' order by all"
)
IN_USE = "select current_database(), current_schema(), current_setting('search_path')"
DATABASES = "select database_name, path from duckdb_databases() order by all"
TEMPORARY = (
    "select table_name from duckdb_tables() where temporary"
    " union all select view_name from duckdb_views() where temporary and not internal"
)


@pytest.fixture(scope="module")
def dump(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_dump(tmp_path_factory.mktemp("guest") / "dump.parquet")


def state(con: duckdb.DuckDBPyConnection) -> dict[str, list[tuple[object, ...]]]:
    """What an analysis must leave as it was, on this connection and on a new cursor of it."""
    found = {
        query: con.execute(query).fetchall() for query in (SETTINGS, FUNCTIONS, IN_USE, DATABASES, TEMPORARY)
    }
    found["of a cursor"] = con.cursor().execute(SETTINGS).fetchall()
    return found


@pytest.mark.parametrize("in_file", [False, True])
@pytest.mark.parametrize("fails", [False, True])
def test_no_setting_changes_and_no_function_stays(
    tmp_path: Path, dump: Path, in_file: bool, fails: bool
) -> None:
    with duckdb.connect(str(tmp_path / "w.duckdb") if in_file else ":memory:") as con:
        con.execute(
            "set threads = 2; set memory_limit = '1GB'; set default_order = 'desc'; create macro m(x) as x"
        )
        con.execute("set enable_progress_bar = true; set timezone = 'Asia/Tokyo'; create schema s; use s")
        con.execute("create temp table mine as select 1 as a; create temp view seen as select 2 as b")
        before = state(con)
        heard = []

        def listen(stage: str, done: int, total: int) -> None:
            heard.append(stage)
            if fails and stage == "evidence":
                raise KeyboardInterrupt

        try:
            analyze_rollouts(
                from_table(dump, run="r"), con=con, progress=listen, snapshot=in_file and not fails
            ).close()
        except KeyboardInterrupt:
            assert fails
        assert "evidence" in heard
        assert state(con) == before


def test_a_file_of_ours_is_bounded_and_private(tmp_path: Path, dump: Path) -> None:
    limits = Resources(threads=1, memory_limit="512MB", temp_directory=str(tmp_path))
    with analyze_rollouts(from_table(dump, run="r"), db=tmp_path / "w.duckdb", resources=limits) as analysis:
        cursor = analysis._session.runner.cursor
        names = ("threads", "memory_limit", "temp_directory", "max_temp_directory_size")
        found = {
            name: str(cursor.execute(f"select current_setting('{name}')").fetchall()[0][0]) for name in names
        }
    assert found["threads"] == "1"
    assert found["memory_limit"] == "488.2 MiB"
    assert Path(found["temp_directory"]).parent == tmp_path
    assert "90%" not in found["max_temp_directory_size"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["w.duckdb"]


def names_read_by_sql() -> list[str]:
    """Every table and view of ours, and every name a stage reads that it makes or is given."""
    ours = [file.header.name for file in load_all(kinds=("table", "view"))]
    given = (
        "staged",
        "staged_row",
        "extracted_chunk",
        "ingest_file",
        "dump_note",
        "fresh_text",
        "text_chunk",
    )
    return [*ours, *given]


@pytest.mark.parametrize("everywhere", [False, True])
def test_a_variable_named_like_a_table_never_changes_a_result(
    dump: Path, monkeypatch: pytest.MonkeyPatch, everywhere: bool
) -> None:
    """H1: DuckDB lets a Python variable stand in for a missing table, even of a qualified name."""
    with duckdb.connect() as con:
        analyze_rollouts(from_table(dump, run="r"), con=con).close()
        with analyze_rollouts(from_table(dump, run="r"), db=None) as analysis:
            expected = analysis.report()
    decoy = pa.table({"analysis_id": ["x"], "run": ["x"], "feature_id": [0], "complete": [True]})
    # As globals of this module, which is on the stack of every call below, and of the package's own modules.
    ours = [module for name, module in sys.modules.items() if name.startswith("rolloutdiff.")]
    for module in (sys.modules[__name__], *ours):
        for name in names_read_by_sql():
            if not hasattr(module, name) and not hasattr(builtins, name):
                monkeypatch.setattr(module, name, decoy, raising=False)
    with duckdb.connect() as con:
        con.execute(f"set python_scan_all_frames = {str(everywhere).lower()}")
        # The hazard is real on the caller's own connection.
        assert con.execute("select count(*) from rolloutdiff.screening").fetchall() == [(1,)]
        with analyze_rollouts(from_table(dump, run="r"), con=con) as analysis:
            assert analysis.report() == expected
        assert con.execute("select count(*) from rolloutdiff.screening").fetchall()[0][0] > 100
