"""Figures of trainer and engine on one completion in numpy, from their definitions."""

from __future__ import annotations

import numpy as np


def values(train: np.ndarray, rollout: np.ndarray, cap: float = 2.0) -> dict[str, float | None]:
    """The figures, in the order of the macro.

    Args:
        train: float64[n], log-probabilities of the tokens in the trainer.
        rollout: float64[n], the same in the engine.
        cap: Largest importance weight.
    """
    gap = np.abs(np.exp(train) - np.exp(rollout))
    ratio = np.clip(train - rollout, -20.0, 20.0)
    weight = np.minimum(np.exp(ratio), cap)
    return {
        "prob_diff_mean": float(gap.mean()),
        "prob_diff_max": float(gap.max()),
        "prob_diff_std": float(gap.std(ddof=1)) if gap.size > 1 else None,
        "logprob_abs": float(np.abs(ratio).mean()),
        "kl": float(np.mean(-ratio)),
        "k3_kl": float(np.mean(np.expm1(ratio) - ratio)),
        "log_ppl_diff": float(ratio.mean()),
        "log_ppl_abs": float(abs(ratio.mean())),
        "chi2_token": float(np.mean(np.expm1(2.0 * ratio))),
        "chi2_seq": float(np.expm1(2.0 * np.clip(ratio.sum(), -20.0, 20.0))),
        "is_mean": float(weight.mean()),
        "is_std": float(weight.std()),
        "is_ess": float(1.0 / np.mean((weight / weight.mean()) ** 2)),
    }
