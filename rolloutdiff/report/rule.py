"""Which rules lead a report, and the settings of all rules that a reader of it meets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from rolloutdiff.report.rows import Row

# Logged steps that an event window adds before the onset and after the alert.
WINDOW_MARGIN: Final = 3
# A calibrated alert asks that this many last steps lie on one side of the level before, by so many sd.
LAST_STEPS, SIDE_SD = 4, 0.5


class RuleNames(NamedTuple):
    """A sequential rule, which raises alerts, and the retrospective one that dates changes with it."""

    sequential: str
    retrospective: str


# By profile; all four are computed whichever leads.
RULES: Final = {
    "calibrated": RuleNames("anchored_seq_v1", "anchored_lr_v1"),
    "original": RuleNames("frozen_z_v1", "l2_ar1_v1"),
}


def leading(settings: Row) -> RuleNames:
    """The rules whose alerts, evidence and events a report shows."""
    return RULES["calibrated" if is_calibrated(settings) else "original"]


def is_calibrated(settings: Row) -> bool:
    """Whether the calibrated rules lead; the one place that decides."""
    return bool(settings["profile"] == "calibrated")


@dataclass(frozen=True, kw_only=True)
class FrozenZ:
    """The settings of `frozen_z_v1`.

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


@dataclass(frozen=True, kw_only=True)
class L2Ar1:
    """The settings of `l2_ar1_v1`.

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


@dataclass(frozen=True, kw_only=True)
class Anchored:
    """The settings of `anchored_seq_v1` and `anchored_lr_v1`.

    Attributes:
        baseline_steps: First scored steps from which level and noise are taken.
        min_change: Smallest change of a yes/no feature, as a share.
        min_relative: Smallest change of a size, as a part of its baseline.
        headline_change: Smallest change of the headline list, as a share or a part of the baseline.
        alpha: Chance of a retrospective alert in a series without a change.
        e_value: Evidence at which the sequential rule alerts.
        fdr: Expected share of false findings in the headline list.
        window: The sequential rule looks for changes that began at most so many steps ago.
    """

    baseline_steps: int
    min_change: float
    min_relative: float
    headline_change: float
    alpha: float
    e_value: float
    fdr: float
    window: int


def chosen(settings: Row, kind: type) -> dict[str, Any]:
    """Those of a rule's settings that `kind` has a field for."""
    names = kind.__dataclass_fields__  # type: ignore[attr-defined]
    return {name: settings[name] for name in names}
