"""All on one time axis: the reward, every alert, and quiet features that show what noise looks like."""

from __future__ import annotations

from rolloutdiff.report.alert_figure import row_chart
from rolloutdiff.report.drawing import Drawing
from rolloutdiff.report.model import LEAST_FALL, TOTAL, Row, RunModel
from rolloutdiff.report.numbers import count, finite, value_format
from rolloutdiff.report.sentences import optional
from rolloutdiff.report.views import OverviewRow
from rolloutdiff.wording import Part, Phrase, printable, wording

_QUIET_SHOWN, _FALLS_SHOWN = 6, 3
# A quiet row says something when the feature is neither rare nor in nearly every completion.
_QUIET_RANGE = (0.05, 0.60)


def reference_rows(drawing: Drawing) -> list[OverviewRow]:
    """The reward and its parts."""
    model = drawing.model
    return [
        _row(drawing, key, feature, "total" if feature == TOTAL else "part1", _reward_title(model, feature))
        for key, feature in drawing.reward_keys
    ]


def alert_rows(drawing: Drawing) -> list[OverviewRow]:
    """Alerts by onset, as many as the limits allow; the first in rank are kept."""
    shown = list(enumerate(drawing.model.ranked[: drawing.limits.rows], 1))
    shown.sort(key=lambda pair: (pair[1]["onset_step"], pair[0]))
    return [
        _row(drawing, f"a{rank}", r["feature"], "mean", wording(r["feature"], r["kind"]).title, r, rank)
        for rank, r in shown
    ]


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
    return [
        _row(drawing, f"q{i}", r["feature"], "quiet", wording(r["feature"], r["kind"]).title, r)
        for i, r in enumerate(chosen + fallen)
    ]


def folded_text(model: RunModel) -> str:
    """How many alerts have no row because another shows them."""
    folded = len(model.alerts) - len(model.ranked)
    if not folded:
        return ""
    verb = "is" if folded == 1 else "are"
    number = f"{count(folded)} of {count(len(model.alerts))} alerts {verb}"
    return f"{number} folded under another that appears in the same completions."


def beyond_text(drawing: Drawing) -> str:
    """How many alerts have no row because there are too many."""
    beyond = len(drawing.model.ranked) - drawing.limits.rows
    return f"{count(beyond)} further alerts are not drawn." if beyond > 0 else ""


def _row(
    drawing: Drawing,
    key: str,
    feature: str,
    kind: str,
    title: Phrase,
    verdict: Row | None = None,
    rank: int | None = None,
) -> OverviewRow:
    series, shown = drawing.series(feature)
    alert = verdict if rank is not None else None
    before = verdict["baseline_mean"] if verdict else drawing.model.reward_baseline(series)
    now = alert["recent_mean"] if alert else series.recent()
    fmt = value_format(series.unit, finite([before, now]))
    drawing.remember(key, feature, fmt)
    means = finite(shown.mean)
    return OverviewRow(
        rank=rank,
        href=f"#{drawing.prefix}{key}" if rank is not None and rank <= len(drawing.carded) else None,
        title=title,
        chart=row_chart(shown, series.unit, drawing.grid, key, kind, before, alert),
        onset=f"{alert['onset_step']} · {alert['alert_step']}" if alert else "quiet" if verdict else "",
        before=optional(fmt, before),
        now=optional(fmt, now),
        range=fmt.range(min(means), max(means)) if means else "",
    )


def _reward_title(model: RunModel, feature: str) -> Phrase:
    if feature == TOTAL:
        return (Part(printable(model.row["reward_formula"]), code=True), Part(" reward"))
    part = next(p for p in model.reward_parts if p.series.feature == feature)
    return (Part(printable(part.name), code=True), Part(" part" if part.trained else " logged"))
