"""What tools that read a trainer's log are given: its own log where there is one, else one made of the dump.

The names are TRL's. Lengths of a made log are words, not tokens, which the dump does not hold; entropy, KL
and gradient norms cannot be had from completions and are left out, so that no tool judges a stand-in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.baselines import surface
from benchmarks.baselines.runs import REWARD, TRUTH, Run

Record = dict[str, float]


def trainer_log(run: Run) -> list[Record] | None:
    """The trainer's own log of the steps of the run; None where it was not kept."""
    path = run.folder / "log_history.json"
    if not path.exists():
        return None
    steps = set(run.steps.tolist())
    return [
        record for record in json.loads(path.read_text()) if record.get("step") in steps and "loss" in record
    ]


def dump_log(run: Run) -> list[Record]:
    """One record per step from the completions alone."""
    length = np.array([len(text.split()) for text in run.completion], dtype=np.float64)
    records = []
    for step in run.steps:
        rows = np.flatnonzero(run.step == step)
        groups = _groups([run.prompt[row] for row in rows])
        reward = run.reward[rows]
        spread = np.array([reward[group].std(ddof=1) if len(group) > 1 else 0.0 for group in groups])
        records.append(
            {
                "step": int(step),
                "reward": float(reward.mean()),
                "reward_std": float(reward.std(ddof=1)),
                "frac_reward_zero_std": float((spread == 0).mean()),
                f"rewards/{REWARD}/mean": float(reward.mean()),
                f"rewards/{TRUTH}/mean": float(run.truth[rows].mean()),
                "completions/mean_length": float(length[rows].mean()),
                "completions/max_length": float(length[rows].max()),
            }
        )
    return records


def _groups(prompts: list[str]) -> list[NDArray[np.int64]]:
    """Rows of the same prompt; a prompt drawn twice in a step counts as one group."""
    place: dict[str, list[int]] = {}
    for row, prompt in enumerate(prompts):
        place.setdefault(prompt, []).append(row)
    return [np.array(rows, dtype=np.int64) for rows in place.values()]


def step_details(run: Run) -> list[dict[str, float]]:
    """Further figures per step that rlprobe has fields for."""
    details = []
    for step in run.steps:
        rows = np.flatnonzero(run.step == step)
        advantage = run.advantage[rows]
        details.append(
            {
                "adv_mean": float(advantage.mean()),
                "adv_std": float(advantage.std()),
                "adv_zero_frac": float((advantage == 0).mean()),
                "repetition_rate": float(
                    np.mean([surface.repetition(surface.words_of(run.completion[row])) for row in rows])
                ),
            }
        )
    return details


def samples(run: Run) -> list[Mapping[str, Any]]:
    """Every completion in the form of rlprobe's samples."""
    return [
        {
            "step": int(run.step[row]),
            "sample_id": f"{run.step[row]}_{row}",
            "prompt_text": run.prompt[row],
            "completion_text": run.completion[row],
            "completion_len": len(run.completion[row].split()),
            "reward_total": float(run.reward[row]),
            "reward_components": {REWARD: float(run.reward[row]), TRUTH: float(run.truth[row])},
            "advantage": float(run.advantage[row]),
        }
        for row in range(len(run.completion))
    ]


def held_out(run: Run, records: list[Record]) -> list[Record]:
    """The same log with the truth under the name of a held-out score, which the trainer did not give it."""
    truth = {int(step): float(run.truth[run.step == step].mean()) for step in run.steps}
    return [{**record, "eval_score": truth[int(record["step"])]} for record in records]
