from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from rolloutdiff.settings import AnchoredSettings
from rolloutdiff.stats.anchored import AnchoredResult, screen_run, screen_steps
from rolloutdiff.stats.panel import SeriesPanel
from tests.unit.stats.test_noise import drifting
from tests.unit.stats.test_standard import sizes

RULE = AnchoredSettings()


def made(seed: int, series: int = 40, steps: int = 60, prompts: int = 16, each: int = 8) -> SeriesPanel:
    """Binary features whose prompts differ, and every fourth series a size; none of them changes."""
    rng = np.random.default_rng(seed)
    shape = (series, steps, prompts)
    logit = rng.normal(-1, 1.0, (series, 1, 1)) + 0.5 * rng.standard_normal(shape)
    cells = rng.binomial(each, 1 / (1 + np.exp(-logit))).astype(np.float64)
    binary = np.arange(series) % 4 != 3
    value = np.where(binary[:, None, None], cells / each, 50 + cells)
    spread = np.sqrt((cells / each) * (1 - cells / each) * each / (each - 1))
    return SeriesPanel(
        steps=np.arange(1, steps + 1),
        mean=value.mean(axis=2),
        se=value.std(axis=2, ddof=1) / np.sqrt(prompts),
        prompts=np.full((series, steps), prompts),
        samples=np.full((series, steps), prompts * each),
        positives=np.where(binary[:, None], cells.sum(axis=2), prompts * each).astype(np.int64),
        within_sd=np.where(binary[:, None], np.sqrt((spread**2).mean(axis=2)), 3.0),
        binary=binary,
    )


def raised(panel: SeriesPanel, row: int, start: int, by: float) -> SeriesPanel:
    """The panel with one feature raised from a step on."""
    mean = panel.mean.copy()
    mean[row, start:] = np.minimum(mean[row, start:] + by, 1.0)
    positives = panel.positives.copy()
    positives[row] = np.round(mean[row] * panel.samples[row]).astype(np.int64)
    return replace(panel, mean=mean, positives=positives)


def rows_of(panel: SeriesPanel, rows: np.ndarray) -> SeriesPanel:
    fields = {n: getattr(panel, n) for n in panel.__dataclass_fields__}
    return SeriesPanel(**{n: v if n == "steps" else v[rows] for n, v in fields.items()})


def same(one: AnchoredResult, other: AnchoredResult, rows: np.ndarray) -> None:
    """Verdicts of `other` are those of rows of `one`."""
    for rule in ("sequential", "retrospective"):
        a, b = getattr(one, rule), getattr(other, rule)
        assert b.status.tolist() == a.status[rows].tolist()
        assert b.onset_step.tolist() == a.onset_step[rows].tolist()
        assert b.alert_step.tolist() == a.alert_step[rows].tolist()
        assert b.statistic == pytest.approx(a.statistic[rows], rel=1e-9, nan_ok=True)
        assert b.p_value == pytest.approx(a.p_value[rows], rel=1e-9, nan_ok=True)


