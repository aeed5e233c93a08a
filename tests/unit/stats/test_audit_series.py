from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rolloutdiff.settings import AnchoredSettings, FrozenZSettings
from rolloutdiff.stats.audit_rows import SliceRows, count_matrix
from rolloutdiff.stats.audit_series import PremiumSeries, onset_step, premium_series, screen_premiums
from rolloutdiff.stats.screening import Screening
from tests.unit.stats.audit_worlds import FAST, columns, slice_rows

WORDS = 12
COLUMNS = columns(WORDS)
STEPS, PROMPTS, SAMPLES = 50, 8, 8
PER_STEP = PROMPTS * SAMPLES
DEPLOYED = 30


def _run(name: str, seed: int, pay: float = 0.0, word: int = 3) -> tuple[SliceRows, np.ndarray]:
    """Fifty steps of eight fresh prompts; from step 30 on the reward pays for a word."""
    rows = slice_rows(name, seed=seed, prompts=STEPS * PROMPTS, words=WORDS, noise=0.2)
    step = np.repeat(np.arange(STEPS), PER_STEP)
    copies = rows.counts.toarray()[:, word]
    return replace(rows, reward=rows.reward + pay * copies * (step >= DEPLOYED)), step


def _screen(seed: int, *pays: float) -> tuple[list[PremiumSeries], dict[str, list[Screening]]]:
    runs = [_run(f"s{i}", seed, pay) for i, pay in enumerate(pays)]
    series = premium_series([rows for rows, _ in runs], [step for _, step in runs], COLUMNS, FAST)
    found = [screen_premiums(one, FrozenZSettings(), AnchoredSettings()) for one in series]
    return series, {rule: [one[rule] for one in found] for rule in ("frozen_z_v1", "anchored_seq_v1")}


@pytest.mark.parametrize("seed", range(3))
def test_the_onset_is_the_step_at_which_the_reward_started_to_pay(seed: int) -> None:
    series, verdicts = _screen(seed, 0.0, 0.5, 0.0)
    for found in verdicts.values():
        assert abs(onset_step(found) - DEPLOYED) <= 1
        alerts = [
            (one.slice, COLUMNS.names[one.column[place]])
            for one, screening in zip(series, found, strict=True)
            for place in np.flatnonzero((screening.status == "alert") & (screening.direction > 0))
        ]
        assert alerts == [("s1", "w03")]
    assert all((screening.alert_step <= DEPLOYED + 4).all() for screening in verdicts["frozen_z_v1"])


def test_a_reward_that_stays_the_same_hardly_ever_alerts() -> None:
    alerts = total = 0
    for seed in range(10, 14):
        _, verdicts = _screen(seed, 0.0, 0.0, 0.0)
        for found in verdicts.values():
            alerts += sum(int((one.status == "alert").sum()) for one in found)
            total += sum(len(one.status) for one in found)
            assert onset_step(found) == -1
    assert total == 4 * 2 * 3 * WORDS
    assert alerts == 0


def test_slopes_of_a_step_read_that_step_alone() -> None:
    rows, step = _run("one", 1, 0.5)
    (whole,) = premium_series([rows], [step], COLUMNS, FAST)
    early = np.flatnonzero(step < 20)
    (part,) = premium_series([rows.take(early)], [step[early]], COLUMNS, FAST)
    assert np.array_equal(part.column, whole.column)
    assert np.array_equal(part.slope, whole.slope[:, :20])
    assert np.array_equal(part.se, whole.se[:, :20])


def test_a_slope_by_hand_and_the_level_of_several_slices() -> None:
    rows, step = _run("one", 2)
    (alone,) = premium_series([rows], [step], COLUMNS, FAST)
    at = step == 7
    counts, reward = rows.counts.toarray()[at], rows.reward[at]
    c = counts - counts.reshape(PROMPTS, SAMPLES, -1).mean(axis=1).repeat(SAMPLES, axis=0)
    slope = (c * reward[:, None]).sum(axis=0) / (c * c).sum(axis=0)
    assert alone.slope[:, 7] == pytest.approx(slope)
    assert alone.square[:, 7] == pytest.approx((c * c).sum(axis=0))
    both = premium_series([rows, replace(rows, name="two")], [step, step], COLUMNS, FAST)
    assert both[0].slope[:, 7] == pytest.approx(slope - np.median(slope))


