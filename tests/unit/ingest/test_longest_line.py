"""How much room the longest line of a file is given."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rolloutdiff.ingest import files
from rolloutdiff.ingest.files import longest_line, longest_row, source_file

ROOM = 2 << 20


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz"])
@given(data=st.lists(st.binary(max_size=40), max_size=9).map(b"\n".join))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
def test_large_files_are_given_room_for_their_longest_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, data: bytes
) -> None:
    monkeypatch.setattr(files, "_RESERVED", 0)
    monkeypatch.setattr(files, "_BLOCK", 7)
    path = tmp_path / f"a.{ending}"
    path.write_bytes(gzip.compress(data, mtime=0) if ending.endswith("gz") else data)
    files._longest.cache_clear()
    assert longest_line([source_file(path, path.name)]) == max(map(len, data.split(b"\n"))) + ROOM


def test_small_files_are_not_looked_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_longest", None)
    (tmp_path / "a.jsonl").write_bytes(b"x" * 1000)
    (tmp_path / "b.jsonl.gz").write_bytes(b"x" * 100)
    sources = [source_file(tmp_path / name, name) for name in ("a.jsonl", "b.jsonl.gz")]
    assert longest_line(sources[:1]) == 1000 + ROOM
    assert longest_line(sources) == 100 * 1032 + ROOM


def test_a_compressed_file_expands_no_further(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b"x" * (1 << 24), mtime=0))
    assert longest_row([(path, path.stat().st_size)]) >= 1 << 24


def test_a_cut_file_is_left_to_the_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_RESERVED", 0)
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b"a\n" * 5000, mtime=0)[:20])
    assert longest_line([source_file(path, path.name)]) >= ROOM
