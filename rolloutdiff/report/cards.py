"""Alerts as index rows and cards: the numbers beside each chart, its SQL, the values behind it."""

from __future__ import annotations

from rolloutdiff.report.alert_figure import alert_chart
from rolloutdiff.report.drawing import Drawing, feature_condition, run_condition
from rolloutdiff.report.model import Row, RunModel, Series
from rolloutdiff.report.numbers import MINUS, ValueFormat, plain, points
from rolloutdiff.report.sentences import alert_format, say, span_words
from rolloutdiff.report.views import Card, Figure, IndexRow, Member
from rolloutdiff.wording import capitalised, printable, wording

_FOLDED_SHOWN = 12


def index_row(drawing: Drawing, rank: int, alert: Row) -> IndexRow:
    """One line of the index."""
    fmt = alert_format(alert)
    return IndexRow(
        rank=rank,
        href=f"#{drawing.prefix}a{rank}",
        title=wording(alert["feature"], alert["kind"]).title,
        onset=alert["onset_step"],
        alert=alert["alert_step"],
        before=fmt.value(alert["baseline_mean"]),
        now=fmt.value(alert["recent_mean"]),
    )


def card(drawing: Drawing, rank: int, alert: Row) -> Card:
    """One alert with everything that is known about it."""
    model, feature, key = drawing.model, alert["feature"], f"a{rank}"
    full = rank <= drawing.full
    fmt = alert_format(alert)
    series, shown = drawing.series(feature)
    drawing.remember(key, feature, fmt)
    folded = model.folded.get(feature, [])
    return Card(
        rank=rank,
        anchor=f"{drawing.prefix}{key}",
        full=full,
        title=capitalised(wording(feature, alert["kind"]).title),
        say=say(model, alert),
        feature=printable(feature),
        tier=alert["tier"],
        chart=alert_chart(model, drawing.grid, alert, series, shown, key, full=full),
        figures=figures(model, alert, fmt),
        members=[_member(row) for row in folded[:_FOLDED_SHOWN]],
        more_members=max(len(folded) - _FOLDED_SHOWN, 0),
        sql_series=_condition(model, "s", "feature", feature),
        sql_folded=_condition(model, "a", "folded_under", feature) if folded else None,
        numbers_head=_numbers_head(fmt),
        numbers=_numbers(model, series, fmt) if full and drawing.limits.tables else [],
    )


def _member(alert: Row) -> Member:
    return Member(feature=printable(alert["feature"]), onset=alert["onset_step"])


def figures(model: RunModel, alert: Row, fmt: ValueFormat) -> list[Figure]:
    """The numbers of an alert, each with its unit and base."""
    base, recent = span_words(model.baseline_steps), span_words(model.recent_steps)
    word = "points" if fmt.is_share else fmt.word
    found = [
        Figure(
            label="Before",
            term="baseline",
            value=fmt.value(alert["baseline_mean"]),
            base=f"mean of {base}; sd between steps {_spread(fmt, alert['baseline_sd'])}",
        ),
        Figure(
            label="Now",
            term="now",
            value=fmt.value(alert["recent_mean"]),
            base=f"mean of {recent}; {fmt.full_change(alert['rise'])}",
        ),
        Figure(
            label="Highest" if alert["direction"] == "rise" else "Lowest",
            term="farthest",
            value=fmt.value(alert["peak_mean"]),
            base=f"step {alert['peak_step']}",
        ),
        Figure(
            label="Onset · alert",
            term="onset",
            value=f"{alert['onset_step']} · {alert['alert_step']}",
            base="steps",
        ),
    ]
    if alert["statistic"] is not None and alert["threshold"] is not None:
        line = f"standard errors from the baseline, at the alert; line {alert['threshold']:g}"
        found.append(Figure(label="z", term="z", value=plain(alert["statistic"], 1), base=line))
    if alert["detectable_rise"] is not None:
        least = fmt.change(alert["detectable_rise"]).lstrip("+").split()[0]
        unit = f"{word}, lasting change" if word else "lasting change"
        found.append(Figure(label="Smallest visible", term="visible", value=least, base=unit))
    return found


def _spread(fmt: ValueFormat, value: float) -> str:
    return points(value).lstrip("+") if fmt.is_share else plain(value, fmt.decimals + 1)


def _condition(model: RunModel, alias: str, column: str, feature: str) -> str:
    return f"{run_condition(alias, model)} and {feature_condition(f'{alias}.{column}', feature)}"


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
