"""Near-duplicate alerts are shown under one: the first in order that the same completions show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import pyarrow as pa

from rolloutdiff.columns import column
from rolloutdiff.pipeline.overlap import Overlap
from rolloutdiff.warehouse.stage import StageRunner

# Alerts fold when this share of the completions showing either shows both.
MIN_JACCARD = 0.9

Key = TypeVar("Key")


def fold(order: Sequence[Key], pairs: Iterable[tuple[Key, Key]]) -> dict[Key, Key]:
    """Greedy folding: each alert in order leads, unless it pairs with an alert that already does.

    Args:
        order: All alerts, the strongest first.
        pairs: Unordered pairs of near-duplicates.

    Returns:
        Folded alert to its lead; leads are absent, and no lead is itself folded.
    """
    near: dict[Key, set[Key]] = {}
    for a, b in pairs:
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    under: dict[Key, Key] = {}
    leads: list[Key] = []
    for alert in order:
        close = near.get(alert, set())
        lead = next((other for other in leads if other in close), None)
        if lead is None:
            leads.append(alert)
        else:
            under[alert] = lead
    return under


def fold_alerts(runner: StageRunner, analysis_id: str, rule: str, overlaps: Mapping[str, Overlap]) -> int:
    """Set `alert.folded_under` for one rule.

    Args:
        runner: Runs stage files.
        analysis_id: The analysis.
        rule: The rule.
        overlaps: Overlap of pairs of alerts, by run.

    Returns:
        Number of alerts that are shown under another.
    """
    keys = {"analysis_id": analysis_id, "rule": rule}
    order = [(run, feature) for run, feature in runner.rows("fold_order", keys)]
    pairs = [
        ((run, min(pair)), (run, max(pair)))
        for run, overlap in overlaps.items()
        for pair, jaccard in overlap.items()
        if jaccard >= MIN_JACCARD
    ]
    under = fold(order, pairs)
    if under:
        folded = pa.table(
            {
                "run": column([run for run, _ in under], pa.string()),
                "feature_id": column([feature for _, feature in under], pa.int32()),
                "lead_id": column([lead for _, lead in under.values()], pa.int32()),
            }
        )
        with runner.table("folded_alert", folded):
            runner.run("store_fold", keys)
    return len(under)
