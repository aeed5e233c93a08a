"""What one run's report says, read from the rows of report.json: order of alerts, counts, levels."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any

from rolloutdiff.report.numbers import finite

RULE = "frozen_z_v1"
REWARD = "reward"
TOTAL = "reward:total"
RECENT_STEPS = 5
# Falls of yes/no behaviours below this share are not named.
LEAST_FALL = 0.05
_MOST_NAMED = 9
# Two falls closer than this on average are one.
_SAME_LINE = 0.01
TIER_ORDER = ("ast", "custom", "lexical", "shape", "mismatch", "reward")

Row = Mapping[str, Any]


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
class Series:
    """One feature over the steps of a run, in order of step; lists of equal length.

    Attributes:
        feature: Name with its tier.
        unit: Unit of the mean.
        step: Training steps.
        mean: Prompt-balanced means; None where a step has no value.
        se: Standard errors; None where a step has fewer than two prompts.
        prompts: Prompts with a value.
        samples: Completions with a value.
    """

    feature: str
    unit: str
    step: list[int]
    mean: list[float | None]
    se: list[float | None]
    prompts: list[int]
    samples: list[int]

    def recent(self) -> float | None:
        """Mean of the last five step means; None without any."""
        return _average(finite(self.mean)[-RECENT_STEPS:])

    def scorable_steps(self) -> list[int]:
        """Steps with a standard error: those the rule looks at."""
        points = zip(self.step, self.mean, self.se, strict=True)
        return [step for step, mean, se in points if mean is not None and se is not None]

    def baseline(self, steps: int) -> float | None:
        """Mean of the first scorable steps; None without any."""
        pairs = zip(self.mean, self.se, strict=True)
        return _average([m for m, s in pairs if m is not None and s is not None][:steps])


@dataclass(frozen=True, kw_only=True)
class RewardPart:
    """A logged reward column.

    Attributes:
        name: Column name.
        series: Its series.
        trained: Whether the reward formula gives it a weight.
    """

    name: str
    series: Series
    trained: bool


class RunModel:
    """One run of a report.

    Args:
        report: A report as `load_report` returns it.
        row: The run's row of the array `run`.
        series_rows: Rows of the array `series` by feature, for this run.
    """

    def __init__(self, report: Mapping[str, Any], row: Row, series_rows: Mapping[str, list[Row]]) -> None:
        self.row = row
        self.name: str = row["run"]
        self.analysis_id: str = row["analysis_id"]
        frozen = report["settings"]["frozen_z"]
        self.rule = Rule(**{name: frozen[name] for name in Rule.__dataclass_fields__})
        self._series_rows = series_rows
        mine = [r for r in report["screening"] if r["run"] == self.name and r["rule"] == RULE]
        self.screening: list[Row] = [r for r in mine if r["tier"] != REWARD]
        self.reward_screening: dict[str, Row] = {r["feature"]: r for r in mine if r["tier"] == REWARD}
        alerts = [r for r in report["alert"] if r["run"] == self.name and r["rule"] == RULE]
        self.alerts: list[Row] = [r for r in alerts if r["tier"] != REWARD]
        self.reward_alerts: dict[str, Row] = {r["feature"]: r for r in alerts if r["tier"] == REWARD}
        self.integrity: list[Row] = [r for r in report["integrity"] if r["run"] == self.name]

    @cached_property
    def steps(self) -> list[int]:
        """All logged steps, ascending."""
        return sorted({r["step"] for rows in self._series_rows.values() for r in rows})

    def series(self, feature: str) -> Series:
        """The series of a feature; without points when the report has none."""
        rows = sorted(self._series_rows.get(feature, ()), key=itemgetter("step"))
        return Series(
            feature=feature,
            unit=rows[0]["unit"] if rows else "share",
            step=[r["step"] for r in rows],
            mean=[r["mean"] for r in rows],
            se=[r["se"] for r in rows],
            prompts=[r["prompts"] for r in rows],
            samples=[r["samples"] for r in rows],
        )

    def recent_mean(self, feature: str) -> float | None:
        """Mean of a feature's last five step means."""
        last = sorted(self._series_rows.get(feature, ()), key=itemgetter("step"))
        return _average(finite(r["mean"] for r in last)[-RECENT_STEPS:])

    @cached_property
    def example(self) -> Series:
        """Any series that covers every step, for prompts and completions per step."""
        features = (f for f, rows in self._series_rows.items() if rows[0]["tier"] != REWARD)
        return self.series(next(features, next(iter(self._series_rows), "")))

    @cached_property
    def baseline_steps(self) -> list[int]:
        """The steps that make the baseline of most series."""
        return self.example.scorable_steps()[: self.rule.baseline_steps]

    @property
    def recent_steps(self) -> list[int]:
        """The steps that make up `now`."""
        return self.steps[-RECENT_STEPS:]

    @cached_property
    def ranked(self) -> list[Row]:
        """Alerts that are not folded: rising yes/no behaviours first, then the rest by onset."""
        shown = [r for r in self.alerts if r["folded_under"] is None]
        rising = [r for r in shown if rises(r)]
        rising.sort(key=lambda r: (r["onset_step"], -r["rise"], _tier(r), r["feature"]))
        others = [r for r in shown if not rises(r)]
        others.sort(key=lambda r: (r["onset_step"], r["alert_step"], _tier(r), r["feature"]))
        return rising + others

    @cached_property
    def folded(self) -> dict[str, list[Row]]:
        """Folded alerts under the feature that shows the same completions, by onset."""
        under: dict[str, list[Row]] = defaultdict(list)
        for row in sorted(self.alerts, key=lambda r: (r["onset_step"], _tier(r), r["feature"])):
            if row["folded_under"] is not None:
                under[row["folded_under"]].append(row)
        return under

    @property
    def scorable(self) -> int:
        """Series the rule could judge, rewards left out."""
        return sum(r["status"] != "unscorable" for r in self.screening)

    @cached_property
    def outcomes(self) -> Counter[tuple[str, str | None, str]]:
        """Number of series by status, reason and tier, rewards left out."""
        return Counter((r["status"], r["reason"], r["tier"]) for r in self.screening)

    @property
    def main_reason(self) -> str | None:
        """The commonest reason why series could not be scored; ties end in the name."""
        reasons = Counter(r["reason"] for r in self.screening if r["status"] == "unscorable" and r["reason"])
        return min(reasons, key=lambda reason: (-reasons[reason], reason), default=None)

    @cached_property
    def visible_rises(self) -> list[float]:
        """Smallest rise that would have alerted, of every scorable yes/no series that has one."""
        return [
            r["detectable_rise"]
            for r in self.screening
            if r["kind"] == "binary" and r["status"] != "unscorable" and r["detectable_rise"] is not None
        ]

    @cached_property
    def falls(self) -> list[tuple[float, Row]]:
        """Scorable yes/no series that fell without an alert, the largest fall first, as (change, row)."""
        quiet = [
            r
            for r in self.screening
            if r["kind"] == "binary" and r["status"] == "quiet" and r["baseline_mean"] is not None
        ]
        now = ((self.recent_mean(r["feature"]), r) for r in quiet)
        change = [(mean - r["baseline_mean"], r) for mean, r in now if mean is not None]
        fallen = [pair for pair in change if pair[0] < 0]
        return sorted(fallen, key=lambda pair: (round(pair[0], 9), _tier(pair[1]), pair[1]["feature"]))

    @cached_property
    def named_falls(self) -> list[tuple[float, Row]]:
        """The largest falls of at least five points that do not run along one another, nine at most.

        A call that vanishes takes its syntax nodes with it: of such a group one is named, if possible one
        that bears a name itself.
        """
        groups: list[tuple[list[float | None], tuple[float, Row]]] = []
        for change, row in self.falls:
            if change > -LEAST_FALL:
                break
            line = self.series(row["feature"]).mean
            near = (i for i, (other, _) in enumerate(groups) if _distance(line, other) < _SAME_LINE)
            place = next(near, len(groups))
            if place == len(groups) and place < _MOST_NAMED:
                groups.append((line, (change, row)))
            elif place < len(groups) and _is_structure(groups[place][1][1]) and not _is_structure(row):
                groups[place] = (groups[place][0], (change, row))
        return [fall for _, fall in groups]

    @cached_property
    def total(self) -> Series | None:
        """The trained reward; None when no completion was scored."""
        series = self.series(TOTAL)
        return series if finite(series.mean) else None

    @cached_property
    def reward_parts(self) -> list[RewardPart]:
        """Logged reward columns by name; the one that is the whole reward is left out."""
        formula: str = self.row["reward_formula"]
        found = []
        for feature in sorted(f for f in self._series_rows if f.startswith("reward:") and f != TOTAL):
            name = feature.removeprefix("reward:")
            series = self.series(feature)
            if name != formula and finite(series.mean):
                found.append(RewardPart(name=name, series=series, trained=_weighs(formula, name)))
        return found

    def reward_baseline(self, series: Series) -> float | None:
        """Level of a reward series before: the rule's own where it has one."""
        row = self.reward_screening.get(series.feature)
        known = row["baseline_mean"] if row else None
        return known if known is not None else series.baseline(self.rule.baseline_steps)


