"""Sentences about `anchored_seq_v1` and `anchored_lr_v1`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rolloutdiff.report.calibrated_terms import entries, page_words
from rolloutdiff.report.health import prompts_note, warning
from rolloutdiff.report.numbers import (
    about,
    chance,
    count,
    e_number,
    in_words,
    share,
    span,
)
from rolloutdiff.report.rows import Row
from rolloutdiff.report.rule import LAST_STEPS, RULES, WINDOW_MARGIN, Anchored, chosen
from rolloutdiff.report.voice import Dated, Voice

if TYPE_CHECKING:
    from rolloutdiff.report.events import Event, Onset
    from rolloutdiff.report.model import RunModel
    from rolloutdiff.report.series import Series

# Steps after the baseline without which no change can be told from noise.
_LATER_STEPS = 5
# Steps that show a yes/no feature, without which it cannot have changed for as long as a change must last.
_FEWEST_POSITIVE = 4
_SHAPES = {"step": "a step", "pulse": "a pulse", "ramp": "a ramp", "drift": "a drift", "spike": "a spike"}
_TEN_POINTS = "ten_points"


class Calibrated(Voice):
    """Speaks for the calibrated rules.

    Args:
        settings: Settings of a report.
    """

    names = RULES["calibrated"]
    lasting = "keep at least half of the change"
    dates = "onset"
    line_note = "visible"
    persistence = "persistence_v2"

    def __init__(self, settings: Row) -> None:
        self.rule = Anchored(**chosen(settings["anchored"], Anchored))
        self.baseline_steps = self.rule.baseline_steps
        self.min_steps = self.rule.baseline_steps + _LATER_STEPS
        self.least = self.rule.min_change
        self.large = self.rule.headline_change
        self.page = page_words(self.rule)

    def _reasons(self) -> dict[str, str]:
        return {"sparse": f"seen in fewer than {_FEWEST_POSITIVE} steps"}

    def scorable_steps(self, series: Series) -> list[int]:
        """Steps with a value; a standard error is not needed."""
        return [step for step, mean in zip(series.step, series.mean, strict=True) if mean is not None]

    def needs(self) -> str:
        """What the fewest steps are made of."""
        return f"{self.baseline_steps} for the baseline and {_LATER_STEPS} after it"

    def size_since(self, onset: Onset) -> str:
        """When half of the change was reached."""
        if onset.fitted:
            return f", half of it by {self.when(onset)}"
        return f"; the rule dates it to {self.when(onset)}"

    def reward_since(self, onset: Onset) -> str:
        """The same of a reward."""
        return self.size_since(onset).replace(";", ", and", 1)

    def surely(self, model: RunModel) -> list[str]:
        """How many alerts noise would give, how many changes are large and sure, and what to beware of."""
        expected = self._expected(model, self.names.sequential)
        found = []
        if expected is not None:
            found.append(f"Without any change, at most about {expected} would alert by chance.")
        if model.alerts:
            found.append(self._headlines(model))
        changes, by_chance = self._back(model)
        found.append(f"Looking back at the whole run, {self.names.retrospective} finds {changes}{by_chance}.")
        if not model.alerts:
            found.append("That is not to say that nothing else changed: see what could not be seen.")
        return [*found, *self._beware(model)]

    def _back(self, model: RunModel) -> tuple[str, str]:
        """Number of series that changed by the retrospective rule, and how many would by chance."""
        expected = self._expected(model, self.names.retrospective)
        by_chance = "" if expected is None else f" (by chance, at most about {expected})"
        return count(len(model.found_back)), by_chance

    def looked_back(self, model: RunModel) -> str:
        """How many series changed all the same."""
        number = len(model.found_back)
        return f"Looking back at the whole run, {count(number)} series changed." if number else ""

    def _headlines(self, model: RunModel) -> str:
        number = sum(bool(row["headline"]) for row in model.alerts)
        start = f"{count(number)} of the alerts" if number else "No alert"
        verb = "make" if number > 1 else "makes"
        size = f"a change of {self.large_words} or more (sizes: {share(self.large)} of the baseline)"
        end = f"with a q-value of at most {self.rule.fdr:g}"
        return f"{start} {verb} the headline list: {size} {end}."

    def chance(self, model: RunModel) -> str:
        """The bound, the headlines and what to beware of, in a few words."""
        expected = self._expected(model, self.names.sequential)
        bound = "by chance: not known" if expected is None else f"by chance, at most about {expected}"
        number = sum(bool(row["headline"]) for row in model.alerts)
        headlines = f" Headline ({self.large_words} or more, q ≤ {self.rule.fdr:g}): {count(number)}."
        back = "Looking back: {} changed{}.".format(*self._back(model))
        return " ".join([f"{bound}.{headlines if model.alerts else ''}", back, *self._beware(model)])

    def _expected(self, model: RunModel, rule: str) -> str | None:
        row = model.calibration.get(rule)
        value = row["expected_false_alerts"] if row else None
        return None if value is None else about(value)

    def _beware(self, model: RunModel) -> list[str]:
        row = model.calibration.get(self.names.sequential)
        notes = [warning(model.calibration), prompts_note(row["prompts"] if row else None)]
        return [note for note in notes if note]

    def visible(self, seen: int, number: int) -> str:
        """Rises that would have been found with a probability of 90 %."""
        return f"{super().visible(seen, number)[:-1]} with a probability of 90 %."

    def blind(self) -> str:
        """What neither rule can see."""
        relative = share(self.rule.min_relative)
        return (
            "The rules do not see what changed inside the baseline itself, spells of fewer than "
            f"{in_words(LAST_STEPS)} steps, changes below {self.least_words} (sizes: {relative} of the "
            f"baseline), or movements no larger than the drift they allow for; {self.names.sequential} does "
            f"not see a change that takes much longer than {self.rule.window} steps to stand out."
        )

    def falls(self) -> tuple[str, str]:
        """That they alert as rises do."""
        return "Falls alert as rises do. ", " without an alert"

    def rule_lines(self, event: Event) -> list[tuple[str, str]]:
        """The alert with its evidence, and the fitted curve with its steps."""
        alert = event.alert
        evidence = "" if alert["e_value"] is None else f", evidence {e_number(alert['e_value'])}"
        watching = f"onset {alert['onset_step']}, alert {alert['alert_step']}{evidence}"
        return [(self.names.sequential, watching), (self.names.retrospective, fit_line(event))]

    def crossing(self, model: RunModel, event: Event) -> str:
        """The fitted curve, then the evidence as it stood at the alert."""
        alert = event.alert
        side = "above" if alert["direction"] == "rise" else "below"
        sentence = (
            f"At step {alert['alert_step']} the evidence for a change had reached {self.rule.e_value:g}, "
            f"with the last {in_words(LAST_STEPS)} steps {side} the level before; the rule dated it to step "
            f"{alert['onset_step']}."
        )
        return f"{self._fitted(event)} {sentence}" if event.onset.fitted else sentence

    def _fitted(self, event: Event) -> str:
        shift = event.shift or {}
        side = "above" if (shift["after_mean"] or 0.0) >= (shift["before_mean"] or 0.0) else "below"
        begins = f"begins at step {shift['start_step']}, " if shift["start_step"] is not None else ""
        half = f" and is half done at step {shift['half_step']}" if shift["half_step"] is not None else ""
        onset = event.onset.text
        if shift["onset_at"] == _TEN_POINTS:
            reaches = f"reaches 10 points {side} the baseline at step {onset}{half}"
        else:
            reaches = f"reaches half of its change at step {onset}"
        shape = _SHAPES.get(shift["shape"], shift["shape"])
        return f"The curve fitted to the whole series, {shape}, {begins}{reaches}."

    def dated(self, model: RunModel, event: Event) -> Dated:
        """The fitted onset: inside the window or outside, with its q-value."""
        shift, window = event.shift or {}, span(*model.window(event))
        side = "inside" if event.evidence["window_corroborated"] else "outside"
        sure = sureness(shift)
        sentence = (
            f"A curve fitted to the whole series has its onset at step {event.onset.text}, {{}} the window "
            f"{window}{f' ({sure})' if sure else ''}."
        )
        found = event.onset.fitted
        return Dated(
            label="Fitted onset",
            term="fit",
            value=event.onset.text if found else None,
            base=(f"step; {side} {window}" if found else "no change found") + (f", {sure}" if sure else ""),
            agrees=sentence.format("inside"),
            differs=sentence.format("outside"),
            doubts=self._doubts(model, event),
        )

    def _doubts(self, model: RunModel, event: Event) -> list[str]:
        if not event.onset.fitted:
            return [
                f"Looking back, no change of the whole series stands out from noise{_brackets(event.shift)}."
            ]
        fitted, onset, shift = event.onset.step, event.alert["onset_step"], event.shift or {}
        found = []
        if abs(model.place(fitted) - model.place(onset)) > WINDOW_MARGIN:
            found.append(
                f"The two dates differ: step {onset} by the rule, step {event.onset.text} by the fitted "
                "curve."
            )
        if shift["shape"] == "pulse" and shift["end_step"] is not None:
            found.append(f"By the fitted curve it is a pulse that ends at step {shift['end_step']}.")
        if shift["shape"] == "spike":
            found.append("By the fitted curve it is a spike of a few steps.")
        if shift["shape"] == "drift":
            found.append("By the fitted curve it is a slow drift without a clear beginning.")
        return found

    def entries(self) -> dict[str, tuple[str, str]]:
        """Terms of these rules."""
        return entries(self.rule)


def fit_line(event: Event) -> str:
    """`step; start 44, onset 48 [46–48] at 10 points, half 51; q < 0.001`."""
    shift = event.shift
    if shift is None or not event.onset.fitted:
        return f"no change found{_brackets(shift)}"
    at = "at 10 points" if shift["onset_at"] == _TEN_POINTS else "at half of the change"
    steps = [
        "" if shift["start_step"] is None else f"start {shift['start_step']}",
        f"onset {event.onset.text} {at}",
        ""
        if shift["half_step"] is None or shift["onset_at"] != _TEN_POINTS
        else f"half {shift['half_step']}",
        "" if shift["end_step"] is None else f"end {shift['end_step']}",
    ]
    more = [f"{row['shape']} at {row['onset_step']}" for row in event.further]
    return "; ".join(
        piece
        for piece in (
            str(shift["shape"]),
            ", ".join(step for step in steps if step),
            sureness(shift),
            f"further changes: {', '.join(more)}" if more else "",
        )
        if piece
    )


def sureness(shift: Row) -> str:
    """The q-value of a change, its p-value where it has none."""
    for name in ("q", "p"):
        value = shift.get(f"{name}_value")
        if value is not None:
            return chance(value, name)
    return ""


def _brackets(shift: Row | None) -> str:
    p_value = shift["p_value"] if shift else None
    return "" if p_value is None else f" ({chance(p_value)})"
