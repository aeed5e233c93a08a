"""A DuckDB of a caller, and a small SQL tree that can be changed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import pytest

SQL = Path(__file__).resolve().parents[2] / "sql"

HEADER = """-- name: {name}
-- kind: {kind}
-- version: 1
-- since: 0.1.0
-- summary: It's the {name}.
-- params: none
-- returns: {returns}
-- requires: none
-- portable: no
"""

FILES = {
    "tables/point.sql": (
        "table",
        "x: its place; label: what it's called",
        "create table rolloutdiff.point (x integer not null, label varchar default 'rolloutdiff.point');\n",
    ),
    "macros/twice_v1.sql": (
        "macro",
        "twice the value",
        "create macro rolloutdiff.twice_v1(p_x) as p_x * 2;\n",
    ),
    "macros/above_v1.sql": (
        "table_macro",
        "x: place",
        "create macro rolloutdiff.above_v1(p_x) as table\n"
        "select rolloutdiff.twice_v1(p.x) as x from rolloutdiff.point as p where p.x > p_x;\n",
    ),
    "views/far.sql": (
        "view",
        "x: place",
        "create view rolloutdiff.far as\nselect a.x from rolloutdiff.above_v1(10) as a;\n",
    ),
    "stages/add_point.sql": (
        "stage",
        "x: places so far",
        "insert into rolloutdiff.point (x) values ($x);\n\n"
        "create or replace temp table noted as select $x as x, $note as note;\n\n"
        "select p.x, p.label from rolloutdiff.point as p order by p.x;\n",
    ),
    "stages/read_given.sql": (
        "stage",
        "x: place",
        "select g.x from given as g where g.x >= $least order by g.x;\n",
    ),
    "stages/count_point.sql": ("stage", "n: points", "select count(*) as n from rolloutdiff.point as p;\n"),
}


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    """The connection of a caller, in memory."""
    with duckdb.connect() as connection:
        yield connection


@pytest.fixture
def make_tree(tmp_path: Path) -> Callable[..., Path]:
    """Makes an SQL root; keyword arguments replace the statement of a file by name, None leaves it out."""
    made = 0

    def make(schema_version: int = 1, **changed: str | None) -> Path:
        nonlocal made
        made += 1
        root = tmp_path / f"sql-{made}"
        (root / "tables").mkdir(parents=True)
        for name in ("object", "install_log"):
            shutil.copy(SQL / "tables" / f"{name}.sql", root / "tables")
        control = (SQL / "control.toml").read_text(encoding="utf-8")
        control = re.sub(r"schema_version = \d+", f"schema_version = {schema_version}", control)
        (root / "control.toml").write_text(control, encoding="utf-8")
        for path, (kind, returns, body) in FILES.items():
            name = Path(path).stem
            text = changed.get(name, body)
            if text is not None:
                (root / path).parent.mkdir(exist_ok=True)
                header = HEADER.format(name=name, kind=kind, returns=returns)
                (root / path).write_text(header + text, encoding="utf-8")
        return root

    return make


@pytest.fixture
def tree(make_tree: Callable[..., Path]) -> Path:
    """An SQL root of six objects and three stages."""
    return make_tree()
