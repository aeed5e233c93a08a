"""`analyze_rollouts`: alone, in a file, in the caller's database; what it returns and refuses."""

from __future__ import annotations

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import rolloutdiff
from rolloutdiff import AnalysisSettings, analyze_rollouts, from_table, load, load_trl
from rolloutdiff.errors import BadRow, OutOfMemory, ReportError, RunLoadedDifferently, UsageError
from rolloutdiff.pipeline import analysis as pipeline
from rolloutdiff.settings import Resources


def frame(runs=("r",), steps=24, reward=1.0, **changes):
    """Two prompts with two completions a step; from step 19 on every answer defines f."""
    rows = [
        {
            "run": run,
            "step": step,
            "prompt": f"p{prompt}",
            "response": "```python\ndef f():\n    return 1\n```" if step > 18 else f"Answer {step} {sample}.",
            "reward": reward if sample else 0.0,
        }
        | {k: v(step) for k, v in changes.items()}
        for run in runs
        for step in range(1, steps + 1)
        for prompt in range(4)
        for sample in range(4)
    ]
    return pd.DataFrame(rows)


def test_the_readme_lines_work_on_the_bundled_run(loophole_path):
    rollouts = load_trl(loophole_path, run="loophole", reward_column="training_passed")
    with analyze_rollouts(rollouts, settings=AnalysisSettings(profile="original")) as analysis:
        assert "ast:def:run_tests" in str(analysis.alerts)
        assert len({row["feature"] for row in analysis.sequential.screening.rows()}) * 90 == len(
            analysis.series
        )
        assert {row["rule"] for row in analysis.calibration.rows()} >= {"frozen_z_v1"}
        assert analysis.run.rows()[0]["rows"] == 11_520
        assert analysis.runs == ["loophole"]
        assert {t.stage for t in analysis.timings} >= {"ingest", "extract", "series", "screening"}
        assert "11 events" in repr(analysis)
        assert "reward_association" in str(analysis.evidence.columns)
        assert analysis.event_ranking.rows()[0]["lead_feature"] == "ast:def:run_tests"
        assert "retrospective.shift" in repr(analysis.retrospective)


def test_timings_know_the_text_that_was_read(tmp_path):
    rows = frame()
    rows.to_parquet(tmp_path / "r.parquet")
    words = [len(text) for text in rows["response"] if "def" not in text]
    with analyze_rollouts(load(tmp_path / "r.parquet", "parquet")) as analysis:
        read = {t.stage: t.text_bytes for t in analysis.timings}
    assert read.pop("ingest") == (tmp_path / "r.parquet").stat().st_size
    assert read.pop("extract") == sum(map(len, rows["response"].unique()))
    assert read.pop("vocabulary") == read.pop("count") == sum(words)
    assert set(read.values()) == {0}


def test_evidence_that_lacks_memory_is_weighed_again_by_itself(monkeypatch):
    weigh, seen = pipeline.gather_evidence, []

    def short_once(runner, *rest):
        seen.append(runner.cursor.execute("select current_setting('memory_limit')").fetchall()[0][0])
        if len(seen) == 1:
            raise OutOfMemory("Too little.")
        weigh(runner, *rest)

    monkeypatch.setattr(pipeline, "gather_evidence", short_once)
    with analyze_rollouts(from_table(frame())) as analysis:
        stages = [t.stage for t in analysis.timings]
        assert len(analysis.evidence) > 0
    assert seen[0] == "762.9 MiB" != seen[1]
    assert len(seen) == 2
    assert len(set(stages)) == len(stages)


def test_results_come_as_any_frame_and_know_their_view():
    with analyze_rollouts(from_table(frame()), settings=AnalysisSettings(profile="original")) as analysis:
        alerts = analysis.alerts
        assert alerts.view == "rolloutdiff.report_alert"
        assert isinstance(alerts.arrow(), pa.Table)
        assert list(alerts.df().columns) == alerts.columns == alerts.pl().columns
        assert isinstance(alerts.df(), pd.DataFrame)
        assert isinstance(alerts.pl(), pl.DataFrame)
        found = {row["feature"]: row for row in alerts.rows() if row["rule"] == "frozen_z_v1"}
        assert (found["ast:def:f"]["onset_step"], found["ast:def:f"]["alert_step"]) == (19, 21)
        assert found["ast:def:f"]["rise"] == 1.0
        assert alerts._repr_html_().startswith("<pre>&lt;rolloutdiff.report_alert")
        assert "screening" in repr(analysis.sequential)
        assert analysis.integrity.rows() == []


def test_text_of_a_result_never_holds_control_characters():
    data = frame(response=lambda step: "\x1b[31mred\x1b[0m 日本 " * 3 if step > 18 else "plain")
    with analyze_rollouts(from_table(data)) as analysis:
        assert "\x1b" not in repr(analysis.sequential.screening)


