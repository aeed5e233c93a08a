"""What the trained policy is worth: off-policy values by slice, and whether a run is fit to be used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from threadpoolctl import threadpool_limits

from rolloutdiff.pipeline.audit_premiums import RunFinding, SliceFinding
from rolloutdiff.pipeline.audit_rows import AuditFeatures, Rows, RunSlice
from rolloutdiff.pipeline.audit_tables import store
from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_assessment import SliceEvidence, assess_run, shift_of_mean
from rolloutdiff.stats.audit_correction import occurrences
from rolloutdiff.stats.audit_ope import OpeRow, certify_slices
from rolloutdiff.warehouse.stage import StageRunner

BALANCED = "balanced"
OFF_POLICY, ON_POLICY = "off_policy", "on_policy"


def assess(
    runner: StageRunner,
    audit_id: str,
    run: str,
    slices: Sequence[RunSlice],
    found: RunFinding,
    settings: AuditSettings,
) -> None:
    """Keep the off-policy values of a run, and whether anything stands against using its policy.

    A run is fit when no flagged slice has taken up its marker, no slice loses more than `max_loss`, the mean
    gain over slices is at least `ship_gain`, and every effective sample size is at least `min_ess`. Where
    the dump has no log-probabilities of a target policy, the gain is that of gold from the first to the last
    steps: what the policy wrote itself needs no weights.

    Args:
        runner: Runs stage files, inside the caller's transaction.
        audit_id: The audit.
        run: The run.
        slices: Its slices.
        found: Its premiums.
        settings: Settings of the audit.
    """
    values = _values(runner, audit_id, run, slices, settings)
    store(runner, "store_audit_ope", audit_id, run, [_value_row(i, row) for i, row in enumerate(values)])
    kl = dict(runner.rows("audit_kl", {"audit_id": audit_id, "run": run, "steps": settings.baseline_steps}))
    by_slice = {row.slice: row for row in values}
    judged = [
        _evidence(
            s.name,
            found.slices[s.name],
            by_slice[s.name],
            found.rows[s.name],
            kl.get(s.name),
            found.features,
            settings,
        )
        for s in slices
    ]
    rows = [_slice_row(evidence, basis, settings) for evidence, basis in judged]
    rows.append(_run_row([evidence for evidence, _ in judged], {basis for _, basis in judged}, settings))
    numbered = [{"place": i, **row} for i, row in enumerate(rows)]
    store(runner, "store_audit_assessment", audit_id, run, numbered)


def _run_row(
    slices: Sequence[SliceEvidence], bases: set[str | None], settings: AuditSettings
) -> dict[str, Any]:
    """The row of all slices together: they weigh alike."""
    gains = [one.gain for one in slices if one.gain is not None]
    gain = float(np.mean(gains)) if gains and len(gains) == len(slices) else None
    whole = assess_run(slices, gain, settings)
    return {
        "slice": BALANCED,
        "flag": any(one.flag for one in slices),
        "ess": whole.min_ess,
        "gain": gain,
        "basis": next(iter(bases)) if len(bases) == 1 else None,
        "ship": whole.ship,
        "issues": list(whole.issues),
    }


def _values(
    runner: StageRunner, audit_id: str, run: str, slices: Sequence[RunSlice], settings: AuditSettings
) -> list[OpeRow]:
    """Values of every slice of the run and of all together, with a reason where there is none."""
    rows = runner.arrow("audit_value_row", {"audit_id": audit_id, "run": run})
    gold, behavior, target = (
        rows[name].cast(pa.float64()).to_numpy(zero_copy_only=False)
        for name in ("gold", "behavior", "target")
    )
    with threadpool_limits(1, user_api="blas"):
        names = rows["slice"].to_pylist()
        known = certify_slices(names, gold, behavior, target, settings) if names else []
    by_slice = {row.slice: row for row in known}
    result = [by_slice.get(s.name, OpeRow(slice=s.name, n=0, reason=_why(s))) for s in slices]
    missing = next((row.reason for row in result if row.reason is not None), None)
    whole = by_slice.get(None)
    if whole is None or missing is not None:
        whole = OpeRow(slice=None, n=sum(row.n for row in result), reason=missing)
    return [*result, whole]


def _why(part: RunSlice) -> str:
    return "no_logprobs" if part.golds else "no_gold"


def _value_row(place: int, row: OpeRow) -> dict[str, Any]:
    return vars(row) | {
        "place": place,
        "slice": BALANCED if row.slice is None else row.slice,
        "target": "target_logprob",
        "verdict": None if row.reason is not None else row.verdict,
    }


def _marker(finding: SliceFinding) -> tuple[str, ...]:
    """The feature of largest strength, or the two features of the pair; nothing where there is none."""
    risk = finding.lead.risk
    if (risk.strength_pair or 0.0) <= (risk.strength_single or 0.0) or risk.top_pair is None:
        return () if risk.top_single is None else (risk.top_single,)
    return tuple(risk.top_pair.split(" & "))


def _evidence(
    name: str,
    finding: SliceFinding,
    value: OpeRow,
    rows: Rows,
    kl: float | None,
    features: AuditFeatures,
    settings: AuditSettings,
) -> tuple[SliceEvidence, str | None]:
    """What speaks for and against one slice, and what its gain is based on."""
    marker = _marker(finding)
    steps = settings.baseline_steps
    data = rows.slice_rows
    moved = None
    if marker:
        moved = shift_of_mean(
            rows.step, data.cluster, occurrences(data, features.columns, marker), steps, steps
        )
    gain, ess, basis = value.gain, value.ess, None if value.gain is None else OFF_POLICY
    if gain is None and data.gold is not None:
        won = shift_of_mean(rows.step, data.cluster, data.gold, steps, steps)
        if won is not None:
            # What the policy wrote itself needs no weights: every completion counts whole.
            last = np.unique(rows.step)[-steps:]
            gain, basis = won[0], ON_POLICY
            ess = float(np.isfinite(data.gold[np.isin(rows.step, last)]).sum())
    evidence = SliceEvidence(
        slice=name,
        flag=finding.lead.risk.flag,
        marker=_marker_name(marker, features),
        marker_shift=None if moved is None else moved[0],
        marker_se=None if moved is None else moved[1],
        kl=kl,
        ess=ess,
        gain=gain,
    )
    return evidence, basis


def _marker_name(marker: tuple[str, ...], features: AuditFeatures) -> str | None:
    return " & ".join(features.name(part) for part in marker) or None


def _slice_row(evidence: SliceEvidence, basis: str | None, settings: AuditSettings) -> dict[str, Any]:
    alone = assess_run([evidence], settings.ship_gain, settings)
    return vars(evidence) | {"basis": basis, "ship": alone.ship, "issues": list(alone.issues)}
