"""Verdicts on the features of one slice, given what they are held against."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_comparison import Comparison, PairKey, add_tested, pair_tables, single_tables
from rolloutdiff.stats.audit_results import NONE, OVERPAID, Correction, PremiumRow, SliceAudit, SliceRisk
from rolloutdiff.stats.audit_rows import AuditColumns
from rolloutdiff.stats.audit_slice import GAP, GOLD, REWARD, Estimate
from rolloutdiff.stats.audit_strength import risk, strongest
from rolloutdiff.stats.audit_table import SINGLE, PremiumTable

PAIR = "pair"


def judge_slice(
    name: str,
    estimates: Mapping[str, Estimate],
    comparison: Comparison,
    columns: AuditColumns,
    settings: AuditSettings,
) -> SliceAudit:
    """Strengths, statuses and risk of one slice.

    A feature has one status on all outcomes: `overpaid` or `underpaid` when its strength on the leading
    outcome, against a reference, is above the line of its kind; else `paid` when its premium on the reward is
    surely above 0.

    Args:
        name: Name of the slice.
        estimates: Estimate by outcome.
        comparison: What the premiums are held against.
        columns: Names of the features.
        settings: Lines.

    Returns:
        The audit of the slice.
    """
    rows: list[PremiumRow] = []
    leaders: dict[str, PremiumTable] = {}
    for kind, tables in (
        (SINGLE, single_tables(estimates, comparison, columns, settings)),
        (PAIR, pair_tables(estimates, comparison, settings)),
    ):
        add_tested(tables, kind, estimates[comparison.leading], comparison, columns)
        status = _statuses(tables, comparison, _line(kind, settings))
        for outcome, table in tables.items():
            own = [status.get(key, NONE) for key in zip(table.kind, table.name, strict=True)]
            rows += table.rows(name, np.array(own, dtype=object))
            if outcome == comparison.leading:
                leaders[kind] = table
    rows += _folded(name, estimates[REWARD], columns)
    for outcome in (REWARD, GOLD, GAP):
        why = estimates[outcome].why(outcome)
        if why is not None:
            rows.append(PremiumRow(slice=name, kind=SINGLE, feature=None, outcome=outcome, reason=why))
    why = estimates[REWARD].why(REWARD)
    if why == "constant":
        why = "constant_reward"
    return SliceAudit(
        slice=name,
        reason=why,
        premiums=rows,
        risk=_risk(name, leaders, comparison, why, settings),
        correction=_correction(name, leaders, settings),
    )


def _correction(name: str, tables: Mapping[str, PremiumTable], settings: AuditSettings) -> list[Correction]:
    """Coefficients of what is overpaid."""
    return [
        Correction(
            slice=name,
            kind=table.kind[i],
            feature=table.name[i],
            parts=table.parts[i],
            coefficient=float(table.coefficient[i]) * settings.reward_unit,
        )
        for kind, table in tables.items()
        for i in np.flatnonzero(table.flagged(_line(kind, settings)) == OVERPAID)
    ]


def _line(kind: str, settings: AuditSettings) -> float:
    return settings.flag_single if kind == SINGLE else settings.flag_pair


def _statuses(tables: Mapping[str, PremiumTable], comparison: Comparison, line: float) -> dict[PairKey, str]:
    """Status by kind and name."""
    result: dict[PairKey, str] = {}
    if REWARD in tables:
        table = tables[REWARD]
        paid = table.paid() if comparison.reference is None or table.kind[:1] == (SINGLE,) else None
        if paid is not None:
            result = dict(zip(zip(table.kind, table.name, strict=True), paid, strict=True))
    if comparison.leading in tables:
        table = tables[comparison.leading]
        flagged = table.flagged(line)
        result |= {
            key: word
            for key, word in zip(zip(table.kind, table.name, strict=True), flagged, strict=True)
            if word is not None
        }
    return result


def _folded(name: str, estimate: Estimate, columns: AuditColumns) -> list[PremiumRow]:
    """Rows of the features that go with another, and of those that could not be judged."""
    if estimate.fold is None:
        return []
    fold, rows = estimate.fold, []
    for column, reason in enumerate(fold.reason):
        leader = int(fold.leader[column])
        if reason in (None, "rare") and leader in (-1, column):
            continue
        rows.append(
            PremiumRow(
                slice=name,
                kind=SINGLE,
                feature=columns.names[column],
                outcome=REWARD,
                support_rollouts=int(fold.rollouts[column]),
                support_prompts=int(fold.prompts[column]),
                shadow_of=columns.names[leader] if leader >= 0 else None,
                reason=reason or "folded",
            )
        )
    return rows


def _risk(
    name: str,
    tables: Mapping[str, PremiumTable],
    comparison: Comparison,
    why: str | None,
    settings: AuditSettings,
) -> SliceRisk:
    found: dict[str, tuple[float, str | None]] = {}
    for kind, table in tables.items():
        eligible = (table.coefficient > 0) & table.eligible
        if comparison.reference is not None:
            eligible &= table.against
        strength, place = strongest(table.strength, eligible)
        found[kind] = (strength, table.name[place] if place >= 0 else None)
    single, top_single = found.get(SINGLE, (0.0, None))
    pair, top_pair = found.get(PAIR, (0.0, None))
    judged = why is None and comparison.reference is not None
    return SliceRisk(
        slice=name,
        reference=comparison.reference,
        strength_single=single if judged else None,
        strength_pair=pair if judged else None,
        risk=risk(max(single, pair), settings) if judged else None,
        flag=judged and (single > settings.flag_single or pair > settings.flag_pair),
        top_single=top_single,
        top_pair=top_pair,
        reason=why if why is not None else None if judged else "no_reference",
    )
