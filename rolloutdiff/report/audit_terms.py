"""The terms of an audit, each in one or two sentences."""

from __future__ import annotations

TERMS = {
    "premium": (
        "Premium",
        "What one more occurrence earns among completions of the same prompt at the same step, other listed"
        " features held fixed. Of a pair: what the two earn together beyond what each earns.",
    ),
    "paid": (
        "Paid",
        "A premium on the reward that is sure. It may be deserved: only gold, or other slices, can tell.",
    ),
    "overpaid": (
        "Overpaid",
        "Paid more than gold pays for it; without gold, more than other slices pay. A slice is flagged where"
        " the strength of this is above its line.",
    ),
    "gold": ("Gold", "The trusted outcome that the reward should follow."),
    "usual": (
        "Usual feature",
        "The median premium of the single features of a slice. Where all completions are equally long, one"
        " occurrence more of a word is one less of others; premiums are counted from the usual one.",
    ),
    "line": (
        "Line",
        "The outcome is shuffled inside prompts many times; the line is the largest |t| over all features"
        " that 95 % of the shuffles stay below.",
    ),
    "strength": ("Strength", "What is left of a premium after as many standard errors as the line asks for."),
    "rise": (
        "Premium rose",
        "The same sequential rules that watch behaviours watch the premium of every step. This is when the"
        " reward began to pay, which may be long before the behaviour follows.",
    ),
    "span": (
        "Steps used",
        "Premiums are fitted over all steps, and over the first steps after a premium rose, where the"
        " behaviour is not yet everywhere. The one that shows more speaks for the slice.",
    ),
    "labelled": ("Labelled rows", "Completions with a label of their own, which were given beside the run."),
    "putin": (
        "Put in",
        "The feature is put into completions, and the reward function is asked before and after.",
    ),
    "support": ("Shown by", "Completions with the feature in the steps used, and prompts that have one."),
    "dose": (
        "Excess by occurrences",
        "Mean of the outcome minus the mean of its group, for completions with 0, 1, 2 … occurrences. A curve"
        " that flattens says that a premium per occurrence falls short of the first ones.",
    ),
    "parting": (
        "Reward and gold part",
        "At a step the reward lies more than two standard errors above its baseline, and its rise exceeds"
        " that of gold by more than two.",
    ),
    "risk": ("Risk", "1 − exp(−strength ÷ 0.20) with the larger of the two strengths of a slice."),
}
