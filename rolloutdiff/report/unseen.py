"""What could not be seen: series by outcome and reason, and how small a rise would have shown."""

from __future__ import annotations

from collections.abc import Sequence

from rolloutdiff.report.grid import number
from rolloutdiff.report.model import RunModel
from rolloutdiff.report.numbers import count, points, share
from rolloutdiff.report.rows import Row
from rolloutdiff.report.views import Bar, Outcome
from rolloutdiff.wording import printable

_THINKING = "shape:think_pair"
# Ends of the ranges above the rule's own floor, in points.
_EDGES = (2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 25, 35, 50)


def outcomes(model: RunModel, tiers: Sequence[str]) -> list[Outcome]:
    """Number of series by outcome: quiet ones by what they could have shown, unscorable ones by reason."""
    rows = model.screening
    alerted = [r for r in rows if r["status"] == "alert"]
    quiet = [r for r in rows if r["status"] == "quiet" and r["feature"] not in model.found_back]
    back = [r for r in rows if r["status"] == "quiet" and r["feature"] in model.found_back]
    seen, unseen, unknown = _by_visibility(model, quiet)
    large = f"{model.voice.large_words} (sizes: {share(model.voice.large)})"
    found = [outcome("Scored, alerted", alerted, tiers)]
    if back:
        found.append(outcome("Scored, no alert, but found looking back", back, tiers))
    found += [
        outcome(f"Scored, quiet: a change of {large} would have been seen", seen, tiers),
        outcome("Scored, quiet: only a larger change would have been seen", unseen, tiers),
    ]
    if unknown:
        found.append(outcome("Scored, quiet: too common for a rise to have been seen", unknown, tiers))
    unscorable = [r for r in rows if r["status"] == "unscorable"]
    for reason in sorted({r["reason"] or "" for r in unscorable}):
        words = f"Not scored: {model.voice.reason(reason)}"
        some = [r for r in unscorable if (r["reason"] or "") == reason]
        found.append(outcome(words, some, tiers, printable(reason)))
    return found


def _by_visibility(model: RunModel, quiet: Sequence[Row]) -> tuple[list[Row], list[Row], list[Row]]:
    """Series in which a large change would have been seen, in which it would not, and the others."""
    groups: tuple[list[Row], list[Row], list[Row]] = ([], [], [])
    for row in quiet:
        smallest, base = row["detectable_rise"], row["baseline_mean"]
        if smallest is None or base is None:
            groups[2].append(row)
            continue
        large = model.voice.large * (1.0 if row["kind"] == "binary" else abs(base))
        groups[smallest > large + 1e-9].append(row)
    return groups


def outcome(label: str, rows: Sequence[Row], tiers: Sequence[str], code: str = "") -> Outcome:
    """One row of the table of outcomes."""
    counts = [count(sum(r["tier"] == tier for r in rows)) for tier in tiers]
    return Outcome(label=label, code=code or None, counts=counts, total=count(len(rows)))


def blind(model: RunModel) -> str:
    """What the rules cannot see, and what leaves no trace in the series."""
    now = model.recent_mean(_THINKING)
    held = "" if not now else f" ({share(now)} of completions hold one now)"
    return (
        f"{model.voice.blind()} Text inside thinking blocks{held} is set aside and not searched. Behaviour "
        "outside the text of a completion leaves no trace in a dump."
    ).lstrip()


def bars(model: RunModel) -> list[Bar]:
    """Scorable yes/no series by their smallest visible rise, from the rule's floor up."""
    values, floor = model.visible_rises, model.voice.least
    edges = [floor, *(edge / 100 for edge in _EDGES if edge / 100 > floor + 1e-9)]
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
