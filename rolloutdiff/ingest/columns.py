"""Names of the canonical columns that a source may have."""

from __future__ import annotations

# Text and ids in the order of the staging table; the reward is a formula, not a column.
CANONICAL = ("run", "step", "sample_id", "prompt_id", "prompt", "response", "group_id", "split", "slice")
REQUIRED = ("run", "step", "prompt", "response")

# Numbers about a completion that are no part of its reward; NULL where one is missing or not finite.
MEASURES = ("gold", "logprob", "ref_logprob", "target_logprob")
