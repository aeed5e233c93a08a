"""`anchored_seq_v1` on a run that grows: steps that were judged once are not judged again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from rolloutdiff.settings import AnchoredSettings
from rolloutdiff.stats.anchored_sequential import SequentialScan, scan_sequential
from rolloutdiff.stats.noise import RunNoise
from rolloutdiff.stats.panel import Floats, Integers
from rolloutdiff.stats.standard import Standard


@dataclass(frozen=True, kw_only=True, eq=False)
class _Judged:
    """Verdicts of S series over T steps, and what they were read from."""

    row: dict[int, int]
    digest: list[bytes | None]
    steps: Integers
    noise: RunNoise
    settings: AnchoredSettings
    scan: SequentialScan


class Onward:
    """Scans a run again and again while steps are added to it, as `scan_sequential` does, to the bit.

    A verdict reads no later step. So a series whose values, weights and noise are, for the steps judged
    before, the very same is judged at the new steps only, and any other from the start.
    """

    def __init__(self) -> None:
        self._before: _Judged | None = None

    def scan(
        self,
        keys: Sequence[int],
        standard: Standard,
        noise: RunNoise,
        steps: Integers,
        values: Floats,
        settings: AnchoredSettings,
        *,
        since: int | Integers = 0,
    ) -> SequentialScan:
        """Verdicts of `scan_sequential` with the same arguments.

        Args:
            keys: What tells the S series apart, the same in every scan of the run.
            standard: Series on the common scale.
            noise: Drift that counts as noise.
            steps: int64[T], logged steps.
            values: float64[S, T], step means in the unit of the series.
            settings: Baseline, gates, window and line.
            since: First column that is judged, or int64[S] that of every series.
        """
        first = np.broadcast_to(np.asarray(since, dtype=np.int64), (len(keys),))
        old = np.full(len(keys), -1, dtype=np.int64)
        before = self._before
        if before is not None and _begins(before, noise, steps, settings):
            digest = _digests(standard, values, first, len(before.steps))
            for row, key in enumerate(keys):
                place = before.row.get(key, -1)
                if place >= 0 and digest[row] is not None and digest[row] == before.digest[place]:
                    old[row] = place
        known = old >= 0
        begun = len(before.steps) if before is not None else 0
        fresh = scan_sequential(
            standard, noise, steps, values, settings, since=np.where(known, np.maximum(first, begun), first)
        )
        found = _joined(before.scan, fresh, old) if before is not None and known.any() else fresh
        self._before = _Judged(
            row={key: row for row, key in enumerate(keys)},
            digest=_digests(standard, values, first, len(steps)),
            steps=steps,
            noise=noise,
            settings=settings,
            scan=found,
        )
        return found


def _begins(before: _Judged, noise: RunNoise, steps: Integers, settings: AnchoredSettings) -> bool:
    """Whether a run begins with the one that was judged."""
    count = len(before.steps)
    same = before.noise == noise and before.settings == settings
    # The distance of steps is in units of their median distance in the baseline.
    return same and count >= settings.baseline_steps and np.array_equal(before.steps, steps[:count])


def _digests(standard: Standard, values: Floats, first: Integers, count: int) -> list[bytes | None]:
    """A hash per series of all that the verdicts of its first steps are read from; None without verdicts."""
    judged = standard.reason == np.array(None)
    each = [first, standard.baseline_mean, standard.scale]
    read = [standard.x[:, :count], standard.weight[:, :count], values[:, :count]]
    rows = np.ascontiguousarray(np.column_stack([*(np.asarray(a, dtype=np.float64) for a in each), *read]))
    return [
        hashlib.blake2b(row, digest_size=16).digest() if one else None
        for row, one in zip(rows, judged, strict=True)
    ]


def _joined(before: SequentialScan, fresh: SequentialScan, old: Integers) -> SequentialScan:
    """Verdicts of earlier steps continued by those of new ones.

    Args:
        before: Verdicts of earlier steps.
        fresh: Verdicts of S series; of those that `old` knows, on new steps alone.
        old: int64[S], rows of `before`, -1 for series that were judged from the start.
    """
    known, at = old >= 0, np.maximum(old, 0)
    stays = known & ((before.alert_index[at] >= 0) | np.isnan(fresh.log_e))
    joined = {
        one.name: np.where(stays, getattr(before, one.name)[at], getattr(fresh, one.name))
        for one in fields(SequentialScan)
    }
    largest = np.fmax(before.largest_log_e[at], fresh.largest_log_e)
    return SequentialScan(**joined | {"largest_log_e": np.where(known, largest, fresh.largest_log_e)})
