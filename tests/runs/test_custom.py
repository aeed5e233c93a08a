"""Custom features on the bundled run: a feature like any other, and nothing else moves."""

from __future__ import annotations

import json
import shutil

import duckdb
import pytest

from rolloutdiff import AnalysisSettings, analyze_rollouts, load_trl
from rolloutdiff.errors import FeatureFailed, FeatureRefused
from rolloutdiff.settings import Resources

FEATURES = (
    ("mentions_tests", "regexp_matches(response, 'run_tests')"),
    ("chars", "length(response)"),
    ("zqnever", "contains(response, 'zqneverxj')"),
)
NAME = "custom:mentions_tests"


def load(folder):
    return load_trl(folder, run="run", reward_column="training_passed")


@pytest.fixture(scope="module", params=["calibrated", "original"])
def analysis(request, loophole_path):
    settings = AnalysisSettings(profile=request.param, features=FEATURES)
    with analyze_rollouts(load(loophole_path), settings=settings) as analysis:
        yield analysis


@pytest.fixture(scope="module")
def short_run(loophole_path, tmp_path_factory):
    folder = tmp_path_factory.mktemp("short") / "completions"
    folder.mkdir()
    for file in sorted((loophole_path / "completions").glob("*.parquet"))[10:70:2]:
        shutil.copy(file, folder / file.name)
    return folder


def of(table, **wanted):
    return [row for row in table.rows() if all(row[k] == v for k, v in wanted.items())]


def test_it_alerts_where_the_behaviour_appears(analysis):
    by_rule = {row["rule"]: row for row in of(analysis.alerts, feature=NAME)}
    assert 47 <= by_rule["frozen_z_v1"]["onset_step"] <= 51
    assert 45 <= by_rule["anchored_seq_v1"]["alert_step"] <= 51
    (change,) = of(analysis.retrospective.shift, feature=NAME, rule="anchored_lr_v1", place=1)
    assert change["onset_step"] == 47
    assert {row["tier"] for row in by_rule.values()} == {"custom"}


def test_it_has_a_series_evidence_and_a_place_in_an_event(analysis):
    assert len(of(analysis.series, feature=NAME)) == 90
    (figures,) = of(analysis.evidence, feature=NAME)
    assert figures["replication"] and figures["reward_association"] > 0.5
    (member,) = of(analysis.event_members, feature=NAME)
    (event,) = of(analysis.event_ranking, event_rank=member["event_rank"])
    assert event["event_rank"] == 1
    # The definition is more than the mention: structure comes before a feature of the user's.
    assert event["lead_tier"] == "ast"
    assert {row["role"] for row in of(analysis.exemplars, feature=NAME)} >= {"exemplar", "pair"}


def test_tiers_rank_ast_custom_lexical_shape(analysis):
    order = ("ast", "custom", "lexical", "shape")
    rises = of(analysis.event_ranking, direction="rise")
    places = [order.index(row["lead_tier"]) for row in rises]
    headline = [place for place, row in zip(places, rises, strict=True) if row["lead_tier"] != "shape"]
    assert 1 in places
    assert headline[0] == 0


def test_a_size_equals_its_counterpart_of_the_shape_tier(analysis):
    series = {row["step"]: row for row in of(analysis.series, feature="custom:chars")}
    for row in of(analysis.series, feature="shape:chars"):
        mine = series[row["step"]]
        assert [mine[k] for k in ("mean", "se", "samples")] == [row[k] for k in ("mean", "se", "samples")]
    assert {row["reason"] for row in of(analysis.sequential.screening, feature="custom:zqnever")} == {
        "sparse"
    }


def test_a_report_words_it_and_hides_it(analysis, tmp_path):
    for hidden in (False, True):
        analysis.write_json(tmp_path / "r.json", hash_features=hidden)
        analysis.write_html(tmp_path / "r.html", hash_features=hidden)
        text, page = (tmp_path / "r.json").read_text(), (tmp_path / "r.html").read_text()
        for word in ("mentions_tests", "zqnever", "zqneverxj", "length(response)"):
            assert (word in text) is not hidden
            assert hidden is False or word not in page
        assert hidden or "meets the custom feature mentions_tests" in page.replace("<code>", "").replace(
            "</code>", ""
        )
        report = json.loads(text)
        names = {row["feature"] for row in report["series"] if row["tier"] == "custom"}
        assert {f"custom:{name}" for name, _ in report["settings"]["features"]} == names


