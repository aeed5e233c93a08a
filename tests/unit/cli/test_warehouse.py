"""`install`, `upgrade`, `uninstall` and `doctor`: what they print and what they leave alone."""

from __future__ import annotations

import sys
from pathlib import Path

import duckdb
import pytest

VERSION_1 = Path(__file__).resolve().parents[2] / "data" / "schema_1.sql"


@pytest.fixture
def warehouse(tmp_path):
    """A DuckDB file with a table of the user's."""
    path = tmp_path / "w.duckdb"
    with duckdb.connect(str(path)) as con:
        con.execute("create table mine as select 1 as x")
    return path


def run(path, *statements):
    with duckdb.connect(str(path)) as con:
        for statement in statements:
            con.execute(statement)
        return con.fetchall()


def test_install_doctor_and_uninstall(command_line, warehouse):
    code, out, err = command_line("install", warehouse)
    assert (code, err) == (0, "")
    assert out.endswith(f"objects created in schema rolloutdiff of {warehouse}\n")
    assert command_line("install", warehouse) == (
        0,
        f"nothing to do in schema rolloutdiff of {warehouse}\n",
        "",
    )
    assert command_line("doctor", warehouse) == (0, f"all is well in schema rolloutdiff of {warehouse}\n", "")
    code, out, err = command_line("uninstall", warehouse)
    assert (code, err) == (0, "")
    assert out.endswith(f"objects dropped in schema rolloutdiff of {warehouse}\n")
    assert run(warehouse, "show all tables") == run(
        warehouse, "select * from (show all tables) where name = 'mine'"
    )
    assert run(warehouse, "from mine") == [(1,)]


def test_install_makes_the_file_and_takes_another_schema(command_line, tmp_path):
    path = tmp_path / "new.duckdb"
    assert command_line("install", path, "--schema", "my lab")[0] == 0
    assert run(path, 'from "my lab".report_run') == []
    assert command_line("doctor", path, "--schema", "my lab")[0] == 0
    assert command_line("doctor", path)[0] == 3


def test_dry_run_prints_the_script_and_writes_nothing(command_line, warehouse, tmp_path):
    before = warehouse.read_bytes()
    code, script, err = command_line("install", warehouse, "--dry-run")
    assert (code, err, warehouse.read_bytes()) == (0, "", before)
    assert script.startswith("begin transaction;")
    absent = tmp_path / "absent.duckdb"
    assert command_line("install", absent, "--dry-run") == (0, script, "")
    assert not absent.exists()
    run(warehouse, script)
    assert command_line("doctor", warehouse)[0] == 0
    before = warehouse.read_bytes()
    code, script, _ = command_line("uninstall", warehouse, "--dry-run")
    assert (code, warehouse.read_bytes()) == (0, before)
    assert command_line("upgrade", warehouse, "--dry-run") == (0, "-- Nothing to do.\n", "")
    run(warehouse, script)
    assert command_line("doctor", warehouse)[0] == 3


def test_upgrade_says_what_it_did(command_line, warehouse):
    run(warehouse, VERSION_1.read_text(encoding="utf-8"))
    code, out, _ = command_line("doctor", warehouse)
    assert code == 1
    assert out.startswith("outdated  schema rolloutdiff: It has version 1; the package brings ")
    code, out, err = command_line("upgrade", warehouse, "--dry-run")
    assert (code, err) == (0, "")
    assert "alter table rolloutdiff.install_log add column from_version integer;" in out
    code, out, err = command_line("upgrade", warehouse)
    assert (code, err) == (0, "")
    assert "alter table install_log\n" in out
    assert out.splitlines()[-1].startswith("version 1 to ")
    assert command_line("upgrade", warehouse)[1].startswith("nothing to do")
    assert command_line("doctor", warehouse)[0] == 0


def test_doctor_leaves_with_1_and_names_each_finding(command_line, warehouse):
    command_line("install", warehouse)
    run(warehouse, "drop view rolloutdiff.report_run", 'create table rolloutdiff."a\x1b[31m" (x integer)')
    code, out, err = command_line("doctor", warehouse)
    assert (code, err) == (1, "")
    assert "missing   view report_run: It is registered and not there. Run `rolloutdiff install`.\n" in out
    assert "foreign   table a" in out and "\x1b" not in out
    assert out.splitlines()[-1].startswith("2 findings in schema rolloutdiff")


