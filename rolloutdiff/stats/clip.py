"""Clipping of spikes without looking ahead: what lasts gets its height back, what passes does not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rolloutdiff.stats.panel import Floats, Integers

# The standard deviation of a normal distribution in units of its median absolute deviation.
MAD_TO_SD = 1.4826


@dataclass(frozen=True, kw_only=True)
class ClipRule:
    """How spikes are clipped.

    Attributes:
        line: Distance from the centre, in robust standard deviations, beyond which a step is an excursion.
        to: Distance at which it is set down, at most `line`.
        steps: Excursions in a row on one side from which on they count as a lasting change.
    """

    line: float = 4.5
    to: float = 4.0
    steps: int = 4


def baseline_centre(values: Floats) -> tuple[Floats, Floats]:
    """Median and robust standard deviation of each column, the latter at least 1.

    Args:
        values: float64[B, S], the baseline steps of S series, in units of their sampling error.

    Returns:
        float64[S] twice: median, and max(1, 1.4826 MAD).
    """
    centre = _median(values)
    return centre, np.maximum(MAD_TO_SD * _median(np.abs(values - centre)), 1.0)


def clipped_views(values: Floats, centre: Floats, scale: Floats, rule: ClipRule) -> list[Floats]:
    """Every step as it is seen 0, 1, ... `rule.steps` - 1 steps later; the last view is final.

    A step farther than `line` scales from the centre is set to `to` scales from it, on its side, until
    the excursion has lasted `steps` steps on that side; from then on its steps stand at their own
    height. A passing spike so loses its height for good, a lasting change only for its first steps.
    Each view of a step reads no later step than it may.

    Args:
        values: float64[N, S], one series per column, scored steps only.
        centre: float64[S].
        scale: float64[S], above 0.
        rule: Line, height and length.

    Returns:
        `rule.steps` arrays float64[N, S]. In the view of age d, a step in the last d columns has not reached
        that age and is seen as it is now.
    """
    away = (values - centre) / scale
    side = np.where(np.abs(away) > rule.line, np.sign(away), 0.0)
    clipped = np.where(side != 0.0, centre + side * (rule.to * scale), values)
    length = _run_length(side)
    lasting = length >= rule.steps
    views = [np.where(lasting, values, clipped)]
    for age in range(1, rule.steps):
        # A run that is `steps` long `age` steps later, and not before: this was its step number steps - age.
        grown = np.zeros_like(lasting)
        grown[:-age] = (length[:-age] == rule.steps - age) & (length[age:] == rule.steps)
        lasting = lasting | grown
        views.append(np.where(lasting, values, clipped))
    return views


def _run_length(side: Floats) -> Integers:
    """int64[N, S]: number of steps, up to this one, that lie beyond the line on this step's side."""
    length = np.zeros(side.shape, dtype=np.int64)
    for step in range(len(side)):
        goes_on = (side[step] == side[step - 1]) if step else np.zeros(side.shape[1], dtype=np.bool_)
        before = length[step - 1] if step else 0
        length[step] = np.where(side[step] == 0.0, 0, np.where(goes_on, before + 1, 1))
    return length


def _median(values: Floats) -> Floats:
    ordered = np.sort(values, axis=0)
    count = len(values)
    result: Floats = (ordered[(count - 1) // 2] + ordered[count // 2]) / 2
    return result