def test_a_missing_frame_library_is_named(monkeypatch):
    with analyze_rollouts(from_table(frame())) as analysis:
        monkeypatch.setitem(__import__("sys").modules, "polars", None)
        with pytest.raises(rolloutdiff.errors.MissingExtra, match="pip install polars"):
            analysis.alerts.pl()


def test_in_a_file_the_second_analysis_computes_nothing(tmp_path):
    db = tmp_path / "w.duckdb"
    ids = []
    for _ in range(2):
        rollouts = from_file(tmp_path)
        with analyze_rollouts(rollouts, db=db) as analysis:
            ids.append(analysis.id)
            stages = [t.stage for t in analysis.timings]
    assert ids[0] == ids[1]
    assert stages == ["ingest"]
    with duckdb.connect(str(db), read_only=True) as con:
        assert con.execute("select count(*) from rolloutdiff.rollout").fetchone() == (384,)
        assert con.execute("select count(*) from rolloutdiff.analysis").fetchone() == (1,)


def from_file(folder, reward=1.0, name="dump.parquet"):
    path = folder / name
    if not path.exists():
        frame(reward=reward).drop(columns="run").to_parquet(path)
    return from_table(path, run="r")


def test_other_content_under_the_same_run_is_refused(tmp_path):
    db = tmp_path / "w.duckdb"
    analyze_rollouts(from_file(tmp_path), db=db).close()
    (tmp_path / "dump.parquet").unlink()
    with pytest.raises(RunLoadedDifferently, match=r"'r' was loaded with another content of 'dump\.parquet'"):
        analyze_rollouts(from_file(tmp_path, reward=0.5), db=db)
    with pytest.raises(
        RunLoadedDifferently, match=r"loaded from 'dump\.parquet', which is not among what is read now"
    ):
        analyze_rollouts(from_table(frame(), run="r"), db=db)


def test_another_reward_formula_for_a_loaded_run_is_refused(tmp_path, loophole_path):
    db = tmp_path / "w.duckdb"
    rolloutdiff.api.ingest_rollouts(load_trl(loophole_path, reward_column="training_passed"), db=db)
    with pytest.raises(RunLoadedDifferently, match="ground_truth_passed"):
        analyze_rollouts(load_trl(loophole_path, reward_column="ground_truth_passed"), db=db)


def test_the_callers_database_keeps_its_own_things():
    with duckdb.connect() as con:
        con.execute("create table rollout as select 1 as mine")
        con.execute("set threads = 1")
        before = con.execute("select name, value from duckdb_settings() order by name").fetchall()
        functions = con.execute(
            "select count(*) from duckdb_functions() where function_name like 'rolloutdiff_%'"
        )
        assert functions.fetchone() == (0,)
        with analyze_rollouts(from_table(frame()), con=con) as analysis:
            assert analysis.alerts.rows()
        assert con.execute("select name, value from duckdb_settings() order by name").fetchall() == before
        assert con.execute("from rollout").fetchall() == [(1,)]
        assert con.execute("select count(*) from rolloutdiff.report_alert").fetchone()[0] > 0
        assert con.execute("select count(*) from duckdb_tables() where temporary").fetchone() == (0,)


def test_a_variable_named_like_a_table_changes_nothing():
    staged_row = run_rollout = fresh_text = pd.DataFrame({"x": [1]})  # noqa: F841
    with duckdb.connect() as con, analyze_rollouts(from_table(frame()), con=con) as analysis:
        assert analysis.run.rows()[0]["rows"] == 384


def test_another_schema_name_holds_the_same_results():
    with (
        duckdb.connect() as con,
        analyze_rollouts(from_table(frame()), con=con, schema="my schema") as analysis,
    ):
        assert analysis.alerts.view.endswith("report_alert")
        assert analysis.alerts.rows()
        assert con.execute('select count(*) from "my schema".report_alert').fetchone()[0] == len(
            analysis.alerts
        )


def test_a_table_of_the_database_in_use_is_found_by_its_name():
    with duckdb.connect() as con:
        con.execute("attach ':memory:' as \"other db\"")
        con.execute('create schema "other db"."my data"')
        con.execute('use "other db"."my data"')
        con.register("data", pa.Table.from_pandas(frame()))
        con.execute("create table completions as from data")
        with analyze_rollouts(from_table("completions"), con=con) as analysis:
            assert analysis.run.rows()[0]["rows"] == 384
        tables = (
            "select count(*) from duckdb_tables() where database_name = ? and schema_name = 'rolloutdiff'"
        )
        assert con.execute(tables, ["other db"]).fetchall()[0][0] > 10
        assert con.execute(tables, ["memory"]).fetchall()[0][0] == 0


def test_con_and_db_together_and_resources_for_a_foreign_connection_are_refused(tmp_path):
    with duckdb.connect() as con:
        with pytest.raises(UsageError, match="Both con and db"):
            analyze_rollouts(from_table(frame()), con=con, db=tmp_path / "x.duckdb")
        with pytest.raises(UsageError, match="not ours"):
            analyze_rollouts(from_table(frame()), con=con, resources=Resources(threads=1))


