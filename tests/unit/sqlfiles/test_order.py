"""The order in which objects can be created."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from rolloutdiff.errors import WarehouseError
from rolloutdiff.sqlfiles import INSTALLABLE, creation_order, load_all, references


def test_references_are_found_by_token_with_their_first_line() -> None:
    text = (
        "-- rolloutdiff.commented\nselect 'rolloutdiff.quoted', r.rolloutdiff.field\n"
        'from rolloutdiff.point as r\njoin "ROLLOUTDIFF"."Line" as l on rolloutdiff.f_v1(l.x)\n'
        "where r.x in (select p.x from rolloutdiff.point as p)"
    )
    assert references(text) == {"point": 3, "line": 4, "f_v1": 4}


def test_users_come_after_what_they_use(tree: Path, write) -> None:
    write("view", "a", "create view rolloutdiff.a as select b.x from rolloutdiff.b as b;\n")
    write("view", "b", "create view rolloutdiff.b as select t.x from rolloutdiff.m_v1(1) as t;\n")
    write(
        "table_macro",
        "m_v1",
        "create macro rolloutdiff.m_v1(p) as table select z.x from rolloutdiff.z as z;\n",
    )
    write("table", "z", "create table rolloutdiff.z (x integer);\n")
    write("table", "c", "create table rolloutdiff.c (x integer);\n")
    files = load_all(tree)
    expected = ["c", "z", "m_v1", "b", "a"]
    for shuffled in itertools.permutations(files):
        assert [file.name for file in creation_order(list(shuffled))] == expected


def test_present_objects_need_no_file(tree: Path, write) -> None:
    write("view", "a", "create view rolloutdiff.a as select b.x from rolloutdiff.b as b;\n")
    assert [file.name for file in creation_order(load_all(tree), frozenset({"b"}))] == ["a"]


def test_unknown_object_names_file_and_line(tree: Path, write) -> None:
    write("view", "a", "create view rolloutdiff.a as\nselect b.x\nfrom rolloutdiff.b as b;\n")
    with pytest.raises(WarehouseError, match=r"views/a\.sql, line 12: rolloutdiff\.b does not exist"):
        creation_order(load_all(tree))


def test_circle_is_named(tree: Path, write) -> None:
    write("view", "a", "create view rolloutdiff.a as select b.x from rolloutdiff.b as b;\n")
    write("view", "b", "create view rolloutdiff.b as select a.x from rolloutdiff.a as a;\n")
    write("table", "c", "create table rolloutdiff.c (x integer);\n")
    with pytest.raises(WarehouseError, match="in a circle: a, b"):
        creation_order(load_all(tree))


def test_shipped_objects_have_an_order() -> None:
    files = load_all(kinds=INSTALLABLE)
    place = {file.name: i for i, file in enumerate(creation_order(files))}
    assert sorted(place) == sorted(file.name for file in files)
    assert all(place[used] < place[file.name] for file in files for used in file.header.requires)
