"""Upgrade: the same as a fresh installation, with all rows, or nothing at all."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from rolloutdiff import __version__
from rolloutdiff import upgrade as public_upgrade
from rolloutdiff.errors import (
    HasDependants,
    NameTaken,
    ReadOnlyWarehouse,
    SchemaNotOurs,
    WarehouseError,
    WarehouseNewer,
)
from rolloutdiff.sqlfiles import control, quote_identifier, retarget
from rolloutdiff.warehouse.catalogue import describe
from rolloutdiff.warehouse.doctor import doctor
from rolloutdiff.warehouse.install import install
from rolloutdiff.warehouse.upgrade import upgrade
from tests.warehouse.test_install import AWKWARD, catalogue

VERSION_1 = Path(__file__).resolve().parents[1] / "data" / "schema_1.sql"
WIDER = (
    "create table rolloutdiff.point"
    " (x integer not null, label varchar default 'rolloutdiff.point', y bigint);\n"
)
STEP = "-- From version 1 to 2: points get a y.\nalter table rolloutdiff.point add column y bigint;\n"


def make_version_1(con: duckdb.DuckDBPyConnection, schema: str = "rolloutdiff") -> None:
    """Installs what the package shipped as version 1 of the schema."""
    con.execute(retarget(VERSION_1.read_text(encoding="utf-8"), schema))


def columns(con: duckdb.DuckDBPyConnection) -> list[tuple[object, ...]]:
    return con.execute(
        "select schema_name, table_name, column_name, data_type, is_nullable, column_default, comment"
        " from duckdb_columns() where not internal order by all"
    ).fetchall()


def registry(con: duckdb.DuckDBPyConnection, schema: str = "rolloutdiff") -> list[tuple[object, ...]]:
    return con.execute(f"select o.* from {quote_identifier(schema)}.object as o order by all").fetchall()


def _listed(con: duckdb.DuckDBPyConnection, schema: str, table: str) -> str:
    """The columns that a table has now."""
    columns = con.execute(f"from {quote_identifier(schema)}.{table} limit 0").description
    return ", ".join(quote_identifier(column[0]) for column in columns)


@pytest.fixture
def step_tree(make_tree):
    """Makes an SQL root of version 2 with one step."""

    def make(step: str = STEP, point: str = WIDER, **changed: str | None) -> Path:
        root = make_tree(schema_version=2, point=point, **changed)
        text = (root / "tables" / "point.sql").read_text(encoding="utf-8")
        text = text.replace("label: what it's called", "label: what it's called; y: height")
        (root / "tables" / "point.sql").write_text(text, encoding="utf-8")
        (root / "upgrades").mkdir()
        (root / "upgrades" / "1--2.sql").write_text(step, encoding="utf-8")
        return root

    return make


@pytest.mark.parametrize(
    "schema",
    ["rolloutdiff", AWKWARD[0], *(pytest.param(name, marks=pytest.mark.matrix) for name in AWKWARD[1:3])],
)
def test_version_1_upgraded_is_a_fresh_installation_and_keeps_its_rows(schema: str) -> None:
    quoted = quote_identifier(schema)
    with duckdb.connect() as old, duckdb.connect() as new:
        make_version_1(old, schema)
        old.execute(
            f"insert into {quoted}.rollout by name (select range as rollout_id, 'r' as run,"
            " range % 7 as step, 's' || range as sample_id, 'p' as prompt_id, 'q' as prompt, 'a' as response,"
            " 'f' as source_file, range as source_row from range(500))"
        )
        tables = [name for name, item in describe(old, schema).items() if item.kind == "table"]
        tables = [name for name in tables if name not in ("object", "install_log")]
        queries = {name: f"select {_listed(old, schema, name)} from {quoted}.{name}" for name in tables}
        rows = {name: old.execute(query).fetchall() for name, query in queries.items()}
        assert len(rows["rollout"]) == 500
        done = public_upgrade(old, schema)
        assert (done.from_version, done.to_version) == (1, control().schema_version)
        assert done.steps[0] == "upgrades/1--2.sql"
        install(new, schema)
        assert catalogue(old) == catalogue(new)
        assert columns(old) == columns(new)
        assert registry(old, schema) == registry(new, schema)
        assert {name: old.execute(query).fetchall() for name, query in queries.items()} == rows
        added = "slice, gold, logprob, ref_logprob, target_logprob, mismatch, mismatch_fault"
        assert old.execute(f"select distinct {added} from {quoted}.rollout").fetchall() == [(None,) * 7]
        assert doctor(old, schema) == ()
        log = f"select l.schema_version, l.action, l.from_version from {quoted}.install_log as l order by 1"
        version = control().schema_version
        assert old.execute(log).fetchall() == [(1, "install", None), (version, "upgrade", 1)]
        assert new.execute(log).fetchall() == [(version, "install", None)]
        assert install(old, schema).pending == ()


def test_second_upgrade_and_upgrade_of_a_fresh_installation_change_nothing(
    con: duckdb.DuckDBPyConnection,
) -> None:
    make_version_1(con)
    upgrade(con)
    before, log = catalogue(con), con.execute("from rolloutdiff.install_log").fetchall()
    again = upgrade(con)
    assert (again.pending, again.statements()) == ((), [])
    assert again.script() == "-- Nothing to do.\n"
    assert (catalogue(con), con.execute("from rolloutdiff.install_log").fetchall()) == (before, log)


def test_version_1_is_refused_until_it_is_upgraded(con: duckdb.DuckDBPyConnection) -> None:
    make_version_1(con)
    before = catalogue(con)
    with pytest.raises(WarehouseError, match="has version 1; this package needs") as caught:
        install(con)
    assert "rolloutdiff upgrade" in str(caught.value.hint)
    assert catalogue(con) == before


def test_version_1_in_a_file_is_upgraded_and_stays_well(tmp_path: Path) -> None:
    path = str(tmp_path / "w.duckdb")
    with duckdb.connect(path) as con:
        make_version_1(con)
    with duckdb.connect(path, read_only=True) as con, pytest.raises(ReadOnlyWarehouse):
        upgrade(con)
    with duckdb.connect(path) as con:
        upgrade(con)
    with duckdb.connect(path, read_only=True) as con:
        assert doctor(con) == ()
        assert upgrade(con).statements() == []


def test_dry_run_changes_nothing_and_its_script_is_the_upgrade(con: duckdb.DuckDBPyConnection) -> None:
    make_version_1(con)
    before = catalogue(con)
    planned = upgrade(con, dry_run=True)
    assert catalogue(con) == before
    with duckdb.connect() as by_script:
        make_version_1(by_script)
        by_script.execute(planned.script())
        upgrade(con)
        assert catalogue(by_script) == catalogue(con)
        assert registry(by_script) == registry(con)


def test_views_over_a_changed_table_are_made_again(
    con: duckdb.DuckDBPyConnection, make_tree, step_tree
) -> None:
    install(con, root=make_tree())
    con.execute("insert into rolloutdiff.point (x) values (3), (20)")
    root = step_tree(
        above_v1=None, far="create view rolloutdiff.far as\nselect p.x from rolloutdiff.point as p;\n"
    )
    done = upgrade(con, root=root)
    assert {item.name: item.action for item in done.changes} == {
        "above_v1": "drop",
        "far": "replace",
        "install_log": "keep",
        "object": "keep",
        "point": "alter",
        "twice_v1": "keep",
    }
    assert con.execute("from rolloutdiff.far").fetchall() == [(3,), (20,)]
    assert con.execute("select y from rolloutdiff.point").fetchall() == [(None,), (None,)]
    assert doctor(con, root=root) == ()
    log = "select object_count, package_version from rolloutdiff.install_log where action = 'upgrade'"
    assert con.execute(log).fetchall() == [(3, __version__)]


def test_view_below_which_something_changes_is_refreshed(
    con: duckdb.DuckDBPyConnection, make_tree, step_tree
) -> None:
    install(con, root=make_tree())
    retyped = WIDER.replace("x integer", "x hugeint").replace(", y bigint", "")
    step = STEP.replace("add column y bigint", "alter column x type hugeint")
    root = step_tree(step, retyped)
    text = (root / "tables" / "point.sql").read_text(encoding="utf-8")
    (root / "tables" / "point.sql").write_text(text.replace("; y: height", ""), encoding="utf-8")
    con.execute("insert into rolloutdiff.point (x) values (20)")
    done = upgrade(con, root=root)
    assert {item.name: item.action for item in done.pending} == {"far": "refresh", "point": "alter"}
    assert con.execute("from rolloutdiff.far").fetchall() == [(40,)]


def test_changed_edited_dropped_and_uncommented_objects_are_put_right(
    con: duckdb.DuckDBPyConnection, make_tree
) -> None:
    install(con, root=make_tree())
    root = make_tree(twice_v1="create macro rolloutdiff.twice_v1(p_x) as p_x + p_x;\n")
    con.execute("create or replace macro rolloutdiff.above_v1(p_x) as table select 5 as x")
    con.execute("comment on column rolloutdiff.point.x is null; drop view rolloutdiff.far")
    done = upgrade(con, root=root)
    assert {item.name: item.action for item in done.pending} == {
        "above_v1": "replace",
        "far": "create",
        "point": "comment",
        "twice_v1": "replace",
    }
    assert doctor(con, root=root) == ()
    with duckdb.connect() as fresh:
        install(fresh, root=root)
        assert (catalogue(con), registry(con)) == (catalogue(fresh), registry(fresh))


def test_macro_that_becomes_another_kind_is_replaced(con: duckdb.DuckDBPyConnection, make_tree) -> None:
    install(con, root=make_tree(far=None))
    root = make_tree(far=None)
    path = root / "macros" / "above_v1.sql"
    text = path.read_text(encoding="utf-8").replace("table_macro", "macro").partition("create")[0]
    path.write_text(text + "create macro rolloutdiff.above_v1(p_x) as p_x > 0;\n", encoding="utf-8")
    upgrade(con, root=root)
    assert con.execute("select rolloutdiff.above_v1(1)").fetchall() == [(True,)]
    assert doctor(con, root=root) == ()


def test_step_may_move_rows_into_a_table_of_its_own(con: duckdb.DuckDBPyConnection, make_tree) -> None:
    install(con, root=make_tree(far=None, above_v1=None))
    con.execute("insert into rolloutdiff.point values (1, 'a'), (2, 'b')")
    root = make_tree(schema_version=2, far=None, above_v1=None, point=None)
    (root / "tables" / "place.sql").write_text(
        "-- name: place\n-- kind: table\n-- version: 1\n-- since: 0.1.0\n-- summary: A place.\n"
        "-- params: none\n-- returns: x: its place\n-- requires: none\n-- portable: no\n"
        "create table rolloutdiff.place (x integer);\n",
        encoding="utf-8",
    )
    (root / "upgrades").mkdir()
    (root / "upgrades" / "1--2.sql").write_text(
        "-- From version 1 to 2: points become places.\ncreate table rolloutdiff.place (x integer);\n"
        "insert into rolloutdiff.place select p.x from rolloutdiff.point as p order by p.x;\n"
        "drop table rolloutdiff.point;\n",
        encoding="utf-8",
    )
    upgrade(con, root=root)
    assert con.execute("from rolloutdiff.place").fetchall() == [(1,), (2,)]
    assert doctor(con, root=root) == ()
    assert [row[0] for row in registry(con)] == ["install_log", "object", "place", "twice_v1"]


@pytest.mark.parametrize(
    ("statement", "listed"),
    [
        (
            "create view v as select * from rolloutdiff.install_log",
            "view main.v (uses rolloutdiff.install_log)",
        ),
        ("create macro m() as (select count(*) from rolloutdiff.install_log)", "macro main.m (uses"),
        ("create view rolloutdiff.v as from rolloutdiff.install_log", "view rolloutdiff.v (uses"),
        ("create index i on rolloutdiff.install_log (action)", "index rolloutdiff.i (uses"),
    ],
)
def test_objects_of_others_over_what_changes_stop_it(
    con: duckdb.DuckDBPyConnection, statement: str, listed: str
) -> None:
    make_version_1(con)
    con.execute(statement)
    before = catalogue(con)
    with pytest.raises(HasDependants, match="is not upgraded, because an object that is not ours") as caught:
        upgrade(con)
    assert listed in caught.value.message
    assert catalogue(con) == before


def test_objects_of_others_over_what_stays_do_not_stop_it(con: duckdb.DuckDBPyConnection) -> None:
    make_version_1(con)
    con.execute("create view v as from rolloutdiff.report_run")
    upgrade(con)
    assert con.execute("from v").fetchall() == []


def test_table_that_somebody_changed_is_never_repaired(
    con: duckdb.DuckDBPyConnection, make_tree, step_tree
) -> None:
    install(con, root=make_tree())
    con.execute("alter table rolloutdiff.point add column mine integer")
    before = catalogue(con)
    with pytest.raises(WarehouseError, match="'point' is not what its file makes"):
        upgrade(con, root=make_tree())
    # A step that names the table hides the change until the result is compared.
    with pytest.raises(WarehouseError, match="would leave 'point' other than a fresh installation"):
        upgrade(con, root=step_tree())
    assert catalogue(con) == before


def test_step_that_fails_writes_nothing(con: duckdb.DuckDBPyConnection, make_tree, step_tree) -> None:
    install(con, root=make_tree())
    before = catalogue(con)
    step = STEP + "insert into rolloutdiff.point (x) values (null);\n"
    with pytest.raises(WarehouseError, match="could not be upgraded, and nothing was written"):
        upgrade(con, root=step_tree(step))
    assert catalogue(con) == before


def test_name_of_a_new_object_that_is_taken_is_refused(con: duckdb.DuckDBPyConnection, make_tree) -> None:
    install(con, root=make_tree(far=None))
    con.execute("create view rolloutdiff.far as select 1 as x")
    with pytest.raises(NameTaken, match="A view 'far' that is not ours exists"):
        upgrade(con, root=make_tree())


def test_what_cannot_be_upgraded_is_refused(con: duckdb.DuckDBPyConnection, make_tree) -> None:
    with pytest.raises(WarehouseError, match="There is no schema 'lab'"):
        upgrade(con, "lab")
    con.execute("create schema lab")
    with pytest.raises(SchemaNotOurs):
        upgrade(con, "lab")
    install(con, root=make_tree(schema_version=3))
    with pytest.raises(WarehouseNewer, match="has version 3; this package knows 1"):
        upgrade(con, root=make_tree())
    with pytest.raises(WarehouseError, match="there is no step 3--4"):
        upgrade(con, root=make_tree(schema_version=4))
    con.execute("delete from rolloutdiff.install_log")
    with pytest.raises(WarehouseError, match="its installation log is gone"):
        upgrade(con, root=make_tree())
