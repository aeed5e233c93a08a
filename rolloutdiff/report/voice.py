"""What a report says differently, depending on which rules lead it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rolloutdiff.report.numbers import count, points, span_words
from rolloutdiff.report.rows import Row
from rolloutdiff.report.rule import RuleNames
from rolloutdiff.wording import printable

if TYPE_CHECKING:
    from rolloutdiff.report.events import Event, Onset
    from rolloutdiff.report.model import RunModel
    from rolloutdiff.report.series import Series


@dataclass(frozen=True, kw_only=True)
class PageWords:
    """Texts of the page.

    Attributes:
        order: In what order events are ranked.
        set_head: Head of the column with the onset's set.
        set_short: The same in few letters, in brackets.
        onset: What onset and set are.
        bar: What the orange bar of a chart is.
        line: What the dots of a chart are.
        quiet: What follows the words about quiet rows of the overview.
        bars: Caption of the table of smallest visible rises.
        bars_note: Where these come from.
        method: How the rules work, in sentences that follow their names.
    """

    order: str
    set_head: str
    set_short: str
    onset: str
    bar: str
    line: str
    quiet: str
    bars: str
    bars_note: str
    method: tuple[str, str]


@dataclass(frozen=True, kw_only=True)
class Dated:
    """What the retrospective rule says of an event, in the table of evidence and in sentences.

    Attributes:
        label: Name of the figure.
        term: Its entry in the glossary.
        value: The figure; None where there is none.
        base: Its unit and base.
        agrees: Sentence where it dates the change as the alert does.
        differs: Sentence where it dates it otherwise.
        doubts: Sentences that speak against the change in either case.
    """

    label: str
    term: str
    value: str | None
    base: str
    agrees: str
    differs: str
    doubts: list[str]


class Voice(ABC):
    """Speaks for one pair of leading rules.

    Attributes:
        names: The rules.
        baseline_steps: Scorable steps of the baseline.
        min_steps: Fewest scorable steps a series needs.
        least: Smallest change of a yes/no feature that can alert, as a share.
        large: A change of a yes/no feature worth looking at, as a share; of a size as a part of its baseline.
        page: Texts of the page.
        lasting: What later steps do that speak for a lasting change.
        dates: What the retrospective rule gives, in a word.
        line_note: What the dots of a chart are, in a word.
        persistence: SQL object that says which later steps keep the change.
    """

    names: RuleNames
    baseline_steps: int
    min_steps: int
    least: float
    large: float
    page: PageWords
    lasting: str
    dates: str
    line_note: str
    persistence: str

    @property
    def least_words(self) -> str:
        """The smallest change in words, `2 points`."""
        return points(self.least).lstrip("+")

    @property
    def large_words(self) -> str:
        """The change worth looking at in words, `10 points`."""
        return points(self.large).lstrip("+")

    def reason(self, code: str | None) -> str:
        """Why a series could not be scored, as words that follow `series`."""
        known = {
            "short_run": f"with a value in fewer than {self.min_steps} steps",
            "constant": "that never varied",
            "dump_change": "that the form of the dump changes, not the model",
            "ceiling": f"too common before to rise by {self.least_words}",
        } | self._reasons()
        return known.get(code or "", printable(code or "no reason given"))

    def _reasons(self) -> dict[str, str]:
        return {}

    def when(self, onset: Onset) -> str:
        """`step 48`, with its set where the onset was fitted."""
        return span_words([onset.step]) + onset.text.removeprefix(str(onset.step))

    def began(self, onset: Onset) -> str:
        """When a behaviour began, as the end of a clause."""
        return f"at {self.when(onset)}"

    @abstractmethod
    def scorable_steps(self, series: Series) -> list[int]:
        """Steps of a series that the rules look at."""

    @abstractmethod
    def needs(self) -> str:
        """What the fewest steps are made of."""

    @abstractmethod
    def size_since(self, onset: Onset) -> str:
        """When a size changed, as the end of a sentence without its full stop."""

    @abstractmethod
    def reward_since(self, onset: Onset) -> str:
        """The same of a reward."""

    @abstractmethod
    def surely(self, model: RunModel) -> list[str]:
        """What the rules do about chance, as sentences that follow the number of alerts."""

    @abstractmethod
    def chance(self, model: RunModel) -> str:
        """The same in a few words."""

    def visible(self, seen: int, number: int) -> str:
        """In how many of so many yes/no series a large rise would have been seen."""
        return (
            f"A rise of {self.large_words} or more would have been seen in {count(seen)} of {count(number)} "
            "yes/no series."
        )

    def looked_back(self, model: RunModel) -> str:
        """What was found looking back in a run without an alert, as a sentence; empty without any."""
        return ""

    def blind(self) -> str:
        """What the rules cannot see by their nature; empty where that is said elsewhere."""
        return ""

    @abstractmethod
    def falls(self) -> tuple[str, str]:
        """What the rule does about falls, and how one that raised no alert is called."""

    @abstractmethod
    def rule_lines(self, event: Event) -> list[tuple[str, str]]:
        """Each rule with what it found, as words that follow its name."""

    @abstractmethod
    def crossing(self, model: RunModel, event: Event) -> str:
        """How the rules were met, in whole sentences."""

    @abstractmethod
    def dated(self, model: RunModel, event: Event) -> Dated:
        """What the retrospective rule says."""

    @abstractmethod
    def entries(self) -> dict[str, tuple[str, str]]:
        """Entries of the glossary that depend on the rules."""


def verdict(row: Row | None) -> str:
    """Onset and alert of a row of the array `screening`, or why there is none."""
    if row is None:
        return "not judged"
    if row["status"] == "alert":
        return f"onset {row['onset_step']}, alert {row['alert_step']}"
    return "no alert" if row["status"] == "quiet" else "could not be scored"
