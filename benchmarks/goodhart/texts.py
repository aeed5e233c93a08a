"""Prompts and responses as texts, and files in the shapes that the package reads."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.goodhart.labels import Labelled
from benchmarks.goodhart.names import ATTRIBUTES, FAMILIES, POSITIONS, TOKENS, VALUES
from benchmarks.goodhart.premium import Floats, Integers
from benchmarks.goodhart.training import Rollouts
from benchmarks.goodhart.world import World

Scorer = Callable[[Sequence[str], Sequence[str]], Floats]
_PLACE = {token: place for place, token in enumerate(TOKENS)}


def prompt_text(family: int, attributes: Integers) -> str:
    """A prompt as text: `dune 3 1 0 7`."""
    return " ".join([FAMILIES[family], *map(str, attributes.tolist())])


def response_text(tokens: Integers) -> str:
    """A response as text: its tokens with a space between."""
    return " ".join(TOKENS[token] for token in tokens)


def read_prompt(text: str) -> tuple[int, list[int]]:
    """Family and attributes of a prompt's text.

    Raises:
        ValueError: The text is no prompt of this world.
    """
    family, *attributes = text.split()
    if len(attributes) != ATTRIBUTES:
        raise ValueError(f"{text!r} does not have {ATTRIBUTES} attributes.")
    return FAMILIES.index(family), [int(value) for value in attributes]


def reward_function(world: World) -> Scorer:
    """The reward model as a function of texts.

    Returns:
        A function of n prompts and n responses that gives float64[n]. A word that is no token pays nothing
        for itself; words after the eighth are not read, and missing ones count as unknown.
    """

    # One more token, at place -1, that pays nothing.
    padded = replace(
        world,
        token_weight=np.pad(world.token_weight, ((0, 0), (0, 1))),
        pair_weight=np.pad(world.pair_weight, ((0, 0), (0, 1), (0, 1))),
    )

    def score(prompts: Sequence[str], responses: Sequence[str]) -> Floats:
        read = [read_prompt(text) for text in prompts]
        families = np.array([family for family, _ in read], dtype=np.int64)
        attributes = np.array([values for _, values in read], dtype=np.int64).reshape(-1, ATTRIBUTES)
        tokens = np.full((len(responses), POSITIONS), -1, dtype=np.int64)
        for row, text in enumerate(responses):
            places = [_PLACE.get(word, -1) for word in text.split()[:POSITIONS]]
            tokens[row, : len(places)] = places
        return padded.reward(families, attributes, tokens)

    return score


def write_dump(rollouts: Rollouts, folder: Path, *, gold_key: str = "gold") -> None:
    """Write the rollouts as verl does: a folder with one file per step, one line per response.

    Beside verl's keys, every line holds `slice`, `logprob`, `ref_logprob` and, as `uid`, the prompt.

    Args:
        rollouts: The rollouts.
        folder: The folder, made if absent.
        gold_key: Key of the expert's score.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for step in np.unique(rollouts.step):
        rows = np.flatnonzero(rollouts.step == step)
        _write(folder / f"{step}.jsonl", (_rollout(rollouts, int(row), gold_key) for row in rows))


def _rollout(rollouts: Rollouts, row: int, gold_key: str) -> dict[str, Any]:
    return {
        "input": prompt_text(rollouts.family[row], rollouts.attributes[row]),
        "output": response_text(rollouts.tokens[row]),
        "gts": "",
        "score": float(rollouts.reward[row]),
        "step": int(rollouts.step[row]),
        "uid": f"prompt-{rollouts.prompt[row]}",
        "slice": FAMILIES[rollouts.family[row]],
        gold_key: float(rollouts.gold[row]),
        "logprob": float(rollouts.logprob[row]),
        "ref_logprob": float(rollouts.ref_logprob[row]),
    }


def write_crowd(rows: Labelled, path: Path) -> None:
    """Write labelled rows for an audit, as lines with `prompt`, `response`, `slice` and `label`.

    All further keys are numbers to be held fixed: `ref_logprob`, and 1 or 0 for all values but the first of
    every attribute.
    """

    def line(row: int) -> dict[str, Any]:
        values = {
            f"attribute_{place}_is_{value}": int(rows.attributes[row, place] == value)
            for place in range(ATTRIBUTES)
            for value in range(1, VALUES)
        }
        return {
            **_texts(rows, row),
            "label": float(rows.label[row]),
            "ref_logprob": float(rows.ref_logprob[row]),
            **values,
        }

    _write(path, (line(row) for row in range(len(rows))))


def write_gold(rows: Labelled, path: Path, target: str) -> None:
    """Write labelled rows for a certificate of the policy `target`.

    Lines have `prompt`, `response`, `slice`, `gold`, `reward`, `ref_logprob` and `target_logprob`.
    """

    def line(row: int) -> dict[str, Any]:
        return {
            **_texts(rows, row),
            "gold": float(rows.label[row]),
            "reward": float(rows.reward[row]),
            "ref_logprob": float(rows.ref_logprob[row]),
            "target_logprob": float(rows.logprob[target][row]),
        }

    _write(path, (line(row) for row in range(len(rows))))


def _texts(rows: Labelled, row: int) -> dict[str, str]:
    return {
        "prompt": prompt_text(rows.family[row], rows.attributes[row]),
        "response": response_text(rows.tokens[row]),
        "slice": FAMILIES[rows.family[row]],
    }


def write_truth(world: World, path: Path, run: str) -> None:
    """Write which families are exploited, as lines with `run`, `slice`, `exploited`."""
    exploited = {premium.family for premium in world.premiums}
    _write(
        path,
        (
            {"run": run, "slice": family, "exploited": place in exploited}
            for place, family in enumerate(FAMILIES)
        ),
    )


def _write(path: Path, lines: Iterable[Mapping[str, Any]]) -> None:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
