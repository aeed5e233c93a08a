"""A TRL dump once more, from its parquet files to features, series, verdicts, sizes and folding of alerts."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path

import pyarrow.parquet as pq

from tests.oracle.features import Rollout, document_frequency, reward_features, series, vocabulary
from tests.oracle.frozen_z import Point, Settings, Verdict, screen
from tests.oracle.text import FLAGS, PARTS_OF_ONE, SHARES, SIZES, read

TIERS = ("ast", "custom", "lexical", "shape")
NOT_REWARDS = {"step", "prompt", "completion", "advantage"}
LAST_STEPS, WINDOW_STEPS, FOLDED_SHARE = 5, 3, 0.9


@dataclass(frozen=True)
class Feature:
    """A feature as the package describes it, apart from its number."""

    name: str
    tier: str
    kind: str
    scale: int
    origin: str
    document_frequency: int


@dataclass(frozen=True)
class Size:
    """How large an alert is."""

    peak_mean: float
    peak_step: int
    recent_mean: float
    rise: float


class WholeRun:
    """Everything about one run that the package computes, each part when it is first asked for.

    Attributes:
        places: File name and row of each rollout.
        rollouts: The rollouts, in the same order.
        counts: Count of each token by full name, one mapping per rollout, shared by equal completions.
    """

    def __init__(self, folder: Path, reward: str, settings: Settings, size: int, least_rollouts: int) -> None:
        """Reads the dump; `size` and `least_rollouts` bound the vocabulary of each tier."""
        self.settings, self.size, self.least_rollouts = settings, size, least_rollouts
        self.places: list[tuple[str, int]] = []
        self.rollouts: list[Rollout] = []
        for file in sorted(folder.glob("completions/*.parquet")):
            for row, values in enumerate(pq.read_table(file).to_pylist()):
                self.places.append((file.name, row))
                self.rollouts.append(
                    Rollout(
                        run="run",
                        step=values["step"],
                        prompt_id=values["prompt"],
                        response=values["completion"],
                        reward=values[reward],
                        parts={name: values[name] for name in values.keys() - NOT_REWARDS},
                    )
                )
        if any(rollout.prompt_id.rstrip().endswith("think>") for rollout in self.rollouts):
            raise NotImplementedError("prompts that open a thinking block")
        self.counts = [read(rollout.response) for rollout in self.rollouts]

    @cached_property
    def features(self) -> dict[str, Feature]:
        """Features by name."""
        found = document_frequency(self.counts)
        features = [Feature(name, _tier(name), "binary", 1, "fixed", found[name]) for name in FLAGS]
        features += [Feature(name, _tier(name), "continuous", 1, "fixed", found[name]) for name in SIZES]
        features += [
            Feature(name, "shape", "continuous", PARTS_OF_ONE, "fixed", found[name]) for name in SHARES
        ]
        for tier in ("ast", "lexical"):
            fixed = {feature.name for feature in features if feature.tier == tier}
            documents = [
                {name: n for name, n in of_rollout.items() if _tier(name) == tier and name not in fixed}
                for of_rollout in self.counts
            ]
            features += [
                Feature(name, tier, "binary", 1, "vocabulary", found[name])
                for name in vocabulary(documents, self.size - len(fixed))
                if found[name] >= self.least_rollouts
            ]
        scored = reward_features(self.rollouts)
        for name in sorted(scored[0]):
            values = sum(of_rollout[name] is not None for of_rollout in scored)
            features.append(Feature(name, "reward", "continuous", 1, "fixed", values))
        return {feature.name: feature for feature in features}

    @cached_property
    def series(self) -> dict[str, list[Point]]:
        """Points of each feature, in order of steps, in the unit of the feature."""
        result: dict[str, list[Point]] = {}
        groups: dict[tuple[bool, str, int], list[str]] = {}
        for feature in self.features.values():
            key = (feature.tier == "reward", feature.kind, feature.scale)
            groups.setdefault(key, []).append(feature.name)
        for (is_reward, kind, scale), names in groups.items():
            values = reward_features(self.rollouts) if is_reward else self.counts
            for (_, name), points in series(self.rollouts, values, names, kind).items():
                result[name] = [_scaled(point, scale) for point in points]
        return result

    @cached_property
    def verdicts(self) -> dict[str, Verdict]:
        """What `frozen_z_v1` says about each series."""
        return {
            name: screen(points, self.features[name].kind, self.settings)
            for name, points in self.series.items()
        }

    @cached_property
    def sizes(self) -> dict[str, Size]:
        """Size of each alert."""
        sizes = {}
        for name, verdict in self.verdicts.items():
            if verdict.status == "alert":
                points = self.series[name]
                since = [point for point in points if point.step >= verdict.onset_step]
                peak = max(since, key=lambda point: verdict.direction * point.mean)
                recent = math.fsum(point.mean for point in points[-LAST_STEPS:]) / LAST_STEPS
                sizes[name] = Size(peak.mean, peak.step, recent, recent - verdict.baseline_mean)
        return sizes

    @cached_property
    def overlaps(self) -> dict[frozenset[str], tuple[int, int]]:
        """For alerts that may fold and whose onsets are close: rollouts that show both, and either.

        Rollouts count from the first onset to the last alert of the pair.
        """
        logged = sorted({rollout.step for rollout in self.rollouts})
        found = {}
        for pair in combinations(filter(self._can_fold, self.sizes), 2):
            first, last = sorted(logged.index(self.verdicts[name].onset_step) for name in pair)
            if last - first <= WINDOW_STEPS:
                end = max(self.verdicts[name].alert_step for name in pair)
                shown = [
                    sum(name in counts for name in pair)
                    for rollout, counts in zip(self.rollouts, self.counts, strict=True)
                    if logged[first] <= rollout.step <= end
                ]
                found[frozenset(pair)] = (shown.count(2), shown.count(1) + shown.count(2))
        return found

    @cached_property
    def folded(self) -> dict[str, str]:
        """Alert under which an alert is shown, for those that are."""
        near = {pair for pair, (both, either) in self.overlaps.items() if both / either >= FOLDED_SHARE}
        leads: list[str] = []
        under: dict[str, str] = {}
        for name in sorted(filter(self._can_fold, self.sizes), key=self._strength):
            lead = next((lead for lead in leads if {name, lead} in near), None)
            if lead is None:
                leads.append(name)
            else:
                under[name] = lead
        return under

    def _can_fold(self, name: str) -> bool:
        return self.features[name].kind == "binary" and self.verdicts[name].direction > 0

    def _strength(self, name: str) -> tuple[int, bool, int, float, str]:
        is_edge = name.startswith("ast:edge:")
        onset = self.verdicts[name].onset_step
        return TIERS.index(_tier(name)), is_edge, onset, -self.sizes[name].rise, name


def _tier(name: str) -> str:
    tier = name.split(":")[0]
    return "lexical" if tier == "lex" else tier


def _scaled(point: Point, scale: int) -> Point:
    if scale == 1:
        return point
    return Point(
        step=point.step,
        mean=point.mean / scale,
        se=None if point.se is None else point.se / scale,
        prompts=point.prompts,
        samples=point.samples,
        positives=point.positives,
        within_sd=None if point.within_sd is None else point.within_sd / scale,
    )
