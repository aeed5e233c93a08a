"""The tools of benchmarks/detection, against values worked out otherwise."""

from __future__ import annotations

import math
import statistics

import numpy as np
import pytest

from benchmarks.detection.completions import add_counts, design, draw_counts, panel_of_counts, size_panel
from benchmarks.detection.curves import curve, first_at
from benchmarks.detection.figures import Figure, Findings, Measure, at_least, at_most, not_above, summarise
from benchmarks.detection.fit import committed, fit_first_steps
from benchmarks.detection.others import CUSUM, methods, noise_sd
from benchmarks.detection.record import write
from benchmarks.detection.rows_prompts import log_odds
from benchmarks.detection.rows_real import crossings
from benchmarks.detection.table import cell, judgement
from benchmarks.detection.tasks import Part, Task, run_parts


class TestCompletions:
    def test_a_step_is_summed_up_as_the_package_does(self) -> None:
        counts = np.array([[[1, 3, 0]]])
        panel = panel_of_counts(counts, np.array([[2, 4, 0]]))
        # Prompt shares 1/2 and 3/4; squares inside prompts 2 (1/4) and 4 (3/16), 4 degrees of freedom.
        assert panel.mean[0, 0] == 0.625
        assert panel.se[0, 0] == pytest.approx(math.sqrt((0.125**2 + 0.125**2) / 2))
        assert panel.within_sd[0, 0] == pytest.approx(math.sqrt((0.5 + 0.75) / 4))
        assert (panel.prompts[0, 0], panel.samples[0, 0], panel.positives[0, 0]) == (2, 6, 4)

    def test_a_step_with_one_prompt_has_no_error(self) -> None:
        panel = panel_of_counts(np.array([[[5]]]), np.array([[8]]))
        assert np.isnan(panel.se[0, 0]) and panel.mean[0, 0] == 0.625

    def test_counts_have_the_stated_mean_and_design_effect(self) -> None:
        rng = np.random.default_rng(3)
        completions = design(20, 8, 400)
        prevalence = np.broadcast_to(np.array([[0.1], [0.5]]), (2, 400))
        panel = panel_of_counts(draw_counts(rng, prevalence, np.array([1.2, 1.8]), completions), completions)
        assert panel.mean.mean(axis=1) == pytest.approx([0.1, 0.5], abs=0.008)
        expected = np.array([1.2 * 0.1 * 0.9, 1.8 * 0.5 * 0.5]) / 160
        assert panel.mean.var(axis=1) == pytest.approx(expected, rel=0.25)
        assert (panel.se**2).mean(axis=1) == pytest.approx(expected, rel=0.1)

    def test_nothing_is_added_where_the_chance_is_zero(self) -> None:
        rng = np.random.default_rng(4)
        completions = design(np.array([2, 3]), 8, 2)
        assert completions.tolist() == [[8, 8, 0], [8, 8, 8]]
        before = draw_counts(rng, np.full((1, 2), 0.3), np.array([1.5]), completions)
        after = add_counts(rng, np.array([[0.0, 1.0]]), np.array([1.5]), before, completions)
        assert after[0, 0].tolist() == before[0, 0].tolist()
        assert after[0, 1].sum() >= 23

    def test_sizes_have_the_stated_level_and_error(self) -> None:
        rng = np.random.default_rng(5)
        panel = size_panel(rng, np.full((1, 500), 50.0), np.array([0.3]), np.array([0.5]), 16, 8)
        assert panel.mean.mean() == pytest.approx(50.0, rel=0.02)
        assert panel.mean.std() == pytest.approx(np.sqrt((panel.se**2).mean()), rel=0.1)


class TestCurves:
    @pytest.mark.parametrize(
        ("name", "crossing"),
        # A rise of .3 reaches .1 at a third of its height: at once, after ln 2 = .69 widths of a logistic
        # before its centre, at the fourth of ten and the tenth of thirty equal steps.
        [("step", 50), ("logistic 2", 49), ("logistic 4", 48), ("linear 10", 53), ("linear 30", 59)],
    )
    def test_a_rise_crosses_where_it_must(self, name: str, crossing: int) -> None:
        reached = curve(name, 120, np.array([50]))
        assert first_at(0.3 * reached, 0.1)[0] == crossing

    def test_exponential_curves_grow_or_approach(self) -> None:
        growth, approach = curve("exponential", 120, np.array([50, 50]))
        assert growth[48] == approach[48] == 0.0
        assert growth[69] == 1.0 and growth[65] == pytest.approx(0.5)
        assert approach[49] == pytest.approx(1 - math.exp(-0.2))

    def test_a_line_that_is_never_reached(self) -> None:
        assert first_at(np.zeros((1, 5)), 0.1)[0] == -1


