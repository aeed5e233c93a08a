"""Trouble with series and the detection of changes; every test is named by the case that it answers."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from rolloutdiff import AnalysisSettings, analyze_rollouts, from_table, load_verl
from rolloutdiff.cli import options
from rolloutdiff.settings import FrozenZSettings, L2Ar1Settings, Resources
from tests.cases.conftest import Read, analysed, numbers, write_steps
from tests.unit.stats.panels import QUIET, Series, one, verdict
from tests.unit.stats.panels import case as series_of

Case = Callable[[str], Path]


def rewarded(folder: Path, *, absent: tuple[int, ...] = ()) -> pa.Table:
    """The values of a case as rewards of completions, each the only one of its prompt in its step."""
    with (folder / "series.csv").open(encoding="utf-8") as file:
        rows = [(int(row["step"]), float(row["value"])) for row in csv.DictReader(file)]
    seen: dict[int, int] = {}
    table: dict[str, list[Any]] = {"step": [], "prompt": [], "response": [], "reward": []}
    for step, value in rows:
        if step in absent:
            continue
        seen[step] = seen.get(step, 0) + 1
        table["step"].append(step)
        table["prompt"].append(f"prompt {seen[step]}")
        table["response"].append("an answer")
        table["reward"].append(value)
    return pa.table(table)


def verdicts(read: Read, feature: str = "reward:total") -> dict[str, dict[str, Any]]:
    """Verdicts on a series by rule."""
    return {
        row["rule"]: row for row in read.analysis.sequential.screening.rows() if row["feature"] == feature
    }


def test_s01_one_spike_is_no_event(case: Case) -> None:
    with analysed(from_table(rewarded(case("S01")), run="r")) as read:
        assert {row["status"] for row in verdicts(read).values()} == {"quiet"}
        assert read.analysis.event_ranking.rows() == []
    assert verdict(one(series_of("S01-one-spike"))) == QUIET


def test_s02_too_few_steps_are_said_in_words(case: Case, tmp_path: Path) -> None:
    with analysed(from_table(rewarded(case("S02")), run="r")) as read:
        assert {row["reason"] for row in verdicts(read).values()} == {"short_run"}
        assert read.findings()["short_run"]["count"] == 5
        read.analysis.write_html(tmp_path / "page.html")
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "5 steps were logged, and the rule needs 20" in html


@pytest.mark.parametrize("absent", [(), (4, 21, 30, 32)])
def test_s03_a_constant_baseline_then_a_jump_is_an_alert_with_finite_figures(
    case: Case, absent: tuple[int, ...]
) -> None:
    with analysed(from_table(rewarded(case("S03"), absent=absent), run="r")) as read:
        found = verdicts(read)["frozen_z_v1"]
        assert (found["status"], found["direction"]) == ("alert", "rise")
        assert all(np.isfinite(number) for row in verdicts(read).values() for number in numbers(row))
        assert found["onset_step"] in (30, 31)
    result = one(Series(mean=series_of("S03-constant-then-step").mean, absent=[3, 20], within_sd=np.nan))
    assert verdict(result)[0] == "alert"


def test_s04_there_is_no_free_penalty() -> None:
    # The settings of both rules that look back or watch: what a user chooses is an error rate or an effect.
    for settings in (FrozenZSettings(), L2Ar1Settings(), AnalysisSettings().anchored):
        assert not {name for name in vars(settings) if "pen" in name}
    assert AnalysisSettings().anchored.alpha == 0.004
    assert not [name for name in vars(options) if "penalty" in name.lower()]


def test_s05_significant_and_tiny_needs_a_least_effect(case: Case) -> None:
    with analysed(from_table(rewarded(case("S05")), run="r")) as read:
        found = verdicts(read)
        # A change of 0.001 of 0.5 stays below the least relative change of the calibrated rules.
        assert found["anchored_seq_v1"]["status"] == "quiet"
        means = [point["mean"] for point in read.series("reward:total").values()]
        assert max(means) - min(means) < 0.05 * 0.5
    series = series_of("S05-tiny-but-significant")
    assert verdict(one(series))[0] == "alert"
    assert verdict(one(series, FrozenZSettings(min_effect=0.01))) == QUIET


def test_s07_one_prompt_per_step_is_said(case: Case) -> None:
    with analysed(from_table(rewarded(case("S07")), run="r")) as read:
        found = verdicts(read)
        assert (found["frozen_z_v1"]["status"], found["frozen_z_v1"]["reason"]) == (
            "unscorable",
            "single_unit",
        )
        # The calibrated rules take the noise from step to step instead.
        assert found["anchored_seq_v1"]["status"] != "unscorable"
        assert read.findings()["single_prompt"]["severity"] == "warning"


def test_s08_threads_and_repetition_do_not_change_a_byte(tmp_path: Path) -> None:
    def line(step: int, prompt: int, sample: int) -> dict[str, Any]:
        code = "```python\ndef f():\n    return 1\n```"
        return {
            "output": code if step > 18 and sample else f"Answer {step} {prompt} {sample}",
            "score": 0.1 * sample,
        }

    folder = write_steps(tmp_path / "dump", 30, line)
    reports = set()
    for threads in (1, 8, 1):
        with analyze_rollouts(load_verl(folder), resources=Resources(threads=threads)) as analysis:
            analysis.write_json(tmp_path / "report.json")
        reports.add((tmp_path / "report.json").read_bytes())
    assert len(reports) == 1


def test_s09_no_early_warning_is_promised(root: Path) -> None:
    readme = (root / "README.md").read_text(encoding="utf-8")
    assert "false alerts, nothing changes" in readme
    assert not [word for word in ("early warning", "predicts when", "warns before") if word in readme.lower()]
