"""Beside the rows: changepoint methods of other libraries on the same series."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec

import numpy as np

from benchmarks.detection.figures import Findings, Measure
from benchmarks.detection.judge import judge
from benchmarks.detection.measures import NEAR, near
from benchmarks.detection.names import LR, SEQ
from benchmarks.detection.rows_noise import SPIKES, TREND, sizes
from benchmarks.detection.rows_null import frozen_panel
from benchmarks.detection.rows_protocol import ONSET, protocol_panel
from benchmarks.detection.tasks import Part, Task, repeated
from rolloutdiff.stats.panel import Booleans, Floats, SeriesPanel

# Breaks found in one series, as the first column of each new segment.
Method = Callable[[Floats, float], list[int]]

PELT_BIC, PELT_STRONG, PELT_L1 = "PELT l2, BIC", "PELT l2, 2 BIC", "PELT l1"
BINSEG, CUSUM, CUSUM_AR = "Binseg l2, BIC", "CUSUM", "CUSUM, AR(1) variance"
FROM_RUPTURES = (PELT_BIC, PELT_STRONG, PELT_L1, BINSEG)
COLUMNS = (SEQ, LR, PELT_BIC, PELT_STRONG, PELT_L1, BINSEG, CUSUM, CUSUM_AR)
PER_PANEL = 50
CUSUM_ALPHA, CUSUM_DRAWS = 0.005, 20_000

FALSE = Measure("false alerts", "share", "%")
FOUND = Measure("found within 5 steps", "share", "%")
FURTHER = Measure("further changes per series", "mean")


def noise_sd(x: Floats) -> float:
    """Standard deviation of the noise from differences of neighbours: robust, or plain where that is 0."""
    change = np.diff(x)
    robust = 1.4826 * float(np.median(np.abs(change - np.median(change))))
    return (robust or float(change.std())) / math.sqrt(2.0)


def _ruptures(name: str, x: Floats, sd: float) -> list[int]:
    import ruptures  # type: ignore[import-not-found]

    bic = 2.0 * sd * sd * math.log(len(x))
    if name == BINSEG:
        return ruptures.Binseg(model="l2", min_size=2, jump=1).fit(x).predict(pen=bic)[:-1]
    if name == PELT_L1:
        return (
            ruptures.Pelt(model="l1", min_size=2, jump=1).fit(x).predict(pen=3.0 * sd * math.log(len(x)))[:-1]
        )
    penalty = bic if name == PELT_BIC else 2.0 * bic
    return ruptures.Pelt(model="l2", min_size=2, jump=1).fit(x).predict(pen=penalty)[:-1]


def _cusum(x: Floats, autocorrelated: bool) -> list[int]:
    """The largest centred sum over the root of n times the variance, or the long-run variance of an AR(1)."""
    centred = x - x.mean()
    variance = float(centred @ centred) / len(x)
    if variance == 0.0:
        return []
    scale = math.sqrt(variance)
    if autocorrelated:
        rho = min(max(float(centred[1:] @ centred[:-1]) / (variance * len(x)), 0.0), 0.95)
        scale *= math.sqrt((1.0 + rho) / (1.0 - rho))
    sums = np.abs(np.cumsum(centred)[:-1]) / (scale * math.sqrt(len(x)))
    return [int(sums.argmax()) + 1] if sums.max() > _cusum_line(len(x), autocorrelated) else []


@lru_cache(maxsize=4)
def _cusum_line(steps: int, autocorrelated: bool) -> float:
    """The line that independent normal noise exceeds with probability `CUSUM_ALPHA`."""
    x = np.random.default_rng([steps, autocorrelated]).standard_normal((CUSUM_DRAWS, steps))
    centred = x - x.mean(axis=1, keepdims=True)
    variance = (centred * centred).mean(axis=1)
    scale = np.sqrt(variance)
    if autocorrelated:
        rho = np.clip((centred[:, 1:] * centred[:, :-1]).sum(axis=1) / (variance * steps), 0.0, 0.95)
        scale *= np.sqrt((1.0 + rho) / (1.0 - rho))
    largest = np.abs(np.cumsum(centred, axis=1)[:, :-1]).max(axis=1) / (scale * math.sqrt(steps))
    return float(np.quantile(largest, 1.0 - CUSUM_ALPHA))


def methods() -> dict[str, Method]:
    """Methods that can be run here, by name."""
    found: dict[str, Method] = {}
    if find_spec("ruptures"):
        for name in FROM_RUPTURES:
            found[name] = lambda x, sd, name=name: _ruptures(name, x, sd)
    found[CUSUM] = lambda x, sd: _cusum(x, False)
    found[CUSUM_AR] = lambda x, sd: _cusum(x, True)
    return found


def _compare(
    findings: Findings,
    scenario: str,
    panel: SeriesPanel,
    chosen: Booleans,
    onset: int | None,
    direction: int = 1,
) -> None:
    """The calibrated rules on the whole panel, the others on its first `PER_PANEL` chosen series."""
    verdicts = judge(panel, rules=(SEQ, LR))
    usable = chosen & verdicts[LR].scorable & (np.nanstd(panel.mean, axis=1) > 0)
    rows = np.flatnonzero(usable)[:PER_PANEL]
    for rule, one in verdicts.items():
        hit = one.alert if onset is None else near(one, onset, direction)
        findings.add(scenario, FALSE if onset is None else FOUND, rule, hit[rows])
        if onset is not None and rule == LR:
            far = np.abs(one.change_step - onset) > NEAR
            extra = np.bincount(one.change_series[far], minlength=len(chosen))
            findings.add(scenario, FURTHER, rule, extra[rows])
    for name, method in methods().items():
        breaks = [[column + 1 for column in method(x, noise_sd(x))] for x in panel.mean[rows]]
        if onset is None:
            findings.add(scenario, FALSE, name, [bool(one) for one in breaks])
            continue
        findings.add(
            scenario, FOUND, name, [any(abs(step - onset) <= NEAR for step in one) for one in breaks]
        )
        findings.add(
            scenario, FURTHER, name, [sum(abs(step - onset) > NEAR for step in one) for one in breaks]
        )


def null_task(rng: np.random.Generator, kappa: float, rho: float) -> Findings:
    """Completions under a policy that does not change, or drifts."""
    findings = Findings()
    panel = frozen_panel(rng, 16, 80, kappa=kappa, rho=rho, series=300)
    common = np.where(panel.binary, panel.mean.mean(axis=1), 1.0) >= 0.02
    scenario = f"drift {kappa:g}, autocorrelation {rho:g}" if kappa else "no change"
    _compare(findings, scenario, panel, common, None)
    return findings


def noise_task(rng: np.random.Generator, kind: str) -> Findings:
    """Sizes with a spike, or a trend."""
    findings = Findings()
    panel = sizes(rng, kind)
    _compare(findings, kind, panel, np.ones(len(panel.binary), dtype=bool), None)
    return findings


def change_task(rng: np.random.Generator) -> Findings:
    """A run fitted to the bundled one, changed half way."""
    findings = Findings()
    panel, rows = protocol_panel(rng, "trl-loophole", 16)
    for name in ("+0.10", "+0.20", "+0.30", "sizes, 3 sd up"):
        _compare(findings, f"16 × 8, {name}", panel, rows[name], ONSET)
    return findings


def _tasks(scale: float) -> list[Task]:
    count = repeated(scale, 4)
    drift = [
        Task(null_task, {"kappa": k, "rho": r})
        for k, r in ((0.0, 0.0), (0.5, 0.9), (1.0, 0.9))
        for _ in range(count)
    ]
    noise = [Task(noise_task, {"kind": kind}) for kind in (*SPIKES, TREND) for _ in range(count)]
    return [*drift, *noise, *[Task(change_task) for _ in range(count)]]


OTHERS = Part(
    "others",
    "Changepoint methods on the same series",
    (FALSE, FOUND, FURTHER),
    _tasks,
    note=f"{PER_PANEL} series of each panel, because they take 5 to 50 ms per series; l2 penalties are"
    " 2 s² log n (BIC) and twice that, the l1 penalty is 3 s log n, with s from the median absolute"
    " difference; CUSUM lines hold .5 % on independent normal noise. Of series without a change, rare"
    " features (below .02) are left out.",
    columns=COLUMNS,
)
