"""Doctor: what it finds, what it leaves alone, and that it changes nothing."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from rolloutdiff import doctor as public_doctor
from rolloutdiff.errors import SchemaNotOurs, WarehouseError, WarehouseNewer
from rolloutdiff.warehouse.doctor import doctor
from rolloutdiff.warehouse.install import install
from rolloutdiff.warehouse.upgrade import upgrade

AWKWARD = ['my "own" schema', "select", "memory_", "ROLLOUTDIFF", "rolloutdiff_model", "it's"]


def codes(
    con: duckdb.DuckDBPyConnection, root: Path, schema: str = "rolloutdiff"
) -> list[tuple[str, str, str]]:
    return [(item.code, item.kind, item.name) for item in doctor(con, schema, root=root)]


@pytest.mark.parametrize("schema", ["rolloutdiff", *AWKWARD])
def test_fresh_installation_is_well_under_any_name(schema: str) -> None:
    with duckdb.connect() as con:
        install(con, schema)
        assert public_doctor(con, schema) == ()


@pytest.mark.parametrize("storage", ["v1.0.0", "v1.2.0", "v1.4.0", "latest"])
def test_installation_is_well_after_it_was_closed_and_opened(tmp_path: Path, storage: str) -> None:
    path = tmp_path / "w.duckdb"
    with duckdb.connect(str(path), config={"storage_compatibility_version": storage}) as con:
        install(con, "lab")
        con.execute("checkpoint")
    with duckdb.connect(str(path), read_only=True) as con:
        assert doctor(con, "lab") == ()


@pytest.mark.parametrize(
    ("harm", "found"),
    [
        ("drop view rolloutdiff.far", ("missing", "view", "far")),
        ("create or replace view rolloutdiff.far as select 1 as x", ("drift", "view", "far")),
        ("create or replace macro rolloutdiff.twice_v1(p_x) as p_x * 3", ("drift", "macro", "twice_v1")),
        ("create or replace macro rolloutdiff.twice_v1(p_y) as p_y * 2", ("drift", "macro", "twice_v1")),
        ("create or replace macro rolloutdiff.twice_v1(p_x := 1) as p_x * 2", ("drift", "macro", "twice_v1")),
        (
            "create or replace macro rolloutdiff.above_v1(p_x := 1) as table "
            "select rolloutdiff.twice_v1(p.x) as x from rolloutdiff.point as p where p.x > p_x",
            ("drift", "table_macro", "above_v1"),
        ),
        (
            "create or replace macro rolloutdiff.twice_v1(p_x) as p_x * 2, (p_x, p_y) as p_x",
            ("drift", "macro", "twice_v1"),
        ),
        ("alter table rolloutdiff.point add column y integer", ("drift", "table", "point")),
        ("alter table rolloutdiff.point alter label drop default", ("drift", "table", "point")),
        (
            "drop view rolloutdiff.far; create table rolloutdiff.far (x integer)",
            ("drift", "view", "far"),
        ),
        ("comment on view rolloutdiff.far is null", ("comment", "view", "far")),
        ("comment on macro rolloutdiff.twice_v1 is 'mine'", ("comment", "macro", "twice_v1")),
        ("comment on column rolloutdiff.point.x is null", ("comment", "table", "point")),
        ("create view rolloutdiff.mine as select 1", ("foreign", "view", "mine")),
        ("create table rolloutdiff.mine (x integer)", ("foreign", "table", "mine")),
        ("create macro rolloutdiff.mine() as 1", ("foreign", "macro", "mine")),
        ("create sequence rolloutdiff.mine", ("foreign", "sequence", "mine")),
        ("create type rolloutdiff.mine as enum ('a')", ("foreign", "type", "mine")),
        ("create index mine on rolloutdiff.point (x)", ("foreign", "index", "mine")),
        ("update rolloutdiff.object set sha256 = 'x' where name = 'far'", ("outdated", "view", "far")),
    ],
)
def test_each_harm_is_found_and_nothing_else(
    con: duckdb.DuckDBPyConnection, tree: Path, harm: str, found: tuple[str, str, str]
) -> None:
    install(con, root=tree)
    assert codes(con, tree) == []
    con.execute(harm)
    assert codes(con, tree) == [found]
    assert codes(con, tree) == [found]
    (finding,) = doctor(con, root=tree)
    assert finding.message.endswith(".") and finding.hint.endswith(".")


DEFAULTS = [
    ("p_x, p_by := 2", "p_x, p_by := 3", "p_x * p_by"),
    ("p_x, p_by := 'a, b) (c'", "p_x, p_by := 'a, b) (d'", "p_x || p_by"),
    ("p_x, p_by := e'a\\n\\nLINE 1: (1)'", "p_x, p_by := e'a\\n\\nLINE 1: (2)'", "p_x || p_by"),
    ("p_x, p_by := 2", "p_x, p_by", "p_x * p_by"),
]


@pytest.mark.parametrize("storage", ["v1.0.0", "v1.4.0"])
@pytest.mark.parametrize(("ours", "other", "body"), DEFAULTS)
def test_changed_default_of_a_macro_is_drift(
    tmp_path: Path, make_tree, ours: str, other: str, body: str, storage: str
) -> None:
    made = "create macro rolloutdiff.twice_v1({}) as {};\n"
    tree = make_tree(twice_v1=made.format(ours, body), above_v1=None, far=None)
    path = str(tmp_path / "w.duckdb")
    with duckdb.connect(path, config={"storage_compatibility_version": storage}) as con:
        install(con, "my lab", root=tree)
        con.execute("checkpoint")
    with duckdb.connect(path) as con:
        assert codes(con, tree, "my lab") == []
        con.execute(
            made.format(other, body).replace("create", "create or replace").replace("rolloutdiff", '"my lab"')
        )
        assert codes(con, tree, "my lab") == [("drift", "macro", "twice_v1")]
        upgrade(con, "my lab", root=tree)
        assert codes(con, tree, "my lab") == []


def test_row_of_the_registry_that_is_gone_makes_its_object_foreign(
    con: duckdb.DuckDBPyConnection, tree: Path
) -> None:
    install(con, root=tree)
    con.execute("delete from rolloutdiff.object where name = 'far'")
    assert codes(con, tree) == [("foreign", "view", "far")]


def test_object_that_a_later_package_brings_is_missing(con: duckdb.DuckDBPyConnection, make_tree) -> None:
    install(con, root=make_tree(far=None))
    assert codes(con, make_tree()) == [("missing", "view", "far")]


def test_older_schema_is_outdated_as_a_whole(con: duckdb.DuckDBPyConnection, make_tree) -> None:
    install(con, root=make_tree(far=None))
    assert codes(con, make_tree(schema_version=2)) == [("outdated", "schema", "rolloutdiff")]


def test_comments_lost_on_several_columns_are_one_finding(con: duckdb.DuckDBPyConnection, tree: Path) -> None:
    install(con, root=tree)
    con.execute("comment on column rolloutdiff.point.x is null; comment on table rolloutdiff.point is null")
    (finding,) = doctor(con, root=tree)
    assert finding.message == "The comments are lost or changed on the object, column x."


def test_what_is_not_an_installation_of_ours_is_refused(con: duckdb.DuckDBPyConnection, make_tree) -> None:
    with pytest.raises(WarehouseError, match="There is no schema 'lab'"):
        doctor(con, "lab")
    con.execute("create schema lab")
    with pytest.raises(SchemaNotOurs):
        doctor(con, "lab")
    install(con, root=make_tree(schema_version=7))
    with pytest.raises(WarehouseNewer, match="has version 7; this package knows 1"):
        doctor(con, root=make_tree())
