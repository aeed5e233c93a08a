"""The settings of the two rules that a reader of a report meets."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from rolloutdiff.report.numbers import THIN_SPACE
from rolloutdiff.report.rows import Row

# Logged steps that an event window adds before the onset and after the alert.
WINDOW_MARGIN = 3


@dataclass(frozen=True, kw_only=True)
class Rule:
    """The settings of `frozen_z_v1` that a reader meets.

    Attributes:
        baseline_steps: First scorable steps whose mean is the baseline.
        consecutive_steps: Steps in a row beyond the line.
        z: Line in standard errors.
        min_rise: Smallest rise of a yes/no feature, as a share.
        sparse_steps: Yes/no features seen in fewer steps cannot be judged.
    """

    baseline_steps: int
    consecutive_steps: int
    z: float
    min_rise: float
    sparse_steps: int

    @property
    def min_steps(self) -> int:
        """Fewest scorable steps a series needs."""
        return self.baseline_steps + self.consecutive_steps


@dataclass(frozen=True, kw_only=True)
class SplitRule:
    """The settings of `l2_ar1_v1` that a reader meets.

    Attributes:
        min_segment: Fewest scorable steps on each side of the split.
        alpha: Largest p-value with which a split counts as found.
        draws: Series without a change that the p-value is a rank among.
        confirm: Whether the split must stand out from drifting noise.
    """

    min_segment: int
    alpha: float
    draws: int
    confirm: bool

    @property
    def noise(self) -> str:
        """The noise a split is held against, in a word."""
        return "drifting noise" if self.confirm else "independent noise"

    def chance(self, p_value: float) -> str:
        """A p-value to three decimals; at the floor that the number of draws sets, as a bound."""
        floor = 1 / (self.draws + 1)
        if p_value <= floor + 1e-6:
            return f"p{THIN_SPACE}≤{THIN_SPACE}{math.ceil(1000 * floor - 1e-6) / 1000:.3f}"
        if p_value < 0.0005:
            return f"p{THIN_SPACE}<{THIN_SPACE}0.001"
        return f"p{THIN_SPACE}={THIN_SPACE}{p_value:.3f}"


def rules(settings: Row) -> tuple[Rule, SplitRule]:
    """Both rules as the settings of a report give them."""
    return Rule(**_some(settings["frozen_z"], Rule)), SplitRule(**_some(settings["l2_ar1"], SplitRule))


def _some(values: Row, kind: type) -> dict[str, Any]:
    names = kind.__dataclass_fields__  # type: ignore[attr-defined]
    return {name: values[name] for name in names}
