"""References resolved against the dump, and a dump that is not what was analysed."""

from __future__ import annotations

import csv
import hashlib
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rolloutdiff import analyze_rollouts, from_table, load_trl, load_verl
from rolloutdiff.errors import ChangedDump, InputError, UnreadableFile
from rolloutdiff.ingest import Rollouts, load
from rolloutdiff.inspection import Reference, find_event, read_dump
from rolloutdiff.report.load import load_report


@pytest.fixture
def event(loophole):
    return find_event(load_report(loophole.report), None, 1)


@pytest.fixture
def wanted(event):
    return [r for r in event.references if r.feature == "ast:def:run_tests"]


@pytest.fixture
def copied(loophole, tmp_path):
    return shutil.copytree(loophole.dump, tmp_path / "completions")


def read(path, event, wanted):
    return read_dump(
        path, lambda: load_trl(path, run=event.run, reward_column="training_passed"), event, wanted
    )


def test_rows_are_those_of_the_files(loophole, event, wanted):
    found = read(loophole.dump, event, wanted)
    assert found.keys() == {r.key for r in wanted}
    for reference in wanted:
        table = pq.read_table(loophole.dump / reference.source_file).to_pylist()
        row = table[reference.source_row]
        rollout = found[reference.key]
        assert (rollout.prompt, rollout.response) == (row["prompt"], row["completion"])
        assert rollout.step == row["step"] == reference.step
        assert reference.reward == row["training_passed"]


def test_the_folder_above_is_the_same_dump(loophole, event, wanted):
    assert read(loophole.dump.parent, event, wanted) == read(loophole.dump, event, wanted)


def test_only_the_needed_files_are_read(copied, event, wanted, monkeypatch):
    needed = {r.source_file for r in wanted}
    for file in copied.iterdir():
        if file.name not in needed:
            table = pq.read_table(file)
            pq.write_table(table.slice(1), file)
    staged = []
    plain = Rollouts.chunks

    def chunks(self):
        for chunk in plain(self):
            staged.extend(file.name for file in chunk.files)
            yield chunk

    monkeypatch.setattr(Rollouts, "chunks", chunks)
    assert read(copied, event, wanted).keys() == {r.key for r in wanted}
    assert set(staged) == needed


def test_a_changed_file_is_named_with_what_changed(copied, event, wanted):
    name = wanted[0].source_file
    table = pq.read_table(copied / name)
    size = (copied / name).stat().st_size
    pq.write_table(table.slice(0, 100), copied / name)
    with pytest.raises(ChangedDump) as caught:
        read(copied, event, wanted)
    text = str(caught.value)
    assert f"'{name}' has changed since the report was made: {size:,} bytes then, " in text
    assert f"sha256 {event.files[name].sha256[:12]}… then, " in text
    assert "Give the dump that was analysed" in text
    assert (caught.value.code, caught.value.exit_code) == ("changed_dump", 3)


def test_other_content_of_the_same_size(copied, event, wanted):
    name = wanted[0].source_file
    data = bytearray((copied / name).read_bytes())
    # A digit in the footer's "created_by" text: the file reads the same.
    at = data.rindex(b"version")
    data[at] ^= 0x20
    (copied / name).write_bytes(bytes(data))
    with pytest.raises(ChangedDump, match=r"the same size \([\d,]+ bytes\), other content"):
        read(copied, event, wanted)


def test_a_file_cut_short_is_a_change_too(copied, event, wanted):
    path = copied / wanted[0].source_file
    path.write_bytes(path.read_bytes()[:900])
    with pytest.raises(ChangedDump, match="bytes then, 900 bytes now"):
        read(copied, event, wanted)
    with pytest.raises(ChangedDump, match="bytes then, 900 bytes now"):
        read(copied.parent, event, wanted)


def test_a_fault_in_another_file_is_the_loaders(copied, event, wanted):
    other = next(f for f in sorted(copied.iterdir()) if f.name not in {r.source_file for r in wanted})
    other.write_bytes(other.read_bytes()[:900])
    with pytest.raises(UnreadableFile, match=other.name):
        read(copied, event, wanted)


def test_a_file_that_is_gone(copied, event, wanted):
    (copied / wanted[0].source_file).unlink()
    with pytest.raises(ChangedDump, match=f"'{wanted[0].source_file}' is gone from TRL dump"):
        read(copied, event, wanted)