def test_held_features_are_taken_out_by_least_squares() -> None:
    rows, step = _run("one", 2, 0.5)
    (series,) = premium_series([rows], [step], COLUMNS, FAST, held={"one": ["w03", "w05"]})
    at = step == 40
    counts, reward = rows.counts.toarray()[at], rows.reward[at]
    inside = np.eye(len(reward)) - np.kron(np.eye(PROMPTS), np.full((SAMPLES, SAMPLES), 1 / SAMPLES))
    c, y = inside @ counts, inside @ reward
    for feature, others in ((7, [3, 5]), (3, [5]), (5, [3])):
        h = c[:, others]
        taken = np.eye(len(y)) - h @ np.linalg.inv(h.T @ h + 0.5 * np.eye(len(others))) @ h.T
        own, left = taken @ c[:, feature], taken @ y
        slope = own @ left / (own @ own)
        assert series.slope[feature, 40] == pytest.approx(slope)
        assert series.square[feature, 40] == pytest.approx(own @ own)
        u = np.add.reduceat(own * (left - slope * own), np.arange(0, PER_STEP, SAMPLES))
        robust = np.sqrt(PROMPTS / (PROMPTS - 1) * (u @ u)) / (own @ own)
        assert series.se[feature, 40] >= robust * (1 - 1e-9)


def test_a_feature_that_comes_along_is_silent_beside_the_paid_one() -> None:
    rows, step = _run("one", 7, 0.8)
    counts = rows.counts.toarray()
    # The last word stands wherever the paid one does, and in every fifth text besides.
    counts[:, 11] = (counts[:, 3] > 0) | (np.random.default_rng(1).random(len(counts)) < 0.2)
    r, k = np.nonzero(counts)
    along = replace(rows, counts=count_matrix(r, k, counts[r, k], len(counts), WORDS))
    (plain,) = premium_series([along], [step], COLUMNS, FAST)
    (beside,) = premium_series([along], [step], COLUMNS, FAST, held={"one": ["w03"], "two": ["w11"]})
    for series, expected in ((plain, ["alert", "alert"]), (beside, ["alert", "quiet"])):
        found = screen_premiums(series, FrozenZSettings(), AnchoredSettings())["frozen_z_v1"]
        assert found.status[[3, 11]].tolist() == expected


def test_a_feature_that_a_held_one_determines_has_no_slope() -> None:
    rows, step = _run("one", 8)
    counts = rows.counts.toarray()
    counts[:, 11] = 2 * counts[:, 3]
    r, k = np.nonzero(counts)
    twice = replace(rows, counts=count_matrix(r, k, counts[r, k], len(counts), WORDS))
    names = replace(COLUMNS, rank=np.array([1] * 11 + [0]))
    (series,) = premium_series([twice], [step], names, FAST, held={"one": ["w03"]})
    assert np.isnan(series.slope[series.column == 11]).all()


def test_rows_and_panel() -> None:
    rows, step = _run("one", 3)
    few = np.flatnonzero((step < 3) & ((step != 1) | (rows.cluster == 8)))
    (series,) = premium_series([rows.take(few)], [step[few]], COLUMNS, FAST)
    found = [row for row in series.rows(COLUMNS) if row["feature"] == "w03"]
    assert [row["step"] for row in found] == [0, 1, 2]
    assert found[0]["z"] == pytest.approx(found[0]["slope"] / found[0]["se"])
    # One prompt at step 1: a slope, but no standard error.
    assert found[1]["se"] is None
    assert found[1]["z"] is None
    panel = series.panel()
    assert panel.prompts[3].tolist() == series.prompts[3].tolist()
    assert panel.samples[3].tolist() == np.rint(series.square[3]).astype(int).tolist()
    assert not panel.binary.any()
    assert panel.scorable[3].tolist() == [True, False, True]


def test_a_step_without_a_comparison_has_no_slope() -> None:
    rows, step = _run("one", 4)
    lone = np.flatnonzero((step != 5) | (np.arange(len(step)) % SAMPLES == 0))
    (series,) = premium_series([rows.take(lone)], [step[lone]], COLUMNS, FAST)
    assert np.isnan(series.slope[:, 5]).all()
    assert (series.panel().samples[:, 5] == 0).all()
    assert {row["step"] for row in series.rows(COLUMNS)} == set(range(STEPS)) - {5}


def test_gold_and_gap() -> None:
    rows, step = _run("one", 5, 0.5)
    gold = rows.reward - 0.3 * rows.counts.toarray()[:, 4]
    known = replace(rows, gold=gold)
    (gap,) = premium_series([known], [step], COLUMNS, FAST, "gap")
    assert gap.slope[4] == pytest.approx(np.full(STEPS, 0.3))
    (none,) = premium_series([rows], [step], COLUMNS, FAST, "gap")
    assert none.slope.shape == (0, STEPS)
    assert none.rows(COLUMNS) == []
    assert {
        len(one.status) for one in screen_premiums(none, FrozenZSettings(), AnchoredSettings()).values()
    } == {0}


def test_nothing_to_compare() -> None:
    assert premium_series([], [], COLUMNS, FAST) == []
    rows, step = _run("one", 6)
    empty = rows.take(np.empty(0, dtype=np.int64))
    (series,) = premium_series([empty], [step[:0]], COLUMNS, FAST)
    assert series.slope.shape == (0, 0)
    assert onset_step([]) == -1
