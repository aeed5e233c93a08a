"""Beside the rows: published exploit rates with reference onsets (CHERRL), given as per-step rates."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.detection.figures import Findings, Measure
from benchmarks.detection.judge import judge
from benchmarks.detection.names import SEQUENTIAL
from benchmarks.detection.tasks import Part, Task
from rolloutdiff.stats.panel import SeriesPanel

FILE = "reference_onset_definition.json"
OUTSIDE = Measure("onset, steps outside the reference interval", "median")
ONSET = Measure("onset", "median")
ALERT = Measure("alert", "median")


def rate_panel(signals: list[dict[str, Any]]) -> SeriesPanel:
    """One binary series from rates in percent and the number of completions behind each.

    Every completion counts as a prompt of its own. The rates are means over five steps; that is not undone,
    so noise looks smaller, and more alike from step to step, than it was.
    """
    rate = np.array([[np.nan if one["M_smooth"] is None else one["M_smooth"] / 100.0 for one in signals]])
    known = np.isfinite(rate)
    count = np.where(known, [max(int(one["high_n"]), 2) for one in signals], 0).astype(np.int64)
    with np.errstate(invalid="ignore", divide="ignore"):
        error = np.sqrt(rate * (1.0 - rate) / (count - 1))
    return SeriesPanel(
        steps=np.array([one["step"] for one in signals], dtype=np.int64),
        mean=rate,
        se=np.where(known, error, np.nan),
        prompts=count,
        samples=count,
        positives=np.where(known, np.rint(np.nan_to_num(rate) * count), 0).astype(np.int64),
        within_sd=np.full(rate.shape, np.nan),
        binary=np.ones(1, dtype=np.bool_),
    )


def rate_task(
    rng: np.random.Generator, name: str, signals: list[dict[str, Any]], reference: list[int]
) -> Findings:
    """One run."""
    low, high = reference
    findings = Findings()
    scenario = f"{name}, reference {low} to {high}"
    for rule, one in judge(rate_panel(signals)).items():
        if not one.alert[0]:
            continue
        onset = int(one.onset[0])
        findings.add(scenario, OUTSIDE, rule, [max(0, low - onset, onset - high)])
        findings.add(scenario, ONSET, rule, [onset])
        if rule in SEQUENTIAL:
            findings.add(scenario, ALERT, rule, [one.alert_step[0]])
    return findings


def _tasks(folder: Path, scale: float) -> list[Task]:
    runs = json.loads((folder / FILE).read_text(encoding="utf-8"))["runs"]
    return [
        Task(
            rate_task,
            {
                "name": name,
                "signals": run["per_step_signals"],
                "reference": run["onset_uncertainty_interval"],
            },
        )
        for name, run in runs.items()
        if run.get("per_step_signals")
    ]


def part(folder: Path) -> Part:
    """The part for a folder that holds the published file."""
    return Part(
        "cherrl",
        "Published exploit rates with reference onsets",
        (OUTSIDE, ONSET, ALERT),
        partial(_tasks, folder),
        note="Rates were smoothed over five steps by their authors; so were the references, which are"
        " thresholds of theirs and no ground truth.",
    )
