"""The terms a report uses, each in one or two sentences."""

from __future__ import annotations

from rolloutdiff.report.voice import Voice

# In the order in which a reader meets them.
_ORDER = (
    "event",
    "onset",
    "baseline",
    "now",
    "tally",
    "halves",
    "split",
    "fit",
    "persistence",
    "association",
    "same",
    "breadth",
    "overlap",
    "z",
    "evalue",
    "qvalue",
    "noise",
    "visible",
    "mean",
    "points",
    "passing",
    "folded",
    "tier",
)


def glossary(voice: Voice) -> dict[str, tuple[str, str]]:
    """Key, word and meaning of every term, in the order in which a reader meets them."""
    entries = _COMMON | voice.entries()
    return {key: entries[key] for key in _ORDER if key in entries}


_COMMON = {
    "event": (
        "Event",
        "Rising yes/no alerts whose onsets lie within three steps of one another and that at least half of "
        "the same completions show; any other alert by itself. A coincidence in time and completions.",
    ),
    "now": ("Now", "Mean of the last five steps."),
    "tally": (
        "For · against",
        "Evidence figures that speak for the change being real and lasting, and against it. The reward "
        "difference says neither and is not counted.",
    ),
    "halves": (
        "Both prompt halves",
        "The prompts are split in two by hash. The same rule runs on each half alone. Both must alert in the "
        "same direction.",
    ),
    "association": (
        "Reward difference",
        "Reward of completions that show it minus reward of those that do not, within one prompt and step, "
        "averaged over groups in the event window. Groups where all or none show it are skipped. Beyond 2 se "
        "it reads paid more or paid less.",
    ),
    "same": (
        "Same prompts",
        "How much of the change up to the alert remains when only prompts seen both in the baseline and at "
        "the alert are compared. The rest is a different mix of prompts. The two parts add up. More than 70 "
        "% speaks for the change.",
    ),
    "breadth": (
        "Prompts showing it",
        "Prompts with at least one completion that shows it, between onset and alert. More than half speaks "
        "for the change.",
    ),
    "overlap": (
        "Overlap",
        "Of the completions around the onset that show this feature or the lead, the share that show both.",
    ),
    "mean": (
        "Prompt-balanced mean, se",
        "Completions are averaged within each prompt first, then prompts count equally. The standard error "
        "(se) is over prompts.",
    ),
    "passing": (
        "Passing",
        "Persistence is below 50 %, and less than half of the largest change is left in the last five steps.",
    ),
    "folded": (
        "Folded",
        "An alert that appears in nearly the same completions as another (at least nine in ten of those that "
        "show either show both) is listed under that one.",
    ),
    "tier": (
        "Tier",
        "Kind of feature: ast, Python syntax; lexical, words of the prose; shape, form of the text; custom, "
        "your own expressions; reward, what was paid.",
    ),
}