class TestVerdicts:
    def test_a_rise_is_found_by_both(self) -> None:
        result = screen_run(raised(made(1), 0, 35, 0.4), RULE)
        for screening in (result.sequential, result.retrospective):
            assert screening.status[0] == "alert"
            assert screening.direction[0] == 1
            assert screening.headline[0] is True
            assert screening.q_value[0] < 0.01
            assert screening.change[0] == pytest.approx(0.4, abs=0.12)
        assert 36 <= result.sequential.alert_step[0] <= 42
        assert abs(result.retrospective.onset_step[0] - 36) <= 1
        assert result.retrospective.alert_step[0] == -1
        change = result.shift.first(1)[0]
        assert change.onset_low <= 36 <= change.onset_high
        assert change.onset_at == "ten_points"

    def test_a_fall_is_found_too(self) -> None:
        panel = made(2)
        row = int(np.argmax(np.where(panel.binary, panel.mean[:, :15].mean(axis=1), 0)))
        mean = panel.mean.copy()
        mean[row, 30:] *= 0.2
        result = screen_run(replace(panel, mean=mean), RULE)
        assert result.sequential.direction[row] == -1
        assert result.retrospective.direction[row] == -1

    def test_nothing_changes(self) -> None:
        result = screen_run(made(3, series=80), RULE)
        assert (result.sequential.status == "alert").sum() == 0
        assert (result.retrospective.status == "alert").sum() <= 1
        assert result.retrospective.q_value[result.retrospective.status == "quiet"].min() > 0.05

    def test_a_small_change_is_no_alert_however_sure(self) -> None:
        panel = made(4, prompts=300, each=64)
        result = screen_run(raised(panel, 0, 30, 0.019), RULE)
        assert result.retrospective.p_value[0] < 0.004
        assert result.retrospective.status[0] == "quiet"

    def test_alert_without_headline(self) -> None:
        panel = made(5, series=20, prompts=64, each=32)
        result = screen_run(raised(panel, 0, 30, 0.06), RULE)
        assert result.retrospective.status[0] == "alert"
        assert result.retrospective.headline[0] is False

    def test_what_begins_small_becomes_a_headline(self) -> None:
        panel = made(13, series=40, prompts=32, each=16)
        mean, positives = panel.mean.copy(), panel.positives.copy()
        mean[0] = np.minimum(np.maximum(np.arange(60) - 29, 0) * 0.01, 1.0)
        positives[0] = np.round(mean[0] * panel.samples[0])
        result = screen_run(replace(panel, mean=mean, positives=positives), RULE).sequential
        assert result.status[0] == "alert"
        assert result.change[0] < 0.10
        assert result.headline[0] is True
        cut = result.alert_index[0] + 2
        early = SeriesPanel(
            **{
                n: v if n == "binary" else v[:cut] if n == "steps" else v[:, :cut]
                for n, v in ((n, getattr(panel, n)) for n in panel.__dataclass_fields__)
            }
        )
        early = replace(early, mean=mean[:, :cut], positives=positives[:, :cut])
        assert screen_run(early, RULE).sequential.headline[0] is False

    def test_unscorable_series_say_why(self) -> None:
        panel = made(6)
        mean, positives = panel.mean.copy(), panel.positives.copy()
        mean[0] = 0.0
        positives[0] = 0
        mean[1, 10:] = np.nan
        mean[3] = 7.0
        prompts = panel.prompts.copy()
        prompts[1, 10:] = 0
        result = screen_run(replace(panel, mean=mean, positives=positives, prompts=prompts), RULE)
        for screening in (result.sequential, result.retrospective):
            assert screening.reason[[0, 1, 3]].tolist() == ["sparse", "short_run", "constant"]
            assert np.isnan(screening.p_value[[0, 1, 3]]).all()
            assert screening.status[[0, 1, 3]].tolist() == ["unscorable"] * 3


class TestRareFeatures:
    @pytest.mark.parametrize(("hits", "bound"), [(6, 3540 / 6**6), (4, 1.0)])
    def test_p_is_at_least_the_binomial_bound(self, hits: int, bound: float) -> None:
        # All of them in the last ten of sixty steps: 6^-hits, on either side, for 60 * 59 / 2 stretches.
        panel = made(16)
        positives, mean = panel.positives.copy(), panel.mean.copy()
        positives[0] = 0
        positives[0, np.linspace(50, 59, hits).astype(int)] = 1
        mean[0] = positives[0] / panel.samples[0]
        result = screen_run(replace(panel, mean=mean, positives=positives), RULE).retrospective
        inside = result.p_value[0] >= bound * (1 - 1e-9)
        # A shape that takes in a step more or less has another bound; it is never below that of the best.
        assert inside or result.p_value[0] >= 3540 * (11 / 60) ** hits * 0.5

    def test_frequent_features_have_no_such_bound(self) -> None:
        result = screen_run(raised(made(17), 0, 35, 0.4), RULE).retrospective
        assert result.p_value[0] == 1e-6


class TestIndependence:
    @settings(max_examples=8, deadline=None)
    @given(st.integers(0, 500))
    def test_order_of_series(self, seed: int) -> None:
        panel = raised(made(seed), 0, 35, 0.3)
        order = np.random.default_rng(seed).permutation(len(panel.binary))
        one, other = screen_run(panel, RULE), screen_run(rows_of(panel, order), RULE)
        same(one, other, order)
        assert other.retrospective.q_value == pytest.approx(
            one.retrospective.q_value[order], rel=1e-9, nan_ok=True
        )
        assert one.calibration == other.calibration

    def test_unrelated_series_with_the_same_noise(self) -> None:
        # Duplicates leave the pooled noise as it is; what is added may not touch the others' verdicts.
        panel = raised(made(7), 0, 35, 0.3)
        twice = np.concatenate([np.arange(40), np.arange(40)])
        same(screen_run(panel, RULE), screen_run(rows_of(panel, twice), RULE), np.arange(40)[twice])

    @pytest.mark.parametrize("factor", [1e-4, 7.0, 1e5])
    def test_unit_of_sizes(self, factor: float) -> None:
        panel = made(8)
        size = ~panel.binary[:, None]
        mean = panel.mean.copy()
        mean[3, 40:] *= 1.5
        panel = replace(panel, mean=mean)
        scaled = replace(
            panel,
            mean=np.where(size, panel.mean * factor, panel.mean),
            se=np.where(size, panel.se * factor, panel.se),
            within_sd=np.where(size, panel.within_sd * factor, panel.within_sd),
        )
        one, other = screen_run(panel, RULE), screen_run(scaled, RULE)
        assert one.retrospective.status.tolist() == other.retrospective.status.tolist()
        assert one.sequential.alert_step.tolist() == other.sequential.alert_step.tolist()
        assert other.retrospective.statistic == pytest.approx(
            one.retrospective.statistic, rel=1e-6, nan_ok=True
        )
        assert other.retrospective.change[3] == pytest.approx(one.retrospective.change[3] * factor)

    def test_later_steps_do_not_change_an_alert(self) -> None:
        panel = raised(made(9), 0, 30, 0.3)
        whole = screen_run(panel, RULE).sequential
        for end in (36, 45, 59):
            cut = SeriesPanel(
                **{
                    n: v if n == "binary" else v[:end] if n == "steps" else v[:, :end]
                    for n, v in ((n, getattr(panel, n)) for n in panel.__dataclass_fields__)
                }
            )
            early = screen_run(cut, RULE).sequential
            seen = (whole.alert_index >= 0) & (whole.alert_index < end)
            assert np.array_equal(early.alert_index >= 0, seen)
            assert early.onset_step[seen].tolist() == whole.onset_step[seen].tolist()

    def test_halves_are_judged_by_the_same_rule(self) -> None:
        panel = raised(made(10), 0, 30, 0.3)
        alone = screen_steps(panel, RULE)
        both = screen_run(panel, RULE).sequential
        assert alone.alert_step.tolist() == both.alert_step.tolist()
        assert alone.rule == both.rule == "anchored_seq_v1"


