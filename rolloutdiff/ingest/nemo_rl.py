"""NeMo-RL: one JSONL file per step, every value of a line a batch of one."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from rolloutdiff.errors import NoRolloutFiles
from rolloutdiff.ingest.files import existing, natural, several, source_file, tree
from rolloutdiff.ingest.line_format import LineFormat, Opening, check_step_from, open_lines
from rolloutdiff.ingest.loader import PathLoader
from rolloutdiff.ingest.recognise import Sign
from rolloutdiff.ingest.rollouts import Rollouts, validation_note
from rolloutdiff.ingest.shape import Shape, ShapeFault, members
from rolloutdiff.ingest.wording import show

_KEPT = ("idx", "agent_ref", "sample_loss_mask")
DUMP_NAME = re.compile(r"(train|val)_data_step([0-9]+)\.jsonl")


def completions_of(batch: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """One object per conversation of a batch; token lists are left out.

    Validation logs messages with roles: the completion begins at the first one of the assistant. Training
    logs their texts alone: the last one is the completion, those before it the prompt.

    Raises:
        ShapeFault: `content` is no list of conversations, or there is not one reward for each.
    """
    content = batch.get("content")
    if not isinstance(content, list) or not all(isinstance(turns, list) and turns for turns in content):
        raise ShapeFault("not a batch: content is no list of conversations")
    rewards = batch.get("filtered_rewards")
    if not (isinstance(rewards, list) and len(rewards) == len(content)):
        rewards = batch.get("rewards")
    if not isinstance(rewards, list) or len(rewards) != len(content):
        raise ShapeFault("a batch without one reward per conversation")
    kept: dict[str, Any] = {key: batch[key] for key in _KEPT if batch.get(key) is not None}
    for place, turns in enumerate(content):
        prompt, completion = _parts(turns)
        one: dict[str, Any] = {
            key: held[place] if _is_per_row(held, content) else held for key, held in kept.items()
        }
        yield {"prompt": prompt, "completion": completion, "reward": rewards[place], **one}


def _is_per_row(held: Any, content: list[Any]) -> bool:
    return isinstance(held, list) and len(held) == len(content)


def _parts(turns: list[Any]) -> tuple[Any, Any]:
    if all(isinstance(turn, dict) for turn in turns):
        first = next((i for i, turn in enumerate(turns) if turn.get("role") == "assistant"), len(turns))
        return turns[:first], turns[first:] or None
    if len(turns) == 1:
        return turns[0], None
    prompt = turns[:-1]
    return (prompt[0] if len(prompt) == 1 else prompt), turns[-1]


_FORM = LineFormat(
    name="nemo_rl",
    label="NeMo-RL log",
    evidence="files train_data_step*.jsonl or val_data_step*.jsonl, every value a batch of one",
    keys={"prompt": "prompt", "response": "completion", "step": "step"},
    labels={"prompt": "content", "response": "content"},
    not_rewards=frozenset({"idx", "sample_loss_mask"}),
    default_reward="reward",
    step_hint="Name the file as the trainer does, such as train_data_step7.jsonl.",
    shape=Shape(
        completions=completions_of, reduced=members("content", "rewards", "filtered_rewards", *_KEPT)
    ),
)


def load_nemo_rl(
    path: str | os.PathLike[str],
    *,
    run: str | None = None,
    reward_column: str | None = None,
    step_from: Literal["column", "file_name"] = "column",
    skip_bad_rows: bool = False,
    skip_unreadable: bool = False,
) -> Rollouts:
    """Open the samples that NeMo-RL logs for every step.

    The step is in the names of the files, and the row is the place of a completion in its file. Training
    files are read; validation files only where there are no others, or where one of them is given.

    Args:
        path: Folder such as `exp_001`, or one file.
        run: Name of the run; default: the folder.
        reward_column: Default: the reward, the filtered one where the trainer logged that.
        step_from: Both values mean the name of the file.
        skip_bad_rows: Set lines that cannot be used aside instead of stopping.
        skip_unreadable: Leave out files that cannot be read instead of stopping.

    Returns:
        The rollouts, looked through once.

    Raises:
        PathNotFound: The path does not exist.
        NoRolloutFiles: There is no such file, or none holds a row.
        UnknownFormat: Several folders below hold such files.
        BadRow: A line is no batch; or as `load_verl` says.
    """
    check_step_from(step_from)
    root = existing(path)
    found, left_out = _find(root)
    return open_lines(
        _FORM,
        Opening(
            root=root,
            files=[(source_file(p, p.name), _step(p)) for p in found],
            run=run or found[0].parent.name or "run",
            reward_column=reward_column,
            step_from_name=True,
            skip_bad_rows=skip_bad_rows,
            skip_unreadable=skip_unreadable,
            notes=validation_note(left_out),
        ),
    )


def _step(path: Path) -> int | None:
    found = DUMP_NAME.fullmatch(path.name)
    return None if found is None else int(found[2])


def _find(root: Path) -> tuple[list[Path], list[str]]:
    """Files to read, in order of step, and names of validation files that are left out."""
    if root.is_file():
        return [root], []
    paths = [p for p in root.iterdir() if DUMP_NAME.fullmatch(p.name)] or tree(root, DUMP_NAME.fullmatch)
    if not paths:
        raise NoRolloutFiles(
            f"{show(root)} holds no train_data_step*.jsonl.",
            "Give the folder exp_* of the trainer's log_dir.",
        )
    folders = sorted({p.parent for p in paths})
    if len(folders) > 1:
        raise several(root, "logs of runs", folders, "Give one of them.")
    train = [p for p in paths if p.name.startswith("train")]
    left_out = sorted((p.name for p in paths if p not in train), key=natural) if train else []
    return sorted(train or paths, key=lambda p: natural(p.name)), left_out


NEMO_RL = PathLoader(
    name=_FORM.name,
    label=_FORM.label,
    open=load_nemo_rl,
    signs=(
        Sign(
            pattern=DUMP_NAME.pattern,
            names="files named train_data_step*.jsonl or val_data_step*.jsonl",
            keys=("content", "rewards"),
        ),
    ),
)
