"""The evidence of every series once more, in plain Python from the definitions.

Rollouts, counts, series and verdicts are those of `WholeRun`; the draws behind the p-value of a split are
handed in.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from hashlib import md5, sha256
from itertools import accumulate
from statistics import fmean, median
from typing import Any

from tests.oracle import l2_ar1
from tests.oracle.features import Rollout, series
from tests.oracle.frozen_z import Point, Verdict, screen
from tests.oracle.whole_run import Feature, WholeRun

MARGIN_STEPS, FEWEST_LATER, MOST_EXEMPLARS = 3, 3, 3
SHORT = {"short_run", "single_unit"}

Amount = Callable[[Rollout], float | None]


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """One row of table `evidence`, by the names of its columns; None where a figure does not exist."""

    status: str
    replication: bool | None = None
    window_corroborated: bool | None = None
    persistence: float | None = None
    reward_association: float | None = None
    reward_association_se: float | None = None
    same_prompt_shift: float | None = None
    prompt_mix_shift: float | None = None
    prompt_breadth: float | None = None
    half_onset_a: int | None = None
    half_onset_b: int | None = None
    groups_used: int | None = None
    groups_skipped: int | None = None
    reward_part_association: dict[str, float | None] | None = None
    baseline_prompts_showing: int | None = None
    later_steps: int | None = None
    beyond_steps: int | None = None
    split_step: int | None = None
    split_p_value: float | None = None
    whole_shift: float | None = None
    alert_prompts: int | None = None
    alert_prompts_showing: int | None = None
    baseline_prompts: int | None = None
    unscored_skipped: int | None = None
    reason: str | None = None


@dataclass(frozen=True)
class Paid:
    """Reward with a feature minus reward without it, over groups of one prompt and step."""

    used: int
    skipped: int
    unscored: int
    association: float | None
    se: float | None


@dataclass(frozen=True)
class Reference:
    """A completion worth reading, by its number in the run."""

    role: str
    place: int
    rollout: int


def prompt_half(prompt_id: str) -> int:
    """The half of the prompts that a prompt belongs to: parity of its MD5 as a little-endian number."""
    return int.from_bytes(md5(prompt_id.encode()).digest(), "little") % 2


def compare_rewards(rows: Iterable[tuple[int, str, bool, float | None]]) -> Paid:
    """Reward difference inside groups of one prompt and step.

    d_g = mean reward of completions with the feature minus mean of those without, over groups with scored
    completions of both kinds; the association is the mean of d over G groups. With P prompts its standard
    error is sqrt(P / (P - 1) * sum over prompts of (sum over their groups of (d_g - mean))^2) / G.

    Args:
        rows: Step, prompt, whether the feature is present, and the reward, None for an unscored completion.
    """
    groups: dict[tuple[int, str], tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    unscored = 0
    for step, prompt, present, amount in rows:
        group = groups[step, prompt]
        if amount is not None and math.isfinite(amount):
            group[0 if present else 1].append(amount)
        else:
            unscored += 1
    mixed = {
        at: fmean(having) - fmean(lacking) for at, (having, lacking) in groups.items() if having and lacking
    }
    skipped = len(groups) - len(mixed)
    if not mixed:
        return Paid(0, skipped, unscored, None, None)
    mean = fmean(mixed.values())
    deviation: dict[str, float] = defaultdict(float)
    for (_, prompt), difference in mixed.items():
        deviation[prompt] += difference - mean
    prompts = len(deviation)
    squares = math.fsum(total**2 for total in deviation.values())
    se = math.sqrt(prompts / (prompts - 1) * squares) / len(mixed) if prompts > 1 else None
    return Paid(len(mixed), skipped, unscored, mean, se)


def same_prompt_change(
    before: Mapping[str, Sequence[float]], after: Mapping[str, Sequence[float]]
) -> float | None:
    """Mean change of prompts seen in both windows, weighted by their steps in the second one.

    Args:
        before: For each prompt its means in the steps of the first window.
        after: The same for the second window.
    """
    shared = before.keys() & after.keys()
    if not shared:
        return None
    changes = math.fsum(len(after[p]) * (fmean(after[p]) - fmean(before[p])) for p in shared)
    return changes / sum(len(after[p]) for p in shared)


def least_squares_split(values: Sequence[float], min_segment: int) -> int:
    """Number of values before the best split into two levels, exactly; of equal ones the earliest.

    Splitting n values after k lowers their sum of squares by A^2 / k + B^2 / (n - k) - (A + B)^2 / n, where A
    and B are the sums on both sides.
    """
    sums = list(accumulate(map(Fraction, values), initial=Fraction(0)))
    count, whole = len(values), sums[-1]
    saved = {
        k: sums[k] ** 2 / k + (whole - sums[k]) ** 2 / (count - k) - whole**2 / count
        for k in range(min_segment, count - min_segment + 1)
    }
    line = max(saved.values()) * (1 - Fraction(1, 10**12))
    return min(k for k, size in saved.items() if size >= line)


def split(
    points: Sequence[Point], rule: l2_ar1.Settings, null: l2_ar1.Null
) -> tuple[int | None, float | None]:
    """Step at which the best single split begins, and its p-value; None for short or constant series."""
    if not rule.confirm or rule.winsorise:
        raise NotImplementedError("l2_ar1_v1 without confirmation, or with clipped spikes")
    scorable = [point for point in points if point.scorable]
    values = [point.mean for point in scorable]
    count = len(values)
    if count < 2 * rule.min_segment or max(values) - min(values) <= 1e-7 * max(map(abs, values)):
        return None, None
    position = least_squares_split(values, rule.min_segment)
    noise = l2_ar1.fit_noise(values, position, math.fsum(point.se**2 for point in scorable) / count)
    statistic = l2_ar1.gain(values, position) / noise.long_run
    draws = l2_ar1.read_cell(null(count), noise, count)
    above = sum(draw >= statistic for draw in draws)
    return scorable[position].step, (1 + above) / (1 + rule.draws)


def replicated(direction: int, halves: Sequence[Verdict]) -> bool | None:
    """Whether both halves alert in one direction, that of the whole if it alerts.

    None if one of them is too short.
    """
    if any(half.reason in SHORT for half in halves):
        return None
    sides = {half.direction for half in halves}
    return sides == {direction} if direction else sides in ({1}, {-1})


class RunEvidence:
    """Evidence and exemplars of one run.

    Attributes:
        run: The run.
        logged: Steps that it logged.
    """

    def __init__(self, run: WholeRun, shift_rule: l2_ar1.Settings, null: l2_ar1.Null) -> None:
        """Takes a run, the settings of `l2_ar1_v1` and its null grid for a number of steps."""
        self.run, self.shift_rule, self.null = run, shift_rule, null
        self.logged = sorted({rollout.step for rollout in run.rollouts})

    @cached_property
    def rows(self) -> dict[str, Evidence]:
        """One row per series, by feature."""
        return {name: self._row(feature) for name, feature in self.run.features.items()}

    @cached_property
    def halves(self) -> dict[str, list[Verdict]]:
        """Verdicts on each half of the prompts; a step is logged also where a half has no prompt."""
        # A prompt is known by the start of the hash of its text.
        prompts = {rollout.prompt_id for rollout in self.run.rollouts}
        half = {prompt: prompt_half(sha256(prompt.encode()).hexdigest()[:32]) for prompt in prompts}
        found: dict[str, list[Verdict]] = defaultdict(list)
        for part in (0, 1):
            counts = [
                of_rollout if half[rollout.prompt_id] == part else None
                for rollout, of_rollout in zip(self.run.rollouts, self.run.counts, strict=True)
            ]
            for kind in ("binary", "continuous"):
                names = [f.name for f in self.run.features.values() if f.kind == kind and f.tier != "reward"]
                for (_, name), points in series(self.run.rollouts, counts, names, kind).items():
                    scaled = [_divided(point, self.run.features[name].scale) for point in points]
                    found[name].append(screen(scaled, kind, self.run.settings))
        return found

    def exemplars(self, name: str) -> set[Reference]:
        """References for a rising yes/no alert.

        One completion per prompt from onset to alert that shows it: the best paid, then the one nearest to
        the median length, then the first. The best three by the same order; with each the most alike
        completion of its prompt and step without the feature, and the latest of its prompt before the
        onset, one without the feature if there is any.
        """
        verdict, rollouts, counts = self.run.verdicts[name], self.run.rollouts, self.run.counts
        length = [len(rollout.response or "") for rollout in rollouts]
        shown = [
            i
            for i, r in enumerate(rollouts)
            if verdict.onset_step <= r.step <= verdict.alert_step and name in counts[i]
        ]
        middle = median(length[i] for i in shown)

        def order(i: int) -> tuple[bool, float, float, int, str]:
            reward, (file, row) = rollouts[i].reward, self.run.places[i]
            return (
                reward is None,
                -(reward or 0.0),
                abs(length[i] - middle),
                rollouts[i].step,
                f"{file}:{row}",
            )

        best: dict[str, int] = {}
        for i in sorted(shown, key=order):
            best.setdefault(rollouts[i].prompt_id, i)
        found = set()
        for place, i in enumerate(sorted(best.values(), key=order)[:MOST_EXEMPLARS], 1):
            same = [j for j, r in enumerate(rollouts) if r.prompt_id == rollouts[i].prompt_id]
            alike = {j: (abs(length[j] - length[i]), self.run.places[j]) for j in same}
            pairs = [j for j in same if rollouts[j].step == rollouts[i].step and name not in counts[j]]
            before = [j for j in same if rollouts[j].step < verdict.onset_step]
            found.add(Reference("exemplar", place, i))
            if pairs:
                found.add(Reference("pair", place, min(pairs, key=alike.__getitem__)))
            if before:
                latest = min(before, key=lambda j: (name in counts[j], -rollouts[j].step, alike[j]))
                found.add(Reference("before", place, latest))
        return found

    def _row(self, feature: Feature) -> Evidence:
        verdict, points = self.run.verdicts[feature.name], self.run.series[feature.name]
        split_step, split_p = split(points, self.shift_rule, self.null)
        columns: dict[str, Any] = {"split_step": split_step, "split_p_value": split_p}
        if feature.tier != "reward":
            halves = self.halves[feature.name]
            columns["half_onset_a"], columns["half_onset_b"] = (half.onset_step for half in halves)
            columns["replication"] = replicated(verdict.direction, halves)
        if verdict.status == "alert":
            first, last = self._event_window(verdict)
            columns["window_corroborated"] = None if split_step is None else first <= split_step <= last
            columns |= self._persistence(feature, verdict)
            if feature.kind == "binary":
                columns |= self._payment(feature.name, verdict)
            if feature.tier != "reward":
                columns |= self._change(feature, verdict, points)
        row = Evidence(status=verdict.status, **columns)
        return replace(row, reason=_reason(row, feature))

    def _event_window(self, verdict: Verdict) -> tuple[int, int]:
        onset, alert = self.logged.index(verdict.onset_step), self.logged.index(verdict.alert_step)
        return self.logged[max(onset - MARGIN_STEPS, 0)], self.logged[: alert + MARGIN_STEPS + 1][-1]

    def _persistence(self, feature: Feature, verdict: Verdict) -> dict[str, Any]:
        """Scorable steps after the alert, and how many are beyond the line on its side."""
        rule = self.run.settings
        least = (rule.min_rise if feature.kind == "binary" else rule.min_effect) - 1e-12
        beyond = [
            verdict.direction * z > rule.z
            and verdict.direction * (point.mean - verdict.baseline_mean) >= least
            for point, z in zip(self.run.series[feature.name], verdict.z, strict=True)
            if z is not None and point.step > verdict.alert_step
        ]
        return {
            "later_steps": len(beyond),
            "beyond_steps": sum(beyond),
            "persistence": sum(beyond) / len(beyond) if len(beyond) >= FEWEST_LATER else None,
        }

    def _payment(self, name: str, verdict: Verdict) -> dict[str, Any]:
        whole = self._paid(name, verdict, lambda rollout: rollout.reward)
        parts = sorted({part for rollout in self.run.rollouts for part in rollout.parts})
        by_part = {
            part: self._paid(name, verdict, lambda rollout, part=part: rollout.parts.get(part)).association
            for part in parts
        }
        return {
            "groups_used": whole.used,
            "groups_skipped": whole.skipped,
            "unscored_skipped": whole.unscored,
            "reward_association": whole.association,
            "reward_association_se": whole.se,
            "reward_part_association": by_part or None,
        }

    def _paid(self, name: str, verdict: Verdict, amount: Amount) -> Paid:
        first, last = self._event_window(verdict)
        return compare_rewards(
            (rollout.step, rollout.prompt_id, counts.get(name, 0) > 0, amount(rollout))
            for rollout, counts in zip(self.run.rollouts, self.run.counts, strict=True)
            if first <= rollout.step <= last
        )

    def _change(self, feature: Feature, verdict: Verdict, points: Sequence[Point]) -> dict[str, Any]:
        """Change from the baseline to the alert, and the prompts of both windows."""
        scorable = [point for point in points if point.scorable]
        baseline = scorable[: self.run.settings.baseline_steps]
        level = fmean(p.mean for p in scorable if verdict.onset_step <= p.step <= verdict.alert_step)
        before = self._by_prompt(feature, baseline[0].step, baseline[-1].step)
        after = self._by_prompt(feature, verdict.onset_step, verdict.alert_step)
        whole, same = level - verdict.baseline_mean, same_prompt_change(before, after)
        showing = sum(any(means) for means in after.values())
        return {
            "whole_shift": whole,
            "same_prompt_shift": same,
            "prompt_mix_shift": None if same is None else whole - same,
            "prompt_breadth": showing / len(after) if feature.kind == "binary" else None,
            "alert_prompts": len(after),
            "alert_prompts_showing": showing,
            "baseline_prompts": len(before),
            "baseline_prompts_showing": sum(any(means) for means in before.values()),
        }

    def _by_prompt(self, feature: Feature, first: int, last: int) -> dict[str, list[float]]:
        """For each prompt of a window, its mean in each of its steps."""
        values: dict[tuple[str, int], list[float]] = defaultdict(list)
        for rollout, counts in zip(self.run.rollouts, self.run.counts, strict=True):
            if first <= rollout.step <= last:
                n = counts.get(feature.name, 0)
                value = float(n > 0) if feature.kind == "binary" else n / feature.scale
                values[rollout.prompt_id, rollout.step].append(value)
        means: dict[str, list[float]] = defaultdict(list)
        for (prompt, _), of_group in values.items():
            means[prompt].append(fmean(of_group))
        return means


def _reason(row: Evidence, feature: Feature) -> str | None:
    """Why figures are missing, as `figure=code; figure=code`."""
    is_text, is_binary, alerts = feature.tier != "reward", feature.kind == "binary", row.status == "alert"
    codes = {
        "replication": "short_half" if is_text else "reward_series",
        "window_corroborated": "no_split" if alerts else "no_alert",
        "persistence": "few_later_steps" if alerts else "no_alert",
        "reward_association": ("no_mixed_group" if is_binary else "size") if alerts else "no_alert",
        "reward_association_se": "one_prompt" if row.reward_association is not None else None,
        "same_prompt_shift": ("no_shared_prompt" if is_text else "reward_series") if alerts else "no_alert",
        "prompt_breadth": "size" if alerts else "no_alert",
    }
    missing = [f"{name}={code}" for name, code in codes.items() if code and getattr(row, name) is None]
    return "; ".join(missing) or None


def _divided(point: Point, scale: int) -> Point:
    """A point of counts in the unit of the feature."""
    mean, se, within = (None if n is None else n / scale for n in (point.mean, point.se, point.within_sd))
    return Point(
        step=point.step,
        mean=mean,
        se=se,
        prompts=point.prompts,
        samples=point.samples,
        positives=point.positives,
        within_sd=within,
    )
