"""A reward function of the user's, for asking what it gives to a completion that was changed."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rolloutdiff.errors import RewardFunctionFailed, UsageError
from rolloutdiff.ingest.wording import quoted
from rolloutdiff.pipeline.audit_rows import AuditFeatures
from rolloutdiff.stats.audit_intervention import intervene
from rolloutdiff.stats.audit_results import Interventions, SliceAudit
from rolloutdiff.warehouse.stage import StageRunner

Reward = Callable[[Sequence[str], Sequence[str]], Sequence[float]]

# Responses of a slice that words are put into.
RESPONSES = 64
# Pairs of a slice that are asked about.
MOST_PAIRS = 200
_WORD = "lex:"


@dataclass(frozen=True, kw_only=True)
class RewardFunction:
    """A reward function with its name.

    Attributes:
        name: `module:function`.
        sha256: Hash of the file it is defined in, None where there is none.
        call: From prompts and responses, equally many, to one finite number per response.
    """

    name: str
    sha256: str | None
    call: Reward


def load_reward(given: str | Callable[..., Any]) -> RewardFunction:
    """A reward function from `module:function`, looked for in the current folder too, or from a callable.

    Raises:
        UsageError: The text names no function that can be imported.
    """
    if isinstance(given, str):
        function, name = _imported(given), given
    elif callable(given):
        function = given
        kind = given if hasattr(given, "__qualname__") else type(given)
        name = f"{kind.__module__}:{kind.__qualname__}"
    else:
        raise UsageError(
            f"The reward function is a {type(given).__name__}.", "Give a callable or module:function."
        )
    return RewardFunction(name=name, sha256=_digest(function), call=_checked(function, name))


def _imported(text: str) -> Callable[..., Any]:
    module, _, attribute = text.partition(":")
    if not module or not attribute:
        raise UsageError(
            f"--reward-fn is {quoted(text)}.", "Write module:function, such as my_rewards:score."
        )
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found: Any = importlib.import_module(module)
    except ImportError as error:
        raise UsageError(
            f"--reward-fn names module {quoted(module)}, which cannot be imported: {error}.",
            "Give a module of this environment or of the current folder.",
        ) from error
    for part in attribute.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise UsageError(
            f"--reward-fn names {quoted(attribute)}, which is no function of module {quoted(module)}.",
            "Check the name.",
        )
    function: Callable[..., Any] = found
    return function


def _digest(function: Callable[..., Any]) -> str | None:
    try:
        source = inspect.getsourcefile(function if hasattr(function, "__qualname__") else type(function))
    except TypeError:
        return None
    if source is None or not Path(source).is_file():
        return None
    return hashlib.sha256(Path(source).read_bytes()).hexdigest()


def _checked(function: Callable[..., Any], name: str) -> Reward:
    """The function, with its failures as sentences."""

    def call(prompts: Sequence[str], responses: Sequence[str]) -> list[float]:
        try:
            rewards = [float(value) for value in function(list(prompts), list(responses))]
        except Exception as error:
            raise RewardFunctionFailed(
                f"Reward function {quoted(name)} fails: {type(error).__name__}: {str(error)[:200]}.",
                "It is given a list of prompts and one of responses, and returns one number per response.",
            ) from error
        if len(rewards) != len(responses) or not all(map(math.isfinite, rewards)):
            raise RewardFunctionFailed(
                f"Reward function {quoted(name)} gives {len(rewards)} numbers for {len(responses)} responses,"
                f" {sum(map(math.isfinite, rewards))} of them finite.",
                "It has to return one finite number per response.",
            )
        return rewards

    return call


def ask_reward(
    runner: StageRunner,
    audit_id: str,
    run: str,
    audits: Mapping[str, SliceAudit],
    features: AuditFeatures,
    reward: RewardFunction,
    unit: float,
) -> dict[str, Interventions]:
    """What the reward function gives to responses of a slice into which words are put, by slice.

    Asked about are the words that the joint fit of some slice keeps, and the pairs of words with the largest
    |t| of every slice; features that are no words cannot be put into a text.

    Args:
        runner: Runs stage files.
        audit_id: The audit.
        run: The run.
        audits: Audit of all steps by slice.
        features: Features of the run.
        reward: The function.
        unit: Rewards are divided by this.
    """
    singles: dict[str, str] = {}
    pairs: dict[tuple[str, str], tuple[str, str]] = {}
    for audit in audits.values():
        rows = [row for row in audit.premiums if row.outcome == "reward" and row.feature is not None]
        for row in rows:
            if row.kind == "single" and row.shadow_of is None:
                words = _words(row.kind, row.feature or "", features)
                singles |= {row.feature or "": words[0]} if words else {}
        tested = [row for row in rows if row.kind != "single" and row.t is not None]
        tested.sort(key=lambda row: (-abs(row.t or 0.0), row.kind, row.feature))
        for row in tested[:MOST_PAIRS]:
            words = _words(row.kind, row.feature or "", features)
            if len(words) == 2:
                pairs[row.kind, row.feature or ""] = (words[0], words[1])
    result = {}
    for name in audits:
        keys = {"audit_id": audit_id, "run": run, "slice": name, "most": RESPONSES}
        texts = runner.rows("audit_response", keys)
        prompts, responses = [prompt for prompt, _ in texts], [response for _, response in texts]
        result[name] = intervene(reward.call, prompts, responses, singles, pairs, unit)
    return result


def _words(kind: str, name: str, features: AuditFeatures) -> list[str]:
    """The words of a feature or pair; none when a part of it is no word."""
    names = [features.names[f] for f in features.ids(kind, name) if f is not None]
    if not all(text.startswith(_WORD) for text in names):
        return []
    return [word for text in names for word in text.removeprefix(_WORD).split(" ")]
