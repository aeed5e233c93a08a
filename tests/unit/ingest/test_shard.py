"""Parts of a dump: every row in one of them, in reading order, and about equal in bytes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rolloutdiff.errors import UsageError
from rolloutdiff.ingest import Shard, SourceFile
from rolloutdiff.ingest.shard import ROW_UNIT, parts_of


def files(*sizes: int | None) -> list[SourceFile]:
    return [SourceFile(name=f"f{i}", bytes=size) for i, size in enumerate(sizes)]


def parts(count: int, *sizes: int | None) -> list[list[tuple[str, int, int]]]:
    shards = [Shard(number=number, count=count) for number in range(1, count + 1)]
    return [[(p.name, p.low, p.high) for p in parts_of(files(*sizes), shard)] for shard in shards]


@pytest.mark.parametrize("text", ["2/4", " 2/4 "])
def test_a_text_names_a_shard(text: str) -> None:
    assert Shard.of(text) == Shard(number=2, count=4)
    assert str(Shard.of(text)) == "2/4"


@pytest.mark.parametrize("text", ["", "2", "2/", "/4", "0/4", "5/4", "-1/4", "2/4/8", "a/b", "1/0", "2 of 4"])
def test_other_texts_name_none(text: str) -> None:
    with pytest.raises(UsageError, match=r"[Ss]hard"):
        Shard.of(text)


def test_whole_files_stay_together() -> None:
    whole = (0, ROW_UNIT)
    assert parts(2, 10, 10, 10, 10) == [[("f0", *whole), ("f1", *whole)], [("f2", *whole), ("f3", *whole)]]
    # The middle of the second file, at 2.5 of 5 bytes, is where the second shard begins.
    assert parts(2, 1, 3, 1) == [
        [("f0", *whole), ("f1", 0, 500_000)],
        [("f1", 500_000, ROW_UNIT), ("f2", *whole)],
    ]
    assert parts(2, 2, 1, 2) == [[("f0", *whole)], [("f1", *whole), ("f2", *whole)]]


def test_a_file_larger_than_a_shard_is_split_where_the_shards_meet() -> None:
    # Shards of 4 bytes each: they meet at 4, which is 3/7 of the file that begins at 1.
    assert parts(2, 1, 7) == [[("f0", 0, ROW_UNIT), ("f1", 0, 428_571)], [("f1", 428_571, ROW_UNIT)]]
    assert parts(4, 8) == [[("f0", i * 250_000, (i + 1) * 250_000)] for i in range(4)]


def test_a_table_without_bytes_is_split_by_its_rows() -> None:
    assert parts(2, None) == [[("f0", 0, 500_000)], [("f0", 500_000, ROW_UNIT)]]
    assert parts(1, None, 0) == [[("f0", 0, ROW_UNIT), ("f1", 0, ROW_UNIT)]]


@given(st.lists(st.integers(0, 10**12) | st.none(), min_size=1, max_size=30), st.integers(1, 40))
def test_shards_follow_each_other_and_hold_everything_once(sizes: list[int | None], count: int) -> None:
    found = parts(count, *sizes)
    assert all(found)
    row = [part for shard in found for part in shard]
    assert row[0][:2] == ("f0", 0)
    assert row[-1][::2] == (f"f{len(sizes) - 1}", ROW_UNIT)
    for (name, _, high), (following, low, _) in pairwise(row):
        same = name == following
        assert same or int(following[1:]) == int(name[1:]) + 1
        assert low == (high if same else 0)
        assert same or high == ROW_UNIT


@given(st.lists(st.integers(1, 10**9), min_size=1, max_size=30), st.integers(1, 40))
def test_no_shard_is_more_than_twice_its_share(sizes: list[int], count: int) -> None:
    share = sum(sizes) / count
    for shard in parts(count, *sizes):
        held = sum(sizes[int(name[1:])] * (high - low) / ROW_UNIT for name, low, high in shard)
        assert held <= 2 * share + 1e-3 * sum(sizes) + 1
