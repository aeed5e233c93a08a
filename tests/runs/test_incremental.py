"""A run that grew: only its new rollouts are read, and the report is that of one analysis of the whole."""

from __future__ import annotations

import shutil

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rolloutdiff import AnalysisSettings, analyze_rollouts, from_table, load_trl, load_verl
from rolloutdiff.errors import ColumnMappingError, OverlappingSteps, RunLoadedDifferently
from rolloutdiff.features import extract_batch
from rolloutdiff.pipeline import workers


@pytest.fixture(scope="module")
def files(loophole_path):
    """Every second file of the bundled run, in order of step."""
    return sorted((loophole_path / "completions").glob("*.parquet"))[::2]


def trl(folder):
    return load_trl(folder, run="run", reward_column="training_passed")


def report(rollouts, path, settings=None, **where):
    """Bytes of report.json, and the number of texts extracted."""
    with analyze_rollouts(rollouts, settings=settings, **where) as analysis:
        analysis.write_json(path)
        texts = {t.stage: t.rows for t in analysis.timings}.get("extract", 0)
    return path.read_bytes(), texts


def extracted(rollouts):
    """Distinct texts of a dump, as a fresh warehouse counts them."""
    with analyze_rollouts(rollouts) as analysis:
        return {t.stage: t.rows for t in analysis.timings}["extract"]


@pytest.mark.parametrize("vocabulary", ["run", "prefix"])
def test_a_folder_that_grew_gives_the_bytes_of_one_analysis(files, tmp_path, vocabulary):
    folder, later, db = tmp_path / "completions", tmp_path / "later", tmp_path / "w.duckdb"
    settings = AnalysisSettings(vocabulary=vocabulary)
    folder.mkdir()
    later.mkdir()
    read = []
    for first, last in ((0, 12), (12, 20), (20, 26)):
        for file in files[first:last]:
            shutil.copy(file, folder / file.name)
        grown, texts = report(trl(folder), tmp_path / "grown.json", settings, db=db)
        whole, every = report(trl(folder), tmp_path / "whole.json", settings)
        assert grown == whole
        read.append((texts, every))
    for file in files[20:26]:
        shutil.copy(file, later / file.name)
    assert read[0][0] == read[0][1]
    assert read[2][0] == extracted(trl(later))
    assert sum(texts for texts, _ in read[1:]) < read[2][1]
    with duckdb.connect(str(db), read_only=True) as con:
        assert con.execute("select count(*) from rolloutdiff.analysis where complete").fetchone() == (3,)
        assert con.execute(
            "select count(*), count(distinct rollout_id) from rolloutdiff.extraction"
        ).fetchone() == (
            26 * 128,
            26 * 128,
        )


def test_exactly_the_new_rollouts_are_extracted(monkeypatch):
    """What the extractor is given, text by text: every new one, once, and none of before."""
    given = []

    def counting(texts, *arguments, **options):
        given.append(sorted(texts.to_pylist()))
        return extract_batch(texts, *arguments, **options)

    monkeypatch.setattr(workers, "extract_batch", counting)
    with duckdb.connect() as con:
        for rows in (24, 24, 31, 31, 40):
            analyze_rollouts(from_table(small(rows), run="r"), con=con).close()
        # Another analysis of the same rollouts needs none again.
        other = AnalysisSettings(profile="original")
        analyze_rollouts(from_table(small(40), run="r"), con=con, settings=other).close()
        # Equal texts among new rollouts are read once.
        more = pd.concat([small(40), small(4).assign(response="again", step=10, sample_id=list("abcd"))])
        analyze_rollouts(from_table(more, run="r"), con=con).close()
        held = con.execute("select count(*) from rolloutdiff.extraction").fetchall()
    texts = [f"r{i}" for i in range(40)]
    assert given == [sorted(texts[:24]), sorted(texts[24:31]), sorted(texts[31:40]), ["again"]]
    assert held == [(44,)]


