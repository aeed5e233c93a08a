"""The terms a report uses, each in one or two sentences."""

from __future__ import annotations

from rolloutdiff.report.model import Rule
from rolloutdiff.report.numbers import points


def glossary(rule: Rule) -> dict[str, tuple[str, str]]:
    """Key, word and meaning of every term, in the order in which a reader meets them."""
    row = f"{rule.consecutive_steps} steps in a row"
    least = points(rule.min_rise).lstrip("+")
    return {
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
        "now": ("Now", "Mean of the last five steps; beside it the difference to the baseline."),
        "farthest": (
            "Highest, lowest",
            "The step mean farthest from the baseline in the direction of the alert, from the onset on.",
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
        "passing": ("Passing", "Less than half of the largest change is left in the last five steps."),
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
