"""Where reward and gold of a slice part: the steps, the longest stretch, the levels at the end."""

from __future__ import annotations

from dataclasses import dataclass

from rolloutdiff.report.audit_model import AuditModel, SliceModel
from rolloutdiff.report.series import RECENT_STEPS, average

_BASELINE = "baseline"


@dataclass(frozen=True, kw_only=True)
class Divergence:
    """Reward and gold of one slice, step by step.

    Attributes:
        steps: Steps with both, ascending.
        reward: Mean reward of each.
        gold: Mean gold of the same completions.
        baseline: Steps that later ones are held against.
        judged: Steps after them.
        diverging: How many of these are diverging: the reward rose, and gold did not rise with it.
        spells: First and last step of every stretch of diverging steps.
        reward_change: Mean reward of the last five steps minus its baseline.
        gold_change: The same of gold.
    """

    steps: list[int]
    reward: list[float]
    gold: list[float]
    baseline: list[int]
    judged: int
    diverging: int
    spells: list[tuple[int, int]]
    reward_change: float
    gold_change: float

    @property
    def longest(self) -> tuple[int, int]:
        """The longest stretch, the first of equals."""
        place = {step: i for i, step in enumerate(self.steps)}
        return max(self.spells, key=lambda s: (place[s[1]] - place[s[0]], -s[0]))


def divergence_of(model: AuditModel, one: SliceModel) -> Divergence | None:
    """Reward beside gold in a slice; None where gold is unknown or no step follows the baseline."""
    rows = model.divergence(one)
    judged = [row for row in rows if row["reason"] != _BASELINE and row["diverging"] is not None]
    changes = [row for row in judged if row["dproxy"] is not None and row["dgold"] is not None]
    if not changes:
        return None
    spells: list[tuple[int, int]] = []
    before = False
    for row in rows:
        if row["diverging"]:
            spells.append((spells.pop()[0], row["step"]) if before else (row["step"], row["step"]))
        before = bool(row["diverging"])
    recent = changes[-RECENT_STEPS:]
    return Divergence(
        steps=[row["step"] for row in rows],
        reward=[row["proxy"] for row in rows],
        gold=[row["gold"] for row in rows],
        baseline=[row["step"] for row in rows if row["reason"] == _BASELINE],
        judged=len(judged),
        diverging=sum(row["diverging"] for row in judged),
        spells=spells,
        reward_change=average([row["dproxy"] for row in recent]) or 0.0,
        gold_change=average([row["dgold"] for row in recent]) or 0.0,
    )
