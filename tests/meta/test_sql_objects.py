"""No SQL object without cases in SQL at the mirrored path, no cases without an object; every stage is run."""

from __future__ import annotations

import re
from pathlib import Path

import pyarrow as pa
import pytest

from rolloutdiff import (
    AnalysisSettings,
    AuditSettings,
    analyze_rollouts,
    audit_rollouts,
    certify,
    compare_dumps,
    forget,
    load,
    load_trl,
    load_verl,
    merge_shards,
)
from rolloutdiff.api import Shard, ingest_rollouts
from rolloutdiff.errors import FeatureFailed
from rolloutdiff.inspection import find_event, inspect_event, open_for_reading, read_dump
from rolloutdiff.pipeline.spark_texts import reading
from rolloutdiff.scan import scan
from rolloutdiff.sqlfiles import SqlFile, load_all
from rolloutdiff.warehouse.stage import StageRunner
from rolloutdiff.watching import Watcher

CASES = Path(__file__).resolve().parents[1] / "sql"
RUN = sorted(f.name for f in load_all() if f.kind in ("stage", "check"))

# Stages without cases in SQL, and why; the test at the end of this file runs each of them too.
ELSEWHERE = {
    "cons_read": "reads files: tests/unit/consistency",
    "read_jsonl": "reads files: tests/unit/ingest, tests/cases",
    "read_lines": "reads files: tests/unit/ingest, tests/cases",
    "read_table": "reads files: tests/unit/ingest, tests/cases",
    "read_trl": "reads files: tests/unit/ingest, tests/cases",
}


# Run on the way to Spark only: tests/spark.
SENT = {"send_text"}


def cases_of(file: SqlFile) -> str:
    """Text of the cases of an object; the test fails where there is none."""
    path = CASES / file.path
    assert path.is_file(), f"write tests/sql/{file.path}"
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("file", [f for f in load_all() if f.name not in ELSEWHERE], ids=lambda f: f.path)
def test_object_has_cases_that_use_it(file: SqlFile) -> None:
    text = cases_of(file)
    if file.kind in ("stage", "check"):
        assert re.search(rf"^-- run: {file.name}\b", text, re.MULTILINE)
    else:
        calls = [part for part in re.split(r"^-- (?=given|case|call|expect)", text, flags=re.MULTILINE)]
        assert any(part.startswith("call:") and f"rolloutdiff.{file.name}" in part for part in calls)


def test_no_cases_without_an_object() -> None:
    found = {path.relative_to(CASES).as_posix() for path in CASES.rglob("*.sql")}
    assert found == {file.path for file in load_all() if file.name not in ELSEWHERE}
    assert ELSEWHERE.keys() <= {file.name for file in load_all(kinds=("stage",))}


@pytest.mark.parametrize("file", load_all(kinds=("table",)), ids=lambda f: f.name)
def test_every_column_that_must_be_filled_is_refused_empty(file: SqlFile) -> None:
    text = cases_of(file)
    required = re.findall(r"^    ([a-z_0-9]+) .*not null", file.body, re.MULTILINE)
    refused = re.findall(rf"^update rolloutdiff\.{file.name} set ([a-z_0-9]+) = null;$", text, re.MULTILINE)
    assert required == refused


