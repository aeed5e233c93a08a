"""Yes/no behaviours that became rarer without an alert."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rolloutdiff.report.rows import Row, tier_place
from rolloutdiff.report.series import average

# Falls of yes/no behaviours below this share are not named.
LEAST_FALL = 0.05
_MOST_NAMED = 9
# Two falls closer than this on average are one.
_SAME_LINE = 0.01

Fall = tuple[float, Row]


def falls(screening: Iterable[Row], now: Callable[[str], float | None]) -> list[Fall]:
    """Scorable yes/no series that fell without an alert, the largest fall first, as (change, row)."""
    quiet = [
        r
        for r in screening
        if r["kind"] == "binary" and r["status"] == "quiet" and r["baseline_mean"] is not None
    ]
    levels = ((now(r["feature"]), r) for r in quiet)
    changes = [(mean - r["baseline_mean"], r) for mean, r in levels if mean is not None]
    fallen = [pair for pair in changes if pair[0] < 0]
    return sorted(fallen, key=lambda pair: (round(pair[0], 9), tier_place(pair[1]), pair[1]["feature"]))


def named(fallen: Sequence[Fall], means: Callable[[str], Sequence[float | None]]) -> list[Fall]:
    """The largest falls of at least five points that do not run along one another, nine at most.

    A call that vanishes takes its syntax nodes with it: of such a group one is named, if possible one
    that bears a name itself.
    """
    groups: list[tuple[Sequence[float | None], Fall]] = []
    for change, row in fallen:
        if change > -LEAST_FALL:
            break
        line = means(row["feature"])
        near = (i for i, (other, _) in enumerate(groups) if _distance(line, other) < _SAME_LINE)
        place = next(near, len(groups))
        if place == len(groups) and place < _MOST_NAMED:
            groups.append((line, (change, row)))
        elif place < len(groups) and _is_structure(groups[place][1][1]) and not _is_structure(row):
            groups[place] = (groups[place][0], (change, row))
    return [fall for _, fall in groups]


def _is_structure(row: Row) -> bool:
    """Whether a feature is a bare syntax node or a pair of them."""
    return bool(row["feature"].startswith(("ast:node:", "ast:edge:")))


def _distance(line: Sequence[float | None], other: Sequence[float | None]) -> float:
    """Mean distance of two series of the same steps."""
    pairs = zip(line, other, strict=False)
    return average([abs(a - b) for a, b in pairs if a is not None and b is not None]) or 0.0
