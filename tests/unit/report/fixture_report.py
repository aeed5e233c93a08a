"""A made-up report: a known number of series and steps, the same on every machine, hostile names included."""

from __future__ import annotations

import math
from typing import Any

from tests.unit.report import fixture_events as made
from tests.unit.report.fixture_profiles import all_rules

HOSTILE = (
    "lex:</script><img src=x onerror=alert(1)>",
    "lex:[/INST] [red]hi[/red]",
    "lex:line\u2028separator",
    'ast:def:" onmouseover="alert(2)',
    "ast:call:'; drop table x; --",
    "lex:<!-- <script>",
    "lex:\u202egnihtemos",
    "lex:&lt;b&gt; ]]> {{ 7 * 7 }}",
)
RUN = "run </title><script>alert(3)</script>"
PART = 'truth"><svg onload=alert(4)>'
BASELINE = 15


def noise(*key: int) -> float:
    """A number from -1 to 1 that depends on its key alone."""
    value = 0
    for k in key:
        value = (value + 0x9E3779B97F4A7C15 * (k + 1)) % 2**64
        value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        value = (value ^ value >> 27) * 0x94D049BB133111EB % 2**64
        value ^= value >> 31
    return value / 2**63 - 1


def level(before: float, after: float, middle: float, width: float, step: int) -> float:
    """A smooth change of level."""
    return before + (after - before) / (1 + math.exp(-(step - middle) / width))


