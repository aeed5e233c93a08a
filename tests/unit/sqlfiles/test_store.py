"""Finding and reading SQL files."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from rolloutdiff.errors import WarehouseError
from rolloutdiff.sqlfiles import DEFAULT_SCHEMA, control, load, load_all, sql_root, store

ROOT = Path(__file__).resolve().parents[3]


def test_root_is_the_checkout_unless_the_package_has_its_own(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sql_root() == ROOT / "sql"
    monkeypatch.setattr(store, "_PACKAGED", tree)
    assert sql_root() == tree


def test_missing_files_are_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_PACKAGED", tmp_path / "_sql")
    monkeypatch.setattr(store, "_CHECKOUT", tmp_path / "sql")
    with pytest.raises(
        WarehouseError, match=r"SQL files are missing from .*_sql.* Install the package again"
    ):
        sql_root()


def test_control_of_the_package_agrees_with_the_code() -> None:
    assert control().default_schema == DEFAULT_SCHEMA
    assert (control().schema_version, control().duckdb_floor) == (2, "1.4.2")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("schema_version = 1\n", "default_schema"),
        ('schema_version = "1"\ndefault_schema = "x"\nduckdb_floor = "1"\n', "schema_version"),
        ('schema_version = 1\ndefault_schema = "x"\nduckdb_floor = "1"\nextra = 1\n', "extra"),
    ],
)
def test_wrong_control_names_the_key(tree: Path, text: str, key: str) -> None:
    (tree / "control.toml").write_text(text, encoding="utf-8")
    with pytest.raises(WarehouseError, match=f"key '{key}'"):
        control(tree)


def test_file_is_read_whole(tree: Path, write) -> None:
    body = "create table rolloutdiff.point (\n    x integer -- é\n);\n"
    path = write("table", "point", body)
    file = load("point", tree)
    assert (file.path, file.kind, file.body, file.body_line) == ("tables/point.sql", "table", body, 10)
    assert file.text == path.read_text(encoding="utf-8")
    assert file.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_windows_newlines_give_the_same_digest(tree: Path, write) -> None:
    path = write("table", "point", "create table rolloutdiff.point (x integer);\n")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert load("point", tree).sha256 == digest


def test_files_come_in_order_of_path_and_by_kind(tree: Path, write) -> None:
    write("view", "a", "select 1;\n")
    write("table", "b", "select 1;\n")
    write("stage", "c", "select 1;\n")
    (tree / "tables" / "notes.md").write_text("not SQL", encoding="utf-8")
    assert [file.name for file in load_all(tree)] == ["c", "b", "a"]
    assert [file.name for file in load_all(tree, ("table", "view"))] == ["b", "a"]


def test_unknown_name_lists_the_known(tree: Path, write) -> None:
    write("table", "point", "select 1;\n")
    with pytest.raises(WarehouseError, match=r"no SQL file named 'pont'\. Known names: point\."):
        load("pont", tree)


def test_file_and_object_have_one_name(tree: Path, write) -> None:
    write("table", "point", "select 1;\n").rename(tree / "tables" / "dot.sql")
    with pytest.raises(WarehouseError, match=r"SQL file tables/dot\.sql: the header names 'point'"):
        load_all(tree)


def test_kind_belongs_to_its_folder(tree: Path, write) -> None:
    write("table", "point", "select 1;\n", kind="view")
    with pytest.raises(WarehouseError, match=r"tables/point\.sql: kind 'view' does not belong"):
        load_all(tree)


def test_two_files_of_one_name_are_refused(tree: Path, write) -> None:
    write("table", "point", "select 1;\n")
    write("stage", "point", "select 1;\n")
    with pytest.raises(WarehouseError, match=r"stages/point\.sql and tables/point\.sql have one name"):
        load_all(tree)
