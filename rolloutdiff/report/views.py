"""What the templates set out: plain objects whose texts and numbers are ready to print."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rolloutdiff.report.event_figure import EventChart, RowChart
from rolloutdiff.report.evidence import Figure
from rolloutdiff.report.explain import Paragraph
from rolloutdiff.report.marks import Label
from rolloutdiff.report.reward_figure import RewardChart
from rolloutdiff.report.voice import PageWords
from rolloutdiff.wording import Phrase

if TYPE_CHECKING:
    from rolloutdiff.report.audit_views import AuditPage


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How much of a report is drawn; the rest is counted, with the SQL that returns it.

    Attributes:
        full: Full cards, for the first rising yes/no events.
        compact: Compact cards, for the events that follow.
        open_rows: Overview rows in sight.
        rows: Overview rows in all.
        tables: Whether full cards hold the numbers behind their chart.
        slices: Slices of an audit with a card.
    """

    full: int = 12
    compact: int = 28
    open_rows: int = 60
    rows: int = 300
    tables: bool = True
    slices: int = 12


@dataclass(frozen=True, kw_only=True)
class Fact:
    """A line of what was read; `code` sets a name one can type."""

    label: str
    value: str
    code: bool = False


@dataclass(frozen=True, kw_only=True)
class Axes:
    """What all charts of a run share.

    Attributes:
        width: Length of the time axis in its own units.
        grid_path: Vertical lines at the labelled steps.
        tick_labels: Labels of the time axis.
        strip: Class and path of the reward lines below every behaviour.
        strip_ticks: Ends of the strip's axis, the higher first.
        strip_ends: Names at the ends of the strip's lines, the higher first.
        binned: Logged steps per drawn point.
    """

    width: str
    grid_path: str
    tick_labels: list[Label]
    strip: list[tuple[str, str]]
    strip_ticks: list[str]
    strip_ends: list[str]
    binned: int


@dataclass(frozen=True, kw_only=True)
class RewardAlert:
    """An alert of a reward series: shown, never ranked."""

    name: str
    change: str
    onset: str
    alert: int


@dataclass(frozen=True, kw_only=True)
class IndexRow:
    """One event in the index: rank, name, numbers and how many figures speak for it and against it."""

    rank: int
    href: str
    title: Phrase
    onset: int
    bounds: str
    alert: int
    before: str
    now: str
    tally: str
    figures: int


@dataclass(frozen=True, kw_only=True)
class MemberLine:
    """A feature of an event and what it has in common with the lead."""

    feature: str
    note: str


@dataclass(frozen=True, kw_only=True)
class Reference:
    """A completion to read: `role` is its class, `source` file and row of the dump."""

    place: str
    role: str
    words: str
    step: int
    reward: str
    prompt: str
    source: str


@dataclass(frozen=True, kw_only=True)
class PremiumLink:
    """What an audit says of the pay for an event, with a link to it."""

    text: Phrase
    href: str


@dataclass(frozen=True, kw_only=True)
class Card:
    """One event, complete in one place."""

    rank: int
    anchor: str
    full: bool
    title: Phrase
    say: Phrase
    rule_lines: list[tuple[str, str]]
    tier_line: str
    chart: EventChart
    members: list[MemberLine]
    more_members: int
    figures: list[Figure]
    premiums: list[PremiumLink]
    explained: list[Paragraph]
    references: list[Reference]
    references_note: str
    command: list[str]
    sql_series: str
    sql_members: str | None
    sql_exemplars: str | None
    numbers_head: tuple[str, ...]
    numbers: list[tuple[str, ...]]


@dataclass(frozen=True, kw_only=True)
class OverviewRow:
    """One feature on the shared axis."""

    rank: int | None
    href: str | None
    title: Phrase
    chart: RowChart
    onset: str
    bounds: str
    before: str
    now: str
    range: str


@dataclass(frozen=True, kw_only=True)
class RuleRow:
    """What one rule found: `lead` is what it says of the behaviour that leads the report."""

    rule: str
    role: str
    scored: str
    found: str
    headlines: str
    chance: str
    lead: str


@dataclass(frozen=True, kw_only=True)
class Headline:
    """A change that is large and sure: `rules` are those that say so."""

    rank: int | None
    href: str | None
    title: Phrase
    change: str
    onset: str
    q_value: str
    e_value: str
    rules: str


@dataclass(frozen=True, kw_only=True)
class Confidence:
    """How far a report can be trusted.

    Attributes:
        rules: What each rule found.
        lead: Name of the behaviour that leads the report; None without one.
        health: The bulk of the series held against noise, in a sentence; empty where it was not computed.
        noise: What was taken for noise, as label and value.
        headlines: Large and sure changes.
        more: How many of them are not in the table, in words.
        sql: Condition that finds the rows of the run.
    """

    rules: list[RuleRow]
    lead: Phrase | None
    health: str
    noise: list[tuple[str, str]]
    headlines: list[Headline]
    more: str
    sql: str


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """Number of series of one outcome, by tier in the order of the table head."""

    label: str
    code: str | None
    counts: list[str]
    total: str


@dataclass(frozen=True, kw_only=True)
class Bar:
    """Series whose smallest visible rise lies in a range."""

    label: str
    count: str
    width: str


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A finding about the dump itself."""

    severity: str
    message: str
    code: str
    count: str
    steps: str
    files: str


@dataclass(frozen=True, kw_only=True)
class Column:
    """An optional column of the dump that some completions lack; `strip` draws its share by step.

    Attributes:
        strip: Stretches of equal share as start and width in units of one step, and opacity.
    """

    name: str
    filled: str
    empty_steps: str
    steps: str
    strip: list[tuple[int, int, str]]


@dataclass(frozen=True, kw_only=True)
class RunPage:
    """Everything the page says about one run; `values` is what the script reads out."""

    prefix: str
    run: str
    steps: str
    formula: str
    words: PageWords
    base: str
    recent: str
    lead: Phrase
    second: Phrase
    surely: str
    axes: Axes | None
    reward: RewardChart | None
    reward_alerts: list[RewardAlert]
    facts: list[Fact]
    index: list[IndexRow]
    cards: list[Card]
    uncarded_text: str
    sql_events: str
    reference_rows: list[OverviewRow]
    overview: list[OverviewRow]
    quiet_rows: list[OverviewRow]
    open_rows: int
    folded_text: str
    tiers: list[str]
    outcomes: list[Outcome]
    all_series: Outcome
    reward_series: int
    falls: Phrase
    blind: str
    sql_outcomes: str
    bars: list[Bar]
    bars_total: str
    integrity: list[Finding]
    columns: list[Column]
    columns_note: str
    logged: int
    confidence: Confidence
    audit: AuditPage | None
    values: dict[str, Any] = field(repr=False)
