"""What an inspection finds: which rollouts, in which order, with which evidence."""

from __future__ import annotations

import ast
import json
import subprocess
import sys

import duckdb
import pytest

from rolloutdiff import AnalysisSettings, analyze_rollouts, load_trl, load_verl
from rolloutdiff.api import ingest_rollouts
from rolloutdiff.errors import ReportError, UsageError, WarehouseError, WarehouseLocked
from rolloutdiff.inspection import (
    RankBy,
    as_json,
    find_event,
    inspect_event,
    open_for_reading,
    read_dump,
)
from rolloutdiff.report.load import load_report
from tests.unit.inspection.cases import HOSTILE

FEATURE = "ast:def:run_tests"


def from_dump(case, loader, rank=1, **options):
    event = find_event(load_report(case.report), None, rank)
    return inspect_event(event, lambda e, w: read_dump(case.dump, loader, e, w), **options)


def loophole_dump(case):
    return lambda: load_trl(case.dump, run="loophole", reward_column="training_passed")


def functions(response):
    """Functions that the fenced code of a response defines, by the standard library alone."""
    code = response.split("```python\n")[1].split("```")[0]
    return {node.name for node in ast.walk(ast.parse(code)) if isinstance(node, ast.FunctionDef)}


def test_exemplars_show_the_feature_and_their_counterparts_do_not(loophole):
    found = from_dump(loophole, loophole_dump(loophole), pair=True, before=True)
    assert found.feature == FEATURE
    assert len(found.groups) == 3
    for group in found.groups:
        assert "run_tests" in functions(group.exemplar.rollout.response)
        assert group.exemplar.reference.reward == 1.0
        (span,) = group.exemplar.evidence[0].spans
        text = group.exemplar.rollout.response
        assert text[span.start : span.end] == "def run_tests"
        assert text.split("\n")[group.exemplar.lines(span)[0] - 1] == group.exemplar.line_text(span)
        assert group.exemplar.line_text(span).startswith("def run_tests(")
        for other in (group.pair, group.before):
            assert other.evidence[0].spans == ()
            assert other.rollout.prompt == group.exemplar.rollout.prompt
        assert group.pair.reference.step == group.exemplar.reference.step
        assert group.before.reference.step < found.event.onset_step


def test_counterparts_come_only_when_asked_for(loophole):
    found = from_dump(loophole, loophole_dump(loophole))
    assert all(group.pair is group.before is None for group in found.groups)
    shown = as_json(found)["exemplars"]
    assert all("pair" not in row and "before" not in row for row in shown)


def test_orders(loophole):
    def order(rank_by):
        groups = from_dump(loophole, loophole_dump(loophole), rank_by=rank_by).groups
        return [group.exemplar for group in groups]

    assert [e.reference.place for e in order(None)] == [1, 2, 3]
    lengths = [len(e.rollout.response) for e in order(RankBy.length)]
    assert lengths == sorted(lengths, reverse=True)
    steps = [e.reference.step for e in order(RankBy.step)]
    assert steps == sorted(steps)
    rewards = [e.reference.reward for e in order(RankBy.reward)]
    assert rewards == sorted(rewards, reverse=True)


def test_another_member(loophole):
    event = find_event(load_report(loophole.report), None, 1)
    other = event.shown_members[-1]
    found = from_dump(loophole, loophole_dump(loophole), feature=other)
    assert found.feature == other
    for group in found.groups:
        assert group.exemplar.evidence[0].feature == other
        assert group.exemplar.evidence[0].spans


def test_the_warehouse_tells_the_same(loophole):
    with open_for_reading(loophole.warehouse) as warehouse:
        event = find_event(warehouse.tables(None, None), None, 1)
        found = inspect_event(event, warehouse.read, pair=True, before=True)
    assert as_json(found) == as_json(from_dump(loophole, loophole_dump(loophole), pair=True, before=True))


def test_hostile_text_comes_back_as_it_is(hostile):
    found = from_dump(hostile, lambda: load_verl(hostile.dump), feature=FEATURE)
    for group in found.groups:
        assert group.exemplar.rollout.response == HOSTILE
        (span,) = group.exemplar.evidence[0].spans
        assert HOSTILE[span.start : span.end] == "def run_tests"
        # A number of lines is a number of line feeds, whatever else ends a line elsewhere.
        assert group.exemplar.lines(span) == (6, 6)
    text = json.dumps(as_json(found))
    assert json.loads(text)["exemplars"][0]["response"] == HOSTILE


