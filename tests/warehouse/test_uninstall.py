"""Removal: our objects and nothing else, refused while anybody would miss something."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from rolloutdiff import uninstall as public_uninstall
from rolloutdiff.errors import (
    HasDependants,
    HoldsData,
    NameTaken,
    ReadOnlyWarehouse,
    SchemaNotOurs,
    WarehouseError,
    WarehouseNewer,
)
from rolloutdiff.warehouse.install import install
from rolloutdiff.warehouse.uninstall import Removal, uninstall
from tests.warehouse.test_install import AWKWARD, catalogue


@pytest.mark.parametrize("schema", ["rolloutdiff", *AWKWARD[:3]])
def test_whole_installation_goes_under_any_name(schema: str) -> None:
    with duckdb.connect() as con:
        before = catalogue(con)
        made = {item.name for item in install(con, schema).pending}
        done = public_uninstall(con, schema)
        assert {name for name, _ in done.objects} == made
        assert catalogue(con) == before
        with pytest.raises(WarehouseError, match="There is no schema"):
            uninstall(con, schema)


def test_users_go_before_what_they_use(con: duckdb.DuckDBPyConnection, tree: Path) -> None:
    install(con, root=tree)
    names = [name for name, _ in uninstall(con).objects]
    assert names == ["far", "above_v1", "point", "twice_v1", "install_log", "object"]


def test_dry_run_changes_nothing_and_its_script_is_the_removal(
    con: duckdb.DuckDBPyConnection, tree: Path
) -> None:
    empty = catalogue(con)
    install(con, 'my "own"', root=tree)
    before = catalogue(con)
    script = uninstall(con, 'my "own"', dry_run=True).script()
    assert catalogue(con) == before
    assert "cascade" not in script.lower()
    con.execute(script)
    assert catalogue(con) == empty


def test_tables_with_rows_go_only_when_asked_for(con: duckdb.DuckDBPyConnection, tree: Path) -> None:
    install(con, root=tree)
    con.execute("insert into rolloutdiff.point select range, 'x' from range(1234)")
    before = catalogue(con)
    for dry_run in (True, False):
        with pytest.raises(HoldsData, match="hold 1,234 rows: point 1,234\\.") as caught:
            uninstall(con, dry_run=dry_run)
    assert "--drop-data" in str(caught.value.hint)
    assert catalogue(con) == before
    assert uninstall(con, drop_data=True).rows == {"point": 1234}
    assert catalogue(con) == [row for row in catalogue(con) if row[1] == "main"]


@pytest.mark.parametrize(
    ("statement", "listed"),
    [
        ("create view v as select f.x from rolloutdiff.far as f", "view main.v (uses rolloutdiff.far)"),
        ("create view v as select rolloutdiff.twice_v1(2) as x", "view main.v (uses rolloutdiff.twice_v1)"),
        ("create view v as from memory.rolloutdiff.far", "view main.v (uses rolloutdiff.far)"),
        ('create view "V ""1" as from rolloutdiff.far', 'view "main"."V ""1" (uses rolloutdiff.far)'),
        (
            "create macro m(a) as table from rolloutdiff.above_v1(a)",
            "table macro main.m (uses rolloutdiff.above_v1)",
        ),
        (
            "create macro m(a) as a, (a, b) as rolloutdiff.twice_v1(a)",
            "macro main.m (uses rolloutdiff.twice_v1)",
        ),
        ("create view v as from query_table('rolloutdiff.far')", "view main.v (uses rolloutdiff.far)"),
        ("create index i on rolloutdiff.point (x)", "index rolloutdiff.i (uses rolloutdiff.point)"),
        ("create view rolloutdiff.v as from rolloutdiff.far", "view rolloutdiff.v (uses rolloutdiff.far)"),
        (
            "attach ':memory:' as other; create view other.v as from memory.rolloutdiff.far",
            "view other.main.v (uses rolloutdiff.far)",
        ),
    ],
)
def test_objects_of_others_that_use_ours_stop_it(
    con: duckdb.DuckDBPyConnection, tree: Path, statement: str, listed: str
) -> None:
    install(con, root=tree)
    con.execute(statement)
    before = catalogue(con)
    with pytest.raises(HasDependants) as caught:
        uninstall(con, drop_data=True)
    assert f"because an object that is not ours uses it: {listed}." in caught.value.message
    assert catalogue(con) == before


def test_search_path_hides_no_dependant(con: duckdb.DuckDBPyConnection, tree: Path) -> None:
    install(con, root=tree)
    con.execute("set search_path = 'rolloutdiff,main'; create view main.v as select * from far")
    with pytest.raises(HasDependants, match=r"view main\.v \(uses rolloutdiff\.far\)"):
        uninstall(con)


def test_dependants_of_dependants_are_listed_too(con: duckdb.DuckDBPyConnection, tree: Path) -> None:
    install(con, root=tree)
    con.execute(
        "create view a as from rolloutdiff.far; create view b as from a; create macro c() as table from b"
    )
    with pytest.raises(HasDependants) as caught:
        uninstall(con)
    assert "3 objects" in caught.value.message
    for text in (
        "view main.a (uses rolloutdiff.far)",
        "view main.b (uses main.a)",
        "macro main.c (uses main.b)",
    ):
        assert text in caught.value.message


@pytest.mark.parametrize(
    "statement",
    [
        "create table far (x integer); create view v as from far",
        "create view v as with far as (select 1 as x) select * from far",
        "create view v as select 'rolloutdiff.far' as x -- rolloutdiff.far",
        "create macro twice_v1(a) as a; create view v as select twice_v1(1) as x",
        "create table point (x integer); create index i on point (x)",
        "attach ':memory:' as other; create schema other.rolloutdiff; "
        "create table other.rolloutdiff.far (x integer); create view other.v as from other.rolloutdiff.far",
    ],
)
def test_what_only_looks_like_a_use_of_ours_does_not_stop_it(
    con: duckdb.DuckDBPyConnection, tree: Path, statement: str
) -> None:
    con.execute(statement)
    before = catalogue(con)
    install(con, root=tree)
    uninstall(con)
    assert catalogue(con) == before


def test_what_others_put_into_the_schema_stays(con: duckdb.DuckDBPyConnection, tree: Path) -> None:
    install(con, root=tree)
    con.execute("create table rolloutdiff.mine as select 1 as x; create sequence rolloutdiff.numbers")
    done = uninstall(con)
    assert done.others == (("mine", "table"), ("numbers", "sequence"))
    assert "drop schema" not in done.script()
    assert con.execute("from rolloutdiff.mine").fetchall() == [(1,)]
    assert [row[1] for row in catalogue(con) if row[0] != "schema"] == ["rolloutdiff.mine"]
    with pytest.raises(SchemaNotOurs):
        install(con, root=tree)


def test_object_of_another_kind_under_our_name_is_not_dropped(
    con: duckdb.DuckDBPyConnection, tree: Path
) -> None:
    install(con, root=tree)
    con.execute("drop view rolloutdiff.far; create table rolloutdiff.far (x integer)")
    with pytest.raises(NameTaken, match="'far' in schema 'rolloutdiff'"):
        uninstall(con, drop_data=True)
    assert ("far",) in con.execute("select table_name from duckdb_tables()").fetchall()


def test_object_that_is_gone_already_is_no_trouble(con: duckdb.DuckDBPyConnection, tree: Path) -> None:
    install(con, root=tree)
    con.execute("drop view rolloutdiff.far")
    assert "far" not in dict(uninstall(con).objects)


def test_what_is_not_ours_or_cannot_be_written_is_refused(
    con: duckdb.DuckDBPyConnection, make_tree, tmp_path: Path
) -> None:
    con.execute("create schema lab")
    with pytest.raises(SchemaNotOurs):
        uninstall(con, "lab")
    install(con, root=make_tree(schema_version=99))
    with pytest.raises(WarehouseNewer):
        uninstall(con)
    path = tmp_path / "w.duckdb"
    with duckdb.connect(str(path)) as own:
        install(own)
    with duckdb.connect(str(path), read_only=True) as own, pytest.raises(ReadOnlyWarehouse):
        uninstall(own)


def test_open_transaction_of_the_caller_is_neither_seen_nor_ended(
    con: duckdb.DuckDBPyConnection, tree: Path
) -> None:
    install(con, root=tree)
    con.execute("create table mine (x integer); begin; insert into mine values (1)")
    uninstall(con)
    con.execute("insert into mine values (2); commit")
    assert con.execute("from mine").fetchall() == [(1,), (2,)]


def test_schema_in_use_can_be_removed(con: duckdb.DuckDBPyConnection, tree: Path) -> None:
    install(con, root=tree)
    con.execute("use rolloutdiff")
    uninstall(con)
    con.execute("use main")
    assert [row for row in catalogue(con) if row[1] != "main"] == []


def test_many_tables_with_rows_are_told_by_the_largest() -> None:
    rows = {f"table_{i}": i * 1000 for i in range(1, 8)}
    planned = Removal(catalog="w", schema="s", objects=(), rows=rows, dependants=(), taken=(), others=())
    with pytest.raises(HoldsData) as caught:
        planned.check(drop_data=False)
    assert caught.value.message == (
        "Tables of schema 's' in database 'w' hold 28,000 rows: table_7 7,000, table_6 6,000, table_5 5,000,"
        " table_4 4,000, table_3 3,000 and 2 more."
    )
