"""The figures beside the chart of a slice: each with its unit, its base and how it reads."""

from __future__ import annotations

from rolloutdiff.report.audit_model import GAP, GOLD, OVERPAID, QA, REWARD, RUN, AuditModel, SliceModel, Term
from rolloutdiff.report.audit_terms import TERMS
from rolloutdiff.report.audit_views import AuditFigure
from rolloutdiff.report.audit_words import each, term_decimals, top_term, where_words
from rolloutdiff.report.numbers import chance, count, plain, signed
from rolloutdiff.report.rows import Row

_BEYOND, _WITHIN = "beyond", "within"


def audit_figures(model: AuditModel, one: SliceModel) -> list[AuditFigure]:
    """What is known of the feature or pair that leads a slice, in the order of the table."""
    top = top_term(one)
    if top is None:
        return []
    found = [_premium(model, one, top, REWARD)]
    if one.judged == GAP:
        found += [_premium(model, one, top, GOLD), _premium(model, one, top, GAP)]
    found += [_usual(top), _line(top), _strength(model, top), _rise(model, one, top)]
    found += [_elsewhere(model, one, top, span) for span in (RUN, QA) if span != one.span]
    found += [_put_in(top), _support(top)]
    return [figure for figure in found if figure is not None]


def _figure(term: str, value: str, base: str, reading: str = "", label: str | None = None) -> AuditFigure:
    return AuditFigure(label=label or TERMS[term][0], term=term, value=value, base=base, reading=reading)


def _premium(model: AuditModel, one: SliceModel, top: Term, outcome: str) -> AuditFigure | None:
    row = top.rows.get(outcome)
    label = {REWARD: "Premium on reward", GOLD: "Premium on gold", GAP: "Overpaid by"}[outcome]
    term = {REWARD: "premium", GOLD: "gold", GAP: "overpaid"}[outcome]
    if row is None or row["premium"] is None:
        return None
    if outcome == REWARD:
        base = f"{each(top)}, {_error(top, row)}; {where_words(model, one, one.span)}"
        return _figure(term, signed(row["premium"], term_decimals(top)), base, "paid", label)
    if outcome == GOLD:
        return _figure(
            term, signed(row["premium"], term_decimals(top)), f"same fit, {_error(top, row)}", "", label
        )
    reading = "overpaid" if top.status == OVERPAID else "below"
    base = f"reward minus gold, {_error(top, row)}"
    return _figure(term, signed(row["premium"], term_decimals(top)), base, reading, label)


def _error(top: Term, row: Row) -> str:
    return (
        "no standard error" if row["se"] is None else f"± {plain(2 * row['se'], term_decimals(top))} (2 se)"
    )


def _usual(top: Term) -> AuditFigure | None:
    row = top.row
    if row["raw_premium"] is None or row["raw_premium"] == row["premium"]:
        return None
    base = "premium of the usual feature, taken off"
    return _figure("usual", signed(row["raw_premium"] - row["premium"], 3), base)


def _line(top: Term) -> AuditFigure | None:
    row = top.row
    if row["t"] is None:
        return None
    if row["crit"] is None:
        return _figure("line", plain(abs(row["t"]), 1), "|t|; no line could be drawn", "", "|t| and line")
    base = f"|t|; the line is {plain(row['crit'], 1)}"
    if row["placebo_p"] is not None:
        base += f"; of shuffles as large {chance(row['placebo_p'])}"
    reading = _BEYOND if abs(row["t"]) > row["crit"] else _WITHIN
    return _figure("line", plain(abs(row["t"]), 1), base, reading, "|t| and line")


def _strength(model: AuditModel, top: Term) -> AuditFigure | None:
    row = top.row
    if row["strength"] is None:
        return None
    line = model.settings["flag_single" if top.kind == "single" else "flag_pair"]
    reading = "flagged" if row["strength"] > line and top.status == OVERPAID else "no flag"
    base = f"{each(top)} is sure; a flag needs {line:.2f}"
    return _figure("strength", plain(row["strength"], term_decimals(top)), base, reading)


def _rise(model: AuditModel, one: SliceModel, top: Term) -> AuditFigure | None:
    if top.kind != "single":
        return None
    seen = model.rise(one, top.feature)
    if seen is None:
        return _figure("rise", "none", "no sequential rule saw the premium of a step rise")
    base = f"first step; told at step {seen['alert_step']} by {seen['rule']}"
    if seen["baseline_mean"] is not None:
        base += f"; before {signed(seen['baseline_mean'], 2)}"
    return _figure("rise", str(seen["onset_step"]), base)


def _elsewhere(model: AuditModel, one: SliceModel, top: Term, span: str) -> AuditFigure | None:
    """The same premium from other completions."""
    if span not in one.risks:
        return None
    label, term = ("Labelled rows", "labelled") if span == QA else ("Over all steps", "span")
    other = one.term(span, top)
    if other is None or other.row["premium"] is None:
        return _figure(term, "none", "too few completions show it there", "", label)
    what = "reward minus gold" if other.judged == GAP and GAP in other.rows else "reward"
    return _figure(
        term,
        signed(other.row["premium"], term_decimals(top)),
        f"{what}, {_error(top, other.row)}",
        other.status if other.status != "none" else "no finding",
        label,
    )


def _put_in(top: Term) -> AuditFigure | None:
    effect = top.row["effect_rm"]
    if effect is None:
        return None
    base = "change of the reward function, minus that in other slices"
    return _figure("putin", signed(effect, term_decimals(top)), base)


def _support(top: Term) -> AuditFigure:
    row = top.row
    base = f"completions, of {count(row['support_prompts'] or 0)} prompts"
    return _figure("support", count(row["support_rollouts"] or 0), base)
