"""All on one time axis: the reward, every alert, and quiet features that show what noise looks like."""

from __future__ import annotations

from rolloutdiff.report.context import optional
from rolloutdiff.report.drawing import Drawing
from rolloutdiff.report.event_figure import row_chart
from rolloutdiff.report.falls import LEAST_FALL
from rolloutdiff.report.model import RunModel
from rolloutdiff.report.numbers import count, finite, span, value_format
from rolloutdiff.report.rows import TOTAL, Row, tier_place
from rolloutdiff.report.views import OverviewRow
from rolloutdiff.wording import Part, Phrase, printable

_QUIET_SHOWN, _FALLS_SHOWN = 6, 3
# A quiet row says something when the feature is neither rare nor in nearly every completion.
_QUIET_RANGE = (0.05, 0.60)


def reference_rows(drawing: Drawing) -> list[OverviewRow]:
    """The reward and its parts."""
    return [_row(drawing, key, feature) for key, feature in drawing.reward_keys]


def alert_rows(drawing: Drawing) -> list[OverviewRow]:
    """Alerts that are not folded, by onset; as many as the limits allow, those of the first events."""
    rows = _by_rank(drawing.model)[: drawing.limits.rows]
    model = drawing.model
    rows.sort(key=lambda pair: (model.onset(pair[1]).step, _last_if_none(pair[0]), pair[1]["feature"]))
    leads = {event.alert["feature"] for event in model.events}
    return [
        _row(drawing, f"e{rank}" if alert["feature"] in leads else f"m{place}", alert["feature"], alert, rank)
        for place, (rank, alert) in enumerate(rows)
    ]


def _by_rank(model: RunModel) -> list[tuple[int | None, Row]]:
    """Alerts that are not folded with the rank of their event, by that rank, the lead of an event first."""
    ranks = {member.row["feature"]: event.rank for event in model.events for member in event.members}
    leads = {event.alert["feature"] for event in model.events}
    shown = [r for r in model.alerts if r["folded_under"] is None or r["feature"] in leads]
    rows = [(ranks.get(r["feature"]), r) for r in shown]
    return sorted(
        rows,
        key=lambda pair: (
            _last_if_none(pair[0]),
            pair[1]["feature"] not in leads,
            tier_place(pair[1]),
            pair[1]["feature"],
        ),
    )


def _last_if_none(rank: int | None) -> tuple[bool, int]:
    return rank is None, rank or 0


def quiet_rows(drawing: Drawing) -> list[OverviewRow]:
    """Common features that stayed level, spread over their range of prevalence, then the largest falls."""
    model = drawing.model
    low, high = _QUIET_RANGE
    fallen = [row for _, row in model.named_falls[:_FALLS_SHOWN]]
    gone = {row["feature"] for change, row in model.falls if change <= -LEAST_FALL}
    level = [
        r
        for r in model.screening
        if (r["status"], r["kind"]) == ("quiet", "binary")
        and low <= (r["baseline_mean"] or 0.0) <= high
        and r["feature"] not in gone
    ]
    level.sort(key=lambda r: (-r["baseline_mean"], r["feature"]))
    chosen = [level[i * len(level) // _QUIET_SHOWN] for i in range(min(_QUIET_SHOWN, len(level)))]
    return [_row(drawing, f"q{i}", r["feature"], r) for i, r in enumerate(chosen + fallen)]


def folded_text(model: RunModel, rows: int) -> str:
    """How many alerts have no row, because another shows them or because there are too many."""
    number = len(model.alerts)
    drawn = len(_by_rank(model))
    texts = []
    if drawn < number:
        verb = "is" if number - drawn == 1 else "are"
        texts.append(
            f"{count(number - drawn)} of {count(number)} alerts {verb} folded under another that appears in "
            "the same completions."
        )
    if drawn > rows:
        texts.append(f"{count(drawn - rows)} further alerts are not drawn.")
    return " ".join(texts)


def _row(
    drawing: Drawing, key: str, feature: str, verdict: Row | None = None, rank: int | None = None
) -> OverviewRow:
    """One row: of a reward without a verdict, else of an alert or of a quiet feature."""
    model = drawing.model
    series, shown = drawing.series(feature)
    alert = verdict if verdict and verdict["status"] == "alert" else None
    before = verdict["baseline_mean"] if verdict else model.reward_baseline(series)
    now = alert["recent_mean"] if alert else series.recent()
    fmt = value_format(series.unit, finite([before, now]))
    drawing.remember(key, feature, fmt)
    means = finite(shown.mean)
    onset = model.onset(alert) if alert else None
    kind = "mean" if alert else "quiet" if verdict else "total" if feature == TOTAL else "part1"
    return OverviewRow(
        rank=rank,
        href=f"#{drawing.prefix}{key}" if key in drawing.card_keys else None,
        title=model.words(verdict).title if verdict else _reward_title(model, feature),
        chart=row_chart(shown, series.unit, drawing.grid, key, kind, before, alert, onset),
        onset=f"{onset.step} · {alert['alert_step']}" if alert and onset else "quiet" if verdict else "",
        bounds=f"[{span(*onset.bounds)}]" if onset and onset.bounds else "",
        before=optional(fmt, before),
        now=optional(fmt, now),
        range=fmt.range(min(means), max(means)) if means else "",
    )


def _reward_title(model: RunModel, feature: str) -> Phrase:
    if feature == TOTAL:
        return (Part(printable(model.row["reward_formula"]), code=True), Part(" reward"))
    part = next(p for p in model.reward_parts if p.series.feature == feature)
    return (Part(printable(part.name), code=True), Part(" part" if part.trained else " logged"))
