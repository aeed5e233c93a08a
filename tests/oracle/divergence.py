"""Proxy against gold over the steps of a run: where the reward rises and what it stands for does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# Standard errors beyond which a difference counts.
LINE = 2.0


@dataclass(frozen=True, kw_only=True)
class DivergenceRow:
    """One step of one slice; None where a number does not exist.

    Attributes:
        step: Logged step.
        n: Rollouts with reward and gold.
        proxy: Mean reward, prompts weighing equally.
        gold: Mean gold, likewise.
        corr: Correlation of reward and gold over rollouts.
        dproxy: `proxy` minus its mean over the baseline.
        se_proxy: Standard error of `dproxy`, over prompts.
        dgold: `gold` minus its mean over the baseline.
        dgap: `dproxy` - `dgold`.
        se_gap: Standard error of `dgap`, from the gaps of the prompts.
        diverging: Whether the reward rose and gold did not rise with it.
        reason: Why a step is not judged: `baseline`, `single_prompt`, `short_run`, `no_gold`.
    """

    step: int
    n: int
    proxy: float | None = None
    gold: float | None = None
    corr: float | None = None
    dproxy: float | None = None
    se_proxy: float | None = None
    dgold: float | None = None
    dgap: float | None = None
    se_gap: float | None = None
    diverging: bool = False
    reason: str | None = None

    def row(self) -> dict[str, Any]:
        """The attributes as plain values."""
        return asdict(self)


def divergence(
    step: Integers, cluster: Integers, reward: Floats, gold: Floats | None, baseline_steps: int
) -> list[DivergenceRow]:
    """Compares every step of a slice with the first steps.

    With a_k and g_k the mean reward and gold of prompt k, a step has the mean of each over its prompts, and
    the standard error of that from their spread; the gap a_k - g_k is taken prompt by prompt, so that hard
    prompts do not count as a difference. The baseline is the mean of the first `baseline_steps` steps that
    have two prompts, its squared standard error the sum of theirs over the squared number of steps. A step
    diverges when dproxy > 2 se_proxy and dproxy - dgold > 2 se_gap.

    Args:
        step: int64[n].
        cluster: int64[n], prompts.
        reward: float64[n].
        gold: float64[n] in the same unit, NaN where unknown; None for none.
        baseline_steps: Steps of the baseline.

    Returns:
        One row per step, in order.
    """
    known = np.zeros(len(reward), dtype=np.bool_) if gold is None else np.isfinite(reward) & np.isfinite(gold)
    every = np.unique(step)
    if gold is None or not known.any():
        return [DivergenceRow(step=int(at), n=0, reason="no_gold") for at in every]
    points = [_point(cluster, reward, gold, np.flatnonzero(known & (step == at))) for at in every]
    judged = [place for place, point in enumerate(points) if not np.isnan(point[3])]
    first = judged[:baseline_steps]
    whole = len(first) == baseline_steps
    base = np.array([points[place] for place in first]) if whole else np.full((1, 6), np.nan)
    level = base.mean(axis=0)
    own = np.sqrt((base**2).sum(axis=0)) / len(base)
    rows = []
    for place, at in enumerate(every):
        n, proxy, mean_gold, se_proxy, se_gap, corr = points[place]
        reason = None
        if np.isnan(proxy):
            reason = "no_gold"
        elif np.isnan(se_proxy):
            reason = "single_prompt"
        elif not whole:
            reason = "short_run"
        elif place in first:
            reason = "baseline"
        rise, rise_gold = proxy - level[1], mean_gold - level[2]
        rise_se, gap_se = np.hypot(se_proxy, own[3]), np.hypot(se_gap, own[4])
        rows.append(
            DivergenceRow(
                step=int(at),
                n=int(n),
                proxy=_number(proxy),
                gold=_number(mean_gold),
                corr=_number(corr),
                dproxy=_number(rise),
                se_proxy=_number(rise_se),
                dgold=_number(rise_gold),
                dgap=_number(rise - rise_gold),
                se_gap=_number(gap_se),
                diverging=reason is None and bool(rise > LINE * rise_se and rise - rise_gold > LINE * gap_se),
                reason=reason,
            )
        )
    return rows


def step_correlation(rows: Sequence[DivergenceRow]) -> float | None:
    """Correlation of the step means of reward and gold; None where one of them never differs."""
    pairs = [(row.proxy, row.gold) for row in rows if row.proxy is not None and row.gold is not None]
    table = np.array(pairs, dtype=np.float64).reshape(-1, 2)
    return _number(correlation(table[:, 0], table[:, 1]))


def correlation(a: Floats, b: Floats) -> float:
    """Pearson's correlation; NaN where one of the two never differs, or with fewer than two values."""
    if len(a) < 2:
        return float("nan")
    x, y = a - a.mean(), b - b.mean()
    flat = max(float(np.abs(a).max()), 1e-300) * 1e-12, max(float(np.abs(b).max()), 1e-300) * 1e-12
    if np.abs(x).max() <= flat[0] or np.abs(y).max() <= flat[1]:
        return float("nan")
    return float(x @ y / np.sqrt((x @ x) * (y @ y)))


def _point(cluster: Integers, reward: Floats, gold: Floats, rows: Integers) -> tuple[float, ...]:
    """n, mean reward, mean gold, standard errors of the reward and of the gap, correlation."""
    if not len(rows):
        return 0.0, *(float("nan"),) * 5
    _, place = np.unique(cluster[rows], return_inverse=True)
    size = np.bincount(place)
    a = np.bincount(place, weights=reward[rows]) / size
    g = np.bincount(place, weights=gold[rows]) / size
    root = np.sqrt(len(size))
    several = len(size) >= 2
    return (
        float(len(rows)),
        float(a.mean()),
        float(g.mean()),
        float(a.std(ddof=1) / root) if several else float("nan"),
        float((a - g).std(ddof=1) / root) if several else float("nan"),
        correlation(reward[rows], gold[rows]),
    )


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
