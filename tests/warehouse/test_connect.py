"""Our own DuckDB instances: bounded, private, and never a danger to a file."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from rolloutdiff.errors import (
    DuckDBTooOld,
    InputError,
    OutOfMemory,
    UsageError,
    WarehouseError,
    WarehouseLocked,
)
from rolloutdiff.settings import Resources
from rolloutdiff.warehouse.connect import Session, check_floor, open_connection, open_session, version_tuple
from rolloutdiff.warehouse.stage import transaction

with duckdb.connect() as _plain:
    ((DEFAULT_MEMORY,),) = _plain.execute("select current_setting('memory_limit')").fetchall()


def setting(con: duckdb.DuckDBPyConnection, name: str) -> object:
    ((value,),) = con.execute(f"select current_setting('{name}')").fetchall()
    return value


def storage(con: duckdb.DuckDBPyConnection) -> str:
    query = "select tags['storage_version'] from duckdb_databases() where database_name = current_database()"
    ((value,),) = con.execute(query).fetchall()
    return str(value)


def test_limits_hold_and_the_temporary_folder_is_private(tmp_path: Path) -> None:
    limits = Resources(threads=1, memory_limit="300MB", temp_directory=str(tmp_path))
    with open_connection(None, limits) as own:
        assert setting(own.con, "threads") == 1
        assert str(setting(own.con, "memory_limit")).endswith("MiB")
        folder = Path(str(setting(own.con, "temp_directory")))
        assert folder.parent == tmp_path
        assert folder.is_dir()
        assert folder.stat().st_mode & 0o077 == 0
        assert "90%" not in str(setting(own.con, "max_temp_directory_size"))
        assert setting(own.con, "autoinstall_known_extensions") in (False, "false")
    assert list(tmp_path.iterdir()) == []


def test_temporary_folder_goes_with_a_forgotten_connection(tmp_path: Path) -> None:
    own = open_connection(None, Resources(temp_directory=str(tmp_path)))
    assert len(list(tmp_path.iterdir())) == 1
    del own
    assert list(tmp_path.iterdir()) == []


def test_spill_leaves_nothing_where_the_user_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "spill").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    limits = Resources(threads=1, memory_limit="60MB", temp_directory=str(tmp_path / "spill"))
    with open_connection(None, limits) as own:
        own.con.execute(
            "create table wide as select range as i, repeat('x', 200) || range as t from range(400000)"
        )
        rows = own.con.execute("select w.i from wide as w order by w.t desc limit 1").fetchall()
        assert rows == [(99999,)]
    assert list((tmp_path / "here").iterdir()) == []
    assert list((tmp_path / "spill").iterdir()) == []


def test_progress_bar_and_replacements_are_off() -> None:
    with open_connection(None) as own:
        assert setting(own.con, "enable_progress_bar") is False
        assert setting(own.con, "python_enable_replacements") is False
        assert setting(own.con.cursor(), "python_enable_replacements") is False


def test_freed_memory_goes_back_to_the_system() -> None:
    with open_connection(None) as own:
        assert setting(own.con, "allocator_background_threads") is True
        assert setting(own.con, "allocator_bulk_deallocation_flush_threshold") == "30.5 MiB"


def test_a_lean_database_is_a_file_that_goes_with_it(tmp_path: Path) -> None:
    with open_session(None, None, resources=Resources(temp_directory=str(tmp_path)), lean=True) as session:
        assert session.limits["memory_limit"] == "762.9 MiB"
        session.runner.cursor.execute("create table t as select 1 as a")
        (folder,) = tmp_path.iterdir()
        assert folder.stat().st_mode & 0o077 == 0
        assert "warehouse.duckdb" in {path.name for path in folder.iterdir()}
        assert storage(session.runner.cursor) == "v1.4.0+"
    assert list(tmp_path.iterdir()) == []


def test_what_lean_memory_is_too_little_for_is_begun_again(tmp_path: Path) -> None:
    seen = []

    def needy() -> str:
        """Takes more than a gigabyte that cannot be written to disk: one value."""
        seen.append(setting(session.runner.cursor, "memory_limit"))
        if len(seen) == 1:
            with transaction(session.runner.cursor):
                session.runner.cursor.execute("create table half as select 1 as a")
                session.runner.cursor.execute(
                    "select len(list(i)) from range(150_000_000) as t(i)"
                ).fetchall()
        if len(seen) == 2:
            raise OutOfMemory("Still too little.")
        return "done"

    path = tmp_path / "w.duckdb"
    with open_session(None, path, lean=True) as session, open_session(None, path) as other:
        assert session.runner.bounded(needy) == "done"
        assert seen == ["762.9 MiB", "1.4 GiB", DEFAULT_MEMORY]
        assert other.limits["memory_limit"] == DEFAULT_MEMORY
        assert session.runner.cursor.execute("select count(*) from duckdb_tables()").fetchall() == [(0,)]


def test_a_limit_that_was_asked_for_is_kept(tmp_path: Path) -> None:
    def needy() -> None:
        raise OutOfMemory("Too little.")

    limits = Resources(memory_limit="300MB")
    with (
        open_session(None, tmp_path / "w.duckdb", resources=limits, lean=True) as session,
        duckdb.connect() as con,
    ):
        for given in (session, open_session(con, None, lean=True)):
            with pytest.raises(OutOfMemory):
                given.runner.bounded(needy)
        assert session.limits["memory_limit"] == "286.1 MiB"
        assert setting(con, "memory_limit") == DEFAULT_MEMORY


def test_of_what_cannot_be_read_again_the_want_of_memory_is_told(tmp_path: Path) -> None:
    failures = [OutOfMemory("Too little."), InputError("It was read before.")]

    def work() -> None:
        raise failures.pop(0)

    with (
        open_session(None, tmp_path / "w.duckdb", lean=True) as session,
        pytest.raises(OutOfMemory, match="Too little"),
    ):
        session.runner.bounded(work)
    assert not failures


def test_new_file_can_be_read_by_the_oldest_duckdb_we_support(tmp_path: Path) -> None:
    with open_connection(tmp_path / "new.duckdb") as own:
        own.con.execute("create table t as select 1 as a")
        assert storage(own.con) == "v1.4.0+"
    with open_connection(str(tmp_path / "new.duckdb")) as own:
        assert own.con.execute("select t.a from t").fetchall() == [(1,)]
        assert storage(own.con) == "v1.4.0+"


def test_storage_version_of_a_file_is_never_raised(tmp_path: Path) -> None:
    path = str(tmp_path / "old.duckdb")
    with duckdb.connect(path, config={"storage_compatibility_version": "v1.0.0"}) as con:
        con.execute("create table t as select 1 as a")
        before = storage(con)
    with open_connection(path) as own:
        own.con.execute("create table u as select 2 as b")
        own.con.execute("checkpoint")
    with duckdb.connect(path) as con:
        assert storage(con) == before
        assert "v1.4" not in before


def test_file_is_shared_inside_the_process(tmp_path: Path) -> None:
    limits = Resources(temp_directory=str(tmp_path / "spill"))
    (tmp_path / "spill").mkdir()
    path = tmp_path / "w.duckdb"
    first = open_connection(path, limits)
    second = open_connection(str(path), limits)
    first.con.execute("create table t as select 1 as a")
    assert second.con.execute("select t.a from t").fetchall() == [(1,)]
    first.close()
    assert len(list((tmp_path / "spill").iterdir())) == 1
    assert second.con.execute("select t.a from t").fetchall() == [(1,)]
    second.close()
    assert list((tmp_path / "spill").iterdir()) == []


def test_file_open_with_other_settings_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    with open_connection(path), pytest.raises(WarehouseError, match="already open in this process") as caught:
        open_connection(path, Resources(threads=1))
    assert "con" in str(caught.value.hint)


def test_file_held_by_another_process_names_it(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    opens = f"import duckdb, sys\ncon = duckdb.connect({str(path)!r})\n"
    code = opens + "print('open', flush=True)\nsys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "open\n"
        with pytest.raises(WarehouseLocked) as caught:
            open_connection(path)
        with pytest.raises(WarehouseLocked):
            open_connection(path, read_only=True)
        holder.communicate("")
    assert caught.value.message.startswith(f"Database {str(path)!r} is in use by process {holder.pid} (")
    assert "\n" not in str(caught.value)
    with open_connection(path) as own:
        assert own.con.execute("select 1").fetchall() == [(1,)]


def test_process_killed_in_the_middle_leaves_a_usable_file(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    code = (
        f"import duckdb, os\ncon = duckdb.connect({str(path)!r})\n"
        "con.execute('create table t as select 1 as a')\n"
        "con.execute('begin; insert into t values (2)')\nos._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9
    assert path.with_name("w.duckdb.wal").exists()
    with open_connection(path) as own:
        assert own.con.execute("select t.a from t").fetchall() == [(1,)]


def cut(data: bytes) -> bytes:
    return data[:20000]


def flip(data: bytes) -> bytes:
    return data[:5000] + bytes([data[5000] ^ 255]) + data[5001:]


@pytest.mark.parametrize("damage", [cut, flip, lambda _: b"hello" * 1000, lambda _: b""])
def test_damaged_file_is_refused_and_left_alone(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "w.duckdb"
    with open_connection(path) as own:
        own.con.execute("create table t as select range as a from range(10000)")
    path.write_bytes(damage(path.read_bytes()))
    before = path.read_bytes()
    with pytest.raises(WarehouseError, match="is damaged or not a DuckDB file") as caught:
        open_connection(path)
    assert str(path) in caught.value.message
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["w.duckdb"]


def test_wrong_places_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(WarehouseError, match=r"folder '.*nowhere' does not exist"):
        open_connection(tmp_path / "nowhere" / "w.duckdb")
    with pytest.raises(WarehouseError, match="is a folder"):
        open_connection(tmp_path)
    with pytest.raises(WarehouseError, match=r"absent\.duckdb' cannot be opened"):
        open_connection(tmp_path / "absent.duckdb", read_only=True)
    with pytest.raises(WarehouseError, match=r"No temporary folder can be made in '.*gone'"):
        open_connection(None, Resources(temp_directory=str(tmp_path / "gone")))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("suffix", ["parquet", "csv", "json"])
def test_file_of_data_is_not_taken_for_a_database(tmp_path: Path, suffix: str, read_only: bool) -> None:
    """Newer releases open such a file as views of a database in memory: what is written would be lost."""
    path = tmp_path / f"data.{suffix}"
    with duckdb.connect() as con:
        con.execute(f"copy (select 1 as a, 2 as b) to '{path}' (format {suffix})")
    before = path.read_bytes()
    with pytest.raises(WarehouseError, match=r"data\.\w+' is .*not"):
        open_connection(path, read_only=read_only)
    assert path.read_bytes() == before


def test_limit_that_duckdb_does_not_know_is_one_sentence() -> None:
    with pytest.raises(WarehouseError, match=r"DuckDB refuses a limit: Memory.*2GB"):
        open_connection(None, Resources(memory_limit="much"))


def test_read_only_file_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    with open_connection(path) as own:
        own.con.execute("create table t as select 1 as a")
    before = path.read_bytes()
    with open_connection(path, read_only=True) as own:
        assert own.con.execute("select t.a from t").fetchall() == [(1,)]
        with pytest.raises(duckdb.InvalidInputException, match="read-only"):
            own.con.execute("create table u as select 1 as a")
    assert path.read_bytes() == before


def test_floor() -> None:
    check_floor()
    for version in ("1.4.2", "1.4.10", "1.10.0", "2.0.0.dev7"):
        check_floor(version)
    for version in ("1.4.1", "1.3.2", "0.10.3", "1.3.99.dev1"):
        with pytest.raises(DuckDBTooOld, match=rf"DuckDB {version} is installed; 1\.4\.2 or later is needed"):
            check_floor(version)
    assert version_tuple("1.5.0.dev3") == (1, 5, 0)


def test_session_in_memory_and_in_a_file(tmp_path: Path) -> None:
    with open_session(None, None) as session:
        assert session.runner.cursor.execute("select current_database()").fetchall() == [("memory",)]
        assert session.runner.schema == "rolloutdiff"
    with open_session(None, tmp_path / "w.duckdb", "lab", Resources(threads=1)) as session:
        assert session.runner.schema == "lab"
        session.runner.cursor.execute("create table t as select 1 as a")
    with duckdb.connect(str(tmp_path / "w.duckdb")) as con:
        assert con.execute("select t.a from t").fetchall() == [(1,)]


def test_session_leaves_the_connection_of_the_caller_open(con: duckdb.DuckDBPyConnection) -> None:
    session = open_session(con, None)
    session.close()
    session.close()
    assert con.execute("select 1").fetchall() == [(1,)]


def test_session_that_fails_to_open_releases_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise UsageError("no")

    monkeypatch.setattr("rolloutdiff.warehouse.connect.work_cursor", refuse)
    with pytest.raises(UsageError):
        open_session(None, tmp_path / "w.duckdb", resources=Resources(temp_directory=str(tmp_path)))
    assert [p.name for p in tmp_path.iterdir()] == ["w.duckdb"]
    with duckdb.connect(str(tmp_path / "w.duckdb")) as con:
        assert con.execute("select 1").fetchall() == [(1,)]


def test_session_needs_rows_in_their_order(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("set preserve_insertion_order = false")
    with pytest.raises(WarehouseError, match="preserve_insertion_order off") as caught:
        open_session(con, None)
    assert "set preserve_insertion_order = true" in str(caught.value.hint)
    assert setting(con, "preserve_insertion_order") is False


def packed(session: Session, name: str) -> bool:
    """Whether a column of texts that is written now is kept with zstd; the setting is gone afterwards."""
    cursor, before = session.runner.cursor, setting(session.runner.cursor, "force_compression")
    with session.packed_texts():
        cursor.execute(
            f"create table {name} as select repeat(md5(i::varchar), 9) as t from range(5000) as r(i)"
        )
    cursor.execute("checkpoint").fetchall()
    assert setting(cursor, "force_compression") == before
    kinds = f"select compression from pragma_storage_info('{name}') where segment_type = 'VARCHAR'"
    return {kind for (kind,) in cursor.execute(kinds).fetchall()} == {"ZSTD"}


def test_texts_are_packed_in_a_file_that_we_made_only(tmp_path: Path) -> None:
    db, theirs = tmp_path / "w.duckdb", tmp_path / "theirs.duckdb"
    with open_session(None, db) as session:
        assert packed(session, "t")
        with open_session(None, db) as second:
            assert not packed(second, "shared")
    with open_session(None, db) as session:
        assert not packed(session, "later")
    # One that DuckDB made may be of a storage version without zstd.
    with duckdb.connect(str(theirs), config={"storage_compatibility_version": "v1.0.0"}) as con:
        assert not packed(open_session(con, None), "t")
    with open_session(None, theirs) as session:
        assert not packed(session, "later")
