"""Installation: all or nothing, twice like once, never over anything of the user's."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import duckdb
import pytest

from rolloutdiff import __version__
from rolloutdiff.errors import NameTaken, ReadOnlyWarehouse, SchemaNotOurs, WarehouseError, WarehouseNewer
from rolloutdiff.sqlfiles import INSTALLABLE, load_all
from rolloutdiff.warehouse.catalogue import describe
from rolloutdiff.warehouse.connect import open_connection, work_cursor
from rolloutdiff.warehouse.doctor import doctor
from rolloutdiff.warehouse.install import install, installed, plan
from rolloutdiff.warehouse.registry import object_versions

OBJECTS = {
    "above_v1": "table_macro",
    "far": "view",
    "install_log": "table",
    "object": "table",
    "point": "table",
    "twice_v1": "macro",
}
AWKWARD = ['my "own" schema', "select", "Größe.1", "ROLLOUTDIFF", "it's", " x "]


def catalogue(con: duckdb.DuckDBPyConnection) -> list[tuple[object, ...]]:
    """Everything in the database that is not DuckDB's own, with comments and definitions."""
    return con.execute(
        "select 'schema', schema_name, '', '' from duckdb_schemas() where not internal union all "
        "select 'table', schema_name || '.' || table_name, comment, sql from duckdb_tables() union all "
        "select 'view', schema_name || '.' || view_name, comment, sql from duckdb_views() where not internal "
        "union all select function_type, schema_name || '.' || function_name, comment, macro_definition "
        "from duckdb_functions() where not internal order by all"
    ).fetchall()


@pytest.mark.parametrize("schema", ["rolloutdiff", *AWKWARD])
def test_objects_work_under_any_schema_name(con: duckdb.DuckDBPyConnection, tree: Path, schema: str) -> None:
    assert not installed(con, schema)
    done = install(con, schema, root=tree)
    assert {item.name: item.file.kind for item in done.pending} == OBJECTS
    assert installed(con, schema)
    quoted = '"' + schema.replace('"', '""') + '"'
    con.execute(f"insert into {quoted}.point (x) values (3), (20)")
    assert con.execute(f"select f.x from {quoted}.far as f").fetchall() == [(40,)]
    assert con.execute(f"select p.label from {quoted}.point as p").fetchall() == [("rolloutdiff.point",)] * 2
    found = con.execute(
        "select schema_name from duckdb_schemas() where not internal and schema_name <> 'main'"
    )
    assert found.fetchall() == [(schema,)]


def test_registry_says_what_was_made_and_from_what(con: duckdb.DuckDBPyConnection, tree: Path) -> None:
    install(con, "lab", root=tree)
    rows = con.execute(
        "select o.name, o.kind, o.version, o.sha256, o.package from lab.object as o"
    ).fetchall()
    digest = {
        path.stem: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in tree.rglob("*.sql")
        if path.parent.name != "stages"
    }
    version = {name: 2 if name == "install_log" else 1 for name in OBJECTS}
    assert sorted(rows) == [
        (name, OBJECTS[name], version[name], digest[name], "rolloutdiff") for name in sorted(OBJECTS)
    ]
    assert object_versions(con, "lab") == {
        name: {"version": version[name], "sha256": digest[name]} for name in sorted(OBJECTS)
    }
    ((at, *logged),) = con.execute("select l.* from lab.install_log as l").fetchall()
    assert logged == [__version__, 1, duckdb.__version__, "install", 6, None]
    assert abs(datetime.now(UTC).replace(tzinfo=None) - at) < timedelta(minutes=5)


def test_time_of_installation_is_utc_whatever_the_caller_uses(
    con: duckdb.DuckDBPyConnection, tree: Path
) -> None:
    con.execute("set timezone = 'Asia/Tokyo'")
    install(con, root=tree)
    con.execute("delete from rolloutdiff.install_log")
    columns = "package_version, schema_version, duckdb_version, action, object_count"
    con.execute(f"insert into rolloutdiff.install_log ({columns}) values ('0', 1, '0', 'test', 0)")
    ((at,),) = con.execute("select l.installed_at from rolloutdiff.install_log as l").fetchall()
    assert abs(datetime.now(UTC).replace(tzinfo=None) - at) < timedelta(minutes=5)


def test_comments_describe_objects_and_columns(con: duckdb.DuckDBPyConnection, tree: Path) -> None:
    install(con, root=tree)
    comments = {
        name.rpartition(".")[2]: comment for kind, name, comment, _ in catalogue(con) if kind != "schema"
    }
    ours = {"point", "twice_v1", "above_v1", "far"}
    assert {name: comments[name] for name in ours} == {name: f"It's the {name}." for name in ours}
    assert all(comments.values())
    query = (
        "select column_name, comment from duckdb_columns() where table_name in ('point', 'far') order by all"
    )
    assert con.execute(query).fetchall() == [
        *(("label", "what it's called"), ("x", "its place"), ("x", "place"))
    ]


