"""A file that is cut anywhere loses the torn line and no more, and that is said; or it is refused by name."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rolloutdiff import load
from rolloutdiff.errors import InputError
from rolloutdiff.ingest import Rollouts
from tests.properties.dumps import PLAIN, WRITERS, Pair
from tests.unit.ingest.conftest import Staging

PAIRS = [(f"Frage {i} ü", f'Größe {i} 漢字 \U0001f600 \\ "') for i in range(4)]
# One object per line, or one per document; all else is in columns.
LINES = ("verl", "jsonl", "messages", "swift", "nemo_rl", "prime_rl", "verifiers", "skyrl", "roll", "areal")
BATCHES = ("swift", "roll")
DOCUMENTS = ("rllm", "wandb_table", "trl", "parquet", "art")
FEW = settings(max_examples=6, phases=(Phase.explicit, Phase.generate))


@pytest.fixture(scope="module")
def staging() -> Iterator[Staging]:
    staging = Staging()
    yield staging
    staging.close()


def written(folder: Path, name: str, pairs: list[Pair]) -> Path:
    """The last file of a dump."""
    folder.mkdir()
    WRITERS[name][1](folder, pairs, PLAIN)
    return max(path for path in folder.rglob("*") if path.is_file())


def read(staging: Staging, rollouts: Rollouts) -> list[Pair]:
    return [
        (row["prompt"], row["response"]) for row in staging.read(rollouts) if row["reject_reason"] is None
    ]


def cut_places(tail: bytes) -> st.SearchStrategy[int]:
    """Any place in some bytes, those inside a character as often as all others."""
    inside = [i for i, byte in enumerate(tail) if byte & 0xC0 == 0x80]
    return st.integers(1, len(tail)) | st.sampled_from(inside)


@pytest.mark.parametrize("name", LINES)
@FEW
@given(data=st.data())
def test_lines_lose_the_torn_one(staging: Staging, name: str, data: st.DataObject) -> None:
    form = WRITERS[name][0]
    # AReaL has a file per row: there the second row is put behind the first.
    pairs, further = (PAIRS[:1], PAIRS[1:2]) if name == "areal" else (PAIRS[:2], PAIRS[2:])
    with tempfile.TemporaryDirectory() as folder:
        first, second = (written(Path(folder) / n, name, p) for n, p in (("a", pairs), ("b", further)))
        tail = second.read_bytes()
        cut = data.draw(cut_places(tail))
        first.write_bytes(first.read_bytes() + tail[:cut])
        # An object that only lacks its line end is whole.
        ends = [
            at for at in range(1, len(tail) + 1) if tail[at - 1 : at] == b"\n" or tail[at : at + 1] == b"\n"
        ]
        whole = tail[: max([0, *(at for at in ends if at <= cut)])].rstrip(b"\n").split(b"\n")
        rows = sum(line != b"" for line in whole) * (len(further) if name in BATCHES else 1)
        rollouts = load(first.parent if name == "areal" else Path(folder) / "a", form, run="r")
        assert read(staging, rollouts) == [*pairs, *further[:rows]]
        torn = [note for note in rollouts.notes if note.code == "incomplete_line"]
        assert [len(note.files) for note in torn] == ([] if cut in ends else [1])


@pytest.mark.parametrize("name", DOCUMENTS)
@FEW
@given(data=st.data())
def test_documents_lose_no_other(staging: Staging, name: str, data: st.DataObject) -> None:
    form = WRITERS[name][0]
    with tempfile.TemporaryDirectory() as folder:
        last = written(Path(folder) / "a", name, PAIRS)
        whole = last.read_bytes()
        last.write_bytes(whole[: data.draw(cut_places(whole[:-1]))])
        if name == "rllm":
            rollouts = load(Path(folder) / "a", form, run="r")
            assert read(staging, rollouts) == PAIRS[:-1]
            assert "incomplete_line" in {note.code for note in rollouts.notes}
            return
        with pytest.raises(InputError) as caught:
            load(Path(folder) / "a", form, run="r")
        assert ("cut" if name == "wandb_table" else last.name) in str(caught.value)


@FEW
@given(data=st.data())
def test_a_csv_file_that_is_cut_is_refused_or_says_that_its_last_value_may_be(
    staging: Staging, data: st.DataObject
) -> None:
    head = b"step,prompt,response,reward\n"
    rows = [f'1,"{p}","an, swer\n{i}",0.2{i}\n'.encode() for i, (p, _) in enumerate(PAIRS)]
    expected = [(p, f"an, swer\n{i}", float(f"0.2{i}")) for i, (p, _) in enumerate(PAIRS)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        cut = data.draw(cut_places(rows[-1]) | st.integers(len(rows[-1]) - 6, len(rows[-1])))
        path.write_bytes(head + b"".join(rows[:-1]) + rows[-1][:cut])
        try:
            rollouts = load(path, "csv", run="r")
        except InputError as error:
            assert path.name in str(error)
            return
        found = [(row["prompt"], row["response"], row["reward"]) for row in staging.read(rollouts)]
        assert found[:3] == expected[:3]
        said = "no_line_end" in {note.code for note in rollouts.notes}
        assert said == (not path.read_bytes().endswith(b"\n"))
        assert said or found == expected


def test_a_parquet_file_with_a_damaged_page_is_refused_by_name(staging: Staging, tmp_path: Path) -> None:
    last = written(tmp_path / "a", "parquet", PAIRS)
    whole = last.read_bytes()
    refused = 0
    for at in range(4, 24):
        last.write_bytes(whole[:at] + b"\xff" + whole[at + 1 :])
        try:
            read(staging, load(tmp_path / "a", "parquet", run="r"))
        except InputError as error:
            assert last.name in str(error)
            refused += 1
    assert refused > 0
