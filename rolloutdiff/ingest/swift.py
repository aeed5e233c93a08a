"""ms-swift: one file `completions.jsonl`, one line per logging call, every value a list."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from rolloutdiff.errors import NoRolloutFiles
from rolloutdiff.ingest.files import existing, several, source_file, tree
from rolloutdiff.ingest.json_text import write_json
from rolloutdiff.ingest.line_format import LineFormat, Opening, check_step_from, open_lines
from rolloutdiff.ingest.loader import PathLoader
from rolloutdiff.ingest.recognise import Sign
from rolloutdiff.ingest.rollouts import Rollouts
from rolloutdiff.ingest.shape import Shape, lists_of
from rolloutdiff.ingest.wording import show

LOG_NAME = "completions.jsonl"

_NAME_DIGITS = 20


def completions_of(batch: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """One object per place in the lists of a logging call; the Megatron trainer's `gen_step` is the step.

    The queue of the trainer is not always cleared between two calls. What makes a sample is all that was
    logged of it, and which of the equal ones of its call it is: the same again in another call is no other.

    Raises:
        ShapeFault: The lists differ in length, or prompt or completion is none.
    """
    lists = lists_of(batch, ("prompt", "completion"))
    if "step" not in lists and "gen_step" in lists:
        lists["step"] = lists.pop("gen_step")
    single = {key: held for key, held in batch.items() if not isinstance(held, list)}
    copies: Counter[bytes] = Counter()
    for place in range(len(lists["prompt"])):
        one = {key: held[place] for key, held in lists.items()}
        digest = hashlib.sha256(write_json(one).encode()).digest()
        copies[digest] += 1
        name = hashlib.sha256(b"%b %d" % (digest, copies[digest])).hexdigest()[:_NAME_DIGITS]
        yield {**single, "sample_id": name, **one}


_FORM = LineFormat(
    name="swift",
    label="ms-swift log",
    evidence="a file completions.jsonl whose lines hold lists prompt and completion of one length",
    keys={
        "prompt": "prompt",
        "response": "completion",
        "step": "step",
        "sample_id": "sample_id",
        "slice": "slice",
    },
    not_rewards=frozenset({"gen_step", "advantages", "num_turns", "entropy", "solution"}),
    step_hint="The trainer logs step or gen_step; without them use --format jsonl with --columns.",
    shape=Shape(completions=completions_of),
)


def load_swift(
    path: str | os.PathLike[str],
    *,
    run: str | None = None,
    reward_column: str | None = None,
    step_from: Literal["column", "file_name"] = "column",
    skip_bad_rows: bool = False,
    skip_unreadable: bool = False,
) -> Rollouts:
    """Open the completions that ms-swift logs with `log_completions`.

    Every list of numbers besides steps, advantages, turns and entropy is kept as a reward part. The trainer
    does not store the weights of its reward functions: with one function that is the reward, with several
    `reward_column` says the sum. A completion that a later call logs again counts once. A row is the place of
    a completion among all of its file.

    Args:
        path: Folder with `completions.jsonl`, or that file.
        run: Name of the run; default: the folder.
        reward_column: Reward function, or weighted sum such as `a=1,b=0.5`; default: the only one.
        step_from: Only `column` is of use.
        skip_bad_rows: Set lines that cannot be used aside instead of stopping.
        skip_unreadable: Leave out files that cannot be read instead of stopping.

    Returns:
        The rollouts, looked through once.

    Raises:
        PathNotFound: The path does not exist.
        NoRolloutFiles: There is no such file, or it holds no row.
        UnknownFormat: Several folders below hold such files.
        BadRow: The lists of a line differ in length; or as `load_verl` says.
        RewardColumnError: Several functions could be meant; lists them.
    """
    from_name = check_step_from(step_from)
    root = existing(path)
    found = [root] if root.is_file() else [root / LOG_NAME]
    if not found[0].is_file():
        found = tree(root, lambda name: name == LOG_NAME)
    if not found:
        raise NoRolloutFiles(
            f"{show(root)} holds no {LOG_NAME}.", "Give the folder that --output_dir of the trainer named."
        )
    if len(found) > 1:
        raise several(root, LOG_NAME, sorted(p.parent for p in found), "Give one.")
    (log,) = found
    return open_lines(
        _FORM,
        Opening(
            root=root,
            files=[(source_file(log, log.name), None)],
            run=run or _run_of(log),
            reward_column=reward_column,
            step_from_name=from_name,
            skip_bad_rows=skip_bad_rows,
            skip_unreadable=skip_unreadable,
        ),
    )


def _run_of(log: Path) -> str:
    return log.parent.name or "run"


def _is_columnar(seen: Mapping[str, Any]) -> bool:
    """One object per logging call: every value a list, as long as the others."""
    prompt, completion = seen.get("prompt"), seen.get("completion")
    return isinstance(prompt, list) and isinstance(completion, list) and len(prompt) == len(completion)


SWIFT = PathLoader(
    name=_FORM.name,
    label=_FORM.label,
    open=load_swift,
    signs=(
        Sign(
            pattern=r"completions\.jsonl",
            names="files named completions.jsonl",
            fits=_is_columnar,
            schema="prompts and completions as lists of one length",
        ),
    ),
)