def run_models(report: Mapping[str, Any]) -> list[RunModel]:
    """One model per run, in the order of the array `run`."""
    grouped: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in report["series"]:
        grouped[row["run"]][row["feature"]].append(row)
    return [RunModel(report, row, grouped[row["run"]]) for row in report["run"]]


def rises(alert: Row) -> bool:
    """Whether an alert is a rising yes/no behaviour."""
    return bool(alert["kind"] == "binary" and alert["direction"] == "rise")


def is_passing(alert: Row) -> bool:
    """Whether less than half of the largest change is left in the last five steps."""
    largest = alert["peak_mean"] - alert["baseline_mean"]
    return bool(abs(largest) > 0 and alert["rise"] / largest < 0.5)


def _tier(row: Row) -> tuple[int, str]:
    tier = row["tier"]
    return (TIER_ORDER.index(tier) if tier in TIER_ORDER else len(TIER_ORDER), tier)


def _is_structure(row: Row) -> bool:
    """Whether a feature is a bare syntax node or a pair of them."""
    return bool(row["feature"].startswith(("ast:node:", "ast:edge:")))


def _distance(line: Sequence[float | None], other: Sequence[float | None]) -> float:
    """Mean distance of two series of the same steps."""
    pairs = zip(line, other, strict=False)
    return _average([abs(a - b) for a, b in pairs if a is not None and b is not None]) or 0.0


def _average(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _weighs(formula: str, column: str) -> bool:
    """Whether a formula such as `1*a - 0.5*b` gives a column a weight other than nought."""
    term = re.search(rf"(?:^|[+-] )(-?[0-9.e+-]+)\*{re.escape(column)}(?= [+-] |$)", formula)
    return term is not None and float(term[1]) != 0


def tiers_in_order(rows: Iterable[Row]) -> list[str]:
    """The tiers that occur, strongest first."""
    return sorted({r["tier"] for r in rows}, key=lambda tier: _tier({"tier": tier}))
