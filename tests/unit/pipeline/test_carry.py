"""What is taken over from an earlier analysis: every table is as if all had been counted at once."""

from __future__ import annotations

import random
from dataclasses import replace

import duckdb
import pyarrow as pa
import pytest

from rolloutdiff import AnalysisSettings, from_table, load_trl
from rolloutdiff.errors import OutOfMemory
from rolloutdiff.pipeline import analysis as at_work
from rolloutdiff.pipeline.analysis import analyze_runs
from rolloutdiff.pipeline.carry import find_carried
from rolloutdiff.pipeline.kept import Kept
from rolloutdiff.pipeline.load import load_rollouts
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.pipeline.watch import replace_analyses
from rolloutdiff.warehouse.connect import open_session
from rolloutdiff.warehouse.install import install
from rolloutdiff.warehouse.stage import StageRunner

TABLES = {
    "feature": "select f.* exclude (analysis_id) from rolloutdiff.feature as f where f.analysis_id = $id",
    "feature_count": "select f.feature_id, c.step, count(*) as n, bit_xor(hash(c.rollout_id, c.n)) as content"
    " from rolloutdiff.feature_count as c inner join rolloutdiff.feature as f using (feature_id)"
    " where f.analysis_id = $id group by all",
} | {
    name: f"select t.* exclude (analysis_id) from rolloutdiff.{name} as t where t.analysis_id = $id"
    for name in (
        "series_point",
        "screening",
        "shift",
        "evidence",
        "alert",
        "event",
        "event_member",
        "exemplar",
        "calibration",
        "coverage",
        "integrity",
        "dump_change",
        "analysis_run",
        "analysis_rollout",
    )
}


def tables(con: duckdb.DuckDBPyConnection, analysis: str) -> dict[str, list[str]]:
    """Rows of an analysis in every table, its features numbered from 0 in their order."""
    query = "select f.feature_id from rolloutdiff.feature as f where f.analysis_id = $id order by 1"
    place = {number: at for at, (number,) in enumerate(con.execute(query, {"id": analysis}).fetchall())}
    found = {}
    for name, query in TABLES.items():
        table = con.sql(query, params={"id": analysis}).to_arrow_table()
        numbers = [c for c in table.column_names if c.endswith("feature_id") or c == "folded_under"]
        rows = table.to_pylist()
        for row in rows:
            row.update({c: place[row[c]] for c in numbers if row[c] is not None})
        found[name] = sorted(map(repr, rows))
    return found


def grown(looks, settings, monkeypatch):
    """Analyses what each look loads; gives steps taken over, and the last tables beside those of a whole.

    What the process keeps in memory has to be used, or it would not be tested here.
    """
    taken, ran = [], set()
    statements = StageRunner.statements
    monkeypatch.setattr(StageRunner, "statements", lambda self, name: ran.add(name) or statements(self, name))
    plain = at_work.find_carried

    def find(*arguments):
        found = plain(*arguments)
        taken.append(found and found.last_step)
        return found

    monkeypatch.setattr(at_work, "find_carried", find)
    kept = Kept()
    with open_session(None, None) as session:
        runner = session.runner
        install(runner.cursor)
        for rollouts in looks:
            progress = Progress()
            runs = load_rollouts(runner, rollouts, progress)
            last = analyze_runs(runner, runs, settings, rollouts, progress, kept)
            replace_analyses(runner, last, ())
        carried = tables(runner.cursor, last)
    assert ran >= {"carry_halves", "carry_totals", "carry_grams"}
    with open_session(None, None) as session:
        runner = session.runner
        install(runner.cursor)
        # Loaded look by look as well, so that rollouts have the same numbers; analysed once.
        for rollouts in looks:
            runs = load_rollouts(runner, rollouts, progress)
        assert analyze_runs(runner, runs, settings, looks[-1], progress) == last
        whole = tables(runner.cursor, last)
    return taken, carried, whole


def test_a_real_run_that_grows(data_dir, monkeypatch):
    """Tokens by the hundred appear from step 30 on, in which the policy falls apart."""
    rollouts = load_trl(data_dir("trl-collapse"), run="r", reward_column="training_passed")
    names = [file.name for file in rollouts.files]
    cuts = (34, len(names))
    looks = [rollouts.without_files(names[cut:]) for cut in cuts]
    taken, carried, whole = grown(looks, AnalysisSettings(vocabulary="prefix"), monkeypatch)
    assert taken == [None, 34]
    assert carried == whole
    assert all(carried[name] for name in ("feature_count", "alert", "event"))


WORDS = ("it's", "no", "NO", "ünder_1", "the", "a", "so", "Über")