class TestGaps:
    def test_missing_steps_and_uneven_counts(self) -> None:
        panel = raised(made(14, steps=70), 0, 40, 0.4)
        rng = np.random.default_rng(14)
        samples = panel.samples * rng.integers(1, 4, 70)[None, :]
        mean, prompts = panel.mean.copy(), panel.prompts.copy()
        mean[2, [5, 20, 33]] = np.nan
        prompts[2, [5, 20, 33]] = 0
        uneven = replace(
            panel, mean=mean, prompts=prompts, samples=samples, steps=np.cumsum(rng.integers(1, 3, 70))
        )
        result = screen_run(uneven, RULE)
        assert result.retrospective.status[0] == "alert"
        assert result.sequential.status[0] == "alert"
        assert result.retrospective.status[2] == "quiet"
        assert abs(int(np.searchsorted(uneven.steps, result.retrospective.onset_step[0])) - 40) <= 1

    def test_one_prompt_per_step_is_judged(self) -> None:
        rng = np.random.default_rng(15)
        shape = (30, 120)
        p = 1 / (1 + np.exp(-rng.normal(-1, 1, shape)))
        p[0, 60:] = np.minimum(p[0, 60:] + 0.5, 0.98)
        positives = rng.binomial(32, p)
        panel = SeriesPanel(
            steps=np.arange(120),
            mean=positives / 32,
            se=np.full(shape, np.nan),
            prompts=np.ones(shape, dtype=np.int64),
            samples=np.full(shape, 32),
            positives=positives,
            within_sd=np.sqrt(p * (1 - p)),
            binary=np.ones(30, dtype=np.bool_),
        )
        result = screen_run(panel, RULE)
        assert result.retrospective.status[0] == "alert"
        assert (result.retrospective.status[1:] == "quiet").all()
        assert [row["prompts"] for row in result.calibration] == ["single", "single"]


class TestList:
    def test_q_values_adjust_over_scorable_series(self) -> None:
        result = screen_run(made(11), RULE).retrospective
        tested = ~np.isnan(result.p_value)
        assert result.q_value[tested] == pytest.approx(stats.false_discovery_control(result.p_value[tested]))

    def test_calibration_counts_the_list(self) -> None:
        result = screen_run(raised(made(12), 0, 35, 0.4), RULE)
        sequential, retrospective = result.calibration
        assert retrospective["series"] == (result.retrospective.status != "unscorable").sum()
        assert retrospective["expected_false_alerts"] == pytest.approx(0.004 * retrospective["series"])
        assert sequential["expected_false_alerts"] == pytest.approx(0.005 * sequential["series"])
        assert sequential["threshold"] == pytest.approx(200.0)
        assert sequential["alpha"] == 0.005
        assert 0.6 < retrospective["bulk_ratio"] < 1.4
        assert retrospective["drift"] == "kappa 0.5; rho 0.6, 0.9"
        assert retrospective["prompts"] == "fresh"

    def test_a_drifting_run_expects_more(self) -> None:
        mean = drifting(2, 1.0)
        sequential, retrospective = screen_run(sizes(mean), RULE).calibration
        assert sequential["drift"] == retrospective["drift"] == "kappa 0.5, 1; rho 0.6, 0.9"
        assert sequential["alpha"] == 0.01
        assert sequential["expected_false_alerts"] == pytest.approx(3.0)
