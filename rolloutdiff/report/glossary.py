"""The terms a report uses, each in one or two sentences."""

from __future__ import annotations

from rolloutdiff.report.numbers import points
from rolloutdiff.report.rule import WINDOW_MARGIN, Rule, SplitRule


def glossary(rule: Rule, split: SplitRule) -> dict[str, tuple[str, str]]:
    """Key, word and meaning of every term, in the order in which a reader meets them."""
    row = f"{rule.consecutive_steps} steps in a row"
    least = points(rule.min_rise).lstrip("+")
    window = f"onset − {WINDOW_MARGIN} to alert + {WINDOW_MARGIN}"
    return {
        "event": (
            "Event",
            "Rising yes/no alerts whose onsets lie within three steps of one another and that at least half "
            "of the same completions show; any other alert by itself. A coincidence in time and completions.",
        ),
        "onset": (
            "Onset, alert",
            f"The onset is the first of {row} beyond the rule\u2019s line, the alert the last of them: "
            "when someone watching could have known.",
        ),
        "baseline": (
            "Before, baseline",
            f"Mean of the first {rule.baseline_steps} scorable steps; later steps never change it. Tinted "
            "box: mean ± 2 sd between steps, with a floor for small counts. Thin line: the mean, carried on.",
        ),
        "now": ("Now", "Mean of the last five steps."),
        "tally": (
            "For · against",
            "Evidence figures that speak for the change being real and lasting, and against it. The reward "
            "difference says neither and is not counted.",
        ),
        "halves": (
            "Both prompt halves",
            "The prompts are split in two by hash. The same rule runs on each half alone. Both must alert in "
            "the same direction.",
        ),
        "split": (
            "Best single split, split set",
            "The one step that best divides the whole series into two levels. Inside the event window "
            f"({window}, logged steps) it agrees with the alert; p is its chance under {split.noise}, "
            f"confirmed up to {split.alpha:g}. The set of a confirmed split holds it with a nominal 95 % for "
            "one abrupt change and says nothing about slow ones.",
        ),
        "persistence": (
            "Persistence",
            "Share of the steps after the alert still beyond the rule\u2019s line. At least 80 % speaks for "
            "the change, below 50 % against it.",
        ),
        "association": (
            "Reward difference",
            "Reward of completions that show it minus reward of those that do not, within one prompt and "
            "step, averaged over groups in the event window. Groups where all or none show it are skipped. "
            "Beyond 2 se it reads paid more or paid less.",
        ),
        "same": (
            "Same prompts",
            "How much of the change up to the alert remains when only prompts seen both in the baseline and "
            "at the alert are compared. The rest is a different mix of prompts. The two parts add up. More "
            "than 70 % speaks for the change.",
        ),
        "breadth": (
            "Prompts showing it",
            "Prompts with at least one completion that shows it, between onset and alert. More than half "
            "speaks for the change.",
        ),
        "overlap": (
            "Overlap",
            "Of the completions around the onset that show this feature or the lead, the share that show "
            "both.",
        ),
        "z": (
            "z",
            "Distance of a step mean from the baseline in standard errors: the larger of the step\u2019s own "
            "and the baseline\u2019s spread, with the uncertainty of the baseline added.",
        ),
        "visible": (
            "Smallest visible",
            "Smallest lasting change that would have met the line, at the median standard error after the "
            f"baseline; for yes/no features never below {least}. Dots in the chart.",
        ),
        "mean": (
            "Prompt-balanced mean, se",
            "Completions are averaged within each prompt first, then prompts count equally. "
            "The standard error (se) is over prompts.",
        ),
        "points": (
            "Points",
            "Difference of two shares, in percentage points. Yes/no features alert on rises only, sizes in "
            "both directions.",
        ),
        "passing": (
            "Passing",
            "Less than half of the later steps are beyond the line, and less than half of the largest change "
            "is left in the last five.",
        ),
        "folded": (
            "Folded",
            "An alert that appears in nearly the same completions as another (at least nine in ten of those "
            "that show either show both) is listed under that one.",
        ),
        "tier": (
            "Tier",
            "Kind of feature: ast, Python syntax; lexical, words of the prose; shape, form of the text; "
            "custom, your own expressions; reward, what was paid.",
        ),
    }
