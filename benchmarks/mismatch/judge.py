"""What the rules say of one run: alerts among the series of trainer and engine, and their onsets."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import duckdb

from benchmarks.mismatch.world import run
from rolloutdiff import analyze_rollouts, from_table

RULES = ("anchored_seq_v1", "anchored_lr_v1", "frozen_z_v1")
VERDICTS = (
    "select s.rule, s.feature, s.status, s.onset_step from rolloutdiff.report_screening as s"
    " where s.tier = 'mismatch' order by all"
)


@dataclass(frozen=True, kw_only=True)
class Judged:
    """One run.

    Attributes:
        seed: Seed.
        onsets: Onset by rule and series, of those that alert.
        series: Scorable series by rule.
    """

    seed: int
    onsets: dict[tuple[str, str], int]
    series: dict[str, int]


def judge(seed: int, planted: bool) -> Judged:
    """Analyse one run by all rules."""
    with duckdb.connect(config={"threads": 1}) as con:
        analyze_rollouts(from_table(run(seed, planted=planted), run="run"), con=con).close()
        rows = con.execute(VERDICTS).fetchall()
    return Judged(
        seed=seed,
        onsets={(rule, name): onset for rule, name, status, onset in rows if status == "alert"},
        series=dict(Counter(rule for rule, _, status, _ in rows if status != "unscorable")),
    )
