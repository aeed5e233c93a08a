"""The parts of a page, one set per run; the templates only set them out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rolloutdiff.report import audit_links, cards, glance, overview, sentences, unseen
from rolloutdiff.report.audit_model import AuditModel
from rolloutdiff.report.audit_page import audit_page
from rolloutdiff.report.audit_views import AuditPage
from rolloutdiff.report.confidence import confidence
from rolloutdiff.report.context import second
from rolloutdiff.report.drawing import Drawing, run_condition
from rolloutdiff.report.model import RunModel
from rolloutdiff.report.numbers import count, finite, span_words, value_format
from rolloutdiff.report.reward_figure import RewardChart, reward_chart
from rolloutdiff.report.rows import tiers_in_order
from rolloutdiff.report.views import Limits, RunPage
from rolloutdiff.wording import printable


def build_pages(
    models: Sequence[RunModel], limits: Limits, audits: Mapping[str, AuditModel] | None = None
) -> list[RunPage]:
    """One page part per run.

    Args:
        models: The runs of a report.
        limits: How much is drawn.
        audits: The audit of a run by its name, where there is one.
    """
    known = audits or {}
    return [
        _page(model, f"r{place}-", limits, known.get(model.name)) for place, model in enumerate(models, 1)
    ]


def values_json(pages: Sequence[RunPage]) -> str:
    """The values the script reads out, safe inside a script element whatever the names were."""
    return json_in_script([page.values for page in pages])


def json_in_script(values: object) -> str:
    """Values as JSON that cannot end the script element it stands in."""
    text = json.dumps(values, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _page(model: RunModel, prefix: str, limits: Limits, audit: AuditModel | None) -> RunPage:
    drawing = Drawing(model, prefix, limits) if model.steps else None
    carded = drawing.carded if drawing else []
    audited = None if audit is None or drawing is None else _audited(drawing, audit)
    tiers = tiers_in_order(model.screening)
    return RunPage(
        prefix=prefix,
        run=printable(model.name),
        steps="1 step" if len(model.steps) == 1 else f"{count(len(model.steps))} steps",
        formula=printable(model.row["reward_formula"]),
        words=model.voice.page,
        base=span_words(model.baseline_steps),
        recent=span_words(model.recent_steps),
        lead=sentences.lead(model),
        second=second(model),
        surely=sentences.surely(model),
        axes=glance.axes(drawing) if drawing else None,
        reward=_reward(drawing) if drawing else None,
        reward_alerts=glance.reward_alerts(model),
        facts=glance.facts(model, drawing.grid if drawing else None),
        index=[cards.index_row(drawing, event) for event in carded if drawing],
        cards=[cards.card(drawing, event, audit) for event in carded if drawing],
        uncarded_text=_uncarded(len(model.events) - len(carded)),
        sql_events=run_condition("e", model),
        reference_rows=overview.reference_rows(drawing) if drawing and model.scorable else [],
        overview=overview.alert_rows(drawing) if drawing else [],
        quiet_rows=overview.quiet_rows(drawing) if drawing else [],
        open_rows=limits.open_rows,
        folded_text=overview.folded_text(model, limits.rows),
        tiers=tiers,
        outcomes=unseen.outcomes(model, tiers),
        all_series=unseen.outcome("Series in all", model.screening, tiers),
        reward_series=len(model.reward_screening),
        falls=sentences.falls(model),
        blind=unseen.blind(model),
        sql_outcomes=run_condition("s", model),
        bars=unseen.bars(model),
        bars_total=count(len(model.visible_rises)),
        integrity=glance.findings(model),
        columns=glance.columns(model),
        columns_note=glance.columns_note(model),
        logged=max(len(model.steps), 1),
        confidence=confidence(model, drawing),
        audit=audited,
        values=_values(drawing, audited) if drawing else {},
    )


def _audited(drawing: Drawing, audit: AuditModel) -> AuditPage:
    return audit_page(
        audit,
        drawing.prefix,
        drawing.limits.slices,
        drawing.grid,
        lambda one: audit_links.event_links(drawing, audit, one),
    )


def _values(drawing: Drawing, audited: AuditPage | None) -> dict[str, Any]:
    """What the script reads out; an audit adds its own series to those of the run."""
    found = drawing.read_out()
    if audited is not None:
        found["s"] = {**found["s"], **audited.values.get("s", {})}
    return found


def _reward(drawing: Drawing) -> RewardChart | None:
    for key, feature in drawing.reward_keys:
        series, _ = drawing.series(feature)
        drawing.remember(key, feature, value_format("reward", finite(series.mean)))
    return reward_chart(drawing.model, drawing.grid, "t", drawing.model.events[: drawing.limits.full])


def _uncarded(number: int) -> str:
    if number <= 0:
        return ""
    return "One further event has no card" if number == 1 else f"{count(number)} further events have no card"
