"""A small SQL tree to write files into."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

FOLDERS = {
    "table": "tables",
    "macro": "macros",
    "table_macro": "macros",
    "view": "views",
    "stage": "stages",
    "check": "checks",
}

Write = Callable[..., Path]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """An SQL root without objects."""
    (tmp_path / "control.toml").write_text(
        'schema_version = 1\ndefault_schema = "rolloutdiff"\nduckdb_floor = "1.4.0"\n', encoding="utf-8"
    )
    return tmp_path


@pytest.fixture
def write(tree: Path) -> Write:
    """Writes one SQL file into the tree: `write("table", "point", body, requires="...")`."""

    def write_file(kind: str, name: str, body: str, /, **changed: str) -> Path:
        keys = {
            "name": name,
            "kind": kind,
            "version": "1",
            "since": "0.1.0",
            "summary": f"The {kind} {name}.",
            "params": "none",
            "returns": "none",
            "requires": "none",
            "portable": "no",
        } | changed
        path = tree / FOLDERS[kind] / f"{name}.sql"
        path.parent.mkdir(exist_ok=True)
        header = "".join(f"-- {key}: {value}\n" for key, value in keys.items())
        path.write_text(header + body, encoding="utf-8")
        return path

    return write_file
