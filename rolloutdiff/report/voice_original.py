"""Sentences about `frozen_z_v1` and `l2_ar1_v1`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rolloutdiff.report.numbers import (
    NO_BREAK,
    THIN_SPACE,
    chance,
    in_words,
    plain,
    points,
    span,
)
from rolloutdiff.report.rows import Row
from rolloutdiff.report.rule import RULES, WINDOW_MARGIN, FrozenZ, L2Ar1, chosen
from rolloutdiff.report.voice import Dated, PageWords, Voice

if TYPE_CHECKING:
    from rolloutdiff.report.events import Event, Onset
    from rolloutdiff.report.model import RunModel
    from rolloutdiff.report.series import Series


class Original(Voice):
    """Speaks for the rules of the original.

    Args:
        settings: Settings of a report.
    """

    names = RULES["original"]
    lasting = "stay beyond the line"
    dates = "split"
    line_note = "alert"
    persistence = "persistence_v1"

    def __init__(self, settings: Row) -> None:
        self.rule = FrozenZ(**chosen(settings["frozen_z"], FrozenZ))
        self.split = L2Ar1(**chosen(settings["l2_ar1"], L2Ar1))
        self.baseline_steps = self.rule.baseline_steps
        self.min_steps = self.rule.baseline_steps + self.rule.consecutive_steps
        self.least = self.large = self.rule.min_rise
        self.page = self._page()

    @property
    def noise(self) -> str:
        """The noise a split is held against."""
        return "drifting noise" if self.split.confirm else "independent noise"

    def split_chance(self, p_value: float) -> str:
        """A p-value; at the floor that the number of draws sets, as a bound."""
        floor = 1 / (self.split.draws + 1)
        if p_value <= floor + 1e-6:
            return f"p{THIN_SPACE}≤{THIN_SPACE}{math.ceil(1000 * floor - 1e-6) / 1000:.3f}"
        return chance(p_value)

    def _reasons(self) -> dict[str, str]:
        return {
            "sparse": f"seen in fewer than {self.rule.sparse_steps} steps",
            "single_unit": f"with two prompts or more in fewer than {self.min_steps} steps",
        }

    def began(self, onset: Onset) -> str:
        """The set of a confirmed split where it holds the onset."""
        bounds = onset.bounds
        if bounds and bounds[0] <= onset.step <= bounds[1] and bounds[0] < bounds[1]:
            return f"between steps{NO_BREAK}{bounds[0]} and{NO_BREAK}{bounds[1]}"
        return super().began(onset)

    def scorable_steps(self, series: Series) -> list[int]:
        """Steps with a standard error."""
        points = zip(series.step, series.mean, series.se, strict=True)
        return [step for step, mean, se in points if mean is not None and se is not None]

    def needs(self) -> str:
        """What the fewest steps are made of."""
        row = f"{self.rule.consecutive_steps} in a row beyond its line"
        return f"{self.baseline_steps} for the baseline and {row}"

    def size_since(self, onset: Onset) -> str:
        """When a size changed."""
        return f", beyond the rule\u2019s line from {self.when(onset)} on"

    def reward_since(self, onset: Onset) -> str:
        """When a reward changed."""
        return f", beyond the same line from {self.when(onset)} on"

    def surely(self, model: RunModel) -> list[str]:
        """That an alert may be chance."""
        if not model.alerts:
            return ["That is not to say that nothing changed: see what could not be seen."]
        return [
            "The rule looks at each series by itself and makes no allowance for their number, so an alert "
            "may be chance; a single odd step is not enough, since it asks for "
            f"{self.rule.consecutive_steps} in a row."
        ]

    def chance(self, model: RunModel) -> str:
        """That the chance is not known."""
        return "chance rate not calibrated."

    def falls(self) -> tuple[str, str]:
        """That there is no alert for them."""
        return "This rule does not alert when a yes/no behaviour falls. ", ""

    def rule_lines(self, event: Event) -> list[tuple[str, str]]:
        """The alert with its z."""
        alert = event.alert
        z = "" if alert["statistic"] is None else f", z {plain(alert['statistic'], 1)}"
        return [(self.names.sequential, f"onset {alert['onset_step']}, alert {alert['alert_step']}{z}")]

    def crossing(self, model: RunModel, event: Event) -> str:
        """The steps beyond the line."""
        rule, alert = self.rule, event.alert
        side = "above" if alert["direction"] == "rise" else "below"
        least = f" and {points(rule.min_rise).lstrip('+')}" if event.binary else ""
        line = f"more than {rule.z:g} standard errors{least} {side} the baseline."
        onset, last = alert["onset_step"], alert["alert_step"]
        if onset == last:
            return f"Step {onset} was the first {line}"
        return f"Steps {onset} to {last} were the first {in_words(rule.consecutive_steps)} in a row {line}"

    def dated(self, model: RunModel, event: Event) -> Dated:
        """The best single split: inside the window or outside, with its chance."""
        step, p_value = event.evidence["split_step"], event.evidence["split_p_value"]
        window = span(*model.window(event))
        side = "inside" if event.evidence["window_corroborated"] else "outside"
        in_table, in_text = "", ""
        if p_value is not None:
            in_table = f", {self.split_chance(p_value)}{'' if event.confirmed else ', not confirmed'}"
            in_text = f" ({self.split_chance(p_value)} under {self.noise})"
        sentence = (
            f"The best single split of the whole series is step {step}, {{}} the window {window}{in_text}."
        )
        return Dated(
            label="Best single split",
            term="split",
            value=str(step),
            base=f"step; {side} {window}{in_table}",
            agrees=sentence.format("inside"),
            differs=sentence.format("outside"),
            doubts=[*self._unconfirmed(event), *self._two_dates(model, event)],
        )

    def _unconfirmed(self, event: Event) -> list[str]:
        p_value = event.evidence["split_p_value"]
        if event.confirmed or p_value is None:
            return []
        return [
            f"No single split stands out from {self.noise}: {self.split_chance(p_value)}, where at most "
            f"{self.split.alpha:g} is asked for."
        ]

    def _two_dates(self, model: RunModel, event: Event) -> list[str]:
        """The rule's onset and a confirmed split, where they lie more than three logged steps apart."""
        split, onset, bounds = event.evidence["split_step"], event.alert["onset_step"], event.onset.bounds
        near = split is None or abs(model.place(split) - model.place(onset)) <= WINDOW_MARGIN
        if not bounds or near or event.evidence["window_corroborated"] is False:
            return []
        return [
            f"The two dates differ: step {onset} by the rule, step {split} [{span(*bounds)}] by the best "
            "single split."
        ]

    def entries(self) -> dict[str, tuple[str, str]]:
        """Terms of these rules."""
        window = f"onset − {WINDOW_MARGIN} to alert + {WINDOW_MARGIN}"
        return {
            "onset": (
                "Onset, alert",
                f"The onset is the first of {self.rule.consecutive_steps} steps in a row beyond the "
                "rule\u2019s line, the alert the last of them: when someone watching could have known.",
            ),
            "baseline": (
                "Before, baseline",
                f"Mean of the first {self.baseline_steps} scorable steps; later steps never change it. "
                "Tinted box: mean ± 2 sd between steps, with a floor for small counts. Thin line: the mean, "
                "carried on.",
            ),
            "split": (
                "Best single split, split set",
                "The one step that best divides the whole series into two levels. Inside the event window "
                f"({window}, logged steps) it agrees with the alert; p is its chance under {self.noise}, "
                f"confirmed up to {self.split.alpha:g}. The set of a confirmed split holds it with a nominal "
                "95 % for one abrupt change and says nothing about slow ones.",
            ),
            "persistence": (
                "Persistence",
                "Share of the steps after the alert still beyond the rule\u2019s line. At least 80 % speaks "
                "for the change, below 50 % against it.",
            ),
            "z": (
                "z",
                "Distance of a step mean from the baseline in standard errors: the larger of the step\u2019s "
                "own and the baseline\u2019s spread, with the uncertainty of the baseline added.",
            ),
            "visible": (
                "Smallest visible",
                "Smallest lasting change that would have met the line, at the median standard error after "
                f"the baseline; for yes/no features never below {self.least_words}. Dots in the chart.",
            ),
            "points": (
                "Points",
                "Difference of two shares, in percentage points. Yes/no features alert on rises only, sizes "
                "in both directions.",
            ),
        }

    def _page(self) -> PageWords:
        rule = self.rule
        return PageWords(
            order="Rising yes/no behaviours first, by tier, replication, persistence, reward difference and "
            "prompt breadth; the rest in order of onset.",
            set_head="Split set",
            set_short="[split]",
            onset="Onset: first step beyond the rule\u2019s line. Split set: where the best single split of "
            "the whole series lies, nominal 95 %.",
            bar="set of the best single split",
            line="smallest lasting change that would have alerted",
            quiet=" (this rule does not alert on falls of yes/no features)",
            bars="Smallest lasting rise that would have alerted, in points of prevalence",
            bars_note="A series could have risen by less than that without a word in this report. The larger "
            "of the rule\u2019s own gate and its line in standard errors, at the median step after the "
            "baseline.",
            method=(
                f"freezes the first {rule.baseline_steps} steps and alerts after {rule.consecutive_steps} "
                f"steps in a row with z beyond {rule.z:g} and, for yes/no features, a rise of at least "
                f"{self.least_words}.",
                "looks back at the whole series for its best single split; it dates a change a second time "
                "and raises no alert.",
            ),
        )
