"""Premiums of one run: over all steps, from the onset of a premium, and on labelled rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from rolloutdiff.pipeline.audit_labelled import LabelledRows, labelled_slices
from rolloutdiff.pipeline.audit_reward import RewardFunction, ask_reward
from rolloutdiff.pipeline.audit_rows import AuditFeatures, Rows, RunSlice, find_features, read_rows
from rolloutdiff.pipeline.audit_series import follow_premiums
from rolloutdiff.pipeline.audit_tables import store
from rolloutdiff.settings import AnalysisSettings, AuditSettings
from rolloutdiff.stats.audit import audit_slices
from rolloutdiff.stats.audit_results import BY_GOLD, NONE, OVERPAID, PAID, Interventions, SliceAudit
from rolloutdiff.stats.audit_rows import SliceRows, comparable
from rolloutdiff.warehouse.stage import StageRunner

RUN, ONSET, QA = "run", "onset", "qa"
# Where two spans say the same of a slice, the first of these speaks for it.
_SPANS = (ONSET, RUN, QA)

Span = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class SliceFinding:
    """What was found about one slice, over all spans.

    Attributes:
        audits: Audit by span.
        leading: Span that speaks for the slice.
        windows: First and last step by span, without labelled rows.
        sizes: Rows that can be compared, and their prompts, by span.
    """

    audits: Mapping[str, SliceAudit]
    leading: str
    windows: Mapping[str, Span]
    sizes: Mapping[str, tuple[int, int]]

    @property
    def lead(self) -> SliceAudit:
        """The audit of the leading span."""
        return self.audits[self.leading]


@dataclass(frozen=True, kw_only=True)
class RunFinding:
    """What was found about one run.

    Attributes:
        slices: Finding by slice.
        features: The features that were looked at.
        rows: Completions by slice, over all steps.
    """

    slices: Mapping[str, SliceFinding]
    features: AuditFeatures
    rows: Mapping[str, Rows]


def audit_premiums(
    runner: StageRunner,
    audit_id: str,
    run: str,
    slices: Sequence[RunSlice],
    analysis: AnalysisSettings,
    settings: AuditSettings,
    labelled: LabelledRows | None,
    reward: RewardFunction | None,
) -> RunFinding:
    """Find and keep the premiums of a run.

    Args:
        runner: Runs stage files, inside the caller's transaction, after `audit_start`.
        audit_id: The audit.
        run: The run.
        slices: Its slices.
        analysis: Settings of the analysis: those of its sequential rules judge the premium series too.
        settings: Settings of the audit.
        labelled: Labelled rows, None without.
        reward: Reward function, None without.
    """
    features = find_features(runner, run, settings)
    # The warehouse divides by the unit already.
    unit = replace(settings, reward_unit=1.0)
    whole = {s.name: (s.first_step, s.last_step) for s in slices}
    rows = {name: read_rows(runner, audit_id, run, name, span, features) for name, span in whole.items()}
    asked: dict[str, Interventions] | None = None
    by_span: dict[str, dict[str, SliceAudit]] = {}
    compared: dict[str, Sequence[SliceRows]] = {}
    with threadpool_limits(1, user_api="blas"):
        inputs = compared[RUN] = [rows[s.name].slice_rows for s in slices]
        by_span[RUN] = _by_name(audit_slices(inputs, features.columns, unit))
        if reward is not None:
            asked = ask_reward(runner, audit_id, run, by_span[RUN], features, reward, settings.reward_unit)
            by_span[RUN] = _by_name(audit_slices(inputs, features.columns, unit, asked))
        window = follow_premiums(runner, audit_id, run, rows, by_span[RUN], features, analysis, unit)
        if window is not None:
            inputs = compared[ONSET] = [rows[s.name].within(window) for s in slices]
            by_span[ONSET] = _by_name(audit_slices(inputs, features.columns, unit, asked))
        if labelled is not None:
            named = labelled_slices(labelled, [s.name for s in slices], features)
            if named:
                compared[QA] = named
                by_span[QA] = _by_name(audit_slices(named, features.columns, unit, asked))
    windows = {} if window is None else {ONSET: window}
    sizes = {span: {one.name: _size(one) for one in inputs} for span, inputs in compared.items()}
    found = {s.name: _finding(s.name, by_span, {RUN: whole[s.name], **windows}, sizes) for s in slices}
    result = RunFinding(slices=found, features=features, rows=rows)
    _store(runner, audit_id, run, slices, result, settings)
    return result


def _by_name(audits: Sequence[SliceAudit]) -> dict[str, SliceAudit]:
    return {audit.slice: audit for audit in audits}


def _finding(
    name: str,
    by_span: Mapping[str, Mapping[str, SliceAudit]],
    windows: Mapping[str, Span],
    sizes: Mapping[str, Mapping[str, tuple[int, int]]],
) -> SliceFinding:
    """The audits of a slice by span; the strongest flag leads, without one the first span with figures."""
    audits = {span: by_span[span][name] for span in _SPANS if name in by_span.get(span, {})}
    leading = min(
        audits,
        key=lambda span: (not audits[span].risk.flag, audits[span].reason is not None, _SPANS.index(span)),
    )
    mine = {span: sizes[span][name] for span in audits}
    return SliceFinding(audits=audits, leading=leading, windows=windows, sizes=mine)


def _size(rows: SliceRows) -> tuple[int, int]:
    """Rows that can be compared, and their prompts."""
    kept = comparable(rows, with_gold=False)
    return len(kept.reward), len(np.unique(kept.cluster))


def _store(
    runner: StageRunner,
    audit_id: str,
    run: str,
    slices: Sequence[RunSlice],
    found: RunFinding,
    settings: AuditSettings,
) -> None:
    premiums: list[dict[str, Any]] = []
    risks: list[dict[str, Any]] = []
    doses: list[dict[str, Any]] = []
    corrections: list[dict[str, Any]] = []
    for part in slices:
        finding = found.slices[part.name]
        for span, audit in finding.audits.items():
            premiums += _premium_rows(span, audit, found.features)
            risks.append(_risk_row(span, finding, found.features))
            if span in finding.windows:
                doses += _dose_rows(span, audit, found.features, finding.windows[span])
        corrections += _correction_rows(finding, found.features, settings)
    for stage, stored in (
        ("store_audit_premium", premiums),
        ("store_audit_risk", risks),
        ("store_audit_dose", doses),
        ("store_audit_correction", corrections),
    ):
        store(runner, stage, audit_id, run, stored)
    keys = {"audit_id": audit_id, "run": run, "baseline_steps": settings.baseline_steps}
    runner.run("store_audit_divergence", keys)


def _premium_rows(span: str, audit: SliceAudit, features: AuditFeatures) -> list[dict[str, Any]]:
    result = []
    for row in audit.rows():
        first, second = features.ids(row["kind"], row["feature"])
        result.append(
            row
            | {
                "span": span,
                "feature_id": first,
                "other_id": second,
                "raw_premium": row["premium_raw"],
                "shadow_of": features.ids("single", row["shadow_of"])[0] if row["kind"] == "single" else None,
            }
        )
    return result


def _risk_row(span: str, finding: SliceFinding, features: AuditFeatures) -> dict[str, Any]:
    rollouts, prompts = finding.sizes[span]
    audit = finding.audits[span]
    risk = audit.risk
    pair = next((p for p in audit.premiums if p.feature == risk.top_pair and p.kind != "single"), None)
    first, second = features.ids(pair.kind, pair.feature) if pair is not None else (None, None)
    return risk.row() | {
        "span": span,
        "outcome": "gap" if risk.reference == BY_GOLD else "reward",
        "rollouts": rollouts,
        "prompts": prompts,
        "status": status_of(audit),
        "top_single": features.ids("single", risk.top_single)[0],
        "top_pair": first,
        "top_pair_other": second,
        "onset_step": finding.windows[ONSET][0] if ONSET in finding.windows else None,
        "leads": span == finding.leading,
    }


def status_of(audit: SliceAudit) -> str:
    """`overpaid` for a flagged slice, `paid` where the reward pays for something, else `none`."""
    if audit.risk.flag:
        return OVERPAID
    paid = any(row.status == PAID and row.outcome == "reward" for row in audit.premiums)
    return PAID if paid else NONE


def _dose_rows(span: str, audit: SliceAudit, features: AuditFeatures, window: Span) -> list[dict[str, Any]]:
    """Features whose dose curve is kept: every one that is paid or overpaid, and the top one."""
    named = {
        (row.outcome, row.feature)
        for row in audit.premiums
        if row.kind == "single" and row.feature is not None and row.outcome != "gold" and row.status != NONE
    }
    if audit.risk.top_single is not None:
        named.add(("reward", audit.risk.top_single))
    return [
        {
            "slice": audit.slice,
            "span": span,
            "outcome": outcome,
            "feature_id": features.ids("single", name)[0],
            "first_step": window[0],
            "last_step": window[1],
        }
        for outcome, name in sorted(named)
    ]


def _correction_rows(
    finding: SliceFinding, features: AuditFeatures, settings: AuditSettings
) -> list[dict[str, Any]]:
    """Terms of the leading span, or one row that says why there is none."""
    audit, span = finding.lead, finding.leading
    terms = audit.correction
    if not terms:
        reason = audit.risk.reason or audit.reason or "nothing_overpaid"
        return [{"slice": audit.slice, "place": 1, "span": span, "reason": reason}]
    result = []
    for place, term in enumerate(terms, 1):
        first, second = features.ids(term.kind, term.feature)
        result.append(
            {
                "slice": audit.slice,
                "place": place,
                "span": span,
                "kind": term.kind,
                "feature_id": first,
                "other_id": second,
                "premium": term.coefficient * settings.reward_unit,
            }
        )
    return result