@pytest.mark.parametrize("vocabulary", ["run", "prefix"])
def test_a_verl_folder_and_its_torn_last_line_grow(data_dir, tmp_path, vocabulary):
    source, folder, db = data_dir("verl-collapse"), tmp_path / "dump", tmp_path / "w.duckdb"
    settings = AnalysisSettings(vocabulary=vocabulary)
    folder.mkdir()
    steps = sorted(source.glob("*.jsonl"), key=lambda f: int(f.stem))
    for file in steps[:18]:
        shutil.copy(file, folder / file.name)
    torn = folder / steps[17].name
    torn.write_bytes(torn.read_bytes()[:-9])
    report(load_verl(folder, run="run"), tmp_path / "first.json", settings, db=db)
    with duckdb.connect(str(db)) as con:
        assert con.execute("select count(*) from rolloutdiff.rejected_row").fetchone() == (1,)
    for file in steps[17:30]:
        shutil.copy(file, folder / file.name)
    grown, texts = report(load_verl(folder, run="run"), tmp_path / "grown.json", settings, db=db)
    whole, every = report(load_verl(folder, run="run"), tmp_path / "whole.json", settings)
    assert grown == whole
    assert 0 < texts < every
    with duckdb.connect(str(db)) as con:
        assert con.execute("select count(*) from rolloutdiff.rejected_row").fetchone() == (0,)


@pytest.fixture
def table(files):
    return pa.concat_tables([pq.read_table(file).drop_columns("advantage") for file in files[:26]]).select(
        ["step", "prompt", "completion", "training_passed"]
    )


COLUMNS = {"response": "completion", "reward": "training_passed"}


@pytest.mark.parametrize("vocabulary", ["run", "prefix"])
def test_a_table_with_more_rows_and_runs_gives_the_bytes_of_one_analysis(table, tmp_path, vocabulary):
    """Two runs in one table, row by row in turn, of which the second appears later."""
    settings = AnalysisSettings(vocabulary=vocabulary)
    frame = table.to_pandas()
    frame["run"] = ["a" if i < 1500 or i % 2 else "b" for i in range(len(frame))]
    with duckdb.connect() as con, duckdb.connect() as fresh:
        for rows in (1300, 2500, len(frame)):
            part = from_table(frame.head(rows), columns=COLUMNS)
            grown, texts = report(part, tmp_path / "grown.json", settings, con=con)
        whole, every = report(part, tmp_path / "whole.json", settings, con=fresh)
    assert grown == whole
    assert 0 < texts < every


def test_the_order_in_which_rollouts_were_loaded_changes_nothing(files, tmp_path):
    folder, db = tmp_path / "completions", tmp_path / "w.duckdb"
    folder.mkdir()
    for part in (files[1:24:2], files[0:24:2]):
        for file in part:
            shutil.copy(file, folder / file.name)
        grown, _ = report(trl(folder), tmp_path / "grown.json", db=db)
    assert grown == report(trl(folder), tmp_path / "whole.json")[0]


def small(rows, **changes):
    return pd.DataFrame(
        [
            {
                "step": i // 4,
                "prompt": f"p{i % 2}",
                "response": f"r{i}",
                "reward": i % 2,
                "sample_id": f"s{i}",
            }
            for i in range(rows)
        ]
    ).assign(**changes)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda f: f.iloc[1:], r"row 0 \(counted from 0\) differs"),
        (lambda f: f.head(20), r"row 20 \(counted from 0\) is gone"),
        (lambda f: f.assign(response=f.response.replace("r7", "R7")), "row 7 .* differs"),
        (lambda f: f.assign(reward=f.reward.where(f.index != 5)), "row 5 .* differs"),
        (lambda f: f.assign(prompt=f.prompt.where(f.index != 4, "p9")), "row 4 .* differs"),
        (lambda f: f.assign(step=f.step + (f.index == 23)), "row 23 .* differs"),
        (lambda f: f.assign(sample_id=f.sample_id + "x"), "row 0 .* differs"),
        (lambda f: f.assign(split="eval"), "row 0 .* differs"),
        (lambda f: f.iloc[::-1], "row 0 .* differs"),
    ],
)
def test_changed_old_rows_are_refused_and_nothing_is_written(tmp_path, change, message):
    settings = AnalysisSettings(unscored="keep")
    with duckdb.connect() as con:
        analyze_rollouts(from_table(small(24), run="r"), con=con).close()
        before = con.execute("select * from rolloutdiff.rollout order by rollout_id").fetchall()
        files = con.execute("select * from rolloutdiff.ingest").fetchall()
        with pytest.raises(RunLoadedDifferently, match=message) as caught:
            analyze_rollouts(from_table(change(small(30).head(24)), run="r"), con=con, settings=settings)
        assert "rolloutdiff forget --run r" in str(caught.value)
        assert con.execute("select * from rolloutdiff.rollout order by rollout_id").fetchall() == before
        assert con.execute("select * from rolloutdiff.ingest").fetchall() == files


