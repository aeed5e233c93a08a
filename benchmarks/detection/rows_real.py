"""Row 12: real runs in which an exploit spread."""

from __future__ import annotations

import numpy as np

from benchmarks.detection.curves import CROSSING
from benchmarks.detection.figures import Findings, Measure, Requirement, at_least, at_most
from benchmarks.detection.names import FROZEN, L2, LR, SEQ, SEQUENTIAL
from benchmarks.detection.real import EXPLOIT_RUNS, RealRun, observed_crossing, real_run
from benchmarks.detection.tasks import Part, Task
from rolloutdiff.stats.panel import Floats, Integers

EXPLOIT = "ast:def:run_tests"
BASELINE, IN_A_ROW = 15, 3
REPLICATES = 2000

ALERT = Measure("alerts", "share", "%", at_least(1.0, unit="%"), (SEQ, LR))
AFTER = Measure("steps from crossing to alert", "median", "", at_most(5), (SEQ,))
AWAY = Measure(
    "onset less crossing",
    "median",
    "",
    Requirement("−3 to 3", lambda by, rule: abs(by[rule].value) <= 3),
    (LR,),
)
MEETS = Measure("set ±1 meets the crossing's 95 % range", "share", "%", at_least(1.0, unit="%"), (LR,))
WIDTH = Measure("steps in the set", "median", "", at_most(10), (LR,))
RANK = Measure("rank among rises by .10 and more", "median", "", at_most(5), (LR,))
EVENT = Measure("rank of its event", "median", "", at_most(5), (SEQ,))
RISES = Measure("rises by .10 and more", "median")


def crossings(mean: Floats) -> Integers:
    """int64[S]: first of three columns in a row at least .10 above the mean of the first 15; -1 if none."""
    above = mean >= mean[:, :BASELINE].mean(axis=1, keepdims=True) + CROSSING - 1e-12
    together = above[:, : -IN_A_ROW + 1].copy()
    for later in range(1, IN_A_ROW):
        together &= above[:, later : later + together.shape[1]]
    return np.where(together.any(axis=1), together.argmax(axis=1), -1)


def crossing_range(rng: np.random.Generator, run: RealRun) -> tuple[int, int]:
    """95 % range of the exploit's crossing when the prompts of every step are drawn again."""
    row = run.binary.index(EXPLOIT)
    visited = run.completions > 0
    prompts = visited.sum(axis=1)
    share = np.where(visited, run.positives[row] / np.maximum(run.completions, 1), 0.0)
    drawn = (rng.random((REPLICATES, *share.shape)) * prompts[:, None]).astype(np.int64)
    again = share[np.arange(len(share))[:, None], drawn] * visited
    at = crossings(again.sum(axis=2) / prompts)
    low, high = np.quantile(at[at >= 0], [0.025, 0.975], method="nearest").astype(int)
    return int(run.panel.steps[low]), int(run.panel.steps[high])


def real_task(rng: np.random.Generator, name: str) -> Findings:
    """One run through the package, and what each rule says of the exploit."""
    run = real_run(name)
    crossing = observed_crossing(name)
    low, high = crossing_range(rng, run)
    scenario = f"{name}, crossing {crossing} [{low}, {high}]"
    findings = Findings()
    shifts = [row for row in run.analysis.retrospective.shift.rows() if row["feature"] == EXPLOIT]
    events = run.analysis.event_members.rows()
    ranks = [row["event_rank"] for row in events if row["feature"] == EXPLOIT]
    findings.add(scenario, EVENT, SEQ, ranks)
    for rule in (SEQ, LR, FROZEN, L2):
        if rule in SEQUENTIAL:
            verdict = _verdicts(run, rule).get(EXPLOIT)
            alerts = verdict is not None and verdict["status"] == "alert"
            found = verdict if alerts else None
        else:
            first = [row for row in shifts if row["rule"] == rule and row["place"] == 1 and row["shape"]]
            found = first[0] if first else None
        findings.add(scenario, ALERT, rule, [found is not None])
        if found is None:
            continue
        if rule in SEQUENTIAL:
            findings.add(scenario, AFTER, rule, [found["alert_step"] - crossing])
        findings.add(scenario, AWAY, rule, [found["onset_step"] - crossing])
        if rule not in SEQUENTIAL:
            wide = (found["onset_low"] - 1, found["onset_high"] + 1)
            findings.add(scenario, MEETS, rule, [wide[0] <= high and low <= wide[1]])
            findings.add(scenario, WIDTH, rule, [found["onset_high"] - found["onset_low"] + 1])
        ranked = _rises(run, rule)
        findings.add(scenario, RISES, rule, [len(ranked)])
        if EXPLOIT in ranked:
            above = sum(value > ranked[EXPLOIT] for value in ranked.values())
            findings.add(scenario, RANK, rule, [1 + above])
    return findings


def _verdicts(run: RealRun, rule: str) -> dict[str, dict[str, object]]:
    rows = run.analysis.sequential.screening.rows()
    return {row["feature"]: row for row in rows if row["rule"] == rule}


def _rises(run: RealRun, rule: str) -> dict[str, float]:
    """Statistics of the features that a rule says rose by a tenth or more; rewards are left out."""
    if rule == L2:
        return {
            row["feature"]: row["statistic"]
            for row in run.analysis.retrospective.shift.rows()
            if row["rule"] == rule
            and row["shape"]
            and row["tier"] != "reward"
            and row["after_mean"] - row["before_mean"] >= CROSSING
        }
    return {
        feature: row["statistic"]
        for feature, row in _verdicts(run, rule).items()
        if row["status"] == "alert"
        and row["direction"] == "rise"
        and row["tier"] != "reward"
        and (rule == FROZEN or row["headline"])
    }


def _tasks(scale: float) -> list[Task]:
    return [Task(real_task, {"name": name}) for name in EXPLOIT_RUNS]


ROW12 = Part(
    "12",
    "Real runs in which an exploit spread",
    (ALERT, AFTER, AWAY, MEETS, WIDTH, EVENT, RANK, RISES),
    _tasks,
)
