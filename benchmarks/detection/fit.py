"""Fit a simulation to the first steps of a real run, and write what was found to fit.json.

python -m benchmarks.detection.fit            # the committed runs
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from benchmarks.detection.real import real_run
from rolloutdiff.stats.panel import Floats, SeriesPanel

FILE = Path(__file__).with_name("fit.json")
FIRST = 15
# Fits that the benchmark uses: a run, and how many of its first steps.
FITS = (("trl-loophole", FIRST), ("trl-clean", FIRST), ("trl-frozen", 120))
# Design effects are estimated from features seen often enough, and kept where a beta-binomial has them.
SEEN, LOWEST, HIGHEST = 0.02, 1.02, 3.0


@dataclass(frozen=True, kw_only=True)
class Fit:
    """What the features of a run are like in its first steps, one entry per feature.

    Attributes:
        steps: Number of steps that were read.
        prevalence: Mean prevalence of each binary feature.
        deff: Its design effect: the squared standard error over that of independent completions.
        level: Mean of each size.
        between: Standard deviation of a prompt's log level.
        within: Standard deviation of a completion's log size around it.
    """

    steps: int
    prevalence: list[float]
    deff: list[float]
    level: list[float]
    between: list[float]
    within: list[float]


def fit_first_steps(panel: SeriesPanel, steps: int) -> Fit:
    """Level, between-prompt variance and spread of every series over its first steps.

    Binary: the squared standard error of a step mean, averaged over steps, over p (1 - p) / n is the design
    effect; rare features take the median of the others. Sizes: with c the coefficient of variation of
    completions inside prompts and d that of prompt means less c^2 / m, log-normal spreads are
    sqrt(log(1 + c^2)) and sqrt(log(1 + d)). Features not seen in these steps are left out.

    Args:
        panel: Series of a run.
        steps: First steps to read.

    Returns:
        The fit.
    """
    with np.errstate(all="ignore"):
        mean = np.nanmean(panel.mean[:, :steps], axis=1)
        error = np.nanmean(panel.se[:, :steps] ** 2, axis=1)
        within = np.nanmean(panel.within_sd[:, :steps] ** 2, axis=1)
    samples = panel.samples[:, :steps].mean(axis=1)
    prompts = panel.prompts[:, :steps].mean(axis=1)
    binary = panel.binary & (mean > 0.0)
    p = mean[binary]
    with np.errstate(all="ignore"):
        deff = error[binary] / (p * (1.0 - p) / samples[binary])
    often = (p >= SEEN) & (p <= 1.0 - SEEN) & np.isfinite(deff)
    usual = float(np.median(deff[often])) if often.any() else 1.0
    deff = np.clip(np.where(often, deff, usual), LOWEST, HIGHEST)
    size = ~panel.binary & (mean > 0.0) & (error > 0.0)
    square = mean[size] ** 2
    inside = within[size] / square
    between = np.maximum(error[size] * prompts[size] / square - inside * prompts[size] / samples[size], 0.0)
    return Fit(
        steps=steps,
        prevalence=_rounded(p),
        deff=_rounded(deff),
        level=_rounded(mean[size]),
        between=_rounded(np.sqrt(np.log1p(between))),
        within=_rounded(np.sqrt(np.log1p(inside))),
    )


@lru_cache(maxsize=1)
def committed() -> dict[str, Fit]:
    """The fits of fit.json by run."""
    return {name: Fit(**one) for name, one in json.loads(FILE.read_text(encoding="utf-8")).items()}


def _rounded(values: Floats) -> list[float]:
    return [float(f"{value:.5g}") for value in values]


def main() -> None:
    """Fit the committed runs."""
    fits = {name: asdict(fit_first_steps(real_run(name).panel, steps)) for name, steps in FITS}
    lines = [
        f'  "{name}": {{\n'
        + ",\n".join(f'    "{key}": {json.dumps(value)}' for key, value in one.items())
        + "\n  }"
        for name, one in fits.items()
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
