"""Questions to the tools in environments of their own, and their answers as verdicts.

Both read figures per step, not texts: they can say that something is wrong with a run, and when, but name
no behaviour, so the exploit has no rank.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks.baselines import metrics
from benchmarks.baselines.environments import PINS, Unavailable, ask
from benchmarks.baselines.runs import Run
from benchmarks.baselines.verdict import Verdict

CONFIG = {"algorithm": "grpo", "num_generations": 8}

RLPROBE_FIELDS = {
    "reward": "reward_mean",
    "reward_std": "reward_std",
    "frac_reward_zero_std": "zero_variance_group_frac",
    "kl": "kl_mean",
    "entropy": "entropy_mean",
    "clip_ratio/region_mean": "clip_fraction",
    "loss": "loss",
    "learning_rate": "lr",
    "grad_norm": "grad_norm",
    "completions/mean_length": "completion_len_mean",
    "completions/max_length": "completion_len_max",
    "completions/clipped_ratio": "truncation_rate",
    "step_time": "step_time_s",
}
"""TRL's names and the fields of a rlprobe recording that mean the same."""


def probe_step(record: metrics.Record, details: dict[str, float]) -> dict[str, Any]:
    """One step of a log as a step of a rlprobe recording."""
    fields: dict[str, Any] = {"step": int(record["step"]), **details}
    fields |= {field: record[name] for name, field in RLPROBE_FIELDS.items() if name in record}
    parts = {
        key: value for key, value in record.items() if key.startswith("rewards/") and key.endswith("/mean")
    }
    fields["reward_components"] = {key.split("/")[1]: value for key, value in parts.items()}
    return fields


def verdicts(run: Run, cache: Path) -> list[Verdict]:
    """Answers of both tools about a run."""
    own = metrics.trainer_log(run)
    log = own or metrics.dump_log(run)
    source = "trainer's log" if own else "log made of the dump"
    steps = [probe_step(*pair) for pair in zip(log, metrics.step_details(run), strict=True)]
    questions: list[tuple[str, str, dict[str, Any]]] = [
        ("rldoctor", "", {"records": log, "config": CONFIG}),
        ("rldoctor", ", truth as held-out score", {"records": metrics.held_out(run, log), "config": CONFIG}),
        ("rlprobe", "", {"run": run.name, "steps": steps, "samples": metrics.samples(run)}),
    ]
    return [_verdict(run, cache, tool, given, source, question) for tool, given, question in questions]


def _verdict(run: Run, cache: Path, tool: str, given: str, source: str, question: dict[str, Any]) -> Verdict:
    name = PINS[tool].replace("==", " ") + given
    try:
        answer = ask(tool, cache, question)
    except Unavailable as reason:
        return Verdict(run=run.name, tool=name, unit="checks", skipped=str(reason))
    return answered(run.name, name, source, answer)


def answered(run: str, tool: str, source: str, answer: dict[str, Any]) -> Verdict:
    """An adapter's answer as a verdict.

    The first step is that of the gravest alarm that stands at the end.

    Args:
        run: Name of the run.
        tool: Name of the tool.
        source: What the tool was given.
        answer: `checks`, each with check, severity, alarm, skipped and onset, and `first`, by check.
    """
    checks, first = answer["checks"], answer["first"]
    alarms = [check for check in checks if check["alarm"]]
    firsts = {check["check"]: first.get(check["check"]) for check in alarms}
    gravest = max((check["severity"].lower() == "critical" for check in alarms), default=False)
    known = [
        step
        for check in alarms
        if (check["severity"].lower() == "critical") == gravest
        and (step := firsts[check["check"]]) is not None
    ]
    fallen = {name: step for name, step in first.items() if name not in firsts}
    return Verdict(
        run=run,
        tool=tool,
        first=min(known, default=None),
        flagged=len(alarms),
        scored=sum(not check["skipped"] for check in checks),
        unit="checks",
        says="; ".join(
            [
                *(_alarm(check, firsts[check["check"]]) for check in alarms),
                *(f"{name} at {step}, withdrawn" for name, step in sorted(fallen.items())),
                source,
            ]
        ),
    )


def _alarm(check: dict[str, Any], first: int | None) -> str:
    onset = "" if check["onset"] is None else f", onset said to be {check['onset']}"
    return f"{check['check']} {check['severity'].lower()}" + ("" if first is None else f" at {first}") + onset
