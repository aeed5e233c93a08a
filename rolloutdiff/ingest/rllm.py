"""rLLM: one JSON document per episode, in a folder per step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rolloutdiff.ingest.json_files import document
from rolloutdiff.ingest.loader import TRAINING, FileLoader
from rolloutdiff.ingest.objects import Row
from rolloutdiff.ingest.rollouts import SourceFile

_FOLDER = r"(?P<mode>train|val)_step_[0-9]+_epoch_[0-9]+"


def _is_model(message: dict[str, Any]) -> bool:
    return message.get("role") == "assistant"


def _response(steps: list[dict[str, Any]], prompt: list[Any]) -> Any:
    """What the model wrote: of one turn the text, of several the messages after the prompt."""
    chat = list(steps[-1].get("chat_completions") or ())
    after = chat[len(prompt) :] if chat[: len(prompt)] == prompt else chat
    written = steps[-1].get("model_response")
    if sum(map(_is_model, after)) > 1 or not isinstance(written, str):
        return after
    return written


def _rows(file: SourceFile) -> Iterator[Row]:
    episode = document(file)
    if isinstance(episode, str):
        yield episode
        return
    for trajectory in episode["trajectories"]:
        steps = trajectory.get("steps") or []
        if not steps:
            yield None
            continue
        first = list(steps[0].get("chat_completions") or ())
        turns = [i for i, message in enumerate(first) if _is_model(message)]
        prompt = first[: turns[0]] if turns else first
        yield {
            "step": episode["training_step"],
            "prompt": prompt or None,
            "response": _response(steps, prompt),
            "prompt_id": episode.get("task_hash"),
            "split": "eval" if file.on_disk.parent.name.startswith("val_") else "train",
            "reward": trajectory.get("reward"),
            "is_correct": episode.get("is_correct"),
            "episode_id": episode.get("episode_id"),
            "epoch": episode.get("epoch"),
            "trajectory": trajectory.get("name"),
            "turns": len(steps),
            "termination_reason": episode.get("termination_reason"),
        }


RLLM = FileLoader(
    name="rllm",
    label="rLLM dump",
    pattern=_FOLDER + r"/episode_hash[^/]*\.json",
    rows=_rows,
    names="episode_hash*.json in folders named by mode, step and epoch",
    parts=lambda path: "validation" if path.rsplit("/", 2)[-2].startswith("val_") else TRAINING,
    not_rewards=("epoch", "turns"),
    hint="Give the folder episodes that rLLM writes with log_episodes.",
)
