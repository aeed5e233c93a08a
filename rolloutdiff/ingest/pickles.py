"""Pickles are never opened: whose they probably are, by their names, and the safe way out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rolloutdiff.ingest.recognise import Recognition
from rolloutdiff.ingest.wording import listed

_ENDINGS = (".pt", ".pth", ".pkl", ".pickle", ".bin")

# Framework, names of its files, and what it writes that can be read instead.
_KNOWN = (
    (
        "SkyRL",
        r"global_step_[0-9]+_training_input\.pkl",
        "SkyRL writes its evaluations as JSONL: give the folder dumped_evals.",
    ),
    ("ROLL", r"step_[0-9]{6}\.pkl", "ROLL writes JSONL when rollout_dump_dir is an absolute path."),
    (
        "prime-rl",
        r"rollouts\.bin|rank_[0-9]+\.(bin|pt)",
        "prime-rl from 0.6 on writes JSONL: give the folder rollouts.",
    ),
    ("slime", r"(rollout_)?(eval_)?[0-9]+\.pt", ""),
)
_CONVERT = (
    "Where you trust the files, load them in the environment that wrote them and write one JSON object per"
    " line with step, prompt, response and reward; then use --format table."
)


def framework_of(names: Sequence[str]) -> tuple[str, str] | None:
    """The framework that probably wrote pickles of these names, and what to read instead."""
    for framework, pattern, instead in _KNOWN:
        if any(re.fullmatch(pattern, name) for name in names):
            return framework, instead
    return None


@dataclass(frozen=True)
class Pickles:
    """Files that are never opened: a kind that is known by its names alone."""

    name: str = "pickle"

    def recognise(self, root: Path, paths: Sequence[Path]) -> Recognition | None:
        """Say which files are pickles; see `Kind`."""
        files = tuple(path for path in paths if path.suffix in _ENDINGS)
        if not files:
            return None
        names = [path.name for path in files]
        found = framework_of(names)
        whose = "" if found is None else f" By their names they are of {found[0]}."
        return Recognition(
            format=self.name,
            evidence=f"pickles ({listed(names, 3)})",
            files=files,
            refusal=f"They are never opened: loading one can run any code.{whose}",
            remedy=_CONVERT if found is None else f"{found[1]} {_CONVERT}".strip(),
            is_second=True,
        )


PICKLES = Pickles()
