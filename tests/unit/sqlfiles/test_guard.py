"""The guard of custom features: what may run, and what a refusal names."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rolloutdiff.errors import FeatureRefused
from rolloutdiff.sqlfiles.guard import DEEPEST, FUNCTIONS, LONGEST, guard_expression

ACCEPTED = [
    ("regexp_matches(response, 'run_tests')", "REGEXP_MATCHES(response, 'run_tests')"),
    (r"regexp_matches(response, '\d+ it''s')", r"REGEXP_MATCHES(response, '\d+ it''s')"),
    ("'; drop table x; --' || response = ''", "'; drop table x; --' || response = ''"),
    (
        "length(response) - length(replace(response, 'a', ''))",
        "LENGTH(response) - LENGTH(REPLACE(response, 'a', ''))",
    ),
    ("replace(response, 'abc', 'xyz') = ''", "REPLACE(response, 'abc', 'xyz') = ''"),
    ("regexp_replace(response, 'a+', 'b', 'g') = ''", "REGEXP_REPLACE(response, 'a+', 'b', 'g') = ''"),
    ("RESPONSE::int > 3", "CAST(response AS INT) > 3"),
    ('"Response" = "PROMPT"', "response = prompt"),
    ("try_cast(response as double)", "TRY_CAST(response AS DOUBLE)"),
    ("response::decimal(10, 2)", "CAST(response AS DECIMAL(10, 2))"),
    ("case when response is null then 1 else 2 end", "CASE WHEN response IS NULL THEN 1 ELSE 2 END"),
    ("case response when 'a' then 1 end", "CASE response WHEN 'a' THEN 1 END"),
    ("if(response is not null, 1, 0)", "IF(NOT response IS NULL, 1, 0)"),
    (
        "response in ('a', 'b') and not response like '%x'",
        "response IN ('a', 'b') AND NOT response LIKE '%x'",
    ),
    ("length(response) between 1 and 2", "LENGTH(response) BETWEEN 1 AND 2"),
    ("not (response ilike 'a%' or true)", "NOT (response ILIKE 'a%' OR TRUE)"),
    ("-1 // 2 / 3 % 4 * 5 + length(response)", "-1 // 2 / 3 % 4 * 5 + LENGTH(response)"),
    ("response is distinct from prompt", "response IS DISTINCT FROM prompt"),
    ("list_contains(string_split(response, ' '), 'a')", "LIST_CONTAINS(STRING_SPLIT(response, ' '), 'a')"),
    ("greatest(length(response), 1e3, .5)", "GREATEST(LENGTH(response), 1e3, 0.5)"),
]

# Expression, and the part that the message names.
REFUSED = [
    # Files, network, environment, settings, queries.
    ("read_text('/etc/hosts') = response", "'read_text'"),
    ('"read_text"(response)', "'read_text'"),
    ("getenv('HOME') = response", "'getenv'"),
    ("current_setting('threads') = response", "'current_setting'"),
    ("query('select 1')", "'query'"),
    ("pragma_version()", "'pragma_version'"),
    ("current_database() = response", "'current_database'"),
    ("nextval('s') > length(response)", "'nextval'"),
    ("length(response) > (select 1)", "a query: '(SELECT 1)'"),
    ("response in (select 'a')", "SELECT 'a'"),
    ("exists(select 1 where response = '')", "a query"),
    ("from t", "'from'"),
    ("select response", "'select'"),
    ("copy t to 'f'", "'t'"),
    ("set x = 1", "'x'"),
    # What is not a function of one completion, or not always the same one.
    ("random() < length(response)", "'random'"),
    ("now() is null", "'now'"),
    ("current_date is null", "'current_date'"),
    ("count(*)", "'count'"),
    ("sum(length(response))", "'sum'"),
    ("length(response) filter (where true)", "an aggregate"),
    ("length(response) over ()", "a window: 'LENGTH(response) OVER ()'"),
    ("unnest(string_split(response, ' '))", "'unnest'"),
    ("reward > 1", "the column 'reward'"),
    ("step", "the column 'step'"),
    ("extras", "the column 'extras'"),
    ("rollout.response = ''", "'rollout.response'"),
    ("1 = 1", "reads no column"),
    # Several, none, or text beside it.
    ("response, prompt", "', prompt'"),
    ("response; drop table t", "'; drop table t'"),
    ("response;", "';'"),
    ("response) or (true", "') or (true'"),
    ("(response", "'response'"),
    ("response as r", "'as'"),
    ("response response", "'response'"),
    ("", "has no expression"),
    ("-- nothing", "has no expression"),
    ("response = '' -- or not", "the comment 'or not'"),
    ("response /* hidden */ = ''", "the comment 'hidden'"),
    ("/* hidden */ response = ''", "the comment 'hidden'"),
    ("response = 'open", '"response = \'open"'),
    # Syntax beyond the list.
    ("$1 = response", "a parameter: '$1'"),
    ("$name = response", "a parameter: '$name'"),
    ("? = response", "a parameter: '?'"),
    ("list_filter(string_split(response, ' '), lambda x: x = '')", "'list_filter'"),
    ("lower(lambda x: x)", "a lambda"),
    ("lower(response := 'a')", "a named argument"),
    ("columns(*)", "'columns'"),
    ("lower(*)", "a star"),
    ("lower(distinct response)", "'DISTINCT response'"),
    ("main.lower(response)", "'main.lower(response)'"),
    ("response.lower()", "'response.lower()'"),
    ("response[1:3]", "'response[1"),
    ("{'a': response}", "\"{'a': response}\""),
    ("[response]", "'[response]'"),
    ("e'\\n' = response", "e'"),
    ("$$a$$ = response", "'a'"),
    ("response collate nocase", "'response COLLATE nocase'"),
    ("response ~ 'a'", "REGEXP_MATCHES(response, 'a')"),
    ("response like 'a' escape 'b'", "ESCAPE 'b'"),
    ("response::date", "'DATE'"),
    ("response::varchar[]", "'TEXT[]'"),
    ("response::json", "'JSON'"),
    ("response::mood", "'mood'"),
    ("interval 1 day", "INTERVAL"),
    # What could take memory without end.
    ("repeat(response, 1000)", "'repeat'"),
    ("lpad(response, 1000000000, 'x')", "'lpad'"),
    ("length(format('{}', response))", "'format'"),
    ("range(1000000000)", "'range'"),
    ("replace(response, 'a', response)", "REPLACE(response, 'a', response)"),
    ("replace(response, 'a', 'xyz')", "REPLACE(response, 'a', 'xyz')"),
    ("regexp_replace(response, 'abc', 'xyz')", "REGEXP_REPLACE(response, 'abc', 'xyz')"),
    ("regexp_replace(response, 'a')", "REGEXP_REPLACE(response, 'a')"),
    ("regexp_matches(response, prompt)", "the pattern 'prompt'"),
    (" || ".join(["response"] * 17), "17 times as long"),
    (
        "regexp_replace(" * 5 + "response" + ", '', 'x', 'g')" * 5,
        "32 times as long",
    ),
    ("(" * (DEEPEST + 1) + "response" + ")" * (DEEPEST + 1), "brackets inside each other"),
    ("not " * 990 + "response", "nested too deeply"),
    ("response = '" + "x" * LONGEST + "'", "characters"),
]


@pytest.mark.parametrize(("text", "generated"), ACCEPTED)
def test_what_is_allowed_is_generated_again(text: str, generated: str) -> None:
    assert guard_expression("f", text).sql == generated
    assert guard_expression("f", generated).sql == generated
    with duckdb.connect() as con:
        con.execute(f"select ({generated}) from (select '1'::varchar as prompt, '1'::varchar as response)")


@pytest.mark.parametrize(("text", "part"), REFUSED, ids=range(len(REFUSED)))
def test_a_refusal_names_the_part(text: str, part: str) -> None:
    with pytest.raises(FeatureRefused) as caught:
        guard_expression("mine", text)
    assert "Custom feature 'mine'" in caught.value.message
    assert part in caught.value.message
    assert caught.value.hint
    assert len(caught.value.message) < 250


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("lenght(response)", "Did you mean length? "),
        ("regexp_match(response, 'a')", "Did you mean regexp_matches or regexp_full_match? "),
        (
            "read_text('f') = response",
            "Use functions on text, regular expressions, numbers, conditions and lists; ",
        ),
    ],
)
def test_a_refused_call_is_met_with_near_names_only(text: str, near: str) -> None:
    with pytest.raises(FeatureRefused) as caught:
        guard_expression("mine", text)
    hint = str(caught.value.hint)
    assert hint.startswith(near) and "README" in hint
    assert len(hint) < 140


def test_the_readme_lists_every_function(root: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    for kind, names in FUNCTIONS.items():
        assert f"| {kind} | {' '.join(f'`{name}`' for name in names.split())} |\n" in text


def test_negated_comparisons_are_allowed() -> None:
    for text in ("response not like 'a%'", "response not in ('a')", "length(response) not between 1 and 2"):
        assert "NOT" in guard_expression("f", text).sql


def test_columns_are_told() -> None:
    assert guard_expression("f", "length(response)").columns == {"response"}
    assert guard_expression("f", "prompt = RESPONSE").columns == {"prompt", "response"}


def test_every_function_is_a_scalar_function_of_duckdb_without_side_effects() -> None:
    """What the list names is DuckDB's own, neither aggregate nor table function, and consistent."""
    names = {name for names in FUNCTIONS.values() for name in names.split()}
    # Known to the parser only, in some versions.
    syntax = {"coalesce", "if", "ifnull", "nullif"}
    with duckdb.connect() as con:
        rows = con.execute(
            "select function_name, function_type, stability, has_side_effects, database_name"
            " from duckdb_functions() where list_contains($1, function_name)",
            [sorted(names)],
        ).fetchall()
    assert names - {name for name, *_ in rows} <= syntax
    assert {kind for _, kind, *_ in rows} <= {"scalar", "macro"}
    assert {stability for _, _, stability, *_ in rows} <= {"CONSISTENT", None}
    assert not any(effects for *_, effects, _ in rows)
    assert {database for *_, database in rows} == {"system"}


PIECES = st.sampled_from(
    [
        *(
            "response",
            "prompt",
            "reward",
            "'a'",
            "'",
            '"',
            "1",
            "(",
            ")",
            ",",
            ";",
            "--",
            "/*",
            "*/",
            "*",
            "$1",
        ),
        *(
            "lower(",
            "read_text(",
            "select",
            "from",
            "case",
            "when",
            "then",
            "end",
            "and",
            "::",
            "int",
            "[",
            "]",
        ),
        *(
            "over",
            "lambda",
            "x:",
            "->",
            "::int[]",
            "$$",
            "\\",
            "\n",
            "\x00",
            "é",
            "||",
            "in",
            "not",
            ".",
            "{",
            "}",
        ),
    ]
)


@given(st.lists(PIECES, max_size=12).map(" ".join))
def test_hostile_text_is_refused_or_one_expression_for_duckdb_too(text: str) -> None:
    try:
        guarded = guard_expression("f", text)
    except FeatureRefused:
        return
    with duckdb.connect() as con:
        statements = con.extract_statements(f"select ({guarded.sql})")
        assert len(statements) == 1
    assert guard_expression("f", guarded.sql) == guarded