def test_second_installation_changes_nothing(con: duckdb.DuckDBPyConnection, tree: Path) -> None:
    install(con, root=tree)
    con.execute("insert into rolloutdiff.point values (11, 'mine')")
    before, log = catalogue(con), con.execute("from rolloutdiff.install_log").fetchall()
    again = install(con, root=tree)
    assert [item.action for item in again.objects] == ["keep"] * 6
    assert again.script() == "-- Nothing to do.\n"
    assert catalogue(con) == before
    assert con.execute("from rolloutdiff.install_log").fetchall() == log
    assert con.execute("select f.x from rolloutdiff.far as f").fetchall() == [(22,)]


def test_second_installation_loads_no_parser(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    with duckdb.connect(str(path)) as con:
        install(con)
    code = (
        "import sys, duckdb\nfrom rolloutdiff.warehouse.install import install\n"
        f"install(duckdb.connect({str(path)!r}))\nassert 'sqlglot' not in sys.modules"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_dry_run_changes_nothing_and_its_script_is_the_installation(
    con: duckdb.DuckDBPyConnection, tree: Path
) -> None:
    empty = catalogue(con)
    planned = install(con, 'my "own"', dry_run=True, root=tree)
    assert catalogue(con) == empty
    assert plan(con, 'my "own"', root=tree) == planned
    assert planned.create_schema
    script = planned.script()
    assert script.startswith("begin transaction;") and script.endswith("commit;\n")
    with duckdb.connect() as by_script:
        by_script.execute(script)
        install(con, 'my "own"', root=tree)
        assert catalogue(by_script) == catalogue(con)
        registry = 'select o.* from "my ""own""".object as o order by o.name'
        assert by_script.execute(registry).fetchall() == con.execute(registry).fetchall()
        assert install(by_script, 'my "own"', root=tree).pending == ()


def test_objects_are_created_after_what_they_use(con: duckdb.DuckDBPyConnection, tree: Path) -> None:
    names = [item.name for item in plan(con, root=tree).pending]
    assert names == ["install_log", "object", "point", "twice_v1", "above_v1", "far"]


def test_schema_of_somebody_else_is_refused(con: duckdb.DuckDBPyConnection, tree: Path) -> None:
    con.execute("create schema lab; create table lab.object (name varchar)")
    before = catalogue(con)
    for schema in ("lab", "LAB", "main", "information_schema", "pg_catalog"):
        with pytest.raises(SchemaNotOurs, match=f"A schema '{schema}' of database 'memory' exists"):
            install(con, schema, root=tree)
        assert not installed(con, schema)
    con.execute("drop table lab.object")
    with pytest.raises(SchemaNotOurs):
        plan(con, "lab", root=tree)
    assert [row for row in before if row[0] != "table"] == catalogue(con)


def test_registry_of_another_package_is_no_marker(con: duckdb.DuckDBPyConnection, tree: Path) -> None:
    install(con, "lab", root=tree)
    con.execute("update lab.object set package = 'other'")
    assert not installed(con, "lab")
    with pytest.raises(SchemaNotOurs):
        install(con, "lab", root=tree)


@pytest.mark.parametrize("name", ["", "memory", "MEMORY", "temp", "system"])
def test_name_that_duckdb_cannot_tell_from_a_database_is_refused(
    con: duckdb.DuckDBPyConnection, tree: Path, name: str
) -> None:
    with pytest.raises(WarehouseError, match=r"cannot tell them apart|name of the schema is empty"):
        install(con, name, root=tree)
    with pytest.raises(WarehouseError):
        object_versions(con, name)


def test_file_named_like_the_schema_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with open_connection(tmp_path / "rolloutdiff.duckdb") as own:
        with pytest.raises(WarehouseError, match="A database in use is called 'rolloutdiff'") as caught:
            install(own.con)
        assert "another name" in str(caught.value.hint)
        assert catalogue(own.con) == []
        install(own.con, "lab")
        assert own.con.execute("select count(*) from lab.report_run").fetchall() == [(0,)]


@pytest.mark.parametrize(
    "thing",
    ["table rolloutdiff.far (x integer)", "view rolloutdiff.far as select 1", "macro rolloutdiff.far() as 1"],
)
def test_name_of_ours_that_is_taken_is_refused(con: duckdb.DuckDBPyConnection, make_tree, thing: str) -> None:
    install(con, root=make_tree(far=None))
    con.execute(f"create {thing}")
    before = catalogue(con)
    with pytest.raises(
        NameTaken, match=r"'far' that is not ours exists in schema 'rolloutdiff' of database 'memory'"
    ):
        install(con, root=make_tree())
    assert catalogue(con) == before
    assert [(i.name, i.action) for i in plan(con, root=make_tree()).conflicts] == [("far", "conflict")]


def test_object_replaced_by_another_kind_is_refused(con: duckdb.DuckDBPyConnection, tree: Path) -> None:
    install(con, root=tree)
    con.execute("drop view rolloutdiff.far; create table rolloutdiff.far (x integer)")
    with pytest.raises(NameTaken, match="'far' is registered as a view and is a table"):
        install(con, root=tree)


def test_object_of_another_text_is_never_replaced(con: duckdb.DuckDBPyConnection, make_tree) -> None:
    install(con, root=make_tree())
    before = catalogue(con)
    changed = make_tree(
        twice_v1="create macro rolloutdiff.twice_v1(p_x) as p_x + p_x;\n",
        point="create table rolloutdiff.point (x bigint not null, label varchar);\n",
    )
    with pytest.raises(WarehouseError) as caught:
        install(con, root=changed)
    assert caught.value.message == (
        "Macro 'twice_v1' was made from another text of its file in schema 'rolloutdiff' of database 'memory'"
        " (1 more objects conflict)."
    )
    assert "upgrade the schema" in str(caught.value.hint)
    assert catalogue(con) == before
    assert {i.name for i in plan(con, root=changed).conflicts} == {"twice_v1", "point"}


def test_new_object_is_added_to_an_installation(con: duckdb.DuckDBPyConnection, make_tree) -> None:
    install(con, root=make_tree(far=None))
    done = install(con, root=make_tree())
    assert [item.name for item in done.pending] == ["far"]
    assert "create schema" not in done.script()
    logged = con.execute("select l.object_count from rolloutdiff.install_log as l").fetchall()
    assert sorted(logged) == [(1,), (5,)]
    assert con.execute("select count(*), count(distinct o.name) from rolloutdiff.object as o").fetchall() == [
        (6, 6)
    ]


def test_registered_object_that_was_dropped_is_made_again(con: duckdb.DuckDBPyConnection, tree: Path) -> None:
    install(con, root=tree)
    before = catalogue(con)
    con.execute("drop view rolloutdiff.far; drop macro table rolloutdiff.above_v1")
    assert [item.name for item in install(con, root=tree).pending] == ["above_v1", "far"]
    assert catalogue(con) == before
    assert con.execute("select count(*), count(distinct o.name) from rolloutdiff.object as o").fetchall() == [
        (6, 6)
    ]


def test_other_schema_versions_are_refused(con: duckdb.DuckDBPyConnection, make_tree) -> None:
    install(con, root=make_tree(schema_version=2))
    with pytest.raises(WarehouseNewer, match="has version 2; this package knows 1"):
        install(con, root=make_tree())
    with pytest.raises(WarehouseError, match="has version 2; this package needs 3"):
        install(con, root=make_tree(schema_version=3))


def test_failure_leaves_nothing(con: duckdb.DuckDBPyConnection, make_tree) -> None:
    empty = catalogue(con)
    root = make_tree(far="create view rolloutdiff.far as\nselect p.nothing from rolloutdiff.point as p;\n")
    with pytest.raises(
        WarehouseError, match=r"could not be installed, and nothing was written: .*nothing"
    ) as caught:
        install(con, root=root)
    assert "\n" not in str(caught.value)
    assert catalogue(con) == empty
    install(con, root=make_tree())
    assert installed(con)


def test_interrupt_leaves_nothing(
    con: duckdb.DuckDBPyConnection, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(list[str]):
        def __iter__(self):
            yield from list.__iter__(self)
            raise KeyboardInterrupt

    statements = Interrupted(plan(con, root=tree).statements())
    monkeypatch.setattr("rolloutdiff.warehouse.plan.Plan.statements", lambda _: statements)
    empty = catalogue(con)
    with pytest.raises(KeyboardInterrupt):
        install(con, root=tree)
    assert catalogue(con) == empty


def test_transaction_of_the_caller_that_makes_the_same_schema_is_one_sentence(
    con: duckdb.DuckDBPyConnection, tree: Path
) -> None:
    con.execute("begin; create schema rolloutdiff")
    with pytest.raises(WarehouseError, match="wrote nothing") as caught:
        install(con, root=tree)
    assert "\n" not in str(caught.value)
    con.execute("rollback")
    install(con, root=tree)


def test_read_only_database(tmp_path: Path, tree: Path, make_tree) -> None:
    path = tmp_path / "w.duckdb"
    with duckdb.connect(str(path)) as con:
        con.execute("create table mine as select 1 as a")
    before = path.read_bytes()
    with duckdb.connect(str(path), read_only=True) as con:
        with pytest.raises(ReadOnlyWarehouse, match="'w' is open read-only, and 6 objects are missing"):
            install(con, root=tree)
        assert not installed(con)
    assert path.read_bytes() == before
    with duckdb.connect(str(path)) as con:
        install(con, root=tree)
    with duckdb.connect(str(path), read_only=True) as con:
        assert install(con, root=tree).pending == ()
        assert installed(con)


def test_attached_database_in_use_gets_the_schema(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, tree: Path
) -> None:
    con.execute(f"attach '{tmp_path / 'w.duckdb'}' as lab; use lab")
    assert install(con, root=tree).catalog == "lab"
    con.execute("insert into rolloutdiff.point (x) values (20); use memory")
    assert not installed(con)
    assert con.execute("select f.x from lab.rolloutdiff.far as f").fetchall() == [(40,)]
    install(con, root=tree)
    assert con.execute("select f.x from rolloutdiff.far as f").fetchall() == []


def test_whole_package_works_in_a_plain_duckdb_without_python_functions(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    with open_connection(path) as own:
        install(own.con)
    views = [file.name for file in load_all(kinds=("view",))]
    calls = [
        f"{file.name}({', '.join(f'null::{p.type}' for p in file.header.parameters())})"
        for file in load_all(kinds=("table_macro",))
    ]
    values = [
        f"{file.name}({', '.join(f'null::{p.type}' for p in file.header.parameters())})"
        for file in load_all(kinds=("macro",))
    ]
    code = (
        f"import duckdb\ncon = duckdb.connect({str(path)!r}, read_only=True)\n"
        f"for name in {views + calls!r}:\n    con.execute('from rolloutdiff.' + name).fetchall()\n"
        f"for call in {values!r}:\n    con.execute('select rolloutdiff.' + call).fetchall()\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(views) >= 10


@pytest.mark.parametrize("schema", ["rolloutdiff", 'it\'s "ours"; --', "select"])
def test_script_of_a_dry_run_makes_the_same_in_a_plain_session(tmp_path: Path, schema: str) -> None:
    """Printed by the command line, run by a DuckDB that knows nothing of us, compared object by object."""
    script, by_script, by_hand = (tmp_path / name for name in ("i.sql", "s.duckdb", "h.duckdb"))
    root = Path(__file__).resolve().parents[2]
    main = "from rolloutdiff.cli import main; main()"
    command = [sys.executable, "-c", main, "install", str(by_script), "--schema", schema, "--dry-run"]
    printed = subprocess.run(command, cwd=root, capture_output=True, text=True, encoding="utf-8", check=False)
    assert (printed.returncode, printed.stderr) == (0, "")
    assert not by_script.exists()
    script.write_text(printed.stdout, encoding="utf-8")
    code = (
        "import duckdb, sys\ncon = duckdb.connect(sys.argv[1])\n"
        "con.execute(open(sys.argv[2], encoding='utf-8').read())\n"
        "assert not [name for name in sys.modules if name.startswith('rolloutdiff')]"
    )
    command = [sys.executable, "-I", "-c", code, str(by_script), str(script)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    # Of one storage format, since DuckDB prints texts by it.
    with duckdb.connect(str(by_hand)) as con:
        install(con, schema)
    with duckdb.connect(str(by_script)) as left, duckdb.connect(str(by_hand)) as right:
        with closing(work_cursor(left)) as one, closing(work_cursor(right)) as other:
            assert describe(one, schema) == describe(other, schema)
            assert len(describe(one, schema)) == len(load_all(kinds=INSTALLABLE))
        assert doctor(left, schema) == ()
        assert install(left, schema).pending == ()


def test_whole_package_is_installed_and_registered(con: duckdb.DuckDBPyConnection) -> None:
    install(con)
    files = load_all(kinds=INSTALLABLE)
    rows = con.execute("select o.name, o.kind, o.version, o.sha256 from rolloutdiff.object as o").fetchall()
    assert sorted(rows) == sorted((f.name, f.kind, f.header.version, f.sha256) for f in files)
    comments = [row for row in catalogue(con) if row[0] != "schema" and not row[2]]
    assert comments == []
    assert sorted(object_versions(con)) == sorted(f.name for f in files)


def test_versions_without_an_installation_are_one_sentence(con: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(WarehouseError, match="Schema 'lab' is not installed"):
        object_versions(con, "lab")
