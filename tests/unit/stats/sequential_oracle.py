"""`anchored_seq_v1` by brute force: one series, dense matrices, everything anew at every step."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rolloutdiff.stats.noise import RunNoise

BASELINE, WINDOW, LENGTH = 15, 20, 4
LINE, TO = 4.5, 4.0
EFFECTS = ((4.0, 0.5), (16.0, 0.5))


@dataclass(frozen=True)
class Moment:
    """What the oracle says at one step of a series."""

    step: int
    log_e: float
    worst_log_e: float
    start: int
    change: float
    lasting: bool


def moments(x: np.ndarray, weight: np.ndarray, place: np.ndarray, noise: RunNoise) -> Iterator[Moment]:
    """Every step that can be judged, of a series without gaps."""
    centre = float(np.median(x[:BASELINE]))
    scale = max(1.0, 1.4826 * float(np.median(np.abs(x[:BASELINE] - centre))))
    for step in range(BASELINE + LENGTH, len(x)):
        seen = _clipped(x[: step + 1], centre, scale)
        yield _moment(step, x[: step + 1], seen, weight[: step + 1], place[: step + 1], noise)


def _clipped(x: np.ndarray, centre: float, scale: float) -> np.ndarray:
    away = (x - centre) / scale
    sides = [0 if abs(a) <= LINE else int(math.copysign(1, a)) for a in away]
    result = x.copy()
    start = 0
    while start < len(x):
        end = start
        while end < len(x) and sides[end] == sides[start]:
            end += 1
        if sides[start] and end - start < LENGTH:
            result[start:end] = centre + sides[start] * TO * scale
        start = end
    return result


def _moment(
    step: int, x: np.ndarray, seen: np.ndarray, weight: np.ndarray, place: np.ndarray, noise: RunNoise
) -> Moment:
    count = step + 1
    nu = 10.0 if noise.single else 30.0
    half = (count - 1 + nu) / 2.0
    starts = [k for k in range(BASELINE, count) if LENGTH <= count - k <= WINDOW]
    drifting = sum(kappa > 0 for kappa, _ in noise.grid)
    nulls, weighted, parts, sizes = [], [], {}, {}
    for pair, (kappa, rho) in enumerate(noise.grid):
        apart = np.abs(place[:, None] - place[None, :])
        covariance = np.diag(1.0 / weight) + (kappa**2 * rho**apart if kappa > 0 else 0.0)
        precision = np.linalg.inv(covariance)
        ones = np.ones(count)
        cc = ones @ precision @ ones
        project = precision - np.outer(precision @ ones, precision @ ones) / cc
        rss = seen @ project @ seen + nu
        null = -0.5 * np.linalg.slogdet(covariance)[1] - 0.5 * math.log(cc) - half * math.log(rss)
        nulls.append(null)
        weighted.append(null + math.log(_null_weight(kappa, noise)))
        share = (0.5 if drifting else 1.0) if kappa == 0 else 0.5 / drifting
        for k in starts:
            atom = (np.arange(count) >= k).astype(float)
            q, b = atom @ project @ atom, atom @ project @ seen
            sizes[pair, k] = b / q
            for effect, of_effect in EFFECTS:
                prior = math.log(share * of_effect * _start_weight(k - BASELINE) / math.sqrt(1 + effect * q))
                fit = -half * math.log(1 - effect * b * b / ((1 + effect * q) * rss))
                parts[pair, k, effect] = null + prior + fit
    top = max(parts.values())
    mixture = top + math.log(math.fsum(math.exp(part - top) for part in parts.values()))
    by_start = {k: math.fsum(math.exp(v - top) for key, v in parts.items() if key[1] == k) for k in starts}
    start = max(by_start, key=lambda k: by_start[k])
    pair = max(range(len(noise.grid)), key=lambda h: max(parts[h, start, e] for e, _ in EFFECTS))
    change = sizes[pair, start]
    return Moment(
        step=step,
        log_e=mixture - max(weighted),
        worst_log_e=mixture - max(nulls),
        start=start,
        change=change,
        lasting=lasting(x, seen, weight, start, change),
    )


def _null_weight(kappa: float, noise: RunNoise) -> float:
    if kappa == 0:
        return 1.0
    shown = noise.kappa_squared_high / kappa**2
    if kappa >= 2 and shown >= 0.5:
        return 1.0
    return min(0.05, max(0.0075 / kappa**2, 0.05 * shown**2))


def _start_weight(rank: int) -> float:
    a = 20.0
    return math.log(a) / (1 + 1 / (a * math.log(a))) / ((rank + a) * math.log(rank + a) ** 2)


def lasting(x: np.ndarray, seen: np.ndarray, weight: np.ndarray, start: int, change: float) -> bool:
    """Whether a change at `start`, the last step being the present one, looks like a new level."""
    side = math.copysign(1.0, change)
    level = np.average(seen[:start], weights=weight[:start])
    w, height = weight[start:], side * (x[start:] - level)
    recent, w_recent = seen[max(0, start - 20) : start], weight[max(0, start - 20) : start]
    about = np.average(recent, weights=w_recent)
    spread = max(1.0, math.sqrt((w_recent * (recent - about) ** 2).sum() / (len(recent) - 1)))
    z = abs(change) / math.sqrt(1 / weight[:start].sum() + 1 / w.sum())
    if not (height[-4:] > 0.5 * spread).all() or z <= 5.0 * spread:
        return False
    parts = w * height
    first = max(range(len(parts) - 2), key=lambda i: parts[i : i + 3].sum())
    rest = np.delete(np.arange(len(parts)), [first, first + 1, first + 2])
    height_of_rest = parts[rest].sum() / math.sqrt(w[rest].sum())
    if height_of_rest <= 3.0 * spread:
        return False
    mean = np.average(height, weights=w)
    own = math.sqrt((w * (height - mean) ** 2).sum() / (len(w) - 1))
    return z > 4.0 * own or z > 9.0 * spread or height_of_rest > 4.0 * spread
