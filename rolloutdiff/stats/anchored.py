"""The calibrated rules on one run: its noise, both verdicts on every series, and what changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rolloutdiff.settings import AnchoredSettings
from rolloutdiff.stats.anchored_lr import Adjustment, scan_panel
from rolloutdiff.stats.anchored_sequential import SequentialScan, scan_sequential
from rolloutdiff.stats.changes import ChangeTable, find_changes
from rolloutdiff.stats.multiplicity import q_values
from rolloutdiff.stats.noise import NARROW_LIMIT, RunNoise, estimate_noise
from rolloutdiff.stats.panel import Floats, Integers, SeriesPanel
from rolloutdiff.stats.prompt_design import PromptDesign
from rolloutdiff.stats.prompt_effects import (
    PromptSums,
    adjustable,
    adjusted_means,
    white_variance,
)
from rolloutdiff.stats.prompt_pool import finite_population_se
from rolloutdiff.stats.screening import Screening
from rolloutdiff.stats.standard import Standard, standardise
from rolloutdiff.stats.verdicts import (
    CHANCE,
    calibration_row,
    judged,
    large_enough,
    reasons,
    retrospective_verdicts,
    sequential_verdicts,
)

Prompts = tuple[PromptDesign, PromptSums | None]
# `scan_sequential`, or what gives the same with less work.
Scan = Callable[..., SequentialScan]


@dataclass(frozen=True, kw_only=True, eq=False)
class AnchoredResult:
    """What the calibrated rules say about a run.

    Attributes:
        sequential: Verdicts of `anchored_seq_v1`.
        retrospective: Verdicts of `anchored_lr_v1`.
        shift: Changes by `anchored_lr_v1`.
        calibration: Rows of table `calibration`, one per rule.
    """

    sequential: Screening
    retrospective: Screening
    shift: ChangeTable
    calibration: list[dict[str, Any]]


def screen_run(
    panel: SeriesPanel,
    settings: AnchoredSettings,
    prompts: Prompts | None = None,
    first: Integers | None = None,
    scan: Scan = scan_sequential,
) -> AnchoredResult:
    """Judges every series of a run by `anchored_seq_v1` and `anchored_lr_v1`.

    Args:
        panel: All series of the run.
        settings: Settings of the rules.
        prompts: Which prompts stood in which step, and what each series adds up to in them, where that is
            known; used by the retrospective rule only, since it looks at the whole run.
        first: int64[S], first column at which a series may alert in real time; those of later series than the
            baseline's do not speak for the run's noise. None for the first of all.
        scan: Takes the arguments of `scan_sequential` and returns the same.

    Returns:
        Verdicts, changes and calibration. A series' verdict depends on other series only through the run's
        noise and, for q-values, through the list.
    """
    early = None if first is None else first < settings.baseline_steps
    raw = standardise(panel, settings.baseline_steps, settings.min_steps, early=early)
    noise = estimate_noise(raw)
    reason = reasons(panel, raw)
    since = 0 if first is None else first
    watched = scan(raw, noise, panel.steps, panel.mean, settings, since=since)
    sequential = sequential_verdicts(panel, raw, watched, reason, settings, noise)

    free = _free_of_prompts(panel, raw, noise, settings, prompts)
    found = scan_panel(free.panel, free.standard, free.noise, settings, free.adjustment)
    tested = judged(reason)
    p = np.where(tested, found.p_value, np.nan)
    q = q_values(p)
    alert = (
        tested
        & (found.ratio > found.threshold)
        & large_enough(panel, found.change, raw.baseline_mean, settings)
    )
    shift = find_changes(free.panel, free.standard, found, np.flatnonzero(alert), q, settings)
    retrospective = retrospective_verdicts(panel, raw, found, alert, shift, reason, p, q, settings)
    watched_alpha = CHANCE[noise.grid] / settings.e_value
    calibration = [
        calibration_row(sequential, noise, "single" if raw.single else "fresh", watched_alpha),
        calibration_row(retrospective, free.noise, free.mode, settings.alpha)
        | {
            "threshold": _median(found.threshold),
            "bulk_ratio": _median(np.where(tested, found.ratio / found.median, np.nan)),
        },
    ]
    return AnchoredResult(
        sequential=sequential, retrospective=retrospective, shift=shift, calibration=calibration
    )


def screen_steps(panel: SeriesPanel, settings: AnchoredSettings, scan: Scan = scan_sequential) -> Screening:
    """Judges every series by `anchored_seq_v1` alone; see `screen_run`."""
    standard = standardise(panel, settings.baseline_steps, settings.min_steps)
    noise = estimate_noise(standard)
    watched = scan(standard, noise, panel.steps, panel.mean, settings)
    return sequential_verdicts(panel, standard, watched, reasons(panel, standard), settings, noise)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Free:
    """Series after prompts were dealt with in one of four ways, as in table `calibration`."""

    mode: str
    panel: SeriesPanel
    standard: Standard
    noise: RunNoise
    adjustment: Adjustment | None = None


def _free_of_prompts(
    panel: SeriesPanel,
    raw: Standard,
    noise: RunNoise,
    settings: AnchoredSettings,
    prompts: Prompts | None,
) -> _Free:
    """Compares prompts with themselves where they return and the baseline bears it out.

    Prompt effects are taken to be the same throughout the run. Where a policy fell apart they are not, and
    the baseline, freed of effects that it does not have, is noisier than sampling: then only the luck of
    drawing from a known pool is allowed for.
    """
    unchanged = _Free(mode="single" if raw.single else "fresh", panel=panel, standard=raw, noise=noise)
    if prompts is None or settings.prompt_effects == "off":
        return unchanged
    design, sums = prompts
    if sums is not None:
        compared = _compared(panel, raw, settings, design, sums)
        if compared.noise.kappa_squared_high <= max(noise.kappa_squared_high, NARROW_LIMIT):
            return compared
    if design.visits > 1 and not raw.single:
        changed = replace(panel, se=finite_population_se(panel, design))
        standard = standardise(changed, settings.baseline_steps, settings.min_steps)
        return _Free(mode="pool", panel=changed, standard=standard, noise=estimate_noise(standard))
    return unchanged


def _compared(
    panel: SeriesPanel,
    raw: Standard,
    settings: AnchoredSettings,
    design: PromptDesign,
    sums: PromptSums,
) -> _Free:
    """Series whose prompts are compared with themselves."""
    rows = adjustable(panel, design)
    white = white_variance(panel, design, sums, raw.baseline)
    means = adjusted_means(panel, design, sums)
    known = np.where(rows, np.where(panel.binary, white.deff, white.per_completion), np.nan)
    changed = replace(panel, mean=np.where(rows[:, None], means, panel.mean))
    standard = standardise(changed, settings.baseline_steps, settings.min_steps, known)
    baseline = np.asarray(raw.baseline[rows].any(axis=0))
    expected = design.noise_factor(baseline) if baseline.sum() >= 2 else 1.0
    return _Free(
        mode="effects",
        panel=changed,
        standard=standard,
        noise=estimate_noise(standard, expected),
        adjustment=Adjustment(rows=rows, design=design),
    )


def _median(values: Floats) -> float | None:
    known = values[~np.isnan(values)]
    return float(np.median(known)) if len(known) else None
