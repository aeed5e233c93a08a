"""The input of every rule: all series of one run over the steps that its trainer logged."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]

# Squares of values up to here, and sums of a few of them, stay finite in float64.
LARGEST_VALUE = 1e150


@dataclass(frozen=True, kw_only=True, eq=False)
class SeriesPanel:
    """S series over the T logged steps of one run.

    A step at which a series has no value holds `mean` NaN, `prompts` 0 and `samples` 0.

    Attributes:
        steps: int64[T], logged steps of the run, strictly increasing.
        mean: float64[S, T], prompt-balanced step mean (share for binary series, else the feature's
            unit); NaN where the series has no value.
        se: float64[S, T], cluster-robust standard error of `mean`; NaN with fewer than two prompts.
        prompts: int64[S, T], prompts with a value.
        samples: int64[S, T], completions with a value.
        positives: int64[S, T], completions with a value above 0; read for binary series only.
        within_sd: float64[S, T], standard deviation inside prompts, pooled over the step's prompts;
            NaN where no prompt has two completions.
        binary: bool[S], whether the series is the prevalence of a binary feature.

    Raises:
        ValueError: An array has another dtype or shape, steps are not increasing, or counts contradict
            each other (0 <= positives <= samples, 0 <= prompts <= samples).
    """

    steps: Integers
    mean: Floats
    se: Floats
    prompts: Integers
    samples: Integers
    positives: Integers
    within_sd: Floats
    binary: Booleans

    def __post_init__(self) -> None:
        s, t = len(self.binary), len(self.steps)
        _check("steps", self.steps, np.int64, (t,))
        _check("binary", self.binary, np.bool_, (s,))
        for name in ("mean", "se", "within_sd"):
            _check(name, getattr(self, name), np.float64, (s, t))
        for name in ("prompts", "samples", "positives"):
            _check(name, getattr(self, name), np.int64, (s, t))
        if (np.diff(self.steps) <= 0).any():
            raise ValueError("Panel steps must be strictly increasing.")
        for name, counts in (("prompts", self.prompts), ("positives", self.positives)):
            if ((counts < 0) | (counts > self.samples)).any():
                raise ValueError(f"Panel {name} must lie between 0 and samples.")

    @property
    def scorable(self) -> Booleans:
        """bool[S, T]: steps with at least two prompts and a usable mean and standard error."""
        with_value = (np.abs(self.mean) <= LARGEST_VALUE) & (np.abs(self.se) <= LARGEST_VALUE)
        result: Booleans = (self.prompts >= 2) & with_value
        return result


def ordered_sum(values: Floats) -> Floats:
    """Sums along the last axis, strictly from first to last.

    `numpy.sum` groups its terms by memory layout; here a row's sum depends on the row alone, to the bit.

    Args:
        values: float64[S, N].

    Returns:
        float64[S].
    """
    total: Floats = np.zeros(values.shape[0])
    for column in range(values.shape[1]):
        total += values[:, column]
    return total


def distinct(values: Integers) -> tuple[Integers, Integers]:
    """Distinct values in order, and the place of each value among them; quick where they are in order.

    Args:
        values: int64[N].

    Returns:
        int64[G], sorted, and int64[N].
    """
    step = np.diff(values)
    if len(values) == 0 or (step < 0).any():
        found, place = np.unique(values, return_inverse=True)
        return found, place.astype(np.int64)
    first = np.concatenate([[True], step > 0])
    return values[first], np.cumsum(first) - 1


def alike(rows: Floats) -> tuple[Integers, Integers]:
    """Groups of rows that are equal to the bit, in order of their first rows.

    `numpy.unique` sorts the rows, column by column, for which there is no need.

    Args:
        rows: float64[S, N].

    Returns:
        int64[S], the group of each row, and int64[G], the first row of each group.
    """
    group: dict[bytes, int] = {}
    member = np.array([group.setdefault(row.tobytes(), len(group)) for row in rows], dtype=np.int64)
    _, first = np.unique(member, return_index=True)
    return member, first.astype(np.int64)


def _check(name: str, array: object, dtype: type[np.generic], shape: tuple[int, ...]) -> None:
    if not isinstance(array, np.ndarray) or array.dtype != dtype or array.shape != shape:
        found = f"{array.dtype}{array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
        raise ValueError(f"Panel array {name} is {found}; it must be {np.dtype(dtype)}{shape}.")
