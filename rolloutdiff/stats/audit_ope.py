"""Off-policy value: what a policy would reach on gold, from labelled responses of another policy."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_rows import usable
from rolloutdiff.stats.panel import Booleans, Floats

# Log weights are clipped to this range: exp of it is finite and above 0.
LOG_WEIGHT = (-50.0, 30.0)
# Draws of a bootstrap that are held at once.
CHUNK_CELLS = 2_000_000

IMPROVED, REGRESSED = "improved", "regressed"
INCONCLUSIVE, NO_OVERLAP = "inconclusive", "insufficient_overlap"


def log_weight(target: Floats, behaviour: Floats) -> Floats:
    """float64[n]: log-probability under the target minus that under the behaviour policy, clipped."""
    result: Floats = np.clip(target - behaviour, *LOG_WEIGHT)
    return result


def snips(weight: Floats, value: Floats) -> float:
    """Self-normalised importance sampling: sum of w y / sum of w (Swaminathan and Joachims, 2015)."""
    return float(weight @ value) / float(weight.sum())


def ess(weight: Floats) -> float:
    """Effective sample size: (sum of w)^2 / sum of w^2 (Kish)."""
    return float(weight.sum()) ** 2 / float(weight @ weight)


@dataclass(frozen=True, kw_only=True)
class OpeRow:
    """Off-policy value of one slice, or of all; None where a number does not exist.

    Attributes:
        slice: Name of the slice; None for the mean over slices.
        n: Labelled rows.
        ref_mean: Mean gold of the behaviour policy.
        snips: Estimated mean gold of the target.
        ess: Effective sample size; of the mean, the smallest of its slices.
        gain: snips - ref_mean.
        ci_lo: 2.5 % quantile of the gain over bootstrap draws.
        ci_hi: 97.5 % quantile.
        direct: ref_mean + slope of gold on score times the change of the mean score.
        residual_adjusted: `direct` plus the weighted mean of what the scores leave of gold.
        verdict: `insufficient_overlap`, `improved`, `regressed` or `inconclusive`.
        reason: Why there is no value: `no_rows`, `no_logprobs`.
    """

    slice: str | None
    n: int
    ref_mean: float | None = None
    snips: float | None = None
    ess: float | None = None
    gain: float | None = None
    ci_lo: float | None = None
    ci_hi: float | None = None
    direct: float | None = None
    residual_adjusted: float | None = None
    verdict: str = NO_OVERLAP
    reason: str | None = None

    def row(self) -> dict[str, Any]:
        """The attributes as plain values."""
        return asdict(self)


def verdict(ess_value: float, gain: float, low: float, high: float, settings: AuditSettings) -> str:
    """What a gain and its interval allow to say.

    Too little overlap is said first: a handful of responses carries the whole weight then, and the bootstrap
    of a handful is blind to what it has not seen.
    """
    if ess_value < settings.min_ess:
        return NO_OVERLAP
    if low > 0 and gain >= settings.min_gain:
        return IMPROVED
    return REGRESSED if high < -settings.max_loss else INCONCLUSIVE


def certify_slices(
    slices: Sequence[str],
    gold: Floats,
    behaviour: Floats,
    target: Floats,
    settings: AuditSettings,
    *,
    mix: Mapping[str, float] | None = None,
    score: Floats | None = None,
    target_score: Floats | None = None,
) -> list[OpeRow]:
    """Off-policy value of a target policy, slice by slice and over all slices.

    With w = exp(log_weight), y the gold, s the score of a response and S the score of the target's own
    response to the same prompt, b the least-squares slope of y on s over the slice:

        snips = sum of w y / sum of w
        direct = mean of y + b (mean of S - mean of s)
        residual_adjusted = direct + sum of w e / sum of w,   e = y - mean of y - b (s - mean of s)

    Rows are drawn with replacement inside each slice, the same draws for value and mean. Slices weigh equally
    in the mean over all, or by `mix`.

    Args:
        slices: n names.
        gold: float64[n]; rows without a number are left out.
        behaviour: float64[n], log-probabilities of the responses under the policy that wrote them.
        target: float64[n], under the target; rows without either are left out.
        settings: Lines, draws and seed.
        mix: Weight of every slice in the mean over all; slices left out weigh 0. None weighs them equally.
        score: float64[n], s; None for none.
        target_score: float64[n], S.

    Returns:
        Slices by name, then the mean over slices with `slice` None.
    """
    names = np.array(slices, dtype=object)
    known = usable(gold, len(gold))
    judged = known & usable(behaviour, len(gold)) & usable(target, len(gold))
    rows: list[OpeRow] = []
    draws: dict[str, Floats] = {}
    for name in sorted(set(slices)):
        own = names == name
        chosen = np.flatnonzero(judged & own)
        if not len(chosen):
            reason = "no_logprobs" if (known & own).any() else "no_rows"
            rows.append(OpeRow(slice=name, n=int((known & own).sum()), reason=reason))
            continue
        # Rows in an order of their own: a bootstrap draw does not depend on the order in which they came.
        chosen = chosen[np.lexsort((target[chosen], behaviour[chosen], gold[chosen]))]
        y, w = gold[chosen], np.exp(log_weight(target[chosen], behaviour[chosen]))
        draws[name] = gain_draws(name, y, w, settings)
        scores = None if score is None else score[chosen]
        targets = None if target_score is None else target_score[chosen]
        scored = score_proxies(y, w, scores, targets)
        value = OpeRow(slice=name, n=len(y), ref_mean=float(y.mean()), snips=snips(w, y), ess=ess(w))
        rows.append(judged_row(value, draws[name], scored, settings))
    rows.append(over_slices(rows, draws, mix, settings))
    return rows


def judged_row(
    value: OpeRow, draws: Floats, scored: tuple[float | None, float | None], settings: AuditSettings
) -> OpeRow:
    """The value of one slice with its gain, interval and verdict.

    Args:
        value: Means and effective sample size.
        draws: float64[draws], gain of every bootstrap draw.
        scored: `direct` and `residual_adjusted`.
        settings: Lines.
    """
    assert value.snips is not None and value.ref_mean is not None and value.ess is not None
    gain = value.snips - value.ref_mean
    low, high = (float(q) for q in np.quantile(draws, [0.025, 0.975]))
    return replace(
        value,
        gain=gain,
        ci_lo=low,
        ci_hi=high,
        direct=scored[0],
        residual_adjusted=scored[1],
        verdict=verdict(value.ess, gain, low, high, settings),
    )


def gain_draws(name: str, y: Floats, w: Floats, settings: AuditSettings) -> Floats:
    """Gain of every bootstrap draw of the rows of one slice; the seed goes with its name.

    Args:
        name: Name of the slice.
        y: float64[n], gold.
        w: float64[n], weights; rows sorted, so that draws do not depend on the order in which they came.
        settings: Draws and seed.

    Returns:
        float64[draws].
    """
    digest = hashlib.sha256(name.encode()).digest()
    rng = np.random.default_rng([settings.seed, int.from_bytes(digest[:8], "big")])
    result = np.empty(settings.bootstrap)
    size = max(1, CHUNK_CELLS // len(y))
    for start in range(0, settings.bootstrap, size):
        stop = min(start + size, settings.bootstrap)
        place = rng.integers(0, len(y), (stop - start, len(y)))
        drawn, weight = y[place], w[place]
        result[start:stop] = (weight * drawn).sum(axis=1) / weight.sum(axis=1) - drawn.mean(axis=1)
    return result


def score_proxies(
    y: Floats, w: Floats, score: Floats | None, target_score: Floats | None
) -> tuple[float | None, float | None]:
    """`direct` and `residual_adjusted` of one slice; None without scores, or when they never differ.

    Args:
        y: float64[n], gold.
        w: float64[n], weights.
        score: float64[n], score of the labelled response, NaN where missing.
        target_score: float64[n], score of the target's own response to the same prompt.
    """
    if score is None or target_score is None:
        return None, None
    s, other = score, target_score
    both: Booleans = usable(s, len(s)) & usable(other, len(s))
    if both.sum() < 2:
        return None, None
    y, w, s, other = y[both], w[both], s[both], other[both]
    centred = s - s.mean()
    square = float(centred @ centred)
    if square <= 1e-24 * max(float(s @ s), 1.0):
        return None, None
    slope = float(centred @ (y - y.mean())) / square
    direct = float(y.mean()) + slope * float(other.mean() - s.mean())
    left = y - y.mean() - slope * centred
    return direct, direct + snips(w, left)


def over_slices(
    rows: Sequence[OpeRow],
    draws: Mapping[str, Floats],
    mix: Mapping[str, float] | None,
    settings: AuditSettings,
) -> OpeRow:
    """The mean over slices; without a number when a slice that counts has none.

    Args:
        rows: The slices.
        draws: float64[draws] by name of a slice, gain of every bootstrap draw.
        mix: Weight by name of a slice, 0 for those left out; None weighs them equally.
        settings: Lines.
    """
    weights = {row.slice: 1.0 if mix is None else mix.get(row.slice or "", 0.0) for row in rows}
    counted = [row for row in rows if weights[row.slice] > 0]
    n = sum(row.n for row in counted)
    missing = [row.reason for row in counted if row.reason is not None]
    total = sum(weights[row.slice] for row in counted)
    if missing or not counted:
        return OpeRow(slice=None, n=n, reason=missing[0] if missing else "no_rows")

    def mean(name: str) -> float | None:
        values = [getattr(row, name) for row in counted]
        if any(value is None for value in values):
            return None
        return float(
            sum(weights[row.slice] * value for row, value in zip(counted, values, strict=True)) / total
        )

    every = sum(weights[row.slice] * draws[str(row.slice)] for row in counted) / total
    low, high = (float(q) for q in np.quantile(every, [0.025, 0.975]))
    size = min(row.ess for row in counted if row.ess is not None)
    gain = mean("gain")
    assert gain is not None
    return OpeRow(
        slice=None,
        n=n,
        ref_mean=mean("ref_mean"),
        snips=mean("snips"),
        ess=size,
        gain=gain,
        ci_lo=low,
        ci_hi=high,
        direct=mean("direct"),
        residual_adjusted=mean("residual_adjusted"),
        verdict=verdict(size, gain, low, high, settings),
    )
