"""`anchored_seq_v1`: against brute force, and the promises of its verdicts."""

from __future__ import annotations

import math
from dataclasses import fields

import numpy as np
import pytest

from rolloutdiff.settings import AnchoredSettings
from rolloutdiff.stats.anchored_power import BEFORE, SIZES, detectable_step, simulate_detectable
from rolloutdiff.stats.anchored_rule import SequentialRule
from rolloutdiff.stats.anchored_sequential import SequentialScan, scan_sequential
from rolloutdiff.stats.noise import NARROW, WIDE, WIDEST, Grid, RunNoise
from rolloutdiff.stats.standard import Standard
from tests.unit.stats.sequential_oracle import moments
from tests.unit.stats.standards import noise, rows_of, standard

NO_GATE = AnchoredSettings(min_change=0.0, min_relative=0.0)


def scan(
    one: Standard, of_run: RunNoise | None = None, steps: np.ndarray | None = None, since: int = 0
) -> SequentialScan:
    width = one.x.shape[1]
    logged = np.arange(width, dtype=np.int64) if steps is None else steps
    return scan_sequential(one, of_run or noise(), logged, one.x, NO_GATE, since=since)


def mixed_panel(seed: int, series: int = 60, width: int = 70) -> tuple[Standard, np.ndarray]:
    """Shifts, ramps, spikes and noise; some series with gaps, some with weights of their own."""
    random = np.random.default_rng(seed)
    x = random.standard_normal((series, width))
    onset = random.integers(16, width - 5, series)
    after = np.maximum(np.arange(width) - onset[:, None] + 1, 0)
    x += random.choice([0.0, 3.0, -5.0, 9.0], series)[:, None] * np.minimum(after, 1)
    x += random.choice([0.0, 0.6], series)[:, None] * after
    x[random.random(x.shape) < 0.02] += 12.0
    weight = np.ones(x.shape)
    third = series // 3
    x[:third][random.random((third, width)) < 0.2] = np.nan
    weight[third : 2 * third] = random.uniform(0.4, 2.5, (third, width))
    return standard(x, weight), np.cumsum(random.choice([5, 5, 10], width)).astype(np.int64)


@pytest.mark.parametrize(
    ("grid", "high", "single"),
    [(NARROW, 0.07, False), (WIDE, 0.9, False), (WIDEST, 2.2, False), (((0.0, 0.0),), 0.0, True)],
)
def test_evidence_and_verdicts_are_those_of_brute_force(grid: Grid, high: float, single: bool) -> None:
    panel, steps = mixed_panel(5, series=12, width=48)
    of_run = noise(grid, high, single=single)
    spacing = np.median(np.diff(steps[:15]))
    found = scan(panel, of_run, steps)
    alerts = 0
    for row in range(len(panel.level)):
        at = np.flatnonzero(panel.scored[row])
        seen = list(moments(panel.x[row, at], panel.weight[row, at], steps[at] / spacing, of_run))
        hits = [m for m in seen if m.log_e >= math.log(200) and m.lasting]
        stop = hits[0] if hits else seen[-1]
        assert found.alert_index[row] == (at[stop.step] if hits else -1)
        assert found.onset_index[row] == (at[stop.start] if hits else -1)
        assert found.direction[row] == (np.sign(stop.change) if hits else 0)
        assert found.log_e[row] == pytest.approx(stop.log_e, abs=1e-9)
        assert found.worst_log_e[row] == pytest.approx(stop.worst_log_e, abs=1e-9)
        assert found.largest_log_e[row] == pytest.approx(max(m.log_e for m in seen), abs=1e-9)
        assert found.change[row] == pytest.approx(stop.change if hits else math.nan, abs=1e-9, nan_ok=True)
        alerts += bool(hits)
    assert 2 <= alerts <= 11


def test_later_steps_never_change_an_earlier_verdict() -> None:
    panel, steps = mixed_panel(6)
    whole = scan(panel, steps=steps)
    everyone = np.arange(len(panel.level))
    assert 20 < (whole.alert_index >= 0).sum() < 60
    for end in range(34, panel.x.shape[1]):
        so_far = scan(rows_of(panel, everyone, end), steps=steps[:end])
        known = (whole.alert_index >= 0) & (whole.alert_index < end)
        assert np.array_equal(so_far.alert_index, np.where(known, whole.alert_index, -1))
        assert np.array_equal(so_far.onset_index, np.where(known, whole.onset_index, -1))
        assert np.array_equal(so_far.log_e[known], whole.log_e[known])
        assert np.array_equal(so_far.change[known], whole.change[known])