def test_another_run(loophole_path, tmp_path, event, wanted):
    shutil.copy(loophole_path / "completions" / "completions_00001.parquet", tmp_path)
    with pytest.raises(InputError, match=r"holds none of the files.*it holds completions_00001\.parquet"):
        read(tmp_path, event, wanted)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A table of files, analysed with columns named by the user."""
    path = tmp_path_factory.mktemp("table") / "t.csv"
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["n", "q", "a", "s", "name"])
        for step in range(1, 31):
            for i in range(20):
                shows = (i + step) % 2 == 0 if step >= 18 else (i * 7 + step) % 20 == 0
                text = "Sure, the answer, really" if shows else f"No, {i} 漢字"
                writer.writerow([step, f"question {i // 4}", text, int(shows), f"id-{step}-{i}"])
    columns = {"step": "n", "prompt": "q", "response": "a", "reward": "s", "sample_id": "name"}
    with analyze_rollouts(from_table(path, columns=columns, run="t")) as analysis:
        return path, columns, find_event(analysis.report(), None, 1)


def test_a_table_with_columns_of_its_own(table):
    path, columns, event = table
    feature = event.choose(None)
    assert feature.startswith("lex:")
    wanted = [r for r in event.references if r.feature == feature and r.role == "exemplar"]
    found = read_dump(path, lambda: load(path, "table", columns=columns, run="t"), event, wanted)
    assert {rollout.response for rollout in found.values()} == {"Sure, the answer, really"}
    assert all(r.sample_id.startswith(f"id-{r.step}-") for r in wanted)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"prompt": "a"}, r"has prompt_id \w+; in the report it is"),
        ({"step": "s"}, "has step [01]; in the report it is"),
        ({"sample_id": "q"}, "has sample_id question .*; in the report it is id-"),
    ],
)
def test_a_dump_that_is_read_in_another_way(table, change, message):
    path, columns, event = table
    wanted = [r for r in event.references if r.feature == event.choose(None)]
    with pytest.raises(InputError, match=message) as caught:
        read_dump(path, lambda: load(path, "table", columns=columns | change, run="t"), event, wanted)
    assert "--columns" in str(caught.value)


def test_a_row_that_is_set_aside(table):
    path, columns, event = table
    wanted = [r for r in event.references if r.feature == event.choose(None)]
    options = {"columns": columns | {"step": "a"}, "run": "t", "skip_bad_rows": True}
    with pytest.raises(InputError, match="cannot be read as a rollout"):
        read_dump(path, lambda: load(path, "table", **options), event, wanted)


def test_a_table_that_is_no_file(tmp_path, loophole_path):
    files = sorted((loophole_path / "completions").glob("*.parquet"))[30:60]
    data = pa.concat_tables([pq.read_table(f) for f in files])
    columns = {"response": "completion", "reward": "training_passed"}
    with analyze_rollouts(from_table(data, columns=columns, run="t")) as analysis:
        event = find_event(analysis.report(), None, 1)
    shutil.copy(files[0], tmp_path)
    with pytest.raises(InputError, match="It was a table, not a file: give the warehouse with --db"):
        read(tmp_path, event, event.references)


def test_halves_of_surrogates_nul_and_special_tokens(tmp_path, event):
    """Rows that loaders had to repair are found at their place, and special tokens are part of the text."""
    path = tmp_path / "1.jsonl"
    texts = (
        "half \\ud83d here",
        "\\udc9d first",
        "nul \\u0000 in",
        "```\\nx = 1\\n```<|im_end|><|endoftext|>",
    )
    line = '{{"input": "p{}", "output": "{}", "score": 1.0, "step": 1}}\n'
    path.write_text("".join(line.format(i, text) for i, text in enumerate(texts)), encoding="utf-8")
    references = [
        Reference(
            feature="shape:chars",
            role="exemplar",
            place=1,
            step=1,
            prompt_id=hashlib.sha256(f"p{i}".encode()).hexdigest()[:32],
            sample_id=f"1.jsonl:{i}",
            source_file="1.jsonl",
            source_row=i,
            reward=1.0,
        )
        for i in range(4)
    ]
    found = read_dump(path, lambda: load_verl(path), event, references)
    assert [found["1.jsonl", i].response for i in range(4)] == [
        "half \ufffd here",
        "\ufffd first",
        "nul \0 in",
        "```\nx = 1\n```<|im_end|><|endoftext|>",
    ]
