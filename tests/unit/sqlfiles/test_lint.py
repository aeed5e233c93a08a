"""The gate for SQL files: what it lets through, and what it finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from rolloutdiff.errors import WarehouseError
from rolloutdiff.sqlfiles.lint import lint_all

TABLE = "create table rolloutdiff.point (\n    run varchar,\n    n integer,\n    x double\n);\n"
COLUMNS = "run: run; n: count; x: value"

CLEAN = {
    "order inside a float sum": "select sum(p.x order by p.x, p.n) as total from rolloutdiff.point as p;\n",
    "integers by a cast": "select sum(p.n::bigint * (p.n::int + 1)) as total from rolloutdiff.point as p;\n",
    "order of a window": "select sum(p.x) over (order by p.n) as total from rolloutdiff.point as p;\n",
    "filter": "select sum(p.x order by p.n) filter (where p.n > 0) as total from rolloutdiff.point as p;\n",
    "sort by an output column": "select p.n + 1 as total from rolloutdiff.point as p order by total;\n",
    "sort of a union": "select 1 as total union all select p.n from rolloutdiff.point as p order by total;\n",
    "lambda and its variable": "select list_transform([1], lambda y: y + p.n) as total\n"
    "from rolloutdiff.point as p;\n",
    "count of rows": "select count(*) as total from rolloutdiff.point as p;\n",
    "row as a value": "select to_json(p) as total from rolloutdiff.point as p;\n",
    "common table expression": "with\n-- one row per run\n"
    "period as (select p.run as total from rolloutdiff.point as p)\n"
    "select d.total from period as d;\n",
    "json arrow": "select '{}'::json -> '$.a' as total from rolloutdiff.point as p;\n",
}

# Each body has one fault; the line is counted in the body.
FAULTY = [
    ("select n as total from rolloutdiff.point as p;", 1, "column 'n' must be qualified by an alias"),
    ("select p.n as total\nfrom rolloutdiff.point as p\nwhere x > 1;", 3, "column 'x' must be qualified"),
    ("select * from rolloutdiff.point as p;", 1, "a view must list its columns"),
    ("select p.* from rolloutdiff.point as p;", 1, "a view must list its columns"),
    (
        "select p.n as total from (select\n    * from rolloutdiff.point as q) as p;",
        2,
        "must list its columns",
    ),
    ("select sum(p.x) as total from rolloutdiff.point as p;", 1, "sum() must have an `order by`"),
    (
        "select sum(p.n::bigint * p.x) as total from rolloutdiff.point as p;",
        1,
        "sum() must have an `order by`",
    ),
    (
        "select max(sum(p.x)) over (order by p.n) as total from rolloutdiff.point as p group by p.n;",
        1,
        "sum() must",
    ),
    ("select avg(p.x) as total from rolloutdiff.point as p;", 1, "avg() must have an `order by`"),
    ("select fsum(p.x) as total from rolloutdiff.point as p;", 1, "fsum() must have an `order by`"),
    ("select stddev_samp(p.x) as total from rolloutdiff.point as p;", 1, "stddev_samp() must have"),
    ("select sum(p.x) over (partition by p.run) as total from rolloutdiff.point as p;", 1, "sum() must have"),
    ("select list(p.n) as total from rolloutdiff.point as p;", 1, "() must have an `order by`"),
    ("select string_agg(p.run, ',') as total from rolloutdiff.point as p;", 1, "() must have an `order by`"),
    ("select first(p.n) as total from rolloutdiff.point as p;", 1, "first() must have an `order by`"),
    ("select list_transform([p.n], y -> y + 1) as total from rolloutdiff.point as p;", 1, "`lambda x: ...`"),
    (
        "select rolloutdiff_answer(p.run) as total from rolloutdiff.point as p;",
        1,
        "may be called in stages only",
    ),
    ("select p.n as total from memory.rolloutdiff.point as p;", 1, "never by a catalog"),
    ("select p.n as total from rolloutdiff.point as rolloutdiff;", 1, "must not be the name of anything"),
    (
        "select p.n as total from rolloutdiff.point as p where p.run <> 'rolloutdiff.x';",
        1,
        "hides the schema",
    ),
    ("SELECT p.n as total from rolloutdiff.point as p;", 1, "'SELECT' must be lower-case"),
    ("select p.n as Total from rolloutdiff.point as p;", 1, "'Total' must be lower-case"),
    ("select\n  p.n as total from rolloutdiff.point as p;", 2, "multiple of four spaces"),
    ("select\n\tp.n as total from rolloutdiff.point as p;", 2, "no tab"),
    ("select p.n as total \nfrom rolloutdiff.point as p;", 1, "no space at the end"),
    ("select p.n as total from rolloutdiff.point as p; select 1;", 1, "only a stage may have more than one"),
    ("select p.n as total from rolloutdiff.point as p, point as q;", 1, "'point' must be qualified"),
    ("select p.n as total from rolloutdiff.point as p, elsewhere as q;", 1, "neither an object of ours nor"),
    (
        "with period as (select 1 as a)\nselect p.n as total from rolloutdiff.point as p, period as d;",
        1,
        "'period' must have a comment above it",
    ),
    ("select p.n as total from rolloutdiff.point as p, rolloutdiff.line as l;", 1, "not named by header key"),
    ("select p.m as total from rolloutdiff.point as p;", 1, "DuckDB refuses it: Binder Error"),
    ("select p.n as total, from where;", 1, "DuckDB refuses it: Parser Error"),
    ("select p.n as amount from rolloutdiff.point as p;", 1, "missing ['amount'], unknown ['total']"),
    ("select 'open from rolloutdiff.point as p;", 1, "cannot be split into tokens"),
]


def view(write, body: str, **changed: str) -> None:
    write("table", "point", TABLE, returns=COLUMNS)
    head = "create view rolloutdiff.period_total as\n"
    write("view", "period_total", head + body, **({"returns": "total: sum", "requires": "point"} | changed))


@pytest.mark.parametrize("body", CLEAN.values(), ids=CLEAN.keys())
def test_clean_view_has_no_finding(tree: Path, write, body: str) -> None:
    view(write, body)
    assert lint_all(tree) == []


@pytest.mark.parametrize(("body", "line", "message"), FAULTY, ids=[body[:60] for body, *_ in FAULTY])
def test_fault_is_found_with_its_line(tree: Path, write, body: str, line: int, message: str) -> None:
    view(write, body + "\n")
    found = [f for f in lint_all(tree) if message in f.message]
    # Nine lines of header and one of `create view` stand before the body. What DuckDB says, and what is
    # said of the file as a whole, stands at the statement.
    whole = "DuckDB" in message or message.startswith(("only", "missing", "cannot"))
    assert [(f.path, f.line) for f in found] == [("views/period_total.sql", 10 if whole else line + 10)]
    assert str(found[0]).startswith(f"{found[0].path}:{found[0].line}: ")


def macro(write, body: str, name: str = "shift_v1", kind: str = "macro", **changed: str) -> None:
    keys = {"params": "p_x DOUBLE: value; p_by DOUBLE: by how much", "returns": "the shifted value"}
    write("table", "point", TABLE, returns=COLUMNS)
    write(kind, name, body, **(keys | changed))


@pytest.mark.parametrize(
    ("kind", "body", "changed"),
    [
        ("macro", "create macro rolloutdiff.shift_v1(p_x, p_by) as p_x + p_by;\n", {}),
        # Defaults are what sqlglot cannot parse in a head.
        ("macro", "create macro rolloutdiff.shift_v1(p_x, p_by := 1) as\n    p_x + p_by;\n", {}),
        (
            "table_macro",
            "create macro rolloutdiff.shift_v1(p_x, p_by := 1.0) as table\n"
            "select p.x + p_x as x, p_by as by from rolloutdiff.point as p;\n",
            {"returns": "x: value; by: amount", "requires": "point"},
        ),
        (
            "table_macro",
            "create macro rolloutdiff.shift_v1(p_x, p_by) as table (\n"
            "    with\n    -- one row\n    one as (select 1 as n)\n"
            "    select o.n + p_x + p_by as x from one as o\n);\n",
            {"returns": "x: value"},
        ),
    ],
)
def test_clean_macro_has_no_finding(tree: Path, write, kind: str, body: str, changed: dict[str, str]) -> None:
    macro(write, body, kind=kind, **changed)
    assert lint_all(tree) == []


@pytest.mark.parametrize(
    ("body", "changed", "message"),
    [
        ("create macro rolloutdiff.shift_v1(x, p_by) as x + p_by;", {}, "parameter 'x' must begin with p_"),
        (
            "create macro rolloutdiff.shift_v1(p_x double, p_by) as p_x + p_by;",
            {},
            "'p_x' must not have a type",
        ),
        (
            "create or replace macro rolloutdiff.shift_v1(p_x, p_by) as p_x + p_by;",
            {},
            "must begin with `create",
        ),
        ("create macro if not exists rolloutdiff.shift_v1(p_x, p_by) as p_x;", {}, "must begin with `create"),
        ("create macro rolloutdiff.shift_v2(p_x, p_by) as p_x;", {}, "must begin with `create macro"),
        (
            "create macro rolloutdiff.shift_v1(p_x, p_by) as p_x + p_by;",
            {"version": "2"},
            "must end in its version, _v2",
        ),
        (
            "create macro rolloutdiff.shift_v1(p_x) as p_x;",
            {},
            "documents ['p_x', 'p_by'], the macro has ['p_x']",
        ),
        (
            "create macro rolloutdiff.shift_v1(p_x, p_by) as p_x + p_by + p_z;",
            {},
            "column 'p_z' must be qualified",
        ),
        ("create macro rolloutdiff.shift_v1(p_x, p_by) as table select p_x as x;", {}, "DuckDB refuses it"),
        (
            "create macro rolloutdiff.shift_v1(p_x, p_by) as p_x + shift_v1(p_x);",
            {},
            "macro shift_v1 must be qualified",
        ),
        (
            "create macro rolloutdiff.shift_v1(p_x, p_by) as p_x + rolloutdiff_answer(p_by);",
            {},
            "in stages only",
        ),
    ],
)
def test_faulty_macro_is_found(tree: Path, write, body: str, changed: dict[str, str], message: str) -> None:
    macro(write, body + "\n", **changed)
    assert [f.path for f in lint_all(tree) if message in f.message] == ["macros/shift_v1.sql"]


def test_stage_may_use_parameters_python_functions_and_temporary_tables(tree: Path, write) -> None:
    write("table", "point", TABLE, returns=COLUMNS)
    body = (
        "create or replace temp table answer as\n"
        "select s.run, rolloutdiff_answer(s.response) as text from staged as s;\n\n"
        "insert into rolloutdiff.point (run, n)\nselect a.run, $n from answer as a where a.run = $run;\n\n"
        "insert into rolloutdiff.point (run)\nselect c.line from read_csv($files, header = false) as c;\n\n"
        "update rolloutdiff.point as p set x = $n where p.run = $run;\n\n"
        "delete from rolloutdiff.point as p where p.x is null;\n"
    )
    write(
        "stage",
        "fill",
        body,
        params="files VARCHAR[]: files; n INTEGER: count; run VARCHAR: run",
        requires="point",
    )
    assert lint_all(tree) == []


def test_stage_documents_exactly_its_parameters(tree: Path, write) -> None:
    write("table", "point", TABLE, returns=COLUMNS)
    body = "delete from rolloutdiff.point as p where p.run = $run and p.n = $n;\n"
    write("stage", "fill", body, params="m INTEGER: count; run VARCHAR: run", requires="point")
    assert [f.message for f in lint_all(tree)] == [
        "header key 'params' documents ['m', 'run'], used are ['n', 'run']"
    ]


def test_check_must_hold_on_empty_tables(tree: Path, write) -> None:
    write("table", "point", TABLE, returns=COLUMNS)
    write("check", "good", "select p.run from rolloutdiff.point as p where p.n < $n;\n",
          params="n INTEGER: least", requires="point")  # fmt: skip
    write("check", "bad", "select count(*) as n from rolloutdiff.point as p;\n", requires="point")
    assert [(f.path, f.message) for f in lint_all(tree)] == [
        ("checks/bad.sql", "DuckDB refuses it: The check finds something in empty tables.")
    ]


def test_requires_is_exact_and_sorted(tree: Path, write) -> None:
    write("table", "point", TABLE, returns=COLUMNS)
    write("table", "line", TABLE.replace("point", "line"), returns=COLUMNS)
    body = "create view rolloutdiff.both as\nselect p.n from rolloutdiff.point as p, rolloutdiff.line as l;\n"
    write("view", "both", body, returns="n: count", requires="point, line")
    assert [f.message for f in lint_all(tree)] == ["header key 'requires' must be in alphabetical order"]
    write("view", "other", body.replace("both", "other"), returns="n: count", requires="both, line, point")
    other = [f for f in lint_all_again(tree) if f.path == "views/other.sql"]
    assert "header key 'requires' names 'both', which is not used" in [f.message for f in other]


def test_what_may_be_absent_is_dropped_by_its_full_name(tree: Path, write) -> None:
    body = "drop table if exists temp.main.kept;\n\nselect 1 as n;\n\ndrop table if exists kept;\n"
    write("stage", "clear", body, returns="none")
    (found,) = lint_all(tree)
    assert (found.path, found.line) == ("stages/clear.sql", 14)
    assert found.message == "kept may be a user's: write temp.main.kept"


def test_view_uses_no_view(tree: Path, write) -> None:
    view(write, "select p.n as total\nfrom rolloutdiff.point as p;\n")
    body = "create view rolloutdiff.all_total as\nselect t.total\nfrom rolloutdiff.period_total as t;\n"
    write("view", "all_total", body, returns="total: sum", requires="period_total")
    (found,) = lint_all(tree)
    assert (found.path, found.line) == ("views/all_total.sql", 10)
    assert found.message == "view period_total: a view that uses another may fail in IMPORT DATABASE"


def lint_all_again(tree: Path):
    """Files are cached by root; a link is another root."""
    link = tree.parent / f"{tree.name}-again"
    link.symlink_to(tree)
    return lint_all(link)


def test_table_must_create_itself(tree: Path, write) -> None:
    write("table", "point", TABLE.replace("point", "line"), returns=COLUMNS)
    messages = [f.message for f in lint_all(tree)]
    assert "the statement must begin with `create table rolloutdiff.point`" in messages


def test_file_ends_with_a_newline(tree: Path, write) -> None:
    write("table", "point", TABLE.rstrip("\n"), returns=COLUMNS)
    assert [f.message for f in lint_all(tree)] == ["the file must end with a newline"]


def test_circle_is_a_finding(tree: Path, write) -> None:
    for name, other in (("a", "b"), ("b", "a")):
        body = f"create view rolloutdiff.{name} as\nselect o.n from rolloutdiff.{other} as o;\n"
        write("view", name, body, returns="n: count", requires=other)
    assert any("use each other in a circle" in f.message for f in lint_all(tree))


def test_header_error_stops_the_gate(tree: Path, write) -> None:
    write("table", "point", TABLE, version="one")
    with pytest.raises(WarehouseError, match="header key 'version'"):
        lint_all(tree)
