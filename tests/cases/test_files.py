"""Trouble with files and folders of any kind; every test is named by the case that it answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rolloutdiff import load_trl
from rolloutdiff.errors import UnreadableFile
from tests.cases.conftest import analysed

Case = Callable[[str], Path]
REWARD = {"reward_column": "accuracy_reward"}


def test_g01_all_unreadable_files_are_named_at_once(case: Case) -> None:
    with pytest.raises(UnreadableFile) as caught:
        load_trl(case("G01"), **REWARD)
    assert "completions_00002.parquet (1,131 bytes: cut short or no parquet)" in caught.value.message
    assert "completions_00003.parquet (0 bytes: empty)" in caught.value.message
    assert "--skip-unreadable" in str(caught.value)
    with analysed(load_trl(case("G01"), skip_unreadable=True, **REWARD)) as read:
        assert len(read.rows) == 4
        left_out = read.findings()["unreadable_file"]
        assert (left_out["count"], left_out["files"]) == (2, 2)


def test_g03_variants_of_text_and_an_index_column_read_as_plain_text(case: Case, tmp_path: Path) -> None:
    sources = sorted(case("G03").glob("*.parquet"))
    for path in sources:
        rows = pq.read_table(path).to_pylist()
        names = [name for name in rows[0] if not name.startswith("__index_level")]
        columns = {name: pa.array([row[name] for row in rows]) for name in names}
        pq.write_table(pa.table(columns), tmp_path / path.name)
    seen = []
    for folder in (case("G03"), tmp_path):
        with analysed(load_trl(folder, run="r", **REWARD)) as read:
            seen.append([{k: v for k, v in row.items() if k != "source_file"} for row in read.rows])
    assert seen[0] == seen[1]
    assert not any(key.startswith("__index_level") for row in seen[0] for key in row["extras"])


@pytest.mark.parametrize("folder", ["it's a run", "100%*", "sp ace; drop", "a[b]c", "q?x", 'dq"x', "日本"])
def test_g04_odd_names_of_folders_are_only_names(tmp_path: Path, folder: str) -> None:
    for name in (folder, "other"):
        (tmp_path / name).mkdir()
        table = {
            "step": [1, 1],
            "prompt": ["p", "q"],
            "completion": [name, name],
            "accuracy_reward": [0.0, 1.0],
        }
        pq.write_table(pa.table(table), tmp_path / name / "completions_00001.parquet")
    with analysed(load_trl(tmp_path / folder)) as read:
        assert {row["response"] for row in read.rows} == {folder}
        assert read.analysis.runs == [folder]
        read.analysis.write_html(tmp_path / folder / "page.html")
    assert (tmp_path / folder / "page.html").exists()


def test_g05_types_of_step_and_reward_do_not_matter(case: Case) -> None:
    with analysed(load_trl(case("G05"), **REWARD)) as read:
        assert [(row["step"], row["reward"]) for row in read.rows] == [
            (step, reward) for step in (1, 2) for reward in (1, 0, 1, 0)
        ]


def test_g07_a_folder_that_looks_like_a_partition_is_no_data(case: Case) -> None:
    with analysed(load_trl(case("G07"), **REWARD)) as read:
        assert [row["step"] for row in read.rows] == [10] * 4 + [20] * 4
        assert not any({"lr", "step"} & row["extras"].keys() for row in read.rows)
        assert not read.series("reward:lr")


def test_g08_empty_missing_and_blank_completions_are_told_apart(case: Case) -> None:
    with analysed(load_trl(case("G08"), **REWARD)) as read:
        assert [row["response"] for row in read.rows] == ["", None, "   \n", "."]
        shares = {name: read.series(f"shape:{name}") for name in ("empty", "missing", "blank")}
        assert {name: points[1]["mean"] for name, points in shares.items() if points} == {
            "empty": 0.25,
            "missing": 0.25,
            "blank": 0.25,
        }
        assert read.analysis.run.rows()[0]["missing_responses"] == 1
