"""Slices of an audit as cards: charts, figures and the table of premiums."""

from __future__ import annotations

from collections.abc import Sequence

from rolloutdiff.report.audit_divergence import divergence_of
from rolloutdiff.report.audit_drawing import AuditDrawing
from rolloutdiff.report.audit_figure import (
    DivergenceChart,
    DoseChart,
    PremiumChart,
    divergence_chart,
    dose_chart,
    premium_chart,
    step_series,
)
from rolloutdiff.report.audit_figures import audit_figures
from rolloutdiff.report.audit_model import GAP, GOLD, NONE, REWARD, RUN, SliceModel, Term, shown
from rolloutdiff.report.audit_names import KINDS
from rolloutdiff.report.audit_views import EventLink, PremiumRow, SliceCard
from rolloutdiff.report.audit_words import premium_decimals, say, top_term, where_words
from rolloutdiff.report.drawing import literal
from rolloutdiff.report.numbers import count, finite, plain, signed
from rolloutdiff.report.rows import Row
from rolloutdiff.wording import plain_text

_ROWS = 12
# Rows without a finding that a table still shows, so that one sees what noise looks like.
_QUIET_ROWS = 3
_HEADS = {REWARD: "Reward", GOLD: "Gold", GAP: "Reward − gold"}
_STATUS_WORDS = {NONE: "no finding"}


def slice_card(drawing: AuditDrawing, one: SliceModel, events: list[EventLink]) -> SliceCard:
    """One slice, complete in one place."""
    model = drawing.model
    charted, top = charted_term(drawing, one), top_term(one)
    listed = _listed(one)
    outcomes = (REWARD, GOLD, GAP) if one.judged == GAP else (REWARD,)
    lead = one.lead
    return SliceCard(
        number=one.number,
        anchor=drawing.anchor(one),
        name=shown(one.name),
        many=model.many,
        say=say(model, one),
        title=None if top is None else model.wording(top).title,
        charted=None if charted is None or charted is top else model.wording(charted).title,
        premium_chart=_premium(drawing, one, charted),
        dose_chart=_dose(drawing, one, charted),
        divergence_chart=_parting(drawing, one),
        figures=audit_figures(model, one),
        events=events,
        span_text=f"{count(lead['rollouts'])} completions compared, {where_words(model, one, one.span)}",
        heads=[_HEADS[outcome] if len(outcomes) > 1 else "Premium" for outcome in outcomes],
        rows=[_row(term, outcomes) for term in listed],
        rest=_rest(one, listed),
        sql=_sql(drawing, one),
    )


def charted_term(drawing: AuditDrawing, one: SliceModel) -> Term | None:
    """The term that leads the slice and has a premium series; None without one."""
    terms = [term for term in one.terms if term.status != NONE] or one.terms[:1]
    follows = (t for t in terms if drawing.model.series("premium_series", one, t.feature))
    return next(follows, None)


def _premium(drawing: AuditDrawing, one: SliceModel, term: Term | None) -> PremiumChart | None:
    model, grid = drawing.model, drawing.grid
    if term is None or grid is None:
        return None
    key, below = drawing.key(one, "p"), drawing.key(one, "b")
    premium = step_series(model.series("premium_series", one, term.feature), "slope", "se")
    behavior = step_series(model.series("behavior", one, term.feature), "mean")
    extra = [("occurrences per completion", below)] if behavior.step else []
    drawing.remember(key, premium, extra)
    if behavior.step:
        drawing.remember(below, behavior)
    window = None if one.span == RUN else model.span_steps(one, one.span)
    name = plain_text(model.wording(term).title)
    return premium_chart(grid, key, name, premium, behavior, window, model.rise(one, term.feature))


def _dose(drawing: AuditDrawing, one: SliceModel, term: Term | None) -> DoseChart | None:
    if term is None or term.kind != "single":
        return None
    rows: dict[str, list[Row]] = {REWARD: [], GAP: []}
    for row in drawing.model.rows("dose"):
        same = (row["slice"], row["span"], row["feature"]) == (one.name, one.span, term.feature)
        if same and row["outcome"] in rows:
            rows[row["outcome"]].append(row)
    name = plain_text(drawing.model.wording(term).title)
    return dose_chart(name, [("reward", rows[REWARD]), ("− gold", rows[GAP])])


def _parting(drawing: AuditDrawing, one: SliceModel) -> DivergenceChart | None:
    found = divergence_of(drawing.model, one)
    if found is None or drawing.grid is None:
        return None
    rows = drawing.model.divergence(one)
    key, gold = drawing.key(one, "r"), drawing.key(one, "g")
    drawing.remember(key, step_series([{**row, "feature": ""} for row in rows], "proxy"), [("gold", gold)])
    drawing.remember(gold, step_series([{**row, "feature": ""} for row in rows], "gold"))
    return divergence_chart(drawing.grid, key, found)


def _listed(one: SliceModel) -> list[Term]:
    found = [term for term in one.terms if term.status != NONE][:_ROWS]
    quiet = [term for term in one.terms if term.status == NONE]
    quiet.sort(key=lambda term: (-abs(term.row["t"] or 0.0), term.kind, term.feature))
    return found + quiet[: _QUIET_ROWS if found else _ROWS // 2]


def _row(term: Term, outcomes: Sequence[str]) -> PremiumRow:
    values = finite(term.premium(outcome) for outcome in outcomes)
    decimals = max(premium_decimals(values), 3 if max(map(abs, values), default=0.0) < 10 else 0)
    row = term.row
    return PremiumRow(
        feature=shown(term.feature),
        shadows=[shown(name) for name in term.shadows],
        kind=KINDS.get(term.kind, term.kind),
        premiums=[_premium_cell(term.rows.get(outcome), decimals) for outcome in outcomes],
        t="none" if row["t"] is None else plain(row["t"], 1),
        line="none" if row["crit"] is None else plain(row["crit"], 1),
        strength="none" if row["strength"] is None else plain(row["strength"], decimals),
        support=f"{count(row['support_rollouts'] or 0)} · {count(row['support_prompts'] or 0)}",
        status=_STATUS_WORDS.get(term.status, term.status),
    )


def _premium_cell(row: Row | None, decimals: int) -> str:
    if row is None or row["premium"] is None:
        return "none"
    error = "" if row["se"] is None else f" ± {plain(2 * row['se'], decimals)}"
    return f"{signed(row['premium'], decimals)}{error}"


def _rest(one: SliceModel, listed: Sequence[Term]) -> str:
    sure = sum(term.status != NONE for term in one.terms)
    more = sure - sum(term.status != NONE for term in listed)
    quiet = len(one.terms) - sure - sum(term.status == NONE for term in listed)
    pieces = [f"{count(more)} further paid or overpaid"] if more > 0 else []
    pieces += [f"{count(quiet)} without a finding"] if quiet > 0 else []
    return f"Not in the table: {' and '.join(pieces)} in audit.json." if pieces else ""


def _sql(drawing: AuditDrawing, one: SliceModel) -> str:
    model = drawing.model
    return (
        f"p.audit_id = {literal(model.audit['audit_id'])} and p.run = {literal(model.run)}"
        f" and p.slice = {literal(one.name)} and p.span = {literal(one.span)}"
    )