def test_every_stage_and_check_is_run(monkeypatch, loophole_path, data_dir, tmp_path):
    seen = set()
    plain = StageRunner.statements

    def statements(self, name):
        seen.add(name)
        return plain(self, name)

    monkeypatch.setattr(StageRunner, "statements", statements)
    half = '{"input": "p", "output": "\\ud83d", "score": 1.0, "step": 1}\n'
    (tmp_path / "1.jsonl").write_text(half, encoding="utf-8")
    batch = '{"step": ["1"], "prompt": ["p"], "completion": ["r"], "score": [1.0]}\n'
    (tmp_path / "completions.jsonl").write_text(batch * 2, encoding="utf-8")
    (tmp_path / "t.csv").write_text("step,prompt,response,reward\n1,p,r,1\n", encoding="utf-8")
    from rolloutdiff import from_table

    ingest_rollouts(load_verl(tmp_path / "1.jsonl"))
    for _ in range(2):
        analyze_rollouts(load_verl(tmp_path / "1.jsonl"), db=tmp_path / "s.duckdb", no_text=True).close()
    lists = '{"global_step": [1], "prompt": ["p"], "responses": ["r"], "scores": [1.0]}\n'
    (tmp_path / "rollout_dump_data.step_1.jsonl").write_text(lists, encoding="utf-8")
    ingest_rollouts(load(tmp_path / "rollout_dump_data.step_1.jsonl", "roll"))
    ingest_rollouts(load(tmp_path / "completions.jsonl", "swift"))
    ingest_rollouts(from_table(tmp_path / "t.csv", run="r"), db=tmp_path / "w.duckdb")
    ingest_rollouts(from_table(tmp_path / "t.csv", run="r"), db=tmp_path / "w.duckdb")
    (tmp_path / "t.csv").write_text("step,prompt,response,reward\n1,p,r,1\n2,p,r,1\n", encoding="utf-8")
    ingest_rollouts(from_table(tmp_path / "t.csv", run="r"), db=tmp_path / "w.duckdb")
    forget(db=tmp_path / "w.duckdb", run="r")
    parts = [Shard(number=number, count=2) for number in (1, 2)]
    for part in parts:
        file = tmp_path / f"{part.number}.duckdb"
        ingest_rollouts(from_table(tmp_path / "t.csv", run="r"), db=file, shard=part)
    merge_shards(tmp_path / "1.duckdb", tmp_path / "2.duckdb", db=tmp_path / "w.duckdb")
    (tmp_path / "g.csv").write_text("gold,logprob,ref_logprob\n1,-1,-1\n", encoding="utf-8")
    certify(tmp_path / "g.csv")
    assert scan(data_dir("trl-collapse")).survey is not None
    warehouse = tmp_path / "i.duckdb"
    rollouts = load_trl(data_dir("trl-collapse"), run="r", reward_column="training_passed")
    for profile, vocabulary in (("calibrated", "prefix"), ("original", "run")):
        custom = (("words", "length(response)"),)
        settings = AnalysisSettings(profile=profile, vocabulary=vocabulary, features=custom)
        with analyze_rollouts(rollouts, db=warehouse, settings=settings) as analysis:
            assert analysis.report()["alert"]
    failing = AnalysisSettings(features=(("bad", "response::int"),))
    with pytest.raises(FeatureFailed):
        analyze_rollouts(rollouts, db=warehouse, settings=failing)
    with open_for_reading(warehouse) as opened:
        event = find_event(opened.tables(analysis.id, None), None, 1)
        inspect_event(event, opened.read)
    labels = [{"slice": "all", "exploited": True}]
    rated = [{"response": f"word {i}", "label": i % 3} for i in range(12)]
    with audit_rollouts(
        db=warehouse,
        analysis=analysis.id,
        gold_column="ground_truth_passed",
        qa=rated,
        reward_function=lambda prompts, responses: [0.0] * len(responses),
        truth=labels,
        settings=AuditSettings(placebo_draws=19, bootstrap=19),
    ) as audit:
        assert audit.report()["slice_risk"]
    forget(db=warehouse, analysis=analysis.id)
    inspect_event(event, lambda e, refs: read_dump(data_dir("trl-collapse"), lambda: rollouts, e, refs))
    late = {file.name for file in rollouts.files[-1:]}
    opened = [rollouts.without_files(late), rollouts]
    prefix = AnalysisSettings(vocabulary="prefix")
    watched = Watcher(tmp_path, tmp_path / "l.duckdb", lambda: opened.pop(0), lambda _: prefix)
    for _ in range(2):
        watched.told(watched.round(watched.listing()).alerts)
    compare_dumps(data_dir("glm5") / "train", data_dir("glm5") / "rollout").close()
    assert list(reading(iter([pa.record_batch({"place": [1], "prose": ["It is"]})])))
    # The executors of Spark make this table from its file.
    seen.remove("extraction")
    assert sorted(seen | SENT) == RUN
