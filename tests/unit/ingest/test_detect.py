"""Which loader a path is for."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rolloutdiff.errors import (
    ColumnMappingError,
    NoRolloutFiles,
    PathNotFound,
    RolloutdiffError,
    UnknownFormat,
    UsageError,
)
from rolloutdiff.ingest import Rollouts, detect, load

Read = Callable[[Rollouts], list[dict[str, Any]]]
Case = Callable[[str], Path]


def parquet(path: Path, *columns: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table({c: [1.0] if c == "reward" else ["1"] for c in columns}), path)


@pytest.mark.parametrize("name", ["T03", "T06", "T07", "T12", "G03", "G05", "G07", "G08"])
def test_completion_logs_are_known_by_name_and_columns(case: Case, name: str) -> None:
    found = detect(case(name))
    assert found.format == "trl"
    assert found.evidence == "files named completions_*.parquet with columns step, prompt, completion"


@pytest.mark.parametrize("name", ["V01", "V06", "V12", "V19", "V22", "V23"])
def test_verl_dumps_are_known_by_name_and_keys(case: Case, name: str) -> None:
    found = detect(case(name))
    assert (found.format, "keys input, output, score" in found.evidence) == ("verl", True)


def test_copy_of_logs_under_other_names(tmp_path: Path) -> None:
    parquet(tmp_path / "train-00000-of-00001.parquet", "step", "prompt", "completion", "reward")
    assert detect(tmp_path).format == "trl"
    assert detect(tmp_path / "train-00000-of-00001.parquet").format == "trl"


def test_logs_of_which_the_first_is_cut_short(case: Case, tmp_path: Path) -> None:
    (tmp_path / "completions_00001.parquet").write_bytes(b"")
    assert detect(tmp_path).format == "trl"
    shutil.copy(case("T03") / "completions_00001.parquet", tmp_path / "completions_00002.parquet")
    assert detect(tmp_path).format == "trl"


def test_a_kind_that_is_named_chooses_among_files_and_overrules_names(tmp_path: Path, read: Read) -> None:
    line = '{"step": 1, "prompt": "p", "response": "jsonl", "reward": 1}\n'
    (tmp_path / "a.jsonl").write_text(line, encoding="utf-8")
    (tmp_path / "b.csv").write_text("step,q,response,reward\n1,p,csv,1\n", encoding="utf-8")
    table = pa.table({"step": [1], "prompt": ["p"], "response": ["parquet"], "reward": [1.0]})
    pq.write_table(table, tmp_path / "c.parquet")
    with pytest.raises(UnknownFormat, match="3 kinds: csv, jsonl, parquet"):
        load(tmp_path, "table")
    given = {"csv": {"prompt": "q"}, "jsonl": None, "parquet": None}
    for kind, columns in given.items():
        rows = read(load(tmp_path, kind, columns=columns))
        assert [(r["prompt"], r["response"]) for r in rows] == [("p", kind)]
    for name, kind in (("a.jsonl", "jsonl"), ("b.csv", "csv"), ("c.parquet", "parquet")):
        other = tmp_path / "other" / "rollouts.log"
        other.parent.mkdir(exist_ok=True)
        shutil.copy(tmp_path / name, other)
        assert [r["response"] for r in read(load(other, kind, columns=given[kind]))] == [kind]
        with pytest.raises(NoRolloutFiles, match="holds no"):
            load(other.parent, kind)


def test_a_mapping_belongs_to_tables(tmp_path: Path) -> None:
    (tmp_path / "completions.jsonl").write_text("{}\n", encoding="utf-8")
    with pytest.raises(UsageError, match="the format is swift"):
        load(tmp_path, "swift", columns={"prompt": "p"})


def test_two_formats_in_one_folder_are_listed(case: Case, tmp_path: Path) -> None:
    shutil.copytree(case("T03"), tmp_path / "a")
    shutil.copytree(case("V01"), tmp_path / "b")
    with pytest.raises(UnknownFormat, match=r"looks like trl \(.*\) and verl \(.*\).*--format"):
        detect(tmp_path)


def test_numbered_jsonl_with_other_keys_is_a_table(tmp_path: Path) -> None:
    (tmp_path / "1.jsonl").write_text('{"question": "q", "completion": "c", "reward": 1}\n', encoding="utf-8")
    found = detect(tmp_path)
    assert found.format == "table"
    assert found.columns == ("completion", "question", "reward")
    assert found.suggestion == {"prompt": "question", "response": "completion", "reward": "reward"}


def test_table_is_never_mapped_by_guessing(tmp_path: Path) -> None:
    parquet(tmp_path / "x.parquet", "global_step", "question", "completion", "reward")
    with pytest.raises(ColumnMappingError) as caught:
        load(tmp_path / "x.parquet")
    assert "--format table --columns step=global_step,prompt=question,response=completion" in str(
        caught.value.hint
    )


def test_table_with_canonical_names_needs_nothing(tmp_path: Path, read: Read) -> None:
    parquet(tmp_path / "x.parquet", "step", "prompt", "response", "reward")
    rollouts = load(tmp_path / "x.parquet")
    assert (rollouts.format, rollouts.run, len(read(rollouts))) == ("table", "x", 1)


@pytest.mark.parametrize("name", ["rollout_3.pt", "model.pkl", "x.bin"])
def test_pickles_are_named_and_never_opened(tmp_path: Path, name: str) -> None:
    # Opening this one would call a function.
    (tmp_path / name).write_bytes(b"cos\nabort\n(tR.")
    with pytest.raises(UnknownFormat, match=f"pickles .{name}.. They are never opened"):
        detect(tmp_path)


def test_pickles_beside_a_dump_do_not_matter(case: Case, tmp_path: Path) -> None:
    shutil.copytree(case("V01"), tmp_path / "dump")
    (tmp_path / "optimizer.pt").write_bytes(b"x")
    assert detect(tmp_path).format == "verl"


def test_paths_that_hold_nothing(tmp_path: Path) -> None:
    with pytest.raises(NoRolloutFiles, match="is empty"):
        detect(tmp_path)
    with pytest.raises(PathNotFound, match="does not exist"):
        detect(tmp_path / "nowhere")
    (tmp_path / "a.json").write_text("{}", encoding="utf-8")
    (tmp_path / "LICENSE").write_text("x", encoding="utf-8")
    with pytest.raises(UnknownFormat, match=r"1 \.json, 1 LICENSE"):
        detect(tmp_path)


def test_options_reach_their_loader(case: Case, read: Read) -> None:
    trl = load(case("T12"), reward_column="accuracy_reward", run="r", on_overlap="separate")
    assert {r["run"] for r in read(trl)} == {"r/attempt-1", "r/attempt-2-resumed"}
    assert len(read(load(case("V23"), "verl", skip_bad_rows=True))) == 4
    mapping = {"prompt": "input", "response": "output", "reward": "score"}
    table = load(case("V01"), "table", columns=mapping)
    assert (table.format, len(read(table))) == ("table", 12)


def test_options_that_are_not_of_the_loader(case: Case) -> None:
    with pytest.raises(UsageError, match="format is verl"):
        load(case("V01"), columns={"prompt": "input"})
    with pytest.raises(UsageError, match="on_overlap is 'latest', and the format is verl"):
        load(case("V01"), on_overlap="latest")
    with pytest.raises(UsageError, match="'vrl' does not exist"):
        load(case("V01"), "vrl")  # type: ignore[arg-type]


HOSTILE = ["", "\x00\xff\xfe", "[" * 100_000, '{"a":', "null", '{"input": 1}']


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("name", ["1.jsonl", "1.jsonl.gz", "completions_00001.parquet", "x.csv"])
def test_damaged_files_end_in_an_error_of_ours(tmp_path: Path, read: Read, name: str, text: str) -> None:
    (tmp_path / name).write_bytes(text.encode("latin-1"))
    with pytest.raises(RolloutdiffError) as caught:
        read(load(tmp_path))
    assert caught.value.hint
    assert json.dumps(caught.value.message).isascii()
