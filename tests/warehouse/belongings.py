"""All that a user has in a DuckDB: a warehouse full of awkward names, and a comparison of it."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb

import rolloutdiff
from rolloutdiff.sqlfiles import load_all, quote_identifier


def temporary_names() -> list[str]:
    """Names of the temporary tables that stages make, and of those they are given."""
    made = [re.findall(r"\btemp (?:table|view) (\w+)", file.body) for file in load_all(kinds=("stage",))]
    modules = sorted(Path(rolloutdiff.__file__).parent.rglob("*.py"))
    given = [re.findall(r'\.(?:table|register)\("(\w+)"', m.read_text(encoding="utf-8")) for m in modules]
    return sorted({name for names in (*made, *given) for name in names})


AWKWARD = '''
create schema rolloutdiff;
create table rolloutdiff.object (name varchar, package varchar);
insert into rolloutdiff.object values ('object', 'somebody else');
create table rolloutdiff.rollout (x integer primary key);
create view rolloutdiff.report_run as select r.x from rolloutdiff.rollout as r;
create macro rolloutdiff.step_mean_v1(p_x) as p_x;
create table rollout (rollout_id integer, "a ""b"" c" varchar default 'it''s');
insert into rollout values (1, 'kept');
create table feature as select range as feature_id from range(5);
create table "select" ("from" integer check ("from" > 0), "Größe" double);
create schema "my ""own"" schema";
create table "my ""own"" schema"." leading space" (" " integer);
create table "my ""own"" schema"."rolloutdiff.rollout" (x integer);
create view "my ""own"" schema"."report_alert" as select * from "my ""own"" schema"."rolloutdiff.rollout";
create macro "my ""own"" schema"."jaccard_v1"(a, b := 2) as a + b;
create macro extraction(a) as table select a as x;
create type mood as enum ('sad', 'it''s');
create sequence analysis start 7;
create unique index "an ""index""" on rollout (rollout_id);
comment on table rollout is 'the user''s';
comment on column rollout.rollout_id is 'its number';
comment on view "my ""own"" schema"."report_alert" is 'mine';
comment on type mood is 'a mood';
comment on sequence analysis is 'seven';
comment on macro table extraction is 'one';
create schema "ночь ☃";
create table "ночь ☃"."таблица '☃'" ("столбец" varchar, "end" mood, "\n" integer[]);
insert into "ночь ☃"."таблица '☃'" values ('ё', 'it''s', [1, null]);
create table "ночь ☃".analysis_run (run varchar default nextval('main.analysis')::varchar);
create view "group" as select r.rollout_id as "order" from rollout as r;
create table "my ""own"" schema"."the ""completions""" as
select
    i // 8 + 1 as "global step", 'p' || i % 4 as "the prompt",
    'word' || i % 3 || repeat(' try', i // 100) as "select", (i % 2)::double as "Größe", 'unused' as " "
from range(160) as t(i);
''' + "".join(f"create table main.{name} (kept integer);\n" for name in temporary_names())

# Of a connection alone: none of it is in the file.
OF_A_CONNECTION = (
    'use "my ""own"" schema"',
    "create temp table rollout as select 42 as x",
    "create temp view report_run as select 43 as x",
    "create temp macro step_mean_v1(x) as 44",
    "create temp sequence event start 3",
    'attach \':memory:\' as "other ""lab"""',
    'create schema "other ""lab""".rolloutdiff',
    'create table "other ""lab""".rolloutdiff.rollout as select 45 as x',
    "create secret rollout (type http, extra_http_headers map {'a': 'b'})",
    "set variable analysis = 46",
    "prepare feature as select 47 + $1",
    "set threads = 1",
    "set memory_limit = '1GB'",
    "set temp_directory = ''",
    "set default_order = 'desc'",
    "set default_null_order = 'nulls_first'",
    "set default_collation = 'nocase'",
    "set timezone = 'Asia/Tokyo'",
    "set enable_progress_bar = false",
    "set integer_division = true",
    "set python_scan_all_frames = true",
    "begin transaction",
    'insert into main."select" values (5, 0.5)',
)

# Every catalogue of DuckDB that something of a user can stand in, with the columns that are no more than
# numbers of the running process.
SOURCES = (
    *("schemas", "tables", "views", "columns", "constraints", "indexes", "types", "sequences", "functions"),
    *("databases", "secrets", "variables", "prepared_statements", "settings", "triggers", "dialects"),
)
NUMBERS = ("oid", "constraint_index", "is_bound", "typed_value", "examples")


def _rows(con: duckdb.DuckDBPyConnection, source: str, ours: str | None) -> list[tuple[object, ...]]:
    described = con.execute(f"describe from duckdb_{source}()").fetchall()
    columns = [str(row[0]) for row in described]
    kept = [f'"{name}"::varchar' for name in columns if not name.endswith(NUMBERS)]
    where = ["true"]
    if ours is not None and "schema_name" in columns:
        # What is in our schema of the database in use is ours; all else has to stay.
        where.append("not (schema_name = $ours and database_name = current_database())")
    if source in ("views", "columns"):
        # DuckDB's own views are bound when they are first looked at.
        where.append("not internal")
    query = f"select {', '.join(kept)} from duckdb_{source}() where {' and '.join(where)} order by all"
    return con.execute(query, {"ours": ours} if "$ours" in query else {}).fetchall()


def catalogue(con: duckdb.DuckDBPyConnection, ours: str | None) -> dict[str, object]:
    """Everything in the catalogues but what is in our schema, and the rows of every table.

    Args:
        con: The user's connection.
        ours: Name of our schema; None when there is none.
    """
    known = {row[0] for row in con.execute("select function_name from duckdb_functions()").fetchall()}
    found: dict[str, object] = {
        source: _rows(con, source, ours) for source in SOURCES if f"duckdb_{source}" in known
    }
    tables = con.execute(
        "select database_name, schema_name, table_name from duckdb_tables()"
        " where not (schema_name = $ours and database_name = current_database())",
        {"ours": ours or ""},
    ).fetchall()
    for parts in tables:
        name = ".".join(map(quote_identifier, parts))
        found[name] = con.execute(f"select t.*, t.rowid from {name} as t order by t.rowid").fetchall()
    return found


def belongings(con: duckdb.DuckDBPyConnection, ours: str | None) -> dict[str, object]:
    """`catalogue`, with what holds for the connection, a new cursor of it, and its open transaction."""
    found = catalogue(con, ours)
    found["in use"] = con.execute(
        "select current_database(), current_schema(), current_schemas(false), current_setting('search_path')"
    ).fetchall()
    with con.cursor() as cursor:
        found["settings of a cursor"] = _rows(cursor, "settings", None)
        found["what others see"] = cursor.execute('select count(*) from main."select"').fetchall()
    found["of the transaction"] = con.execute('select count(*) from main."select"').fetchall()
    loaded = "select extension_name, loaded from duckdb_extensions() order by all"
    found["extensions"] = con.execute(loaded).fetchall()
    return found


def _unequal(before: object, after: object) -> tuple[object, object]:
    """Two values; of lists, the rows that only one of them has."""
    if (
        isinstance(before, list)
        and isinstance(after, list)
        and sorted(map(str, before)) != sorted(map(str, after))
    ):
        return [row for row in before if row not in after], [row for row in after if row not in before]
    return before, after


def differences(before: dict[str, object], after: dict[str, object]) -> dict[str, tuple[object, object]]:
    """What is not the same, as (before, after)."""
    return {
        name: _unequal(before.get(name), after.get(name))
        for name in sorted({*before, *after})
        if before.get(name) != after.get(name)
    }
