"""Events as index rows and cards: evidence, sentences, references, SQL, the values behind the chart."""

from __future__ import annotations

from rolloutdiff.report.audit_links import premium_links
from rolloutdiff.report.audit_model import AuditModel
from rolloutdiff.report.drawing import Drawing, event_condition, lead_condition
from rolloutdiff.report.dump_lines import dump_lines
from rolloutdiff.report.event_figure import event_chart
from rolloutdiff.report.events import Event, Member
from rolloutdiff.report.evidence import figures, tally
from rolloutdiff.report.explain import explained
from rolloutdiff.report.model import RunModel
from rolloutdiff.report.numbers import MINUS, ValueFormat, alert_format, count, plain, span
from rolloutdiff.report.references import command, reference_rows, references_note
from rolloutdiff.report.sentences import say
from rolloutdiff.report.series import Series
from rolloutdiff.report.views import Card, IndexRow, MemberLine, PremiumLink
from rolloutdiff.wording import capitalised, printable

_MEMBERS_SHOWN = 12


def index_row(drawing: Drawing, event: Event) -> IndexRow:
    """One line of the index."""
    model, alert = drawing.model, event.alert
    fmt = alert_format(alert)
    found = tally(event)
    return IndexRow(
        rank=event.rank,
        href=f"#{drawing.prefix}e{event.rank}",
        title=model.title(event),
        onset=event.onset.step,
        bounds=bounds(event),
        alert=alert["alert_step"],
        before=fmt.value(alert["baseline_mean"]),
        now=fmt.value(alert["recent_mean"]),
        tally=found.text,
        figures=found.number,
    )


def bounds(event: Event) -> str:
    """The set of the onset, or that there is none."""
    return span(*event.onset.bounds) if event.onset.bounds else "none"


def card(drawing: Drawing, event: Event, audit: AuditModel | None = None) -> Card:
    """One event with everything that is known about it, and what an audit says of its pay."""
    model, alert, key = drawing.model, event.alert, f"e{event.rank}"
    full = event.rising and event.rank <= drawing.full
    fmt = alert_format(alert)
    series, shown = drawing.series(alert["feature"])
    drawing.remember(key, alert["feature"], fmt)
    return Card(
        rank=event.rank,
        anchor=f"{drawing.prefix}{key}",
        full=full,
        title=capitalised(model.title(event)),
        say=say(model, event),
        rule_lines=[*model.voice.rule_lines(event), *dump_lines(model, event)],
        tier_line=_tier_line(event),
        chart=event_chart(model, drawing.grid, event, series, shown, key, full=full),
        members=[_member(event, member) for member in event.members[:_MEMBERS_SHOWN]],
        more_members=max(len(event.members) - _MEMBERS_SHOWN, 0),
        figures=figures(model, event, fmt),
        premiums=[] if audit is None else _premiums(drawing, event, audit),
        explained=explained(model, event),
        references=reference_rows(event) if full else [],
        references_note=references_note(model, event) if full else "",
        command=command(model, event) if full else [],
        sql_series=lead_condition("s", model, event),
        sql_members=event_condition("m", model, event) if len(event.members) > 1 else None,
        sql_exemplars=event_condition("x", model, event) if event.rising else None,
        numbers_head=_numbers_head(fmt),
        numbers=_numbers(model, series, fmt) if full and drawing.limits.tables else [],
    )


def _premiums(drawing: Drawing, event: Event, audit: AuditModel) -> list[PremiumLink]:
    return premium_links(drawing.model, audit, event, drawing.prefix, drawing.limits.slices)


def _tier_line(event: Event) -> str:
    number = len(event.members)
    return f"tier {event.alert['tier']}; {count(number)} feature{'' if number == 1 else 's'}"


def _member(event: Event, member: Member) -> MemberLine:
    row = member.row
    if row["feature"] == event.row["lead_feature"]:
        note = "lead" if len(event.members) > 1 else ""
    else:
        overlap = row["jaccard_with_lead"]
        shared = "" if overlap is None else f", overlap {plain(overlap, 2)}"
        note = f"onset {row['onset_step']}{shared}{', folded' if member.folded else ''}"
    return MemberLine(feature=printable(row["feature"]), note=note)


def _numbers_head(fmt: ValueFormat) -> tuple[str, ...]:
    unit = ", %" if fmt.is_share else ""
    return ("Step", f"Mean{unit}", f"se{unit}", "Reward", "Prompts", "Completions")


def _numbers(model: RunModel, series: Series, fmt: ValueFormat) -> list[tuple[str, ...]]:
    total = model.total
    reward = dict(zip(total.step, total.mean, strict=True)) if total else {}
    scale, digits = (100, 1) if fmt.is_share else (1, fmt.decimals + 1)
    columns = zip(series.step, series.mean, series.se, series.prompts, series.samples, strict=True)
    return [
        (str(t), _cell(m, scale, digits), _cell(s, scale, digits), _cell(reward.get(t), 1, 2), str(p), str(n))
        for t, m, s, p, n in columns
    ]


def _cell(value: float | None, scale: int, digits: int) -> str:
    return "none" if value is None else f"{scale * value:.{digits}f}".replace("-", MINUS)
