"""No SQL object without a test: some are named in one, stages and checks are run by one."""

from __future__ import annotations

import re

import pytest

from rolloutdiff import AnalysisSettings, analyze_rollouts, forget, load_trl, load_verl
from rolloutdiff.api import ingest_rollouts
from rolloutdiff.errors import FeatureFailed
from rolloutdiff.inspection import find_event, inspect_event, open_for_reading, read_dump
from rolloutdiff.sqlfiles import load_all
from rolloutdiff.warehouse.stage import StageRunner

NAMED = [f.name for f in load_all() if f.kind not in ("stage", "check")]
RUN = sorted(f.name for f in load_all() if f.kind in ("stage", "check"))


@pytest.fixture(scope="module")
def words(root):
    """All words of the tests outside this folder."""
    texts = [p.read_text(encoding="utf-8") for p in (root / "tests").rglob("*.py") if p.parent.name != "meta"]
    return set(re.findall(r"\w+", " ".join(texts)))


@pytest.mark.parametrize("name", NAMED)
def test_object_is_named_in_a_test(name, words):
    assert name in words


def test_every_stage_and_check_is_run(monkeypatch, loophole_path, data_dir, tmp_path):
    seen = set()
    plain = StageRunner.statements

    def statements(self, name):
        seen.add(name)
        return plain(self, name)

    monkeypatch.setattr(StageRunner, "statements", statements)
    half = '{"input": "p", "output": "\\ud83d", "score": 1.0, "step": 1}\n'
    (tmp_path / "1.jsonl").write_text(half, encoding="utf-8")
    (tmp_path / "t.csv").write_text("step,prompt,response,reward\n1,p,r,1\n", encoding="utf-8")
    from rolloutdiff import from_table

    ingest_rollouts(load_verl(tmp_path / "1.jsonl"))
    ingest_rollouts(from_table(tmp_path / "t.csv", run="r"), db=tmp_path / "w.duckdb")
    ingest_rollouts(from_table(tmp_path / "t.csv", run="r"), db=tmp_path / "w.duckdb")
    (tmp_path / "t.csv").write_text("step,prompt,response,reward\n1,p,r,1\n2,p,r,1\n", encoding="utf-8")
    ingest_rollouts(from_table(tmp_path / "t.csv", run="r"), db=tmp_path / "w.duckdb")
    forget(db=tmp_path / "w.duckdb", run="r")
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
    forget(db=warehouse, analysis=analysis.id)
    inspect_event(event, lambda e, refs: read_dump(data_dir("trl-collapse"), lambda: rollouts, e, refs))
    assert sorted(seen) == RUN
