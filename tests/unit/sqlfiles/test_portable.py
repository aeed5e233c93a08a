"""Files for another engine: what is rewritten, and that everything else is refused by its name."""

from __future__ import annotations

import pytest

from rolloutdiff.errors import NotPortable
from rolloutdiff.sqlfiles import load_all
from rolloutdiff.sqlfiles.portable import portable_statements


@pytest.mark.parametrize("name", [f.name for f in load_all(kinds=("stage",)) if f.header.portable], ids=str)
def test_every_stage_marked_portable_is_carried_over(name: str) -> None:
    assert portable_statements(name)


def test_unmarked_file_is_refused_by_name() -> None:
    with pytest.raises(
        NotPortable, match=r"stages/lexical_read\.sql cannot run .* its header says portable: no"
    ):
        portable_statements("lexical_read")


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("select list(t.a) as a from t;", r"it uses 'ARRAY_AGG\(t\.a\)' \(ArrayAgg\)"),
        ("select md5_number(t.a) as a from t;", r"MD5_NUMBER"),
        ("select hash(t.a) as a from t;", r"HASH\(t\.a\)"),
        ("select string_agg(t.a, ',' order by t.b) as a from t;", r"order by|ORDER BY"),
        ("select sum(t.a order by t.b, t.c) as a from t;", r"\(Order\)"),
        ("select distinct on (t.a) t.b from t;", r"\(Distinct\)"),
        ("select generate_subscripts(t.a, 2) as a from t;", r"generate_subscripts|GENERATE_SUBSCRIPTS"),
        ("select t.a[t.b] as a from t;", r"t\.a\[t\.b\]"),
        ("select t.a[1:2] as a from t;", r"t\.a\[1 ?: ?2\]"),
        ("select t.a from other.t as t;", r"it names the table other\.t"),
        ("select t.a from read_csv('x') as t;", r"read_csv|READ_CSV|ReadCSV"),
        ("select median(t.a) as a from t;", r"\(Median\)"),
        ("select cast(t.a as json) as a from t;", r"it has the type JSON"),
        ("select (t.a / 2)::integer as a from t;", r"\(Cast\)"),
        ("select 0.5::integer as a;", r"\(Cast\)"),
        ("delete from t;", r"statement Delete"),
        (
            "with x as (select 1 as a) select y.a from (with x as (select 2 as a) select x.a from x) as y;",
            "x, x",
        ),
    ],
)
def test_what_has_no_known_equal_is_refused(write, tree, body: str, complaint: str) -> None:
    write("stage", "odd", body, portable="yes")
    with pytest.raises(
        NotPortable, match=rf"SQL file stages/odd\.sql cannot run on another engine: .*{complaint}"
    ):
        portable_statements("odd", tree)


@pytest.mark.parametrize(
    ("body", "query"),
    [
        ("select t.a[1] as a from t;", "SELECT GET(t.a, 0) AS a FROM t"),
        ("select t.a // 3 as a, t.a / 3 as b from t;", "SELECT t.a DIV 3 AS a, t.a / 3 AS b FROM t"),
        ("select strlen(t.a) as a from t;", "SELECT OCTET_LENGTH(t.a) AS a FROM t"),
        ("select 0.5 as a;", "SELECT CAST('0.5' AS DOUBLE) AS a"),
        ("select t.a::hugeint as a from t;", "SELECT CAST(t.a AS DECIMAL(38, 0)) AS a FROM t"),
        (
            "select t.a from rolloutdiff.t as t order by t.a;",
            "SELECT t.a FROM t AS t ORDER BY t.a NULLS LAST",
        ),
        (
            "select unnest(t.a) as a, unnest(t.a[2:]) as b from t where t.c = $c;",
            "SELECT spread.item_1 AS a, spread.item_2 AS b FROM t LATERAL VIEW"
            " INLINE(ARRAYS_ZIP(t.a, SLICE(t.a, 2, SIZE(t.a)))) spread AS item_1, item_2 WHERE t.c = :c",
        ),
    ],
)
def test_what_is_written_in_another_way(write, tree, body: str, query: str) -> None:
    write("stage", "plain", body, portable="yes")
    (statement,) = portable_statements("plain", tree)
    assert (statement.act, statement.query) == ("give", query)


def test_tables_are_made_filled_and_dropped(write, tree) -> None:
    write(
        "table", "point", "create table rolloutdiff.point (a integer not null, b varchar[]);", portable="yes"
    )
    write(
        "stage",
        "acts",
        "create or replace temp table t (a bigint, b varchar);\n"
        "create or replace temp table u as select t.a from t order by t.a;\n"
        "insert into rolloutdiff.point with x as (select t.a from t) select x.a, $b from x;\n"
        "drop table t;\n",
        portable="yes",
    )
    found = [(s.act, s.table, s.columns, s.query, s.params) for s in portable_statements("acts", tree)]
    assert found == [
        ("make", "t", (("a", "bigint"), ("b", "string")), "", frozenset()),
        ("make", "u", (), "SELECT t.a FROM t", frozenset()),
        (
            "add",
            "point",
            (("a", "int"), ("b", "array<string>")),
            "WITH x AS (SELECT t.a FROM t) SELECT x.a, :b FROM x",
            frozenset({"b"}),
        ),
        ("drop", "t", (), "", frozenset()),
    ]


def test_query_of_a_macro_takes_the_place_of_its_call(write, tree) -> None:
    write(
        "table_macro",
        "above_v1",
        "create macro rolloutdiff.above_v1(p_least, p_all) as table (\n"
        "    select t.a from t where t.a >= p_least or p_all\n);\n",
        params="p_least BIGINT: bound; p_all BOOLEAN: no bound",
        returns="a: value",
        portable="yes",
    )
    write("stage", "caller", "select m.a from rolloutdiff.above_v1($least, false) as m;", portable="yes")
    (statement,) = portable_statements("caller", tree)
    assert statement.query == "SELECT m.a FROM (SELECT t.a FROM t WHERE t.a >= :least OR FALSE) AS m"
