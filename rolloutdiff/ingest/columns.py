"""Names of the canonical columns that a source may have."""

from __future__ import annotations

from collections.abc import Collection

# Text and ids in the order of the staging table; the reward is a formula, not a column.
CANONICAL = ("run", "step", "sample_id", "prompt_id", "prompt", "response", "group_id", "split", "slice")
REQUIRED = ("run", "step", "prompt", "response")

# Numbers about a completion that are no part of its reward; NULL where one is missing or not finite.
# The last four are differences of token probabilities between trainer and inference engine that a trainer
# measured itself, and whether it did.
MEASURES = (
    "gold",
    "logprob",
    "ref_logprob",
    "target_logprob",
    "rollout_probs_diff_valid",
    "rollout_probs_diff_mean",
    "rollout_probs_diff_max",
    "rollout_probs_diff_std",
)

# Lists of one log-probability per token of the response, in the trainer and in the inference engine, with
# the names that trainers give them.
TOKENS = {"train_logprobs": ("old_log_probs",), "rollout_logprobs": ("rollout_log_probs",)}


def token_sources(available: Collection[str]) -> dict[str, str]:
    """Source column by name of a list of log-probabilities; lists without one are left out."""
    found = {
        name: next((n for n in (name, *others) if n in available), None) for name, others in TOKENS.items()
    }
    return {name: source for name, source in found.items() if source is not None}
