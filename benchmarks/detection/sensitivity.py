"""Beside the rows: what fewer false alerts cost, rule by rule, as its line moves."""

from __future__ import annotations

import numpy as np

from benchmarks.detection.figures import Findings, Measure
from benchmarks.detection.judge import Settings, judge
from benchmarks.detection.measures import add_found, false_alerts
from benchmarks.detection.names import FROZEN, L2, LR, SEQ
from benchmarks.detection.rows_null import frozen_panel
from benchmarks.detection.rows_protocol import ONSET, protocol_panel
from benchmarks.detection.tasks import Part, Task, repeated
from rolloutdiff.settings import AnchoredSettings, FrozenZSettings, L2Ar1Settings

LINES: tuple[tuple[str, str, Settings], ...] = (
    *(
        (f"e-value {e:g}", SEQ, Settings(anchored=AnchoredSettings(e_value=e)))
        for e in (20.0, 50.0, 200.0, 1000.0, 10_000.0)
    ),
    *(
        (f"alpha {a:g}", LR, Settings(anchored=AnchoredSettings(alpha=a)))
        for a in (0.02, 0.01, 0.004, 0.001, 0.0005)
    ),
    *((f"z {z:g}", FROZEN, Settings(frozen_z=FrozenZSettings(z=z))) for z in (2.5, 3.0, 3.5, 4.0, 5.0)),
    *(
        (f"alpha {a:g}", L2, Settings(l2_ar1=L2Ar1Settings(alpha=a)))
        for a in (0.05, 0.02, 0.01, 0.0025, 0.001)
    ),
)
FALSE = false_alerts(None)
DRIFT = Measure("false alerts, drift 1", "share", "%")
SMALL, MEDIUM, SIZE = (
    Measure(f"found within 5 steps, {name}", "share", "%") for name in ("+.10", "+.20", "sizes 3 sd")
)


def line_task(rng: np.random.Generator, run: str) -> Findings:
    """Three simulated runs, one with changes, judged with every line."""
    panel, rows = protocol_panel(rng, run, 16)
    still, drifting = frozen_panel(rng, 16, 80), frozen_panel(rng, 16, 80, kappa=1.0, rho=0.9)
    findings = Findings()
    for name, rule, settings in LINES:
        verdicts = judge(panel, settings, rules=(rule,))
        one = verdicts[rule]
        findings.add(name, FALSE, rule, one.alert[one.scorable & rows["unchanged"]])
        for measure, other in ((FALSE, still), (DRIFT, drifting)):
            alone = judge(other, settings, rules=(rule,))[rule]
            findings.add(name, measure, rule, alone.alert[alone.scorable])
        for measure, key, direction in (
            (SMALL, "+0.10", 1),
            (MEDIUM, "+0.20", 1),
            (SIZE, "sizes, 3 sd up", 1),
            (SIZE, "sizes, 3 sd down", -1),
        ):
            add_found(findings, name, measure, verdicts, ONSET, rows[key], direction)
    return findings


def _tasks(scale: float) -> list[Task]:
    return [
        Task(line_task, {"run": run})
        for run in ("trl-loophole", "trl-clean")
        for _ in range(repeated(scale, 4))
    ]


SENSITIVITY = Part(
    "sensitivity",
    "What fewer false alerts cost",
    (FALSE, DRIFT, SMALL, MEDIUM, SIZE),
    _tasks,
    note="Series of rows 1 and 6 with 16 × 8 completions over 80 steps, and drifting ones of row 2b, at other"
    " lines than the settings' own.",
    by_measure=True,
)