def test_two_runs_have_their_own_baselines_and_verdicts():
    data = pd.concat([frame(runs=("a",)), frame(runs=("b",), steps=18)])
    with analyze_rollouts(from_table(data)) as analysis:
        assert analysis.runs == ["a", "b"]
        assert {row["run"] for row in analysis.alerts.rows()} == {"a"}
        assert [row["rows"] for row in analysis.run.rows()] == [384, 288]


def test_equal_responses_have_equal_features_in_two_runs():
    with analyze_rollouts(from_table(frame(runs=("a", "b")))) as analysis:
        rows = analysis.series.rows()

    def of(run):
        return [(r["feature"], r["step"], r["mean"], r["se"]) for r in rows if r["run"] == run]

    assert of("a") == of("b")


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), None])
def test_rewards_that_are_no_numbers(bad):
    data = frame(reward=bad)
    with pytest.raises(
        BadRow, match=r"288 rewards of run 'r' are not finite numbers; the first is in .* row 1, step 1"
    ):
        analyze_rollouts(from_table(data))
    with analyze_rollouts(from_table(data), settings=AnalysisSettings(unscored="keep")) as analysis:
        assert analysis.run.rows()[0]["unscored"] == 288
        series = [row for row in analysis.series.rows() if row["feature"] == "reward:total"]
        assert {(row["mean"], row["samples"]) for row in series} == {(0.0, 4)}
        assert "unscored_reward" in {row["code"] for row in analysis.integrity.rows()}
    with analyze_rollouts(from_table(data), settings=AnalysisSettings(unscored="drop")) as analysis:
        assert analysis.run.rows()[0]["rows"] == 96


def test_dropping_everything_is_an_error():
    data = frame(reward=None)
    data["reward"] = float("nan")
    with pytest.raises(UsageError, match="leaves nothing"):
        analyze_rollouts(from_table(data), settings=AnalysisSettings(unscored="drop"))


def test_a_sample_name_used_twice_and_a_prompt_id_of_two_prompts_are_errors():
    data = frame()
    data["sample_id"] = [f"s{i // 2}" for i in range(len(data))]
    with pytest.raises(BadRow, match="sample_id 's0' of run 'r' stands in"):
        analyze_rollouts(from_table(data))
    data = frame()
    data["prompt_id"] = "same"
    with pytest.raises(BadRow, match="stands for two prompts"):
        analyze_rollouts(from_table(data))


def test_rows_set_aside_are_kept_with_their_reason(tmp_path):
    good = '{"input": "p", "output": "o", "score": 1.0, "step": 1}\n'
    (tmp_path / "1.jsonl").write_text(good + good.replace("1.0", '"high"') + good)
    with duckdb.connect() as con:
        rollouts = rolloutdiff.load(tmp_path, "verl", run="r", skip_bad_rows=True)
        with analyze_rollouts(rollouts, con=con) as analysis:
            assert (analysis.run.rows()[0]["rows"], analysis.run.rows()[0]["rejected"]) == (2, 1)
            assert "rejected_rows" in {row["code"] for row in analysis.integrity.rows()}
        rows = con.execute(
            "select run, source_file, source_row, column_name, value from rolloutdiff.rejected_row"
        ).fetchall()
    assert rows == [("r", "1.jsonl", 1, "score", "high")]


def test_nothing_is_kept_of_a_dump_that_is_refused():
    data = frame()
    data["sample_id"] = "s"
    with duckdb.connect() as con:
        with pytest.raises(BadRow):
            analyze_rollouts(from_table(data), con=con)
        assert con.execute("select count(*) from rolloutdiff.rollout").fetchone() == (0,)
        assert con.execute("select count(*) from rolloutdiff.ingest").fetchone() == (0,)


def test_missing_and_empty_responses_are_told_apart():
    data = frame(response=lambda step: None if step % 2 else "")
    with analyze_rollouts(from_table(data)) as analysis:
        assert analysis.run.rows()[0]["missing_responses"] == 192
        means = {(r["feature"], r["step"]): r["mean"] for r in analysis.series.rows()}
    assert (means["shape:missing", 1], means["shape:empty", 1]) == (1.0, 0.0)
    assert (means["shape:missing", 2], means["shape:empty", 2]) == (0.0, 1.0)


def test_reports_are_written_whole(tmp_path):
    with analyze_rollouts(from_table(frame())) as analysis:
        analysis.write_json(tmp_path / "r.json")
        analysis.write_html(tmp_path / "r.html")
        with pytest.raises(ReportError, match="Cannot write"):
            analysis.write_json(tmp_path / "no" / "r.json")
        assert analysis.report()["analysis_id"] == analysis.id
    assert sorted(p.name for p in tmp_path.iterdir()) == ["r.html", "r.json"]


def test_progress_is_told():
    seen = []
    analyze_rollouts(from_table(frame()), progress=lambda *told: seen.append(told)).close()
    assert {stage for stage, _, _ in seen} >= {"ingest", "extract", "series"}
    assert all(done <= total for _, done, total in seen)
