"""Text functions for SQL: once per instance, never a crash, never a stopped query."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

import rolloutdiff.features
from rolloutdiff.errors import UsageError, WarehouseError
from rolloutdiff.warehouse.udf import FUNCTIONS, register, unregister

NAMES = [
    *("rolloutdiff_ast_tokens", "rolloutdiff_shape"),
    *("rolloutdiff_answer", "rolloutdiff_thinking", "rolloutdiff_prose"),
]
TEXT = "<think>Let me check.</think>Here:\n```python\ndef run_tests():\n    return True\n```\nDone."


def ask(con: duckdb.DuckDBPyConnection, call: str, text: str | None = TEXT) -> object:
    ((value,),) = con.execute(
        f"select {call} from (select $text::varchar as text) as t", {"text": text}
    ).fetchall()
    return value


def known(con: duckdb.DuckDBPyConnection) -> set[str]:
    query = "select function_name from duckdb_functions() where function_name like 'rolloutdiff%'"
    return {name for (name,) in con.execute(query).fetchall()}


def test_functions_take_a_completion_apart(con: duckdb.DuckDBPyConnection) -> None:
    assert register(con) == NAMES
    tokens = ask(con, "rolloutdiff_ast_tokens(t.text)")
    assert tokens["error"] is None
    assert tokens["tokens"]["ast:def:run_tests"] == 1
    assert tokens["tokens"]["ast:node:Return"] == 1
    assert tokens["tokens"]["ast:parse:ok"] == 1
    assert all(name.startswith("ast:") for name in tokens["tokens"])
    answer = "Here:\n```python\ndef run_tests():\n    return True\n```\nDone."
    assert ask(con, "rolloutdiff_answer(t.text)") == {"answer": answer, "error": None}
    assert ask(con, "rolloutdiff_thinking(t.text)") == {"thinking": "Let me check.", "error": None}
    prose = ask(con, "rolloutdiff_prose(t.text)")
    assert "Here:" in prose["prose"] and "Done." in prose["prose"]
    assert "run_tests" not in prose["prose"] and "check" not in prose["prose"]
    sizes = ask(con, "rolloutdiff_shape(t.text)")["sizes"]
    assert (sizes["shape:chars"], sizes["shape:fences"]) == (len(TEXT), 1)
    assert sizes["shape:thinking_chars"] == len("Let me check.")


def test_result_types_are_as_documented(con: duckdb.DuckDBPyConnection) -> None:
    register(con)
    assert ask(con, "typeof(rolloutdiff_ast_tokens(t.text).tokens)") == "MAP(VARCHAR, INTEGER)"
    assert ask(con, "typeof(rolloutdiff_answer(t.text).answer)") == "VARCHAR"
    assert ask(con, "rolloutdiff_ast_tokens(t.text).tokens['ast:def:run_tests']") == 1


@pytest.mark.parametrize("name", NAMES)
def test_null_gives_null_and_empty_gives_a_struct(con: duckdb.DuckDBPyConnection, name: str) -> None:
    register(con)
    assert ask(con, f"{name}(t.text)", None) is None
    assert ask(con, f"{name}(t.text)", "")["error"] is None
    assert ask(con, f"{name}(null)", "") is None


@pytest.mark.parametrize(
    "text",
    [
        "```python\ndef (\n```",
        "```python\nreturn '\\ud800'\n```",
        "```python\ndef f():\n    return '\\ud800'\n\n\nx = '\\ud800'\nf.__eq__ = '\\ud800'\n```",
        "```python\nx = '\\x00'\n```\0",
        "```python\n" + "(" * 5000 + "\n```",
        "<think>" * 1000,
        "\N{GRINNING FACE}\u0301\ufeff",
    ],
)
def test_hostile_text_never_stops_a_query(con: duckdb.DuckDBPyConnection, text: str) -> None:
    register(con)
    for name in NAMES:
        assert set(ask(con, f"{name}(t.text)", text)) > {"error"}


@pytest.mark.parametrize("failure", [ValueError("odd"), MemoryError(), RecursionError("deep")])
def test_failure_is_a_field_of_that_row(
    con: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    real = rolloutdiff.features.extract

    def fail(text: str):
        if text == "bad":
            raise failure
        return real(text)

    monkeypatch.setattr("rolloutdiff.features.extract", fail)
    register(con)
    rows = con.execute(
        "select rolloutdiff_prose(t.text) from (values (1, 'bad'), (2, 'good')) as t(i, text) order by t.i"
    ).fetchall()
    assert rows == [
        ({"prose": None, "error": f"{type(failure).__name__}: {failure}"},),
        ({"prose": "good", "error": None},),
    ]


def test_functions_outlive_the_connection_that_registered_them(con: duckdb.DuckDBPyConnection) -> None:
    cursor = con.cursor()
    register(cursor)
    cursor.close()
    del cursor
    gc.collect()
    rows = con.execute(
        "select count(rolloutdiff_answer(r.range::varchar).answer) from range(20000) as r"
    ).fetchall()
    assert rows == [(20000,)]


def test_functions_are_registered_once_per_instance(con: duckdb.DuckDBPyConnection) -> None:
    cursor = con.cursor()
    assert register(cursor) == NAMES
    assert register(cursor) == []
    assert register(con) == []
    with duckdb.connect() as other:
        assert known(other) == set()
        assert register(other) == NAMES


def test_unregister_takes_back_what_this_connection_gave(con: duckdb.DuckDBPyConnection) -> None:
    cursor = con.cursor()
    assert unregister(con) == []
    register(con)
    assert unregister(cursor) == []
    assert known(cursor) == set(NAMES)
    assert unregister(con) == NAMES
    assert known(cursor) == set()
    assert register(con) == NAMES
    assert unregister(con) == NAMES


def test_registered_names_are_ours_alone() -> None:
    assert [function.name for function in FUNCTIONS] == NAMES
    assert all(name.startswith("rolloutdiff_") for name in NAMES)


def test_only_a_connection_will_do() -> None:
    for call in (register, unregister):
        with pytest.raises(UsageError, match="con is a str"):
            call("w.duckdb")  # type: ignore[arg-type]


def test_unusable_connection_is_one_sentence() -> None:
    con = duckdb.connect()
    con.close()
    with pytest.raises(WarehouseError, match="The functions cannot be registered"):
        register(con)


def test_registration_rolled_back_with_its_transaction_is_one_sentence(
    con: duckdb.DuckDBPyConnection,
) -> None:
    con.execute("begin")
    register(con)
    con.execute("rollback")
    with pytest.raises(WarehouseError, match="new cursor"):
        register(con)
    assert register(con.cursor()) == NAMES


def test_file_does_not_keep_them_and_the_modules_load_late(tmp_path: Path) -> None:
    path = tmp_path / "w.duckdb"
    code = (
        "import json, sys, duckdb\nfrom rolloutdiff.warehouse.udf import register\n"
        "early = 'rolloutdiff.features' in sys.modules\n"
        f"con = duckdb.connect({str(path)!r})\nregister(con)\n"
        "con.execute('create table t as select 1 as a')\n"
        "print(json.dumps(early))"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) is False
    with duckdb.connect(str(path)) as con:
        assert known(con) == set()
        assert con.execute("select t.a from t").fetchall() == [(1,)]
