"""How surely: what every rule found, the large and sure changes, the noise of the run."""

from __future__ import annotations

from collections.abc import Sequence

from rolloutdiff.report import health
from rolloutdiff.report.drawing import Drawing, run_condition
from rolloutdiff.report.events import onset_of
from rolloutdiff.report.model import RunModel
from rolloutdiff.report.numbers import about, count, e_number, probability, span, value_format
from rolloutdiff.report.rows import REWARD, Row
from rolloutdiff.report.rule import RULES
from rolloutdiff.report.views import Confidence, Headline, RuleRow
from rolloutdiff.report.voice import verdict

_HEADLINES_SHOWN = 30
_CALIBRATED = RULES["calibrated"]


def confidence(model: RunModel, drawing: Drawing | None) -> Confidence:
    """Everything that tells how far the report of a run can be trusted.

    Args:
        model: The run.
        drawing: Its charts, for links to cards; None for a run without steps.
    """
    found = headlines(model, drawing)
    more = len(found) - _HEADLINES_SHOWN
    return Confidence(
        rules=[_rule_row(model, name) for names in _in_order(model) for name in names],
        lead=model.title(model.events[0]) if model.events else None,
        health=health.line(model.calibration),
        noise=health.noise_facts(model.calibration),
        headlines=found[:_HEADLINES_SHOWN],
        more=f"{count(more)} more are not shown." if more > 0 else "",
        sql=run_condition("c", model),
    )


def _in_order(model: RunModel) -> list[tuple[str, str]]:
    """Pairs of rules, the leading one first."""
    return sorted(RULES.values(), key=lambda names: names != model.voice.names)


def _rule_row(model: RunModel, rule: str) -> RuleRow:
    retrospective = any(rule == names.retrospective for names in RULES.values())
    verdicts = [r for r in model.verdicts.get(rule, []) if r["tier"] != REWARD]
    changes = [r for r in model.changes.get(rule, []) if r["tier"] != REWARD and r["place"] == 1]
    calibration = model.calibration.get(rule, {})
    if verdicts:
        scored = sum(r["status"] != "unscorable" for r in verdicts)
        found = sum(r["status"] == "alert" for r in verdicts)
    else:
        scored = sum(r["p_value"] is not None for r in changes)
        found = sum(r["shape"] is not None for r in changes)
    expected = calibration.get("expected_false_alerts")
    listed = any(r["headline"] is not None for r in verdicts)
    return RuleRow(
        rule=rule,
        role="looks back" if retrospective else "step by step",
        scored=count(scored),
        found=count(found),
        headlines=count(sum(bool(r["headline"]) for r in verdicts)) if listed else "",
        chance="not known" if expected is None else about(expected),
        lead=_of_lead(model, rule, verdicts, changes) if model.events else "",
    )


def _of_lead(model: RunModel, rule: str, verdicts: list[Row], changes: list[Row]) -> str:
    """What a rule says of the behaviour that leads the report."""
    event = model.events[0]
    feature = event.alert["feature"]
    if rule == model.voice.names.retrospective and event.shift:
        changes = [event.shift]
    row = next((r for r in changes if r["feature"] == feature), None)
    if row is None:
        return verdict(next((r for r in verdicts if r["feature"] == feature), None))
    if row["shape"] is None:
        return "no change found"
    bounds = "" if row["onset_low"] is None else f" [{span(row['onset_low'], row['onset_high'])}]"
    return f"{row['shape']} at {row['onset_step']}{bounds}"


def headlines(model: RunModel, drawing: Drawing | None) -> list[Headline]:
    """Changes that a calibrated rule calls large and sure, those of events first, by rank, then by name."""
    watching, back = (
        {r["feature"]: r for r in model.verdicts.get(rule, []) if r["headline"] and r["tier"] != REWARD}
        for rule in _CALIBRATED
    )
    changes = {r["feature"]: r for r in model.changes.get(_CALIBRATED.retrospective, []) if r["place"] == 1}
    ranks = {member.row["feature"]: event.rank for event in model.events for member in event.members}
    carded = drawing.card_keys if drawing else set()
    found = []
    for feature in sorted({*watching, *back}, key=lambda name: (ranks.get(name, len(ranks) + 1), name)):
        rows = [rule[feature] for rule in (back, watching) if feature in rule]
        rank = ranks.get(feature)
        q_value, e_value = _first(rows, "q_value"), _first(rows[::-1], "e_value")
        found.append(
            Headline(
                rank=rank,
                href=f"#{drawing.prefix}e{rank}" if drawing and f"e{rank}" in carded else None,
                title=model.words(rows[0]).title,
                change=_change(rows[0]),
                onset=onset_of(rows[0], changes.get(feature)).text,
                q_value="" if q_value is None else probability(q_value),
                e_value="" if e_value is None else e_number(e_value),
                rules="both" if len(rows) == 2 else "looking back" if feature in back else "step by step",
            )
        )
    return found


def _first(rows: Sequence[Row], column: str) -> float | None:
    return next((row[column] for row in rows if row[column] is not None), None)


def _change(row: Row) -> str:
    base, change = row["baseline_mean"], row["change"]
    if base is None or change is None:
        return "not known"
    return value_format(row["unit"], [base, base + change]).full_change(change)
