"""Real runs: analysed once per process, their panels and the counts behind them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import duckdb
import numpy as np

from rolloutdiff import analyze_rollouts, load_trl, load_verl
from rolloutdiff.api import Analysis, Rollouts
from rolloutdiff.pipeline.screening import series_panel
from rolloutdiff.stats.panel import Integers, SeriesPanel

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {
    "trl-loophole": ROOT / "rolloutdiff" / "data" / "trl-loophole",
    **{
        name: ROOT / "tests" / "data" / name
        for name in ("trl-clean", "trl-frozen", "trl-collapse", "verl-collapse")
    },
}
EXPLOIT_RUNS = ("trl-loophole", "trl-collapse", "verl-collapse")

POINTS = """
    select p.feature_id, f.kind = 'binary' as is_binary,
        p.step, p.mean, p.se, p.prompts, p.samples, p.positives, p.within_sd
    from rolloutdiff.series_point as p
    inner join rolloutdiff.feature as f on f.feature_id = p.feature_id
    where f.tier <> 'reward'
    order by p.feature_id, p.step
"""
COMPLETIONS = """
    select step, prompt_no, count(*) as completions
    from rolloutdiff.analysis_rollout
    group by step, prompt_no
    order by step, prompt_no
"""
SHOWN = """
    select f.name, r.step, r.prompt_no, count(*) as positives
    from rolloutdiff.feature_count as n
    inner join rolloutdiff.feature as f on f.feature_id = n.feature_id
    inner join rolloutdiff.analysis_rollout as r on r.rollout_id = n.rollout_id
    where f.kind = 'binary' and n.n > 0
    group by f.name, r.step, r.prompt_no
    order by f.name, r.step, r.prompt_no
"""


@dataclass(frozen=True, kw_only=True, eq=False)
class RealRun:
    """One analysed run.

    Attributes:
        analysis: The analysis, in memory.
        feature: Names of the panel's series.
        panel: All series but those of rewards.
        binary: Names of the binary features.
        positives: int64[F, T, P], completions of a prompt that show each of them.
        completions: int64[T, P], completions of a prompt; 0 beyond a step's prompts.
        prompt: int64[T, P], number of the prompt; -1 beyond a step's prompts.
    """

    analysis: Analysis
    feature: list[str]
    panel: SeriesPanel
    binary: list[str]
    positives: Integers
    completions: Integers
    prompt: Integers


def rollouts(name: str) -> Rollouts:
    """The dump of a committed run."""
    if name.startswith("verl"):
        return load_verl(FOLDERS[name], run="run")
    return load_trl(FOLDERS[name], run="run", reward_column="training_passed")


def observed_crossing(name: str) -> int:
    """The observed crossing beside a run; the verl dump holds the rollouts of trl-collapse."""
    folder = FOLDERS[name.replace("verl-", "trl-")]
    return int((folder / "crossing.txt").read_text(encoding="utf-8"))


@lru_cache(maxsize=8)
def real_run(name: str) -> RealRun:
    """A committed run as the package sees it, with default settings."""
    con = duckdb.connect()
    analysis = analyze_rollouts(rollouts(name), con=con)
    steps = [
        step for (step,) in con.execute("select distinct step from rolloutdiff.analysis_rollout").fetchall()
    ]
    steps.sort()
    feature_id, panel = series_panel(con.sql(POINTS).to_arrow_table(), steps)
    names = dict(con.execute("select feature_id, name from rolloutdiff.feature").fetchall())
    cell = con.execute(COMPLETIONS).fetchnumpy()
    row = np.searchsorted(steps, cell["step"])
    # Prompts of a step are numbered by their place in it.
    column = np.arange(len(row)) - np.searchsorted(row, row)
    shape = (len(steps), int(column.max()) + 1)
    completions, prompt = np.zeros(shape, dtype=np.int64), np.full(shape, -1, dtype=np.int64)
    completions[row, column], prompt[row, column] = cell["completions"], cell["prompt_no"]
    shown = con.execute(SHOWN).fetchnumpy()
    binary, at = np.unique(np.asarray(shown["name"], dtype=str), return_inverse=True)
    place = np.full((len(steps), int(cell["prompt_no"].max()) + 1), -1)
    place[row, cell["prompt_no"]] = column
    shown_row = np.searchsorted(steps, shown["step"])
    positives = np.zeros((len(binary), *shape), dtype=np.int64)
    positives[at, shown_row, place[shown_row, shown["prompt_no"]]] = shown["positives"]
    return RealRun(
        analysis=analysis,
        feature=[names[one] for one in feature_id],
        panel=panel,
        binary=binary.tolist(),
        positives=positives,
        completions=completions,
        prompt=prompt,
    )
