"""How far yes/no alerts of one direction share their completions; folding and linkage both go by it."""

from __future__ import annotations

from collections.abc import Mapping

from rolloutdiff.warehouse.stage import StageRunner

# Alerts whose onsets are farther apart than this many logged steps are never one.
WINDOW_STEPS = 3

# Jaccard overlap of pairs of features; a pair that is absent does not overlap.
Overlap = Mapping[frozenset[int], float]
# The same by run.
Overlaps = dict[str, dict[frozenset[int], float]]


def alert_overlap(runner: StageRunner, analysis_id: str, rule: str) -> Overlaps:
    """Overlap of every pair of alerts with close onsets, by run."""
    keys = {"analysis_id": analysis_id, "rule": rule, "window_steps": WINDOW_STEPS}
    found: Overlaps = {}
    for run, a, b, jaccard in runner.rows("alert_overlap", keys):
        found.setdefault(run, {})[frozenset((a, b))] = jaccard
    return found