def test_json_offsets_lead_back_to_the_text(hostile):
    found = as_json(from_dump(hostile, lambda: load_verl(hostile.dump), pair=True, before=True))
    assert found["event"]["event_rank"] == 1
    for row in found["exemplars"]:
        assert {"role", "place", "step", "reward", "prompt_id", "sample_id", "source_file"} <= row.keys()
        for evidence in row["evidence"]:
            for span in evidence["spans"]:
                piece = row["response"][span["start"] : span["end"]]
                assert row["response"].split("\n")[span["line"] - 1] == span["line_text"]
                assert span["end_line"] - span["line"] == piece[:-1].count("\n")
                assert piece.split("\n")[0] in span["line_text"]
        assert row["pair"]["role"] == "pair"
        assert row["pair"]["evidence"][0]["spans"] == []
        assert row["before"] is None or row["before"]["step"] < found["event"]["onset_step"]


def test_hashed_reports_show_texts_without_evidence(loophole):
    event = find_event(load_report(loophole.hashed), None, 1)
    assert FEATURE not in event.members
    found = inspect_event(event, lambda e, w: read_dump(loophole.dump, loophole_dump(loophole), e, w))
    assert "run_tests" in functions(found.groups[0].exemplar.rollout.response)
    assert found.groups[0].exemplar.evidence[0].spans == ()
    assert as_json(found)["exemplars"][0]["evidence"][0]["locatable"] is False


class TestWarehouse:
    """A warehouse is read, never made or changed."""

    def test_nothing_is_changed(self, loophole):
        before = loophole.warehouse.read_bytes()
        with open_for_reading(loophole.warehouse) as warehouse:
            warehouse.tables(None, None)
        assert loophole.warehouse.read_bytes() == before

    def test_no_file(self, tmp_path):
        with pytest.raises(WarehouseError, match="does not exist"):
            open_for_reading(tmp_path / "w.duckdb")
        assert list(tmp_path.iterdir()) == []

    def test_no_database(self, tmp_path):
        path = tmp_path / "w.duckdb"
        path.write_text("not a database, but longer than a header " * 200)
        with pytest.raises(WarehouseError, match="not a DuckDB file"):
            open_for_reading(path)

    def test_nothing_of_ours(self, tmp_path, loophole):
        duckdb.connect(str(tmp_path / "w.duckdb")).close()
        with pytest.raises(WarehouseError, match="has no schema 'rolloutdiff' of ours"):
            open_for_reading(tmp_path / "w.duckdb")
        with pytest.raises(WarehouseError, match="has no schema 'rl' of ours"):
            open_for_reading(loophole.warehouse, "rl")

    def test_which_analysis(self, loophole):
        with open_for_reading(loophole.warehouse) as warehouse:
            name = find_event(warehouse.tables(None, None), None, 1).analysis_id
            assert warehouse.tables(name[:6], "loophole")["run"][0]["analysis_id"] == name
            with pytest.raises(ReportError, match=rf"no analysis 'zz'. Give one of: {name} \(run loophole\)"):
                warehouse.tables("zz", None)
            with pytest.raises(ReportError, match=f"no analysis of run 'other'. There are: {name}"):
                warehouse.tables(None, "other")

    def test_several_analyses_need_a_name(self, tmp_path, hostile):
        names = []
        for size in (50, 60):
            settings = AnalysisSettings(vocabulary_size=size)
            with analyze_rollouts(load_verl(hostile.dump), db=tmp_path / "w", settings=settings) as analysis:
                names.append(analysis.id)
        with open_for_reading(tmp_path / "w") as warehouse:
            with pytest.raises(UsageError, match=r"holds 2 analyses\. Choose with --analysis: ") as caught:
                warehouse.tables(None, None)
            assert all(name in str(caught.value) for name in names)
            assert warehouse.tables(names[1], None)["run"][0]["analysis_id"] == names[1]

    def test_no_analysis(self, tmp_path, loophole):
        ingest_rollouts(loophole_dump(loophole)(), db=tmp_path / "w")
        with open_for_reading(tmp_path / "w") as warehouse, pytest.raises(ReportError, match="no complete"):
            warehouse.tables(None, None)

    def test_rollouts_that_are_gone(self, tmp_path, loophole):
        path = tmp_path / "w.duckdb"
        path.write_bytes(loophole.warehouse.read_bytes())
        with open_for_reading(path) as warehouse:
            event = find_event(warehouse.tables(None, None), None, 1)
        with duckdb.connect(str(path)) as con:
            con.execute("delete from rolloutdiff.rollout")
        with open_for_reading(path) as warehouse, pytest.raises(WarehouseError, match="no longer holds"):
            inspect_event(event, warehouse.read)

    def test_a_warehouse_in_use(self, loophole, tmp_path):
        path = tmp_path / "w.duckdb"
        path.write_bytes(loophole.warehouse.read_bytes())
        code = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print(flush=True); sys.stdin.read()"
        arguments = [sys.executable, "-c", code, str(path)]
        with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
            assert holder.stdout is not None
            holder.stdout.readline()
            with pytest.raises(WarehouseLocked):
                open_for_reading(path)
            holder.communicate()
