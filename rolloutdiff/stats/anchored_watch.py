"""The evidence of `anchored_seq_v1`: one pass over the steps of a block of series."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rolloutdiff.settings import AnchoredSettings
from rolloutdiff.stats.anchored_blocks import Block
from rolloutdiff.stats.anchored_guards import History, lasting, summed
from rolloutdiff.stats.anchored_rule import SequentialRule
from rolloutdiff.stats.clip import baseline_centre, clipped_views
from rolloutdiff.stats.drift_filter import drift_filter
from rolloutdiff.stats.noise import RunNoise
from rolloutdiff.stats.panel import Booleans, Floats, Integers


class Verdicts:
    """Verdicts of S series, filled block by block; the arrays are those of `SequentialScan`."""

    def __init__(self, series: int) -> None:
        self.alert_index: Integers = np.full(series, -1, dtype=np.int64)
        self.onset_index: Integers = np.full(series, -1, dtype=np.int64)
        self.direction: NDArray[np.int8] = np.zeros(series, dtype=np.int8)
        self.log_e: Floats = np.full(series, np.nan)
        self.worst_log_e: Floats = np.full(series, np.nan)
        self.largest_log_e: Floats = np.full(series, np.nan)
        self.change: Floats = np.full(series, np.nan)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Evidence:
    """Evidence at one step: K starts, H pairs, B series, P patterns.

    Attributes:
        starts: int64[K].
        log_e: float64[B].
        worst_log_e: float64[B], with full weight of drift in the denominator.
        by_start: float64[K, B], share of each start in the mixture, up to a factor per series.
        by_pair: float64[H, K, B], log of the largest term of each pair and start.
        change: float64[H, K, B], estimated size.
    """

    starts: Integers
    log_e: Floats
    worst_log_e: Floats
    by_start: Floats
    by_pair: Floats
    change: Floats


class Watch:
    """One pass over the steps of a block.

    Working arrays are [H, W, ...]: pair of the grid, slot of a start k (k modulo the window W), then pattern
    or series. Sums over x are kept up to the last step whose clipped value is final; the steps after it are
    added in the form in which they are seen at the moment.
    """

    def __init__(
        self, block: Block, noise: RunNoise, settings: AnchoredSettings, rule: SequentialRule, since: Integers
    ) -> None:
        self.block, self.settings, self.rule, self.since = block, settings, rule, since
        self.anchor = rule.anchor_single if noise.single else rule.anchor
        self.log_mixture = rule.log_mixture(noise)[:, None]
        self.log_null = rule.log_null(noise)[:, None]
        self.filter = drift_filter(block.weight, block.distance, noise.grid)
        centre, scale = baseline_centre(block.x[: settings.baseline_steps])
        self.views = clipped_views(block.x, centre, scale, rule.clip)
        pairs, window = len(noise.grid), settings.window
        patterns, series = block.weight.shape[1], len(block.rows)
        self.response = np.zeros((pairs, window, patterns))
        self.recent = [np.zeros((pairs, window, patterns)) for _ in range(rule.clip.steps)]
        self.step_square = np.zeros((pairs, window, patterns))
        self.step_ones = np.zeros((pairs, window, patterns))
        self.step_x = np.zeros((pairs, window, series))
        self.state = np.zeros((pairs, series))
        self.x_square = np.zeros((pairs, series))
        self.x_ones = np.zeros((pairs, series))

    def run(self, verdicts: Verdicts) -> None:
        """Passes all verdicts on steps from column `since` on."""
        length = self.rule.clip.steps
        first = self._first_judged()
        for step in range(len(self.block.x)):
            if step > first - self.settings.window - length:
                self._start(step)
            if step >= length - 1:
                self._settle(step - length + 1)
            if step >= first:
                self._judge(step, verdicts)

    def _first_judged(self) -> int:
        later = self.block.column >= self.since
        reached = np.where(later.any(axis=0), later.argmax(axis=0), len(later))
        return max(int(reached.min()), self.settings.min_steps - 1)

    def _start(self, step: int) -> None:
        """Moves the whitened responses to all starts on by one step, and begins one here."""
        window, f = self.settings.window, self.filter
        slot = step % window
        for array in (self.response, self.step_square, self.step_ones, self.step_x, *self.recent):
            array[:, slot] = 0.0
        begun = (np.arange(window) <= step)[:, None]
        predicted = f.carry[step][:, None] * self.response
        error = np.where(begun, 1.0 - predicted, 0.0)
        self.response = predicted + f.gain[step][:, None] * error
        now = error * f.inverse_sd[step][:, None]
        self.recent = [now, *self.recent[:-1]]
        self.step_square += now * now
        self.step_ones += now * f.ones[step][:, None]

    def _settle(self, step: int) -> None:
        """Adds a step whose clipped value is final; every start was begun before the steps after it."""
        e, self.state = self.filter.whitened(self.views[-1][step], self.state, step)
        self.x_square += e * e
        self.x_ones += e * self.filter.ones[step]
        self.step_x += self.recent[-1] * e[:, None]

    def _judge(self, step: int, verdicts: Verdicts) -> None:
        column = self.block.column[step]
        judged = np.flatnonzero((column >= 0) & (column >= self.since))
        evidence = self._evidence(step)
        rows, value = self.block.rows[judged], evidence.log_e[judged]
        verdicts.largest_log_e[rows] = np.fmax(verdicts.largest_log_e[rows], value)
        quiet = verdicts.alert_index[rows] < 0
        verdicts.log_e[rows[quiet]] = value[quiet]
        verdicts.worst_log_e[rows[quiet]] = evidence.worst_log_e[judged[quiet]]
        found = judged[quiet & (value >= math.log(self.settings.e_value))]
        if len(found):
            self._alert(step, found, evidence, verdicts)

    def _evidence(self, step: int) -> _Evidence:
        """Evidence of all series for a change at a start that is neither too recent nor too old."""
        length, window = self.rule.clip.steps, self.settings.window
        earliest = self.settings.baseline_steps
        starts = np.arange(max(step - window + 1, earliest), step - length + 2)
        slots = starts % window
        square, ones, state, step_x = self.x_square, self.x_ones, self.state, self.step_x[:, slots]
        for age in range(length - 2, -1, -1):
            e, state = self.filter.whitened(self.views[age][step - age], state, step - age)
            square = square + e * e
            ones = ones + e * self.filter.ones[step - age]
            step_x += self.recent[age][:, slots] * e[:, None]

        total = self.filter.ones_square[step]
        rss = square - ones * ones / total + self.anchor
        half = (step + self.anchor) / 2.0
        null = self.filter.log_det[step] - 0.5 * np.log(total) - half * np.log(rss)
        likeliest = (null + self.log_null).max(axis=0)
        step_ones = self.step_ones[:, slots]
        q = self.step_square[:, slots] - step_ones * step_ones / total[:, None]
        b = step_x - step_ones * (ones / total)[:, None]
        ratio = b * b / rss[:, None]
        log_start = np.array([self.rule.log_start_weight(int(k) - earliest) for k in starts])[:, None]
        base = (null - likeliest + self.log_mixture)[:, None] + log_start
        terms = []
        for effect, share in zip(self.rule.effects, self.rule.effect_weights, strict=True):
            spread = 1.0 + effect * q
            prior = math.log(share) - 0.5 * np.log(spread)
            terms.append(base + prior - half * np.log1p(ratio * (-effect / spread)))
        by_pair = np.maximum.reduce(terms)
        highest = by_pair.max(axis=(0, 1))
        by_start = summed(np.concatenate([np.exp(term - highest) for term in terms]))
        log_e = highest + np.log(summed(by_start))
        return _Evidence(
            starts=starts,
            log_e=log_e,
            worst_log_e=log_e + likeliest - null.max(axis=0),
            by_start=by_start,
            by_pair=by_pair,
            change=b / q,
        )

    def _alert(self, step: int, found: Integers, evidence: _Evidence, verdicts: Verdicts) -> None:
        """Alerts those of the found series whose change lasts and passes the gate."""
        best = evidence.by_start[:, found].argmax(axis=0)
        pair = evidence.by_pair[:, best, found].argmax(axis=0)
        start, change = evidence.starts[best], evidence.change[pair, best, found]
        weight = self.block.weight
        history = History(
            x=self.block.x[:, found],
            clipped=self.views[-1][:, found],
            weight=np.broadcast_to(weight, self.block.x.shape)[:, found],
            step=step,
        )
        sure: Booleans = lasting(history, start, change, self.rule, self.settings.window)
        length = self.rule.clip.steps
        moved = summed(self.block.change[step - length + 1 : step + 1, found]) / length
        sure &= np.abs(moved) >= self.block.gate[found]
        chosen, start, change = found[sure], start[sure], change[sure]
        rows = self.block.rows[chosen]
        verdicts.alert_index[rows] = self.block.column[step, chosen]
        verdicts.onset_index[rows] = self.block.column[start, chosen]
        verdicts.direction[rows] = np.sign(change).astype(np.int8)
        verdicts.change[rows] = change
