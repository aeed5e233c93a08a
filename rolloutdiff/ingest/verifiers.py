"""prime-rl and verifiers: JSONL of flat rollouts, traces or episodes, in folders by step."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from rolloutdiff.errors import NoRolloutFiles
from rolloutdiff.ingest.files import existing, natural, source_file, tree
from rolloutdiff.ingest.line_format import LineFormat, Opening, check_step_from, open_lines
from rolloutdiff.ingest.loader import PathLoader
from rolloutdiff.ingest.recognise import Sign
from rolloutdiff.ingest.rollouts import Rollouts, validation_note
from rolloutdiff.ingest.traces import LEFT_OUT, SHAPE
from rolloutdiff.ingest.wording import show

StepFrom = Literal["column", "file_name"]

_STEP = re.compile(r"step_([0-9]+)")
# Of a step: what was trained on, then all that was sampled.
_TRAIN = (
    re.compile(r"(.*/)?step_[0-9]+/train/effective/traces\.jsonl"),
    re.compile(r"(.*/)?step_[0-9]+/train/all/traces\.jsonl"),
    re.compile(r"(.*/)?step_[0-9]+/train_rollouts\.jsonl"),
)
_EVAL = (
    re.compile(r"(.*/)?step_[0-9]+/eval/effective/traces\.jsonl"),
    re.compile(r"(.*/)?step_[0-9]+/eval/all/traces\.jsonl"),
    re.compile(r"(.*/)?step_[0-9]+/eval_rollouts[^/]*\.jsonl"),
)
_RESULTS = ("results.jsonl", "traces.jsonl")

_NOT_REWARDS = frozenset(
    {
        "example_id",
        "generation_ms",
        "scoring_ms",
        "total_ms",
        "is_completed",
        "is_truncated",
        "is_timeout",
        "ok",
        "policy_version",
        "answer",
        "error",
    }
)
_EVIDENCE = "JSON lines of rollouts, traces or episodes as verifiers writes them"


def _form(name: str, label: str, hint: str) -> LineFormat:
    return LineFormat(
        name=name,
        label=label,
        evidence=_EVIDENCE,
        keys={
            "prompt": "prompt",
            "response": "completion",
            "step": "step",
            "sample_id": "sample_id",
            "group_id": "group_id",
            "split": "split",
            "slice": "slice",
        },
        not_rewards=_NOT_REWARDS,
        default_reward="reward",
        step_hint=hint,
        shape=SHAPE,
        left_out=LEFT_OUT,
    )


_PRIME_RL = _form("prime_rl", "prime-rl rollouts", "Give the folder that holds the folders step_N.")
_VERIFIERS = _form(
    "verifiers",
    "verifiers evaluation",
    "An evaluation holds no step: put the results of each checkpoint into a folder step_N.",
)


def load_prime_rl(
    path: str | os.PathLike[str],
    *,
    run: str | None = None,
    reward_column: str | None = None,
    step_from: StepFrom = "column",
    skip_bad_rows: bool = False,
    skip_unreadable: bool = False,
) -> Rollouts:
    """Open the rollouts that prime-rl writes into `rollouts/step_N`, in any of its three generations.

    Of a step that has both, `train/effective` (what was trained on) is read and `train/all` is not. Files of
    evaluations are read only where there are no others. The reward of a trace is the sum of score times
    weight; scores and metrics are kept as reward parts. Of a trace that a resumed run wrote again the last
    one counts. The row is the place of a rollout in its file.

    Args:
        path: Folder of the run, its folder `rollouts`, or one file.
        run: Name of the run; default: the folder.
        reward_column: Key or weighted sum; default: the reward.
        step_from: `column` takes the step that a trace names, else that of the folder; `file_name` takes the
            folder's.
        skip_bad_rows: Set lines that cannot be used aside instead of stopping.
        skip_unreadable: Leave out files that cannot be read instead of stopping.

    Returns:
        The rollouts, looked through once.

    Raises:
        PathNotFound: The path does not exist.
        NoRolloutFiles: There is no such file, or none holds a row.
        BadRow: A line is no rollout; or as `load_verl` says.
        OverlappingSteps: Two files hold the same step.
    """
    root = existing(path)
    found, left_out, is_train = _of_steps(root)
    return _open(
        _PRIME_RL,
        root,
        found,
        run or _run_of(root),
        reward_column,
        step_from,
        left_out,
        one_file_per_step=is_train,
        skip_bad_rows=skip_bad_rows,
        skip_unreadable=skip_unreadable,
    )


def load_verifiers(
    path: str | os.PathLike[str],
    *,
    run: str | None = None,
    reward_column: str | None = None,
    step_from: StepFrom = "column",
    skip_bad_rows: bool = False,
    skip_unreadable: bool = False,
) -> Rollouts:
    """Open evaluations of verifiers: `results.jsonl`, or `traces.jsonl` of its later releases.

    An evaluation belongs to no training step. The step is that of a folder `step_N` above the file, or the
    one that a trace of a training run names.

    Args:
        path: Folder, or one file.
        run: Name of the run; default: the folder.
        reward_column: Key or weighted sum; default: the reward.
        step_from: As in `load_prime_rl`.
        skip_bad_rows: Set lines that cannot be used aside instead of stopping.
        skip_unreadable: Leave out files that cannot be read instead of stopping.

    Returns:
        The rollouts, looked through once.

    Raises:
        PathNotFound: The path does not exist.
        NoRolloutFiles: There is no such file, or none holds a row.
        ColumnMappingError: A file says no step.
        BadRow: A line is no rollout; or as `load_verl` says.
    """
    root = existing(path)
    found = [root] if root.is_file() else tree(root, lambda name: name in _RESULTS)
    if not found:
        raise NoRolloutFiles(
            f"{show(root)} holds no results.jsonl or traces.jsonl.", "Give a folder below outputs/evals."
        )
    return _open(
        _VERIFIERS,
        root,
        found,
        run or _run_of(root),
        reward_column,
        step_from,
        [],
        one_file_per_step=False,
        skip_bad_rows=skip_bad_rows,
        skip_unreadable=skip_unreadable,
    )


def _open(
    form: LineFormat,
    root: Path,
    found: list[Path],
    run: str,
    reward_column: str | None,
    step_from: StepFrom,
    left_out: list[str],
    *,
    one_file_per_step: bool,
    skip_bad_rows: bool,
    skip_unreadable: bool,
) -> Rollouts:
    from_name = check_step_from(step_from)
    named = [(p, p.name if root.is_file() else p.relative_to(root).as_posix()) for p in found]
    files = [(source_file(p, name), _step(p)) for p, name in named]
    files.sort(key=lambda one: (one[1] or 0, natural(one[0].name)))
    return open_lines(
        form,
        Opening(
            root=root,
            files=files,
            run=run,
            reward_column=reward_column,
            step_from_name=from_name,
            one_file_per_step=one_file_per_step,
            skip_bad_rows=skip_bad_rows,
            skip_unreadable=skip_unreadable,
            notes=validation_note(left_out),
        ),
    )


def _of_steps(root: Path) -> tuple[list[Path], list[str], bool]:
    """Files to read, names of evaluations left out, and whether the files are of training.

    Raises:
        NoRolloutFiles: There is neither.
    """
    if root.is_file():
        return [root], [], True
    # A folder step_N may be what was given: its own name has to count.
    names = {p: f"{root.name}/{p.relative_to(root).as_posix()}" for p in tree(root, _is_jsonl)}
    train, evals = _first_of(names, _TRAIN), _first_of(names, _EVAL)
    if not train and not evals:
        raise NoRolloutFiles(
            f"{show(root)} holds no rollouts of steps.", "Give the folder that holds rollouts/step_N."
        )
    left_out = sorted((p.relative_to(root).as_posix() for p in evals), key=natural) if train else []
    return train or evals, left_out, bool(train)


def _is_jsonl(name: str) -> bool:
    return name.endswith(".jsonl")


def _first_of(names: dict[Path, str], patterns: tuple[re.Pattern[str], ...]) -> list[Path]:
    """Of every step the files of the first pattern that any file has."""
    chosen: dict[str, list[Path]] = {}
    for pattern in patterns:
        found: dict[str, list[Path]] = {}
        for path, name in names.items():
            if pattern.fullmatch(name):
                found.setdefault(_STEP.findall(name)[-1], []).append(path)
        for step, paths in found.items():
            chosen.setdefault(step, paths)
    return [path for paths in chosen.values() for path in paths]


def _step(path: Path) -> int | None:
    """The step of the nearest folder `step_N` above a file."""
    found = (_STEP.fullmatch(part) for part in reversed(path.parts[:-1]))
    return next((int(step[1]) for step in found if step), None)


def _run_of(root: Path) -> str:
    folder = root.parent if root.is_file() else root
    while folder.name in ("rollouts", "train", "eval", "all", "effective") or _STEP.fullmatch(folder.name):
        folder = folder.parent
    return folder.name or "run"


def _has_one_of(*keys: str) -> Callable[[Mapping[str, Any]], bool]:
    return lambda seen: not seen.keys().isdisjoint(keys)


PRIME_RL = PathLoader(
    name=_PRIME_RL.name,
    label=_PRIME_RL.label,
    open=load_prime_rl,
    signs=(
        Sign(
            pattern="|".join(pattern.pattern for pattern in (*_TRAIN, *_EVAL)),
            names="traces.jsonl or *_rollouts.jsonl in folders step_*",
            fits=_has_one_of("traces", "nodes", "example_id"),
            schema="key traces, nodes or example_id",
        ),
    ),
)
VERIFIERS = PathLoader(
    name=_VERIFIERS.name,
    label=_VERIFIERS.label,
    open=load_verifiers,
    signs=(
        Sign(
            pattern=r"traces\.jsonl",
            names="files named traces.jsonl",
            fits=_has_one_of("traces", "nodes"),
            schema="key traces or nodes",
        ),
        Sign(pattern=r"results\.jsonl", names="files named results.jsonl", keys=("example_id", "reward")),
    ),
)
