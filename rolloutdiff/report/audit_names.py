"""Words for what an audit computes and for what it could not: kinds of features and reasons."""

from __future__ import annotations

KINDS = {"single": "single", "cooc": "pair, both there", "adj": "pair, side by side"}

REASONS = {
    "no_reference": "there is neither gold nor another slice to hold the premium against",
    "no_rows": "no two completions of one prompt and step can be compared",
    "no_features": "no feature is shown by enough completions and prompts",
    "constant": "it never differs between completions of one prompt and step",
    "constant_reward": "the reward never differs between completions of one prompt and step",
    "no_gold": "no completion has gold",
    "no_logprobs": "log-probabilities of the policy, or of the one to be valued, are missing",
    "collinear": "the single features explain it whole",
    "rare": "too few completions show it",
    "folded": "another feature is shown by nearly the same completions",
    "not_kept": "more features than are fitted together; others have a larger t of their own",
    "one_slice": "there is only one slice",
    "short_run": "too few steps have a premium",
    "single_unit": "too few steps have a premium with a standard error",
    "single_prompt": "the steps hold one prompt, which has no standard error",
    "constant_series": "it never changes in the baseline",
    "sparse": "the feature is absent from too many steps",
    "nothing_overpaid": "nothing is overpaid",
    "one_class": "the labels are all of one kind",
}


def reason_words(code: str) -> str:
    """A reason in words; an unknown one as it stands."""
    return REASONS.get(code, code)
