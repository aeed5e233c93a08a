"""Whether a run may ship, from what the audit and the off-policy value say of its slices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_rows import usable
from rolloutdiff.stats.panel import Floats, Integers

# Standard errors beyond which a marker has shifted.
LINE = 2.0


@dataclass(frozen=True, kw_only=True)
class SliceEvidence:
    """What is known of one slice; None for what is not.

    Attributes:
        slice: Name of the slice.
        flag: Whether the audit flags it.
        marker: The feature that is overpaid most.
        marker_shift: Change of its mean occurrences from the first to the last steps.
        marker_se: Standard error of the change.
        kl: Mean log-probability of the last responses minus that under the reference policy.
        ess: Effective sample size of the off-policy value.
        gain: Gain of the off-policy value.
    """

    slice: str
    flag: bool
    marker: str | None = None
    marker_shift: float | None = None
    marker_se: float | None = None
    kl: float | None = None
    ess: float | None = None
    gain: float | None = None

    @property
    def shifted(self) -> bool:
        """Whether the marker rose by more than two standard errors."""
        if self.marker_shift is None or self.marker_se is None:
            return False
        return self.marker_shift > LINE * self.marker_se


@dataclass(frozen=True, kw_only=True)
class RunAssessment:
    """Verdict on a run.

    Attributes:
        ship: Whether nothing speaks against it and the gain speaks for it.
        balanced_gain: Gain with equal weight for slices; None when unknown.
        min_ess: Smallest effective sample size; None when unknown.
        issues: What speaks against it, one line each.
    """

    ship: bool
    balanced_gain: float | None
    min_ess: float | None
    issues: tuple[str, ...]


def assess_run(
    slices: Sequence[SliceEvidence], balanced_gain: float | None, settings: AuditSettings
) -> RunAssessment:
    """A run may ship when no flagged slice shifted, overlap is large enough everywhere, and it gains.

    Needed are an effective sample size of `min_ess` in every slice, a balanced gain of `ship_gain`, and no
    slice that loses more than `max_loss`. What is not known speaks against it.

    Args:
        slices: Evidence on every slice.
        balanced_gain: Gain of the off-policy value with equal weight for slices; None when unknown.
        settings: Lines.
    """
    issues = []
    for one in slices:
        if one.flag and one.shifted:
            issues.append(
                f"{one.slice}: overpaid {one.marker} rose by {one.marker_shift:.3f} (se {one.marker_se:.3f})"
            )
        elif one.flag and one.marker_shift is None:
            issues.append(f"{one.slice}: flagged, and whether {one.marker} rose is unknown")
        if one.ess is None or one.gain is None:
            issues.append(f"{one.slice}: no off-policy value")
            continue
        if one.ess < settings.min_ess:
            issues.append(f"{one.slice}: effective sample size {one.ess:.1f} below {settings.min_ess:g}")
        if one.gain < -settings.max_loss:
            issues.append(f"{one.slice}: gain {one.gain:.3f} below {-settings.max_loss:g}")
    if balanced_gain is None:
        issues.append("balanced gain unknown")
    elif balanced_gain < settings.ship_gain:
        issues.append(f"balanced gain {balanced_gain:.3f} below {settings.ship_gain:g}")
    sizes = [one.ess for one in slices if one.ess is not None]
    return RunAssessment(
        ship=not issues,
        balanced_gain=balanced_gain,
        min_ess=min(sizes) if sizes else None,
        issues=tuple(issues),
    )


def shift_of_mean(
    step: Integers, cluster: Integers, values: Floats, baseline_steps: int, last_steps: int
) -> tuple[float, float] | None:
    """Change of a mean from the first to the last logged steps, and its standard error over prompts.

    Every step counts the mean of its prompts' means; with s_t the standard error of step t, that of
    a window of T steps is the root of the sum of s_t^2 over T. Steps with one prompt are left out.

    Args:
        step: int64[n].
        cluster: int64[n], prompts.
        values: float64[n]; rows without a number are left out.
        baseline_steps: Steps of the first window.
        last_steps: Steps of the last window, at most those after the first.

    Returns:
        Change and standard error; None without a step after the first window.
    """
    known = usable(values, len(values))
    means = []
    for at in np.unique(step[known]):
        chosen = known & (step == at)
        _, place = np.unique(cluster[chosen], return_inverse=True)
        of_prompts = np.bincount(place, weights=values[chosen]) / np.bincount(place)
        if len(of_prompts) >= 2:
            means.append((of_prompts.mean(), of_prompts.var(ddof=1) / len(of_prompts)))
    first, last = np.array(means[:baseline_steps]), np.array(means[baseline_steps:][-last_steps:])
    if not len(last):
        return None
    change = float(last[:, 0].mean() - first[:, 0].mean())
    square = first[:, 1].sum() / len(first) ** 2 + last[:, 1].sum() / len(last) ** 2
    return change, float(np.sqrt(square))
