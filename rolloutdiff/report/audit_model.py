"""What an audit says of one run, read from the rows of audit.json: slices, what is paid, since when."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rolloutdiff.report.naming import feature_words
from rolloutdiff.report.rows import Row
from rolloutdiff.wording import Part, Phrase, Wording, printable

REWARD, GOLD, GAP = "reward", "gold", "gap"
RUN, ONSET, QA = "run", "onset", "qa"
OVERPAID, UNDERPAID, PAID, NONE = "overpaid", "underpaid", "paid", "none"
FOLDED = "folded"
BALANCED = "balanced"
_PAIR = " & "
_ORDER = (OVERPAID, PAID, UNDERPAID, NONE)


@dataclass(frozen=True, kw_only=True)
class Term:
    """A feature or pair in one slice and span.

    Attributes:
        kind: `single`, `cooc` or `adj`.
        feature: Name with its tier, of a cooc both.
        rows: Its premium by outcome.
        judged: Outcome that decides whether it is overpaid.
        shadows: Features that it stands for.
    """

    kind: str
    feature: str
    rows: Mapping[str, Row]
    judged: str
    shadows: tuple[str, ...] = ()

    @property
    def row(self) -> Row:
        """The premium that is judged, or the one there is."""
        return self.rows.get(self.judged) or next(iter(self.rows.values()))

    @property
    def status(self) -> str:
        """`overpaid`, `paid`, `underpaid` or `none`."""
        return str(self.row["status"])

    @property
    def parts(self) -> tuple[str, ...]:
        """The features it consists of."""
        return tuple(self.feature.split(_PAIR)) if self.kind == "cooc" else (self.feature,)

    def premium(self, outcome: str) -> float | None:
        """What it earns on an outcome; None where there is no figure."""
        row = self.rows.get(outcome)
        return None if row is None else row["premium"]

    @property
    def size(self) -> float:
        """How much is sure, for sorting."""
        reward = self.rows.get(REWARD, self.row)
        sizes: list[float] = [abs(row["strength"] or 0.0) for row in (self.row, reward)]
        return max(sizes)


class SliceModel:
    """One slice of a run.

    Args:
        number: Place among the slices of the run, from 1.
        risks: Its rows of the array `slice_risk`.
        premiums: Its rows of the array `premium`.
    """

    def __init__(self, number: int, risks: Sequence[Row], premiums: Iterable[Row]) -> None:
        self.number = number
        self.risks: dict[str, Row] = {row["span"]: row for row in risks}
        self.lead: Row = next((row for row in risks if row["leads"]), risks[0])
        self.name: str = self.lead["slice"]
        self._premiums = list(premiums)

    @property
    def status(self) -> str:
        """`overpaid`, `paid` or `none`."""
        return str(self.lead["status"])

    @property
    def span(self) -> str:
        """The span that speaks for the slice."""
        return str(self.lead["span"])

    @property
    def judged(self) -> str:
        """The outcome that decides whether something is overpaid."""
        return str(self.lead["outcome"])

    @cached_property
    def by_span(self) -> dict[str, list[Term]]:
        """Features and pairs with a figure: overpaid ones first, then paid ones, each by what is sure."""
        grouped: dict[tuple[str, str, str], dict[str, Row]] = defaultdict(dict)
        shadows: dict[tuple[str, str], set[str]] = defaultdict(set)
        for row in self._premiums:
            if row["feature"] is None:
                continue
            if row["shadow_of"] is not None:
                shadows[row["span"], row["shadow_of"]].add(row["feature"])
            if row["premium"] is not None and row["reason"] != FOLDED and row["shadow_of"] is None:
                grouped[row["span"], row["kind"], row["feature"]][row["outcome"]] = row
        found: dict[str, list[Term]] = defaultdict(list)
        for (span, kind, feature), rows in grouped.items():
            folded = tuple(sorted(shadows.get((span, feature), ())))
            term = Term(kind=kind, feature=feature, rows=rows, judged=self.judged, shadows=folded)
            found[span].append(term)
        return {span: sorted(terms, key=_place) for span, terms in found.items()}

    @property
    def terms(self) -> list[Term]:
        """Features and pairs of the leading span."""
        return self.by_span.get(self.span, [])

    def term(self, span: str, like: Term) -> Term | None:
        """The same feature or pair in another span."""
        same = (t for t in self.by_span.get(span, ()) if (t.kind, t.feature) == (like.kind, like.feature))
        return next(same, None)


class AuditModel:
    """One run of an audit.

    Args:
        audit: An audit as `load_audit` returns it.
        run: Name of the run.
    """

    def __init__(self, audit: Mapping[str, Any], run: str) -> None:
        self.audit = audit
        self.run = run
        self.hashed: bool = audit["hashed"]
        self.settings: Mapping[str, Any] = audit["settings"]
        self._rows: dict[str, list[Row]] = {}
        premiums: dict[str, list[Row]] = defaultdict(list)
        for row in self.rows("premium"):
            premiums[row["slice"]].append(row)
        risks: dict[str, list[Row]] = defaultdict(list)
        for row in self.rows("slice_risk"):
            risks[row["slice"]].append(row)
        order = sorted(risks.values(), key=_slice_place)
        self.slices = [SliceModel(i, mine, premiums[mine[0]["slice"]]) for i, mine in enumerate(order, 1)]

    def rows(self, array: str) -> list[Row]:
        """The rows of an array that belong to the run."""
        if array not in self._rows:
            self._rows[array] = [row for row in self.audit[array] if row["run"] == self.run]
        return self._rows[array]

    @property
    def flagged(self) -> list[SliceModel]:
        """Slices in which the reward overpays."""
        return [one for one in self.slices if one.lead["flag"]]

    @property
    def many(self) -> bool:
        """Whether there is more than one slice, so that each is named."""
        return len(self.slices) > 1

    @cached_property
    def has_gold(self) -> bool:
        """Whether some slice is held against gold."""
        return any(one.judged == GAP for one in self.slices)

    @cached_property
    def steps(self) -> list[int]:
        """All steps that the audit names, ascending."""
        arrays = ("divergence", "premium_series", "behavior")
        return sorted({row["step"] for array in arrays for row in self.rows(array)})

    @cached_property
    def _by_feature(self) -> dict[tuple[str, str, str], list[Row]]:
        found: dict[tuple[str, str, str], list[Row]] = defaultdict(list)
        for array in ("premium_series", "behavior"):
            for row in self.rows(array):
                found[array, row["slice"], row["feature"]].append(row)
        return found

    def series(self, array: str, one: SliceModel, feature: str) -> list[Row]:
        """Rows of a feature in `premium_series` or `behavior`, by step."""
        return sorted(self._by_feature.get((array, one.name, feature), ()), key=lambda row: row["step"])

    def rise(self, one: SliceModel, feature: str) -> Row | None:
        """The first verdict that the premium of a feature rose; None without."""
        seen = [
            row
            for row in self.rows("premium_screening")
            if (row["slice"], row["feature"], row["status"], row["direction"])
            == (one.name, feature, "alert", "rise")
        ]
        return min(seen, key=lambda row: (row["alert_step"], row["rule"]), default=None)

    def divergence(self, one: SliceModel) -> list[Row]:
        """Reward and gold of a slice by step, where both are known."""
        return [
            row
            for row in self.rows("divergence")
            if row["slice"] == one.name and row["proxy"] is not None and row["gold"] is not None
        ]

    def span_steps(self, one: SliceModel, span: str) -> tuple[int, int] | None:
        """First and last step of a span of a slice; None for labelled rows."""
        if span == QA or not self.steps:
            return None
        if span == RUN:
            return self.steps[0], self.steps[-1]
        first = one.lead["onset_step"]
        later = [step for step in self.steps if first is not None and step >= first]
        return (later[0], later[: self.settings["window_steps"]][-1]) if later else None

    def wording(self, term: Term) -> Wording:
        """The phrases for a feature or pair: its name, and what completions do."""
        known = [feature_words(name, hashed=self.hashed) for name in term.parts]
        if len(known) == 1:
            return known[0]
        return Wording(title=_joined(w.title for w in known), plural=_joined(w.plural for w in known))


def audit_models(audit: Mapping[str, Any]) -> list[AuditModel]:
    """One model per run, sorted by name."""
    return [AuditModel(audit, run) for run in sorted({row["run"] for row in audit["slice_risk"]})]


def shown(name: str) -> str:
    """A name of a feature or pair, of a slice or a column, on one line."""
    return printable(name, 120)


def _joined(phrases: Iterable[Phrase]) -> Phrase:
    first, second = phrases
    return (*first, Part(" and "), *second)


def _place(term: Term) -> tuple[int, float, float, str, str]:
    status = term.status if term.status in _ORDER else NONE
    return (_ORDER.index(status), -term.size, -abs(term.row["t"] or 0.0), term.kind, term.feature)


def _slice_place(rows: Sequence[Row]) -> tuple[bool, int, float, str]:
    lead = next((row for row in rows if row["leads"]), rows[0])
    status = lead["status"] if lead["status"] in _ORDER else NONE
    return (not lead["flag"], _ORDER.index(status), -(lead["risk"] or 0.0), lead["slice"])
