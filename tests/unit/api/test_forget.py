"""`forget`: exactly the rows of an analysis or a run go, whatever else the warehouse holds."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import duckdb
import pandas as pd
import pytest

from rolloutdiff import AnalysisSettings, analyze_rollouts, compare_dumps, forget, from_table
from rolloutdiff.api import ingest_rollouts
from rolloutdiff.errors import UsageError, WarehouseError
from rolloutdiff.sqlfiles import load, load_all

DATA = Path(__file__).parents[2] / "data"
OURS = ("object", "install_log")
TABLES = sorted(f.name for f in load_all(kinds=("table",)) if f.name not in OURS)
PER_ROLLOUT = ("rollout", "extraction", "feature_count")


def frame(*runs, steps=20, word="word"):
    return pd.DataFrame(
        [
            {
                "run": run,
                "step": step,
                "prompt": f"p{prompt}",
                "response": f"{word} {prompt} def {run}" + " done" * (step > 15),
                "reward": float(sample),
            }
            for run in runs
            for step in range(steps)
            for prompt in range(3)
            for sample in range(2)
        ]
    )


SETTINGS = {"a": {}, "b": {"profile": "original"}, "c": {"vocabulary": "prefix"}}


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """Runs one and two, one with three analyses, both with one of their own and one that covers both.

    Of run one there is a comparison of dumps, too.
    """
    path = tmp_path_factory.mktemp("forget") / "w.duckdb"
    ids = {}
    for name, settings in SETTINGS.items():
        with analyze_rollouts(
            from_table(frame("one"), name="one"), db=path, settings=AnalysisSettings(**settings)
        ) as analysis:
            ids[name] = analysis.id
    with analyze_rollouts(from_table(frame("two"), name="two"), db=path) as analysis:
        ids["two"] = analysis.id
    both = pd.concat([frame("left", word="common"), frame("right", word="other")])
    bad = pd.DataFrame([{"run": None, "step": 1, "prompt": "p", "response": "r", "reward": 1.0}])
    mixed = from_table(pd.concat([both, bad]), name="both", skip_bad_rows=True)
    with analyze_rollouts(mixed, db=path) as analysis:
        ids["both"] = analysis.id
    ingest_rollouts(from_table(frame("alone"), name="alone"), db=path)
    dumps = DATA / "glm5"
    with compare_dumps(dumps / "train", dumps / "rollout", run="one", step=3, db=path) as comparison:
        ids["compared"] = comparison.id
    return path, ids


@pytest.fixture
def warehouse(template, tmp_path):
    path, ids = template
    shutil.copy(path, tmp_path / "w.duckdb")
    with duckdb.connect(str(tmp_path / "w.duckdb")) as con:
        yield con, ids


def contents(con):
    """Every row of every table of ours, sorted, as text."""
    return {
        table: sorted(map(repr, con.execute(f"select t from rolloutdiff.{table} as t").fetchall()))
        for table in (*TABLES, *OURS)
    }


def of_others(con, gone, run=None):
    """What has to stay: rows of other analyses, and of rollouts that stay."""
    where = {table: "true" for table in (*TABLES, *OURS)}
    for table in TABLES:
        if "analysis_id" in {row[0] for row in con.execute(f"describe rolloutdiff.{table}").fetchall()}:
            where[table] = f"analysis_id not in {gone}"
        if run is not None and table.startswith("cons_"):
            where[table] = (
                "comparison_id not in"
                f" (select comparison_id from rolloutdiff.cons_comparison where run = '{run}')"
            )
    where["feature_count"] = (
        f"feature_id in (select feature_id from rolloutdiff.feature where analysis_id not in {gone})"
    )
    where["extraction"] = (
        f"rollout_id in (select rollout_id from rolloutdiff.analysis_rollout where analysis_id not in {gone})"
    )
    if run is not None:
        where["rollout"] = where["ingest"] = f"run <> '{run}'"
    return {
        table: sorted(
            map(repr, con.execute(f"select t from rolloutdiff.{table} as t where {condition}").fetchall())
        )
        for table, condition in where.items()
    }


def reports(con):
    """The report of every complete analysis, by its identifier."""
    names = sorted(f.name for f in load_all(kinds=("view",)) if not f.name.startswith("report_consistency"))
    found = {}
    for (name,) in con.execute("select analysis_id from rolloutdiff.analysis order by 1").fetchall():
        found[name] = [
            sorted(
                map(
                    repr,
                    con.execute(
                        f"select v from rolloutdiff.{v} as v where analysis_id = ?", [name]
                    ).fetchall(),
                )
            )
            for v in names
        ]
    return found


def counts(before, after):
    return {t: len(before[t]) - len(after[t]) for t in before if len(before[t]) != len(after[t])}


@pytest.mark.parametrize("name", ["a", "b", "c", "two", "both"])
def test_an_analysis_goes_and_nothing_else(warehouse, name):
    con, ids = warehouse
    before, kept = contents(con), of_others(con, f"('{ids[name]}')")
    shown = reports(con)
    told = forget(con, analysis=ids[name], dry_run=True)
    assert (told.dry_run, contents(con)) == (True, before)
    gone = forget(con, analysis=ids[name][:10])
    assert contents(con) == kept
    assert (gone.analyses, gone.run, gone.rows) == ((ids[name],), None, told.rows)
    assert gone.rows == counts(before, kept)
    assert reports(con) == {k: v for k, v in shown.items() if k != ids[name]}
    assert len(kept["rollout"]) == len(before["rollout"])


def test_what_was_extracted_stays_as_long_as_an_analysis_covers_the_rollout(warehouse):
    con, ids = warehouse
    held = """select count(*) from rolloutdiff.extraction
        join rolloutdiff.rollout using (rollout_id) where run = 'one'"""
    sizes = []
    for name in SETTINGS:
        sizes.append(con.execute(held).fetchone()[0])
        forget(con, analysis=ids[name])
    assert sizes == [120, 120, 120]
    assert con.execute(held).fetchone() == (0,)
    rollouts = from_table(frame("one"), name="one")
    with analyze_rollouts(rollouts, con=con, settings=AnalysisSettings()) as analysis:
        assert analysis.id == ids["a"]
        assert con.execute(held).fetchone() == (120,)


@pytest.mark.parametrize(
    ("run", "names"), [("one", "abc"), ("two", ("two",)), ("left", ("both",)), ("alone", ())]
)
def test_a_run_goes_with_its_rollouts_and_every_analysis_of_it(warehouse, run, names):
    con, ids = warehouse
    chosen = sorted(ids[name] for name in names)
    before = contents(con)
    kept = of_others(con, f"({', '.join(repr(n) for n in (*chosen, 'none'))})", run)
    told = forget(con, run=run, dry_run=True)
    assert contents(con) == before
    gone = forget(con, run=run)
    assert contents(con) == kept
    assert (gone.analyses, gone.run) == (tuple(chosen), run)
    assert gone.rows == told.rows == counts(before, kept)


def test_after_the_last_run_every_table_is_empty_and_the_same_can_be_loaded_again(warehouse):
    con, ids = warehouse
    shown = reports(con)
    for run in ("left", "alone", "two", "one", "right"):
        forget(con, run=run)
    assert {table: rows for table, rows in contents(con).items() if table not in OURS and rows} == {}
    with analyze_rollouts(from_table(frame("two"), name="two"), con=con) as analysis:
        assert analysis.id == ids["two"]
    assert reports(con) == {ids["two"]: shown[ids["two"]]}


def test_an_unfinished_analysis_can_be_forgotten(warehouse):
    con, ids = warehouse
    con.execute("update rolloutdiff.analysis set complete = false where analysis_id = ?", [ids["two"]])
    assert forget(con, analysis=ids["two"]).analyses == (ids["two"],)


def test_another_schema(tmp_path):
    with duckdb.connect() as con:
        with analyze_rollouts(from_table(frame("one")), con=con, schema='my "own"') as analysis:
            assert forget(con, analysis=analysis.id, schema='my "own"').rows["analysis"] == 1
        assert con.execute('select count(*) from "my ""own""".rollout').fetchone() == (120,)