def test_the_rest_of_the_analysis_does_not_move(short_run):
    def rest(features):
        with analyze_rollouts(load(short_run), settings=AnalysisSettings(features=features)) as analysis:
            return analysis.id, [
                [{k: v for k, v in row.items() if k != "analysis_id"} for row in table.rows()]
                for table in (analysis.series, analysis.evidence)
            ]

    plain, tables = rest(())
    custom, more = rest(FEATURES[1:])
    assert plain != custom
    assert [row for row in more[0] if row["tier"] != "custom"] == tables[0]


def test_threads_do_not_change_a_byte(short_run, tmp_path):
    def written(threads):
        settings = AnalysisSettings(features=FEATURES)
        with analyze_rollouts(
            load(short_run), settings=settings, resources=Resources(threads=threads)
        ) as done:
            done.write_json(tmp_path / "r.json")
        return (tmp_path / "r.json").read_bytes()

    assert written(1) == written(4)


def test_a_second_analysis_stands_beside_the_first_and_a_repeat_is_found(short_run, tmp_path):
    ids = []
    for features in (FEATURES[:1], FEATURES[1:], FEATURES[:1]):
        settings = AnalysisSettings(features=features)
        with analyze_rollouts(load(short_run), db=tmp_path / "w.db", settings=settings) as analysis:
            ids.append(analysis.id)
            names = {row["feature"] for row in analysis.series.rows() if row["tier"] == "custom"}
            assert names == {f"custom:{name}" for name, _ in features}
            repeated = not analysis.timings or all(t.stage == "ingest" for t in analysis.timings)
    assert ids[0] == ids[2] != ids[1]
    assert repeated


def test_new_steps_give_what_all_at_once_gives(short_run, tmp_path):
    part = tmp_path / "completions"
    part.mkdir()
    files = sorted(short_run.iterdir())
    settings = AnalysisSettings(features=FEATURES)
    for batch in (files[:22], files[22:]):
        for file in batch:
            shutil.copy(file, part / file.name)
        with analyze_rollouts(load(part), db=tmp_path / "w.db", settings=settings) as analysis:
            analysis.write_json(tmp_path / "grown.json")
    with analyze_rollouts(load(short_run), settings=settings) as analysis:
        analysis.write_json(tmp_path / "whole.json")
    assert (tmp_path / "grown.json").read_bytes() == (tmp_path / "whole.json").read_bytes()


def test_a_failing_feature_leaves_the_warehouse_whole(short_run, tmp_path):
    db = tmp_path / "w.db"
    with analyze_rollouts(load(short_run), db=db, settings=AnalysisSettings()):
        pass
    bad = AnalysisSettings(features=(("bad", "response::int"),))
    with pytest.raises(
        FeatureFailed, match=r"'bad' fails on 'completions_00011.parquet' row 0 \(run 'run', step 11\)"
    ):
        analyze_rollouts(load(short_run), db=db, settings=bad)
    with duckdb.connect(str(db)) as con:
        assert con.execute("select count(*) from rolloutdiff.report_run").fetchone() == (1,)
        assert con.execute("select count(*) from rolloutdiff.feature where tier = 'custom'").fetchone() == (
            0,
        )
    with analyze_rollouts(load(short_run), db=db, settings=AnalysisSettings(features=FEATURES)) as analysis:
        assert of(analysis.series, feature=NAME)


def test_a_refused_feature_reads_and_makes_nothing(short_run, tmp_path):
    settings = AnalysisSettings(features=(("peek", "read_text('/etc/hosts')"),))
    with pytest.raises(FeatureRefused, match="'read_text'"):
        analyze_rollouts(load(short_run), db=tmp_path / "w.db", settings=settings)
    assert list(tmp_path.iterdir()) == []
