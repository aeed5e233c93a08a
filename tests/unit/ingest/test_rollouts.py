"""The description of a dump: files, hashes, immutability, and layering."""

from __future__ import annotations

import ast
import dataclasses
import hashlib
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

from rolloutdiff.ingest import from_table, load_trl, load_verl
from rolloutdiff.ingest.files import CHUNK_BYTES, chunked, natural

Case = Callable[[str], Path]

ROOT = Path(__file__).resolve().parents[3]


def test_files_are_described_as_they_are(case: Case) -> None:
    (first, *_) = load_verl(case("V01")).files
    path = case("V01") / "1.jsonl"
    assert first.path == path
    assert first.bytes == path.stat().st_size
    assert first.modified_ns == path.stat().st_mtime_ns
    assert first.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_data_that_is_no_file_has_no_hash() -> None:
    table = pa.table({"step": [1], "prompt": ["p"], "response": ["x"], "reward": [1]})
    rollouts = from_table(table, run="r")
    (file,) = rollouts.files
    assert (file.name, file.path, file.bytes, file.modified_ns, file.sha256) == (
        "table",
        None,
        None,
        None,
        None,
    )
    assert rollouts.describe() == "Table table"
    with pytest.raises(ValueError, match="is no file"):
        _ = file.on_disk


def test_rollouts_cannot_be_changed(case: Case) -> None:
    rollouts = load_verl(case("V01"))
    with pytest.raises(dataclasses.FrozenInstanceError):
        rollouts.run = "other"  # type: ignore[misc]


def test_opening_a_dump_writes_nothing(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    load_verl(case("V01"))
    load_trl(case("T03"), reward_column="accuracy_reward")
    assert list(tmp_path.iterdir()) == []


def test_natural_order_reads_digits_as_numbers() -> None:
    names = ["b1", "a10", "a2", "a", "10", "9", "a2b", "a02"]
    assert sorted(names, key=natural) == ["9", "10", "a", "a02", "a2", "a2b", "a10", "b1"]


def test_chunks_hold_neighbours_of_one_kind_up_to_a_size() -> None:
    big = CHUNK_BYTES
    items = [(1, "a"), (2, "a"), (big, "a"), (1, "b"), (big, "b"), (big, "b"), (1, "a")]
    groups = list(chunked(items, size=lambda i: i[0], key=lambda i: i[1]))
    assert groups == [[(1, "a"), (2, "a")], [(big, "a")], [(1, "b")], [(big, "b")], [(big, "b")], [(1, "a")]]


def test_nothing_above_is_imported() -> None:
    for path in (ROOT / "rolloutdiff" / "ingest").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            modules += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            ours = [m for m in modules if m.startswith("rolloutdiff")]
            assert all(m.split(".")[1] in ("columns", "errors", "settings", "ingest") for m in ours), (
                path.name
            )
