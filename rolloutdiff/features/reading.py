"""Reading of fragments, each distinct one once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from rolloutdiff.features.ast_tokens import ast_tokens
from rolloutdiff.features.bounds import Outcome
from rolloutdiff.features.fragments import (
    cannot_be_program,
    is_program,
    opens_like_definition,
    opens_like_statement,
)
from rolloutdiff.features.parsing import parse
from rolloutdiff.features.specials import trim_special_tokens


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on a fragment; beyond them it is not parsed and its outcome says so.

    Attributes:
        max_bytes: Most UTF-8 bytes.
        max_depth: Most nesting, as `rolloutdiff.features.bounds` counts it; at most 90, for which no
            supported Python runs out of stack.
    """

    max_bytes: int = 65_536
    max_depth: int = 90


class Reading(NamedTuple):
    """What one fragment holds.

    Attributes:
        outcome: How reading it ended.
        counts: `ast:parse:` and the outcome, once, and the structural tokens, by full feature name; no tokens
            unless the outcome is `OK`. Shared: read only.
        depth: Levels of the syntax tree; 0 unless the outcome is `OK`.
        program: Whether it holds a statement that plain words cannot form.
    """

    outcome: Outcome
    counts: dict[str, int]
    depth: int
    program: bool


_PARSE: Final = {outcome: f"ast:parse:{outcome.value}" for outcome in Outcome}


def _read(code: str, limits: Limits) -> Reading:
    tree = parse(code, max_bytes=limits.max_bytes, max_depth=limits.max_depth)
    if isinstance(tree, Outcome):
        return Reading(tree, {_PARSE[tree]: 1}, 0, False)
    tokens = ast_tokens(tree)
    tokens.counts[_PARSE[Outcome.OK]] = 1
    return Reading(Outcome.OK, tokens.counts, tokens.depth, is_program(tree))


class FragmentCache:
    """Remembers readings, least recently used ones dropped by halves.

    Bounded by weight rather than number, since one fragment can be a thousand times the size of another. Safe
    to share between threads: a race costs at most a second reading.

    Args:
        budget: Weight of each of the two halves, about one per byte held.
    """

    def __init__(self, budget: int = 32_000_000) -> None:
        self._budget = budget
        self._weight = 0
        self._recent: dict[tuple[str, Limits], Reading] = {}
        self._older: dict[tuple[str, Limits], Reading] = {}

    def read(self, code: str, limits: Limits) -> Reading:
        """The reading of a fragment, made at most once while it is remembered."""
        key = (code, limits)
        reading = self._recent.get(key)
        if reading is not None:
            return reading
        reading = self._older.get(key)
        if reading is None:
            reading = _read(code, limits)
        self._weight += 500 + len(code) + 60 * len(reading.counts)
        if self._weight > self._budget:
            self._older, self._recent, self._weight = self._recent, {}, 0
        self._recent[key] = reading
        return reading


CACHE: Final = FragmentCache()
"""The cache of this process."""


def read_unfenced(answer: str, limits: Limits, cache: FragmentCache = CACHE) -> Reading | None:
    """Reads an answer without fences as one fragment when it is code.

    Args:
        answer: The whole answer, what tags part joined by line feeds. Special tokens and white space at its
            ends are left out.
        limits: Bounds on the fragment.
        cache: Where readings are remembered.

    Returns:
        The reading, None when the answer is prose. NUL characters are left out when asking whether it is
        code, and then make it a fragment that does not parse.
    """
    code = trim_special_tokens(answer).strip()
    bare = code.replace("\0", "")
    if not bare or (not opens_like_statement(bare) and cannot_be_program(bare)):
        return None
    reading = cache.read(bare, limits)
    if reading.outcome is Outcome.OK:
        is_code = reading.program
    elif reading.outcome is Outcome.SYNTAX_ERROR:
        is_code = opens_like_definition(bare)
    else:
        is_code = opens_like_statement(bare)
    if not is_code:
        return None
    return reading if bare == code else cache.read(code, limits)