def test_an_equal_table_is_loaded_and_analysed_once():
    with duckdb.connect() as con:
        ids = set()
        for _ in range(2):
            with analyze_rollouts(from_table(small(24), run="r"), con=con) as analysis:
                ids.add(analysis.id)
        assert len(ids) == 1
        assert con.execute("select count(*) from rolloutdiff.rollout").fetchone() == (24,)
        assert con.execute("select rows from rolloutdiff.ingest").fetchall() == [(24,)]


def with_style(file, target, values):
    table = pq.read_table(file)
    pq.write_table(table.append_column("style", pa.array(values * table.num_rows)), target)


def test_a_reward_part_of_trl_may_appear_later_and_must_stay_a_number(files, tmp_path):
    folder, db = tmp_path / "completions", tmp_path / "w.duckdb"
    folder.mkdir()
    for file in files[:3]:
        shutil.copy(file, folder / file.name)
    report(trl(folder), tmp_path / "first.json", db=db)
    with_style(files[3], folder / files[3].name, [0.5])
    grown, _ = report(trl(folder), tmp_path / "grown.json", db=db)
    assert b'"reward:style"' in grown
    assert grown == report(trl(folder), tmp_path / "whole.json")[0]
    with_style(files[2], folder / files[2].name, [0.5])
    with pytest.raises(RunLoadedDifferently, match=f"content of '{files[2].name}': row 0"):
        analyze_rollouts(trl(folder), db=db)


def test_a_new_file_that_changes_how_old_ones_are_read_is_no_growth(tmp_path):
    """With the second file uid names no sample any more: it is not unique."""
    db = tmp_path / "w.duckdb"
    line = '{"input": "p", "output": "o", "score": 1.0, "step": STEP, "uid": "u"}\n'
    (tmp_path / "1.jsonl").write_text(line.replace("STEP", "1"), encoding="utf-8")
    analyze_rollouts(load_verl(tmp_path, run="run"), db=db).close()
    (tmp_path / "2.jsonl").write_text(line.replace("STEP", "2"), encoding="utf-8")
    with pytest.raises(RunLoadedDifferently, match=r"'1\.jsonl': row 0"):
        analyze_rollouts(load_verl(tmp_path, run="run"), db=db)


def test_a_later_file_with_an_old_step_is_no_growth(files, tmp_path):
    folder, db = tmp_path / "completions", tmp_path / "w.duckdb"
    folder.mkdir()
    for file in files[:3]:
        shutil.copy(file, folder / file.name)
    analyze_rollouts(trl(folder), db=db).close()
    shutil.copy(files[2], folder / "completions_99999.parquet")
    with pytest.raises(OverlappingSteps):
        analyze_rollouts(trl(folder), db=db)
    (folder / "completions_99999.parquet").unlink()
    (folder / files[0].name).unlink()
    with pytest.raises(RunLoadedDifferently, match="not among what is read now"):
        analyze_rollouts(trl(folder), db=db)


def test_a_file_that_lost_its_columns_names_them(tmp_path):
    path = tmp_path / "t.parquet"
    small(24).to_parquet(path)
    with duckdb.connect() as con:
        analyze_rollouts(from_table(path, run="r"), con=con).close()
        small(40).to_parquet(path)
        with analyze_rollouts(from_table(path, run="r"), con=con) as analysis:
            assert analysis.run.rows()[0]["rows"] == 40
        small(40).drop(columns="response").to_parquet(path)
        with pytest.raises(ColumnMappingError, match="response"):
            from_table(path, run="r")
