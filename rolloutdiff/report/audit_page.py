"""The parts of the audit of one run; the templates only set them out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rolloutdiff.report import audit_outcomes as outcomes
from rolloutdiff.report.audit_cards import slice_card
from rolloutdiff.report.audit_drawing import AuditDrawing, time_axes
from rolloutdiff.report.audit_model import ONSET, QA, RUN, AuditModel, SliceModel, shown
from rolloutdiff.report.audit_terms import TERMS
from rolloutdiff.report.audit_views import AuditPage, EventLink, SliceRow
from rolloutdiff.report.audit_words import care, lead, method, verdict
from rolloutdiff.report.drawing import literal
from rolloutdiff.report.grid import Grid
from rolloutdiff.report.numbers import count, plain, span
from rolloutdiff.report.views import Fact
from rolloutdiff.wording import printable

_SPAN_WORDS = {RUN: "All steps", ONSET: "Steps after the rise", QA: "Labelled rows"}


def no_events(_: SliceModel) -> list[EventLink]:
    """For a page without a report."""
    return []


def audit_page(
    model: AuditModel,
    prefix: str,
    most: int,
    grid: Grid | None = None,
    events: Callable[[SliceModel], list[EventLink]] = no_events,
) -> AuditPage:
    """The audit of one run, ready to print.

    Args:
        model: The audit of the run.
        prefix: Start of every id of the run.
        most: Slices that get a card.
        grid: Steps of the report on the same page; None takes those of the audit.
        events: Events of the report that the features of a slice belong to.
    """
    if grid is None and model.steps:
        grid = Grid(tuple(model.steps))
    drawing = AuditDrawing(model, prefix, grid, most)
    terms, terms_text = outcomes.corrections(model)
    value, value_text = outcomes.value(model)
    table, verdict_text, issues = outcomes.assessment(model)
    return AuditPage(
        prefix=prefix,
        run=shown(model.run),
        axes=None if grid is None else time_axes(grid),
        lead=lead(model),
        care=care(model),
        method=method(model),
        facts=facts(model),
        slices=[_slice_row(drawing, one) for one in model.slices],
        cards=[slice_card(drawing, one, events(one)) for one in drawing.carded],
        uncarded_text=_uncarded(drawing),
        corrections=terms,
        corrections_text=terms_text,
        value=value,
        value_text=value_text,
        assessment=table,
        assessment_text=verdict_text,
        issues=issues,
        scored_text=outcomes.scored(model),
        missing=outcomes.missing(model),
        terms=TERMS,
        sql=f"k.audit_id = {literal(model.audit['audit_id'])} and k.run = {literal(model.run)}",
        values=read_out(drawing),
    )


def read_out(drawing: AuditDrawing) -> dict[str, object]:
    """Positions, names and values of all drawn points."""
    grid = drawing.grid
    if grid is None:
        return {}
    return {
        "w": round(grid.width, 4),
        "x": [round(x, 4) for x in grid.positions],
        "l": grid.labels,
        "s": drawing.values,
    }


def facts(model: AuditModel) -> list[Fact]:
    """What was read and compared, one line each."""
    audit, sources = model.audit, model.audit["sources"]
    leads = [one.lead for one in model.slices]
    found = [
        Fact(label="Completions", value=count(audit["rollouts"])),
        Fact(label="With a reward", value=count(audit["scored"])),
        Fact(label="With gold", value=count(audit["with_gold"])),
        _source("Slices", sources, "slice", count(len(leads))),
    ]
    if "gold" in sources:
        found.append(_source("Gold", sources, "gold", ""))
    for name in (RUN, ONSET, QA):
        held = [one for one in model.slices if name in one.risks]
        if held:
            found.append(Fact(label=_SPAN_WORDS[name], value=_span_size(model, name, held)))
    if audit["reward_function"] is not None:
        found.append(Fact(label="Reward function", value=printable(audit["reward_function"]), code=True))
    unit = model.settings["reward_unit"]
    if unit != 1:
        found.append(Fact(label="In units of", value=plain(unit, 3)))
    return found


def _span_size(model: AuditModel, name: str, held: Sequence[SliceModel]) -> str:
    rollouts = sum(one.risks[name]["rollouts"] for one in held)
    size = f"{count(rollouts)} compared"
    steps = model.span_steps(held[0], name)
    return size if steps is None else f"{span(*steps)}; {size}"


def _source(label: str, sources: Mapping[str, list[str]], role: str, text: str) -> Fact:
    if role not in sources:
        return Fact(label=label, value=f"{text}, no column names them" if text == "1" else text)
    name = shown(str(sources[role][1]))
    return Fact(label=label, value=f"{text}, by {name}" if text else name)


def _slice_row(drawing: AuditDrawing, one: SliceModel) -> SliceRow:
    word, sentence = verdict(drawing.model, one)
    row = one.lead
    return SliceRow(
        name=shown(one.name),
        href=f"#{drawing.anchor(one)}" if one in drawing.carded else None,
        verdict=word,
        sentence=sentence,
        single=_number(row["strength_single"]),
        pair=_number(row["strength_pair"]),
        risk=_number(row["risk"]),
        compared=f"{count(row['rollouts'])} · {count(row['prompts'])}",
    )


def _number(value: float | None) -> str:
    return "none" if value is None else plain(value, 2)


def _uncarded(drawing: AuditDrawing) -> str:
    rest = [one for one in drawing.model.slices if one.terms and one not in drawing.carded]
    paid = sum(one.status != "none" for one in rest)
    return f"{count(paid)} further slices are paid and have no card; see audit.json." if paid else ""
