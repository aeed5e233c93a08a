"""How small a lasting change `anchored_seq_v1` would have found: what its silence means."""

from __future__ import annotations

import math

import numpy as np

from rolloutdiff.settings import AnchoredSettings
from rolloutdiff.stats.anchored_sequential import scan_sequential
from rolloutdiff.stats.noise import NARROW, WIDE, RunNoise
from rolloutdiff.stats.panel import Floats
from rolloutdiff.stats.standard import RAW, Standard

POWER = 0.9
WITHIN = 10
BISECTIONS = 10
LARGEST_STEP = 16.0

# Steps before the change, and sizes found for them by `simulate_detectable` (2,000 draws, seed 900; error
# about 0.05) with the bound of the drift, `kappa_squared_high`, that stands beside each row.
BEFORE = (15, 20, 30, 45, 70, 100, 200)
SIZES = {
    ("narrow", 0.1): (2.95, 2.73, 2.70, 2.68, 2.60, 2.54, 2.46),
    ("narrow", 0.25): (3.04, 2.84, 2.79, 2.76, 2.68, 2.62, 2.51),
    ("single", 0.25): (3.15, 2.93, 2.85, 2.79, 2.70, 2.62, 2.51),
    ("wide", 0.4): (3.55, 3.40, 3.30, 3.16, 2.90, 2.70, 2.54),
    ("wide", 1.0): (4.18, 4.09, 3.98, 3.76, 3.40, 2.99, 2.54),
    ("widest", 1.5): (4.70, 4.43, 4.13, 3.84, 3.46, 3.02, 2.55),
    ("widest", 3.0): (7.29, 7.05, 6.63, 5.95, 4.45, 3.07, 2.55),
}


def detectable_step(noise: RunNoise, before: int) -> float:
    """The lasting change that is alerted within ten steps in nine of ten series.

    The noise of the series is taken as white and their steps as equally heavy; gates and spikes are not
    considered. The wider the drift that counts as noise, the larger a change must be.

    Args:
        noise: Drift that counts as noise.
        before: Scored steps before the change.

    Returns:
        Size in units of x; between the sizes of the table linear in the logarithm of `before`.
    """
    bound = noise.kappa_squared_high
    if noise.grid == NARROW:
        row = ("single", 0.25) if noise.single else ("narrow", 0.1 if bound <= 0.1 else 0.25)
    elif noise.grid == WIDE:
        row = ("wide", 0.4 if bound <= 0.4 else 1.0)
    else:
        row = ("widest", 1.5 if bound < 2.0 else 3.0)
    place = math.log(max(before, 1))
    return float(np.interp(place, np.log(np.array(BEFORE, dtype=np.float64)), np.array(SIZES[row])))


def simulate_detectable(noise: RunNoise, before: int, *, draws: int, seed: int) -> float:
    """Simulates what `detectable_step` reads from its table.

    Args:
        noise: Drift that counts as noise; the draws themselves are white.
        before: Steps before the change, at least the 15 of a baseline.
        draws: Number of series; those of one seed serve every size.
        seed: Seed of the generator.

    Returns:
        The size of a lasting change, in units of x, that is alerted within its first `WITHIN` steps in the
        share `POWER` of series, to within LARGEST_STEP / 2^BISECTIONS.
    """
    x = np.random.default_rng(seed).standard_normal((draws, before + WITHIN))
    low, high = 0.0, LARGEST_STEP
    for _ in range(BISECTIONS):
        size = (low + high) / 2.0
        changed = x + size * (np.arange(x.shape[1]) >= before)
        if _share_alerted(changed, noise, before) >= POWER:
            high = size
        else:
            low = size
    return (low + high) / 2.0


def _share_alerted(x: Floats, noise: RunNoise, before: int) -> float:
    """Share of white series with a baseline of 15 steps and no gate that alert after `before` steps."""
    settings = AnchoredSettings(min_change=0.0, min_relative=0.0)
    series, columns = x.shape
    baseline = np.arange(columns) < settings.baseline_steps
    zero, one = np.zeros(series), np.ones(series)
    standard = Standard(
        y=x,
        x=x,
        weight=np.ones(x.shape),
        scored=np.ones(x.shape, dtype=np.bool_),
        baseline=np.broadcast_to(baseline, x.shape),
        level=zero,
        sd=one,
        baseline_mean=zero,
        baseline_sd=one,
        scale=np.full(series, RAW, dtype=np.int8),
        reason=np.full(series, None, dtype=object),
        pooled=np.ones(series, dtype=np.bool_),
        single=noise.single,
        deff=1.0,
    )
    steps = np.arange(columns, dtype=np.int64)
    scan = scan_sequential(standard, noise, steps, x, settings, since=before)
    return float((scan.alert_index >= before).mean())
