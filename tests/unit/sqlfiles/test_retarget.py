"""Our SQL in another schema: the schema moves, nothing else does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rolloutdiff.sqlfiles import load_all, quote_identifier, quote_text, references, retarget
from rolloutdiff.sqlfiles.tokens import tokenize

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("select t.a from rolloutdiff.t as t", 'select t.a from "lab".t as t'),
        ('from "rolloutdiff".t, RolloutDiff . t', 'from "lab".t, "lab" . t'),
        ("select rolloutdiff.m_v1(t.a), rolloutdiff.t.a", 'select "lab".m_v1(t.a), "lab".t.a'),
        ("from rolloutdiff.tm_v1(rolloutdiff.m_v1(1))", 'from "lab".tm_v1("lab".m_v1(1))'),
        ("create schema if not exists rolloutdiff", 'create schema if not exists "lab"'),
        ("create schema rolloutdiff;", 'create schema "lab";'),
        ("drop schema if exists rolloutdiff", 'drop schema if exists "lab"'),
        # A cast, an operator and a comment may stand right beside it.
        ("select 1-rolloutdiff.m(1)::int/*x*/+rolloutdiff.m(2)", 'select 1-"lab".m(1)::int/*x*/+"lab".m(2)'),
    ],
)
def test_schema_is_replaced(text: str, moved: str) -> None:
    assert retarget(text, "lab") == moved


@pytest.mark.parametrize(
    "text",
    [
        "select 1 as rolloutdiff",
        "select t.a as rolloutdiff, t.b from x as t order by rolloutdiff",
        "select t.rolloutdiff, t.rolloutdiff.field from x as t",
        "select 'rolloutdiff.t', $$rolloutdiff.t$$, e'\\'rolloutdiff.t', '''rolloutdiff.t'",
        "select 1 -- rolloutdiff.t\n/* rolloutdiff.t */",
        'select "rolloutdiff.t" from x',
        "select rolloutdiff_ast_tokens(t.a), rolloutdiffs.a, my_rolloutdiff.a from x as t",
        "create table if not exists rolloutdiff (a integer)",
        "from other.rolloutdiff.t",
    ],
)
def test_everything_else_stays(text: str) -> None:
    assert retarget(text, "lab") == text


def test_default_schema_is_the_identity_and_loads_no_parser() -> None:
    code = (
        "import sys; from rolloutdiff.sqlfiles import load_all, retarget\n"
        "for file in load_all(): assert retarget(file.text, 'rolloutdiff') is file.text\n"
        "assert not {'sqlglot', 'duckdb'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=20))
def test_any_name_works_in_duckdb(name: str) -> None:
    script = (
        "create schema rolloutdiff; create table rolloutdiff.t as select 'rolloutdiff.t' as a;"
        "create view rolloutdiff.v as select t.a as rolloutdiff from rolloutdiff.t as t;"
    )
    reserved = {"memory", "temp", "system", "main", "information_schema", "pg_catalog"}
    schema = name if name.lower() not in reserved else f"{name}_"
    with duckdb.connect() as con:
        con.execute(retarget(script, schema))
        query = retarget("select v.rolloutdiff from rolloutdiff.v as v", schema)
        assert con.execute(query).fetchall() == [("rolloutdiff.t",)]
        count = "select count(*) from duckdb_schemas() where schema_name = 'rolloutdiff'"
        assert con.execute(count).fetchall() == [(int(schema.lower() == "rolloutdiff"),)]


@given(st.text(max_size=30))
def test_quoting_keeps_every_character(value: str) -> None:
    assert quote_identifier(value)[1:-1].replace('""', '"') == value
    assert quote_text(value)[1:-1].replace("''", "'") == value


@pytest.mark.parametrize("file", load_all(), ids=lambda file: file.path)
def test_shipped_files_move_completely(file) -> None:
    moved = retarget(file.body, "lab")
    assert references(moved) == {}
    assert moved.replace('"lab".', "rolloutdiff.") == file.body


def test_tokens_have_their_places() -> None:
    text = "select é.b,\n  \"C d\" from 'x''y' -- no\n where $p1 >= 1.5"
    tokens = tokenize(text)
    assert [text[t.start : t.end] for t in tokens] == [
        *("select", "é", ".", "b", ",", '"C d"', "from", "'x''y'", "where", "$", "p1", ">=", "1.5")
    ]
    assert [t.line for t in tokens] == [1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3]
    kinds = {t.text: t.kind for t in tokens}
    assert (kinds["C d"], kinds["'x''y'"], kinds["1.5"], kinds["é"]) == ("quoted", "string", "number", "word")


def test_unclosed_text_is_an_error() -> None:
    with pytest.raises(ValueError, match="'"):
        tokenize("select 'open")
