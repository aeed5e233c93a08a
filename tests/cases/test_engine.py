"""Trouble with DuckDB, its files, its Python functions and its SQL; tests are named by their cases."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

import rolloutdiff.features
from rolloutdiff import analyze_rollouts, doctor, from_table, install, open_warehouse, register, upgrade
from rolloutdiff.errors import FeatureRefused, UsageError, WarehouseError, WarehouseLocked
from rolloutdiff.settings import Resources
from rolloutdiff.sqlfiles import load_all
from rolloutdiff.sqlfiles.guard import guard_expression
from rolloutdiff.warehouse.connect import open_connection
from rolloutdiff.warehouse.failure import opening_failure, working_failure
from tests.warehouse.holder import held
from tests.warehouse.small import small_dump


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    return small_dump(tmp_path / "dump.parquet")


def setting(con: duckdb.DuckDBPyConnection, name: str) -> object:
    ((value,),) = con.execute(f"select current_setting('{name}')").fetchall()
    return value


def test_d01_a_locked_file_is_read_from_its_snapshot_or_named_with_its_holder(
    tmp_path: Path, dump: Path
) -> None:
    db = tmp_path / "w.duckdb"
    analyze_rollouts(from_table(dump, run="r"), db=db).close()
    with held(db) as pid:
        for read_only in (False, True):
            with pytest.raises(WarehouseLocked, match=f"is in use by process {pid} ") as caught:
                open_connection(db, read_only=read_only)
            assert "\n" not in str(caught.value)
    analyze_rollouts(from_table(dump, run="r"), db=db, snapshot=True).close()
    with held(db), open_warehouse(db) as warehouse:
        assert len(warehouse.analyses) == 1


def test_d02_a_file_of_a_newer_release_names_both_and_ours_can_be_read_by_the_floor(tmp_path: Path) -> None:
    said = duckdb.IOException(
        "IO Error: Trying to read a database file with version number 999, but we can only read versions"
        " between 64 and 67.\nThe database file was created with an newer version of DuckDB.\n\nNewer ..."
    )
    message = str(opening_failure("w.duckdb", said))
    assert f"DuckDB {duckdb.__version__} cannot read" in message
    assert "version number 999" in message
    with open_connection(tmp_path / "new.duckdb") as own:
        query = "select tags['storage_version'] from duckdb_databases() where database_name = 'new'"
        assert own.con.execute(query).fetchall() == [("v1.4.0+",)]


def test_d03_a_killed_writer_leaves_a_usable_file_and_a_cut_one_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    code = (
        f"import duckdb, os\ncon = duckdb.connect({str(path)!r})\n"
        "con.execute('create table t as select range as a from range(20000)')\n"
        "con.execute('begin; insert into t values (2)')\nos._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9
    assert path.with_name("w.duckdb.wal").exists()
    with open_connection(path) as own:
        assert own.con.execute("select count(*) from t").fetchall() == [(20_000,)]
    # A warehouse holds what the user made: it is never rebuilt, and a damaged one is not written to.
    damaged = path.read_bytes()[:20_000]
    path.write_bytes(damaged)
    with pytest.raises(WarehouseError):
        analyze_rollouts(from_table(small_dump(tmp_path / "d.parquet"), run="r"), db=path)
    assert path.read_bytes() == damaged


def test_d04_macros_come_back_after_export_and_import(tmp_path: Path) -> None:
    # Macros live in the file, where every tool can use them; what a file lacks is made again by one command.
    with duckdb.connect(str(tmp_path / "old.duckdb")) as con:
        install(con)
        con.execute(f"export database '{tmp_path / 'exported'}'")
    with duckdb.connect(str(tmp_path / "new.duckdb")) as con:
        con.execute(f"import database '{tmp_path / 'exported'}'")
        upgrade(con)
        assert doctor(con) == ()
        macro = next(file.name for file in load_all(kinds=("macro",)))
        query = (
            "select count(*) from duckdb_functions() where schema_name = 'rolloutdiff' and function_name = ?"
        )
        assert con.execute(query, [macro]).fetchall() == [(1,)]


def test_d05_spilled_data_goes_to_a_private_folder_that_is_cleaned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("here", "spill"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "here")
    (tmp_path / "here").chmod(0o555)
    limits = Resources(threads=1, memory_limit="60MB", temp_directory=str(tmp_path / "spill"))
    with open_connection(None, limits) as own:
        folder = Path(str(setting(own.con, "temp_directory")))
        assert folder.parent == tmp_path / "spill"
        assert "90%" not in str(setting(own.con, "max_temp_directory_size"))
        own.con.execute(
            "create table w as select range as i, repeat('x', 200) || range as t from range(400000)"
        )
        assert own.con.execute("select w.i from w order by w.t desc limit 1").fetchall() == [(99_999,)]
    assert [*(tmp_path / "here").iterdir(), *(tmp_path / "spill").iterdir()] == []
    with pytest.raises((UsageError, WarehouseError)):
        open_connection(None, Resources(temp_directory=str(tmp_path / "dump" / "none")))


def test_d06_no_extension_is_ever_fetched(tmp_path: Path, dump: Path) -> None:
    with open_connection(None) as own:
        assert setting(own.con, "autoinstall_known_extensions") in (False, "false")
    shipped = "\n".join(file.text for file in load_all())
    assert not re.search(r"^\s*(install|load)\s+\w+\s*;", shipped, re.I | re.M)
    with duckdb.connect(config={"autoinstall_known_extensions": "false"}) as con:
        con.execute("set autoload_known_extensions = false")
        with analyze_rollouts(from_table(dump, run="r"), con=con) as analysis:
            assert analysis.alerts.rows()


def test_d07_memory_is_bounded_shown_and_its_end_is_one_sentence(dump: Path) -> None:
    with analyze_rollouts(from_table(dump, run="r"), resources=Resources(memory_limit="500MB")) as analysis:
        assert analysis.limits["memory_limit"] == "476.8 MiB"
    said = duckdb.OutOfMemoryException(
        "Out of Memory Error: failed to allocate data of size 16.0 MiB (2/2 GiB)"
    )
    error = working_failure("The stage", said)
    assert error is not None
    assert "--memory-limit" in str(error.hint) and "\n" not in str(error)
    # Nothing gathers texts: lists and strings of an aggregate cannot be spilled.
    for file in load_all(kinds=("stage", "view", "macro", "table_macro")):
        assert not re.search(
            r"\b(list|string_agg|array_agg)\s*\(\s*(\w+\.)?(response|prompt|prose)\b", file.body
        )


def test_u01_functions_outlive_the_cursor_that_registered_them() -> None:
    with duckdb.connect() as con:
        cursor = con.cursor()
        register(cursor)
        cursor.close()
        del cursor
        gc.collect()
        query = "select count(rolloutdiff_answer(r.range::varchar).answer) from range(20000) as r"
        assert con.execute(query).fetchall() == [(20_000,)]


def test_u02_a_function_of_null_is_null() -> None:
    with duckdb.connect() as con:
        for name in register(con):
            assert con.execute(f"select {name}(null::varchar), {name}('') is not null").fetchall() == [
                (None, True)
            ]


@pytest.mark.parametrize("failure", [ValueError("odd"), MemoryError(), RecursionError("deep")])
def test_u03_a_failure_is_a_field_of_its_row(failure: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    real = rolloutdiff.features.extract

    def fail(text: str) -> object:
        if text == "bad":
            raise failure
        return real(text)

    monkeypatch.setattr("rolloutdiff.features.extract", fail)
    with duckdb.connect() as con:
        register(con)
        rows = con.execute(
            "select rolloutdiff_prose(t.text) from (values (1, 'bad'), (2, 'good')) as t(i, text) order by i"
        ).fetchall()
    assert rows == [
        ({"prose": None, "error": f"{type(failure).__name__}: {failure}"},),
        ({"prose": "good", "error": None},),
    ]


def test_q01_no_lambda_is_an_arrow_and_one_of_a_user_is_refused() -> None:
    # An arrow on JSON follows a column and stands before a path; one of a lambda follows a bare name.
    for file in load_all():
        assert not re.search(
            r"\(\s*[a-z_]+(\s*,\s*[a-z_]+)*\s*\)\s*->|,\s*[a-z_]+\s*->\s*[^>'$\s]", file.body
        )
    with pytest.raises(FeatureRefused) as caught:
        guard_expression("mine", "list_transform(string_split(response, ' '), x -> length(x))")
    assert caught.value.hint