def test_uninstall_keeps_data_and_what_is_not_ours(command_line, warehouse):
    command_line("install", warehouse)
    run(
        warehouse,
        "insert into rolloutdiff.rejected_row by name"
        " (select 'f' as source_file, 1 as source_row, 'r' as run, 'x' as reason)",
        "create table rolloutdiff.kept (x integer)",
    )
    code, out, err = command_line("uninstall", warehouse)
    assert (code, out) == (3, "")
    assert err.startswith("error[holds_data]: ") and "rejected_row 1" in err and "--drop-data" in err
    run(warehouse, "create view v as from rolloutdiff.report_run")
    code, out, err = command_line("uninstall", warehouse, "--drop-data")
    assert (code, out) == (3, "")
    assert err.startswith("error[has_dependants]: ") and "view main.v (uses rolloutdiff.report_run)" in err
    run(warehouse, "drop view v")
    code, out, _ = command_line("uninstall", warehouse, "--drop-data")
    assert code == 0
    assert out.startswith("kept table kept, which is not ours\n")
    assert run(warehouse, "from rolloutdiff.kept") == []


@pytest.mark.parametrize("verb", ["install", "upgrade", "uninstall", "doctor"])
def test_schema_of_somebody_else_is_refused(command_line, warehouse, verb):
    run(warehouse, "create schema rolloutdiff", "create table rolloutdiff.rollout (x integer)")
    before = warehouse.read_bytes()
    code, out, err = command_line(verb, warehouse)
    assert (code, out) == (3, "")
    assert err.startswith("error[schema_not_ours]: ")
    assert warehouse.read_bytes() == before


@pytest.mark.parametrize("verb", ["upgrade", "uninstall", "doctor"])
def test_file_that_is_not_there_is_not_made(command_line, tmp_path, verb):
    path = tmp_path / "absent.duckdb"
    code, out, err = command_line(verb, path)
    assert (code, out) == (3, "")
    assert err.startswith("error[warehouse]: Database ") and "does not exist" in err
    assert not path.exists()


def test_counts_are_words(command_line, warehouse):
    command_line("install", warehouse)
    run(warehouse, "drop view rolloutdiff.report_event")
    code, out, _ = command_line("doctor", warehouse)
    assert (code, out.splitlines()[-1]) == (1, f"1 finding in schema rolloutdiff of {warehouse}")
    _, out, _ = command_line("install", warehouse)
    assert out == f"1 object created in schema rolloutdiff of {warehouse}\n"
    run(warehouse, "comment on view rolloutdiff.report_event is null")
    _, out, _ = command_line("upgrade", warehouse)
    assert out.splitlines()[-1] == f"1 object changed in schema rolloutdiff of {warehouse}"


def test_on_a_terminal_findings_stand_in_columns(command_line, warehouse, monkeypatch):
    command_line("install", warehouse)
    run(
        warehouse, "drop view rolloutdiff.report_run", "alter table rolloutdiff.event add column mine integer"
    )
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    assert command_line("doctor", warehouse)[1].splitlines()[:3] == [
        "drift     table event: It is not what its file makes. Save its rows, then",
        "          rename or drop it and install.",
        "missing   view report_run: It is registered and not there. Run `rolloutdiff",
    ]


@pytest.mark.parametrize("width", [80, 120])
def test_on_a_terminal_errors_are_folded_between_words(command_line, warehouse, monkeypatch, width):
    command_line("install", warehouse)
    run(warehouse, *(f"create view v{i} as from rolloutdiff.report_run" for i in range(9)))
    _, _, line = command_line("uninstall", warehouse)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(width))
    code, out, err = command_line("uninstall", warehouse)
    assert (code, out) == (3, "")
    lines = err.splitlines()
    assert lines[0].startswith("error[has_dependants]: ")
    assert max(map(len, lines)) < width
    assert " ".join(lines) == line.rstrip("\n")
    assert lines[-1].endswith("nothing was changed.") and any(text.startswith("Drop them") for text in lines)