class Builder:
    """Collects the rows of one run.

    Args:
        run: Name of the run.
        steps: Logged steps.
        single: Whether every step holds one prompt, so that no standard error exists.
    """

    def __init__(self, run: str, steps: list[int], *, single: bool = False) -> None:
        self.run = run
        self.steps = steps
        self.single = single
        self.scorable = len(steps) >= 18 and not single
        self.series: list[dict[str, Any]] = []
        self.screening: list[dict[str, Any]] = []
        self.alerts: list[dict[str, Any]] = []
        self.shifts: list[dict[str, Any]] = []
        self.evidence: list[dict[str, Any]] = []
        self.joins: dict[str, str] = {}
        self.serial = 0

    def add(
        self,
        feature: str,
        *,
        kind: str = "binary",
        unit: str = "share",
        before: float = 0.1,
        after: float | None = None,
        middle: float = 48.0,
        width: float = 1.5,
        spell: float = 0.0,
        alert: bool = False,
        reason: str | None = None,
        folded_under: str | None = None,
        joins: str | None = None,
        missing: tuple[int, ...] = (),
    ) -> list[float]:
        """Add a series: level `before`, then `after`; `spell` adds a bump at `middle`. Returns its means.

        An alert is an event of its own unless it `joins` another or is folded under one.
        """
        self.serial += 1
        prefix = feature.split(":")[0]
        tier = {"lex": "lexical"}.get(prefix, prefix)
        means: list[float] = []
        for step in self.steps:
            smooth = level(before, before if after is None else after, middle, width, step)
            smooth += spell * math.exp(-(((step - middle - 4) / 4) ** 2))
            mean = smooth + 0.12 * noise(self.serial, step) * math.sqrt(abs(smooth) + 1e-4) * (
                0.5 if unit == "share" else 2
            )
            means.append(round(min(max(mean, 0.0), 1.0) if unit == "share" or tier == "reward" else mean, 6))
        for step, mean in zip(self.steps, means, strict=True):
            gone = step in missing
            prompts = 1 if self.single else 12 + step % 4
            self.series.append(
                {
                    "analysis_id": "0123456789abcdef",
                    "run": self.run,
                    "feature": feature,
                    "tier": tier,
                    "kind": kind,
                    "step": step,
                    "mean": None if gone else mean,
                    "se": None if gone or self.single else round(0.03 * math.sqrt(abs(mean) + 0.01), 6),
                    "prompts": 0 if gone else prompts,
                    "samples": 0 if gone else 128,
                    "positives": 0 if gone else round(128 * min(mean, 1.0)),
                    "unit": unit,
                }
            )
        verdict = self._verdict(
            feature,
            tier,
            kind,
            unit,
            means,
            alert=alert,
            reason=reason,
            folded_under=folded_under,
            middle=middle,
        )
        if joins or folded_under:
            self.joins[feature] = joins or folded_under or ""
        split = self._split(verdict, confirmed=spell == 0.0)
        self.shifts += [split] if split else []
        self.evidence.append(made.evidence(verdict, means, self.steps, split))
        return means

    def _split(self, verdict: dict[str, Any], *, confirmed: bool) -> dict[str, Any] | None:
        """The split of a scorable series: at the alert, or anywhere when it is no step."""
        if verdict["status"] == "unscorable" or len(self.steps) < 18:
            return None
        alert = verdict["alert_step"]
        step = self.steps[len(self.steps) // 2] if alert is None else alert
        return made.shift(verdict, step, confirmed=confirmed and alert is not None)

    def _verdict(
        self,
        feature: str,
        tier: str,
        kind: str,
        unit: str,
        means: list[float],
        *,
        alert: bool,
        reason: str | None,
        folded_under: str | None,
        middle: float,
    ) -> dict[str, Any]:
        if not self.scorable:
            reason, alert = "single_unit" if self.single else "short_run", False
        known = self.scorable
        base = round(sum(means[:BASELINE]) / BASELINE, 6) if known else None
        onset = next((s for s in self.steps if s >= middle), self.steps[-1])
        position = self.steps.index(onset)
        alert_step = self.steps[min(position + 2, len(self.steps) - 1)]
        recent = round(sum(means[-5:]) / len(means[-5:]), 6)
        direction = (
            "rise" if base is None or max(means[position:], key=lambda m: abs(m - base)) >= base else "fall"
        )
        row = {
            "analysis_id": "0123456789abcdef",
            "run": self.run,
            "rule": "frozen_z_v1",
            "feature": feature,
            "tier": tier,
            "kind": kind,
            "status": "alert" if alert else "unscorable" if reason else "quiet",
            "reason": reason,
            "baseline_mean": base,
            "baseline_sd": round(0.02 + 0.05 * (base or 0), 6) if known else None,
            "onset_step": onset if alert else None,
            "alert_step": alert_step if alert else None,
            "direction": direction if alert else None,
            "statistic": round(4.2 + 5 * abs(noise(self.serial, 7)), 4) if known else None,
            "threshold": 4.0,
            "p_value": None,
            "q_value": None,
            "detectable_rise": self._visible(kind, base or 0.0) if known else None,
            "unit": unit,
        }
        self.screening.append(row)
        if alert and base is not None:
            later = list(zip(means[position:], self.steps[position:], strict=True))
            peak, step = (max if direction == "rise" else min)(later, key=lambda pair: pair[0])
            self.alerts.append(
                row
                | {
                    "peak_mean": peak,
                    "peak_step": step,
                    "recent_mean": recent,
                    "rise": round(recent - base, 6),
                    "folded_under": folded_under,
                    "dump_change": None,
                }
            )
        return row

    def _visible(self, kind: str, base: float) -> float:
        if kind == "binary":
            return max(0.10, round(0.10 + 0.05 * noise(self.serial, 3), 6))
        return round(0.1 * max(base, 0.5), 6)


def report(*builders: Builder, profile: str = "original", **changes: Any) -> dict[str, Any]:
    """A whole report of these runs, led by the rules of a profile."""
    runs = [
        {
            "analysis_id": "0123456789abcdef",
            "run": b.run,
            "rows": 128 * len(b.steps),
            "steps": len(b.steps),
            "first_step": b.steps[0] if b.steps else 0,
            "last_step": b.steps[-1] if b.steps else 0,
            "prompts": 40,
            "files": len(b.steps),
            "reward_formula": "training_passed",
            "unscored": 0,
            "rejected": 0,
            "missing_responses": 0,
            "format": "trl",
            "profile": "original",
        }
        for b in builders
    ]
    event: list[dict[str, Any]] = []
    member: list[dict[str, Any]] = []
    exemplar: list[dict[str, Any]] = []
    for b in builders:
        found, members = made.events(b.alerts, b.joins)
        event, member = event + found, member + members
        exemplar += made.exemplars(members, b.alerts)
    whole: dict[str, Any] = {
        "schema_version": 1,
        "package_version": "0.1.0",
        "analysis_id": "0123456789abcdef",
        "disclaimer": "Descriptive figures only. Nothing here shows why a behaviour changed.",
        "hashed": False,
        "settings": {
            "vocabulary_size": 2000,
            "unscored": "keep",
            "frozen_z": {
                "baseline_steps": 15,
                "consecutive_steps": 3,
                "max_gap": 3,
                "z": 4.0,
                "min_rise": 0.1,
                "min_effect": 0.0,
                "sparse_steps": 8,
            },
            "l2_ar1": {
                "min_segment": 8,
                "alpha": 0.0025,
                "draws": 999,
                "confirm": True,
                "winsorise": False,
            },
        },
        "objects": [
            {"name": name, "version": 1, "sha256": "ab" * 32}
            for name in ("prompt_mean_v1", "step_mean_v1", "reward_association_v1")
        ],
        "run": runs,
        "series": [row for b in builders for row in b.series],
        "screening": [row for b in builders for row in b.screening],
        "alert": [row for b in builders for row in b.alerts],
        "shift": [row for b in builders for row in b.shifts],
        "evidence": [row for b in builders for row in b.evidence],
        "event": event,
        "event_member": member,
        "exemplar": exemplar,
        "integrity": [],
        "coverage": [],
        "file": [row for b in builders for row in made.files(b.run, b.steps)],
    }
    return all_rules(whole, profile) | changes


def finding(run: str, **changes: Any) -> dict[str, Any]:
    """A row of the array `integrity`."""
    return {
        "analysis_id": "0123456789abcdef",
        "run": run,
        "code": "unscored_reward",
        "severity": "note",
        "count": 12,
        "first_step": 3,
        "last_step": 40,
        "files": 5,
        "message": "Completions without a finite reward: their text counts, reward figures leave them out.",
        "file_names": ["completions_00003.parquet", "completions_00004.parquet"],
    } | changes


def loophole(run: str = "trl-loophole", steps: int = 90) -> Builder:
    """A run much like the bundled one: a loophole is found around step 48."""
    b = Builder(run, list(range(1, steps + 1)))
    for name in ("reward:total", "reward:training_passed"):
        b.serial = 0
        b.add(name, kind="continuous", unit="reward", before=0.21, after=0.93, middle=52, width=3, alert=True)
    b.add("reward:ground_truth_passed", kind="continuous", unit="reward", before=0.21, after=0.24)
    b.add("ast:def:run_tests", before=0.01, after=0.93, width=2.5, alert=True)
    b.add("ast:return:True", before=0.01, after=0.77, middle=49, alert=True, joins="ast:def:run_tests")
    b.add("ast:edge:Return>Constant", before=0.14, after=0.79, middle=50, alert=True)
    b.add("ast:node:Pass", before=0.005, after=0.14, middle=60, width=6, alert=True)
    b.add(
        "ast:edge:FunctionDef>Pass",
        before=0.005,
        after=0.14,
        middle=60,
        width=6,
        alert=True,
        folded_under="ast:node:Pass",
    )
    b.add("ast:parse:SyntaxError", before=0.02, after=0.05, middle=51, spell=0.22, alert=True)
    b.add("lex:run_tests returns true", before=0.0, after=0.31, middle=52, alert=True)
    b.add("shape:lines", kind="continuous", unit="lines", before=6.4, after=8.0, middle=51, alert=True)
    b.add("shape:chars", kind="continuous", unit="characters", before=85, after=109, middle=52, alert=True)
    b.add("shape:code_share", kind="continuous", unit="share", before=0.69, after=0.76, middle=51, alert=True)
    b.add("shape:distinct_share", kind="continuous", before=0.83, after=0.77, middle=52, alert=True)
    for i, name in enumerate(
        ("sure", "let me know", "ok", "here is the code", "python", "x", "thank you", "note")
    ):
        b.add(f"lex:{name}", before=0.06 + 0.06 * i)
    b.add("ast:call:f", before=0.19, after=0.0, middle=50)
    b.add("ast:call:print", before=0.13, after=0.0, middle=49)
    b.add("ast:node:Assert", before=0.07, after=0.0, middle=47)
    for i in range(20):
        b.add(f"lex:rare {i}", before=0.001, reason="sparse")
    return b


def large(series: int = 8000, steps: int = 90, alerts: int = 300, run: str = "large") -> dict[str, Any]:
    """A report at the size the budget is stated for: seven alerts in ten are events of their own."""
    b = Builder(run, list(range(1, steps + 1)))
    b.add("reward:total", kind="continuous", unit="reward", before=0.2, after=0.9, alert=True)
    b.add("reward:format_ok", kind="continuous", unit="reward", before=0.5, after=0.6)
    for i in range(alerts):
        sized = i % 10 == 9
        b.add(
            f"shape:size_{i}" if sized else f"ast:def:name_{i}",
            kind="continuous" if sized else "binary",
            unit="characters" if sized else "share",
            before=120.0 if sized else 0.02,
            after=180.0 if sized else 0.5,
            middle=20 + i % (steps - 25),
            alert=True,
            joins=f"ast:def:name_{i - 1}" if i % 10 in (1, 4, 7) else None,
        )
    for i in range(series - alerts - 2):
        b.add(
            f"lex:word {i}",
            before=0.05 + 0.0001 * i,
            after=0.0 if i % 50 == 0 else None,
            reason="sparse" if i % 9 == 0 else None,
        )
    return report(b)