@pytest.mark.parametrize("grid", [NARROW, WIDE])
def test_a_verdict_does_not_depend_on_other_series(grid: Grid) -> None:
    panel, steps = mixed_panel(7, series=150)
    whole = scan(panel, noise(grid), steps)
    order = np.random.default_rng(1).permutation(150)
    for rows in (order, order[:31], order[40:41]):
        part = scan(rows_of(panel, rows), noise(grid), steps)
        for one in fields(SequentialScan):
            assert np.array_equal(getattr(part, one.name), getattr(whole, one.name)[rows], equal_nan=True), (
                one.name
            )


def test_a_new_step_can_be_judged_alone() -> None:
    panel, steps = mixed_panel(8)
    whole = scan(panel, steps=steps)
    everyone = np.arange(len(panel.level))
    for end in range(40, panel.x.shape[1], 3):
        last = scan(rows_of(panel, everyone, end + 1), steps=steps[: end + 1], since=end)
        here = whole.alert_index == end
        assert np.array_equal(last.alert_index[here], whole.alert_index[here])
        assert np.array_equal(last.onset_index[here], whole.onset_index[here])
        assert np.array_equal(last.log_e[here], whole.log_e[here])
        open_still = (whole.alert_index < 0) & panel.scored[:, end]
        assert (last.alert_index[open_still] == -1).all()
        assert np.isnan(last.log_e[~panel.scored[:, end]]).all()


def test_each_series_may_have_its_own_first_column() -> None:
    panel, steps = mixed_panel(9)
    since = np.where(np.arange(len(panel.level)) % 2, 0, 50)
    both = scan_sequential(panel, noise(), steps, panel.x, NO_GATE, since=since)
    for first in (0, 50):
        rows = since == first
        assert np.array_equal(both.log_e[rows], scan(panel, steps=steps, since=first).log_e[rows])


def test_missing_steps_are_as_if_they_had_not_been_logged() -> None:
    panel, steps = mixed_panel(10, series=1, width=60)
    values = panel.x.copy()
    gaps = np.array([20, 33, 34, 47])
    values[0, gaps] = np.nan
    kept = np.delete(np.arange(60), gaps)
    with_gaps = scan(standard(values), steps=steps)
    without = scan(standard(values[:, kept]), steps=steps[kept])
    assert with_gaps.largest_log_e == without.largest_log_e
    assert with_gaps.alert_index[0] == (-1 if without.alert_index[0] < 0 else kept[without.alert_index[0]])


def quiet_then(*later: float) -> np.ndarray:
    return np.array([[1.0, -1.0] * 12 + [0.0] + list(later)])


def test_a_lasting_change_alerts_at_its_fourth_step_and_names_the_first() -> None:
    found = scan(standard(quiet_then(9, 8, 9, 8, 9)))
    assert (found.alert_index[0], found.onset_index[0], found.direction[0]) == (28, 25, 1)
    assert found.change[0] == pytest.approx(8.5, abs=0.5)
    assert scan(standard(quiet_then(-9, -8, -9, -8, -9))).direction[0] == -1


@pytest.mark.parametrize("size", [1e3, 1e9, 1e140])
def test_a_change_of_any_size_alerts(size: float) -> None:
    found = scan(standard(quiet_then(*[size] * 4, *[-size] * 6)))
    assert (found.alert_index[0], found.onset_index[0], found.direction[0]) == (28, 25, 1)
    assert np.isfinite(found.log_e[0])


@pytest.mark.parametrize("spike", [(8, 8), (9, 9, 9), (30, 30, 30)])
def test_a_spike_does_not_alert_even_beside_a_high_step(spike: tuple[float, ...]) -> None:
    assert scan(standard(quiet_then(1.5, *spike, 1.5, 0.5, -1.0, 1.0))).alert_index[0] == -1


def test_the_gate_holds_an_alert_back_until_the_change_is_large_enough() -> None:
    x = quiet_then(*[8.0] * 12)
    values = np.where(np.arange(x.shape[1]) < 31, 0.04, 0.30)[None, :]
    one = standard(x)
    one.baseline_mean[:] = 1.0
    settings = AnchoredSettings()
    steps = np.arange(x.shape[1], dtype=np.int64)
    # 5 % of 1.0: means of the last four values of 1.04 are held back, 1.04 * 3 / 4 + 1.30 / 4 is not.
    found = scan_sequential(one, noise(), steps, 1.0 + values, settings)
    assert (found.alert_index[0], found.onset_index[0]) == (31, 25)
    assert scan_sequential(one, noise(), steps, np.full(x.shape, 1.04), settings).alert_index[0] == -1