def row(rng, step, number):
    text = " ".join(rng.choices(WORDS[: 3 + step // 4], k=6))
    if step > 12 and rng.random() < 0.5:
        text += f"\n```python\nfor x{step % 3} in f{step // 8}(): pass\n```\n" + (
            "no no no" if step % 2 else ""
        )
    return {
        "step": step,
        "prompt": f"p{rng.randrange(3 + step)}",
        "response": None if rng.random() < 0.05 else text,
        "reward": float(rng.random() < 0.5),
        "sample_id": f"{step}:{number}",
    }


def test_a_made_run_whose_last_step_is_still_being_written(monkeypatch):
    """Places for tokens are few, so that they run out, and later tokens compete for what is left."""
    settings = AnalysisSettings(vocabulary="prefix", vocabulary_size=24, min_document_frequency=2)
    rng = random.Random(2)
    rows = [row(rng, step, number) for step in range(1, 29) for number in range(12)]
    sizes = (12 * 15, 12 * 19 + 5, 12 * 24, len(rows))
    looks = [from_table(pa.Table.from_pylist(rows[:size]), run="r") for size in sizes]
    taken, carried, whole = grown(looks, settings, monkeypatch)
    # The first look ends with the first cell; a step that was torn is counted again.
    assert taken == [None, 15, 19, 24]
    assert carried == whole
    assert any(
        "'origin': 'vocabulary'" in line and "'admitted_index': 0" not in line for line in carried["feature"]
    )


def test_a_run_whose_new_steps_bring_no_new_words(monkeypatch):
    """The first cell is not read again for them, and what rises then is held against it all the same."""
    rng, unknown = random.Random(7), []
    plain = StageRunner.scalar

    def scalar(self, name, given=None):
        found = plain(self, name, given)
        unknown.extend([found] if name == "carry_grams" else [])
        return found

    monkeypatch.setattr(StageRunner, "scalar", scalar)
    rows = [
        {
            "step": step,
            "prompt": f"p{rng.randrange(4)}",
            "response": " ".join(rng.choices(("a", "b", "c"), (1, 1, 1 + 4 * (step > 20)), k=2)),
            "reward": float(rng.random() < 0.5),
            "sample_id": f"{step}:{number}",
        }
        for step in range(1, 25)
        for number in range(24)
    ]
    looks = [from_table(pa.Table.from_pylist(rows[: 24 * steps]), run="r") for steps in (20, 22, 24)]
    settings = AnalysisSettings(vocabulary="prefix", vocabulary_size=6)
    taken, carried, whole = grown(looks, settings, monkeypatch)
    assert taken == [None, 20, 22]
    assert unknown == [0, 0]
    assert carried == whole
    assert any("'lex:" in line and "'admitted_index': 2" in line for line in carried["feature"])


def test_a_size_that_is_first_seen_late_keeps_what_was_counted_from_being_taken_over(monkeypatch):
    """It stands before the tokens in the order of features; what was begun with old numbers is undone."""
    rng = random.Random(3)
    rows = [row(rng, step, number) for step in range(1, 23) for number in range(6)]
    rows[-1]["response"] = '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>'
    looks = [from_table(pa.Table.from_pylist(rows[: 6 * steps]), run="r") for steps in (18, 20, 22)]
    taken, carried, whole = grown(looks, AnalysisSettings(vocabulary="prefix"), monkeypatch)
    assert taken == [None, 18, 20]
    assert carried == whole
    assert any("'shape:tool_calls'" in line for line in carried["feature"])


@pytest.mark.parametrize("failure", [RuntimeError(), OutOfMemory("Too little.")])
def test_what_fails_in_the_last_stage_leaves_all_whole(monkeypatch, failure):
    """All that takes over is one transaction: when it fails, the earlier analysis and what is in memory are
    as they were, and the next look, or the same with more memory, takes over from them."""
    rng = random.Random(5)
    rows = [row(rng, step, number) for step in range(1, 23) for number in range(4)]
    looks = [from_table(pa.Table.from_pylist(rows[: 4 * steps]), run="r") for steps in (20, 22)]
    settings, kept, failures, taken = AnalysisSettings(vocabulary="prefix"), Kept(), [failure], []
    plain = at_work.build_events

    def fail(*given):
        taken.append(given[-1])
        if failures:
            raise failures.pop()
        return plain(*given)

    with open_session(None, None, lean=True) as session:
        runner = session.runner
        install(runner.cursor)
        runs = load_rollouts(runner, looks[0], Progress())
        first = analyze_runs(runner, runs, settings, looks[0], Progress(), kept)
        replace_analyses(runner, first, ())
        before = tables(runner.cursor, first)
        load_rollouts(runner, looks[1], Progress())
        monkeypatch.setattr(at_work, "build_events", fail)
        if not isinstance(failure, OutOfMemory):
            with pytest.raises(type(failure)):
                analyze_runs(runner, runs, settings, looks[1], Progress(), kept)
            assert tables(runner.cursor, first) == before
            assert kept.analysis == first
        second = analyze_runs(runner, runs, settings, looks[1], Progress(), kept)
        assert [carried.last_step for carried in taken] == [20, 20]
        assert kept.analysis == second
        found = tables(runner.cursor, second)
    with open_session(None, None) as session:
        runner = session.runner
        install(runner.cursor)
        for rollouts in looks:
            load_rollouts(runner, rollouts, Progress())
        assert analyze_runs(runner, runs, settings, looks[1], Progress()) == second
        assert tables(runner.cursor, second) == found


def test_nothing_is_taken_over_where_the_choice_of_features_sees_all_steps_or_the_user_gave_some():
    """It is decided before the warehouse is asked."""
    runner = None
    prefix = AnalysisSettings(vocabulary="prefix")
    custom = replace(prefix, features=(("long", "length(response) > 9"),))
    for earlier, settings in (("e", replace(prefix, vocabulary="run")), ("e", custom), (None, prefix)):
        assert find_carried(runner, "a", earlier, settings) is None
