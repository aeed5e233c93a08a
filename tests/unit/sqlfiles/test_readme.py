"""The description of the SQL objects, written from their headers."""

from __future__ import annotations

from pathlib import Path

import pytest

from rolloutdiff.errors import WarehouseError
from rolloutdiff.sqlfiles import readme


def test_every_kind_is_described(tree: Path, write) -> None:
    write("table", "point", "create table rolloutdiff.point (x integer, y map(varchar, double));\n",
          returns="x: place; y: parts a|b")  # fmt: skip
    write("macro", "twice_v1", "create macro rolloutdiff.twice_v1(p_x) as p_x * 2;\n",
          params="p_x INTEGER: value", returns="the doubled value")  # fmt: skip
    write("stage", "fill", "insert into rolloutdiff.point select $x, null;\n",
          params="x INTEGER: place", requires="point")  # fmt: skip
    text = readme.render(tree)
    assert "Schema `rolloutdiff`, version 1. DuckDB 1.4.0 or later." in text
    assert (
        "### `point`\n\nThe table point.\n\n| column | type | meaning |\n| --- | --- | --- |\n"
        "| `x` | INTEGER | place |\n| `y` | MAP(VARCHAR, DOUBLE) | parts a\\|b |\n\n"
        "Version 1, since 0.1.0. Uses: none.\n"
    ) in text
    assert (
        "### `twice_v1(p_x)`\n\nThe macro twice_v1.\n\n| parameter | type | meaning |\n| --- | --- | --- |\n"
        "| `p_x` | INTEGER | value |\n\n| column | type | meaning |\n| --- | --- | --- |\n"
        "| `value` | INTEGER | the doubled value |\n"
    ) in text
    assert "| `fill` | The stage fill. | `x` INTEGER: place | none | `point` |\n" in text
    assert "## Views" not in text
    assert text.endswith("|\n")


def test_columns_of_views_and_table_macros_tell_where_they_come_from(tree: Path, write) -> None:
    write(
        "table",
        "point",
        "create table rolloutdiff.point (x integer, y double);\n",
        returns="x: place; y: height",
    )
    query = "select p.x + p.y as z, count(*) as n, 1 as one from rolloutdiff.point as p group by all"
    body = "create {} as {}" + query + "{};\n"
    returns = {"returns": "z: sum; n: points; one: constant", "requires": "point"}
    write("view", "flat", body.format("view rolloutdiff.flat", "", ""), **returns)
    write("table_macro", "flat_v1", body.format("macro rolloutdiff.flat_v1()", "table (", ")"), **returns)
    wanted = (
        "| column | type | meaning | from |\n| --- | --- | --- | --- |\n"
        "| `z` | DOUBLE | sum | `point.x`, `point.y` |\n"
        "| `n` | BIGINT | points | rows of `point` |\n"
        "| `one` | INTEGER | constant |  |\n"
    )
    assert readme.render(tree).count(wanted) == 2


def test_main_writes_beside_the_files(tree: Path, write, monkeypatch: pytest.MonkeyPatch) -> None:
    write("table", "point", "create table rolloutdiff.point (x integer);\n", returns="x: place")
    monkeypatch.setattr(readme, "sql_root", lambda: tree)
    monkeypatch.setattr(readme, "render", lambda: "# text\n")
    readme.main()
    assert (tree / "README.md").read_text(encoding="utf-8") == "# text\n"


def test_files_that_duckdb_refuses_are_not_described(tree: Path, write) -> None:
    write("table", "point", "create table rolloutdiff.point (x nothing);\n")
    with pytest.raises(WarehouseError, match=r"tables/point\.sql cannot be described: .*nothing"):
        readme.render(tree)
