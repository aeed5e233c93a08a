"""Control over the whole list of series: q-values, and e-values from p-values."""

from __future__ import annotations

import numpy as np

from rolloutdiff.stats.panel import Floats


def q_values(p: Floats) -> Floats:
    """Adjusted p-values of Benjamini and Hochberg (J. R. Stat. Soc. B 57, 1995).

    Args:
        p: float64[S]; NaN where a series was not tested.

    Returns:
        float64[S]: the smallest false discovery rate at which the series is a discovery; NaN as in `p`.
    """
    result = np.full(p.shape, np.nan)
    tested = np.flatnonzero(~np.isnan(p))
    order = tested[np.argsort(p[tested], kind="stable")]
    count = len(order)
    scaled = p[order] * count / np.arange(1, count + 1)
    result[order] = np.minimum(np.minimum.accumulate(scaled[::-1])[::-1], 1.0)
    return result


def e_values(p: Floats) -> Floats:
    """p to e by the calibrator 1 / (2 sqrt(p)) (Vovk and Wang, Annals of Statistics 49, 2021, section 2).

    Args:
        p: float64[S]; NaN where a series was not tested.

    Returns:
        float64[S]: at most 1 in expectation without a change, NaN as in `p`.
    """
    return 0.5 / np.sqrt(p)


def e_discoveries(e: Floats, rate: float) -> int:
    """Series that the procedure of Wang and Ramdas (J. R. Stat. Soc. B 84, 2022) finds at `rate`.

    The k largest e-values are discoveries for the largest k with the k-th at least S / (rate k); this holds
    under any dependence between the series.
    """
    ordered = np.sort(e[~np.isnan(e)])[::-1]
    count = len(ordered)
    found = np.flatnonzero(ordered >= count / (rate * np.arange(1, count + 1)))
    return int(found[-1]) + 1 if len(found) else 0
