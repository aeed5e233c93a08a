"""Runs whose trainer and inference engine differ by noise without a sign."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

STEPS, PROMPTS, GROUP, TOKENS = 80, 48, 8, 8
CHANGE = 40
BEFORE, AFTER = 0.02, 0.03


def run(seed: int, *, planted: bool) -> pa.Table:
    """A run of fresh prompts.

    Log-probabilities in the engine are minus an exponential variable of mean 0.7; those in the trainer have
    normal noise on top, of standard deviation BEFORE and, in a planted run, AFTER from step CHANGE on.

    Args:
        seed: Seed.
        planted: Whether the noise grows.

    Returns:
        STEPS times PROMPTS times GROUP rows of TOKENS tokens.
    """
    rng = np.random.default_rng(seed)
    rows = PROMPTS * GROUP
    step = np.repeat(np.arange(STEPS), rows)
    noise = np.where(planted & (step >= CHANGE), AFTER, BEFORE)
    engine = -rng.exponential(0.7, (step.size, TOKENS))
    trainer = engine + rng.standard_normal(engine.shape) * noise[:, None]
    prompt = np.tile(np.repeat(np.arange(PROMPTS), GROUP), STEPS)
    return pa.table(
        {
            "step": step,
            "prompt": [f"p{t}-{p}" for t, p in zip(step.tolist(), prompt.tolist(), strict=True)],
            "response": ["one two"] * step.size,
            "reward": rng.integers(0, 2, step.size).astype(np.float64),
            "train_logprobs": _lists(trainer),
            "rollout_logprobs": _lists(engine),
        }
    )


def _lists(values: np.ndarray) -> pa.ListArray:
    offsets = np.arange(0, values.size + 1, values.shape[1], dtype=np.int32)
    return pa.ListArray.from_arrays(offsets, values.ravel())
