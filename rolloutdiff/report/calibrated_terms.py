"""Terms and texts of a page that `anchored_seq_v1` and `anchored_lr_v1` lead."""

from __future__ import annotations

from rolloutdiff.report.numbers import in_words, points, share
from rolloutdiff.report.rule import LAST_STEPS, SIDE_SD, WINDOW_MARGIN, Anchored
from rolloutdiff.report.voice import PageWords


def entries(rule: Anchored) -> dict[str, tuple[str, str]]:
    """Entries of the glossary."""
    least, large = _words(rule)
    return {
        "onset": (
            "Onset, alert",
            "The onset is the first step at which the curve fitted to the whole series is 10 points from the "
            "baseline; of sizes and of smaller changes, half of the change. In brackets the set that holds "
            "it with 95 %. The alert is the step at which someone watching could have known.",
        ),
        "baseline": (
            "Before, baseline",
            f"Mean of the first {rule.baseline_steps} scored steps; later steps never change it. Tinted box: "
            "mean ± 2 sd of its step means. Thin line: the mean, carried on.",
        ),
        "fit": (
            "Fitted onset, shape",
            "Steps, ramps, pulses and curves in between are fitted to the whole series. Start: a tenth of "
            f"the change; half: half of it. An onset inside the event window (onset − {WINDOW_MARGIN} to "
            f"alert + {WINDOW_MARGIN} of the rule, logged steps) agrees with the alert.",
        ),
        "persistence": (
            "Persistence",
            "Share of the steps after the alert that keep at least half of the change. At least 80 % speaks "
            "for the change, below 50 % against it.",
        ),
        "evalue": (
            "Evidence, e-value",
            "How much better a change explains the steps so far than noise does. Without a change it is at "
            f"most 1 on average, so that it ever reaches {rule.e_value:g} in at most one series of "
            f"{rule.e_value:g}, whatever the dependence between series.",
        ),
        "qvalue": (
            "q-value, headline",
            "Expected share of false findings among all series with a q-value up to this one. The headline "
            f"list holds changes of {large} or more (sizes: {share(rule.headline_change)} of the baseline) "
            f"with a q-value of at most {rule.fdr:g}.",
        ),
        "noise": (
            "Drift, kappa, rho",
            "Slow movement that counts as noise: kappa times the sampling error in size, with a correlation "
            "of rho from step to step. Chosen from the baselines of all series.",
        ),
        "visible": (
            "Smallest visible",
            "Smallest lasting change that would have been found with a probability of 90 %; for yes/no "
            f"features never below {least}. Dots in the chart.",
        ),
        "points": ("Points", "Difference of two shares, in percentage points."),
    }


def page_words(rule: Anchored) -> PageWords:
    """Texts of the page."""
    least, _ = _words(rule)
    return PageWords(
        order="Headline changes first; among them rising yes/no behaviours, by tier, replication, "
        "persistence, reward difference and prompt breadth; then the rest in order of onset.",
        set_head="95 % set",
        set_short="[95 %]",
        onset="Onset: first step at which the curve fitted to the whole series is 10 points from the "
        "baseline (sizes and smaller changes: half of the change), and the set that holds it with 95 %.",
        bar="95 % set of the onset",
        line="smallest lasting change that would have been found with a probability of 90 %",
        quiet="",
        bars="Smallest lasting rise that would have been found with a probability of 90 %, in points of "
        "prevalence",
        bars_note="A series could have risen by less than that without a word in this report.",
        method=(
            f"takes level and noise from the first {rule.baseline_steps} steps, allows for drift of bounded "
            "size, and alerts at the first step at which the evidence for a change reaches "
            f"{rule.e_value:g}, the last {in_words(LAST_STEPS)} steps lie on one side of the level before by "
            f"more than {SIDE_SD:g} sd, and the change is {least} or more (sizes: {share(rule.min_relative)} "
            "of the baseline). It never looks ahead: later steps change no earlier verdict.",
            "looks back at the whole series for a step, ramp, pulse or curve of any width, with a chance of "
            f"at most {share(rule.alpha)} per series without a change, and fits the curve that dates it.",
        ),
    )


def _words(rule: Anchored) -> tuple[str, str]:
    return points(rule.min_change).lstrip("+"), points(rule.headline_change).lstrip("+")