def test_series_that_cannot_be_judged_get_no_number() -> None:
    one = standard(quiet_then(9, 9, 9, 9))
    one.reason[0] = "constant"
    found = scan(one)
    assert found.alert_index[0] == -1
    assert np.isnan(found.log_e[0])
    assert np.isnan(found.p_value[0])


def test_weights_of_starts_sum_to_less_than_one() -> None:
    rule = SequentialRule()
    weights = np.exp([rule.log_start_weight(rank) for rank in range(200_000)])
    assert 0.7 < weights.sum() < 1.0
    # What is left beyond is at most the integral from there on, log(a) / log(200,000 + a).
    assert weights.sum() + math.log(rule.start_offset) / math.log(200_000) < 1.0


def test_weights_of_noise() -> None:
    rule = SequentialRule()
    assert np.exp(rule.log_mixture(noise())).tolist() == pytest.approx([0.5, 0.25, 0.25])
    assert np.exp(rule.log_mixture(noise(((0.0, 0.0),)))).tolist() == [1.0]
    assert np.exp(rule.log_null(noise(NARROW, 0.02))).tolist() == pytest.approx([1.0, 0.03, 0.03])
    assert np.exp(rule.log_null(noise(NARROW, 0.20))).tolist() == pytest.approx([1.0, 0.032, 0.032])
    assert np.exp(rule.log_null(noise(NARROW, 0.25))).tolist() == pytest.approx([1.0, 0.05, 0.05])
    assert np.exp(rule.log_null(noise(WIDE, 0.50))).tolist() == pytest.approx(
        [1.0, 0.05, 0.05, 0.0125, 0.0125]
    )
    narrow_and_wide = [1.0, 0.05, 0.05, 0.05, 0.05]
    assert np.exp(rule.log_null(noise(WIDEST, 1.2))).tolist() == pytest.approx(
        [*narrow_and_wide, 0.0045, 0.0045]
    )
    assert np.exp(rule.log_null(noise(WIDEST, 2.0))).tolist() == pytest.approx([*narrow_and_wide, 1.0, 1.0])


@pytest.mark.parametrize("drift", [(0.0, 0.0), (0.5, 0.9)])
def test_the_worst_evidence_keeps_its_guarantee(drift: tuple[float, float]) -> None:
    """Scales are drawn from their prior; the largest of many looks exceeds 1 / p with chance p at most."""
    random = np.random.default_rng(31)
    kappa, rho = drift
    series, width = 1500, 60
    walk = random.standard_normal((series, width))
    for step in range(1, width):
        walk[:, step] = rho * walk[:, step - 1] + math.sqrt(1 - rho * rho) * walk[:, step]
    scale = np.sqrt(30.0 / random.chisquare(30.0, series))
    x = (random.standard_normal((series, width)) + kappa * walk) * scale[:, None]
    found = scan(standard(x), noise(NARROW, 0.25))
    for line in (5.0, 20.0):
        share = (found.worst_log_e >= math.log(line)).mean()
        assert share <= 1.0 / line + 3.0 * math.sqrt(1.0 / line / series)
    if kappa == 0.0:
        assert (found.p_value <= 0.05).mean() <= 0.05 + 3.0 * math.sqrt(0.05 / series)
        assert np.exp(found.log_e).mean() <= 1.5
        assert (found.alert_index >= 0).mean() <= 0.005


def test_detectable_steps() -> None:
    assert detectable_step(noise(NARROW, 0.1), 45) == pytest.approx(2.68)
    assert detectable_step(noise(NARROW, 0.1), 5) == detectable_step(noise(NARROW, 0.1), 15)
    # Half way between 30 and 45 on the logarithmic scale.
    assert detectable_step(noise(NARROW, 0.25), 37) == pytest.approx(2.775, abs=2e-3)
    assert detectable_step(noise(NARROW, 0.25, single=True), 15) == pytest.approx(3.15)
    assert detectable_step(noise(WIDE, 0.3), 30) == pytest.approx(3.30)
    assert detectable_step(noise(WIDE, 0.6), 10_000) == pytest.approx(2.54)
    assert detectable_step(noise(WIDEST, 1.2), 15) < detectable_step(noise(WIDEST, 2.5), 15)
    for sizes in SIZES.values():
        assert len(sizes) == len(BEFORE)
        assert list(sizes) == sorted(sizes, reverse=True)


def test_the_table_of_detectable_steps_comes_from_its_simulation() -> None:
    for of_run in (noise(NARROW, 0.1), noise(WIDE, 1.0)):
        drawn = simulate_detectable(of_run, 30, draws=400, seed=4)
        assert drawn == pytest.approx(detectable_step(of_run, 30), abs=0.25)
