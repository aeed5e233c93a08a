"""What the sequential rule `anchored_seq_v1` fixes beside the settings, and its weights."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from rolloutdiff.stats.clip import ClipRule
from rolloutdiff.stats.noise import RunNoise
from rolloutdiff.stats.panel import Floats


@dataclass(frozen=True, kw_only=True)
class SequentialRule:
    """Constants of the rule.

    Attributes:
        effects: Variances, in squared scales, of the normal priors of the size of a change.
        effect_weights: Their weights, of sum 1.
        white: Weight of noise without drift in the mixture; the other pairs share the rest equally.
        drift_null: Largest weight of drift in the denominator, where drift-free noise has 1, and smallest
            weight times kappa^2.
        anchor: Pseudo degrees of freedom that hold the scale at 1: the sampling variance itself is known to
            about sqrt(2 / anchor).
        anchor_single: The same where steps hold one prompt each and the variance comes from the baseline.
        start_offset: a of the weights of starts.
        side_line: Distance from the level before that each of the last steps must keep.
        rest_line: Standardised height at which a change must stand without its highest steps in a row.
        size_line: Standardised size of a change against the spread of the steps before it.
        spread_line: The same against the spread of its own steps.
        plain_size: Standardised size beyond which the spread of its own steps does not matter.
        steady_rest: The same for its height without its highest steps.
        clip: Treatment of spikes; its `steps` is also the length that a change must have reached.
    """

    effects: tuple[float, ...] = (4.0, 16.0)
    effect_weights: tuple[float, ...] = (0.5, 0.5)
    white: float = 0.5
    drift_null: tuple[float, float] = (0.05, 0.0075)
    anchor: float = 30.0
    anchor_single: float = 10.0
    start_offset: float = 20.0
    side_line: float = 0.5
    rest_line: float = 3.0
    size_line: float = 5.0
    spread_line: float = 4.0
    plain_size: float = 9.0
    steady_rest: float = 4.0
    clip: ClipRule = field(default_factory=ClipRule)

    def log_start_weight(self, rank: int) -> float:
        """Log of w_j = c log(a) / ((j + a) log(j + a)^2) for the jth possible start, j = 0, 1, ...

        The sum over all j of log(a) / ((j + a) log(j + a)^2) is below its first term 1 / (a log a) plus its
        integral, which is 1; c divides by that. So the weights sum to less than 1 and do not depend on how
        long the run will be.
        """
        a = self.start_offset
        total = 1.0 + 1.0 / (a * math.log(a))
        return math.log(math.log(a) / total) - math.log(rank + a) - 2.0 * math.log(math.log(rank + a))

    def log_mixture(self, noise: RunNoise) -> Floats:
        """float64[H]: log of the weights of the grid's pairs in the mixture, of sum 1."""
        drifting = np.array([kappa > 0.0 for kappa, _ in noise.grid])
        if drifting.all() or not drifting.any():
            return np.full(len(drifting), -math.log(len(drifting)))
        weights = np.where(drifting, (1.0 - self.white) / drifting.sum(), self.white / (~drifting).sum())
        result: Floats = np.log(weights)
        return result

    def log_null(self, noise: RunNoise) -> Floats:
        """float64[H]: log of the weights of the grid's pairs in the denominator, at most 0.

        Of features whose mean excess variance is at most `kappa_squared_high`, at most the share
        kappa_squared_high / kappa^2 can have kappa^2 or more (Markov). Drift weighs as the square of that
        share, within the bounds of `drift_null`: of rarer drift more goes through, so that each kind adds
        about as many false alerts to a list. Drift of twice the sampling error has full weight as soon as
        the bound reaches half of its variance.
        """
        largest, smallest = self.drift_null
        bound = noise.kappa_squared_high
        weights = []
        for kappa, _ in noise.grid:
            square = kappa * kappa
            if kappa == 0.0 or (kappa >= 2.0 and bound >= square / 2.0):
                weights.append(1.0)
            else:
                share = bound / square
                weights.append(min(largest, max(smallest / square, largest * share * share)))
        result: Floats = np.log(np.array(weights))
        return result
