"""Intervention tests: what a reward says when a feature is put into a response."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from rolloutdiff.errors import UsageError
from rolloutdiff.stats.audit_pair_columns import ADJACENT
from rolloutdiff.stats.audit_results import Interventions

# Rewards of prompts and responses, in their order.
Reward = Callable[[list[str], list[str]], Sequence[float]]
# Responses that the reward is asked for at once.
BATCH = 1024
# Fewest words of a response in which two can stand that are no neighbours.
APART = 4


def intervene(
    reward: Reward,
    prompts: Sequence[str],
    responses: Sequence[str],
    singles: Mapping[str, str],
    pairs: Mapping[tuple[str, str], tuple[str, str]],
    unit: float = 1.0,
) -> Interventions:
    """Puts words into responses and asks the reward.

    In response i of L words a single word replaces the one at place i mod L; its effect is the change of the
    reward. Of two neighbours A stands at p = i mod (L - 1) and B at p + 1; of two words that only stand in
    one response, A at p = i mod L and B at p + L // 2, round the end. Their interaction is

        reward with both - with A - with B + with neither.

    Means and standard errors are those over responses. A response too short for a test is left out of it, as
    is one to which the reward gives no number.

    Args:
        reward: Rewards of lists of prompts and responses, a pure function.
        prompts: m prompts of one slice.
        responses: m responses, words with spaces between them.
        singles: Word by name of the feature.
        pairs: Words A and B by kind (`adj`, else anywhere) and name of the pair.
        unit: Rewards are divided by this.

    Returns:
        Effects of what could be tested on two responses or more.

    Raises:
        UsageError: The reward returns another number of values than it was given responses.
    """
    asked = _Asked(reward, prompts, responses, unit)
    for tokens, put in asked.wanted(singles, pairs):
        asked.add(tokens, put)
    asked.answer()
    single = {name: asked.mean([asked.single(i, word) for i in asked.rows]) for name, word in singles.items()}
    pair = {
        key: asked.mean([asked.interaction(i, key[0], *words) for i in asked.rows])
        for key, words in pairs.items()
    }
    return Interventions(
        single={name: value for name, value in single.items() if value is not None},
        pair={key: value for key, value in pair.items() if value is not None},
    )


Put = tuple[tuple[int, str], ...]


class _Asked:
    """Rewards of changed responses, each asked for once."""

    def __init__(self, reward: Reward, prompts: Sequence[str], responses: Sequence[str], unit: float) -> None:
        self._reward, self._prompts, self._unit = reward, prompts, unit
        self._words = [response.split() for response in responses]
        self._value: dict[tuple[int, Put], float] = {}
        self.rows = range(len(responses))

    def wanted(
        self, singles: Mapping[str, str], pairs: Mapping[tuple[str, str], tuple[str, str]]
    ) -> list[tuple[int, Put]]:
        found: list[tuple[int, Put]] = []
        for i in self.rows:
            found.append((i, ()))
            found += [(i, put) for word in singles.values() if (put := self._one(i, word)) is not None]
            for (kind, _), words in pairs.items():
                both = self._both(i, kind, *words)
                if both is not None:
                    found += [(i, both), (i, both[:1]), (i, both[1:])]
        return found

    def add(self, row: int, put: Put) -> None:
        self._value.setdefault((row, put), float("nan"))

    def answer(self) -> None:
        keys = list(self._value)
        for start in range(0, len(keys), BATCH):
            part = keys[start : start + BATCH]
            values = list(
                self._reward([self._prompts[i] for i, _ in part], [self._text(i, put) for i, put in part])
            )
            if len(values) != len(part):
                raise UsageError(
                    f"The reward function returned {len(values)} values for {len(part)} responses.",
                    "Let it return one number per response, in their order.",
                )
            for key, value in zip(part, values, strict=True):
                self._value[key] = float(value) / self._unit

    def single(self, row: int, word: str) -> float:
        put = self._one(row, word)
        return float("nan") if put is None else self._value[row, put] - self._value[row, ()]

    def interaction(self, row: int, kind: str, first: str, second: str) -> float:
        both = self._both(row, kind, first, second)
        if both is None:
            return float("nan")
        value = self._value
        return value[row, both] - value[row, both[:1]] - value[row, both[1:]] + value[row, ()]

    @staticmethod
    def mean(values: list[float]) -> tuple[float, float] | None:
        known = np.array(values, dtype=np.float64)
        known = known[np.isfinite(known)]
        if len(known) < 2:
            return None
        return float(known.mean()), float(known.std(ddof=1) / np.sqrt(len(known)))

    def _one(self, row: int, word: str) -> Put | None:
        length = len(self._words[row])
        return ((row % length, word),) if length else None

    def _both(self, row: int, kind: str, first: str, second: str) -> Put | None:
        length = len(self._words[row])
        if kind == ADJACENT:
            place = row % (length - 1) if length > 1 else -1
            other = place + 1
        else:
            place = row % length if length >= APART else -1
            other = (place + length // 2) % max(length, 1)
        return None if place < 0 else ((place, first), (other, second))

    def _text(self, row: int, put: Put) -> str:
        words = list(self._words[row])
        for place, word in put:
            words[place] = word
        return " ".join(words)
