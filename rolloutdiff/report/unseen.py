"""What could not be seen: series by outcome and reason, and how small a rise would have shown."""

from __future__ import annotations

from collections.abc import Sequence

from rolloutdiff.report.grid import number
from rolloutdiff.report.model import RunModel
from rolloutdiff.report.numbers import count, points, share
from rolloutdiff.report.rows import Row
from rolloutdiff.report.sentences import reason_words
from rolloutdiff.report.views import Bar, Outcome
from rolloutdiff.wording import printable

_THINKING = "shape:think_pair"
# Widths of the ranges above the rule's own floor, in points.
_ABOVE_FLOOR = (0, 2, 4, 6, 8, 10, 15, 25, 40)


def outcomes(model: RunModel, tiers: Sequence[str]) -> list[Outcome]:
    """Number of series by outcome, unscorable ones by reason."""
    rows = model.screening
    found = [
        outcome("Scored, alerted", [r for r in rows if r["status"] == "alert"], tiers),
        outcome("Scored, quiet", [r for r in rows if r["status"] == "quiet"], tiers),
    ]
    unscorable = [r for r in rows if r["status"] == "unscorable"]
    for reason in sorted({r["reason"] or "" for r in unscorable}):
        words = f"Not scored: {reason_words(reason, model.rule)}"
        some = [r for r in unscorable if (r["reason"] or "") == reason]
        found.append(outcome(words, some, tiers, printable(reason)))
    return found


def outcome(label: str, rows: Sequence[Row], tiers: Sequence[str], code: str = "") -> Outcome:
    """One row of the table of outcomes."""
    counts = [count(sum(r["tier"] == tier for r in rows)) for tier in tiers]
    return Outcome(label=label, code=code or None, counts=counts, total=count(len(rows)))


def blind(model: RunModel) -> str:
    """What leaves no trace in the series."""
    now = model.recent_mean(_THINKING)
    held = "" if not now else f" ({share(now)} of completions hold one now)"
    return (
        f"Text inside thinking blocks{held} is set aside and not searched. Behaviour outside the text of a "
        "completion leaves no trace in a dump."
    )


def bars(model: RunModel) -> list[Bar]:
    """Scorable yes/no series by the smallest rise that would have alerted, from the rule's floor up."""
    values, floor = model.visible_rises, model.rule.min_rise
    edges = [floor + above / 100 for above in _ABOVE_FLOOR]
    ranges = list(zip(edges, [*edges[1:], float("inf")], strict=True))
    counts = [sum(v <= floor + 1e-9 for v in values)]
    counts += [sum(low + 1e-9 < v <= high + 1e-9 for v in values) for low, high in ranges]
    names = [f"{points(floor).lstrip('+').split()[0]} (the rule\u2019s own floor)"]
    names += [f"{100 * low:.0f}–{100 * high:.0f}" for low, high in ranges[:-1]]
    names.append(f"more than {100 * edges[-1]:.0f}")
    last = max((i for i, n in enumerate(counts) if n), default=-1)
    most = max(counts)
    rows = list(zip(names, counts, strict=True))[: last + 1]
    return [Bar(label=name, count=count(n), width=number(100 * n / most) + "%") for name, n in rows]
