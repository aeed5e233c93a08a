"""Where columns come from: told for objects written here, and compared with sqlglot's own answer for ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from rolloutdiff.errors import WarehouseError
from rolloutdiff.sqlfiles import load_all
from rolloutdiff.sqlfiles.lineage import Lineage

POINT = "create table rolloutdiff.point (\n    run varchar,\n    n integer,\n    x double\n);\n"
LINE = "create table rolloutdiff.line (\n    run varchar,\n    name varchar,\n    y double\n);\n"

SMALL = """create view rolloutdiff.small as
select
    p.run, l.name as title, p.x + coalesce(l.y, 0.0) as total, p.total_n, 'text' as fixed,
    (select max(q.n) from rolloutdiff.point as q) as most
from (select o.run, o.x, o.n as total_n from rolloutdiff.point as o) as p
left join rolloutdiff.line as l on l.run = p.run
where p.x > 0;
"""
LARGE = """create view rolloutdiff.large as
with
-- one row per run
counted as (
    select s.run, count(*) as rows, sum(s.total order by s.title) as total
    from rolloutdiff.small as s
    group by s.run
),
-- one row per run, hiding the one above
both_kinds as (
    select c.run, c.rows as amount from counted as c
    union all
    select l.name, l.y from rolloutdiff.line as l
)
select
    b.run, b.amount, amount * 2 as twice,
    row_number() over (partition by b.run order by t.x) as place,
    list_transform([b.amount], lambda v: v + t.x) as shifted
from both_kinds as b
cross join rolloutdiff.twice_v1(3) as t;
"""
TWICE = """create macro rolloutdiff.twice_v1(p_by) as table (
    select p.x * p_by as x, p_by as factor from rolloutdiff.point as p
);
"""


@pytest.fixture
def lineage(tree: Path, write) -> Lineage:
    write("table", "point", POINT, returns="run: run; n: count; x: value")
    write("table", "line", LINE, returns="run: run; name: name; y: value")
    write("view", "small", SMALL, requires="line, point")
    write("view", "large", LARGE, requires="line, small, twice_v1")
    write("table_macro", "twice_v1", TWICE, params="p_by DOUBLE: factor", requires="point")
    return Lineage(load_all(tree))


def test_a_table_is_its_own_source(lineage: Lineage) -> None:
    assert lineage.columns("line") == {"run": ("line.run",), "name": ("line.name",), "y": ("line.y",)}


def test_joins_subqueries_and_constants(lineage: Lineage) -> None:
    assert lineage.columns("small") == {
        "run": ("point.run",),
        "title": ("line.name",),
        "total": ("line.y", "point.x"),
        "total_n": ("point.n",),
        "fixed": (),
        "most": ("point.n",),
    }


def test_views_macros_common_tables_unions_and_counted_rows(lineage: Lineage) -> None:
    rows = ("line.*", "point.*")
    amount = ("line.*", "line.y", "point.*")
    assert lineage.columns("large") == {
        "run": ("line.name", "point.run"),
        "amount": amount,
        "twice": amount,
        "place": ("line.*", "point.*", "point.x"),
        "shifted": (*amount, "point.x"),
    }
    assert set(rows) < set(amount)


def test_parameters_are_no_source(lineage: Lineage) -> None:
    assert lineage.columns("twice_v1") == {"x": ("point.x",), "factor": ()}


def test_a_name_that_nobody_has(lineage: Lineage) -> None:
    with pytest.raises(WarehouseError, match="no SQL object named 'circle'"):
        lineage.columns("circle")


def test_what_cannot_be_read_is_named(tree: Path, write) -> None:
    write("view", "torn", "create view rolloutdiff.torn as\nselect (1 as x;\n")
    with pytest.raises(WarehouseError, match=r"views/torn\.sql cannot be read"):
        Lineage(load_all(tree)).columns("torn")


FILES = load_all()
VIEWS = [file.name for file in FILES if file.kind == "view"]


@pytest.mark.parametrize("name", VIEWS)
def test_sqlglot_finds_the_same_sources_of_our_views(name: str) -> None:
    import sqlglot
    from sqlglot import exp
    from sqlglot.lineage import lineage as trace

    tables = {f.name: {c.name: "varchar" for c in f.header.columns()} for f in FILES if f.kind == "table"}
    queries = {}
    for file in FILES:
        if file.kind == "view":
            created = sqlglot.parse_one(file.body, read="duckdb")
            assert isinstance(created, exp.Create)
            queries[f"rolloutdiff.{file.name}"] = created.expression.sql("duckdb")
    for column, origins in Lineage(FILES).columns(name).items():
        node = trace(
            column,
            queries[f"rolloutdiff.{name}"],
            schema={"rolloutdiff": tables},
            sources=queries,
            dialect="duckdb",
        )
        leaves = {
            f"{leaf.source.name}.{leaf.name.split('.')[-1]}"
            for leaf in node.walk()
            if isinstance(leaf.source, exp.Table)
        }
        assert leaves == set(origins), column
