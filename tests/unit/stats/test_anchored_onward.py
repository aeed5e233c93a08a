"""`Onward`: a run that grows, judged look by look, has the verdicts of one that is judged at once."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest

from rolloutdiff.settings import AnchoredSettings
from rolloutdiff.stats import anchored_onward
from rolloutdiff.stats.anchored_onward import Onward
from rolloutdiff.stats.anchored_sequential import SequentialScan, scan_sequential
from rolloutdiff.stats.noise import NARROW, WIDE
from rolloutdiff.stats.standard import Standard
from tests.unit.stats.standards import noise, rows_of
from tests.unit.stats.test_anchored_sequential import mixed_panel

RULE = AnchoredSettings(min_change=0.0, min_relative=0.0)


def same(one: SequentialScan, other: SequentialScan) -> None:
    for field in fields(SequentialScan):
        found, wanted = getattr(one, field.name), getattr(other, field.name)
        assert np.array_equal(found, wanted, equal_nan=True), field.name
        assert found.dtype == wanted.dtype


@pytest.fixture
def judged_from(monkeypatch: pytest.MonkeyPatch) -> list[np.ndarray]:
    """First judged column of every series in every scan."""
    seen: list[np.ndarray] = []

    def spy(*given: object, since: np.ndarray) -> SequentialScan:
        seen.append(since)
        return scan_sequential(*given, since=since)  # type: ignore[arg-type]

    monkeypatch.setattr(anchored_onward, "scan_sequential", spy)
    return seen


def cut(panel: Standard, end: int, rows: np.ndarray | None = None) -> Standard:
    return rows_of(panel, np.arange(len(panel.level)) if rows is None else rows, end)


@pytest.mark.parametrize("grid", [NARROW, WIDE])
def test_look_by_look_is_all_at_once(grid, judged_from: list[np.ndarray]) -> None:
    """Looks of one step and of several; series that come later, and series that are gone."""
    panel, steps = mixed_panel(21)
    series, of_run, onward = len(panel.level), noise(grid), Onward()
    since = np.where(np.arange(series) % 3, 0, 40)
    begun = 0
    for end in (20, 35, 36, 37, 50, 51, 70):
        keys = np.arange(series) if end != 37 else np.arange(5, series)
        keys = keys[(since[keys] == 0) | (end >= 40)]
        one = cut(panel, end, keys)
        given = (one, of_run, steps[:end], one.x, RULE)
        found = onward.scan(keys.tolist(), *given, since=since[keys])
        same(found, scan_sequential(*given, since=since[keys]))
        if end in (36, 37, 51):
            scorable = one.reason == np.array(None)
            assert (judged_from[-1][scorable] == begun).all()
        begun = end
    assert (found.alert_index >= 0).sum() > 10


@pytest.mark.parametrize("change", ["value", "weight", "noise", "settings", "step", "baseline"])
def test_what_reads_otherwise_is_judged_from_the_start(change: str, judged_from: list[np.ndarray]) -> None:
    panel, steps = mixed_panel(22)
    series, onward, settings, of_run = len(panel.level), Onward(), RULE, noise()
    first = cut(panel, 50)
    onward.scan(range(series), first, of_run, steps[:50], first.x, settings)
    values = panel.x.copy()
    # Of one series an early value is another; of the others every value is the same.
    if change == "value":
        values[7, 30] += 0.25
    elif change == "weight":
        weight = panel.weight.copy()
        weight[7, 30] += 0.25
        panel = replace(panel, weight=weight)
    elif change == "baseline":
        mean = panel.baseline_mean.copy()
        mean[7] += 0.25
        panel = replace(panel, baseline_mean=mean)
    elif change == "noise":
        of_run = noise(WIDE)
    elif change == "settings":
        settings = replace(settings, e_value=400.0)
    else:
        steps = steps.copy()
        steps[40:] += 1
    found = onward.scan(range(series), panel, of_run, steps, values, settings)
    same(found, scan_sequential(panel, of_run, steps, values, settings))
    anew = judged_from[-1] == 0
    if change in ("value", "weight", "baseline"):
        assert np.flatnonzero(anew & (panel.reason == np.array(None))).tolist() == [7]
    else:
        assert anew.all()


def test_a_series_that_could_not_be_judged_before_is_judged_from_the_start() -> None:
    panel, steps = mixed_panel(23)
    onward = Onward()
    for end, reason in ((50, "short_run"), (51, None), (52, "short_run"), (60, None)):
        one = cut(panel, end)
        one.reason[3] = reason
        given = (one, noise(), steps[:end], one.x, RULE)
        same(onward.scan(range(60), *given), scan_sequential(*given))