def test_what_cannot_be_forgotten_is_told(warehouse, tmp_path):
    con, ids = warehouse
    for arguments in ({}, {"analysis": "x", "run": "y"}):
        with pytest.raises(UsageError, match="One of analysis, comparison and run"):
            forget(con, **arguments)
    with pytest.raises(UsageError, match=f"no analysis 'zzz'.*{ids['a']} \\(run one\\)"):
        forget(con, analysis="zzz")
    with pytest.raises(UsageError, match="no analysis ''"):
        forget(con, analysis="")
    with pytest.raises(UsageError, match=r"no run 'lefft'\. Did you mean left"):
        forget(con, run="lefft")
    with pytest.raises(UsageError, match=r"no run 'zzzz'\. It holds alone, left, one, right, two"):
        forget(con, run="zzzz")
    for arguments in ({}, {"con": con, "db": "x"}):
        with pytest.raises(UsageError, match="One of con and db"):
            forget(run="one", **arguments)
    with pytest.raises(WarehouseError, match="does not exist"):
        forget(db=tmp_path / "none.duckdb", run="one")
    assert not (tmp_path / "none.duckdb").exists()
    with duckdb.connect() as empty:
        with pytest.raises(WarehouseError, match="no schema 'rolloutdiff' of ours"):
            forget(empty, run="one")
        assert empty.execute("select count(*) from duckdb_tables()").fetchone() == (0,)