class TestFigures:
    def test_summaries(self) -> None:
        assert summarise([1, 0, 0, 0], "share") == Figure(0.25, math.sqrt(0.25 * 0.75 / 4), 4)
        assert summarise([1, 2, 6], "mean").error == pytest.approx(statistics.stdev([1, 2, 6]) / math.sqrt(3))
        assert summarise([1, 2, 60], "median").value == 2
        assert summarise([1, 2, 60], "largest").value == 60
        assert summarise([], "share").count == 0

    def test_verdicts(self) -> None:
        by_rule = {
            "a": Figure(0.004, 0.001, 9),
            "b": Figure(0.006, 0.001, 9),
            "c": Figure(math.nan, math.nan, 0),
        }
        small = Measure("x", "share", "%", at_most(0.005, unit="%"), ("a", "b"))
        assert judgement(small, by_rule) == "missed: b"
        assert judgement(Measure("x", "share", "%", at_least(0.004, unit="%"), ("a",)), by_rule) == "met"
        assert judgement(Measure("x", "share", "%", not_above("b"), ("a",)), by_rule) == "met"
        assert judgement(Measure("x", "share", "%", at_most(1), ("c",)), by_rule) == "not measured"
        assert judgement(Measure("x", "share", "%"), by_rule) == ""
        assert cell(by_rule["a"], "%") == "0.4 ± 0.1 %"
        assert cell(by_rule["c"], "%") == ""


def _draw(rng: np.random.Generator, scenario: str) -> Findings:
    findings = Findings()
    findings.add(scenario, Measure("x", "mean"), "rule", rng.random(3))
    return findings


def _tasks(scale: float) -> list[Task]:
    return [Task(_draw, {"scenario": name}) for name in ("one", "two", "one")]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_seed_gives_the_same_values_with_any_number_of_workers(workers: int) -> None:
    part = Part("x", "Title", (), _tasks)
    found = run_parts([part], seed=5, scale=1.0, workers=workers)["x"]
    values = [np.random.default_rng([5, ord("x"), place]).random(3).tolist() for place in range(3)]
    assert found.values[("one", "x", "rule")] == values[0] + values[2]
    assert found.values[("two", "x", "rule")] == values[1]


def test_prompts_of_any_spread_have_the_stated_prevalence() -> None:
    assert log_odds(0.2, 0.0) == pytest.approx(math.log(0.25), abs=1e-9)
    effect = np.random.default_rng(6).standard_normal(400_000)
    share = 1 / (1 + np.exp(-log_odds(0.2, 2.0) - 2.0 * effect))
    assert share.mean() == pytest.approx(0.2, abs=0.002)


def test_a_crossing_needs_three_steps_in_a_row() -> None:
    level = [0.1] * 15
    rows = [[*level, 0.2, 0.1, 0.2, 0.2, 0.2], [*level, 0.2, 0.2, 0.1, 0.2, 0.2]]
    assert crossings(np.array(rows)).tolist() == [17, -1]


def test_a_fit_gives_back_what_was_simulated() -> None:
    rng = np.random.default_rng(7)
    completions = design(64, 8, 200)
    prevalence = np.full((1, 200), 0.3)
    fit = fit_first_steps(
        panel_of_counts(draw_counts(rng, prevalence, np.array([1.7]), completions), completions), 200
    )
    assert fit.prevalence == pytest.approx([0.3], abs=0.01)
    assert fit.deff == pytest.approx([1.7], rel=0.1)


def test_a_fit_of_sizes_gives_back_what_was_simulated() -> None:
    rng = np.random.default_rng(8)
    sizes = size_panel(rng, np.full((1, 200), 40.0), np.array([0.3]), np.array([0.5]), 64, 8)
    fit = fit_first_steps(sizes, 200)
    assert fit.level == pytest.approx([40.0], rel=0.02)
    assert fit.between == pytest.approx([0.3], rel=0.1)
    assert fit.within == pytest.approx([0.5], rel=0.1)


def test_the_committed_fits_are_of_the_stated_steps() -> None:
    assert {name: fit.steps for name, fit in committed().items()} == {
        "trl-loophole": 15,
        "trl-clean": 15,
        "trl-frozen": 120,
    }


def test_cusum_finds_a_step_and_leaves_noise_alone() -> None:
    rng = np.random.default_rng(9)
    noise = rng.standard_normal(80)
    cusum = methods()[CUSUM]
    assert cusum(noise, 1.0) == []
    assert abs(cusum(noise + 3.0 * (np.arange(80) >= 40), 1.0)[0] - 40) <= 1
    assert noise_sd(rng.standard_normal(5000)) == pytest.approx(1.0, abs=0.05)


def test_the_tables_are_written_between_their_marks(tmp_path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("a\n<!-- detection:begin -->\nold\n<!-- detection:end -->\nb\n", encoding="utf-8")
    write(readme, "new")
    assert (
        readme.read_text(encoding="utf-8") == "a\n<!-- detection:begin -->\nnew\n<!-- detection:end -->\nb\n"
    )
    readme.write_text("a", encoding="utf-8")
    with pytest.raises(ValueError, match="no place"):
        write(readme, "new")
