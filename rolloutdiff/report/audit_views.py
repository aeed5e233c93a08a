"""What the audit's templates set out: plain objects whose texts and numbers are ready to print."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rolloutdiff.report.audit_figure import DivergenceChart, DoseChart, PremiumChart
from rolloutdiff.report.views import Axes, Fact
from rolloutdiff.wording import Phrase


@dataclass(frozen=True, kw_only=True)
class SliceRow:
    """One slice in the table at the top: `verdict` is the word its sentence begins with."""

    name: str
    href: str | None
    verdict: str
    sentence: Phrase
    single: str
    pair: str
    risk: str
    compared: str


@dataclass(frozen=True, kw_only=True)
class AuditFigure:
    """One row of the figures beside the chart of a slice."""

    label: str
    term: str
    value: str
    base: str
    reading: str


@dataclass(frozen=True, kw_only=True)
class PremiumRow:
    """One feature or pair in the table of a slice: `shadows` are names it stands for."""

    feature: str
    shadows: list[str]
    kind: str
    premiums: list[str]
    t: str
    line: str
    strength: str
    support: str
    status: str


@dataclass(frozen=True, kw_only=True)
class EventLink:
    """The event of the report that a feature belongs to; `href` is None where it has no card."""

    text: str
    href: str | None


@dataclass(frozen=True, kw_only=True)
class SliceCard:
    """One slice with everything that is known about it.

    Attributes:
        title: The feature or pair that is paid most; None without one.
        charted: The feature whose series and dose curve are drawn, where it is another.
        heads: Heads of the columns of `rows.premiums`.
        rest: What the table leaves out, in words.
        sql: Condition that finds its premiums.
    """

    number: int
    anchor: str
    name: str
    many: bool
    say: Phrase
    title: Phrase | None
    charted: Phrase | None
    premium_chart: PremiumChart | None
    dose_chart: DoseChart | None
    divergence_chart: DivergenceChart | None
    figures: list[AuditFigure]
    events: list[EventLink]
    span_text: str
    heads: list[str]
    rows: list[PremiumRow]
    rest: str
    sql: str


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table whose cells are ready: heads, and rows whose first cell names the row."""

    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]


@dataclass(frozen=True, kw_only=True)
class Missing:
    """Figures that could not be computed: what, why, in words and as a code, where and how many."""

    what: str
    reason: str
    code: str
    where: str
    count: str


@dataclass(frozen=True, kw_only=True)
class AuditPage:
    """Everything the page says about the audit of one run; `values` is what the script reads out.

    Attributes:
        care: What premiums are held against and what they do not show, as heading and text.
        method: What the figures are.
        corrections: Terms to take off the reward; None where there is none.
        corrections_text: What they are for, or why there is none.
        value: Off-policy values; None where none could be computed.
        value_text: What they mean, or why there is none.
        assessment: What stands for and against the trained policy, by slice.
        assessment_text: The verdict on the run.
        issues: What stands against it.
        scored_text: Figures against truth labels; empty without.
    """

    prefix: str
    run: str
    axes: Axes | None
    lead: Phrase
    care: list[tuple[str, str]]
    method: list[tuple[str, str]]
    facts: list[Fact]
    slices: list[SliceRow]
    cards: list[SliceCard]
    uncarded_text: str
    corrections: Table | None
    corrections_text: str
    value: Table | None
    value_text: str
    assessment: Table | None
    assessment_text: str
    issues: list[str]
    scored_text: str
    missing: list[Missing]
    terms: dict[str, tuple[str, str]]
    sql: str
    values: dict[str, Any] = field(repr=False)