def test_a_comparison_goes_and_nothing_else(warehouse):
    con, ids = warehouse
    before = contents(con)
    filled = {table: len(rows) for table, rows in before.items() if table.startswith("cons_")}
    assert all(filled.values()) and len(filled) == 6
    assert forget(con, comparison=ids["compared"][:6], dry_run=True).rows == filled
    assert contents(con) == before
    gone = forget(con, comparison=ids["compared"])
    assert (gone.comparisons, gone.analyses, gone.run, gone.rows) == ((ids["compared"],), (), None, filled)
    assert contents(con) == before | {table: [] for table in filled}
    with pytest.raises(UsageError, match=r"no comparison 'x'\. It holds none at all"):
        forget(con, comparison="x")


def test_a_run_that_only_has_comparisons_can_be_forgotten():
    dumps = DATA / "glm5"
    with duckdb.connect() as con:
        for run in ("r7", "r8"):
            compare_dumps(dumps / "train", dumps / "rollout", run=run, con=con).close()
        compare_dumps(dumps / "train", dumps / "rollout", con=con).close()
        with pytest.raises(UsageError, match=r"3 comparisons|no comparison ''"):
            forget(con, comparison="")
        assert len(forget(con, run="r7").comparisons) == 1
        left = "select run from rolloutdiff.report_consistency order by run"
        assert con.execute(left).fetchall() == [("r8",), (None,)]


def test_two_analyses_with_one_beginning_are_told_apart(warehouse):
    con, ids = warehouse
    for table in ("analysis", "analysis_run"):
        con.execute(
            f"update rolloutdiff.{table} set analysis_id = 'same' || analysis_id where analysis_id in (?, ?)",
            [ids["a"], ids["b"]],
        )
    with pytest.raises(UsageError, match=r"2 analyses begin with 'same'\. Give one of same"):
        forget(con, analysis="same")


def test_every_table_with_rows_of_an_analysis_or_a_run_is_forgotten_from():
    removed = {name: set(re.findall(r"delete from rolloutdiff\.(\w+)", load(name).body)) for name in STAGES}
    per_analysis = {
        f.name
        for f in load_all(kinds=("table",))
        if re.search(r"^\s+(analysis|audit)_id ", f.body, re.MULTILINE)
    }
    assert removed["forget_analysis"] == per_analysis | {"feature_count"}
    assert set().union(*removed.values()) == set(TABLES) == set(load("forget_count").header.requires)


STAGES = ("forget_analysis", "forget_comparison", "forget_extraction", "forget_run")
