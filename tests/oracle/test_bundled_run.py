"""Every number of real runs against the oracle, which is written from the definitions alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

from rolloutdiff import analyze_rollouts, load_trl
from rolloutdiff.settings import AnalysisSettings
from tests.oracle.features import document_frequency
from tests.oracle.whole_run import Feature, Size, WholeRun

REWARD = "training_passed"
SIDE = {0: None, 1: "rise", -1: "fall"}


@dataclass(frozen=True)
class Case:
    """One run: the connection that holds the package's analysis of it, and the oracle's."""

    con: duckdb.DuckDBPyConnection
    oracle: WholeRun

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        return self.con.execute(query).fetchall()


def analysed(folder: Path, settings: AnalysisSettings) -> Case:
    con = duckdb.connect()
    analyze_rollouts(load_trl(folder, run="run", reward_column=REWARD), con=con, settings=settings)
    size, least = settings.vocabulary_size, settings.min_document_frequency
    return Case(con, WholeRun(folder, REWARD, settings.frozen_z, size, least))


@pytest.fixture(scope="session", params=["trl-loophole", "trl-collapse"])
def case(
    request: pytest.FixtureRequest, loophole_path: Path, data_dir: Callable[[str], Path]
) -> Iterator[Case]:
    folder = loophole_path if request.param == "trl-loophole" else data_dir(request.param)
    case = analysed(folder, AnalysisSettings(profile="original"))
    yield case
    case.con.close()


def features(case: Case) -> dict[str, Feature]:
    query = "select name, tier, kind, scale, origin, document_frequency from rolloutdiff.feature"
    return {row[0]: Feature(*row) for row in case.rows(query)}


def assert_close(got: float | None, wanted: float | None, where: object, tolerance: float) -> None:
    if wanted is None or got is None:
        assert got is wanted, where
    else:
        assert math.isclose(got, wanted, rel_tol=tolerance, abs_tol=tolerance), (where, got, wanted)


def test_features_and_how_many_rollouts_show_them(case: Case) -> None:
    assert features(case) == case.oracle.features


def test_every_count_of_every_rollout(case: Case) -> None:
    oracle = case.oracle
    assert case.rows("select source_file, source_row from rolloutdiff.rollout order by all") == oracle.places
    table = case.con.execute(
        "select f.name, r.source_file, r.source_row, c.step, c.n from rolloutdiff.feature_count as c"
        " join rolloutdiff.feature as f using (feature_id) join rolloutdiff.rollout as r using (rollout_id)"
    ).fetchnumpy()
    names = {name: number for number, name in enumerate(sorted(oracle.features))}
    places = {place: number for number, place in enumerate(oracle.places)}
    place = [places[at] for at in zip(table["source_file"], table["source_row"], strict=True)]
    got = np.column_stack([place, [names[name] for name in table["name"]], table["step"], table["n"]])
    wanted = np.array(
        [
            (number, names[name], rollout.step, n)
            for number, (rollout, counts) in enumerate(zip(oracle.rollouts, oracle.counts, strict=True))
            for name, n in counts.items()
            if name in names
        ]
    )
    got, wanted = (rows[np.lexsort((rows[:, 1], rows[:, 0]))] for rows in (got, wanted))
    if not np.array_equal(got, wanted):
        different = set(map(tuple, got.tolist())) ^ set(map(tuple, wanted.tolist()))
        first, name, _, _ = min(different)
        pytest.fail(
            f"{len(different)} counts differ, first {sorted(names)[name]}"
            f" at {oracle.places[first]}: {oracle.rollouts[first].response!r}"
        )


def test_every_point_of_every_series(case: Case) -> None:
    rows = case.rows(
        "select f.name, p.step, p.prompts, p.samples, p.positives, p.mean, p.se, p.within_sd"
        " from rolloutdiff.series_point as p join rolloutdiff.feature as f using (feature_id) order by all"
    )
    wanted = {(name, point.step): point for name, points in case.oracle.series.items() for point in points}
    assert [row[:2] for row in rows] == sorted(wanted)
    for name, step, prompts, samples, positives, *numbers in rows:
        point = wanted[name, step]
        where = f"{name} at step {step}"
        assert (prompts, samples, positives) == (point.prompts, point.samples, point.positives), where
        for got, number in zip(numbers, (point.mean, point.se, point.within_sd), strict=True):
            assert_close(got, number, where, 1e-12)


def test_every_verdict_and_its_numbers(case: Case) -> None:
    rows = case.rows(
        "select f.name, s.status, s.reason, s.onset_step, s.alert_step, s.direction,"
        " s.baseline_mean, s.baseline_sd, s.statistic, s.threshold, s.detectable_rise"
        " from rolloutdiff.screening as s join rolloutdiff.feature as f using (feature_id)"
        " where s.rule = 'frozen_z_v1' order by all"
    )
    verdicts = case.oracle.verdicts
    assert [row[0] for row in rows] == sorted(verdicts)
    for name, status, reason, onset, alert, direction, *numbers in rows:
        v = verdicts[name]
        wanted = (v.status, v.reason, v.onset_step, v.alert_step, SIDE[v.direction])
        assert (status, reason, onset, alert, direction) == wanted, name
        figures = (v.baseline_mean, v.baseline_sd, v.statistic, v.threshold, v.detectable_rise)
        for got, figure in zip(numbers, figures, strict=True):
            assert_close(got, figure, name, 1e-9)


def test_the_alerts_and_their_sizes(case: Case) -> None:
    rows = case.rows(
        "select f.name, a.peak_mean, a.peak_step, a.recent_mean, a.rise"
        " from rolloutdiff.alert as a join rolloutdiff.feature as f using (feature_id)"
        " where a.rule = 'frozen_z_v1' order by all"
    )
    sizes = case.oracle.sizes
    assert [row[0] for row in rows] == sorted(sizes)
    for name, *numbers in rows:
        size = Size(*numbers)
        assert size.peak_step == sizes[name].peak_step, name
        for part in ("peak_mean", "recent_mean", "rise"):
            assert_close(getattr(size, part), getattr(sizes[name], part), (name, part), 1e-9)


def test_the_overlap_of_every_pair_of_alerts(case: Case) -> None:
    rows = case.rows(
        "select a.name, b.name, j.shared_hits, j.union_hits from rolloutdiff.analysis as i,"
        " rolloutdiff.jaccard_v1(i.analysis_id, 'frozen_z_v1', 3) as j"
        " join rolloutdiff.feature as a on a.feature_id = j.feature_a"
        " join rolloutdiff.feature as b on b.feature_id = j.feature_b"
    )
    assert {frozenset(row[:2]): row[2:] for row in rows} == case.oracle.overlaps
    assert len(rows) == len(case.oracle.overlaps)


def test_what_is_folded_under_what(case: Case) -> None:
    rows = case.rows(
        "select f.name, lead.name from rolloutdiff.alert as a"
        " join rolloutdiff.feature as f using (feature_id)"
        " join rolloutdiff.feature as lead on lead.feature_id = a.folded_under where a.rule = 'frozen_z_v1'"
    )
    assert rows
    assert dict(rows) == case.oracle.folded


def test_a_small_vocabulary_is_cut_by_frequency_and_then_by_name(data_dir: Callable[[str], Path]) -> None:
    settings = AnalysisSettings(profile="original", vocabulary_size=83, min_document_frequency=1)
    case = analysed(data_dir("trl-collapse"), settings)
    kept = case.oracle.features
    assert features(case) == kept
    frequency = document_frequency(case.oracle.counts)
    for prefix, tier in (("ast:", "ast"), ("lex:", "lexical")):
        chosen = [feature for feature in kept.values() if feature.tier == tier]
        assert len(chosen) == 83
        # The size was chosen so that the cut falls between tokens that equally many rollouts show.
        left_out = [frequency[name] for name in frequency.keys() - kept.keys() if name.startswith(prefix)]
        assert max(left_out) == min(f.document_frequency for f in chosen if f.origin == "vocabulary")
    case.con.close()
